#!/usr/bin/env python3
"""`overworld catalog` keeps bytes, gives them back, verifies them, and takes worlds out for good.

Usage: keeping.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)
"""
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys

import catalog
from catalog import COMMAND, ROOT, expect, rows, run, samples_into

WORLDS = ("four-bit-adder.partialworld", "rom-4x8.partialworld", "moated-keep.lvd", "city-heights.city")
TABLES = ("world", "type_count", "mod_use", "issue_count", "world_port", "world_picture", "world_band", "file",
          "file_issue", "world_text")


def begin(folder, *words):
    """A catalogue of four worlds, two with the same bytes, and their bytes; returns both and the hashes by name."""
    db, kept, saves = (os.path.join(folder, name) for name in ("c.db", "kept", "saves"))
    os.mkdir(kept)
    samples_into(saves, *WORLDS)
    copy = os.path.join(saves, "Copy")
    os.mkdir(copy)
    shutil.copy(os.path.join(saves, WORLDS[0]), os.path.join(copy, "data.partialworld"))
    with open(os.path.join(copy, "meta.jecs"), "w") as file:
        file.write("Description: without a title\n")
    catalog.add(db, "--bytes", kept, *words, saves)
    hashes = {}
    for name in WORLDS:
        with open(os.path.join(saves, name), "rb") as file:
            hashes[name] = hashlib.sha256(file.read()).hexdigest()
    return db, kept, saves, hashes


def path_of(kept, found):
    return os.path.join(kept, found[:2], found)


def files_below(folder):
    return sorted(name for _, _, names in os.walk(folder) for name in names)


def bytes_are_kept_once_by_their_hash(folder):
    db, kept, saves, hashes = begin(folder)
    expect(files_below(kept) == sorted(hashes.values()), f"{files_below(kept)} is kept")
    for name, found in hashes.items():
        with open(path_of(kept, found), "rb") as one, open(os.path.join(saves, name), "rb") as other:
            expect(one.read() == other.read(), f"the bytes of {name}")
    told = json.loads(run("verify", "--db", db, "--bytes", kept, "--json").stdout)
    expect(told == {"problems": [], "worlds": len(WORLDS)}, told)


def what_is_not_kept_is_read_again(folder):
    db, kept, saves, hashes = begin(folder)
    expect(catalog.add(db, "--bytes", kept, saves)["unchanged"] == len(WORLDS) + 1, "nothing has changed")
    os.remove(path_of(kept, hashes[WORLDS[1]]))
    total = catalog.add(db, "--bytes", kept, saves)
    expect(total["added"] == 1 and total["unchanged"] == len(WORLDS), total)
    run("verify", "--db", db, "--bytes", kept)
    later = os.path.join(folder, "later")
    os.mkdir(later)
    total = catalog.add(db, "--bytes", later, saves)  # one of two equal files may be met when the other is kept
    expect(total["added"] in (len(WORLDS), len(WORLDS) + 1), total)
    expect(files_below(later) == files_below(kept), "the same is kept")


def bytes_come_back_from_where_they_are(folder):
    db, kept, saves, hashes = begin(folder)
    name = WORLDS[0]
    with open(os.path.join(saves, name), "rb") as file:
        data = file.read()
    get = ["get", "--db", db, hashes[name][:12]]
    expect(run(*get).stdout == data, "from a file of the world")
    with open(os.path.join(saves, "Copy", "data.partialworld"), "ab") as file:
        file.write(b"!")
    expect(run(*get).stdout == data, "from the file that is still the same")
    os.remove(os.path.join(saves, name))
    told = run(*get, status=1).stderr
    expect(b"--bytes" in told, f"nobody has the bytes: {told}")
    expect(run(*get, "--bytes", kept).stdout == data, "from what is kept")
    out = os.path.join(folder, "out")
    run(*get, "--bytes", kept, "-o", out)
    with open(out, "rb") as file:
        expect(file.read() == data, "in a file")
    run(*get, "--bytes", kept, "-o", out, status=3)
    with open(path_of(kept, hashes[name]), "ab") as file:
        file.write(b"!")
    result = run(*get, "--bytes", kept, status=1)
    expect(result.stdout == b"" and b"damaged" in result.stderr, f"damaged bytes are not written: {result.stderr}")


