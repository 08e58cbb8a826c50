#!/usr/bin/env python3
"""Tests the verb sql and the extension of SQLite against the JSON of the same worlds. Prints TAP.

Usage: sql.py COMMAND SOURCE_ROOT CORPUS_DIR EXTENSION

COMMAND is the overworld command, EXTENSION the file overworld.so, which this Python's SQLite and the sqlite3 shell
load. What the rows of a table should be follows from the JSON alone, by the pattern of JSON Pointers that --schema
prints above each table. Every sample of the project is asked, and real files where there are some.
"""
import base64
import collections
import concurrent.futures
import csv
import io
import json
import math
import os
import pathlib
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

WORLDS = {".logicworld", ".partialworld", ".lvd", ".city", ".structure"}
LARGEST = 300_000  # bytes of a file that is asked under sanitizers
ROWS_COMPARED = 3000  # of a table
EMPTY_ASKED = 3  # worlds without any row in a table are asked no more than so often
FORMATS = ("blotter", "leveld", "city", "structure")


class Tests:
    def __init__(self):
        self.count = 0
        self.failed = False

    def result(self, name, problem=None):
        self.count += 1
        self.failed |= bool(problem)
        print(f"{'not ok' if problem else 'ok'} {self.count} - {name}", flush=True)
        if problem:
            print("# " + str(problem)[:2000].replace("\n", "\n# "), flush=True)

    def skip(self, name, why):
        self.count += 1
        print(f"ok {self.count} - {name} # SKIP {why}", flush=True)


class Table:
    """A table as --schema prints it: its pattern and its columns."""

    def __init__(self, pattern, name, columns, hidden):
        self.pattern, self.name, self.columns = pattern, name, columns
        self.hidden = hidden  # columns that SELECT * omits, the pointer too
        self.empty = 0  # worlds that were seen to have no row
        self.keys = [c for c in columns if c == "item" or c.endswith("_item")][:pattern.count("*")]
        self.values = columns[len(self.keys):]


def run(command, *arguments, **more):
    return subprocess.run([command, *map(str, arguments)], capture_output=True, stdin=subprocess.DEVNULL, **more)


def read_schema(command, name):
    """Tables of records; those that are computed have a sentence in place of a pattern."""
    text = run(command, "sql", "--schema", name).stdout.decode()
    tables = []
    for head, table, body in re.findall(r"-- ([^\n]*)\nCREATE TABLE (\w+) \(\n(.*?)\n\);", text, re.S):
        pattern = re.fullmatch(r"(?:one row: )?(the whole|(?:/[\w*]+)+)", head)
        columns = [line.split()[0].rstrip(",") for line in body.splitlines()]
        hidden = re.findall(r"^ *(\w+)[^,\n]* HIDDEN", body, re.M)
        if pattern:
            whole = pattern[1] == "the whole"
            tables.append(Table("" if whole else pattern[1], table, [c for c in columns if c != "pointer"], hidden))
    return tables


def elements(value, steps, keys=()):
    """What a pattern leads to in JSON, with the indexes on the way and the pointer."""
    if not steps:
        yield keys, value
    elif steps[0] == "*":
        for i, element in enumerate(value if isinstance(value, list) else []):
            yield from elements(element, steps[1:], keys + (i,))
    elif isinstance(value, dict) and isinstance(value.get(steps[0]), (list, dict)):
        yield from elements(value[steps[0]], steps[1:], keys)


def pointer_of(pattern, keys):
    left = list(keys)
    return "".join("/" + (str(left.pop(0)) if step == "*" else step) for step in pattern.split("/")[1:])


NUMBERS = {end: i for i, end in enumerate("xyzw")} | {str(i): i for i in range(4)}
UNKNOWN = object()


def count_of(record, name):
    """The length of the list that a count is of. An empty or missing list may have no count."""
    for plural in (name + "s", name.removesuffix("ex") + "ices", name.removesuffix("y") + "ies"):
        elements_of_it = record.get(plural) if isinstance(record, dict) else None
        if isinstance(elements_of_it, list) and elements_of_it:
            return len(elements_of_it)
    return UNKNOWN


