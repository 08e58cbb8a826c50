#!/usr/bin/env python3
"""Fails the calls that the command makes of the C library, one after another; speaks TAP.

Usage: faults.py COMMAND LIBRARY SOURCE_ROOT [NAME...]

LIBRARY is made of faults/faults.c and is loaded before the command, which must be built without
sanitizers. It is - for a command for Windows, which has faults/windows.c in it. Each case is run once to note its
calls, and then once for every call that trials.py finds worth trying; this call fails. Then one of three things has to
be so:

- the run is as it would be without the fault: the call is not needed;
- the status is 3, standard error says why, and OUT is what it was before the run;
- what the case itself says about a function, as a run may get on without an image.

And always: no crash, no file left over, the input untouched. NAME picks cases that contain it.
"""
import collections
import concurrent.futures
import errno
import hashlib
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import sandbox
import trials

LONGEST_RUN = 60  # seconds
SHOWN = 5  # of the failures of a case
NEAREST = 8  # callers that tell one place from another

# How a call fails, and what the message about it has in it.
ERRORS = {"malloc": errno.ENOMEM, "mmap": errno.ENODEV, "isatty": errno.ENOTTY, "access": errno.EACCES,
          "stat": errno.EACCES, "open": errno.EMFILE, "madvise": errno.EINVAL, "readlink": errno.EINVAL,
          "fchown": errno.EPERM, "renameat2": errno.EINVAL, "fopencookie": errno.ENOMEM,
          "setvbuf": errno.ENOMEM, "realpath": errno.EACCES, "link": errno.EPERM}
OTHER_ERROR = errno.EIO
# Of Windows: too many open files, as an error and as a status; a status of a broken medium; a full one; access denied.
ERRORS_OF_WINDOWS = {"malloc": errno.ENOMEM, "CreateFileW": 4, "NtCreateFile": 0xc000011f,
                     "NtSetInformationFile": 0xc000009c, "ReadFile": 23, "WriteFile": 112}
OTHER_ERROR_OF_WINDOWS = 5

Outcome = collections.namedtuple("Outcome", "status out err files")


class Case:
    """A command line, the files that it needs, and what faults may change besides."""

    def __init__(self, words, files=(), stdin=None, spared=(), partial=False, texts=None, before=None, programs=None):
        self.words = words.split()
        self.before = before.split() if before else None  # another command line, run once and without faults
        self.name = words
        self.files = list(files)  # of samples/: "FILE", or "FILE as NAME"
        self.texts = texts or {}  # files by name
        self.programs = programs or {}  # scripts by name, which the command finds first
        self.stdin = stdin
        self.spared = set(spared)  # functions without which the run gets on in another way
        self.partial = partial  # what can be made is made, and the status says that it is not all

    def prepare(self, samples, folder):
        for file in self.files:
            source, _, name = file.partition(" as ")
            target = os.path.join(folder, name or os.path.basename(source))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(os.path.join(samples, source), target)
        for name, text in self.texts.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        for name, text in self.programs.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(os.path.join(folder, name), 0o755)


READING_OF_WINDOWS = ("GetFullPathNameW", "NtCreateFile", "GetFileInformationByHandle", "GetFileInformationByHandleEx",
                      "ReadFile", "DuplicateHandle")
BESIDE = ("realpath",)  # a file beside a world that cannot be found is a warning
SHEET = ["moated-keep.lvd as a.lvd", "terrain/river-valley.png as tiles.png"]
CITY = ["city-d3.city as a.city", "terrain/river-valley.png as terrain/river-valley.png"]
ROM = "rom-4x8.partialworld as a.partialworld"
ADDER = "four-bit-adder.partialworld as a.partialworld"
MEMORIES = """{"types": [{"name": "a", "inputs": 3, "outputs": 1,
    "memory": {"address": [0], "data": [1], "shown": [0], "write": 2, "hex": "01"}}]}"""
