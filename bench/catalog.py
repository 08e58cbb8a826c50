#!/usr/bin/env python3
"""How fast a catalogue is filled and searched, in SQLite.

Usage: catalog.py BUILD_FOLDER [WORLDS [ROWS]]    (100,000 worlds and 1,000,000 made-up rows; 0 leaves one out)

The searched rows take about ten minutes to make, and two gigabytes.
"""
import os
import resource
import subprocess
import sys
import tempfile
import time


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


def search(command, maker, folder, count):
    db = os.path.join(folder, "m.db")
    subprocess.run([maker, "rows", db, str(count)], check=True)
    for words in (["--type", "MHG.AndGate", "--count", ">100"], ["--type", "MHG.AndGate", "--count", "=64"],
                  ["--type", "MHG.Relay", "--count", ">20", "--kind", "world"], ["--larger", ">50000"]):
        seconds = min(measure(command, "catalog", "search", "--db", db, *words)[0] for _ in range(5))
        print(f"search {' '.join(words)}: {seconds * 1000:.1f} ms with the start of the command")


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