def value_of(record, column):
    """What a column should hold of a record of JSON; UNKNOWN where JSON does not say."""
    if column.endswith("_count"):
        return count_of(record, column[:-len("_count")])
    if column.endswith("_meaning"):
        return UNKNOWN
    if column == "count" and isinstance(record, list):
        return len(record)
    if column == "value" and not isinstance(record, (dict, list)):
        return record
    if column == "value" and "base64" in record:
        return record["base64"]
    if isinstance(record, dict) and column in record:
        value = record[column]
        if isinstance(value, dict) and "base64" in value:  # text that is no UTF-8
            return value["base64"]
        return value if not isinstance(value, (list, dict)) else None
    name, _, end = column.rpartition("_")
    numbers = record.get(name) if isinstance(record, dict) else record if name in ("value", "") else None
    if end in NUMBERS and isinstance(numbers, list):
        return numbers[NUMBERS[end]] if NUMBERS[end] < len(numbers) else None
    if isinstance(record, dict):
        for key, inside in record.items():
            if isinstance(inside, dict) and column.startswith(key + "_"):
                return value_of(inside, column[len(key) + 1:])
    return None


SPECIAL = {"NaN": None, "Infinity": None, "-Infinity": None}  # JSON of rows has no such numbers


def same(expected, found):
    if expected is UNKNOWN:
        return True
    if isinstance(expected, str) and (expected in SPECIAL or expected.startswith("NaN:")) and found != expected:
        return found == SPECIAL.get(expected)
    if isinstance(expected, bool):
        return found == int(expected)
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return math.isclose(expected, found, rel_tol=1e-12)
    if isinstance(expected, str) and isinstance(found, int):
        return expected == str(found)  # digits
    if isinstance(expected, str) and isinstance(found, str) and re.fullmatch("(?:[0-9a-f]{2})*", found):
        return expected in (found, base64.b64encode(bytes.fromhex(found)).decode())  # bytes
    return expected == found


def has_several_maps(document):
    """Places in a level are in cells of the last map. `show` walks the file and knows only those before."""
    return [block.get("id") for block in document.get("blocks", ())].count("MESH") > 1


def difference_of_table(table, document, rows):
    records = list(elements(document, table.pattern.split("/")[1:]))
    if len(records) <= ROWS_COMPARED and len(rows) != len(records):
        return f"{table.name} has {len(rows)} rows, JSON {len(records)}"
    for (keys, record), row in zip(records, rows):
        if [row[key] for key in table.keys] != list(keys):
            return f"{table.name}: the keys {[row[key] for key in table.keys]} should be {keys}"
        if row["pointer"] != pointer_of(table.pattern, keys):
            return f"{table.name}: the pointer {row['pointer']}"
        for column in table.values:
            if column.startswith("place_") and has_several_maps(document):
                continue
            expected = value_of(record, column)
            if not same(expected, row[column]):
                return f"{table.name}.{column} of {row['pointer']} is {row[column]!r}, in JSON {expected!r}"
    return None


def read_json(command, path):
    printed = run(command, "convert", path, "--to", "json", "-")
    return json.loads(printed.stdout, strict=False) if printed.returncode == 0 else None


def add_decoded(command, path, document):
    """Puts the fields that `show` decodes into the JSON of a document."""
    shown = run(command, "show", path, "--json", "--full")
    for node in json.loads(shown.stdout, strict=False)["nodes"]:
        if not node.get("derived"):
            continue
        *steps, last = node["pointer"].split("/")[1:]
        record = document
        for step in steps:
            record = record[int(step) if isinstance(record, list) else step]
        value = {"array": [], "object": {}}.get(node.get("kind"), node.get("value"))
        if isinstance(record, list):
            record.append(value)
        else:
            record[last] = value


def rows_of(command, path, query):
    """The answer to a question about a world, or a list of worlds."""
    printed = run(command, "sql", *(path if isinstance(path, list) else [path]), query, "--json")
    if printed.returncode != 0:
        raise RuntimeError(printed.stderr.decode())
    return json.loads(printed.stdout)


def find_worlds(*folders):
    return sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*")
                  if path.suffix in WORLDS and path.is_file() and path.stat().st_size <= LARGEST)


def problem_of_world(command, schemas, path):
    """A problem or None, and how many rows were compared."""
    count = 0
    document = read_json(command, path)
    if document is None:  # broken: a question says so too
        printed = run(command, "sql", path, "SELECT 1")
        fits = printed.returncode >= 3 and printed.stderr
        return None if fits else f"{path}: a broken file is answered", 0
    add_decoded(command, path, document)
    for table in schemas[document["format"]]:
        if not any(elements(document, table.pattern.split("/")[1:])):
            table.empty += 1
            if table.empty > EMPTY_ASKED:
                continue
        query = f'SELECT {", ".join(["*", *table.hidden])} FROM "{table.name}" LIMIT {ROWS_COMPARED}'
        try:
            rows = rows_of(command, path, query)
            count += len(rows)
            problem = difference_of_table(table, document, rows)
        except RuntimeError as error:
            problem = error
        if problem:
            return f"{path}: {problem}", count
    return None, count