BENCH = """{"nets": {"a": ["A0", "A1"]}, "clocks": [{"net": "C0", "half": 3}], "ticks": 9,
 "memories": [{"name": "m", "address": "A2", "data": "B2", "write": "B3", "contents": "in", "write_to": "out.bin",
               "print": 1}],
 "steps": [{"set": {"a": 3, "A2": 1, "B3": 1}}, {"after": 5, "set": {"B3": 0}}, {"after": 2, "expect": {"a": 3}}]}
"""
SAVE = "world-v7.logicworld as a.logicworld"
MODS = ["mods/parts.partialworld", "mods/DemoMod/manifest.jecs as mods/a/manifest.jecs",
        "mods/DemoMod/components/gates.jecs as mods/a/components/gates.jecs",
        "mods/DemoMod/overworld-types.json as mods/a/overworld-types.json"]
FOLDER = ["world-v7.logicworld as save/data.logicworld", "issues/FOLDER_MOD_UNUSED/meta.jecs as save/players/B.jecs"]
COLORS = [f"issues/FOLDER_DISPLAY_MISSING/{name} as save/{name}" for name in
          ("data.logicworld", "ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration0.jecs")]
TEXTS = {"save/meta.jecs": "Title: x\n", "save/players/A.succ": "Scale: 1\n"}
FOLDER_JSON = """{"format": "blotter", "version": 7, "game_version": [0, 92, 3, 57], "save_type": "world", "mods": [],
 "component_types": [], "components": [], "wires": [], "circuit_states": "",
 "folder": {"players/A.succ": "Scale: 1", "meta.jecs": "", "images/a.png": {"base64": "/w=="}}}
"""
LEVEL = "moated-keep.lvd as a.lvd"
TMX = """<?xml version="1.0"?>
<map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
 <tileset firstgid="1" name="a" tilewidth="8" tileheight="8" tilecount="4" columns="2"/>
 <layer name="ground" width="2" height="1"><data encoding="csv">1,2</data></layer>
</map>
"""
TMJ = """{"orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 8, "tileheight": 8,
 "tilesets": [{"firstgid": 1, "source": "blocks.tsx"}],
 "layers": [{"type": "tilelayer", "data": [1, 2]}]}
"""

PAGE = '<script type="application/json" id="worlds">[]</script>'
NAMED = '[{"op": "replace", "path": "/blocks/0/name", "value": "x"}]'
TREE = ["moated-keep.lvd as in/a.lvd", "level-v3.lvd as in/below/b.lvd"]

WORLDS = ["moated-keep.lvd as in/a.lvd", "moated-keep.lvd as in/twin.lvd", "level-v4.lvd as in/b.lvd",
          "world-v7.logicworld as in/below/data.logicworld", "issues/LEVELD_TRUNCATED.lvd as in/c.lvd",
          "benches/four-bit-adder.json as none/no-world.json"]

# A path that needs more than the memory that a catalogue takes first.
DEEP = ["level-v4.lvd as deep" + ("/" + "f" * 199) * 6 + "/a.lvd", "benches/four-bit-adder.json as none/no-world.json"]

