#!/usr/bin/env python3
"""`overworld catalog search` by figures, times, authors, owners and tags, in every order, and page by page.

Usage: searching.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)
"""
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import catalog
from catalog import COMMAND, SAMPLES, expect, rows, run, samples_into

COUNTS = ("components", "wires", "things", "actors", "triggers", "paths", "layers", "roots", "blocks")
ORDERS = ("records", *COUNTS, "errors", "warnings", "extent_x", "extent_y", "extent_z", "bytes", "made", "modified", "added",
          "author", "title", "path")
# What a figure is in SQL, of world and file.
IN_SQL = {"extent_x": "most_x - least_x", "extent_y": "most_y - least_y", "extent_z": "most_z - least_z", "bytes": "world.size",
          "author": "author", "title": "file.title", "path": "folder"}
DAY = 86400
FIRST = 1767225600  # 2026-01-01


def search(db, *words, status=0):
    done = run("search", "--db", db, "--json", *words, status=status)
    return json.loads(done.stdout)


def paths(db, *words, status=0):
    return [file["path"] for file in search(db, "-n", "0", *words, status=status)]


def found(db, condition, order="1"):
    """The paths that SQL finds."""
    return [path for path, in rows(db, "SELECT folder || '/' || name FROM file JOIN world USING (key)"
                                       f" WHERE {condition} ORDER BY {order}")]


def begin(folder):
    """All samples, some of them twice, with few different figures: many are equal, many absent. Some have marks."""
    db, copies = os.path.join(folder, "c.db"), os.path.join(folder, "copies")
    samples_into(copies, "four-bit-adder.partialworld", "moated-keep.lvd")
    for number in range(5):
        shutil.copy(os.path.join(copies, "moated-keep.lvd"), os.path.join(copies, f"keep{number}.lvd"))
    run("add", "--db", db, "--owner", "alice", "--tag", "copy", "--tag", "a.b c", copies)
    catalog.add(db, SAMPLES)
    with sqlite3.connect(db) as database:
        for number, (key,) in enumerate(database.execute("SELECT key FROM world ORDER BY key").fetchall()):
            database.execute("UPDATE world SET made = ?, warnings = ?, author = ? WHERE key = ?",
                             (FIRST + number % 4 * DAY if number % 3 else None, number % 3,
                              (None, "B", "A % é", "B" * 300)[number % 4], key))
        database.execute("DELETE FROM mark_use WHERE name = ''")
        for key, author, records in database.execute("SELECT key, author, records FROM world WHERE author IS NOT NULL").fetchall():
            mark = catalog.key_of(hashlib.sha256(b"author\n" + author.encode()).digest())
            database.execute("INSERT OR IGNORE INTO mark_name VALUES (?, 'author', ?)", (mark, author))
            database.execute("INSERT INTO mark_use (mark, records, key, folder, name) VALUES (?, ?, ?, '', '')", (mark, records, key))
        for number, (key, name) in enumerate(database.execute("SELECT key, name FROM file ORDER BY key, folder, name").fetchall()):
            database.execute("UPDATE file SET modified = ?, added = ?, title = ? WHERE key = ? AND name = ?",
                             ((FIRST + number % 5 * DAY) * 10**9 + number % 2, FIRST + number % 3, (None, "x.y", "Ü~")[number % 3],
                              key, name))
    return db


def pages(db, size, *words):
    """All rows of all pages."""
    after, listed = "start", []
    while after:
        page = search(db, "-n", str(size), "--after", after, *words)
        expect(0 < len(page["files"]) <= size, f"{words}: {len(page['files'])} rows on a page of {size}")
        expect((page["next"] is None) or len(page["files"]) == size, f"{words}: a page is short, and more come")
        listed += page["files"]
        expect(len(listed) < 10000, f"{words}: the pages have no end")
        after = page["next"]
    return listed


