#!/usr/bin/env python3
"""`overworld catalog like` and `catalog duplicates` find what is alike. Worlds of the four formats, made ones and real
ones, are changed by known shares of their records. The share of equal records is counted here, in the JSON of both
worlds, and compared with what is found.

Usage: likeness.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)

OVERWORLD_DEPTH=deep makes hundreds of pairs for each format. Real worlds come from $OVERWORLD_CORPUS or
../shared/corpus, if it is there.
"""
import collections
import copy
import glob
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys

import catalog
from catalog import COMMAND, ROOT, SAMPLES, expect, rows, run, samples_into, trials

CORPUS = os.environ.get("OVERWORLD_CORPUS") or os.path.join(ROOT, "..", "shared", "corpus")
LEAST = 10          # records that a sketch needs
FOUND_FROM = 0.90   # of records are equal: at least 90 % of these pairs are found
WRONG_BELOW = 0.70  # of records are equal: at most 1 % of what is found
Plan = collections.namedtuple("Plan", "close far")  # pairs for each format: just above the first, around the second
PLAN = Plan(300, 300) if trials.is_deep() else Plan(20, 4) if trials.is_for_lines() else Plan(60, 30)


class Blotter:
    name, extension = "blotter", "partialworld"

    def made(self, chance, count):
        types = [(1, "MHG.AndGate"), (2, "MHG.Inverter"), (3, "MHG.XorGate"), (4, "MHG.PanelLabel"), (5, "MHG.Buffer")]
        components = [{"address": 1, "parent": 0, "type": 6, "position": [0, 0, 0], "rotation": [0, 0, 0, 1],
                       "inputs": [], "outputs": [], "custom_data": "MzMzEgAAAAsAAAA="}]
        for address in range(2, count + 1):
            components.append({"address": address, "parent": 1, "type": chance.choice(types)[0],
                               "position": [300 * chance.randrange(200), 150, 300 * chance.randrange(200)],
                               "rotation": [0, 0, 0, 1], "inputs": [], "outputs": [], "custom_data": None})
        return {"format": "blotter", "version": 7, "game_version": [0, 92, 0, 0], "save_type": "subassembly", "mods": [],
                "component_types": [{"id": number, "name": name} for number, name in types + [(6, "MHG.CircuitBoard")]],
                "components": components, "wires": [], "circuit_states": []}

    def records(self, world):
        """A component is where its parents are and where it is on them."""
        names = {kind["id"]: kind["name"] for kind in world["component_types"]}
        by_address = {part["address"]: part for part in world["components"]}

        def place(part):
            above = by_address.get(part["parent"])
            return (place(above) if above else ()) + (tuple(part["position"]), tuple(part["rotation"]))
        # The turn of a component itself is no place.
        return {(names[part["type"]], place(part)[:-1]) for part in world["components"]}

    def change(self, world, chance, count):
        parents = {part["parent"] for part in world["components"]}
        leaves = [part for part in world["components"] if part["address"] not in parents]
        for part in chance.sample(leaves, min(count, len(leaves))):
            if chance.random() < 0.5:
                part["position"][chance.choice((0, 2))] += 300 * chance.randrange(400, 4000)
            else:
                part["type"] = chance.choice([kind["id"] for kind in world["component_types"]
                                              if kind["id"] != part["type"]])


class LevelD:
    name, extension = "leveld", "lvd"

    def made(self, chance, count):
        width = max(4, int(count ** 0.5))
        cells = [chance.randrange(1, 40) if chance.random() < 0.9 else 0 for _ in range(width * width)]
        return {"format": "leveld", "version": 4, "byte_order": "big", "blocks": [
            {"id": "META", "timestamp": "1677000000", "level_id": "x", "name": "made", "author": "", "description": ""},
            {"id": "MESH", "tile_width": 16, "tile_height": 16, "width": width, "height": width, "layers": [cells]}]}

    def records(self, world):
        found = set()
        for block in world["blocks"]:
            for number, layer in enumerate(block.get("layers", ()) if block["id"] == "MESH" else ()):
                found |= {(number, cell, value) for cell, value in enumerate(layer) if value}
            if block["id"] == "MESH":
                continue
            for part in (part for key in ("things", "actors", "triggers", "paths") for part in block.get(key, ())):
                kind = part.get("type", part.get("id", part.get("action")))
                if kind is not None and not isinstance(kind, list):
                    found.add((block["id"], kind, json.dumps(part.get("position", part.get("cell", [part.get("x"), part.get("y")])))))
        return found

    def change(self, world, chance, count):
        layers = [layer for block in world["blocks"] if block["id"] == "MESH" for layer in block["layers"]]
        places = [(layer, cell) for layer in layers for cell, value in enumerate(layer) if value]
        for layer, cell in chance.sample(places, min(count, len(places))):
            layer[cell] = 0 if chance.random() < 0.3 else 200 + chance.randrange(50)


