#!/usr/bin/env python3
"""The command of the npm package, in Node.js.

Usage: command.py OVERWORLD PROJECT CORPUS

Packs web/overworld, installs the archive as a user does, and runs with the installed command: the golden cases, the
examples of the docs, and what signals and other processes do to it. Prints how long it takes beside the native command.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support.tally import Tally

# The world that is timed is the largest real one, doubled so many times.
DOUBLED = 9


def install(project, folder):
    """The command as npm installs it from the package's archive."""
    packed = subprocess.run(["npm", "pack", "--silent", "--pack-destination", folder], cwd=project / "web/overworld",
                            check=True, capture_output=True, text=True)
    archive = folder / packed.stdout.split()[-1]
    (folder / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    subprocess.run(["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", archive], cwd=folder,
                   check=True)
    return folder / "node_modules/.bin/overworld"


def wrapped(command, folder):
    """A script that runs the command, as cases may have a PATH without Node.js."""
    script = folder / "overworld"
    script.write_text(f'#!/bin/sh\nexec {shutil.which("node")} {command.resolve()} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


def shortest(words, tries):
    """The least time of the processor that some runs took: other programs change it less than the time that passes."""
    times = []
    for _ in range(tries):
        running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, running.returncode, used = os.wait4(running.pid, 0)
        times.append(used.ru_utime + used.ru_stime)
    return min(times)


def enlarge(native, world, folder):
    """A world that is many times another one, side by side."""
    for step in range(DOUBLED):
        larger = folder / f"larger-{step}.partialworld"
        subprocess.run([native, "merge", world, world, "-o", larger, "--at", f"{300 << step},0,0"], check=True,
                       capture_output=True)
        world = larger
    return world


def print_speed(native, command, project, corpus, folder):
    start = shortest([command, "info", project / "samples/build-cabin.structure"], 20)
    print(f"info on a sample: {1000 * start:.0f} ms")
    worlds = sorted(corpus.rglob("*.partialworld"), key=lambda path: path.stat().st_size)
    if not worlds:
        print("There is no corpus: work is not timed")
        return
    world = enlarge(native, worlds[-1], folder)
    for words in (["check", world], ["convert", world, "-", "--to", "json"], ["render", world, "-o", "-"]):
        ratio = shortest([command, *words], 3) / shortest([native, *words], 3)
        print(f"{words[0]} on {world.stat().st_size:,} bytes: {ratio:.2f} times the native command")


def check_package(tally, command, folder, version):
    """The command by npx, and what npm says of it."""
    done = subprocess.run(["npx", "--no-install", "overworld", "--version"], cwd=folder, check=False,
                          capture_output=True, text=True)
    tally.check("npx", done.stdout == f"overworld {version}\n", done.stdout + done.stderr)
    terms = (command.resolve().parent / "LICENSES").read_text(encoding="utf-8")
    tally.check("terms of the libraries", all(f"{name}\n" in terms for name in ("zlib", "sqlite3", "expat")), terms[:80])
    done = subprocess.run([command, "catalog", "stats", "--db", "postgresql://nowhere/x"], check=False,
                          capture_output=True, text=True)
    tally.check("PostgreSQL", done.returncode == 3 and "needs the native command" in done.stderr, done.stderr)


def check_lock(tally, command, project, folder):
    """A catalogue that another process uses is locked; the lock of a process that has ended counts for nothing."""
    words = [command, "catalog", "add", "--db", "locked.db", project / "samples/level-v4.lvd"]
    lock = folder / "locked.db-npx-lock"

    def add():
        return subprocess.run(words, cwd=folder, check=False, capture_output=True, text=True)
    lock.write_text(str(os.getpid()), encoding="utf-8")
    done = add()
    tally.check("a catalogue in use", done.returncode == 3 and "locked" in done.stderr, done.stderr)
    ended = subprocess.Popen(["true"])
    ended.wait()
    lock.write_text(str(ended.pid), encoding="utf-8")
    done = add()
    tally.check("a lock that was left", done.returncode == 0 and not lock.exists(), done.stderr)


def check_signals(tally, command, project, folder):
    """A run that is stopped while its temporary file is there leaves nothing behind."""
    place = folder / "stopped"
    place.mkdir()
    board = {"parent": 0, "type": 1, "position": [0, 0, 0], "rotation": [0, 0, 0, 1], "inputs": [], "outputs": [],
             "custom_data": None}
    world = json.loads((project / "samples/world-v7.json").read_text(encoding="utf-8"))
    world.update(component_types=[{"id": 1, "name": "MHG.CircuitBoard"}], wires=[], circuit_states="AA==",
                 components=[{"address": number, **board} for number in range(1, 100001)])
    (folder / "large.json").write_text(json.dumps(world), encoding="utf-8")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        running = subprocess.Popen([command, "convert", folder / "large.json", place / "out.logicworld"],
                                   stderr=subprocess.DEVNULL)
        while running.poll() is None and not any(place.iterdir()):
            time.sleep(0.001)
        running.send_signal(number)
        status = running.wait()
        left = [path.name for path in place.iterdir()]
        tally.check(f"stopped by {number.name}", status == -number and left == [], f"status {status}, left {left}")


def check_pipe(tally, command, project):
    """A reader that leaves ends the command silently, with the status of SIGPIPE."""
    world = project / "samples/four-bit-adder.partialworld"
    running = subprocess.Popen([command, "show", "--full", world], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    running.stdout.close()
    message = running.stderr.read()
    status = running.wait()
    tally.check("a reader that leaves", (status, message) == (128 + signal.SIGPIPE, b""), f"{status}, {message}")


def main():
    native, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    subprocess.run([project / "scripts/web.sh", "command"], check=True)
    tally = Tally()
    version = json.loads((project / "web/overworld/package.json").read_text(encoding="utf-8"))["version"]
    with tempfile.TemporaryDirectory(prefix="npx-") as folder:
        folder = Path(folder)
        command = install(project, folder)
        check_package(tally, command, folder, version)
        check_lock(tally, command, project, folder)
        check_signals(tally, command, project, folder)
        check_pipe(tally, command, project)
        print_speed(native, command, project, corpus, folder)
        tests, command = project / "tests", wrapped(command, folder)
        tally.run_suite([tests / "golden.py", command, project, corpus, f"--skip={tests}/peers/npx-skipped.txt"])
        tally.run_suite([tests / "pages.py", command, project])
    print(f"{tally.passed} passed, {tally.failed} failed")


main()