CASES = [
    Case("info a.logicworld", [SAVE]),
    Case("info --json a.logicworld save", [SAVE, "world-v6.logicworld as save/data.logicworld"]),
    Case("info save", ["world-v7.logicworld as save/data.logicworld"], texts={"save/meta.jecs": "Title: \"x\"\n"}),
    Case("get save /folder/players/A/Scale", FOLDER, texts=TEXTS),
    Case("show save /folder", FOLDER, texts=TEXTS),
    Case("find save text:x", FOLDER, texts=TEXTS),
    Case("check save", FOLDER, texts=TEXTS),
    Case("diff save other", [*FOLDER, "world-v7.logicworld as other/data.logicworld"],
         texts={**TEXTS, "other/meta.jecs": "Title: y\n"}),
    Case("nets parts.partialworld --mods mods", MODS),
    Case("check parts.partialworld --mods mods", MODS),
    Case("render parts.partialworld --mods mods -o out.png -s 64x48", MODS),
    Case("extract save C-1 -o out/", COLORS),
    Case("info a.json", texts={"a.json": FOLDER_JSON}),
    Case("check --json a.json", texts={"a.json": FOLDER_JSON}),
    Case("convert save out.json", FOLDER, texts=TEXTS),
    Case("convert a.json out/", texts={"a.json": FOLDER_JSON}),
    Case("merge world save -i", [*COLORS, "world-v7.logicworld as world/data.logicworld"]),
    Case("set save /folder/meta/Title y -i --backup .old", FOLDER, texts=TEXTS),
    Case("set save /folder/meta/Title y -o out.jecs", FOLDER, texts=TEXTS),
    Case("get a.lvd /name", [LEVEL]),
    Case("show --textconv a.lvd", [LEVEL], spared=("stat", "malloc", "open", "fstat", "read", "mmap", "madvise", *READING_OF_WINDOWS)),
    Case("info --map a.lvd", [LEVEL]),
    Case("info --json --map a.lvd", [LEVEL]),
    Case("info --picture kitty a.lvd", [LEVEL]),
    Case("info --picture sixel a.lvd", [LEVEL]),
    Case("info a.city", CITY, spared=BESIDE),
    Case("info --at 1,1 a.city", CITY, spared=BESIDE),
    Case("info -", stdin="world-v7.logicworld"),
    Case("check a.logicworld", [SAVE]),
    Case("check --json a.lvd", [LEVEL]),
    Case("check a.city", CITY, spared=BESIDE),
    Case("check --sandbox a.lvd", [LEVEL]),
    Case("convert --sandbox a.lvd out.json", [LEVEL]),
    Case("check --explain all"),
    Case("check --only BLOTTER_TYPE_UNUSED a.logicworld", [SAVE]),
    Case("show a.logicworld", [SAVE]),
    Case("show --json a.lvd", [LEVEL]),
    Case("show a.logicworld /components/1", [SAVE]),
    Case("convert a.logicworld out.json", [SAVE]),
    Case("convert a.logicworld -", [SAVE]),
    Case("convert a.json out.logicworld", ["world-v7.json as a.json"]),
    Case("convert - - --version 6", stdin="world-v7.json"),
    Case("convert --json a.lvd out.lvd --version 2", [LEVEL], partial=True),
    Case("convert --json-lines a.lvd out.tmj", [LEVEL], partial=True),
    Case("render --json a.lvd -o out.png --size 32x32", [LEVEL], partial=True),
    Case("convert --in-place --version 7 a.logicworld", ["world-v6.logicworld as a.logicworld"]),
    Case("convert --strict --version 6 a.logicworld out.logicworld", [SAVE]),
    Case("convert -r in out --to json", TREE, partial=True),
    Case("check -r in", TREE, partial=True),
    Case("get a.lvd /blocks/0", [LEVEL]),
    Case("diff a.lvd b.lvd", [LEVEL, "level-v4.lvd as b.lvd"]),
    Case("diff a.logicworld b.json", ["world-v7.logicworld as a.logicworld", "world-v5.json as b.json"]),
    Case("diff --json a.lvd b.lvd", [LEVEL, "level-v4.lvd as b.lvd"]),
    Case("diff --patch a.lvd b.lvd", [LEVEL, "level-v4.lvd as b.lvd"]),
    Case("set a.lvd /blocks/0/name x", [LEVEL]),
    Case("set a.lvd /blocks/0/name x -i --backup .old", [LEVEL]),
    Case("diff --picture out.png --size 32x32 a.lvd b.lvd", [LEVEL, "level-v4.lvd as b.lvd"]),
    Case("diff --picture out.png --size 32x32 a.city b.city", ["city-heights.city as a.city",
                                                              "city-d3.city as b.city"],
         spared=BESIDE),
    Case("parts a.partialworld", [ADDER]),
    Case("parts --json a.partialworld", [ADDER]),
    Case("set a.partialworld type:*Label/label/text=CLOCK C-2/place=[1.5,0.5,0.5] -o out", [ADDER]),
    Case("set a.lvd /blocks/2/things/0/place=[1,1] -o out", [LEVEL]),
    Case("set b.structure /blocks/0/place=[1,2,3] -o out", ["build-car.structure as b.structure"]),
    Case("set a.partialworld C-2/label/text=CLOCK -i --keep-undo", [ADDER]),
    Case("move a.partialworld C-2 --by 1,0,0 -o out", [ADDER]),
    Case("copy a.partialworld C-2 --step 3,0,0 -n 2 -o out", [ADDER]),
    Case("turn a.partialworld C-2 -o out", [ADDER]),
    Case("move a.lvd box:0,0..1,1 --by 1,0 -o out", [LEVEL]),
    Case("copy a.lvd box:0,0..1,1 --step 1,0 -o out", [LEVEL]),
    Case("copy a.city kind:thing --step 1,0,1 -o out", CITY, spared=BESIDE),
    Case("turn a.city kind:thing -o out", CITY, spared=BESIDE),
    Case("copy b.structure /blocks/0 --step 0,1,0 -o out", ["build-car.structure as b.structure"]),
    Case("render a.partialworld --tick 3 -o out.png --size 32x32", [ADDER], partial=True),
    Case("find a.lvd things --json --where /x>=0", [LEVEL]),
    Case("get a.logicworld /components --json", [SAVE]),
    Case("get a.logicworld /game_version", [SAVE]),
    Case("remove a.logicworld C-41 -o out.logicworld", [SAVE]),
    Case("replace a.lvd --tile 2 3 -o out.lvd", [LEVEL]),
    Case("extract a.partialworld C-1 C-2 -o out.partialworld",
         ["four-bit-adder.partialworld as a.partialworld"]),
    Case("extract a.partialworld C-1 -o out/", ["four-bit-adder.partialworld as a.partialworld"],
         partial=True),
    Case("nets a.partialworld", [ADDER]),
    Case("nets --json --names n a.partialworld", [ADDER], texts={"n": '{"nets": {"x": "A0"}}'}),
    Case("nets --path A0,C4 a.partialworld", [ADDER]),
    Case("nets --types t a.partialworld", [ADDER], texts={"t": MEMORIES}),
    Case("render a.partialworld -s 32x32 --net S0 --net A0 -o out.png", [ADDER]),
    Case("program a.partialworld colors --at S0 -o out.succ", [ADDER], texts={"colors": "abcdef"}),
    Case("nets --net A0 a.partialworld", [ADDER]),
    Case("render a.partialworld -s 32x32 --only text:A0 --highlight C-5,type:PanelLabel -o out.png", [ADDER]),
    Case("render -r in -s 32x32 -o out/", TREE, partial=True),
    Case("remove a.partialworld type:PanelLabl,C-5 -o out.partialworld", [ADDER]),
    Case("merge3 --path=level a.lvd b.lvd c.lvd -o out.lvd",
         ["level-v4.lvd as a.lvd", "level-v4.lvd as b.lvd", "level-v4.lvd as c.lvd"]),
    Case("simulate -n 9 -w A0,S0 a.partialworld -o out.partialworld", [ADDER]),
    Case("simulate --json --bench b a.partialworld", [ADDER], texts={"b": BENCH, "in": "\1"}),
    Case("simulate --bench b --vcd out.vcd -f a.partialworld", [ADDER], texts={"b": BENCH, "in": "\1"}, partial=True),
    Case("simulate --bench b --vcd out.vcd -w A0 a.partialworld", [ADDER], texts={"b": "{}"}),
    Case("sql a.lvd b.lvd SELECT*FROM/**/cells/**/WHERE/**/file/**/REGEXP'b'", [LEVEL, "level-v4.lvd as b.lvd"]),
    Case("sql a.lvd b.city SELECT*FROM/**/leveld_things,placed_things", [LEVEL, "city-d3.city as b.city"]),
    Case("sql a.lvd .tables", [LEVEL]),
    Case("sql a.lvd SELECT*FROM/**/blocks,generate_series(1,2)", [LEVEL]),
    Case("sql a.logicworld SELECT*FROM/**/typed_components", [SAVE]),
    Case("sql save SELECT/**/code/**/FROM/**/issues", FOLDER, texts=TEXTS),
    Case("sql --schema a.lvd", [LEVEL]),
    Case("sql a.lvd b.lvd SELECT/**/*/**/FROM(SELECT/**/count(*)FROM/**/a.things)", [LEVEL, "level-v4.lvd as b.lvd"]),
    Case("catalog add --db c.db -j 1 --thumbnails in/below", WORLDS, before="catalog add --db c.db none", partial=True),
    Case("catalog add --db c.db -j 1 save", FOLDER, texts=TEXTS, before="catalog add --db c.db save/players", partial=True),
    Case("catalog add --db c.db -j 1 deep", DEEP, before="catalog add --db c.db none", partial=True),
    Case("catalog scan --db c.db --root a=in in", WORLDS, before="catalog add --db c.db none", partial=True),
    Case("catalog work --db c.db -j 1 --root a=in --lease 2s", WORLDS, before="catalog scan --db c.db --root a=in in",
         partial=True),
    Case("catalog search --db c.db --json --type *a*", WORLDS, before="catalog add --db c.db in"),
    Case("catalog gallery --db c.db -o out --page p.html", WORLDS, before="catalog add --db c.db --thumbnails in",
         texts={"p.html": "<style>a</style>" + PAGE + "<script>b</script>"}, partial=True, spared=("stat", *READING_OF_WINDOWS)),
    Case("catalog stats --db c.db", WORLDS, before="catalog add --db c.db in"),
    Case("catalog duplicates --db c.db", WORLDS, before="catalog add --db c.db in"),
    Case("catalog like --db c.db --percent 1 in/a.lvd", WORLDS, before="catalog add --db c.db in"),
    Case("catalog sql --db c.db SELECT/**/name,size/**/FROM/**/file", WORLDS, before="catalog add --db c.db in"),
    Case("netlist a.partialworld -o out.v", [ADDER]),
    Case("netlist a.partialworld -o out.json", [ADDER]),
    Case("build a.json -o out.partialworld", ["netlists/counter.json as a.json"]),
    Case("program a.partialworld", [ROM]),
    Case("program a.partialworld data", [ROM], texts={"data": "what"}),
    Case("program --read a.partialworld -o out", [ROM]),
    Case("program --read a.partialworld", [ROM]),
    Case("program --json a.partialworld data -o out.partialworld", [ROM], texts={"data": "what"}, partial=True),
    Case("program --verify A0,D0 a.partialworld data -o out.partialworld", [ROM], texts={"data": "what"}),
    Case("merge a.lvd b.lvd -o out.lvd", [LEVEL, "level-v4.lvd as b.lvd"]),
    Case("merge3 a.lvd b.lvd c.lvd -o out.lvd", [LEVEL, "level-v4.lvd as b.lvd",
                                                 "moated-keep.lvd as c.lvd"]),
    Case("merge3 --json a.lvd b.lvd c.lvd -o out.lvd", ["level-v4.lvd as a.lvd", "moated-keep.lvd as b.lvd",
                                                        "level-v4.lvd as c.lvd"]),
    Case("set a.logicworld C-41/position/0 5 -o out.logicworld", [SAVE]),
    Case("patch a.lvd p.json -o out.lvd", [LEVEL], texts={"p.json": NAMED}),
    Case("convert a.logicworld out.glb", [SAVE]),
    Case("convert a.logicworld out.gltf", [SAVE]),
    Case("convert a.lvd out.tmj", [LEVEL]),
    Case("convert a.lvd out.tmx", [LEVEL]),
    Case("convert a.lvd out.csv", [LEVEL]),
    Case("convert a.tmx out.lvd", texts={"a.tmx": TMX}),
    Case("convert a.tmj out.lvd", spared=BESIDE,
         texts={"a.tmj": TMJ, "blocks.tsx": "<tileset name='blocks'/>"}),
    Case("convert a.city out.png", CITY),
    Case("convert b.city out.city --terrain h.png",
         ["city-d3.city as b.city", "terrain/river-valley.png as h.png"]),
    Case("render a.logicworld -o out.png --size 64x64", [SAVE]),
    Case("render a.lvd -o out.svg", [LEVEL]),
    Case("render a.lvd -o out.png --layer 0 --size 32x32", [LEVEL]),
    Case("render a.lvd -o out.png --tileset tiles.png --size 32x32", SHEET, partial=True,
         spared=BESIDE),
    Case("render a.city -o out.png --size 32x32", CITY, partial=True, spared=BESIDE),
    Case("convert a.city out.glb", CITY, partial=True, spared=BESIDE),
    Case("render a.partialworld -o out.png --issues --size 32x32",
         ["issues/BLOTTER_TYPE_UNUSED.partialworld as a.partialworld"]),
    Case("render a.logicworld -o out.png --highlight wires --size 32x32", [SAVE]),
    Case("render a.logicworld a.lvd -o out.png --contact-sheet --size 32x32", [SAVE, LEVEL],
         partial=True),
    Case("view a.lvd -o out.html --page page.html", [LEVEL], texts={"page.html": PAGE}),
    Case("view parts.partialworld --mods mods -o out.html --page page.html", MODS, texts={"page.html": PAGE}),
    Case("view save -o out.html --page page.html", FOLDER, texts={**TEXTS, "page.html": PAGE}),
    Case("view a.city -o out.html --page page.html", CITY, texts={"page.html": PAGE}, spared=BESIDE),
    Case("render --thumbnails save", ["world-v6.logicworld as save/data.logicworld"]),
    Case("repair a.logicworld --lossy -o out.logicworld",
         ["oddities.logicworld as a.logicworld"]),
    Case("repair a.partialworld --lossy -i --json",
         ["issues/BLOTTER_DANGLING_PEG.partialworld as a.partialworld"]),
    Case("repair a.lvd --lossy -o out.lvd", ["issues/LEVELD_TRUNCATED.lvd as a.lvd"]),
    Case("repair a.json --lossy -o out.json", ["oddities.json as a.json"]),
    Case("schema leveld"),
    Case("schema --fields leveld"),
    Case("schema --fields --json leveld"),
    Case("build a,b.v -o out.partialworld", ["netlists/counter.json as netlist.json"],
         texts={"a,b.v": "module counter; endmodule\n"},
         programs={"yosys": "#!/bin/sh\ncp netlist.json \"$(dirname \"$4\")\"\n"}),
    Case("help"),
    Case("man"),
    Case("completion bash"),
    Case("completion fields get a.logicworld C-60/la", ["world-v7.logicworld as a.logicworld"]),
]


