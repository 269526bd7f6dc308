#!/usr/bin/env python3
"""Builds test programs and runs them, several at a time: many wait for a clock, a disk or another process.

    scripts/run_tests.py [--lanes N] [--but PROGRAM] ARGUMENTS OF `cargo test`...

What a program prints comes in one piece, when it has ended, with how long it took and how long processors worked for it. Ends with
0 if all went well.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

# The longest begin first, so that no lane is left with one of them at the end.
LONGEST = ["documents", "bots", "secrecy", "tables", "simulation", "secrets", "server", "review", "store", "hostile", "arena",
           "attack", "survive"]


class Program:
    """A test program: its file, where it runs, and how it is called."""

    def __init__(self, told):
        target = told["target"]
        self.name, self.kind = target["name"], target["kind"][0]
        self.file, self.folder = told["executable"], Path(told["manifest_path"]).parent
        self.source = Path(target["src_path"]).relative_to(self.folder)
        self.ok, self.output, self.seconds, self.worked = False, "", 0.0, 0.0

    def run(self):
        begun = time.monotonic()
        with tempfile.TemporaryFile() as printed:
            child = subprocess.Popen([self.file], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=printed,
                                     stderr=subprocess.STDOUT)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0)
            self.output = printed.read().decode(errors="replace")
        self.ok, self.seconds = child.returncode == 0, time.monotonic() - begun
        self.worked = used.ru_utime + used.ru_stime

    def place(self):
        return LONGEST.index(self.name) if self.name in LONGEST else len(LONGEST)


def built(arguments):
    """The programs that cargo builds for these arguments; none if it cannot."""
    command = ["cargo", "test", "--no-run", "--message-format", "json-render-diagnostics", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as cargo:
        told = [json.loads(line) for line in cargo.stdout]
    if cargo.returncode != 0:
        return None
    return [Program(line) for line in told if line.get("reason") == "compiler-artifact"
            and line.get("executable") and line["profile"]["test"]]


def run(programs, lanes):
    """Runs programs in lanes, and tells what came of each."""
    left = sorted(programs, key=Program.place)
    lock = threading.Lock()

    def lane():
        while True:
            with lock:
                if not left:
                    return
                program = left.pop(0)
            program.run()
            with lock:
                file = os.path.relpath(program.folder / program.source)
                print(f"     Running {file} ({program.seconds:.1f} s, {program.worked:.1f} s of processors)")
                print(program.output, flush=True)

    threads = [threading.Thread(target=lane) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--lanes", type=int, default=2)
    options.add_argument("--but", action="append", default=[])
    known, arguments = options.parse_known_args()
    programs = built(arguments)
    if programs is None:
        sys.exit(101)
    programs = [program for program in programs if program.name not in known.but]
    run(programs, known.lanes)
    failed = [program.name for program in programs if not program.ok]
    if failed:
        sys.exit(f"error: these failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
