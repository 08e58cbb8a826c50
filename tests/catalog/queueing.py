#!/usr/bin/env python3
"""`overworld catalog scan` queues files and `overworld catalog work` reads them: each once, whatever happens to the
workers, with the same rows as `catalog add`. Roots have names.

Usage: queueing.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)
"""
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "peers", "support"))
import catalog  # noqa: E402
from catalog import COMMAND, ROOT, SAMPLES, add, content, expect, lines, rows, run  # noqa: E402
from catalogs import make_worlds  # noqa: E402

DEEP = os.environ.get("OVERWORLD_DEPTH") == "deep"
WORKERS, WORLDS, KILLS = 8, 300, 60 if DEEP else 15
COUNTS = {"broken", "incomplete", "unread", "refused", "archives", "opened", "lost"}
# Loaded before a worker: whoever opens one of these files dies, or takes three seconds.
ODD_FILES = """
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static int open_it(int folder, const char *name, int flags)
{
    if (strcmp(name, "deadly.partialworld") == 0)
        kill(getpid(), SIGKILL);
    if (strcmp(name, "slow.partialworld") == 0)
        sleep(3);
    return (int)syscall(SYS_openat, folder, name, flags, 0600);
}
int openat(int folder, const char *name, int flags, ...) { return open_it(folder, name, flags); }
int openat64(int folder, const char *name, int flags, ...) { return open_it(folder, name, flags); }
int __openat64_2(int folder, const char *name, int flags) { return open_it(folder, name, flags); }
"""


def scan(db, *words, status=0):
    return json.loads(run("scan", "--db", db, "--json", *words, status=status).stdout)


def work(db, *words, status=0):
    return json.loads(run("work", "--db", db, "--json", *words, status=status).stdout)