# What a catalogue knows of worlds. Where they lie and when they were added is another matter in each run.
ROWS = ["SELECT key, name, size, title FROM file", "SELECT * FROM world", "SELECT * FROM world_type",
        "SELECT * FROM world_mod", "SELECT * FROM world_issue", "SELECT * FROM world_port", "SELECT * FROM world_band",
        "SELECT key, length(png) FROM world_picture", "SELECT key, text FROM world_text",
        "SELECT name, reason FROM skipped", "SELECT name, code, message FROM file_issue", "PRAGMA integrity_check"]


KNOWN_ROWS = {}  # by the hash of a catalogue's bytes


def rows(path):
    """The rows of a catalogue. Most runs leave it as it was, so the rows of the same bytes are kept."""
    key = hashlib.sha256()
    for file in (path, path + "-wal"):
        if os.path.exists(file):
            with open(file, "rb") as opened:
                key.update(opened.read())
    if key.digest() not in KNOWN_ROWS:
        KNOWN_ROWS[key.digest()] = read_rows(path)
    return KNOWN_ROWS[key.digest()]


def read_rows(path):
    connection = sqlite3.connect(path)
    try:
        return [sorted(map(repr, connection.execute(sql))) for sql in ROWS]
    except sqlite3.Error as error:
        return [str(error)]
    finally:
        connection.close()


