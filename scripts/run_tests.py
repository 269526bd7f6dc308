#!/usr/bin/env python3
"""Builds test programs and runs them, several at a time: many wait for a clock, a disk or another process.

    scripts/run_tests.py [--lanes N] ARGUMENTS OF `cargo test`...

What a program prints comes in one piece, when it has ended. Ends with 0 if all went well.
"""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

# The longest begin first, so that no lane is left with one of them at the end.
LONGEST = ["documents", "server", "bots", "secrecy", "simulation", "tables", "attack", "hostile", "store", "secrets",
           "survive"]
# They compare times, and have the machine to themselves.
ALONE = ["answers"]


class Program:
    """A test program: its file, where it runs, and how it is called."""

    def __init__(self, told):
        target = told["target"]
        self.name, self.kind = target["name"], target["kind"][0]
        self.file, self.folder = told["executable"], Path(told["manifest_path"]).parent
        self.source = Path(target["src_path"]).relative_to(self.folder)
        self.ok, self.output, self.seconds = False, "", 0.0

    def run(self):
        begun = time.monotonic()
        done = subprocess.run([self.file], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace")
        self.seconds = time.monotonic() - begun
        self.ok, self.output = done.returncode == 0, done.stdout

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
                folder = os.path.relpath(program.folder)
                print(f"     Running {folder}/{program.source} ({program.seconds:.1f} s)\n{program.output}", flush=True)

    threads = [threading.Thread(target=lane) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    arguments = sys.argv[1:]
    lanes = 2
    if arguments[:1] == ["--lanes"]:
        lanes, arguments = int(arguments[1]), arguments[2:]
    programs = built(arguments)
    if programs is None:
        sys.exit(101)
    run([program for program in programs if program.name not in ALONE], lanes)
    run([program for program in programs if program.name in ALONE], 1)
    failed = [program.name for program in programs if not program.ok]
    if failed:
        sys.exit(f"error: these failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