def every_order_has_every_row_once_over_all_pages(folder):
    db = begin(folder)
    every = found(db, "1 = 1")
    for order in ORDERS:
        for sign in ("", "-"):
            whole = search(db, "-n", "0", "--sort", sign + order)
            expect(sorted(file["path"] for file in whole) == sorted(every), f"{sign}{order}: other rows")
            expect(pages(db, 110, "--sort", sign + order) == whole, f"{sign}{order}: other rows on pages")
            values = dict(rows(db, f"SELECT folder || '/' || name, {IN_SQL.get(order, order)} FROM file JOIN world USING (key)"))
            listed = [values[file["path"]] for file in whole]
            there = [value.encode()[:400] if isinstance(value, str) else value for value in listed if value is not None]
            expect(there == sorted(there, reverse=sign == "-"), f"{sign}{order} is not in order: {there}")
            expect(listed == [value for value in listed if value is not None] + [None] * (len(listed) - len(there)),
                   f"{sign}{order}: what lacks it is not last")


def conditions_page_as_they_list(folder):
    """Each leader in an order that is its own, in one that is not, and in both directions."""
    db = begin(folder)
    counts = {}
    for words in (["--type", "*"], ["--type", "MHG.*", "--count", ">1"], ["--text", "a*"], ["--issue", "*"], ["--mod", "MHG"],
                  ["--format", "blotter,leveld"], ["--author", "*"], ["--author", "B"], ["--tag", "copy"], ["--hash", "4"],
                  ["--where", "bytes>300"], ["--modified", ">=2026-01-02"], ["--path", "*e*", "--added", "<2026-01-02"],
                  ["--tag", "copy", "--type", "*"]):
        for order in ([], ["--sort", "-modified"], *([["--sort", "count"]] if "--type" in words else [["--sort", "records"]]),
                      ["--sort", "author"]):
            whole = search(db, "-n", "0", *words, *order)
            expect(len(whole) == counts.setdefault(tuple(words), len(whole)) > 0, f"{words} {order}: {len(whole)} rows")
            expect(pages(db, max(3, len(whole) // 3), *words, *order) == whole, f"{words} {order}: other rows on pages")
        total = search(db, "-n", "1", "--total", *words)
        expect(total["total"] == len(whole) and len(total["files"]) == 1, f"{words}: {total['total']} counted, not {len(whole)}")


def rows_that_come_meanwhile_change_no_page(folder):
    db = begin(folder)
    whole = search(db, "-n", "0", "--sort", "-records")
    page = search(db, "-n", "20", "--sort", "-records", "--after", "start")
    with sqlite3.connect(db) as database:  # one before the page and one behind it, on a copy of the file's row
        for number, records in enumerate((10**6, 0)):
            database.execute("INSERT INTO world (key, class, facts, size, records, hash, status, errors, warnings, infos) VALUES"
                             " (?, 0, 1, 1, ?, ?, 'ok', 0, 0, 0)", (number, records, b"%032d" % number))
            database.execute("INSERT INTO file (key, size, modified, added, folder, name) VALUES (?, 1, 1, 1, '/new', ?)",
                             (number, f"{number}.lvd"))
    listed, after = page["files"], page["next"]
    while after:
        page = search(db, "-n", "20", "--sort", "-records", "--after", after)
        listed, after = listed + page["files"], page["next"]
    expect([file for file in listed if not file["path"].startswith("/new")] == whole, "rows are lost or repeated")
    expect([file["path"] for file in listed if file["path"].startswith("/new")] == ["/new/1.lvd"], "another new row")


def figures_are_compared_as_in_sql(folder):
    db = begin(folder)
    for option, condition in (
            ("--where wires>20", "wires > 20"), ("--where wires<=20", "wires <= 20"), ("--where things!=1", "things <> 1"),
            ("--where errors=0", "errors = 0"), ("--where warnings>=2", "warnings >= 2"), ("--where warnings<2", "warnings < 2"),
            ("--where extent_x>3.5", "most_x - least_x > 3.5"), ("--where bytes>1K", "world.size > 1024"),
            ("--where bytes<=2k", "world.size <= 2048"), ("--larger >10", "records > 10"), ("--larger 10", "records >= 10"),
            ("--made 2026-01-02", f"made >= {FIRST + DAY} AND made < {FIRST + 2 * DAY}"),
            ("--made >2026-01-02", f"made >= {FIRST + 2 * DAY}"), ("--made <=2026-01-02", f"made < {FIRST + 2 * DAY}"),
            ("--made <2026-01-02", f"made < {FIRST + DAY}"), ("--made !=2026-01-01", f"made >= {FIRST + DAY}"),
            ("--added 2026-01-01T00:00:01", f"added = {FIRST + 1}"), ("--added >2026-01-01T00:00:01Z", f"added > {FIRST + 1}"),
            ("--added =2026-01-01T00:00", f"added < {FIRST + 60}"), ("--added >=2026-01-02", "0"),
            ("--modified >=2026-01-03", f"modified >= {(FIRST + 2 * DAY) * 10**9}"),
            ("--modified 2024-02-29", "0"), ("--modified <2000-03-01", "0"), ("--modified >1969-12-31", "1"),
            ("--author B", "author = 'B'"), ("--author A*", "author LIKE 'A%'"), ("--author *", "author IS NOT NULL"),
            ("--author nobody", "0"), ("--owner alice", "folder LIKE '%/copies'"), ("--tag copy", "folder LIKE '%/copies'"),
            ("--tag a.b*", "folder LIKE '%/copies'"), ("--owner copy", "0"), ("--tag alice", "0")):
        name, _, value = option.partition(" ")
        expected = found(db, condition)
        expect(sorted(paths(db, name, value, status=0 if expected else 1)) == expected, f"{option}: other rows than {condition}")
    both = found(db, "records > 3 AND warnings = 0 AND format = 'leveld'")
    expect(sorted(paths(db, "--where", "records > 3 and warnings = 0", "--format", "leveld")) == both, "several conditions")
    expect(sorted(paths(db, "--where", "records > 3", "--where", "warnings = 0", "--format", "leveld")) == both, "several options")
    expect(paths(db, "--where", "wires>0")[0] == found(db, "wires > 0", "wires DESC, world.key DESC")[0],
           "the most wires are not first")


def marks_of(db):
    return rows(db, "SELECT kind, mark_name.name, folder || '/' || mark_use.name FROM mark_use JOIN mark_name ON id = mark"
                    " WHERE mark_use.name <> '' ORDER BY 3, 1, 2")


def marks_belong_to_paths(folder):
    """One owner, many tags; they stay when a file changes, and go when it goes."""
    db, saves = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(saves, "moated-keep.lvd", "level-v4.lvd")
    one, other = (os.path.join(saves, name) for name in ("level-v4.lvd", "moated-keep.lvd"))
    odd = os.path.join(os.fsencode(saves), b"odd\xff.lvd")
    shutil.copy(one, odd)
    run("add", "--db", db, "--owner", "alice", "--tag", "new", saves)
    copy = os.path.join(saves, "odd\\xff.lvd")
    everywhere = [(kind, name, path) for path in (one, other, copy) for kind, name in (("owner", "alice"), ("tag", "new"))]
    expect(marks_of(db) == everywhere, marks_of(db))
    expect(run("tag", "--db", db, "--owner", "bob", "--tag", "best", "--untag", "new", one).stdout == b"1 file marked\n", "said")
    changed = [("owner", "bob", one), ("tag", "best", one), *everywhere[2:]]
    expect(marks_of(db) == changed, marks_of(db))
    expect(b"1 file" in run("tag", "--db", db, "--tag", "o", copy).stdout, "a path as it is printed")
    expect(b"1 file" in run("tag", "--db", db, "--untag", "o", odd).stdout, "a path in bytes")
    expect(marks_of(db) == changed, marks_of(db))
    expect(paths(db, "--owner", "bob") == [one] and paths(db, "--owner", "alice", "--tag", "new", "--path", "*keep*") == [other],
           "searches by marks")
    same, = rows(db, f"SELECT lower(hex(hash)) FROM file JOIN world USING (key) WHERE name = 'level-v4.lvd'")
    expect(b"2 files" in run("tag", "--db", db, "--owner", "", same[0]).stdout, "all files of a world")
    expect([mark for mark in marks_of(db) if mark[0] == "owner"] == [("owner", "alice", other)], marks_of(db))
    shown = json.loads(run("show", "--db", db, "--json", one).stdout)["marks"]
    expect(shown == [{"kind": "tag", "mark": "best", "path": one}, {"kind": "tag", "mark": "new", "path": copy}], shown)
    shutil.copy(os.path.join(SAMPLES, "level-v3-u64-counts.lvd"), one)  # another world under the same path
    run("add", "--db", db, "--owner", "carol", saves)
    expect([mark for mark in marks_of(db) if mark[2] == one] == [("owner", "carol", one), ("tag", "best", one)], marks_of(db))
    expect(paths(db, "--tag", "best") == [one], "its new world is not found")
    twin = os.path.join(saves, "twin.lvd")
    shutil.copy(other, twin)
    run("add", "--db", db, "--tag", "twin", saves)
    expect(paths(db, "--tag", "twin") == [twin], "of two files with the same bytes, one has the tag")
    os.remove(one)
    os.remove(twin)
    run("add", "--db", db, "--prune", saves)
    expect({mark[2] for mark in marks_of(db)} == {other, copy}, marks_of(db))
    run("forget", "--db", db, other)
    expect({mark[2] for mark in marks_of(db)} == {copy}, marks_of(db))
    expect(rows(db, "SELECT count(*) FROM mark_use WHERE name = ''") == [(1 if rows(db, "SELECT author FROM world")[0][0] else 0,)],
           "marks of authors without a world")


def wrong_words_say_what_is_right(folder):
    db = begin(folder)
    token = search(db, "-n", "1", "--sort", "author", "--after", "start")["next"]
    for words, told in (
            (["--where", "wirse>1"], 'unknown figure "wirse"; did you mean wires?'),
            (["--where", "qqqqqqqq>1"], 'unknown figure "qqqqqqqq"; write one of: records components'),
            (["--where", "author=1"], 'unknown figure "author"'), (["--where", "wires"], "--where takes conditions such as"),
            (["--where", ">1"], "--where takes conditions such as"), (["--where", "wires>1 and "], "--where takes conditions such as"),
            (["--where", "wires>x"], "wires takes a number such as '>100', not \">x\""),
            (["--where", "wires>99999999999999999999"], "wires takes a number"), (["--where", "bytes>9999999999T"], "bytes takes"),
            (["--where", "extent_x>1e999"], "extent_x takes a number"),
            *((["--added", when], "--added takes a day or a time in UTC such as '>=2026-01-31'") for when in (
                "2026-02-29", "2026-13-01", "2026-1-1", "yesterday", "2026-01-01T25:00", "2026-01-01T10:60", "2026-01-01T1",
                "2026-01-01T10:00:60", "2026-01-01 x", "0000-01-01", "2026-00-01", "2026-01-00", "1900-02-29", "2026-04-31")),
            (["--modified", "9000-01-01"], "--modified takes a day"), (["--larger", "x"], "--larger takes a number"),
            (["--where", " and ".join(["wires>1"] * 17)], "up to 16 conditions"), (["--tag", "x"] * 11, "up to 10 authors"),
            (["--sort", "authr"], "did you mean author?"), (["--sort", "-qqqqqqqq"], "write one of: records"),
            (["--sort", "count"], "--sort count works only with --type"),
            (["--after", "start2"], "begin with --after start"), (["--after", token], "this is no page"),
            (["--sort", "-author", "--after", token], "this is no page"), (["--sort", "author", "--after", token + ".x"], "no page"),
            (["--sort", "author", "--after", token[:-3] + "%2"], "no page"), (["--sort", "author", "--after", token + "%FF"], "no page"),
            (["--sort", "author", "--after", re.sub(r"\.-?\d+\.", ".x.", token)], "no page"),
            (["--sort", "records", "--after", "records.asc.~.1.0.a.b"], "no page"),
            (["--sort", "extent_x", "--after", "extent_x.asc.1e9x.1.0.a.b"], "no page"),
            (["--after", token, "--sort", "author", "--skip", "1"], "--skip and --after exclude each other")):
        done = subprocess.run([COMMAND, "catalog", "search", "--db", db, *words], capture_output=True, text=True)
        expect(done.returncode == 2 and told in done.stderr and done.stderr.count("\n") == 1, f"{words}: {done}")
    for words, told in ((["--tag", ""], "--tag takes a name of 1 to 500 bytes"), (["--owner", "x" * 501], "--owner takes a name"),
                        (["--tag", "x"] * 33, "at most 32 at a time")):
        for verb in (["tag", db], ["add", SAMPLES]):
            done = subprocess.run([COMMAND, "catalog", verb[0], "--db", db, *words, verb[1]], capture_output=True, text=True)
            expect(done.returncode == 2 and told in done.stderr, f"{verb} {words}: {done}")
    done = run("tag", "--db", db, SAMPLES, status=2)
    expect(b"nothing to do" in done.stderr, done)
    done = run("tag", "--db", db, "--tag", "x", "nowhere.lvd", "abcdefabcdef", status=1)
    expect(b"0 files marked" in done.stdout and done.stderr.count(b"not in the catalogue") == 2, done)
    run("tag", "--db", os.path.join(folder, "no", "c.db"), "--tag", "x", "a", status=3)
    one = found(db, "1 = 1")[0]
    with sqlite3.connect(db) as database:
        database.execute("DROP TABLE mark_use")
    for words in (["tag", "--tag", "x", one], ["search", "--tag", "copy"], ["search", "--tag", "copy", "--total"]):
        expect(b"no such table: mark_use" in run(words[0], "--db", db, *words[1:], status=3).stderr, f"{words}: another message")


def other_forms_have_the_page_too(folder):
    db = begin(folder)
    done = run("search", "--db", db, "-n", "2", "--total", "--after", "start")
    total, page = done.stderr.decode().splitlines()
    expect(total == f"matches: {len(found(db, '1 = 1'))}" and page.startswith("next page: --after records.desc."), done)
    second = run("search", "--db", db, "-n", "2", "--csv", "--after", page.split()[-1]).stdout.decode().splitlines()
    expect([line.split(",")[0] for line in second[1:]] == paths(db)[2:4], second)
    lines = run("search", "--db", db, "-n", "2", "--json-lines", "--total", "--after", "start").stdout.decode().splitlines()
    expect(json.loads(lines[2]) == {"next": page.split()[-1], "total": len(found(db, "1 = 1"))} and len(lines) == 3, lines)
    nothing = search(db, "--author", "nobody", "--total", status=1)
    expect(nothing == {"files": [], "next": None, "total": 0}, nothing)


def answers_are_as_their_schemas_say(folder):
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return "python3-jsonschema is not there"
    db = begin(folder)
    for words in (["search", "--db", db, "--json", "--total"], ["search", "--db", db, "--json", "--after", "start", "--type", "*"],
                  ["show", "--db", db, "--json", found(db, "folder LIKE '%/copies'")[0]]):
        expect(catalog.validate(Draft202012Validator, words) is not None, f"{words}: not checked")
    return None


if __name__ == "__main__":
    sys.exit(catalog.main([every_order_has_every_row_once_over_all_pages, conditions_page_as_they_list,
                           rows_that_come_meanwhile_change_no_page, figures_are_compared_as_in_sql, marks_belong_to_paths,
                           wrong_words_say_what_is_right, other_forms_have_the_page_too, answers_are_as_their_schemas_say],
                          "searching"))
