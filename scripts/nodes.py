#!/usr/bin/env python3
"""Several nodes behind nginx on PostgreSQL, under load: one is killed, one is frozen, the database restarts.

    cargo build --release --workspace --bin fogbound --bin fogbound-load
    scripts/nodes.py                                   three nodes, 5,000 sockets, 300 moves a second, some 4 minutes
    scripts/nodes.py --nodes 2
    scripts/nodes.py --tables 20 --sockets 60 --rate 10   on a busy machine

Everything listens on loopback only, on ports that were free, and keeps its files in a folder of its own; in the
end all of it is stopped, by process id, and removed. Needs nginx and PostgreSQL (Debian: apt-get install nginx
postgresql). Prints for each thing that happened when 99 % of all clients were back, and then how many of the
moves that were acknowledged are lost or doubled in the records. Ends with 1 if an aim is missed: nothing lost,
nothing doubled, 99 % back within 10 seconds after a kill, 35 after the begin of a freeze.
"""

import argparse
import glob
import http.client
import json
import os
import pwd
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Seconds within which 99 % of the clients are to be back.
AIMS = {"kill": 10, "freeze": 35, "database": None}
# Seconds before the first thing happens, and after each before the next.
WARM, AFTER_KILL, AFTER_FREEZE, AFTER_DATABASE = 15, 40, 35, 40
# Seconds after which a killed node is started again, as a service manager does.
RESTART = 5
# Nobody is waited for longer than this.
START = 60