def start(db, *words, **options):
    return subprocess.Popen([COMMAND, "catalog", "work", "--db", db, "-j", "1", "--json-lines", *words],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def end(process, status=0):
    """The lines for files, and the counts, of a worker."""
    out, problems = process.communicate(timeout=300)
    expect(process.returncode == status and (status or not problems), f"status {process.returncode}: {problems[-500:]}")
    told = [json.loads(line) for line in out.splitlines()]
    return told[:-1], told[-1]


def begin(folder, count=WORLDS):
    """Made worlds and the samples, and what a catalogue of `catalog add` has of them."""
    worlds, expected = os.path.join(folder, "worlds"), os.path.join(folder, "expected.db")
    make_worlds(Path(ROOT), Path(worlds), count)
    shutil.copytree(SAMPLES, os.path.join(worlds, "samples"))
    total = add(expected, worlds)
    return os.path.join(folder, "c.db"), worlds, total, content(expected)


def same(db, expected):
    found = content(db)
    for one, other in zip(found, expected):
        expect(one == other, f"{len(one)} rows, not {len(other)}: {sorted(set(map(str, one)) ^ set(map(str, other)))[:3]}")
    expect(rows(db, "SELECT count(*) FROM queue") == [(0,)], "something is left in the queue")


def expire(db):
    """No worker has shown life for long."""
    with sqlite3.connect(db, timeout=60) as connection:
        connection.execute("UPDATE worker SET expires = 0")
    connection.close()


def eight_workers_read_each_file_once(folder):
    db, worlds, total, expected = begin(folder)
    told = scan(db, worlds)
    expect((told["queued"], told["archives"], told["unread"]) == (total["added"], total["archives"], 0), f"{told}, {total}")
    expect(rows(db, "SELECT count(*) FROM world") == [(0,)], "a world was read")
    workers = [start(db) for _ in range(WORKERS)]
    told = [end(worker) for worker in workers]
    files = [file["file"] for found, _ in told for file in found]
    expect(len(files) == len(set(files)) == total["added"], f"{len(files)} lines for {len(set(files))} files")
    same(db, expected)
    expect(sum(counts["files"] for _, counts in told) == sum(counts["added"] for _, counts in told) == total["added"],
           f"{[counts for _, counts in told]}")
    expect(sum(counts["broken"] for _, counts in told) == total["broken"] > 0, "the broken ones are counted")
    expect(sum(counts["files"] > 0 for _, counts in told) > 1, "one worker has read everything")
    expect(set(told[0][1]) == COUNTS | {"files", "added"}, told[0][1])
    expect(rows(db, "SELECT count(*) FROM worker") == [(0,)], "a worker has not left")


def a_scan_can_be_repeated(folder):
    db, worlds, total, expected = begin(folder, 20)
    count = total["added"]
    verdicts = {file["file"]: file["verdict"] for file in lines("scan", "--db", db, worlds)[:-1]}
    expect(list(verdicts.values()).count("queued") == count, verdicts)
    new = os.path.join(worlds, "new.lvd")
    shutil.copy(os.path.join(SAMPLES, "moated-keep.lvd"), new)
    again = scan(db, worlds)
    expect((again["queued"], again["waiting"], again["unchanged"]) == (1, count, 0), again)
    expect(rows(db, "SELECT count(*) FROM queue") == [(count + 1,)], "a file is queued twice")
    verdicts = {file["file"]: file["verdict"] for file in lines("scan", "--db", db, worlds)[:-1]}
    expect(set(verdicts.values()) <= {"waiting", "skipped", "unchanged"}, verdicts)
    expect(run("work", "--db", db).stdout.startswith(f"{count + 1} read".encode()), "they are read")
    later = scan(db, worlds)
    expect((later["queued"], later["waiting"], later["unchanged"]) == (0, 0, count + 1), later)
    os.utime(new)
    os.remove(os.path.join(worlds, "0000", "world-7.partialworld"))
    later = scan(db, "--prune", worlds)
    expect((later["queued"], later["files_gone"], later["worlds_gone"]) == (1, 1, 1), later)
    found = lines("work", "--db", db)
    expect([file["verdict"] for file in found[:-1]] == ["known"] and found[0]["file"] == new, found)
    run("scan", "--db", db, os.path.join(folder, "nothing"), status=3)


def files_that_change_meanwhile_are_read_as_they_are(folder):
    db, worlds = os.path.join(folder, "c.db"), os.path.join(folder, "worlds")
    catalog.samples_into(worlds, "moated-keep.lvd", "level-v4.lvd", "city-heights.city")
    add(db, worlds)
    for name in os.listdir(worlds):
        os.utime(os.path.join(worlds, name), (1, 1))
    expect(scan(db, worlds)["queued"] == 3, "all of them have changed")
    shutil.copyfile(os.path.join(SAMPLES, "world-v7.logicworld"), os.path.join(worlds, "level-v4.lvd"))
    os.remove(os.path.join(worlds, "city-heights.city"))
    result = run("work", "--db", db, status=3)
    expect(b"city-heights.city: No such file" in result.stderr and b"2 read, 1 unreadable" in result.stdout, result)
    found = dict(rows(db, "SELECT name, format FROM file JOIN world USING (key)"))
    expect(found == {"moated-keep.lvd": "leveld", "level-v4.lvd": "blotter"}, found)
    expect(rows(db, "SELECT name, reason FROM skipped") == [("city-heights.city", "unreadable")], "it is not noted")
    scan(db, "--prune", worlds)
    expect(rows(db, "SELECT count(*) FROM skipped") == [(0,)], "what is gone is forgotten")
    same_of = os.path.join(folder, "other.db")
    add(same_of, worlds)
    same(db, content(same_of))


def killed_workers_lose_and_double_nothing(folder):
    db, worlds, _, expected = begin(folder)
    scan(db, worlds)
    workers = [start(db, "--lease", "1s") for _ in range(WORKERS)]
    killed = 0
    for _ in range(KILLS):
        time.sleep(random.uniform(0.01, 0.15))
        at = random.randrange(WORKERS)
        workers[at].kill()
        workers[at].communicate()
        killed += workers[at].returncode == -signal.SIGKILL
        workers[at] = start(db, "--lease", "1s")
    for worker in workers:
        end(worker)
    expect(killed > 0, "nothing was killed")
    same(db, expected)


def stop_with_claims(db, worker):
    """Stops a worker that has claims and no lock on the database; how many claims it has."""
    until = time.monotonic() + 60
    while time.monotonic() < until and worker.poll() is None:
        if rows(db, "SELECT count(*) FROM queue WHERE worker <> 0") == [(0,)]:
            continue
        worker.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, worker.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        connection = sqlite3.connect(db, timeout=0.5)
        try:
            connection.execute("BEGIN IMMEDIATE")
            held = connection.execute("SELECT count(*) FROM queue WHERE worker <> 0").fetchone()[0]
            connection.execute("ROLLBACK")
            if held:
                return held
        except sqlite3.OperationalError:
            pass
        finally:
            connection.close()
        worker.send_signal(signal.SIGCONT)
    raise catalog.Failure("the worker was never caught with claims")


def a_worker_that_stood_still_leaves_its_files_to_others(folder):
    db, worlds, total, expected = begin(folder)
    scan(db, worlds)
    slow = start(db, "--lease", "1s")
    held = stop_with_claims(db, slow)
    began = time.monotonic()
    others, counts = end(start(db))
    expect(time.monotonic() - began > 0.5, "the claims were taken over at once")
    expect(counts["lost"] == 0, counts)
    same(db, expected)
    slow.send_signal(signal.SIGCONT)
    found, counts = end(slow)
    expect(counts["lost"] == held, f"{counts}, and {held} were claimed")
    files = [file["file"] for file in found + others]
    expect(len(files) == len(set(files)) == total["added"], f"{len(files)} lines for {len(set(files))} files")
    same(db, expected)


def a_claim_counts_once(folder):
    """Files that a worker holds by an earlier claim are not stored, though the worker has a claim by now."""
    db, worlds, total, expected = begin(folder)
    scan(db, worlds)
    worker = start(db)
    held = stop_with_claims(db, worker)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE queue SET claim = 1000000 WHERE worker <> 0")
    connection.close()
    worker.send_signal(signal.SIGCONT)
    found, counts = end(worker)
    expect(counts["lost"] == held, f"{counts}, and {held} were claimed")
    files = [file["file"] for file in found]
    expect(len(files) == len(set(files)) == total["added"], f"{len(files)} lines for {len(set(files))} files")
    same(db, expected)


def a_claim_that_another_worker_has_by_now_is_lost(folder):
    """Also if that worker's claim has the same number, and nothing of it is stored yet."""
    db, worlds, total, expected = begin(folder)
    scan(db, worlds)
    worker = start(db)
    held = stop_with_claims(db, worker)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE queue SET worker = 17 WHERE worker <> 0")
        connection.execute("INSERT INTO worker VALUES (17, 'busy', 0, 99999999999999)")
    connection.close()
    worker.send_signal(signal.SIGCONT)
    until = time.monotonic() + 60
    while rows(db, "SELECT count(*) FROM queue WHERE worker <> 17") != [(0,)] and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.5)
    left = rows(db, "SELECT count(*) FROM queue WHERE worker = 17")
    expect(left == [(held,)] and worker.poll() is None, f"{left} of {held} files are left to the other worker")
    with sqlite3.connect(db, timeout=60) as connection:
        connection.execute("UPDATE worker SET expires = 0 WHERE id = 17")
    connection.close()
    found, counts = end(worker)
    expect(counts["lost"] == held and counts["files"] == total["added"], f"{counts}, and {held} were claimed")
    same(db, expected)


