#!/usr/bin/env python3
"""How long searches, `like` and `stats` take among a million made-up worlds in PostgreSQL, as a table for
docs/explanation/scale.md.

Usage: million.py BUILD [COUNT [FILE]]    (1,000,000, and a sample)

The worlds are as uneven as those of the tests (tests/peers/support/skewed.py), and come by COPY. Each time is the least
and the median of several runs of the command, with its start and its connection. FILE is what `like` is asked about.
"""
import statistics
import subprocess
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "tests/peers/support"))
from postgresql_server import Server, install  # noqa: E402
from skewed import PAGED, RARE, SEARCHES, Rows, fill_postgresql, fill_words  # noqa: E402

AT_ONCE, RUNS = 50000, 5


def fill(server, name, count):
    """Some worlds at a time: Python's rows of a million take ten gigabytes."""
    rows = Rows(0)
    for first in range(0, count, AT_ONCE):
        for number in range(first, min(first + AT_ONCE, count)):
            rows.world(number, number < RARE)
        fill_postgresql(rows, server, name)
        for table in rows.of.values():
            table.clear()
        print(f"{min(first + AT_ONCE, count):,} worlds", file=sys.stderr, flush=True)
    rows.list_names()
    fill_postgresql(rows, server, name)
    fill_words(server, name)


def milliseconds(words):
    took = []
    for _ in range(RUNS):
        began = time.monotonic()
        done = subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        took.append(1000 * (time.monotonic() - began))
        if done.returncode not in (0, 1):  # 1: nothing is found
            raise RuntimeError(done.stderr.decode())
    return min(took), statistics.median(took)


def row(what, times):
    print(f"| {what} | {times[0]:.0f} ms | {times[1]:.0f} ms |", flush=True)


def main():
    build = Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
    world = sys.argv[3] if len(sys.argv) > 3 else PROJECT / "samples/world-v7.json"
    install(PROJECT)
    overworld = build / "overworld"
    with Server() as server:
        place = server.make("million")
        subprocess.run([overworld, "catalog", "add", "--db", place, PROJECT / "bench"], check=True, stdout=subprocess.DEVNULL)
        began = time.monotonic()
        fill(server, "million", count)
        # An add sums up what so many statements have counted.
        subprocess.run([overworld, "catalog", "add", "--db", place, PROJECT / "samples/level-v4.lvd"], check=True,
                       stdout=subprocess.DEVNULL)
        size = int(server.sql("million", "SELECT pg_database_size(current_database())"))
        print(f"{count:,} worlds in {time.monotonic() - began:.0f} s, {size / count:,.0f} bytes a world", flush=True)
        print("| command | least | median |\n|---|---|---|")
        row("overworld --version", milliseconds((overworld, "--version")))
        for words in (["stats"], ["like", world]):
            row("catalog " + words[0], milliseconds((overworld, "catalog", *words, "--db", place)))
        found = {" ".join(words): milliseconds((overworld, "catalog", "search", "--db", place, *words))
                 for words in [*SEARCHES, *PAGED]}
        slowest = sorted(found, key=lambda words: -found[words][0])
        row(f"each of {len(found)} searches: the median of them", (statistics.median(t[0] for t in found.values()),
                                                                     statistics.median(t[1] for t in found.values())))
        for words in slowest[:12]:
            row(f"search {words}", found[words])


if __name__ == "__main__":
    main()