def test_rows(tests, command, schemas, worlds, name):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda path: problem_of_world(command, schemas, path), worlds))
    found = [problem for problem, _ in outcomes if problem]
    rows = sum(count for _, count in outcomes)
    tests.result(f"{rows} rows of {len(worlds)} {name} are those that JSON has",
                 "\n".join(found[:5]) or (rows < len(worlds) and "too few were compared"))


# A question that is narrowed, and the same with a plus, which keeps SQLite from narrowing it.
NARROWED = (
    ("components", "{c} = (SELECT {c} FROM components LIMIT 1 OFFSET 3)",
     ("item", "address", "parent", "type", "input_count", "rowid")),
    ("components", "{c} BETWEEN 2 AND 5", ("item", "type", "rowid")),
    ("components", "{c} > 3 AND {c} < 7.5", ("item",)),
    ("components", "{c} IN (1, 3, 99999, -1)", ("item", "type")),
    ("components", "{c} IN (799440, 5, 6, 'x', NULL)", ("address", "parent")),
    ("components", "{c} = 3.0", ("item", "type")),
    ("components", "{c} = 3.5", ("item", "type")),
    ("components", "{c} = -1", ("item", "address", "type")),
    ("components", "{c} = x'03'", ("item", "type")),
    ("components", "{c} = 1 OR {c} = 4", ("item", "address", "type")),
    ("inputs", "{c} = 3", ("components_item", "item", "value")),
    ("inputs", "components_item >= 2 AND {c} = 0", ("item",)),
    ("inputs", "components_item = 4 AND {c} > 0", ("item", "value")),
    ("wires", "{c} = (SELECT max({c}) FROM wires)", ("first_component", "circuit_state", "item")),
    ("net_pegs", "{c} IN (0, 2, 5)", ("net",)),
    ("net_drivers", "{c} = (SELECT max({c}) FROM net_drivers)", ("net",)),
    ("gates", "{c} BETWEEN 1 AND 3", ("component",)),
    ("places", "{c} IN (0, 4, 999999999)", ("component",)),
)
JOINS = (
    ("SELECT count(*), total(c.item) FROM wires w JOIN components c ON {}c.address = w.first_component",),
    ("SELECT count(*), total(c.item) FROM components p JOIN components c ON {}c.parent = p.address",),
    ("SELECT count(*), total(i.value) FROM components c JOIN inputs i ON {}i.components_item = c.item",),
    ("SELECT count(*), total(p.net) FROM nets n JOIN net_pegs p ON {}p.net = n.net",),
)
# In a level, lists have more elements than the number of the record that has them.
NARROWED_IN_LEVEL = (
    ("things", "{c} = 2", ("blocks_item", "item")),
    ("things", "blocks_item = 2 AND {c} >= 3", ("item",)),
    ("layers_values", "{c} = 1", ("blocks_item", "layers_item", "item")),
    ("layers_values", "blocks_item = 1 AND {c} = 0", ("layers_item", "item")),
)


def test_narrowing(tests, command, path, conditions=NARROWED, joins=JOINS):
    """An answer does not depend on how the walk was narrowed."""
    questions = []
    for table, condition, columns in conditions:
        for column in columns:
            for order in ("", " ORDER BY 1", " ORDER BY 1 DESC"):
                text = f"SELECT * FROM {table} WHERE {condition}{order}"
                questions.append((text.replace("{c}", column), text.replace("{c}", "+" + column)))
    questions += [(text.format(""), text.format("+")) for text, in joins]
    problems, answered = [], 0
    for narrowed, plain in questions:
        a, b = rows_of(command, path, narrowed), rows_of(command, path, plain)
        answered += bool(a)
        key = json.dumps if "ORDER" not in narrowed else None
        if (sorted(a, key=key), sorted(b, key=key))[0] != sorted(b, key=key) if key else a != b:
            problems.append(f"{narrowed}: {len(a)} rows, {len(b)} without narrowing")
    tests.result(f"{name_of(path)}: {len(questions)} narrowed questions, {answered} with an answer, as plain ones",
                 "\n".join(problems[:5]) or (answered < len(questions) / 4 and "too few have an answer"))


# Columns whose values lead to their rows.
LEADING = (("components", "item"), ("components", "address"), ("inputs", "components_item"), ("nets", "net"),
           ("net_pegs", "net"), ("net_drivers", "net"), ("gates", "component"), ("places", "component"))


