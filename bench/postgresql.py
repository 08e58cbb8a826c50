#!/usr/bin/env python3
"""How fast `overworld catalog add` takes worlds of 5 KB into PostgreSQL, beside SQLite, and what their rows weigh.

Usage: postgresql.py BUILD [COUNT [RUNS]]    (20,000 and 3)

BUILD is a build folder with the benchmark in it. The server runs in a folder of its own (tests/peers/support). Each
database starts empty and has the same files, which are in the cache of the system; the best of RUNS counts.
"""
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "tests/peers/support"))
from postgresql_server import Server, install  # noqa: E402

WEIGHTS = """SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't')
             AND pg_relation_size(oid) > 0 AND relnamespace IN ('public'::regnamespace, 'pg_toast'::regnamespace)
             AND oid > 16384 ORDER BY relname"""


def seconds(*command):
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def in_sqlite(overworld, worlds, folder, jobs):
    path = folder / "catalog.db"
    for file in folder.glob("catalog.db*"):
        file.unlink()
    return seconds(overworld, "catalog", "add", "--db", path, "-j", jobs, worlds), path


def in_postgresql(overworld, worlds, server, processes, jobs):
    """PROCESSES of the command, each with its share of the folders."""
    place = server.make("bench")
    folders = sorted(worlds.iterdir())
    began = time.monotonic()
    adding = [subprocess.Popen([overworld, "catalog", "add", "--db", place, "-j", jobs, *folders[i::processes]],
                               stdout=subprocess.DEVNULL) for i in range(processes)]
    if any([process.wait() for process in adding]):
        raise RuntimeError("a process failed")
    return time.monotonic() - began


def weigh(path, server):
    print("\nbytes a world")
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        count, = database.execute("SELECT count(*) FROM world").fetchone()
        tables = dict(database.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
    server.sql("bench", "VACUUM ANALYZE")
    of_server = dict(line.split("|") for line in server.sql("bench", WEIGHTS).split("\n"))
    for title, sizes in (("SQLite", tables), ("PostgreSQL", of_server)):
        for name, size in sorted(sizes.items()):
            if int(size) >= count:
                print(f"  {title:10}  {name:36} {int(size) / count:9.1f}")
        print(f"  {title:10}  {'all':36} {sum(map(int, sizes.values())) / count:9.1f}")


def main():
    build = Path(sys.argv[1]).resolve()
    count, runs = (int(word) for word in (sys.argv[2:4] + ["20000", "3"][len(sys.argv) - 2:]))
    overworld = build / "overworld"
    install(PROJECT)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        worlds = folder / "worlds"
        subprocess.run([build / "bench/catalog", "worlds", worlds, str(count)], check=True)
        best = min(in_sqlite(overworld, worlds, folder, "2")[0] for _ in range(runs))
        print(f"SQLite, 2 threads:                          {count / best:8.0f} worlds a second")
        for title, settings in (("as SQLite: no wait for the disk", {"synchronous_commit": "off"}),
                                ("each commit on the disk", {"synchronous_commit": "on"})):
            with Server(fsync="on", full_page_writes="on", **settings) as server:
                for processes, jobs in ((1, "2"), (2, "1"), (8, "1")):
                    taken = min(in_postgresql(overworld, worlds, server, processes, jobs) for _ in range(runs))
                    print(f"PostgreSQL, {processes} x {jobs}, {title}: {count / taken:8.0f} worlds a second, "
                          f"{100 * best / taken:.0f} % of SQLite's")
                    sys.stdout.flush()
                if settings["synchronous_commit"] == "off":
                    weigh(folder / "catalog.db", server)


main()