class City:
    name, extension = "city", "city"

    def __init__(self):
        with open(os.path.join(SAMPLES, "city-town.json"), encoding="utf-8") as file:
            self.town = json.load(file)

    def made(self, chance, count):
        world = copy.deepcopy(self.town)
        kinds = len(world["meta_things"])
        world["things"] = [{"meta_thing": chance.randrange(kinds), "direction": 0, "x": float(chance.randrange(300)),
                            "y": float(chance.randrange(300)), "z": 6.25, "reserved": ""} for _ in range(count)]
        world["things_size"] += 21 * (count - len(self.town["things"]))
        return world

    def records(self, world):
        return {(str(world["meta_things"][thing["meta_thing"]]), thing["x"], thing["y"], thing["z"])
                for thing in world.get("things", ())
                if thing["meta_thing"] < len(world["meta_things"])}

    def change(self, world, chance, count):
        for thing in chance.sample(world["things"], min(count, len(world["things"]))):
            if chance.random() < 0.7 or len(world["meta_things"]) < 2:
                thing["x"] += float(chance.randrange(400, 4000))
            else:
                thing["meta_thing"] = (thing["meta_thing"] + 1) % len(world["meta_things"])


class Structure:
    name, extension = "structure", "structure"

    def __init__(self):
        run_alone("convert", os.path.join(SAMPLES, "build-car.structure"), "car.json")
        with open("car.json", encoding="utf-8") as file:
            self.car = json.load(file)

    def made(self, chance, count):
        world = copy.deepcopy(self.car)
        world["roots"] = world["roots"][:1]
        world["roots"][0].update(bounds_size=[40.0, 40.0, 40.0], bounds_center=[0.0, 0.0, 0.0], last_block=count - 1)
        world["blocks"] = [{"position": [3000 * chance.randrange(-10, 10) for _ in range(3)], "rotation_index": 0,
                            "id": chance.choice((0, 4)), "mask": 0, "color_index": 0} for _ in range(count)]
        for block in world["blocks"]:
            if block["id"] != 0:
                block["id"], block["color_index"] = 0, 1  # blocks that need no more fields
        return world

    def records(self, world):
        found, root = set(), 0
        for number, block in enumerate(world["blocks"]):
            while root + 1 < len(world["roots"]) and number > world["roots"][root].get("last_block", number):
                root += 1
            found.add((root, block["id"], tuple(block["position"])))
        return found

    def change(self, world, chance, count):
        for block in chance.sample(world["blocks"], min(count, len(world["blocks"]))):
            axis = chance.randrange(3)
            block["position"][axis] += chance.randrange(1300, 9000) * (-1 if block["position"][axis] > 0 else 1)


FORMATS = (Blotter, LevelD, City, Structure)


def run_alone(*words):
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, timeout=300)
    expect(done.returncode == 0, f"{words}: {done.stderr}")
    return done.stdout


def real_worlds(form, folder):
    """Samples and files of the corpus with enough records, as JSON, one for each name of a file."""
    paths = [path for base in (SAMPLES, CORPUS) for path in
             sorted(glob.glob(os.path.join(glob.escape(base), "**", "*." + form.extension), recursive=True))
             if os.sep + "issues" + os.sep not in path]
    target = os.path.join(folder, "real-" + form.name)
    os.mkdir(target)
    found = []
    for number, path in enumerate(paths):
        out = os.path.join(target, f"{number}.json")
        done = subprocess.run([COMMAND, "convert", path, out], capture_output=True, timeout=60)
        if done.returncode == 0:
            with open(out, encoding="utf-8") as file:
                world = json.load(file)
            if len(form.records(world)) >= 2 * LEAST:
                found.append(world)
    return found