def main():
    args = arguments()
    programs = find_programs(args.programs)
    raise_file_limit()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    folder = Path(tempfile.mkdtemp(prefix="fogbound-nodes-"))
    started = Started()
    try:
        folder.chmod(0o755)
        report = run(args, programs, folder, started)
    except (Trouble, KeyboardInterrupt) as trouble:
        sys.exit(f"error: {trouble or 'stopped'}; {last_words(folder)}")
    finally:
        started.stop()
        if args.keep:
            print(f"logs are in {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if tell(args, report) else 1)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nodes", type=int, choices=[2, 3], default=3, help="how many nodes (3)")
    parser.add_argument("--sockets", type=int, default=5000, help="sockets in all (5000)")
    parser.add_argument("--tables", type=int, default=1000, help="tables that play, with two sockets each (1000)")
    parser.add_argument("--rate", type=float, default=300, help="moves a second at all tables together (300)")
    parser.add_argument("--freeze", type=float, default=40, help="seconds for which a node stands still (40)")
    parser.add_argument("--programs", type=Path, default=ROOT / "target/release",
                        help="the folder with fogbound and fogbound-load (target/release)")
    parser.add_argument("--keep", action="store_true", help="keep the logs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    if not 30 <= args.freeze <= 300:
        parser.error("--freeze goes from 30 to 300 seconds")
    return args


class Trouble(Exception):
    """What went wrong, in one line."""


class Started:
    """The processes that were started, and nothing else."""

    def __init__(self):
        self.processes = []

    def start(self, command, log, **options):
        with open(log, "ab") as out:
            process = subprocess.Popen([str(word) for word in command], stdout=options.pop("stdout", out), stderr=options.pop("stderr", out),
                                       stdin=options.pop("stdin", subprocess.DEVNULL), **options)
        self.processes.append(process)
        return process

    def stop(self):
        """Stops them by their ids, the last first: nicely, and then not."""
        for process in reversed(self.processes):
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.send_signal(signal.SIGINT)
        until = time.monotonic() + 15
        for process in reversed(self.processes):
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def find_programs(folder):
    """The programs that are needed, by name; what is missing is said all at once."""
    found = {name: folder / name for name in ["fogbound", "fogbound-load"]}
    found["nginx"] = Path(shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin") or "nginx")
    folders = [Path(path) for path in sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)]
    folders += [Path(path) for path in os.environ.get("PATH", "").split(":")]
    postgres = next((path for path in folders if (path / "initdb").is_file()), Path("."))
    found |= {name: postgres / name for name in ["initdb", "postgres", "pg_isready", "createdb"]}
    missing = [name for name, path in found.items() if not path.is_file()]
    if missing:
        sys.exit(f"error: missing: {', '.join(missing)}. Build with 'cargo build --release --workspace --bin fogbound "
                 "--bin fogbound-load', and install nginx and postgresql (Debian: apt-get install nginx postgresql)")
    return found


def raise_file_limit():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def last_words(folder):
    """The end of each log, for who looks for a reason."""
    logs = [(log.name, log.read_text(errors="replace").strip().splitlines()[-2:]) for log in sorted(folder.glob("*.log"))]
    return "; ".join(f"{name}: {' / '.join(lines)}" for name, lines in logs if lines)


def run(args, programs, folder, started):
    database = Database(programs, folder, started)
    ports = free_ports(args.nodes + 1)
    nodes = [Node(programs, folder, started, port, database.url) for port in ports[:-1]]
    for node in nodes:
        node.start()
    start_nginx(programs, folder, started, ports[:-1], ports[-1])
    seconds = WARM + AFTER_KILL + args.freeze + AFTER_FREEZE + AFTER_DATABASE
    load = Load(args, programs, folder, started, ports[-1], seconds)
    time.sleep(WARM)

    load.mark("kill")
    nodes[1].process.kill()
    nodes[1].process.wait()
    time.sleep(RESTART)
    nodes[1].start()
    load.sleep_since_mark(AFTER_KILL)

    load.mark("freeze")
    nodes[0].process.send_signal(signal.SIGSTOP)
    time.sleep(args.freeze)
    nodes[0].process.send_signal(signal.SIGCONT)
    load.sleep_since_mark(args.freeze + AFTER_FREEZE)

    load.mark("database")
    database.restart()
    return load.report()


def unprivileged(folder):
    """PostgreSQL refuses to be run by root: the beginning of a command that is run by somebody else."""
    if os.getuid() != 0:
        return []
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups", "--"]


class Database:
    def __init__(self, programs, folder, started):
        self.programs, self.started = programs, started
        self.folder, self.log = folder / "db", folder / "postgres.log"
        self.folder.mkdir()
        self.user = unprivileged(self.folder)
        data = self.folder / "data"
        made = subprocess.run(self.user + [str(programs["initdb"]), "-D", str(data), "-U", "postgres", "--auth=trust", "-E", "UTF8",
                              "--locale=C"], capture_output=True, text=True, cwd="/", timeout=180)
        if made.returncode != 0:
            raise Trouble(f"initdb: {made.stderr.strip()}")
        self.command = self.user + [programs["postgres"], "-D", data, "-k", self.folder, "-c", "listen_addresses=",
                                    "-c", "max_connections=100"]
        self.start()
        subprocess.run([str(programs["createdb"]), "-h", str(self.folder), "-U", "postgres", "fogbound"], check=True, timeout=60)
        self.url = f"postgres://postgres@localhost/fogbound?host={self.folder}"

    def start(self):
        self.process = self.started.start(self.command, self.log, cwd="/")
        ready = [str(self.programs["pg_isready"]), "-q", "-U", "postgres", "-h", str(self.folder)]
        wait_until("PostgreSQL", lambda: subprocess.run(ready).returncode == 0)

    def restart(self):
        """As 'pg_ctl restart -m fast': whoever is connected is cut off."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(START)
        self.start()


class Node:
    def __init__(self, programs, folder, started, port, url):
        self.started, self.port, self.log = started, port, folder / f"node-{port}.log"
        # All clients come from one address here.
        self.command = [programs["fogbound"], "serve", "--addr", f"127.0.0.1:{port}", "--behind-proxy",
                        "--max-connections-each", 20000, "--max-tables-each", 1000000, "--max-requests-each", 1000000,
                        "--max-megabytes-each", 255, "--log", "warn"]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FOGBOUND_")}
        self.environment = kept | {"FOGBOUND_DATABASE": url}

    def start(self):
        self.process = self.started.start(self.command, self.log, env=self.environment, cwd="/")
        wait_until(f"the node at {self.port}", lambda: asks(self.port, "/readyz") == 200)


def start_nginx(programs, folder, started, nodes, port):
    """nginx with deploy/nginx.conf, on loopback and without TLS."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    servers = re.compile(r"^ *server 127\.0\.0\.1:7199(.*;)$", re.M)
    if len(servers.findall(text)) != 2:
        raise Trouble("deploy/nginx.conf has another form than this script knows")
    text = servers.sub(lambda found: "\n".join(f"    server 127.0.0.1:{node}{found[1]}" for node in nodes), text)
    # The server of plain HTTP only leads to the other.
    text = re.sub(r"^server \{\n    listen 80;.*?^\}\n", "", text, flags=re.M | re.S)
    text = re.sub(r"^    (listen|ssl_|server_name|add_header Strict).*\n", "", text, flags=re.M)
    text = text.replace("server {\n", f"server {{\n    listen 127.0.0.1:{port} backlog=4096;\n", 1)
    temps = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    user = "user root;\n" if os.getuid() == 0 else ""
    files = min(32768, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    whole = (f"{user}worker_processes 2;\nworker_rlimit_nofile {files};\ndaemon off;\npid {folder}/nginx.pid;\n"
             f"error_log {folder}/nginx.log error;\nevents {{ worker_connections {files * 3 // 4}; }}\n"
             f"http {{\n    access_log off;\n{temps}{text}}}\n")
    config = folder / "nginx.conf"
    config.write_text(whole)
    started.start([programs["nginx"], "-c", config, "-p", folder], folder / "nginx-start.log")
    wait_until("nginx", lambda: asks(port, "/healthz") == 200)


class Load:
    def __init__(self, args, programs, folder, started, port, seconds):
        command = [programs["fogbound-load"], "survive", "--url", f"http://127.0.0.1:{port}", "--tables", args.tables,
                   "--sockets", args.sockets, "--rate", args.rate, "--seconds", seconds, "--json"]
        self.process = started.start(command, folder / "load.log", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True)
        self.wait = seconds + 400
        playing = threading.Event()
        self.errors = []
        threading.Thread(target=self.listen, args=(playing,), daemon=True).start()
        if not playing.wait(600) or self.process.poll() is not None:
            raise Trouble(f"the load does not begin: {' '.join(self.errors)}")

    def listen(self, playing):
        for line in self.process.stderr:
            if line.strip() == "playing":
                playing.set()
            else:
                self.errors.append(line.strip())
        playing.set()

    def mark(self, name):
        self.marked = time.monotonic()
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()

    def sleep_since_mark(self, seconds):
        time.sleep(max(0, self.marked + seconds - time.monotonic()))

    def report(self):
        # Whoever is not done by then is ended, and the pipe with it.
        watch = threading.Timer(self.wait, self.process.kill)
        watch.start()
        out = self.process.stdout.read()
        watch.cancel()
        self.process.wait()
        try:
            return json.loads(out)
        except ValueError:
            raise Trouble(f"the load tells nothing: {' '.join(self.errors)}") from None


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def asks(port, path):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return None


def wait_until(what, there):
    until = time.monotonic() + START
    while not there():
        if time.monotonic() > until:
            raise Trouble(f"{what} does not start")
        time.sleep(0.1)


def tell(args, report):
    """Prints what came of it; whether the aims were met."""
    met = report["lost"] == 0 and report["doubled"] == 0 and not report["errors"] and report["still_away"] == 0
    rows = []
    for happened in report["interruptions"]:
        aim = AIMS[happened["name"]]
        back = happened["s_until_99_percent"]
        met = met and (aim is None or back <= aim)
        rows.append((happened["name"], happened["away"], back, happened["s_until_all"], aim))
    if args.json:
        print(json.dumps(report | {"nodes": args.nodes, "met": met}))
        return met
    print(f"{args.nodes} nodes, {report['clients']} clients, {report['moves']} moves acknowledged "
          f"({report['moves_per_s']:.0f} a second of {report['asked_per_s']:.0f} due) in {report['games']} games")
    print("| what happened | clients away | 99 % of all back after, s | all back after, s | aim, s |\n| --- | --- | --- | --- | --- |")
    for name, away, back, everybody, aim in rows:
        print(f"| {name} | {away} | {back:.1f} | {everybody:.1f} | {aim or '-'} |")
    print(f"lost {report['lost']}, doubled {report['doubled']}, still away {report['still_away']}")
    for error, times in report["errors"].items():
        print(f"went wrong {times} times: {error}")
    print("all aims are met" if met else "an aim is missed")
    return met


if __name__ == "__main__":
    main()
