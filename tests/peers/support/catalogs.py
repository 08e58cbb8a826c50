"""What tests of catalogues need, whichever database they are in: worlds made at random, and all rows to compare."""
import json
import os
import re
import sqlite3
import struct
import subprocess

LABEL = b"A + B, four bits"

# Tables, and the columns in which two catalogues of the same worlds differ all the same: the time of adding, numbers
# of rows, and what a database makes of the text for itself.
TABLES = ["world", "world_type", "world_mod", "world_issue", "world_port", "world_band", "world_picture", "world_text",
          "file_issue", "file", "skipped", "mark_use"]
LEFT_OUT = {"added", "id", "words"}


def make_worlds(project, folder, count, names=lambda number: f"world-{number}.partialworld"):
    """COUNT saves of 5 KB, each with a place and a label of its own, a thousand in a folder."""
    source = (project / "samples/four-bit-adder.partialworld").read_bytes()
    label, place = source.index(LABEL), 0xed
    for number in range(count):
        world = bytearray(source)
        struct.pack_into("<i", world, place, 300 * number)
        world[label:label + len(LABEL)] = f"adder number {number % 1000:3}".encode()
        below = folder / f"{number // 1000:04}"
        if number % 1000 == 0:
            below.mkdir(parents=True)
        with open(os.path.join(os.fsencode(below), os.fsencode(names(number))), "wb") as file:
            file.write(world)


def add(overworld, place, *paths, **options):
    return subprocess.run([overworld, "catalog", "add", "--db", place, *paths], text=True, capture_output=True,
                          check=False, **options)


def must_add(overworld, place, *paths):
    done = add(overworld, place, *paths)
    if done.returncode != 0:
        raise RuntimeError(f"exit {done.returncode}: {done.stderr}")
    return done.stdout


def row_of(table, values):
    """A row as (table, key of the world, path of a file or "", all values), which is the same from every database."""
    values = {name: value for name, value in values.items() if name not in LEFT_OUT}
    for name, value in values.items():
        if isinstance(value, bytes):
            values[name] = "\\x" + value.hex()
        elif isinstance(value, float) and value.is_integer():
            values[name] = int(value)  # PostgreSQL's JSON has no point in these
    path = f"{values['folder']}/{values['name']}" if values.get("name") and "folder" in values else values.get("file", "")
    return table, values.get("key", ""), path, json.dumps(values, sort_keys=True)


def sqlite_rows(path):
    """All rows, sorted."""
    rows = []
    with sqlite3.connect(f"file:{path}?mode=rw", uri=True) as database:
        for table in TABLES:
            found = database.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in found.description]
            rows += [row_of(table, dict(zip(names, row))) for row in found]
    return sorted(rows)


def postgresql_rows(server, database):
    told = server.sql(database, *(f"SELECT json_build_array('{table}', row_to_json(t)) FROM {table} t"
                                  for table in TABLES))
    return sorted(row_of(*json.loads(line)) for line in told.split("\n") if line)


TYPES = {"BLOB": "BYTEA", "INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "TEXT": 'TEXT COLLATE "C"'}


def version_3_of_postgresql(project):
    """tests/catalog/version-3.sql as PostgreSQL takes it: a list of statements."""
    text = (project / "tests/catalog/version-3.sql").read_text(encoding="utf-8")
    statements = []
    for statement in re.findall(r"^(?:CREATE (?:TABLE|INDEX)|INSERT INTO) .*?;$", text, re.M | re.S):
        if statement.startswith("CREATE"):
            statement = re.sub(r"\b(BLOB|INTEGER|REAL|TEXT)\b", lambda word: TYPES[word[0]],
                               statement.replace(" WITHOUT ROWID", "").replace("id INTEGER PRIMARY KEY, ", ""))
        statements.append(re.sub(r"(INTO world_text VALUES \()\d+, ", r"\1", re.sub(r"X'([0-9a-f]*)'", r"'\\x\1'",
                                                                                 statement)))
    return statements


def is_half(rows, expected):
    """What of ROWS is other than in a whole catalogue, as far as it goes: each file has all rows of its world, and no
    row is there without a file."""
    rows, expected = ({row for row in some if row[0] != "skipped"} for some in (rows, expected))
    keys = {row[1] for row in rows if row[0] == "file"}
    paths = {row[2] for row in rows if row[0] == "file"} | {""}
    wanted = {row for row in expected if row[1] in keys and row[2] in paths}
    return sorted((rows - expected) | (wanted - rows) | {row for row in rows if row[1] not in keys})