def verify_tells_what_is_missing_damaged_and_unknown(folder):
    db, kept, saves, hashes = begin(folder)
    adder, rom, keep, city = (hashes[name] for name in WORLDS)
    os.remove(path_of(kept, adder))
    with open(path_of(kept, rom), "r+b") as file:
        file.write(b"X")
    os.remove(path_of(kept, keep))
    os.symlink(os.path.join(saves, WORLDS[2]), path_of(kept, keep))
    stranger = "ab" * 32
    os.makedirs(os.path.dirname(path_of(kept, stranger)), exist_ok=True)
    with open(path_of(kept, stranger), "w") as file:
        file.write("no world")
    with open(os.path.join(kept, "README"), "w") as file:
        file.write("no hash")
    told = json.loads(run("verify", "--db", db, "--bytes", kept, "--json", status=1).stdout)
    found = {one["hash"]: one["problem"] for one in told["problems"]}
    expect(found == {adder: "missing", rom: "damaged", keep: "unreadable", stranger: "unknown"}, found)
    by_line = catalog.lines("verify", "--db", db, "--bytes", kept, status=1)
    expect(by_line == told["problems"] + [{"problems": 4, "worlds": 4}], by_line)
    text = run("verify", "--db", db, "--bytes", kept, status=1).stdout.decode()
    expect(f"missing    {adder}\n" in text and text.endswith("4 worlds, 4 problems\n"), text)
    run("verify", "--db", db, "--bytes", os.path.join(folder, "nowhere"), status=3)
    run("verify", "--db", db, status=2)


def what_is_taken_out_is_gone_and_stays_out(folder):
    db, kept, saves, hashes = begin(folder, "--thumbnails")
    found = hashes[WORLDS[0]]
    before = {table: rows(db, f"SELECT count(*) FROM {table}")[0][0] for table in TABLES}
    key = rows(db, f"SELECT key FROM world WHERE hash = x'{found}'")[0][0]
    others = {table: rows(db, f"SELECT count(*) FROM {table} WHERE key <> {key}")[0][0] for table in TABLES}
    expect(others["world"] == len(WORLDS) - 1 and before["file"] == len(WORLDS) + 1, others)
    expect(all(before[table] > others[table] for table in TABLES if table != "issue_count"), f"{before} and {others}")
    told = run("forget", "--db", db, "--bytes", kept, "--reason", "the owner\\ asked", found[:8]).stdout.decode()
    expect(found in told and "2 files" in told, told)
    for _ in range(2):
        after = {table: rows(db, f"SELECT count(*) FROM {table}")[0][0] for table in TABLES}
        expect(after == others, f"{after} is left, not {others}")
        expect(rows(db, "SELECT count(*) FROM world_words WHERE world_words MATCH 'adder'") == [(0,)], "words are left")
        expect(files_below(kept) == sorted(set(hashes.values()) - {found}), "its bytes are left")
        total = catalog.add(db, "--bytes", kept, saves)
        expect(total["refused"] == 2 and total["added"] == 0 and total["unchanged"] == 3, total)
    skipped = rows(db, "SELECT name, reason, message FROM skipped ORDER BY name")
    expect([row[:2] for row in skipped] == [("data.partialworld", "refused"), (WORLDS[0], "refused")], skipped)
    expect(skipped[0][2] == "was taken out of the catalogue: the owner\\\\ asked", skipped)
    run("show", "--db", db, found, status=1)


def a_content_is_refused_before_it_comes(folder):
    db, saves = os.path.join(folder, "c.db"), os.path.join(folder, "saves")
    samples_into(saves, *WORLDS[:2])
    with open(os.path.join(saves, WORLDS[1]), "rb") as file:
        found = hashlib.sha256(file.read()).hexdigest()
    run("forget", "--db", db, found)
    expect(catalog.add(db, saves)["refused"] == 1, "it comes")
    run("forget", "--db", db, found[:8], status=1)
    run("forget", "--db", db, "--undo", found[:8], status=2)
    run("forget", "--db", db, "--undo", found)
    run("forget", "--db", db, "--undo", found, status=1)
    total = catalog.add(db, saves)
    expect(total["added"] == 1 and total["refused"] == 0, total)
    expect(rows(db, "SELECT count(*) FROM skipped") == [(0,)], "it is skipped no more")