def test_plans(tests, command, path):
    """SQLite plans a look-up for a value of these columns, and a walk through the whole table if it must not narrow."""
    for table, column in LEADING:
        plans = [rows_of(command, path, f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {plus}{column} = 3")
                 for plus in ("", "+")]
        tests.result(f"{table} with one value of {column} are looked up", None if plans[0] != plans[1] else plans[0])


def name_of(path):
    """How a message calls the worlds of a question."""
    return " and ".join(one.name for one in path) if isinstance(path, list) else path.name


# For each format: three files.
TOGETHER = {
    "blotter": ("four-bit-adder.partialworld", "rom-4x8.partialworld", "world-v7.logicworld"),
    "leveld": ("level-v4.lvd", "level-oddities.lvd", "moated-keep.lvd"),
    "city": ("city-town.city", "city-d3.city", "city-oddities.city"),
    "structure": ("build-car.structure", "build-cabin.structure", "build-custom.structure"),
}


def problem_of_table(command, paths, name, table):
    """Whether a table of several files has the rows of each of them, in the order of the files. The view of pegs has
    first all inputs, then all outputs."""
    in_order = (lambda rows: sorted(rows, key=json.dumps)) if table == "pegs" else list
    wanted = [{**row, "file": str(path)} for path in paths for row in rows_of(command, path, f"SELECT * FROM {table}")]
    for query in (f"SELECT * FROM {name}", f"SELECT * FROM {name} WHERE file <> 'x'"):
        if in_order(rows_of(command, paths, query)) != in_order(wanted):
            return f"{query} has not the rows of each file"
    one = rows_of(command, paths, f"SELECT * FROM {name} WHERE file = '{paths[1]}'")
    if in_order(one) != in_order(row for row in wanted if row["file"] == str(paths[1])):
        return f"{name} of one file has other rows"
    return None


def test_files_together(tests, command, samples):
    """With several files, a table has the rows of all that are of its format."""
    other = {"city": "level-v4.lvd", "leveld": "city-town.city", "blotter": "build-car.structure", "structure": "city-town.city"}
    problems, count = [], 0
    for format_name, files in TOGETHER.items():
        paths = [samples / file for file in files]
        beside = samples / other[format_name]
        own = [row["name"] for row in rows_of(command, paths[0], ".tables")]
        every = [row["name"] for row in rows_of(command, [*paths, beside], ".tables")]
        for table in own:
            count += 1
            problems.append(problem_of_table(command, paths, table, table))
            name = table if table in every else f"{format_name}_{table}"
            if table != "issues" and len(rows_of(command, [*paths, beside], f"SELECT * FROM {name}")) != \
                    len(rows_of(command, paths, f"SELECT * FROM {table}")):
                problems.append(f"{name} has other rows beside {beside.name}")
    problems = [problem for problem in problems if problem]
    tests.result(f"{count} tables of several files have the rows of each", "\n".join(problems[:5]) or
                 (count < 60 and f"only {count} tables"))


# For the samples that have them: what has a meaning, and what it is.
MEANINGS = (
    ("world-v7", "SELECT count(*) AS n FROM components c JOIN component_types t ON t.id = c.type "
                 "WHERE t.name IS NOT c.type_meaning", [{"n": 0}]),
    ("world-v7", "SELECT count(*) AS n FROM components WHERE json_extract(custom_data_meaning, '$.text') IS NOT "
                 "label_text", [{"n": 0}]),
    ("world-v7", "SELECT count(label_text) > 0 AS n FROM components", [{"n": 1}]),
    ("world-v7", "SELECT count(*) AS n FROM components WHERE custom_data_meaning IS NULL AND label_text IS NOT NULL",
     [{"n": 0}]),
    ("world-v7", "SELECT count(*) > 0 AS n FROM components WHERE json_valid(custom_data_meaning)", [{"n": 1}]),
    ("city-town", "SELECT count(*) AS n FROM things t JOIN meta_things m ON m.item = t.meta_thing "
                  "WHERE m.value IS NOT t.meta_thing_meaning", [{"n": 0}]),
    ("level-v4", "SELECT count(*) AS n FROM cells c JOIN layers_values v ON v.layers_item = c.layer AND "
                 "v.item = c.y * (SELECT width FROM blocks WHERE id = 'MESH') + c.x "
                 "WHERE c.tile + 32768 * c.impassable <> v.value", [{"n": 0}]),
    ("moated-keep", "SELECT count(*) AS n FROM layers_values WHERE (value > 32767) <> (value_meaning IS NOT NULL)",
     [{"n": 0}]),
    ("moated-keep", "SELECT max(336 * layers_item + item) > 512 AS n FROM layers_values WHERE value_meaning LIKE 'tile %'", [{"n": 1}]),
    ("build-car", "SELECT count(*) AS n FROM blocks WHERE id_meaning IS NULL", [{"n": 0}]),
    ("build-car", "SELECT (SELECT count(*) FROM placed_blocks WHERE x IS NOT NULL) - block_count AS n FROM world",
     [{"n": 0}]),
)


def test_meanings(tests, command, samples):
    for name, query, expected in MEANINGS:
        path = next(path for path in find_worlds(samples) if path.stem == name)
        found = rows_of(command, path, query)
        tests.result(f"{name}: {query[:90]}", None if found == expected else found)


def turn(quaternion, vector):
    x, y, z, w = quaternion
    matrix = ((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
              (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
              (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)))
    return [sum(m * c for m, c in zip(line, vector)) for line in matrix]


def place_of(row, by_address, unit):
    """In game units, by matrices where the table goes by quaternions."""
    place = [row[f"position_{axis}"] / unit for axis in "xyz"]
    while row["parent"]:
        row = by_address[row["parent"]]
        rotation = [row[f"rotation_{axis}"] for axis in "xyzw"]
        if None in rotation or not math.isclose(sum(r * r for r in rotation), 1, rel_tol=1e-5):
            return None  # turns nothing that a matrix could say
        place = turn(rotation, place)
        place = [a + row[f"position_{axis}"] / unit for a, axis in zip(place, "xyz")]
    return place


def test_places(tests, command, worlds):
    """Components are where what carries them puts them; in real files most of these are turned."""
    count, turned, wrong = 0, 0, []
    for path in worlds:
        rows = rows_of(command, path, "SELECT c.*, p.x, p.y, p.z, (SELECT version FROM world) AS version "
                                      "FROM components c JOIN places p ON p.component = c.item")
        by_address = {row["address"]: row for row in rows}
        for row in rows:
            if any(row[axis] is None for axis in "xyz"):
                continue  # its parents are missing
            expected = place_of(row, by_address, 1000 if row["version"] >= 6 else 1)
            if expected is None:
                continue
            count += 1
            if row["parent"]:
                rotation = by_address[row["parent"]]
                turned += abs(rotation["rotation_w"]) < 0.9
            if any(abs(a - row[axis]) > 1e-4 * (1 + abs(a)) for a, axis in zip(expected, "xyz")):
                wrong.append(f"{path} {row['item']}")
    tests.result(f"{count} components, {turned} of them on something turned, stand where it puts them",
                 wrong[:5] or (count < 100 and "too few were compared"))


def test_outputs(tests, command, path):
    query = "SELECT item, type_meaning AS name, custom_data, 1.5 AS half, 'a,\"b\"\n' AS odd, NULL AS none FROM components"
    rows = rows_of(command, path, query)
    lines = run(command, "sql", path, query, "--json-lines").stdout.decode().splitlines()
    tests.result("--json-lines has the rows of --json",
                 None if [json.loads(line) for line in lines] == rows else lines[:2])
    table = list(csv.DictReader(io.StringIO(run(command, "sql", path, query, "--csv").stdout.decode())))
    fits = len(table) == len(rows) and all(
        a["item"] == str(b["item"]) and a["odd"] == b["odd"] and a["half"] == "1.5" and a["none"] == "" and
        (b["custom_data"] is None or a["custom_data"] == b["custom_data"])
        for a, b in zip(table, rows))
    tests.result("--csv has them too", None if fits else table[:2])
    infinite = run(command, "sql", path, "SELECT 9e999 AS a, -9e999 AS b, 1.5 AS c, NULL AS d", "--csv").stdout
    tests.result("--csv has infinity", None if infinite == b"a,b,c,d\r\nInfinity,-Infinity,1.5,\r\n" else infinite)
    few = run(command, "sql", path, query, "--json", "-n", "2").stdout
    tests.result("-n keeps rows back", None if json.loads(few) == rows[:2] else few)


def chips(command, folder):
    """A save with the two parts of HuntaBaddayCPUmod whose decoded fields fill the last columns."""
    components = [{"address": i + 1, "parent": 0, "type": i + 1, "position": [0, 0, 3000 * i], "rotation": [0, 0, 0, 1],
                   "inputs": list(range(first, first + 20)), "outputs": list(range(first + 20, first + 20 + outputs)),
                   "custom_data": base64.b64encode(bytes(range(1, size + 1))).decode()}
                  for i, (first, outputs, size) in enumerate(((0, 11, 19), (31, 29, 38)))]
    types = [{"id": i + 1, "name": f"HuntaBaddayCPUmod.{name}"} for i, name in enumerate(("TSC6530", "MOS6502"))]
    text, save = folder / "chips.json", folder / "chips.partialworld"
    text.write_text(json.dumps({
        "format": "blotter", "version": 7, "game_version": [0, 92, 3, 57], "save_type": "subassembly", "mods": [],
        "component_types": types, "components": components, "wires": [], "circuit_states": []}), encoding="utf-8")
    run(command, "convert", text, save)
    return save


def test_columns(tests, command, schemas, samples):
    """A column that is asked for alone has the values that it has beside all others."""
    paths = {path.stem: path for path in find_worlds(samples)}
    with tempfile.TemporaryDirectory() as folder:
        worlds = [("blotter", paths["world-v7"]), ("blotter", chips(command, pathlib.Path(folder))),
                  ("leveld", paths["level-v4"])]
        for name, path in worlds:
            wrong, filled = [], 0
            for table in schemas[name]:
                columns = [*table.keys, *table.values, "pointer"]
                values = [f'group_concat(quote("{column}"))' for column in columns]
                beside = f"(SELECT json_array({', '.join(values)}) FROM {table.name})"
                alone = [f"(SELECT {value} FROM {table.name})" for value in values]
                row, = rows_of(command, path, f"SELECT json_array({', '.join(alone)}) AS alone, {beside} AS beside")
                for column, a, b in zip(columns, json.loads(row["alone"]), json.loads(row["beside"])):
                    filled += re.search("[^NUL,]", b or "") is not None
                    if a != b:
                        wrong.append(f"{table.name}.{column} is {str(a)[:60]}, beside others {str(b)[:60]}")
            tests.result(f"{path.name}: {filled} columns with values have the same alone",
                         "\n".join(wrong[:5]) or (filled < 10 and "they are too few"))


def connect(extension):
    database = sqlite3.connect(":memory:")
    database.enable_load_extension(True)
    database.load_extension(str(extension))
    return database


REFUSED = (
    ("SELECT * FROM ow_components", "missing path"),
    ("SELECT * FROM ow_components(NULL)", "missing path"),
    ("SELECT * FROM ow_components('/nowhere/at/all')", "No such file"),
    ("SELECT * FROM ow_components('.')", "not a regular file"),
    ("SELECT * FROM ow_leveld_things($world)", "has no such table"),
    ("SELECT * FROM ow_nets($level)", "has no nets"),
    ("SELECT ow_info('/nowhere/at/all')", "No such file"),
    ("SELECT ow_check($broken)", "the file ends"),
    ("SELECT * FROM main.through_table", "unsafe use"),
    ("SELECT * FROM main.through_check", "unsafe use"),
    ("SELECT * FROM main.through_scalar", "unsafe use"),
    ("INSERT INTO ow_components VALUES (1)", "may not be modified"),
)


def test_extension(tests, command, extension, samples):
    paths = {path.stem: path for path in find_worlds(samples)}
    world, level, broken = paths["world-v7"], paths["level-v4"], paths["BLOTTER_TRUNCATED"]
    database = connect(extension)
    for name, path in (("components", world), ("wires", world), ("blotter_world", world), ("leveld_things", level)):
        table = name.split("_", 1)[-1] if "_" in name else name
        cursor = database.execute(f"SELECT * FROM ow_{name}(?)", (str(path),))
        found = [dict(zip([c[0] for c in cursor.description], row)) for row in cursor]
        expected = rows_of(command, path, f"SELECT * FROM {table}")
        alike = len(found) == len(expected) and all(
            (a[k].hex() if isinstance(a[k], bytes) else a[k]) == b[k]
            for a, b in zip(found, expected) for k in b)
        tests.result(f"ow_{name} in Python has the rows of the command", None if alike and found else found[:2])
    info = json.loads(database.execute("SELECT ow_info(?)", (str(world),)).fetchone()[0])
    told = json.loads(run(command, "info", "--json", "--full", world).stdout)
    tests.result("ow_info tells what the command tells",
                 None if info == {"format": told["format"], **told["summary"]} else info)
    issues = database.execute("SELECT count(*) FROM ow_check(?)", (str(paths["BLOTTER_DANGLING_PEG"]),)).fetchone()[0]
    totals = json.loads(database.execute("SELECT ow_check(?)", (str(paths["BLOTTER_DANGLING_PEG"]),)).fetchone()[0])
    tests.result("ow_check tells the issues and counts them",
                 None if issues == sum(totals.values()) > 0 else (issues, totals))
    quoted = str(world).replace("'", "''")
    database.execute(f"CREATE VIEW through_table AS SELECT * FROM ow_components('{quoted}')")
    database.execute(f"CREATE VIEW through_check AS SELECT * FROM ow_check('{quoted}')")
    database.execute(f"CREATE VIEW through_scalar AS SELECT ow_info('{quoted}')")
    test_alternatives(tests, database, world)
    names = {"world": str(world), "level": str(level), "broken": str(broken)}
    for query, words in REFUSED:
        try:
            database.execute(query, {k: v for k, v in names.items() if f"${k}" in query}).fetchall()
            problem = "it is answered"
        except sqlite3.Error as error:
            problem = None if words in str(error) else error
        tests.result(f"{query[:70]}: {words}", problem)
    test_changing_file(tests, database, world, level)
    test_open_files(tests, database, samples)
    database.close()
    test_no_file(tests, extension)
    test_shell(tests, extension, world)


# SQLite walks such a table once for each side of OR, and compares the path with what the table says it is.
ALTERNATIVES = ("components", "item = 0 OR item > 2"), ("blotter_inputs", "components_item = 0 OR item = 0"), \
    ("net_pegs", "net = 0 OR net = 2")


def test_alternatives(tests, database, world):
    for table, condition in ALTERNATIVES:
        answers = [database.execute(f"SELECT * FROM ow_{table}(?) WHERE {text}", (str(world),)).fetchall()
                   for text in (condition, f"({condition}) IS TRUE")]
        tests.result(f"ow_{table} has the rows of both sides of {condition}",
                     None if answers[0] and sorted(map(repr, answers[0])) == sorted(map(repr, answers[1]))
                     else f"{len(answers[0])} rows of {len(answers[1])}")
        paths = set(database.execute(f"SELECT path FROM ow_{table}(?)", (str(world),)))
        tests.result(f"ow_{table} has the path that it was asked for", None if paths == {(str(world),)} else paths)


def test_changing_file(tests, database, first, second):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a file's name"
        counts = []
        for source in (first, second, first):
            fresh = path.with_suffix(".new")
            shutil.copy(source, fresh)
            fresh.replace(path)
            counts.append(database.execute("SELECT json_extract(ow_info(?), '$.version')", (str(path),)).fetchone()[0])
        tests.result("a file that became another one is read again",
                     None if counts[0] == counts[2] != counts[1] else counts)


def test_open_files(tests, database, samples):
    """Four files stay open. One that is open is not read again if its size and time are as they were."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{i}.city" for i in range(5)]

        def answers(path):
            try:
                return database.execute("SELECT count(*) FROM ow_terrain(?)", (str(path),)).fetchone() == (1,)
            except sqlite3.Error:
                return False

        for path in paths:
            shutil.copy(samples / "city-town.city", path)
        opened = all(map(answers, paths[:4]))
        for path in paths[:4]:
            state = path.stat()
            path.write_bytes(bytes(state.st_size))
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
        kept = [answers(path) for path in paths[:4]]
        tests.result("four files stay open", None if opened and all(kept) else (opened, kept))
        fifth, kept = answers(paths[4]), [answers(path) for path in paths[:4]]
        tests.result("a fifth file closes the one that was asked longest ago",
                     None if fifth and kept == [False, True, True, True] else (fifth, kept))


OPENS = """import sqlite3, sys
database = sqlite3.connect(":memory:")
database.enable_load_extension(True)
database.load_extension(sys.argv[1])
try:
    database.execute("SELECT count(*) FROM ow_components(?)", (sys.argv[2],)).fetchall()
except sqlite3.Error as error:
    print(error)
"""


def test_no_file(tests, extension):
    """A pipe that nobody writes to would be waited for, and a server with it: so this is a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = pathlib.Path(folder) / "pipe.logicworld"
        os.mkfifo(pipe)
        for path, name in (pipe, "a pipe"), (folder, "a folder"):
            try:
                said = run(sys.executable, "-c", OPENS, extension, path, text=True, timeout=10).stdout
            except subprocess.TimeoutExpired:
                said = "it is waited for"
            tests.result(f"{name} is no file", None if "is not a regular file" in said else said)


def test_shell(tests, extension, world):
    if not shutil.which("sqlite3"):
        tests.skip("the sqlite3 shell loads the extension", "there is no sqlite3")
        return
    printed = subprocess.run(["sqlite3", "-batch", ":memory:"], capture_output=True, text=True,
                             input=f".load {str(extension)[:-3]}\nSELECT count(*) > 0 FROM ow_components('{world}');\n")
    tests.result("the sqlite3 shell loads the extension", None if printed.stdout == "1\n" else printed.stderr)


# What only a check of a file in its folder can tell.
OF_FILES = re.compile("(?:FILE_|CITY_IMAGE_MISSING|LEVELD_TILESET_)")


def test_issues(tests, command, worlds, samples):
    members, problems, found = ("code", "severity", "pointer", "offset", "size", "message", "fix"), [], 0
    for path in worlds:
        asked = run(command, "sql", "--json", path, f"SELECT {', '.join(members)} FROM issues")
        if asked.returncode != 0:  # it is broken, which is told
            continue
        wanted = [{name: issue[name] for name in members}
                  for issue in json.loads(run(command, "check", "--json", path).stdout)["issues"]
                  if not OF_FILES.match(issue["code"])]
        told = json.loads(asked.stdout)
        for issue in told:  # check shows what a terminal must not have
            issue["message"] = re.sub("[\x01-\x1f\x7f]", lambda found: f"\\x{ord(found[0]):02x}", issue["message"])
        found += len(told)
        if told != wanted:
            problems.append(f"{path.name}: {told[:2]} are not {wanted[:2]}")
    tests.result(f"{found} issues of {len(worlds)} worlds are those of check",
                 "\n".join(problems[:5]) or (None if found > 200 else "they are too few"))
    world = json.loads((samples / "issues" / "BLOTTER_DANGLING_PEG.json").read_text(encoding="utf-8"))
    world["wires"] = world["wires"] * 100_100
    with tempfile.TemporaryDirectory() as folder:
        many = pathlib.Path(folder) / "many.json"
        many.write_text(json.dumps(world), encoding="utf-8")
        counts = json.loads(run(command, "check", "--json", "-n", "1", many).stdout)["counters"]
        told = json.loads(run(command, "sql", "--json", many, "SELECT count(*) AS count, count(code) AS codes, max(message)"
                              " FILTER (WHERE code IS NULL) AS rest FROM issues").stdout)[0]
    more = counts["errors"] + counts["warnings"] + counts["infos"] - told["codes"]
    wanted = {"count": 100_001, "codes": 100_000, "rest": f"{more} more are not listed"}
    tests.result("issues beyond 100,000 are counted", None if told == wanted and more > 0 else f"{told}, {counts}")


def long_save(types):
    """A save of version 7 with a component of each of these types, in this order."""
    name = b"MHG.Peg"
    known = sorted(set(types))
    save = b"Logic World save" + struct.pack("<B4iB4i", 7, 0, 92, 3, 57, 1, len(types), 0, 0, len(known))
    save += b"".join(struct.pack("<Hi", number, len(name)) + name for number in known)
    save += b"".join(struct.pack("<IIH3i4f2ii", i + 1, 0, number, 300 * i, 0, 0, 0, 0, 0, 1, 0, 0, -1)
                     for i, number in enumerate(types))
    return save + struct.pack("<i", 0) + b"redstone sux lol"


def test_threads(tests, command):
    """A column of a long list is read by several threads."""
    types = [i * i % 7 * 300 for i in range(70_000)]
    counts = collections.Counter(types)
    expected = [[str(number), str(counts[number])] for number in sorted(counts)]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "long.logicworld"
        path.write_bytes(long_save(types))
        for jobs in (1, 3):
            answer = run(command, "sql", "--csv", f"--jobs={jobs}", path,
                         "SELECT type, count(*) FROM components GROUP BY type")
            rows = list(csv.reader(io.StringIO(answer.stdout.decode())))[1:]
            tests.result(f"types of a long list are counted by {jobs} thread{'s' if jobs > 1 else ''}",
                         None if rows == expected else f"{answer.stderr.decode()}{rows}, not {expected}")


def main():
    command, root, corpus, extension = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4])
    tests = Tests()
    samples = root / "samples"
    if b"no SQLite" in run(command, "sql", "--schema", "blotter").stderr:
        tests.skip("questions in SQL", "the command was built without SQLite")
        print("1..1")
        return 0
    schemas = {name: read_schema(command, name) for name in FORMATS}
    test_rows(tests, command, schemas, find_worlds(samples), "samples")
    real = find_worlds(corpus)
    if real:
        test_rows(tests, command, schemas, real, "real files")
    else:
        tests.skip("every table of real files has the rows that JSON has", "there are no real files")
    paths = {path.stem: path for path in find_worlds(samples)}
    test_narrowing(tests, command, paths["four-bit-adder"])
    test_narrowing(tests, command, [paths["four-bit-adder"], paths["rom-4x8"], paths["level-v4"]])
    test_narrowing(tests, command, paths["moated-keep"], NARROWED_IN_LEVEL, ())
    test_plans(tests, command, paths["four-bit-adder"])
    test_files_together(tests, command, samples)
    test_columns(tests, command, schemas, samples)
    test_meanings(tests, command, samples)
    saves = (".logicworld", ".partialworld")
    test_places(tests, command, [path for path in real + find_worlds(samples)
                                 if path.suffix in saves and path.parent.name != "issues"])
    test_issues(tests, command, [*find_worlds(samples), *sorted(samples.glob('*.json'))], samples)
    test_outputs(tests, command, paths["world-v7"])
    test_threads(tests, command)
    test_extension(tests, command, extension.resolve(), samples)
    print(f"1..{tests.count}")
    return tests.failed


if __name__ == "__main__":
    sys.exit(main())
