#!/usr/bin/env python3
"""How fast `overworld catalog add` takes worlds of 5 KB into PostgreSQL, beside SQLite, and what their rows weigh.

Usage: postgresql.py BUILD [COUNT [RUNS]]    (20,000 and 3)

BUILD is a build folder with the benchmark in it. The server runs in a folder of its own (tests/peers/support). Each
database starts empty and has the same files, which are in the cache of the system; the best of RUNS counts.
"""
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "tests/peers/support"))
from postgresql_server import Server, install  # noqa: E402

# Of each table and index: its name, its table's, its bytes.
OF_SERVER = """SELECT c.relname, coalesce(t.relname, c.relname), pg_relation_size(c.oid) FROM pg_class c
               LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
               WHERE c.relkind IN ('r', 'i') AND c.relnamespace = 'public'::regnamespace ORDER BY 2, 1"""
OF_FILE = """SELECT d.name, s.tbl_name, sum(d.pgsize) FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
             GROUP BY 1, 2 ORDER BY 2, 1"""
# What FTS5 keeps belongs to the text.
WORDS = ("world_words", "world_text")


def of_children():
    times = os.times()
    return times.children_user + times.children_system


def in_sqlite(overworld, worlds, folder, jobs):
    """Seconds, and seconds of processors."""
    path = folder / "catalog.db"
    for file in folder.glob("catalog.db*"):
        file.unlink()
    began, used = time.monotonic(), of_children()
    subprocess.run([overworld, "catalog", "add", "--db", path, "-j", jobs, worlds], check=True,
                   stdout=subprocess.DEVNULL)
    return time.monotonic() - began, of_children() - used


def in_postgresql(overworld, worlds, server, processes, jobs):
    """PROCESSES of the command, each with its share of the folders: seconds, those of processors, and those of the
    server's."""
    place = server.make("bench")
    folders = sorted(worlds.iterdir())
    began, used, served = time.monotonic(), of_children(), server.processor_seconds()
    adding = [subprocess.Popen([overworld, "catalog", "add", "--db", place, "-j", jobs, *folders[i::processes]],
                               stdout=subprocess.DEVNULL) for i in range(processes)]
    if any([process.wait() for process in adding]):
        raise RuntimeError("a process failed")
    taken = time.monotonic() - began
    time.sleep(0.2)  # until the server has noted that they are gone
    return taken, of_children() - used, server.processor_seconds() - served


def tell(title, count, taken, best):
    print(f"{title:58}{count / taken[0]:6.0f} worlds a second, {100 * best / taken[0]:4.0f} %; processors, microseconds"
          f" a world: " + ", ".join(f"{name} {1e6 * used / count:.0f}"
                                    for name, used in zip(("command", "server"), taken[1:])))
    sys.stdout.flush()


def weigh(path, server):
    """What a row weighs in each table and index, and a world in all of them."""
    server.sql("bench", "VACUUM ANALYZE")
    of_server = [line.split("|") for line in server.sql("bench", OF_SERVER).split("\n")]
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        of_file = list(database.execute(OF_FILE))
    rows = {table: int(server.sql("bench", f"SELECT count(*) FROM {table}"))
            for table in sorted({table for _, table, _ in of_server})}
    for title, sizes in (("SQLite", of_file), ("PostgreSQL", of_server)):
        total = sum(int(size) for _, _, size in sizes) / rows["world"]
        print(f"\n{title}: {total:.0f} bytes a world\n{'':33}bytes a row  bytes a world")
        for name, table, size in sizes:
            count = rows[WORDS[1] if table.startswith(WORDS[0]) else table]
            if count >= rows["world"] / 100:
                print(f"  {name:31}{int(size) / count:11.0f}{int(size) / rows['world']:15.0f}")
    print("\nRows a world: " + ", ".join(f"{table} {count / rows['world']:.2f}" for table, count in rows.items()
                                        if count >= rows["world"] / 100) + "\n")


def main():
    build = Path(sys.argv[1]).resolve()
    count, runs = (int(word) for word in (sys.argv[2:4] + ["20000", "3"][len(sys.argv) - 2:]))
    overworld = build / "overworld"
    install(PROJECT)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        worlds = folder / "worlds"
        subprocess.run([build / "bench/catalog", "worlds", worlds, str(count)], check=True)
        best = min(in_sqlite(overworld, worlds, folder, "2") for _ in range(runs))
        tell("SQLite, 1 process of 2 threads", count, best, best[0])
        for title, setting in (("", "off"), (", each commit on the disk", "on")):
            with Server(fsync="on", full_page_writes="on", synchronous_commit=setting) as server:
                for processes, jobs in ((1, "2"), (2, "1"), (8, "1")):
                    taken = min(in_postgresql(overworld, worlds, server, processes, jobs) for _ in range(runs))
                    plural = "" if processes == 1 else "es", "" if jobs == "1" else "s"
                    tell(f"PostgreSQL, {processes} process{plural[0]} of {jobs} thread{plural[1]}{title}", count,
                         taken, best[0])
                if setting == "off":
                    weigh(folder / "catalog.db", server)


main()