def a_worker_shows_life_and_follows(folder):
    db, worlds = os.path.join(folder, "c.db"), os.path.join(folder, "worlds")
    catalog.samples_into(worlds, "moated-keep.lvd")
    scan(db, worlds)
    connection = sqlite3.connect(db, timeout=60, isolation_level=None)
    worker = start(db, "--lease", "2s", "--follow")
    until = time.monotonic() + 30
    while rows(db, "SELECT count(*) FROM world") == [(0,)] and time.monotonic() < until:
        time.sleep(0.02)
    first = connection.execute("SELECT expires, name FROM worker").fetchone()
    time.sleep(3)
    second = connection.execute("SELECT expires, name FROM worker").fetchone()
    connection.close()
    expect(first[1] == second[1] and str(worker.pid) in first[1], f"{first}, {second}")
    expect(second[0] - first[0] > 2000, f"no sign of life: {first}, {second}")
    catalog.samples_into(worlds, "level-v4.lvd")
    scan(db, worlds)
    while rows(db, "SELECT count(*) FROM world") != [(2,)] and time.monotonic() < until:
        time.sleep(0.02)
    expect(worker.poll() is None and rows(db, "SELECT count(*) FROM world") == [(2,)], "it does not go on")
    worker.kill()
    worker.communicate()