def contents(folder):
    """Every file below a folder, with what it holds. SQLite leaves what is its own beside a catalogue when it has to."""
    files = {}
    for directory, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(directory, name)
            if name.endswith(".db"):
                files[os.path.relpath(path, folder)] = rows(path)
            elif not name.endswith((".db-wal", ".db-shm")):
                with open(path, "rb") as file:
                    files[os.path.relpath(path, folder)] = file.read()
    return files


class Runner:
    def __init__(self, command, library, samples):
        self.command, self.samples = command, samples
        self.loaded = {"LD_PRELOAD": os.path.realpath(library)} if library != "-" else {}
        self.errors, self.other_error = (ERRORS, OTHER_ERROR) if self.loaded else (ERRORS_OF_WINDOWS, OTHER_ERROR_OF_WINDOWS)
        self.made = tempfile.TemporaryDirectory(prefix="faults-")

    def prepare(self, case, folder):
        """What the case has before it runs. What another command line has made of it is copied: it tells the same
        paths then, whichever run it is."""
        if not case.before:
            case.prepare(self.samples, folder)
            return
        made = os.path.join(self.made.name, str(CASES.index(case)))
        if not os.path.isdir(made):
            os.mkdir(made)
            case.prepare(self.samples, made)
            subprocess.run([self.command] + case.before, cwd=made, stdout=subprocess.DEVNULL, check=True)
        shutil.copytree(made, folder, dirs_exist_ok=True)

    def run(self, case, **settings):
        """Runs a case. Wine fails to start a program about once in 5,000 times, and says nothing: then it is asked again."""
        outcome = self.run_once(case, **settings)
        is_odd = not self.loaded and outcome.status == 1 and not outcome.out and not outcome.err
        return self.run_once(case, **settings) if is_odd else outcome

    def run_once(self, case, **settings):
        """Runs a case in a folder of its own."""
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            self.prepare(case, folder)
            environment = dict(os.environ, LC_ALL="C.UTF-8", **self.loaded, **settings)
            if case.programs:
                environment["PATH"] = folder + ":" + environment["PATH"]
            source = os.path.join(self.samples, case.stdin) if case.stdin else os.devnull
            with open(source, "rb") as stdin:
                try:
                    done = subprocess.run([self.command] + case.words, cwd=folder, env=environment,
                                          stdin=stdin, capture_output=True, timeout=LONGEST_RUN,
                                          check=False)
                except subprocess.TimeoutExpired:
                    return Outcome("still running", b"", b"", {})
            return Outcome(done.returncode, done.stdout, done.stderr, contents(folder))

    def trace(self, case):
        """Runs a case without a fault. Returns the outcome and the calls: each a name and its callers."""
        with tempfile.NamedTemporaryFile(prefix="faults-", suffix=".trace") as trace:
            outcome = self.run(case, FAULT_TRACE=trace.name)
            lines = [line.split() for line in trace.read().decode().splitlines()]
            return outcome, [(name, tuple(callers)) for name, *callers in lines]

    def before(self, case):
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            self.prepare(case, folder)
            return contents(folder)


