#!/usr/bin/env python3
"""What an operator does with a catalogue in PostgreSQL, from an empty server on: fills it from a folder, searches it,
adds more, backs it up and restores it. The figures of docs/how-to/operate.md.

Usage: site.py BUILD [COUNT [WORKERS]]    (100,000 and 2)

BUILD is a build folder with the benchmark in it. Worlds have 5 KB each, in a temporary folder; a million need 8 GB, and
the server with its backup 10 GB more. The server has the settings of that page, and each commit waits for the disk.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "tests/peers/support"))
from postgresql_server import Server, install  # noqa: E402

PAGE = (PROJECT / "docs/how-to/operate.md").read_text(encoding="utf-8")
SETTINGS = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on",
            **dict(re.findall(r"^(\w+) = (\S+)", PAGE.partition("```ini")[2].partition("```")[0], re.M))}
RATES = 20  # so often the rate is printed, so that one sees whether it falls


def told(what, seconds, rest=""):
    print(f"{what:44}{seconds:8.1f} s  {rest}".rstrip(), flush=True)


def timed(*words):
    """Seconds that a command takes, and its output."""
    began = time.monotonic()
    done = subprocess.run([str(word) for word in words], check=True, text=True, capture_output=True)
    return time.monotonic() - began, done.stdout.strip()


def least(*words):
    return min(timed(*words)[0] for _ in range(5))


def written(server):
    return int(server.sql("site", "SELECT pg_current_wal_lsn() - '0/0'"))


def fill(overworld, server, place, count, workers):
    """Workers until the queue is empty. The rate of each part shows whether it falls."""
    working = [subprocess.Popen([overworld, "catalog", "work", "--db", place, "-j", "1"], stdout=subprocess.DEVNULL)
               for _ in range(workers)]
    began = part_began = time.monotonic()
    log, part = written(server), 0
    while any(worker.poll() is None for worker in working):
        time.sleep(1)
        if time.monotonic() - part_began > 10:
            now = int(server.sql("site", "SELECT coalesce(sum(number), 0) FROM running_count WHERE what = 'file'"))
            if now - part >= count / RATES:
                print(f"    {now:,} files: {(now - part) / (time.monotonic() - part_began):,.0f} a second", flush=True)
                part, part_began = now, time.monotonic()
    if any(worker.returncode for worker in working):
        raise RuntimeError("a worker failed")
    taken = time.monotonic() - began
    told(f"{workers} workers read {count:,} files", taken, f"{count / taken:,.0f} a second; WAL"
         f" {(written(server) - log) / count:,.0f} bytes a file")


def back_up(overworld, server, place, backup):
    """By pg_dump and by pg_restore; the restored catalogue has to say the same."""
    dump = ("-Fd", "-j2", "-h", server.folder, "-U", "overworld", "-f", backup, "site")
    told("pg_dump -Fd -j2", timed(server.bin / "pg_dump", *dump)[0],
         f"{sum(file.stat().st_size for file in backup.iterdir()) / 1e6:,.0f} MB")
    again = server.make("again")
    told("pg_restore -j2", timed(server.bin / "pg_restore", "-j2", "-h", server.folder, "-U", "overworld", "-d", "again",
                                 backup)[0])
    statistics = [timed(overworld, "catalog", "stats", "--json", "--db", of)[1] for of in (place, again)]
    if statistics[0] != statistics[1]:
        raise RuntimeError("the restored catalogue has other statistics")
    print("the restored catalogue has the same statistics", flush=True)


def main():
    build = Path(sys.argv[1]).resolve()
    count, workers = (int(word) for word in (sys.argv[2:4] + ["100000", "2"][len(sys.argv) - 2:]))
    overworld = build / "overworld"
    install(PROJECT)
    with tempfile.TemporaryDirectory() as folder, Server(**SETTINGS) as server:
        worlds, more = Path(folder, "worlds"), Path(folder, "more")
        subprocess.run([build / "bench/catalog", "worlds", worlds, str(count)], check=True)
        place = server.make("site")
        taken, said = timed(overworld, "catalog", "scan", "--db", place, worlds)
        told("catalog scan", taken, said)
        fill(overworld, server, place, count, workers)
        size = int(server.sql("site", "SELECT pg_database_size(current_database())"))
        print(f"{size / 1e6:,.0f} MB, {size / count:,.0f} bytes a file", flush=True)
        taken, said = timed(overworld, "catalog", "scan", "--db", place, worlds)
        told("catalog scan, nothing is new", taken, said)
        for words in (["stats"], ["search", "--type", "*"], ["search", "--sort", "-added"]):
            told("catalog " + " ".join(words), least(overworld, "catalog", *words, "--db", place))
        os.mkdir(more)
        (more / "new.lvd").write_bytes((PROJECT / "samples/moated-keep.lvd").read_bytes())
        told("catalog add of one new file", timed(overworld, "catalog", "add", "--db", place, more)[0])
        told("VACUUM ANALYZE", timed(server.bin / "psql", "-q", server.address("site"), "-c", "VACUUM ANALYZE")[0])
        back_up(overworld, server, place, Path(folder, "backup"))


if __name__ == "__main__":
    main()