def a_folder_for_bytes_has_to_be_there(folder):
    db, kept, saves = (os.path.join(folder, name) for name in ("c.db", "kept", "saves"))
    samples_into(saves, *WORLDS[:1])
    result = subprocess.run([COMMAND, "catalog", "add", "--db", db, "--bytes", kept, saves], capture_output=True)
    expect(result.returncode == 3 and b"make it first" in result.stderr, result.stderr)
    expect(not os.path.exists(db) or rows(db, "SELECT count(*) FROM file") == [(0,)], "nothing was added")
    os.mkdir(kept)
    with open(os.path.join(folder, "elsewhere"), "w"):
        pass
    with open(os.path.join(saves, WORLDS[0]), "rb") as file:
        first = hashlib.sha256(file.read()).hexdigest()
    os.makedirs(path_of(kept, first))
    total = catalog.add(db, "--bytes", kept, saves, status=3)
    expect(total["unread"] == 1 and files_below(kept) == [], f"no draft is left: {files_below(kept)}")
    shutil.rmtree(os.path.join(kept, first[:2]))
    os.symlink(folder, os.path.join(kept, first[:2]))
    total = catalog.add(db, "--bytes", kept, saves, status=3)
    expect(total["added"] == 0 and total["unread"] == 1, f"no link is followed: {total}")
    expect(sorted(os.listdir(folder))[-3:] == ["elsewhere", "kept", "saves"], "nothing was written elsewhere")


def told(what, *words, **options):
    """Expects that a call fails with these words."""
    result = subprocess.run([COMMAND, "catalog", *words], capture_output=True, timeout=120, **options)
    expect(result.returncode == 3 and what.encode() in result.stderr and result.stdout == b"",
           f"{words}: status {result.returncode}: {result.stderr}")


def without(db, table):
    """A catalogue that lacks a table."""
    damaged = f"{db}-without-{table}"
    shutil.copy(db, damaged)
    connection = sqlite3.connect(damaged)
    connection.execute(f"DROP TABLE {table}")
    connection.close()
    return damaged


def what_fails_is_told(folder):
    db, kept, saves, hashes = begin(folder)
    found, other = hashes[WORLDS[0]], hashes[WORLDS[1]]
    no_refused, no_world = without(db, "refused"), without(db, "world")
    told("no such table: refused", "forget", "--db", no_refused, found)
    told("no such table: refused", "forget", "--db", no_refused, "--undo", found)
    told("no such table: refused", "add", "--db", no_refused, os.path.join(ROOT, "samples", "level-v4.lvd"))
    expect(rows(no_refused, "SELECT count(*) FROM world") == [(len(WORLDS),)], "nothing is forgotten by half")
    for words in (["get", found], ["verify", "--bytes", kept]):
        told("no such table: world", *words, "--db", no_world)
    text = os.path.join(folder, "text.db")
    with open(text, "w") as file:
        file.write("no database, but a text that is long enough to be one by its size\n" * 20)
    told("", "forget", "--db", text, found)
    os.remove(path_of(kept, found))
    os.makedirs(path_of(kept, found))
    told("the bytes cannot be removed", "forget", "--db", db, "--bytes", kept, found)
    os.remove(path_of(kept, other))
    os.symlink(os.path.join(saves, WORLDS[1]), path_of(kept, other))
    result = run("get", "--db", db, "--bytes", kept, other)
    expect(b"cannot be read" in result.stderr and hashlib.sha256(result.stdout).hexdigest() == other,
           "the file serves in place of what is kept")
    reader = os.open(folder, os.O_RDONLY)
    told("standard input: cannot be read", "add", "--db", db, "-", "--name", "a.lvd", stdin=reader)
    os.close(reader)
    with open(os.path.join(saves, WORLDS[0]), "rb") as file:
        told("standard input: is larger than", "add", "--db", db, "--max-size", "100", "-", "--name", "a.lvd", stdin=file)


def verify_is_as_its_schema_says(folder):
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return "python3-jsonschema is not there"
    db, kept, _, hashes = begin(folder)
    os.remove(path_of(kept, hashes[WORLDS[0]]))
    schema = json.loads(subprocess.run([COMMAND, "schema", "catalog-verify"], capture_output=True).stdout)
    Draft202012Validator.check_schema(schema)
    told = json.loads(run("verify", "--db", db, "--bytes", kept, "--json", status=1).stdout)
    for one in [told] + catalog.lines("verify", "--db", db, "--bytes", kept, status=1):
        for error in Draft202012Validator(schema).iter_errors(one):
            raise catalog.Failure(error.message)
    return None


if __name__ == "__main__":
    sys.exit(catalog.main([bytes_are_kept_once_by_their_hash, what_is_not_kept_is_read_again, bytes_come_back_from_where_they_are,
                           verify_tells_what_is_missing_damaged_and_unknown, what_is_taken_out_is_gone_and_stays_out,
                           a_content_is_refused_before_it_comes, a_folder_for_bytes_has_to_be_there,
                           what_fails_is_told,
                           verify_is_as_its_schema_says], "keeping"))