def wrong(case, name, outcome, usual, before):
    """What is wrong about the outcome of a fault, or None."""
    message = outcome.err.decode("utf-8", "replace")
    if not isinstance(outcome.status, int) or outcome.status < 0:
        return f"ended with {outcome.status}"
    left = [file for file in outcome.files if file not in before and file not in usual.files]
    if left:
        return f"left {left}"
    halves = [file for file, data in outcome.files.items()
              if data not in (before.get(file), usual.files.get(file))]
    if halves and not (case.partial and outcome.status == 3) and name not in case.spared:
        return f"neither old nor new: {halves}"
    if outcome == usual or (name == "WriteFile" and outcome._replace(err=usual.err) == usual):
        return None  # of what cannot be said on standard error, nothing can be said
    if outcome.status not in (3, usual.status):
        return f"status {outcome.status}"
    if outcome.status == 3 and name == "malloc" and "memory" not in message:
        return "does not speak of memory"
    if outcome.status == 3 and "overworld: " not in message:
        return "says nothing"
    if outcome.status == usual.status and name not in case.spared:
        return "is told by no status"
    return None


def places_of(name, callers):
    """What decides the path of a failed call: its nearest callers. Memory that fails inside a library is one place for
    each call of the library, as the library reports one error. To reach lines, each caller has to see each function
    fail once. Whether something is a terminal is asked at a few places, and a failed call is an answer like another."""
    if trials.is_for_lines():
        return [(name, caller) for caller in callers]
    if name in ("malloc", "calloc", "realloc"):
        callers = tuple(itertools.dropwhile(lambda caller: caller.startswith("*"), callers))
    return [(name, callers[:2 if name == "isatty" else NEAREST])]