def with_odd_files(folder):
    """The environment of a worker to which some names are odd; None without a compiler."""
    if not shutil.which("gcc"):
        return None
    library = os.path.join(folder, "odd.so")
    subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", library], input=ODD_FILES, text=True, check=True)
    return {**os.environ, "LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0"}


def a_slow_file_stays_with_its_worker(folder):
    """Reading takes longer than the lease, but signs of life go on."""
    environment = with_odd_files(folder)
    if not environment:
        return "gcc is not there"
    db, worlds = os.path.join(folder, "c.db"), os.path.join(folder, "worlds")
    os.mkdir(worlds)
    shutil.copy(os.path.join(SAMPLES, "rom-4x8.partialworld"), os.path.join(worlds, "slow.partialworld"))
    scan(db, worlds)
    reader = start(db, "--lease", "1s", env=environment)
    until = time.monotonic() + 60
    while rows(db, "SELECT count(*) FROM queue WHERE worker <> 0") == [(0,)] and time.monotonic() < until:
        time.sleep(0.01)
    other = start(db, "--lease", "1s")
    found, counts = end(reader)
    expect((counts["added"], counts["lost"]) == (1, 0), counts)
    expect(end(other)[1]["files"] == 0, "the file was taken over")
    return None


def a_deadly_file_is_given_up(folder):
    environment = with_odd_files(folder)
    if not environment:
        return "gcc is not there"
    db, worlds, deadly = (os.path.join(folder, name) for name in ("c.db", "worlds", "worlds/deadly.partialworld"))
    make_worlds(Path(ROOT), Path(worlds), 12)
    shutil.copy(os.path.join(SAMPLES, "rom-4x8.partialworld"), deadly)
    scan(db, worlds)
    for _ in range(5):
        worker = start(db, "--follow", env=environment)
        out, _ = worker.communicate(timeout=60)
        expect(worker.returncode == -signal.SIGKILL, f"status {worker.returncode}: {out}")
        expire(db)
    worker = start(db, env=environment)
    found, counts = end(worker, 3)
    expect(counts["unread"] == 1 and [file["file"] for file in found if file["verdict"] == "unreadable"] == [deadly], found)
    expect(rows(db, "SELECT count(*) FROM file") == [(12,)], "the others are not there")
    expect(rows(db, "SELECT name, reason FROM skipped") == [("deadly.partialworld", "deadly")], "it is not noted")
    expect(scan(db, worlds)["queued"] == 0, "it is queued as it is")
    os.utime(deadly, (1, 1))
    expect(scan(db, worlds)["queued"] == 1, "it has changed")
    work(db)
    expect(rows(db, "SELECT count(*) FROM skipped") == [(0,)] and rows(db, "SELECT count(*) FROM file") == [(13,)],
           "it is read once it is harmless")
    return None


def claims_come_back_alone(folder):
    """After a death, whoever takes a file over has nothing else in hand."""
    db, worlds, of_add = (os.path.join(folder, name) for name in ("c.db", "worlds", "add.db"))
    make_worlds(Path(ROOT), Path(worlds), 20)
    total = add(of_add, worlds)
    expected = content(of_add)
    scan(db, worlds)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE queue SET worker = 17, claim = 1")
        connection.execute("INSERT INTO worker VALUES (17, 'gone', 0, 0)")
    connection.close()
    expect(work(db)["added"] == total["added"], "they are not taken over")
    same(db, expected)
    with sqlite3.connect(db) as connection:
        connection.execute("INSERT INTO worker VALUES (17, 'busy', 0, 99999999999999)")
    connection.close()
    os.utime(os.path.join(worlds, "0000", "world-1.partialworld"), (1, 1))
    scan(db, worlds)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE queue SET worker = 17, claim = 1")
    connection.close()
    waiting = start(db)
    time.sleep(1.5)
    expect(waiting.poll() is None, "it does not wait for the file of another worker")
    expire(db)
    found, counts = end(waiting)
    expect(counts["added"] == 1 and len(found) == 1, counts)