def share(first, second):
    """The share of the records of the larger world that the other one has too."""
    return len(first & second) / max(len(first), len(second))


def bases(form, folder, chance):
    made = [form.made(chance, count) for count in (16, 30, 100, 300, 1000) for _ in range(4)]
    return made + real_worlds(form, folder)


def changed(form, world, equal, chance):
    """A copy in which about this share of the records is equal, and the true share."""
    before = form.records(world)
    other = copy.deepcopy(world)
    # Rounded down: of 24 records, 2 may change if 90 % are to stay equal.
    form.change(other, chance, int(len(before) * (1 - equal) + 1e-9))
    return other, share(before, form.records(other))


def write_worlds(form, folder, worlds):
    """Files of worlds, named by their numbers, and the paths that the catalogue has."""
    texts, out = os.path.join(folder, "json-" + form.name), os.path.join(folder, form.name)
    os.makedirs(texts, exist_ok=True)
    os.makedirs(out, exist_ok=True)
    for name, world in worlds.items():
        with open(os.path.join(texts, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(world, file)
    run_alone("convert", *(os.path.join(texts, name + ".json") for name in worlds), out, "--to", form.name)
    found = {}
    for name in worlds:
        (path,) = glob.glob(os.path.join(glob.escape(out), name + ".*"))
        found[name] = os.path.realpath(path)
    return found


def pairs_of(form, folder, chance):
    """Originals, and changed worlds with the name of the original and the true share."""
    originals = {f"base{number}": world for number, world in enumerate(bases(form, folder, chance))}
    others = {}
    for number in range(PLAN.close + PLAN.far):
        base = list(originals)[number % len(originals)]
        equal = chance.choice((0.90, 0.90, 0.91)) if number < PLAN.close else chance.uniform(0.5, 0.9)
        others[f"other{number}"] = (*changed(form, originals[base], equal, chance), base)
    return originals, others


def measure(form, folder):
    """Counts pairs: (close, of them found), (all that is found, of them wrong)."""
    chance = random.Random("likeness of " + form.name)
    originals, others = pairs_of(form, folder, chance)
    records = {name: form.records(world) for name, world in originals.items()}
    paths = write_worlds(form, folder, originals)
    names = {path: name for name, path in paths.items()}
    files = write_worlds(form, folder, {name: world for name, (world, _, _) in others.items()})
    db = os.path.join(folder, form.name + ".db")
    catalog.add(db, *paths.values())
    close, found_close, found, wrong = 0, 0, 0, []
    for name, (world, equal, base) in others.items():
        done = subprocess.run([COMMAND, "catalog", "like", "--db", db, "--json", files[name]], capture_output=True,
                              timeout=60)
        expect(done.returncode in (0, 1), done.stderr)
        told = {names[row["path"]]: row for row in json.loads(done.stdout)}
        own = form.records(world)
        for other in told:
            found += 1
            if share(own, records[other]) < WRONG_BELOW:
                wrong.append((name, other, told[other]["percent"], share(own, records[other])))
        if FOUND_FROM <= equal < 1:
            close += 1
            found_close += base in told
    return close, found_close, found, wrong, listed_pairs(db, files, paths, others)


def listed_pairs(db, files, paths, others):
    """How many of the close pairs `duplicates` lists once all worlds are in the catalogue."""
    catalog.add(db, *files.values())
    listed = {frozenset((row["path"], row["other"])) for row in catalog.lines("duplicates", "--db", db, "--alike")}
    return sum(frozenset((files[name], paths[base])) in listed for name, (_, equal, base) in others.items()
               if FOUND_FROM <= equal < 1)


def most_pairs_are_found_and_few_are_wrong(folder):
    os.chdir(folder)
    for kind in FORMATS:
        form = kind()
        close, found_close, found, wrong, listed = measure(form, folder)
        print(f"# {form.name}: {found_close} of {close} pairs found that are {FOUND_FROM:.0%} equal or a little more; "
              f"{listed} by duplicates; {len(wrong)} of {found} found are less than {WRONG_BELOW:.0%} equal")
        expect(close >= PLAN.close * 0.9, f"{form.name}: only {close} pairs are so alike")
        expect(found_close >= 0.9 * close, f"{form.name}: {found_close} of {close} found")
        expect(listed >= 0.9 * close, f"{form.name}: {listed} of {close} listed by duplicates")
        expect(len(wrong) <= 0.01 * found, f"{form.name}: of {found} found, these are wrong: {wrong}")


def told_like(db, *words, **options):
    """Likeness, percent and name of a file of each row."""
    told = run("like", "--db", db, "--json-lines", *words, **options).stdout.splitlines()
    return [(row["likeness"], row["percent"], os.path.basename(row["path"] or "none")) for row in map(json.loads, told)]


def begin(folder):
    """A catalogue of an adder, a copy of it, an older version, one with less, and another world."""
    db, place = os.path.join(folder, "c.db"), os.path.join(folder, "in")
    samples_into(place, "four-bit-adder.partialworld", "city-town.city")
    adder, less = (os.path.join(place, name) for name in ("four-bit-adder.partialworld", "less.partialworld"))
    shutil.copy(adder, os.path.join(place, "copy.partialworld"))
    run_alone("convert", adder, os.path.join(place, "older.partialworld"), "--version", "6")
    run_alone("remove", adder, "text:A0", "-o", less)
    catalog.add(db, place)
    return db, place, adder, less


ADDER = [("same bytes", 100, "copy.partialworld"), ("same bytes", 100, "four-bit-adder.partialworld"),
         ("same content", 100, "older.partialworld")]


def what_resembles_a_world_is_listed_in_order(folder):
    db, place, adder, less = begin(folder)
    upload = os.path.join(folder, "upload.partialworld")
    shutil.copy(adder, upload)
    told = told_like(db, upload)
    expect(told[:3] == ADDER and [row[::2] for row in told[3:]] == [("alike", "less.partialworld")], told)
    expect(90 <= told[3][1] <= 100, f"{told[3][1]} %, where 51 of 52 records are equal")
    with open(upload, "rb") as file:
        expect(told_like(db, "-", stdin=file) == told, "another answer for standard input")
    expect(told_like(db, adder) == [told[0], *told[2:]], "its own file is listed")
    (found,) = rows(db, "SELECT lower(hex(hash)) FROM file JOIN world USING (key) WHERE name = 'copy.partialworld'")
    expect(told_like(db, found[0][:12]) == told[2:], "a hash: its own files are listed")
    expect(told_like(db, upload, "-n", "2") == told[:2], "-n")
    for world, _ in ((less, 0), (os.path.join(place, "older.partialworld"), 0)):
        expect("four-bit-adder.partialworld" not in [row[2] for row in told_like(db, world)], "one path for a world")
    table = run("like", "--db", db, upload).stdout.decode()
    expect([line.split()[0] for line in table.splitlines() if line.strip()][0] == "likeness", table)


def what_is_gone_or_old_is_listed_as_it_is(folder):
    """A world whose file is gone has no path, and a sketch of an earlier version is not compared."""
    db, place, adder, less = begin(folder)
    connection = sqlite3.connect(db)
    connection.execute("DELETE FROM file WHERE name = 'less.partialworld'")
    connection.commit()
    expect(told_like(db, adder)[-1][2] == "none", "a world without a file")
    connection.execute("UPDATE world SET sketch = zeroblob(64)")
    connection.commit()
    expect([row[0] for row in told_like(db, adder)] == ["same bytes", "same content"], "equal worlds need no sketch")
    (found,) = connection.execute("SELECT lower(hex(hash)) FROM world WHERE format = 'city'").fetchone()
    connection.close()
    done = run("like", "--db", db, found, status=1)
    expect(b"only equal worlds are listed: it has no sketch in the catalogue" in done.stderr, done.stderr)


def what_cannot_be_compared_is_told(folder):
    db, place, adder, less = begin(folder)
    few = os.path.join(folder, "few.lvd")
    shutil.copy(os.path.join(SAMPLES, "level-v0-v4-layout.lvd"), few)
    text, broken = os.path.join(folder, "text.lvd"), os.path.join(SAMPLES, "issues", "LEVELD_TRUNCATED.lvd")
    with open(text, "w", encoding="utf-8") as file:
        file.write("no world")
    town = os.path.join(place, "city-town.city")
    for words, status, says in (([town], 1, b""), ([text], 4, b"text.lvd: "), ([broken], 4, b"LEVELD_TRUNCATED.lvd: "),
                                (["0123abcd"], 1, b"not in the catalogue"), ([os.path.join(folder, "no.lvd")], 1, b"not in the"),
                                (["--percent", "0", adder], 2, b"--percent takes"), (["--percent", "x", adder], 2, b"x"),
                                (["-n", "x", adder], 2, b"x"), (["--csv", "--json", adder], 2, b"exclude each other"),
                                (["--db", os.path.join(folder, "none.db"), adder], 3, b"does not exist"),
                                ([adder, "--max-memory", "1K"], 2, b"--max-memory")):
        done = run("like", "--db", db, *words, status=status)
        expect(says in done.stderr, f"{words}: {done.stderr}")
        expect(status != 2 or not done.stdout, done.stdout)
    expect(json.loads(run("like", "--db", db, "--json", town, status=1).stdout) == [], "an empty list")
    connection = sqlite3.connect(db)
    connection.execute("DROP TABLE world_band")
    connection.commit()
    connection.close()
    expect(b"world_band" in run("like", "--db", db, adder, status=3).stderr, "a table is missing")


def answers_are_as_their_schema_says(folder):
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return "python3-jsonschema is not there"
    db, _, adder, _ = begin(folder)
    schema = json.loads(run_alone("schema", "catalog-like"))
    Draft202012Validator.check_schema(schema)
    told = json.loads(run("like", "--db", db, "--json", "--percent", "1", adder).stdout)
    for error in Draft202012Validator(schema).iter_errors(told):
        raise catalog.Failure(error.message)
    expect(len(told) == 3, told)
    return None


def put_worlds(db, count, bands):
    """Worlds made by SQL, whose bands are BANDS(number)."""
    connection = sqlite3.connect(db)
    names = [column[1] for column in connection.execute("PRAGMA table_info(world)")]
    (sample,) = connection.execute("SELECT * FROM world WHERE sketch IS NOT NULL LIMIT 1")
    for number in range(count):
        row = dict(zip(names, sample), key=number, hash=number.to_bytes(32, "big"), content=None)
        row["sketch"] = random.Random(number).randbytes(len(row["sketch"]))
        connection.execute(f"INSERT INTO world VALUES ({','.join('?' * len(names))})", [row[name] for name in names])
        connection.executemany("INSERT INTO world_band VALUES (?, ?)", [(band, number) for band in bands(number)])
    connection.commit()
    connection.close()


def candidates_come_from_an_index(folder):
    """In a catalogue of many worlds, no more is read than in one of few, but for the depth of the trees."""
    db, _, adder, _ = begin(folder)
    words = ["catalog", "like", "--db", db, adder]
    few = catalog.bytes_read(*words)
    put_worlds(db, 20000, lambda number: [random.Random(number * 4 + band).getrandbits(47) for band in range(4)])
    many = catalog.bytes_read(*words)
    expect(os.path.getsize(db) > 5000000, "the catalogue is small")
    expect(many < few + 300000, f"{many} bytes are read, and {few} in a catalogue of few worlds")


def candidates_are_limited(folder):
    db, _, adder, _ = begin(folder)
    (band,) = rows(db, "SELECT value FROM world_band JOIN file USING (key) WHERE name = 'copy.partialworld' LIMIT 1")
    put_worlds(db, 20001, lambda number: band)
    done = run("like", "--db", db, "--json", adder)
    expect(b"only the first 20000 of its likely copies were compared" in done.stderr, done.stderr)
    expect(json.loads(done.stdout)[0]["likeness"] == "same bytes", done.stdout[:300])


if __name__ == "__main__":
    sys.exit(catalog.main([most_pairs_are_found_and_few_are_wrong, what_resembles_a_world_is_listed_in_order,
                           what_is_gone_or_old_is_listed_as_it_is, what_cannot_be_compared_is_told,
                           answers_are_as_their_schema_says, candidates_come_from_an_index,
                           candidates_are_limited], "likeness"))
