#!/usr/bin/env python3
"""`overworld catalog` over SQLite: what is written down agrees with the other verbs, whatever files are called and
whatever happens on the way.

Usage: catalog.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)
"""
import base64
import collections
import hashlib
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "peers", "support"))
import trials
import counts
from catalogs import make_worlds

COMMAND = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(sys.argv[2])
SAMPLES = os.path.join(ROOT, "samples")
EXTENSIONS = {b"logicworld", b"partialworld", b"tung", b"lvd", b"city", b"structure"}
# Everything but when it was added.
CONTENT = ("SELECT key, folder, name, size, modified, sidecar, title, description FROM file ORDER BY 1, 2, 3",
           "SELECT * FROM world ORDER BY key", "SELECT * FROM world_type ORDER BY 1, 2, 3, 4",
           "SELECT * FROM world_mod ORDER BY 1, 2, 3, 4", "SELECT * FROM world_issue ORDER BY 1, 2, 3",
           "SELECT * FROM world_port ORDER BY 1, 2, 3", "SELECT * FROM world_band ORDER BY 1, 2",
           "SELECT key, file, text FROM world_text ORDER BY 1, 2", "SELECT * FROM skipped ORDER BY 1, 2",
           "SELECT * FROM file_issue ORDER BY 1, 2, 3, 4, 5, 6", "SELECT key, records FROM mod_use ORDER BY 1, 2",
           "SELECT key, records FROM issue_count ORDER BY 1, 2")
# Of what belongs to worlds: tables, and views of tables and their names.
BELONGINGS = ("type_count", "mod_use", "issue_count", "world_port", "world_band", "world_text", "file_issue")


class Failure(Exception):
    pass


def expect(is_true, what):
    if not is_true:
        raise Failure(what)


def run(*words, status=0, **options):
    result = subprocess.run([COMMAND, "catalog", *words], capture_output=True, timeout=120, **options)
    expect(result.returncode == status,
           f"{words}: status {result.returncode}, not {status}: {result.stderr.decode(errors='replace')}")
    return result


def lines(*words, status=0):
    return [json.loads(line) for line in run(*words, "--json-lines", status=status).stdout.splitlines()]


def add(db, *paths, status=0):
    return json.loads(run("add", "--db", db, "--json", *paths, status=status).stdout)


def rows(db, sql):
    connection = sqlite3.connect(db)
    try:
        connection.text_factory = str
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def content(db):
    """The rows of all tables; running counts have to be what counting them gives."""
    expect(counts.sqlite_differences(db) == [], f"counts: {counts.sqlite_differences(db)[:8]}")
    return [rows(db, sql) for sql in CONTENT]


def overworld(*words):
    return json.loads(subprocess.run([COMMAND, *words], capture_output=True, timeout=60).stdout)


def unescape(text):
    """The bytes of escaped text, as docs/reference/catalogue.md describes it."""
    data, out, at = text.encode(), bytearray(), 0
    while at < len(data):
        if data[at:at + 2] == b"\\\\":
            out.append(0x5C)
            at += 2
        elif data[at:at + 2] == b"\\x":
            out.append(int(data[at + 2:at + 4], 16))
            at += 4
        else:
            out.append(data[at])
            at += 1
    return bytes(out)


def worlds_below(folder):
    found = []
    for place, _, names in os.walk(os.fsencode(folder)):
        found += [os.path.join(place, name) for name in names if name.rpartition(b".")[2] in EXTENSIONS]
    return sorted(found)


def samples_into(folder, *names):
    os.makedirs(folder, exist_ok=True)
    for name in names:
        shutil.copy(os.path.join(SAMPLES, name), folder)


def every_sample_has_a_row(folder):
    db = os.path.join(folder, "c.db")
    total = add(db, SAMPLES)
    paths = sorted(unescape(f"{a}/{b}") for a, b in rows(db, "SELECT folder, name FROM file"))
    expect(paths == worlds_below(SAMPLES), "the files are not those below samples/")
    expect(total["added"] == len(paths) and total["unread"] == 0, total)
    expect(rows(db, "SELECT count(*) FROM file LEFT JOIN world USING (key) WHERE world.hash IS NULL") == [(0,)],
           "a file without its world")


def the_sandbox_finds_the_same(folder):
    here, there = os.path.join(folder, "here.db"), os.path.join(folder, "there.db")
    add(here, SAMPLES, "--thumbnails")
    done = subprocess.run([COMMAND, "catalog", "add", "--db", there, "--sandbox", "--thumbnails", SAMPLES],
                          capture_output=True, text=True, timeout=120)
    if ": --sandbox " in done.stderr:
        return "this system or build has none"
    expect(done.returncode == 0, f"status {done.returncode}: {done.stderr}")
    for table in ("world", "world_type", "world_mod", "world_issue", "world_port", "world_band", "world_picture",
                  "file_issue"):
        found = [sorted(rows(db, f"SELECT * FROM {table}"), key=repr) for db in (here, there)]
        expect(found[0] == found[1], f"{table} is another")
    texts = "SELECT key, file, text FROM world_text ORDER BY key, file"
    expect(rows(here, texts) == rows(there, texts), "the texts are others")


def a_timeout_needs_the_sandbox(folder):
    db = os.path.join(folder, "c.db")
    for words, said in ((["--timeout", "1"], "--timeout works only with --sandbox"),
                        (["--sandbox", "--timeout", "0"], "--timeout takes a number of seconds from 1")):
        done = run("add", "--db", db, *words, SAMPLES, status=2)
        expect(said in done.stderr.decode(), done.stderr)
    expect(not os.path.exists(db), "a catalogue was made")


def rows_agree_with_other_verbs(folder):
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    for path in worlds_below(SAMPLES):
        path = path.decode()
        known = json.loads(run("show", "--db", db, "--json", path).stdout)
        info = overworld("info", "--json", path)
        check = overworld("check", "--json", path)
        expect(known["format"] == info["format"], f"{path}: format {known['format']}")
        expect((known["status"] == "ok") == (overworld("info", "--json", "--full", path)["error"] is None), path)
        # What hangs on a file's name or on images beside it is no fact of its bytes.
        issues = collections.Counter(issue["code"] for issue in check["issues"]
                                     if not issue["code"].startswith(("FILE_", "CITY_IMAGE_")))
        found = {row["code"]: row["count"] for row in known["issues"] if not row["code"].startswith("CITY_IMAGE_")}
        found.update((row["code"], row["count"]) for row in known["file_issues"] if row["path"] == path)
        expect(found == issues, f"{path}: issues {found} are not {issues}")
        if known["status"] != "ok":
            continue
        parts = overworld("find", "--json", path)["parts"]
        types = {}
        for part in parts:
            if "type" in part:
                key = (part["kind"], part["type"])
                types[key] = types.get(key, 0) + 1
        places = [part["position"] for part in parts if "position" in part]
        for axis, letter in enumerate("xyz"):
            along = [place[axis] for place in places if axis < len(place) and not isinstance(place[axis], str)]
            told = [known["least_" + letter], known["most_" + letter]]
            extent = [min(along), max(along)] if along else [None, None]
            # `find` prints as few digits as tell a number of 32 bits from others.
            expect(told == extent or None not in told + extent and
                   all(math.isclose(*pair, rel_tol=1e-6, abs_tol=1e-30) for pair in zip(told, extent)),
                   f"{path}: {letter} goes from {told}, not {extent}")
        told = {(row["kind"], row["name"]): row["count"] for row in known["types"]}
        expect(told == types, f"{path}: types {told} are not {types}")
        texts = "\n".join(row["text"] for row in known["texts"])
        for part in parts:
            if part.get("text", "").isprintable() and "\\" not in part.get("text", ""):
                expect(part.get("text", "") in texts, f"{path}: no text {part.get('text')!r}")


def unchanged_files_stay_as_they_are(folder):
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    before = content(db)
    total = add(db, SAMPLES)
    expect(total["added"] == 0 and total["unchanged"] == len(worlds_below(SAMPLES)), total)
    expect(content(db) == before, "a second run changed rows")