def files_of_a_root_are_found_elsewhere(folder):
    db, one, two = (os.path.join(folder, name) for name in ("c.db", "one", "two"))
    make_worlds(Path(ROOT), Path(one), 5)
    shutil.copy(os.path.join(SAMPLES, "moated-keep.lvd"), one)
    shutil.copytree(one, two)  # with the same times
    here, there = ["--root", f"saves={one}"], ["--root", f"saves={two}"]
    expect(scan(db, *here, one)["queued"] == 6, "they are queued")
    expect(work(db)["files"] == 0, "a worker without the root takes them")
    expect(work(db, "--root", f"other={two}")["files"] == 0, "a worker with another root takes them")
    os.rename(one, one + "-away")
    found = lines("work", "--db", db, *there)
    expect(sorted(file["file"] for file in found[:-1]) ==
           sorted([f"saves/0000/world-{number}.partialworld" for number in range(5)] + ["saves/moated-keep.lvd"]), found)
    os.rename(one + "-away", one)
    expect(sorted(set(rows(db, "SELECT folder FROM file"))) == [("saves",), ("saves/0000",)], "folders have another name")
    expect(scan(db, two)["queued"] == 6, "files without a name are others")
    expect(work(db, *there)["files"] == 0, "a worker with a root takes absolute paths")
    with sqlite3.connect(db) as connection:
        connection.execute("DELETE FROM queue")
    connection.close()
    for root, place in ((here, one), (there, two)):
        expect(add(db, *root, place)["unchanged"] == 6, f"unchanged below {place}")
        expect(scan(db, *root, os.path.join(place, "0000"))["unchanged"] == 5, "a part of it")
        name = os.path.join(place, "moated-keep.lvd")
        expect(json.loads(run("show", "--db", db, "--json", *root, name).stdout)["files"][0]["path"] ==
               "saves/moated-keep.lvd", "by its own path")
    keep = "saves/moated-keep.lvd"
    expect(b"saves/moated-keep.lvd" in run("show", "--db", db, keep).stdout, "by its recorded path")
    expect(b"moated-keep" in run("search", "--db", db, "--path", "saves/*keep*").stdout, "search --path")
    with open(os.path.join(two, "moated-keep.lvd"), "rb") as file:
        expect(run("get", "--db", db, *there, keep).stdout == file.read(), "its bytes")
    run("get", "--db", db, keep, status=1)
    run("show", "--db", db, os.path.join(two, "moated-keep.lvd"), status=1)
    os.remove(os.path.join(two, "moated-keep.lvd"))
    expect(add(db, *here, "--prune", one)["files_gone"] == 0, "it is there under the other path")
    expect(add(db, *there, "--prune", two)["files_gone"] == 1, "it is gone")
    of_add = os.path.join(folder, "add.db")
    add(of_add, *there, two)
    same(db, content(of_add))
    taken = run("forget", "--db", db, *there, os.path.join(two, "0000", "world-2.partialworld")).stdout
    expect(b"1 file left out" in taken, taken)


def roots_may_lie_in_each_other(folder):
    db, outer = os.path.join(folder, "c.db"), os.path.join(folder, "outer")
    inner, beside = os.path.join(outer, "inner"), os.path.join(folder, "outer-beside")
    for place in (outer, inner, beside):
        catalog.samples_into(place, "moated-keep.lvd")
    roots = ["--root", f"all={outer}", "--root", f"some={inner}/"]
    total = add(db, *roots, outer, beside)
    expect(total["added"] == 3, total)
    found = sorted(rows(db, "SELECT folder FROM file"))
    expect(found == [(beside,), ("all",), ("some",)], found)
    whole = os.path.join(folder, "whole.db")
    add(whole, "--root", "disk=/", inner)
    expect(rows(whole, "SELECT folder FROM file") == [("disk" + os.path.realpath(inner),)], "the root of the disk")
    expect(add(whole, "--root", "disk=/", "--prune", inner)["unchanged"] == 1, "it is there")


