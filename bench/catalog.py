#!/usr/bin/env python3
"""How fast a catalogue is filled, in SQLite, and searched, in SQLite and PostgreSQL.

Usage: catalog.py BUILD_FOLDER [WORLDS [ROWS]]    (100,000 worlds and 1,000,000 made-up rows; 0 leaves one out)

The searched rows take about ten minutes to make in each database, and one and three gigabytes.
"""
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/peers/support"))
from postgresql_server import Server, install  # noqa: E402


def measure(*words):
    """Returns seconds, and the largest memory of any child so far in MiB."""
    began = time.monotonic()
    subprocess.run(words, stdout=subprocess.DEVNULL)
    return time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def fill(command, maker, folder, count):
    worlds, db = os.path.join(folder, "worlds"), os.path.join(folder, "c.db")
    subprocess.run([maker, "worlds", worlds, str(count)], check=True)
    for what in ("all new", "nothing changed"):
        seconds, memory = measure(command, "catalog", "add", "--db", db, worlds)
        print(f"add, {what}: {count} files in {seconds:.2f} s, {count / seconds:.0f} a second, {memory:.0f} MiB")


SEARCHES = (["--type", "MHG.AndGate", "--count", ">100"], ["--type", "MHG.AndGate", "--count", "=64"],
            ["--type", "MHG.Relay", "--count", ">20", "--kind", "world"], ["--type", "*"], ["--type", "*Gate"],
            ["--larger", ">50000"], ["--mod", "Common"], ["--mod", "Rare"], ["--text", "common"],
            ["--text", "needle"], ["--text", "word 77"], ["--format", "blotter"], ["--format-version", "3"],
            ["--format-version", ">=6"], ["--kind", "world"], ["--status", "ok"], ["--hash", "abcdef"],
            ["--mod", "Common", "--text", "needle"])


def search(command, maker, folder, count):
    search_in(os.path.join(folder, "m.db"), command, maker, count)
    install(Path(__file__).resolve().parent.parent)
    with Server() as server:
        search_in(server.make("bench"), command, maker, count)


def search_in(db, command, maker, count):
    began = time.monotonic()
    subprocess.run([maker, "rows", db, str(count)], check=True)
    kind = "PostgreSQL" if db.startswith("postgresql:") else "SQLite"
    print(f"{kind}: {count} worlds made in {time.monotonic() - began:.0f} s")
    for words in SEARCHES:
        seconds = min(measure(command, "catalog", "search", "--db", db, *words)[0] for _ in range(5))
        print(f"search {' '.join(words)}: {seconds * 1000:.1f} ms with the start of the command", flush=True)


def main():
    build = os.path.abspath(sys.argv[1])
    numbers = [int(word) for word in sys.argv[2:]] + [100000, 1000000][len(sys.argv) - 2:]
    command, maker = os.path.join(build, "overworld"), os.path.join(build, "bench", "catalog")
    with tempfile.TemporaryDirectory() as folder:
        for work, count in zip((fill, search), numbers):
            if count:
                work(command, maker, folder, count)


if __name__ == "__main__":
    main()