def a_changed_file_replaces_its_row(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(place, "world-v7.logicworld", "moated-keep.lvd")
    add(db, place)
    shutil.copy(os.path.join(SAMPLES, "level-v4.lvd"), os.path.join(place, "moated-keep.lvd"))
    os.utime(os.path.join(place, "world-v7.logicworld"), ns=(1, 1))
    total = add(db, place)
    expect(total["added"] == 2 and total["unchanged"] == 0, total)
    expect(rows(db, "SELECT count(*) FROM file") == [(2,)], "files doubled")
    expect(lines("search", "--db", db, "--text", "moated", status=1) == [], "what is gone is still found")
    total = json.loads(run("add", "--db", db, "--prune", "--json", place).stdout)
    expect(total["worlds_gone"] == 1 and total["files_gone"] == 0, total)
    other = os.path.join(folder, "other.db")
    add(other, place)
    expect(content(db) == content(other), "not what a new catalogue has")


def prune_forgets_what_is_gone(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(os.path.join(place, "a"), "world-v7.logicworld")
    samples_into(os.path.join(place, "b"), "world-v7.logicworld", "level-v4.lvd")
    samples_into(os.path.join(folder, "elsewhere"), "city-town.city")
    add(db, place, os.path.join(folder, "elsewhere"))
    shutil.rmtree(os.path.join(place, "b"))
    shutil.rmtree(os.path.join(folder, "elsewhere"))
    expect(add(db, place)["files_gone"] == 0, "without --prune something went")
    total = json.loads(run("add", "--db", db, "--prune", "--json", place).stdout)
    expect((total["files_gone"], total["worlds_gone"]) == (2, 1), total)
    names = rows(db, "SELECT name FROM file ORDER BY 1")
    expect(names == [("city-town.city",), ("world-v7.logicworld",)], f"left are {names}")
    for table in BELONGINGS:
        left = rows(db, f"SELECT count(*) FROM {table} WHERE key NOT IN (SELECT key FROM world)")
        expect(left == [(0,)], f"{table} has rows of no world")
    expect(rows(db, "INSERT INTO world_words (world_words) VALUES ('integrity-check')") == [], "full text")


def prune_tells_gone_from_out_of_reach(folder):
    """A file in what is no folder any more is gone. One behind a link that leads nowhere may come back."""
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    for name in ("flat", "looped"):
        samples_into(os.path.join(place, name), "level-v4.lvd")
    add(db, place)
    for name in ("flat", "looped"):
        shutil.rmtree(os.path.join(place, name))
    with open(os.path.join(place, "flat"), "wb"):
        pass
    os.symlink("looped", os.path.join(place, "looped"))
    total = json.loads(run("add", "--db", db, "--prune", "--json", place).stdout)
    expect((total["files_gone"], total["worlds_gone"]) == (1, 0), total)
    folders = [os.path.basename(path) for path, in rows(db, "SELECT folder FROM file")]
    expect(folders == ["looped"], f"left are {folders}")


def any_name_comes_back(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    names = [b"it's.lvd", b'say "hi".lvd', b"two\nlines.lvd", b"caf\xc3\xa9.lvd", b"latin-\xe9.lvd", b"back\\slash.lvd",
             b"back\\x41.lvd", b"; DROP TABLE world; --.lvd", b"\xed\xa0\x80.lvd", b"-rf.lvd", b"%s%n.lvd", b"a\tb\x7f.lvd"]
    os.makedirs(place)
    for name in names:
        shutil.copy(os.path.join(SAMPLES, "level-v4.lvd"), os.path.join(os.fsencode(place), name))
    add(db, place)
    expect(sorted(unescape(name) for name, in rows(db, "SELECT name FROM file")) == sorted(names), "names differ")
    found = lines("search", "--db", db)
    expect(sorted(os.path.basename(unescape(row["path"])) for row in found) == sorted(names), "search differs")
    expect(add(db, place)["unchanged"] == len(names), "they are read again")
    for name in names:
        run("show", "--db", db, os.path.join(os.fsencode(place), name))
    total = json.loads(run("add", "--db", db, "--prune", "--json", place).stdout)
    expect(total["files_gone"] == 0, f"--prune forgets files that are there: {total}")
    os.remove(os.path.join(os.fsencode(place), b"latin-\xe9.lvd"))
    total = json.loads(run("add", "--db", db, "--prune", "--json", place).stdout)
    expect(total["files_gone"] == 1, total)


def dates_are_kept_if_a_database_can_hold_them(folder):
    """A level has 64 bits without a sign, a database has 63."""
    for stamp, made in ((1677000000, 1677000000), (2**63 - 1, 2**63 - 1), (2**63, None)):
        db, level = os.path.join(folder, f"{stamp}.db"), os.path.join(folder, f"{stamp}.lvd")
        sample = os.path.join(SAMPLES, "level-v4.lvd")
        subprocess.run([COMMAND, "set", sample, f"/blocks/0/timestamp={stamp}", "-o", level], check=True, timeout=60)
        add(db, level)
        expect(rows(db, "SELECT made FROM world") == [(made,)], f"{stamp} is not kept as {made}")


def paths_have_at_most_2400_bytes(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(os.path.realpath(folder), "in")
    while len(place) < 2200:
        place = os.path.join(place, "f" * 99)
    names = ["n" * (size - len(place) - 4) + ".lvd" for size in (2400, 2401)]
    os.makedirs(place)
    for name in names:
        shutil.copy(os.path.join(SAMPLES, "level-v4.lvd"), os.path.join(place, name))
    done = run("add", "--db", db, place, status=3)
    expect(f"{names[1]}: has a path that is too long for a catalogue".encode() in done.stderr, done.stderr)
    expect(rows(db, "SELECT folder, name FROM file") == [(place, names[0])], "not the one that has room alone")
    expect(rows(db, "SELECT count(*) FROM skipped") == [(0,)], "a path without room is kept")


def what_cannot_be_read_stops_nothing(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(place, "level-v4.lvd", "city-town.city")
    with open(os.path.join(place, "large.lvd"), "wb") as file:
        file.truncate(3 << 20)
    with open(os.path.join(place, "saves.zip"), "wb") as file:
        file.write(b"PK")
    os.symlink("level-v4.lvd", os.path.join(place, "link.lvd"))
    os.mkfifo(os.path.join(place, "pipe.lvd"))
    total = json.loads(run("add", "--db", db, "--json", "--max-size", "1M", place, status=3).stdout)
    expect((total["added"], total["unread"], total["archives"]) == (2, 1, 1), total)
    passed = rows(db, "SELECT name, reason FROM skipped ORDER BY 1")
    expect(passed == [("large.lvd", "unreadable"), ("saves.zip", "archive")], passed)
    total = add(db, place)
    expect((total["added"], total["unchanged"], total["archives"], total["broken"]) == (1, 2, 1, 1), total)
    expect(rows(db, "SELECT name FROM skipped") == [("saves.zip",)], "the file that was read is still skipped")
    run("add", "--db", db, os.path.join(folder, "nowhere"), status=3)


def broken_files_have_a_row(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    os.makedirs(place)
    whole = open(os.path.join(SAMPLES, "world-v7.logicworld"), "rb").read()
    made = {"cut.logicworld": whole[:len(whole) // 2], "empty.lvd": b"", "noise.structure": os.urandom(5000),
            "zeros.city": bytes(4096), "counts.logicworld": whole[:60] + struct.pack("<I", 0x7FFFFFFF) * 40}
    for name, data in made.items():
        with open(os.path.join(place, name), "wb") as file:
            file.write(data)
    total = add(db, place)
    expect(total["added"] == len(made) and total["broken"] >= 3, total)
    found = dict(rows(db, "SELECT name, error FROM file JOIN world USING (key) WHERE status <> 'ok'"))
    expect("cut.logicworld" in found and found["cut.logicworld"], found)
    status = lines("search", "--db", db, "--status", "truncated")
    expect(sorted(os.path.basename(row["path"]) for row in status) == ["counts.logicworld", "cut.logicworld"], status)


def searches_find_what_they_say(folder):
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    table = [
        (["--type", "MHG.Peg"], "SELECT DISTINCT hash FROM world_type WHERE name = 'MHG.Peg'"),
        (["--type", "MHG.Peg", "--count", ">2"], "SELECT hash FROM world_type WHERE name = 'MHG.Peg' AND count > 2"),
        (["--type", "MHG.Peg", "--count", "3"], "SELECT hash FROM world_type WHERE name = 'MHG.Peg' AND count >= 3"),
        (["--type", "MHG.Panel*"], "SELECT DISTINCT hash FROM world_type WHERE name LIKE 'MHG.Panel%'"),
        (["--format", ",".join(["city"] * 14 + ["leveld"])], "SELECT hash FROM world WHERE format IN ('city', 'leveld')"),
        (["--format", "city,leveld"], "SELECT hash FROM world WHERE format IN ('city', 'leveld')"),
        (["--format", "blotter", "--format-version", "<6"],
         "SELECT hash FROM world WHERE format = 'blotter' AND version < 6"),
        (["--format", "blotter", "--format-version", "6"],
         "SELECT hash FROM world WHERE format = 'blotter' AND version = 6"),
        (["--format", "blotter", "--format-version", ">=6"],
         "SELECT hash FROM world WHERE format = 'blotter' AND version >= 6"),
        (["--kind", "subassembly"], "SELECT hash FROM world WHERE kind = 'subassembly'"),
        (["--larger", ">100"], "SELECT hash FROM world WHERE records > 100"),
        (["--mod", "CheeseUtilMod"], "SELECT hash FROM world_mod WHERE name = 'CheeseUtilMod'"),
        (["--issue", "BLOTTER_DANGLING_PEG"], "SELECT hash FROM world_issue WHERE code = 'BLOTTER_DANGLING_PEG'"),
        (["--issue", "CITY_*"], "SELECT DISTINCT hash FROM world_issue WHERE code LIKE 'CITY!_%' ESCAPE '!'"),
        (["--text", "moat* KEEP"], "SELECT hash FROM world WHERE title = 'The Moated Keep'"),
        (["--path", "*/city-town.city"], "SELECT hash FROM file JOIN world USING (key) WHERE name = 'city-town.city'"),
        (["--type", "overworld-house", "--mod", "MHG"], None),
        (["--text", "\"')(*:^"], None),
    ]
    for words, sql in table:
        expected = sorted({data.hex() for data, in rows(db, sql)}) if sql else []
        found = lines("search", "--db", db, "-n", "0", *words, status=0 if expected else 1)
        expect(sorted({row["hash"] for row in found}) == expected, f"{words}: {len(found)} rows")
        expect(not sql or expected, f"{words}: the samples have none")
    counts = [row["count"] for row in lines("search", "--db", db, "--type", "MHG.Peg", "-n", "0")]
    expect(counts == sorted(counts, reverse=True), "the largest do not come first")
    all_of = lines("search", "--db", db, "-n", "0")
    expect(lines("search", "--db", db, "-n", "7", "--skip", "5") == all_of[5:12], "pages")
    for words in (["--count", "3"], ["--larger", "many"], ["--format", "doom"],
                  ["--format", "city," * 16], ["--hash", "xyz"], ["--format-version", "six"]):
        run("search", "--db", db, *words, status=2)


def key_of(data):
    """The key of a world with a hash, or the number of a name with one."""
    return struct.unpack(">Q", data[:8])[0] - 2**63


def put_types(connection, counts):
    """Gives worlds types: the key of a world, a name, a count."""
    numbers = {name: key_of(hashlib.sha256(f"component\n{name}".encode()).digest()) for _, name, _ in counts}
    connection.executemany("INSERT OR IGNORE INTO type_name VALUES (?, 'component', ?)",
                           [(number, name) for name, number in numbers.items()])
    connection.executemany("INSERT INTO type_count (key, type, count) VALUES (?, ?, ?)",
                           [(key, numbers[name], count) for key, name, count in counts])


def patterns_find_pages_of_what_all_rows_are(folder):
    """The first rows come name by name, all of them by a pattern that the database tries on each row."""
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    connection = sqlite3.connect(db)
    (world,), = connection.execute("SELECT min(key) FROM world")
    put_types(connection, [(world, name, 5) for name in ("?[a]*", "*", "%_!", "A", "a", "\u00e9t\u00e9", "Zz")] +
              [(world, f"many{number:04}", number % 7) for number in range(1100)])
    connection.commit()
    connection.close()
    patterns = ["*", "**", "MHG.Peg*", "MHG.*", "*And*", "*Gate", "M*.*e*", "*a*a*", "?*", "*]*", "*%*", "*!", "A*", "*A", "*t\u00e9",
                "many*", "many*9", "many00*", "*nothing*"]
    others = [[], ["--count", ">3"], ["--format", "leveld,city"], ["--larger", "20"], ["--text", "adder"],
              ["--path", "*town*"], ["--kind", "subassembly", "--count", "<9"]]
    found = asked = 0
    for number, pattern in enumerate(patterns):
        for other in others if trials.is_deep() else (others[0], others[1 + number % (len(others) - 1)]):
            asked += 1
            words = ["search", "--db", db, "--type", pattern, *other, "--json-lines"]
            all_of = subprocess.run([COMMAND, "catalog", *words, "-n", "0"], capture_output=True).stdout.splitlines()
            found += len(all_of) > 0
            for most, skip in ((1, 0), (7, 0), (2, 9), (50, 0)):
                page = subprocess.run([COMMAND, "catalog", *words, "-n", str(most), "--skip", str(skip)],
                                      capture_output=True)
                expect(page.stderr == b"", f"{words}: {page.stderr}")
                expect(page.stdout.splitlines() == all_of[skip:skip + most], f"{words}, {most} from {skip}")
    expect(found > asked / 3, f"only {found} of {asked} questions find anything")


def titles_beside_a_save_are_found(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in", "Adder")
    os.makedirs(place)
    shutil.copy(os.path.join(SAMPLES, "four-bit-adder.partialworld"), os.path.join(place, "data.partialworld"))
    beside = os.path.join(place, "meta.jecs")
    with open(beside, "w", encoding="utf-8") as file:
        file.write("Title: Ripple counter\nDescription: \"counts sheep\"\nSearchTags: null\n")
    add(db, folder)
    expect(rows(db, "SELECT title, description FROM file") == [("Ripple counter", "counts sheep")], "title")
    expect(len(lines("search", "--db", db, "--text", "sheep")) == 1, "not found by its description")
    with open(beside, "w", encoding="utf-8") as file:
        file.write("Title: Another name\nDescription: null\n")
    os.utime(beside, ns=(5, 5))
    expect(add(db, folder)["added"] == 1, "a change of the title is not seen")
    expect(rows(db, "SELECT title, description FROM file") == [("Another name", None)], "title after a change")
    expect(lines("search", "--db", db, "--text", "sheep", status=1) == [], "found by words that are gone")


def issues_of_texts_belong_to_the_file(folder):
    """Saves of the same bytes, of which each has other texts beside it."""
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    for name in ("FOLDER_TITLE_MISSING", "FOLDER_DISPLAY_UNUSED", "FOLDER_TEXT_BROKEN"):
        shutil.copytree(os.path.join(SAMPLES, "issues", name), os.path.join(place, name))
    world = os.path.join(place, "FOLDER_TITLE_MISSING", "data.logicworld")
    for name in ("FOLDER_DISPLAY_UNUSED", "FOLDER_TEXT_BROKEN"):
        shutil.copy(world, os.path.join(place, name))

    def searched(code, status=0):
        return [os.path.basename(os.path.dirname(row["path"])) for row in lines("search", "--db", db, "--issue", code,
                                                                                 status=status)]
    expect(add(db, place)["added"] == 3, "three saves")
    expect(rows(db, "SELECT count(*) FROM world") == [(1,)], "their bytes are the same")
    expect(searched("FOLDER_DISPLAY_UNUSED") == ["FOLDER_DISPLAY_UNUSED"], "one by its code")
    expect(len(searched("FOLDER_*")) == 3 and len(searched("*_TEXT_*")) == 1, "all by a pattern")
    expect(searched("BLOTTER_DANGLING_PEG", 1) == [], "none by a code of worlds")
    told = lines("search", "--db", db, "--issue", "FOLDER_TEXT_BROKEN", "--type", "*", status=1)
    expect(told == [], "a world without components has no types")
    counts = rows(db, "SELECT code, severity, count, pointer FROM file_issue ORDER BY code")
    expect(counts[0] == ("FOLDER_DISPLAY_UNUSED", "info", 1, "/folder/ExtraData/MHG.DisplayConfigurations/1_pegs/"
                         "Configuration0.jecs"), counts)
    # Any of several texts, one that is no text of the save, the removal of one far below, and a save that is gone.
    colors = os.path.join(place, "FOLDER_DISPLAY_UNUSED", counts[0][3][len("/folder/"):])
    for text in (colors, os.path.join(place, "FOLDER_DISPLAY_UNUSED", "meta.jecs")):
        os.utime(text, ns=(5, 5))
        expect(add(db, place)["added"] == 1, f"a change of {text} is not seen")
    with open(os.path.join(place, "FOLDER_DISPLAY_UNUSED", ".hidden.jecs"), "w", encoding="utf-8"):
        pass
    expect(add(db, place)["unchanged"] == 3, "a hidden file is seen")
    shutil.rmtree(os.path.join(place, "FOLDER_DISPLAY_UNUSED", "ExtraData"))
    expect(add(db, place)["added"] == 1 and searched("FOLDER_DISPLAY_UNUSED", 1) == [], "a text that is gone")
    expect(add(db, place)["unchanged"] == 3, "what stayed is read again")
    shutil.rmtree(os.path.join(place, "FOLDER_TEXT_BROKEN"))
    other = shutil.copy(world, os.path.join(place, "FOLDER_TITLE_MISSING", "data.partialworld"))
    add(db, place)
    os.remove(other)
    run("add", "--db", db, "--prune", place)
    expect(rows(db, "SELECT code FROM file_issue") == [("FOLDER_TITLE_MISSING",)], "of a file that is gone")
    expect([row["code"] for row in json.loads(run("show", "--db", db, "--json", world).stdout)["file_issues"]] ==
           ["FOLDER_TITLE_MISSING"], "show")
    expect(b"FOLDER_TITLE_MISSING" in run("stats", "--db", db).stdout, "stats")


def a_text_that_cannot_be_read_is_told_and_tried_again(folder):
    """As somebody who may not read it: root may."""
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    shutil.copytree(os.path.join(SAMPLES, "issues", "FOLDER_DISPLAY_UNUSED"), place)
    os.chmod(folder, 0o777)
    os.chmod(os.path.join(place, "meta.jecs"), 0)
    command = shutil.copy(COMMAND, folder)
    user = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
    for _ in range(2):
        done = subprocess.run([command, "catalog", "add", "--db", db, place], capture_output=True, text=True, **user)
        expect(done.returncode == 3 and "meta.jecs beside it cannot be read: Permission denied" in done.stderr, done)
        expect("1 read, 0 unchanged, 1 of them without a text beside them" in done.stdout, done)
        expect(rows(db, "SELECT code FROM file_issue") == [], "a title is not missing because it cannot be read")
    os.chmod(os.path.join(place, "meta.jecs"), 0o644)
    done = subprocess.run([command, "catalog", "add", "--db", db, place], capture_output=True, text=True, **user)
    expect(done.returncode == 0 and done.stdout == "1 read, 0 unchanged\n", done)
    expect(rows(db, "SELECT code FROM file_issue") == [("FOLDER_DISPLAY_UNUSED",)], "issues of all texts")


def duplicates_are_told(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(place, "city-town.city", "four-bit-adder.partialworld")
    shutil.copy(os.path.join(place, "city-town.city"), os.path.join(place, "copy.city"))
    adder = os.path.join(place, "four-bit-adder.partialworld")
    for words in (["convert", adder, os.path.join(place, "older.partialworld"), "--version", "6"],
                  ["remove", adder, "text:A0", "-o", os.path.join(place, "less.partialworld")]):
        result = subprocess.run([COMMAND, *words], capture_output=True)
        expect(result.returncode == 0, result.stderr.decode())
    add(db, place)
    pairs = {(row["likeness"], *sorted(os.path.basename(row[key]) for key in ("path", "other")))
             for row in lines("duplicates", "--db", db)}
    expect(("same bytes", "city-town.city", "copy.city") in pairs, pairs)
    expect(("same content", "four-bit-adder.partialworld", "older.partialworld") in pairs, pairs)
    expect(("alike", "four-bit-adder.partialworld", "less.partialworld") in pairs, pairs)
    expect(not any("city-town.city" in pair and pair[0] != "same bytes" for pair in pairs), pairs)


def other_databases_stay_as_they_are(folder):
    table = []
    for name, make in (("other", "CREATE TABLE t (a)"), ("marked", "PRAGMA application_id = 77")):
        db = os.path.join(folder, name + ".db")
        connection = sqlite3.connect(db)
        connection.execute("CREATE TABLE IF NOT EXISTS u (a)")
        connection.execute(make)
        connection.commit()
        connection.close()
        table.append((db, b"another program"))
    text = os.path.join(folder, "text.db")
    with open(text, "wb") as file:
        file.write(b"no database at all, but long enough to look at " * 40)
    table.append((text, b"not an SQLite database"))
    newer = os.path.join(folder, "newer.db")
    add(newer, os.path.join(SAMPLES, "level-v4.lvd"))
    connection = sqlite3.connect(newer)
    connection.execute("UPDATE catalog SET value = '99' WHERE name = 'schema'")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    table.append((newer, b"later version"))
    for db, words in table:
        before = open(db, "rb").read()
        for part in (["add", "--db", db, SAMPLES], ["search", "--db", db], ["stats", "--db", db]):
            result = run(*part, status=3)
            expect(words in result.stderr, result.stderr)
        expect(open(db, "rb").read() == before, f"{db} was changed")
    run("search", "--db", os.path.join(folder, "none.db"), status=3)
    expect(not os.path.exists(os.path.join(folder, "none.db")), "a search made a database")
    run("add", "--db", os.path.join(folder, "no", "such", "folder.db"), SAMPLES, status=3)


def make_version_3(db, worlds):
    """A catalogue of version 3, of files that are copied to `worlds`."""
    samples_into(worlds, "four-bit-adder.partialworld", "world-v7.logicworld", "level-v4.lvd", "city-town.city",
                 "build-car.structure")
    shutil.copytree(os.path.join(SAMPLES, "issues", "FOLDER_TITLE_MISSING"), os.path.join(worlds, "beside"))
    shutil.copy(os.path.join(worlds, "four-bit-adder.partialworld"), os.path.join(worlds, "copy.partialworld"))
    shutil.copy(os.path.join(SAMPLES, "issues", "LEVELD_TRUNCATED.lvd"), os.path.join(worlds, "broken.lvd"))
    with open(os.path.join(worlds, "saves.zip"), "wb") as file:
        file.write(b"PK\n")
    with open(os.path.join(ROOT, "tests", "catalog", "version-3.sql"), encoding="utf-8") as file:
        script = file.read().replace("FOLDER'", worlds + "'").replace("FOLDER/", worlds + "/")
    connection = sqlite3.connect(db)
    connection.executescript(script)
    connection.close()


def an_earlier_schema_is_brought_up_to_date(folder):
    """A filled catalogue of version 3 has the rows of a new one afterwards, although no file is read, but for sketches,
    which have another form: these come when the files are read again. One of version 1 has its rows then too."""
    worlds, other = os.path.join(folder, "in"), os.path.join(folder, "other.db")
    db, first = os.path.join(folder, "c.db"), os.path.join(folder, "first.db")
    make_version_3(db, worlds)
    add(other, worlds)
    shutil.copy(db, first)
    expect(b"earlier version" in run("search", "--db", db, status=3).stderr, "not said")
    os.mkdir(os.path.join(folder, "empty"))
    expect(add(db, os.path.join(folder, "empty"))["files"] == 0, "files of an empty folder")
    expected, again = content(other), os.path.join(folder, "again.db")
    shutil.copy(db, again)
    expect(add(again, worlds)["unchanged"] == 0 and content(again) == expected, "sketches have not come")
    for of in db, other:  # times of files are other than when the old catalogue was made
        connection = sqlite3.connect(of)
        connection.execute("UPDATE world SET facts = 1, sketch = NULL")
        connection.execute("DELETE FROM world_band")
        connection.execute("UPDATE file SET modified = 0, sidecar = 0")
        connection.execute("UPDATE skipped SET modified = 0")
        connection.commit()
        connection.close()
    for told, wanted in zip(content(db), content(other)):
        expect(told == wanted, f"{told}\n are not\n{wanted}")
    for sql in ("SELECT name, sql FROM sqlite_schema ORDER BY name", "SELECT id, key, file FROM world_text ORDER BY id"):
        expect(rows(db, sql) == rows(other, sql), f"another answer to {sql}")
    expect(rows(db, "SELECT count(*), min(width) FROM world_picture WHERE length(png) = 40") == [(6, 256)], "pictures")
    expect(rows(db, "INSERT INTO world_words (world_words) VALUES ('integrity-check')") == [], "full text")
    expect(rows(db, "PRAGMA user_version") == [(4,)], "version")
    connection = sqlite3.connect(first)
    for sql in ("DROP TABLE world_picture", "DROP TABLE world_band", "DROP TABLE file_issue", "PRAGMA user_version = 1",
                "UPDATE catalog SET value = '1' WHERE name = 'schema'", "UPDATE world SET facts = 0",
                "UPDATE file SET sidecar = 1500000000000000000 WHERE title IS NOT NULL"):
        connection.execute(sql)
    connection.commit()
    connection.close()
    add(first, worlds)
    expect(content(first) == expected, "not what a new catalogue has")


def another_hash_with_the_same_key_is_skipped(folder):
    """The rows of the two worlds stay apart and the second file is reported, in one run and in two."""
    db, sample = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(sample, "level-v4.lvd")
    add(db, sample)
    run("search", "--db", db, "--text", "nothing", status=1)
    expected = [rows(db, f"SELECT * FROM {table}") for table in BELONGINGS if table != "world_text"]
    connection = sqlite3.connect(db)
    connection.execute("UPDATE world SET hash = substr(hash, 1, 8) || zeroblob(24)")
    connection.execute("DELETE FROM file")
    connection.commit()
    connection.close()
    for _ in range(2):
        done = run("add", "--db", db, sample, status=3)
        expect(b"level-v4.lvd: has another content than a world of the catalogue" in done.stderr, done.stderr)
        expect(rows(db, "SELECT name, reason FROM skipped") == [("level-v4.lvd", "clash")], "not skipped")
        expect(rows(db, "SELECT count(*) FROM file") == [(0,)], "a file of another world")
        expect([rows(db, f"SELECT * FROM {table}") for table in BELONGINGS if table != "world_text"] == expected,
               "rows of another world")
    run("add", "--db", db, "--prune", sample, status=3)
    expect(add(db, sample)["added"] == 1, "not read once the other world is gone")
    expect(rows(db, "SELECT count(*) FROM skipped") == [(0,)], "still skipped")


def a_read_only_catalogue_can_be_searched(folder):
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    for words in ("DELETE FROM world", "INSERT INTO catalog VALUES ('a', 'b')", "SELECT 1; SELECT 2", "", "PRAGMA x = ("):
        run("sql", "--db", db, words, status=2)
    expect(lines("sql", "--db", db, "SELECT count(*) AS n, x'00ff' AS b, NULL AS z, 0.5 AS r FROM file") ==
           [{"n": len(worlds_below(SAMPLES)), "b": "00ff", "z": None, "r": 0.5}], "sql")
    # As somebody who may change nothing: root may.
    os.chmod(folder, 0o755)
    command = shutil.copy(COMMAND, folder)
    os.chmod(db, 0o444)
    os.chmod(folder, 0o555)
    user = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}

    def asked(*words):
        return subprocess.run([command, "catalog", *words, "--db", db], capture_output=True, **user)
    expect(len(asked("search", "--json-lines", "-n", "0").stdout.splitlines()) == len(worlds_below(SAMPLES)), "search")
    result = asked("add", folder)
    expect(result.returncode == 3 and b"read-only" in result.stderr, result)
    expect(asked("export", "--csv").returncode == 0, "export")
    os.chmod(folder, 0o755)


def a_full_disk_leaves_nothing_half(folder):
    import resource
    db = os.path.join(folder, "c.db")

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    for size in (1 << 14, 1 << 16, 1 << 17, 3 << 16):
        result = subprocess.run([COMMAND, "catalog", "add", "--db", db, SAMPLES], capture_output=True, preexec_fn=limit)
        expect(result.returncode == 3 and db.encode() in result.stderr, f"{size}: {result}")
        if os.path.exists(db) and os.path.getsize(db) > 0:
            expect(rows(db, "PRAGMA integrity_check") == [("ok",)], f"damaged at {size}")
    add(db, SAMPLES)
    other = os.path.join(folder, "other.db")
    add(other, SAMPLES)
    expect(content(db) == content(other), "not what a new catalogue has")


def adding_makes_no_temporary_files(folder):
    """Each statement with triggers has a journal, which SQLite would write to a file and delete."""
    temporary, place = os.path.join(folder, "temporary"), os.path.join(folder, "in")
    os.mkdir(temporary)
    make_worlds(Path(ROOT), Path(place), 500)
    before = os.stat(temporary).st_mtime_ns
    result = subprocess.run([COMMAND, "catalog", "add", "--db", os.path.join(folder, "c.db"), place], capture_output=True,
                            env={**os.environ, "SQLITE_TMPDIR": temporary})
    expect(result.returncode == 0 and os.stat(temporary).st_mtime_ns == before, "a file was made and deleted")


def kills_lose_and_double_nothing(folder):
    db, other, place = (os.path.join(folder, name) for name in ("c.db", "other.db", "in"))
    for i in range(12):
        shutil.copytree(SAMPLES, os.path.join(place, str(i)), ignore=shutil.ignore_patterns("*.json", "*.py"))
    chance = random.Random(7)
    started = time.monotonic()
    add(other, place)
    usual = time.monotonic() - started
    killed = 0
    for _ in range(25 if trials.is_deep() else 8):
        process = subprocess.Popen([COMMAND, "catalog", "add", "--db", db, place], stdout=subprocess.DEVNULL)
        time.sleep(chance.random() * usual)
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        if os.path.exists(db) and os.path.getsize(db) > 0:
            expect(rows(db, "PRAGMA quick_check") == [("ok",)], "damaged")
    expect(killed > 0, "nothing was killed")
    add(db, place)
    expect(content(db) == content(other), "not what one run makes")


def runs_beside_each_other_agree(folder):
    db, other = os.path.join(folder, "c.db"), os.path.join(folder, "other.db")
    runs = [subprocess.Popen([COMMAND, "catalog", "add", "--db", db, "-j", "3", SAMPLES], stdout=subprocess.DEVNULL)
            for _ in range(4)]
    expect([process.wait() for process in runs] == [0] * 4, "a run failed")
    add(other, SAMPLES)
    expect(content(db) == content(other), "not what one run makes")
    one = os.path.join(SAMPLES, "level-v4.lvd")
    for turn in range(12):  # all of them want to make the tables
        words = [COMMAND, "catalog", "add", "--db", os.path.join(folder, f"{turn}.db"), one]
        runs = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(6)]
        expect([process.wait() for process in runs] == [0] * 6, "a run failed that found no tables")


def statistics_add_up(folder):
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    stats = json.loads(run("stats", "--db", db, "--json", "-n", "0").stdout)
    expect(stats["files"] == len(worlds_below(SAMPLES)), stats["files"])
    expect(sum(row["count"] for row in stats["formats"]) == stats["worlds"], "formats")
    expect(sum(row["count"] for row in stats["sizes"]) == stats["worlds"], "sizes")
    pegs = rows(db, "SELECT sum(count) FROM world_type WHERE name = 'MHG.Peg'")[0][0]
    expect({"kind": "component", "name": "MHG.Peg", "count": pegs} in stats["records"], "records")
    text = run("stats", "--db", db, env=dict(os.environ, LC_ALL="C")).stdout
    expect(b"structure 6" in text and b"####" in text and text.isascii(), "text")
    connection = sqlite3.connect(db)
    connection.executemany("INSERT INTO mod_name VALUES (?, ?)", [(number, f"Mod {number}") for number in range(300)])
    connection.execute("INSERT INTO mod_use SELECT id, 1, (SELECT min(key) FROM world), '1' FROM mod_name"
                       " WHERE id BETWEEN 0 AND 299")
    connection.commit()
    connection.close()
    for most, printed in (("1", 1), ("199", 199), ("200", 200), ("300", 200), ("0", 200)):
        mods = run("stats", "--db", db, "-n", most).stdout.split(b"\nMods by number of worlds\n")[1].split(b"\n\n")[0]
        expect(len(mods.splitlines()) == printed, f"-n {most} prints {printed} rows of a table")


def charts_are_what_the_tables_have(folder):
    """Also of types that no world has any more, of texts beside a world, and of worlds of every size."""
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    connection = sqlite3.connect(db)
    connection.execute("INSERT INTO file_issue SELECT key, 1, 3, 'folder', 'name', 'FOLDER_TWO_ENDINGS', 'warning', '', ''"
                       " FROM world LIMIT 5")
    columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(world)")]
    values = ", ".join({"key": "-key", "records": "200000", "hash": "randomblob(32)"}.get(name, name) for name in columns)
    connection.execute(f"INSERT INTO world SELECT {values} FROM world LIMIT 3")
    gone, = connection.execute("SELECT type FROM type_count GROUP BY 1 HAVING count(*) = 1").fetchone()
    connection.execute("DELETE FROM type_count WHERE type = ?", (gone,))
    connection.commit()
    connection.close()
    below = "CASE" + "".join(f" WHEN records < {limit} THEN {limit}" for limit in (10, 100, 1000, 10000, 100000)) + " END"
    expected = {
        "files": "SELECT count(*) FROM file", "worlds": "SELECT count(*) FROM world", "bytes": "SELECT sum(size) FROM world",
        "formats": "SELECT format, version, count(*) FROM world GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2",
        "kinds": "SELECT kind, count(*) FROM world WHERE kind IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1",
        "states": "SELECT status, count(*) FROM world GROUP BY 1 ORDER BY 2 DESC, 1",
        "sizes": f"SELECT {below} AS below, count(*) FROM world GROUP BY 1 ORDER BY 1 NULLS LAST",
        "types": "SELECT kind, name, count(*) FROM world_type GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2",
        "records": "SELECT kind, name, sum(count) FROM world_type GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2",
        "mods": "SELECT name, count(DISTINCT key) FROM world_mod GROUP BY 1 ORDER BY 2 DESC, 1",
        "issues": "SELECT code, count(*) FROM (SELECT key, code FROM world_issue UNION ALL SELECT key, code FROM file_issue)"
                  " GROUP BY 1 ORDER BY 2 DESC, 1",
        "skipped": "SELECT reason, count(*) FROM skipped GROUP BY 1 ORDER BY 2 DESC, 1"}
    for most in (2, 200):
        stats = json.loads(run("stats", "--db", db, "--json", "-n", str(most)).stdout)
        expect(list(stats) == list(expected), list(stats))
        for name, sql in expected.items():
            found = rows(db, sql)
            wanted = found[0][0] if isinstance(stats[name], int) else found if name == "sizes" else found[:most]
            told = stats[name] if isinstance(stats[name], int) else [tuple(row.values()) for row in stats[name]]
            expect(told == wanted, f"{name}: {told}, not {wanted}")
    text = run("stats", "--db", db, env=dict(os.environ, LC_ALL="C")).stdout.decode()
    bars = [max(line.count("#") for line in chart.splitlines()) for chart in text.split("\n\n")[1:]]
    expect(len(set(bars)) == 1 and bars[0] > 20, f"the longest bar of each chart: {bars}")


def exports_are_whole(folder):
    import csv
    import io
    db = os.path.join(folder, "c.db")
    add(db, SAMPLES)
    files = list(csv.DictReader(io.StringIO(run("export", "--db", db, "--csv").stdout.decode(), newline="")))
    as_json = lines("export", "--db", db)
    expect([row["path"] for row in files] == [row["path"] for row in as_json], "paths")
    expect(len(files) == len(worlds_below(SAMPLES)), len(files))
    for table, name in (("types", "world_type"), ("mods", "world_mod"), ("issues", "world_issue"),
                        ("file-issues", "file_issue"), ("ports", "world_port"), ("texts", "world_text"), ("skipped", "skipped")):
        told = lines("export", "--db", db, "--table", table)
        expect(len(told) == rows(db, f"SELECT count(*) FROM {name}")[0][0], table)
    run("export", "--db", db, status=2)
    run("export", "--db", db, "--csv", "--table", "nothing", status=2)


def pictures_are_drawn_once(folder):
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(place, "city-town.city", "four-bit-adder.partialworld", "moated-keep.lvd", "build-car.structure")
    add(db, place)
    expect(rows(db, "SELECT count(*) FROM world_picture") == [(0,)], "pictures that nobody asked for")
    facts = content(db)
    total = json.loads(run("add", "--db", db, "--thumbnails", "--json", place).stdout)
    expect(total["added"] == 4, total)
    pictures = rows(db, "SELECT width, height, png FROM world_picture")
    expect(len(pictures) == 4, len(pictures))
    for width, height, png in pictures:
        expect(png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (width, height) == (256, 192), "size")
    expect(json.loads(run("add", "--db", db, "--thumbnails", "--json", place).stdout)["added"] == 0, "drawn again")
    expect(content(db) == facts, "pictures changed facts")
    os.remove(os.path.join(place, "moated-keep.lvd"))
    run("add", "--db", db, "--prune", place)
    expect(rows(db, "SELECT count(*) FROM world_picture") == [(3,)], "a picture of what is gone")


def the_same_bytes_are_drawn_once(folder):
    """Two thousand copies cost about as much as without pictures, whenever the pictures come."""
    copies, later, db = (os.path.join(folder, name) for name in ("copies", "later", "c.db"))
    for place, count in (copies, 400), (later, 40):
        os.makedirs(place)
        for number in range(count):
            shutil.copy(os.path.join(SAMPLES, "four-bit-adder.partialworld"), os.path.join(place, f"{number}.partialworld"))
    pictures = "SELECT length(png) > 100, width FROM world_picture"
    spent = {}
    for words in [], ["--thumbnails"]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run("add", "--db", db + "".join(words), *words, copies)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent[tuple(words)] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    expect(rows(db + "--thumbnails", pictures) == [(1, 256)], "the picture")
    expect(spent["--thumbnails",] < 2 * spent[()] + 0.2, spent)
    facts = content(db)
    expect(add(db, "--thumbnails", copies)["added"] == 400, "all are known without a picture")
    expect(rows(db, pictures) == [(1, 256)] and content(db) == facts, "a picture that came later")
    expect(add(db, "--thumbnails", copies)["added"] == 0, "a world that has a picture is known")
    expect(add(db, later)["added"] == 40 and rows(db, pictures) == [(1, 256)], "copies without pictures took it away")
    connection = sqlite3.connect(db)
    connection.execute("UPDATE world SET facts = 0, title = 'old'")
    connection.commit()
    connection.close()
    expect(add(db, copies)["added"] == 400 and rows(db, pictures) == [(1, 256)], "facts found again took it away")
    expect(rows(db, "SELECT count(*) FROM world WHERE title = 'old'") == [(0,)], "old facts")


def a_folder_that_is_read_only_is_named(folder):
    """Of a new file, of one that is there, and of a folder that is not."""
    def without_rights():
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)

    place, db = os.path.join(folder, "in"), os.path.join(folder, "ro", "c.db")
    samples_into(place, "level-v4.lvd")
    os.chmod(folder, 0o755)
    os.mkdir(os.path.dirname(db))
    try:
        for mode, why in (0o555, b"it cannot be created: its folder is not writable: "), (0o000, b""):
            os.chmod(os.path.dirname(db), mode)
            said = run("add", "--db", db, place, status=3, preexec_fn=without_rights).stderr
            expect(b"c.db: " + why + b"Permission denied" in said, said)
    except PermissionError:
        return "the command cannot be run by another user"
    finally:
        os.chmod(os.path.dirname(db), 0o755)
    said = run("add", "--db", "ro.db", place, status=3, preexec_fn=without_rights, cwd=SAMPLES).stderr
    expect(b"ro.db: it cannot be created: its folder is not writable: Permission denied" in said or os.getuid() != 0, said)
    said = run("add", "--db", os.path.join(folder, "none", "c.db"), place, status=3).stderr
    expect(b"c.db: it cannot be created: its folder does not exist: No such file or directory" in said, said)
    run("add", "--db", db, place)
    os.chmod(db, 0o444)
    said = run("add", "--db", db, place, status=3, preexec_fn=without_rights).stderr
    expect(b"c.db: it is read-only" in said, said)
    return None


def bytes_read(*words):
    """How many bytes a run of the command reads from files: work that does not depend on how busy the machine is."""
    counted = subprocess.run(["sh", "-c", '"$@" > /dev/null && cat /proc/$$/io', "sh", COMMAND, *words],
                             capture_output=True, text=True, check=False)
    expect(counted.returncode == 0, f"{words}: {counted.stderr}")
    return int(re.search(r"^rchar: (\d+)$", counted.stdout, re.MULTILINE)[1])


def many_types_are_searched_in_their_own_table(folder):
    """A pattern that fits more names than are asked one by one: the rows are those of a join of everything, without
    its work."""
    db, worlds, names = os.path.join(folder, "c.db"), 12000, [f"Mod{n % 7}.Type{n:03}" for n in range(200)]
    samples_into(os.path.join(folder, "in"), "level-v4.lvd")
    run("add", "--db", db, os.path.join(folder, "in"))
    chance = random.Random(7)
    connection = sqlite3.connect(db)
    tables = {}
    for table in "world", "file":
        found = connection.execute(f"SELECT * FROM {table}")
        tables[table] = dict(zip([column[0] for column in found.description], found.fetchone()))
    for number in range(worlds):
        data = hashlib.sha256(str(number).encode()).digest()
        key = key_of(data)
        is_blotter = chance.randrange(2)
        made = {"world": {"key": key, "hash": data, "format": ["leveld", "blotter"][is_blotter], "class": is_blotter,
                          "description": "words " * 30},
                "file": {"key": key, "folder": f"/w/{number % 10}", "name": f"{number}.lvd"}}
        for table, row in made.items():
            row = {**tables[table], **row}
            connection.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", list(row.values()))
        put_types(connection, [(key, name, chance.randrange(500)) for name in chance.sample(names, 8)])
    connection.execute("INSERT INTO world_class VALUES (0, 'leveld', 4, NULL, 'ok'), (1, 'blotter', 4, NULL, 'ok')")
    connection.commit()
    connection.close()
    joined = ("SELECT file.folder || '/' || file.name AS path, type_name.name AS type, type.count FROM type_count AS type"
              " JOIN type_name ON type_name.id = type.type JOIN world ON world.key = type.key JOIN file ON"
              " file.key = world.key WHERE {} ORDER BY type.count DESC, type.key DESC, type.type DESC, file.folder,"
              " file.name LIMIT 50 OFFSET {}")
    for words, where, skip in ((["--type", "*"], "1", 0), (["--type", "Mod*", "--skip", "70"], "1", 70),
                               (["--type", "*Type*", "--count", "<100"], "type.count < 100", 0),
                               (["--type", "*.*", "--format", "blotter"], "world.format = 'blotter'", 0),
                               (["--type", "*", "--path", "*/3/*"], "file.folder GLOB '*/3'", 0)):
        told = lines("search", "--db", db, *words, "-n", "50")
        wanted = lines("sql", "--db", db, joined.format(where, skip))
        expect([(world["path"], world["type"], world["count"]) for world in told] ==
               [(world["path"], world["type"], world["count"]) for world in wanted], f"{words}: other rows")
    search = bytes_read("catalog", "search", "--db", db, "--type", "*", "-n", "50")
    join = bytes_read("catalog", "sql", "--db", db, joined.format("1", 0))
    expect(search < join / 2, f"{search} bytes are read, and {join} for a join of everything")


def galleries_show_every_world(folder):
    db, place, page = (os.path.join(folder, name) for name in ("c.db", "in", "page.html"))
    samples_into(os.path.join(place, "Bad"), "city-town.city")
    shutil.copy(os.path.join(SAMPLES, "hello-machine.partialworld"), os.path.join(place, "Bad", "data.partialworld"))
    with open(os.path.join(place, "Bad", "meta.jecs"), "w", encoding="utf-8") as file:
        file.write("Title: </script><script>alert(1)</script>\n")
    with open(os.path.join(place, "broken.lvd"), "wb") as file:
        file.write(b"no level")
    with open(page, "w", encoding="utf-8") as file:
        file.write('<html><script type="application/json" id="worlds">[]</script></html>')
    run("add", "--db", db, "--thumbnails", place)
    out = os.path.join(folder, "site")
    run("gallery", "--db", db, "-o", out, "--page", page)
    text = open(os.path.join(out, "index.html"), encoding="utf-8").read()
    told = text.split('id="worlds">')[1].split("</script>")[0]
    worlds = json.loads(told)
    expect(len(worlds) == 2, worlds)
    expect({world.get("title") for world in worlds} == {"</script><script>alert(1)</script>", "Lakeside"}, worlds)
    for world in worlds:
        expect(open(os.path.join(out, world["picture"]), "rb").read(4) == b"\x89PNG", "picture")
        inside = open(os.path.join(out, world["link"]), encoding="utf-8").read()
        expect(len(inside) > 200 and os.path.basename(world["path"]).split(".")[0] in inside, "the viewer has no world")
    run("gallery", "--db", db, "-o", out, "--without-viewer", status=3)
    run("gallery", "--db", db, "-o", out, "--without-viewer", "--force")
    expect("\"link\"" not in open(os.path.join(out, "index.html"), encoding="utf-8").read(), "links without a viewer")
    run("gallery", "--db", db, status=2)


# A page as `make web` builds it, in small.
SCRIPT, STYLE = "document.title = document.getElementById('library').textContent;\n", "p { color: red }"
PAGE = f"""<!doctype html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-Zm9v=' 'wasm-unsafe-eval'; style-src 'sha256-YmFy='">
<style>{STYLE}</style></head><body>
<!-- [{{"name": "<script>"}}] -->
<script type="application/json" id="worlds">[]</script>
<script type="application/json" id="library">{{"packed": "{"A" * 5000}", "sign": "\\u003c"}}</script>
<script>{SCRIPT}</script>
</body></html>
"""


def gallery_of(folder, page=PAGE):
    """A catalogue of two worlds, and how a gallery of it is made."""
    db, place, path, out = (os.path.join(folder, name) for name in ("c.db", "in", "page.html", "site"))
    samples_into(place, "moated-keep.lvd", "city-town.city")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
    run("add", "--db", db, "--thumbnails", place)
    return db, place, out, ["gallery", "--db", db, "-o", out, "--page", path, "--force"]


def worlds_of(out):
    text = open(os.path.join(out, "index.html"), encoding="utf-8").read()
    return json.loads(text.split('id="worlds">')[1].split("</script>")[0])


def galleries_share_one_viewer(folder):
    _, _, out, words = gallery_of(folder)
    run(*words)
    shared = sorted(os.listdir(os.path.join(out, "viewer")))
    expect([os.path.splitext(name)[1] for name in shared].count(".css") == 1 and len(shared) == 3, shared)
    for world in worlds_of(out):
        inside = open(os.path.join(out, world["link"]), encoding="utf-8").read()
        expect("AAAA" * 20 not in inside.split('id="worlds">')[0] + inside.split("</script>", 1)[1], "the library is inside")
        expect("sha256" not in inside and "unsafe-inline" not in inside, "the policy")
        expect("script-src 'self' file: 'wasm-unsafe-eval'; style-src 'self' file:" in inside, inside[:400])
        expect(all(f"../viewer/{name}" in inside for name in shared), "a part is not loaded")
        expect(inside.index("worlds") < inside.index(".js"), "the world comes behind what shows it")
        expect(re.findall(r"<script>|<style>", inside) == [], "a script or a style is left inside")
    texts = [open(os.path.join(out, "viewer", name), encoding="utf-8").read() for name in shared]
    expect(SCRIPT in texts and STYLE in texts, texts)
    data = next(text for text in texts if "JSON.stringify" in text)
    expect(json.loads(data.split("JSON.stringify(")[1].rsplit(");\ndocument", 1)[0])["sign"] == "<", data[:200])
    run(*words)
    expect(sorted(os.listdir(os.path.join(out, "viewer"))) == shared, "parts have other names the second time")


def galleries_allow_their_own_scripts_alone(folder):
    _, _, out, words = gallery_of(folder)
    run(*words)
    text = open(os.path.join(out, "index.html"), encoding="utf-8").read()
    policy = re.search(r'Content-Security-Policy" content="(.*?)"', text).group(1)
    expect("unsafe-inline" not in policy, policy)
    for name, directive in ("style", "style-src"), ("script", "script-src"):
        inside = re.search(f"<{name}>(.*?)</{name}>", text, re.S).group(1)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        expect(f"{directive} 'sha256-{digest}'" in policy, f"{digest} is not in {policy}")
    expect(not re.search(r' on\w+=| style=', text.split('id="worlds"')[0]), "what a policy of hashes forbids")


def galleries_publish_known_worlds_alone(folder):
    """Neither a row of a stranger's catalogue nor a file that was exchanged since opens anything else."""
    db, place, out, words = gallery_of(folder)
    secret = os.path.join(folder, "secret.txt")
    with open(secret, "w", encoding="utf-8") as file:
        file.write("SECRET")
    level, kept = os.path.join(place, "moated-keep.lvd"), os.path.join(folder, "kept.lvd")
    os.rename(level, kept)

    def said(make, words_of_it):
        make()
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run([COMMAND, "catalog", *words], capture_output=True, text=True, timeout=60, check=False)
        expect(done.returncode == 0 and words_of_it in done.stderr, done)
        links = [os.path.basename(world["path"]) for world in worlds_of(out) if "link" in world]
        expect(links == ["city-town.city"], links)
        for path, _, names in os.walk(out):
            for name in names:
                inside = open(os.path.join(path, name), "rb").read()
                expect(b"SECRET" not in inside and base64.b64encode(b"SECRET") not in inside, name)
        if os.path.lexists(level):
            os.remove(level)

    said(lambda: os.symlink(secret, level), "is a symbolic link")
    said(lambda: os.symlink(kept, level), "is a symbolic link")
    said(lambda: shutil.copy(secret, level), "the file has changed since it was added")
    said(lambda: shutil.copy(os.path.join(SAMPLES, "level-v4.lvd"), level), "the file has changed since it was added")
    said(lambda: os.mkfifo(level), "is not a regular file")
    said(lambda: None, "No such file")

    def behind_a_link():
        os.rename(place, place + "-real")
        os.mkdir(place)
        os.symlink(os.path.join(place + "-real", "city-town.city"), os.path.join(folder, "other"))
        shutil.copy(os.path.join(place + "-real", "city-town.city"), place)
        os.symlink("../in-real", os.path.join(place, "sub"))
        shutil.copy(kept, os.path.join(place + "-real", "moated-keep.lvd"))
        change("UPDATE file SET folder = folder || '/sub' WHERE name = 'moated-keep.lvd'")

    def change(sql):
        connection = sqlite3.connect(db)
        connection.execute(sql)
        connection.commit()
        connection.close()

    said(behind_a_link, "behind one")
    data = hashlib.sha256(b"SECRET").hexdigest()
    said(lambda: change(f"UPDATE file SET folder = '{folder}', name = 'secret.txt' WHERE name = 'moated-keep.lvd'"),
         "the file has changed since it was added")
    change(f"UPDATE file SET key = {key_of(bytes.fromhex(data))} WHERE name = 'secret.txt'")
    change(f"UPDATE world SET key = {key_of(bytes.fromhex(data))} WHERE format = 'leveld'")
    said(lambda: change(f"UPDATE world SET hash = x'{data}' WHERE format = 'leveld'"), "the file has changed since it was added")
    said(lambda: change("UPDATE file SET folder = '../in', name = 'x.lvd' WHERE name = 'secret.txt'"), "is outside its folder")


def strict_galleries_are_whole_or_not_there(folder):
    _, place, out, words = gallery_of(folder)
    run(*words, "--strict")
    expect(len([world for world in worlds_of(out) if "link" in world]) == 2, worlds_of(out))
    shutil.rmtree(out)
    level = os.path.join(place, "moated-keep.lvd")
    for change in (lambda: shutil.copy(os.path.join(SAMPLES, "level-v4.lvd"), level), lambda: os.remove(level)):
        change()
        run(*words, "--strict", status=1)
        expect(not os.path.exists(out), "the folder was made")
    run(*words)
    shutil.rmtree(out)
    run(*words, "--strict", "--without-viewer")


def galleries_replace_no_links(folder):
    _, _, out, words = gallery_of(folder)
    run(*words)
    victim = os.path.join(folder, "victim")
    files = [os.path.join(path, name) for path, _, names in os.walk(out) for name in names]
    expect(len(files) == 1 + 2 + 2 + 3, files)
    for path in files:
        with open(victim, "w", encoding="utf-8") as file:
            file.write("mine")
        os.rename(path, path + ".kept")
        for make in (lambda to: os.symlink(victim, to), lambda to: os.symlink(victim + "-new", to), os.mkfifo):
            make(path)
            run(*words, status=3)
            expect(open(victim, encoding="utf-8").read() == "mine" and not os.path.exists(victim + "-new"), path)
            expect(not [name for _, _, names in os.walk(out) for name in names if name.startswith(".overworld")], "left")
            os.remove(path)
        os.rename(path + ".kept", path)
    for name in ("pictures", "worlds", "viewer"):
        os.rename(os.path.join(out, name), os.path.join(folder, name))
        os.symlink(os.path.join(folder, name), os.path.join(out, name))
        run(*words, status=3)
        os.remove(os.path.join(out, name))
    run(*words)
    os.symlink(out, os.path.join(folder, "named"))
    run(*[os.path.join(folder, "named") if word == out else word for word in words])


def json_is_as_its_schemas_say(folder):
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return "python3-jsonschema is not there"
    db, odd = (os.path.join(folder, name) for name in ("c.db", "in"))
    os.mkdir(odd)
    for name, data in (("broken.lvd", b"no level"), ("packed.zip", b"PK\3\4"), ("cut.city", b"CI")):
        with open(os.path.join(odd, name), "wb") as file:
            file.write(data)
    add = ["add", "--db", db, "--json"]
    asked = [[*add, "--thumbnails", SAMPLES, odd], [*add, "--prune", odd]]
    asked += [["search", "--db", db, "--json", "-n", "0", *more] for more in ([], ["--type", "*"])]
    asked += [["stats", "--db", db, "--json", *more] for more in ([], ["-n", "200"])]
    asked += [["duplicates", "--db", db, "--json"], ["duplicates", "--db", db, "--json", "--percent", "1"]]
    counts = collections.Counter()
    for words in asked:
        counts[words[0]] += validate(Draft202012Validator, words)
    for found, *place in rows(db, "SELECT lower(hex(hash)), format, version, variant, hash IN (SELECT hash FROM world_issue)"
                                  " FROM world ORDER BY hash"):
        if trials.is_worth_trying(tuple(place), found):
            counts["show"] += validate(Draft202012Validator, ["show", "--db", db, "--json", found])
    expect(min(counts.values()) > 0 and len(counts) == 5 and counts["show"] >= (200 if trials.is_deep() else 10), counts)


def lines_of(validator, *words, status=0, **options):
    """What `add --json-lines` prints for each file, by the name of the file, and the counts, as the schema says."""
    schema = json.loads(subprocess.run([COMMAND, "schema", "catalog-add"], capture_output=True).stdout)
    printed = [json.loads(line) for line in
               run("add", "--json-lines", *words, status=status, **options).stdout.decode().splitlines()]
    for line in printed if validator else []:
        for error in validator(schema).iter_errors(line):
            raise Failure(f"{line}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    *files, counts = printed
    by_name = {os.path.basename(line["file"]): line for line in files}
    expect(counts["files"] == len(files) == len(by_name), f"{counts} and {len(files)} lines")
    return by_name, counts


def a_line_says_what_became_of_each_file(folder):
    try:
        from jsonschema import Draft202012Validator as validator
    except ImportError:
        validator = None
    db, files = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(files, "four-bit-adder.partialworld", "moated-keep.lvd")
    adder = os.path.join(files, "four-bit-adder.partialworld")
    shutil.copy(adder, os.path.join(files, "twin.partialworld"))
    with open(adder, "rb") as file:
        data = file.read()
    for name, content_of in (("cut.partialworld", data[:900]), ("packed.zip", b"PK\3\4"), ("large.lvd", bytes(50000)),
                             (b"\xff.partialworld", data[:800])):
        with open(os.path.join(os.fsencode(files), os.fsencode(name)), "wb") as file:
            file.write(content_of)
    add = ["--db", db, "--max-size", "40000", files]

    def verdicts(by_name):
        return {name: line["verdict"] for name, line in by_name.items()}

    by_name, counts = lines_of(validator, *add, status=3)
    twins = {by_name[name]["verdict"] for name in ("four-bit-adder.partialworld", "twin.partialworld")}
    expect(twins == {"added", "known"}, f"of two files with the same bytes, one is new: {twins}")
    first = {"moated-keep.lvd": "added", "cut.partialworld": "added", "packed.zip": "skipped", "large.lvd": "unreadable",
             "\\xff.partialworld": "added"}
    expect({name: verdicts(by_name)[name] for name in first} == first, by_name)
    expect(base64.b64decode(by_name["\\xff.partialworld"]["file_base64"]).endswith(b"/\xff.partialworld"), by_name)
    for name, line in by_name.items():
        if "file_base64" not in line and line["hash"]:
            with open(os.path.join(files, name), "rb") as file:
                expect(line["hash"] == hashlib.sha256(file.read()).hexdigest(), line)
    expect(by_name["cut.partialworld"]["status"] == "truncated" and "component_count" in by_name["cut.partialworld"]["message"],
           by_name["cut.partialworld"])
    expect("--max-size" in by_name["large.lvd"]["message"] and "archive" in by_name["packed.zip"]["message"], by_name)
    expect(counts == {**dict.fromkeys(counts, 0), "files": 7, "added": 5, "broken": 2, "unread": 1, "archives": 1}, counts)
    os.utime(adder, (1, 1))
    with open(os.path.join(files, "moated-keep.lvd"), "ab") as file:
        file.write(b"more")
    again, counts = lines_of(validator, *add, status=3)
    expect(verdicts(again) == {**dict.fromkeys(again, "unchanged"), "four-bit-adder.partialworld": "known",
                               "moated-keep.lvd": "added", "packed.zip": "skipped", "large.lvd": "unreadable"}, again)
    expect(again["twin.partialworld"]["hash"] == by_name["twin.partialworld"]["hash"], "the hash of an unchanged file")
    expect((counts["added"], counts["unchanged"]) == (2, 3), counts)
    plain = run("add", "--db", db, "--json", files).stdout
    expect(json.loads(plain)["files"] == 7, "without lines, there are only counts")


def standard_input_is_added_under_its_name(folder):
    db = os.path.join(folder, "c.db")
    with open(os.path.join(SAMPLES, "four-bit-adder.partialworld"), "rb") as file:
        world = file.read()
    os.mkdir(os.path.join(folder, "there"))
    real = os.path.realpath(folder)
    for name, place in (("there/1.partialworld", f"{real}/there"), ("2.partialworld", real),
                        ("not/there/3.partialworld", f"{real}/not/there"), (f"{folder}/there/../4.partialworld", real),
                        ("/nowhere/5.partialworld", "/nowhere"), ("there/data.partialworld", f"{real}/there")):
        by_name, _ = lines_of(None, "--db", db, "-", "--name", name, input=world, cwd=folder)
        line, = by_name.values()
        expect(line["file"] == name and line["hash"] == hashlib.sha256(world).hexdigest(), line)
        found = rows(db, f"SELECT folder, size, title FROM file WHERE name = '{os.path.basename(name)}'")
        expect(found == [(place, len(world), None)], f"{name}: {found}")
    by_name, _ = lines_of(None, "--db", db, "--name", "2.partialworld", "-", input=world[:900], cwd=folder)
    expect(by_name["2.partialworld"]["status"] == "truncated", by_name)
    expect(len(rows(db, "SELECT * FROM file")) == 6, "a name has one row")
    expect(rows(db, "SELECT count(*) FROM file_issue") == [(0,)], "nothing beside a stream is missing")
    samples_into(os.path.join(folder, "there"), "moated-keep.lvd")
    by_name, _ = lines_of(None, "--db", db, "there", "-", "--name", "6.city", input=b"no city", cwd=folder)
    expect(set(by_name) == {"moated-keep.lvd", "6.city"} and by_name["6.city"]["status"] != "ok", by_name)
    run("add", "--db", db, "--prune", "there", cwd=folder)
    expect(rows(db, "SELECT name FROM file WHERE folder LIKE '%/there' ORDER BY 1") ==
           [("3.partialworld",), ("moated-keep.lvd",)], "a name without a file is forgotten below a folder")
    for words, said in ((["-"], b"- needs --name"), (["-", "--name", "there/"], b"- needs --name"),
                        (["there", "--name", "x"], b"--name works only with -")):
        expect(said in run("add", "--db", db, *words, status=2, input=b"", cwd=folder).stderr, words)
    expect(b"--max-size" in run("add", "--db", db, "-", "--name", "7.lvd", "--max-size", "100", status=3, input=world,
                                cwd=folder).stderr, "a large stream")
    with open(os.path.join(folder, "-"), "wb") as file:
        file.write(world)
    add(db, os.path.join(folder, "./-"))
    expect(rows(db, "SELECT count(*) FROM file WHERE name = '-'") == [(1,)], "a file that is called -")


def validate(validator, words):
    """Returns 1, once what is printed is as the schema of its verb says."""
    schema = json.loads(subprocess.run([COMMAND, "schema", "catalog-" + words[0]], capture_output=True).stdout)
    validator.check_schema(schema)
    for error in validator(schema).iter_errors(json.loads(run(*words).stdout)):
        raise Failure(f"{words}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    return 1


def wrong_words_are_told(folder):
    for words, says in ((["catalog"], b"duplicates"), (["catalog", "ad"], b"did you mean add"), (["catalog", "add"], b"PATH")):
        result = subprocess.run([COMMAND, *words], capture_output=True)
        expect(result.returncode == 2 and says in result.stderr + result.stdout, f"{words}: {result}")
    result = subprocess.run([COMMAND, "catalog", "stats"], capture_output=True, env={"PATH": os.environ["PATH"]})
    expect(result.returncode == 2 and b"--db" in result.stderr, result)
    home = dict(os.environ, HOME=folder)
    home.pop("XDG_DATA_HOME", None)
    home.pop("OVERWORLD_CATALOG", None)
    run("add", SAMPLES, env=home)
    expect(os.path.exists(os.path.join(folder, ".local/share/overworld/catalog.db")), "the user's own catalogue")
    run("search", env=dict(home, OVERWORLD_CATALOG=os.path.join(folder, ".local/share/overworld/catalog.db")))


def a_catalogue_that_is_damaged_is_told(folder):
    db, sample = os.path.join(folder, "c.db"), os.path.join(SAMPLES, "world-v7.logicworld")
    add(db, sample)
    told = 0
    for table in ("file", "world", "type_count", "issue_count", "running_count", "world_band"):
        damaged = os.path.join(folder, table)
        shutil.copy(db, damaged)
        connection = sqlite3.connect(damaged)
        connection.execute(f"DROP TABLE {table}")
        connection.close()
        for number, words in enumerate((["stats"], ["show", sample], ["search", "--type", "x"], ["duplicates"],
                                        ["like", sample], ["export", "--csv"],
                                        ["gallery", "-o", damaged + ".out", "--without-viewer", "--force"])):
            result = subprocess.run([COMMAND, "catalog", *words, "--db", damaged], capture_output=True, timeout=120)
            if f"no such table: {table}".encode() in result.stderr:
                expect(result.returncode == 3, f"{words} without {table}: status {result.returncode}")
                told += 1
            else:
                expect(result.returncode in (0, 1), f"{words} without {table}: {result.stderr}")
    expect(told >= 15, f"a missing table is told {told} times")


TESTS = [every_sample_has_a_row, the_sandbox_finds_the_same, a_timeout_needs_the_sandbox,
         rows_agree_with_other_verbs, unchanged_files_stay_as_they_are,
         a_changed_file_replaces_its_row, prune_forgets_what_is_gone,
         prune_tells_gone_from_out_of_reach, any_name_comes_back,
         dates_are_kept_if_a_database_can_hold_them, paths_have_at_most_2400_bytes,
         what_cannot_be_read_stops_nothing, broken_files_have_a_row, searches_find_what_they_say,
         patterns_find_pages_of_what_all_rows_are,
         titles_beside_a_save_are_found, issues_of_texts_belong_to_the_file,
         a_text_that_cannot_be_read_is_told_and_tried_again, duplicates_are_told, other_databases_stay_as_they_are,
         an_earlier_schema_is_brought_up_to_date, another_hash_with_the_same_key_is_skipped, a_read_only_catalogue_can_be_searched,
         a_full_disk_leaves_nothing_half, adding_makes_no_temporary_files, kills_lose_and_double_nothing, runs_beside_each_other_agree,
         statistics_add_up, charts_are_what_the_tables_have, exports_are_whole, pictures_are_drawn_once, galleries_show_every_world,
         a_folder_that_is_read_only_is_named, the_same_bytes_are_drawn_once, many_types_are_searched_in_their_own_table, galleries_share_one_viewer, galleries_allow_their_own_scripts_alone, galleries_publish_known_worlds_alone,
         galleries_replace_no_links, strict_galleries_are_whole_or_not_there,
         json_is_as_its_schemas_say, a_line_says_what_became_of_each_file, standard_input_is_added_under_its_name,
         wrong_words_are_told, a_catalogue_that_is_damaged_is_told]


def main(all_tests=TESTS, what="catalog"):
    os.environ.pop("OVERWORLD_CATALOG", None)
    probe = subprocess.run([COMMAND, "catalog", "stats", "--db", "/nowhere/at/all"], capture_output=True)
    missing = b"built without" in probe.stderr
    failed = 0
    titles = {test: test.__name__.replace("_", " ") for test in all_tests}
    tests = [test for test in all_tests if sys.argv[3:] in ([], [titles[test]], [f"{what}: {titles[test]}"])]
    if not tests:
        sys.exit(f"no test is called {sys.argv[3]!r}")
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        name = f"{what}: {titles[test]}"
        if missing:
            print(f"ok {number} - {name} # skip built without SQLite")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                why = test(folder)
                print(f"ok {number} - {name}" + (f" # skip {why}" if why else ""), flush=True)
            except (Failure, KeyError, ValueError, subprocess.TimeoutExpired, sqlite3.Error) as failure:
                failed += 1
                print(f"not ok {number} - {name}\n# {type(failure).__name__}: {failure}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