def faults_of(runner, case, calls):
    """The calls to fail, each a name, its number among the calls of that name, and how. Outside of deep runs one call of
    each place is failed, in whichever case it comes first."""
    seen = collections.Counter()
    for name, callers in calls:
        number = seen[name]
        seen[name] += 1
        if any([trials.is_worth_trying(place, case.name, name, number) for place in places_of(name, callers)]):
            yield name, number, runner.errors.get(name, runner.other_error)


def test(runner, case, pool):
    """Returns how many calls a case has, how many of them failed, and what is wrong, a line each."""
    usual, calls = runner.trace(case)
    before = runner.before(case)
    if usual.status not in (0, 1) or not calls:
        return 0, 0, [f"without faults: {usual}"]
    faults = list(faults_of(runner, case, calls))
    outcomes = pool.map(lambda fault: runner.run(case, FAULT="%s:%d:%d" % fault), faults)
    problems = []
    for (name, number, _), outcome in zip(faults, outcomes):
        what = wrong(case, name, outcome, usual, before)
        if what:
            problems.append(f"{name} {number}: {what}; status {outcome.status}, "
                            f"{outcome.err.decode('utf-8', 'replace')!r}")
    return len(calls), len(faults), problems


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    command, root = (os.path.realpath(path) for path in (sys.argv[1], sys.argv[3]))
    cases = [case for case in CASES
             if not sys.argv[4:] or any(part in case.name for part in sys.argv[4:])]
    runner = Runner(command, sys.argv[2], os.path.join(root, "samples"))
    good = bool(cases)
    print(f"1..{len(cases)}", flush=True)
    lack = sandbox.lack(command, root)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, case in enumerate(cases, 1):
            skipped = lack if "--sandbox" in case.words else \
                "a script is no program on Windows" if case.programs and not runner.loaded else None
            if skipped:
                print(f"ok {number} - {case.name} # SKIP {skipped}", flush=True)
                continue
            count, failed, problems = test(runner, case, pool)
            good = good and not problems
            print(f"{'not ok' if problems else 'ok'} {number} - {case.name}: {failed} of {count} calls", flush=True)
            for problem in problems[:SHOWN]:
                print(f"# {problem}")
            if len(problems) > SHOWN:
                print(f"# and {len(problems) - SHOWN} more")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