def archives_pictures_and_bytes_are_those_of_add(folder):
    db, worlds, kept = (os.path.join(folder, name) for name in ("c.db", "worlds", "kept"))
    catalog.samples_into(worlds, "moated-keep.lvd", "level-v4.lvd", "four-bit-adder.partialworld")
    shutil.make_archive(os.path.join(folder, "packed"), "gztar", SAMPLES, "issues")
    shutil.move(os.path.join(folder, "packed.tar.gz"), worlds)
    os.mkdir(kept)
    expect(scan(db, worlds)["archives"] == 1 and work(db)["added"] == 3, "archives are listed")
    expect(scan(db, worlds)["queued"] == 0, "and no more than that")
    asked = ["--thumbnails", "--bytes", kept]
    possible = b"--archives is not in this build" not in subprocess.run(
        [COMMAND, "catalog", "add", "--archives", "--db", os.path.join(folder, "x.db"), SAMPLES], capture_output=True).stderr
    if possible:
        asked.append("--archives")
    expect(scan(db, *asked, worlds)["queued"] == 3 + possible, "what lacks a picture")
    if possible:
        expect(work(os.path.join(folder, "x.db"))["files"] == 0, "another queue")
    first = work(db, *asked, *(["--sandbox"] if possible else []))
    expect((first["opened"], first["lost"]) == (possible, 0), first)
    run("verify", "--db", db, "--bytes", kept)
    of_add, other = os.path.join(folder, "add.db"), os.path.join(folder, "other")
    os.mkdir(other)
    add(of_add, "--thumbnails", "--bytes", other, *asked[3:], worlds)
    same(db, content(of_add))
    pictures = "SELECT * FROM world_picture ORDER BY key"
    expect(rows(db, pictures) == rows(of_add, pictures) != [], "other pictures")
    expect(scan(db, *asked, worlds)["queued"] == 0, "all is there")
    if possible:  # a worker that does not open archives lists them
        with open(os.path.join(worlds, "more.zip"), "w") as file:
            file.write("no archive")
        expect(scan(db, *asked, worlds)["queued"] == 1, "one more")
        expect(work(db)["archives"] == 1, "it is listed")
        expect(scan(db, *asked, worlds)["queued"] == 1, "it is still to be opened")
        expect(work(db, *asked, status=3)["unread"] == 1, "it is broken")


def what_fails_is_told(folder):
    db, worlds = os.path.join(folder, "c.db"), os.path.join(folder, "worlds")
    catalog.samples_into(worlds, "moated-keep.lvd")
    scan(db, worlds)
    for table, words in (("queue", ["scan", worlds]), ("queue", ["work"]), ("worker", ["work"]), ("world", ["scan", worlds]),
                         ("skipped", ["work"])):
        damaged = f"{db}-{table}-{words[0]}"
        shutil.copy(db, damaged)
        with sqlite3.connect(damaged) as connection:
            connection.execute(f"DROP TABLE {table}")
        connection.close()
        result = subprocess.run([COMMAND, "catalog", *words, "--db", damaged], capture_output=True, timeout=120)
        expect(result.returncode == 3 and f"no such table: {table}".encode() in result.stderr, f"{table}: {result}")
        if words == ["work"] and table == "skipped":
            expect(rows(damaged, "SELECT worker FROM queue") == [(0,)], "the claim is not given back")
    expect(work(db)["added"] == 1, "nothing is wrong with the catalogue")


def lines_are_as_their_schemas_say(folder):
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return "python3-jsonschema is not there"
    db, worlds, _, _ = begin(folder, 3)
    os.mkdir(os.path.join(worlds, "unreadable.lvd.zip"))
    told = {"scan": lines("scan", "--db", db, worlds), "work": lines("work", "--db", db)}
    for verb, found in told.items():
        schema = json.loads(subprocess.run([COMMAND, "schema", f"catalog-{verb}"], capture_output=True).stdout)
        Draft202012Validator.check_schema(schema)
        for line in found:
            for error in Draft202012Validator(schema).iter_errors(line):
                raise catalog.Failure(f"{verb}: {error.message}")
    return None


if __name__ == "__main__":
    sys.exit(catalog.main([eight_workers_read_each_file_once, a_scan_can_be_repeated,
                           files_that_change_meanwhile_are_read_as_they_are, killed_workers_lose_and_double_nothing,
                           a_worker_that_stood_still_leaves_its_files_to_others, a_claim_counts_once,
                           a_claim_that_another_worker_has_by_now_is_lost, a_worker_shows_life_and_follows,
                           a_slow_file_stays_with_its_worker,
                           a_deadly_file_is_given_up, claims_come_back_alone, files_of_a_root_are_found_elsewhere,
                           roots_may_lie_in_each_other, archives_pictures_and_bytes_are_those_of_add,
                           what_fails_is_told, lines_are_as_their_schemas_say], "queue"))
