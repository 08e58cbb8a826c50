#!/usr/bin/env python3
"""Holds the library against the readers beside this file, on real files, samples, conversions and mutated files.

Both turn the same bytes into JSON. They must agree in every field, or both must refuse the file. By default a few
hundred mutated files of each format are tried, and 20,000 with OVERWORLD_DEPTH=deep. So are files that the layouts make,
by the program MADE. OVERWORLD_DRAW=TEXT adds a batch that depends on TEXT. A file on which they disagree is kept in
build-test/differing.

Usage: differential.py COMMAND ROOT CORPUS MADE [NAME]    (prints TAP; NAME is one case)
"""
import collections
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

import blotter
import city
import leveld
import structure
from reading import Refused, difference

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from trials import is_deep

READERS = {"blotter": blotter, "city": city, "leveld": leveld, "structure": structure}
EXTENSIONS = {".logicworld": "blotter", ".partialworld": "blotter", ".lwsubassembly": "blotter", ".tung": "blotter",
              ".city": "city", ".lvd": "leveld", ".structure": "structure"}
TARGETS = {"blotter": ("--version 5", "--version 6", "--version 7"),
           "city": tuple(f"--variant {name}" for name in city.VARIANTS),
           "leveld": ("--version 0", "--version 0 --variant short-meta", "--version 0 --variant v4-layout", "--version 1",
                      "--version 1 --variant 1b", "--version 2", "--version 2 --variant little", "--version 3",
                      "--version 3 --variant u64-counts", "--version 4"),
           "structure": tuple(f"--version {number}" for number in range(7))}
BATCH = 250      # mutated files in a case
EACH = 10        # made files in a case, of each version and variant
NAMES = {"blotter": "partialworld", "city": "city", "leveld": "lvd", "structure": "structure"}
DEEP = 20        # cases of mutated files for a format, with OVERWORLD_DEPTH=deep
MUTABLE = 20000  # bytes: larger files are not mutated, because Python reads 1 MB a second
ODD = (0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF)
FAST = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # where files are written: the command syncs each
UNTOLD = ("no memory", "too much memory")  # the library gives up for want of memory, the oracle has no limit


def format_of(path):
    return EXTENSIONS.get(os.path.splitext(path)[1])


def files_below(*folders):
    """The worlds below folders: (name, bytes)."""
    for folder in folders:
        for path in sorted(glob.glob(f"{folder}/**/*", recursive=True)):
            if format_of(path) and os.path.isfile(path):
                with open(path, "rb") as file:
                    yield os.path.relpath(path, folder), file.read()


class Library:
    """The command, which reads many files in one run."""

    def __init__(self, command):
        self.command = command

    def convert(self, folder, out, *options):
        """The records of what became of each file."""
        run = subprocess.run([self.command, "convert", "-r", "--json-lines", folder, out, *options], text=True,
                             capture_output=True, check=False)
        if run.returncode not in range(6):
            raise RuntimeError(f"the command ended with {run.returncode}: {run.stderr[-500:]}")
        return [json.loads(line) for line in run.stdout.splitlines()]

    def read(self, cases):
        """What becomes of each of many files, (name, bytes): JSON or an error."""
        with tempfile.TemporaryDirectory(dir=FAST) as work:
            os.mkdir(f"{work}/in")
            names = {}
            for number, (name, data) in enumerate(cases):
                path = f"{work}/in/{number:05}{os.path.splitext(name)[1]}"
                names[path] = (name, data)
                with open(path, "wb") as file:
                    file.write(data)
            for record in self.convert(f"{work}/in", f"{work}/out", "--to", "json"):
                value = None
                if not record["error"]:
                    with open(record["written"][0]["path"], encoding="utf-8") as file:
                        value = json.load(file)
                yield *names.pop(record["file"]), record, value
        if names:
            raise RuntimeError(f"the command says nothing of {len(names)} files")


def disagreement(name, data, record, value):
    """How library and oracle differ on a file, as text; nothing if they agree."""
    format = record["format"] or format_of(name)
    if format == "structure":
        return disagreement_on_build(data, record, value)
    try:
        ours = READERS[format].read(data)
    except Refused as refused:
        return value and f"the oracle refuses it: {refused}"
    if value is None:
        if format == "city" and record["error"]["status"] == "unknown format" and not city.is_recognisable(ours):
            return None
        return f"the library refuses it: {record['error']['message']}"
    return difference(ours, value)


def disagreement_on_build(data, record, value):
    """The same of a build. The library chooses the variant, and the oracle judges the choice."""
    if value is None:
        if structure.fits(data, structure.GAME):
            return f"the library refuses what fits `game`: {record['error']['message']}"
        if record["error"]["status"] == "unknown format":
            return None  # there is no magic number: what fits badly need not be known for a build
        found = next((variant for variant, _ in structure.Search(data).builds(structure.neighbours(data))), None)
        return found and f"the library refuses it: {record['error']['message']}; it can be read as {found}"
    said = value.pop("variant")
    variant = structure.from_json(said)
    try:
        ours, build = structure.read_as(data, variant)
    except Refused as refused:
        return f"the oracle refuses it in {said}: {refused}"
    if structure.in_json(variant, ours["version"]) != {key: said[key] for key in said if key != "name"}:
        return f"the switches of version {ours['version']} are not {said}"
    return difference(ours, value) or poor_choice(data, variant, said["name"], build)


def poor_choice(data, variant, name, build):
    """Why a variant should not have been chosen, as text."""
    if (name == "game") != (variant == structure.GAME):
        return f"{variant} is called {name}"
    if variant == structure.GAME and not build.doubts:
        return None
    if structure.fits(data, structure.GAME):
        return f"{variant} was chosen, `game` fits"
    for other in structure.simpler(variant):
        if structure.fits(data, other, build.oddities):
            return f"{variant} was chosen, {other} departs in less and fits"
    if build.doubts:
        for other, read in structure.Search(data).builds(structure.neighbours(data)):
            if not read.doubts and read.oddities <= build.oddities:
                return f"{variant} was chosen, which has {sorted(set(build.doubts))}; {other} fits"
    return None


def mutate(data, chance):
    """A copy of a file with a few changes."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        chance.choice(MUTATIONS)(data, chance)
    return bytes(data)


def place(data, chance):
    """An offset; the front of a file has most of what decides how the rest is read."""
    return chance.randrange(min(len(data), chance.choice((32, 300, len(data)))))


def flip_a_bit(data, chance):
    if data:
        data[place(data, chance)] ^= 1 << chance.randrange(8)


def set_a_byte(data, chance):
    if data:
        data[place(data, chance)] = chance.choice((*ODD, chance.randrange(256)))


def set_a_number(data, chance):
    size = chance.choice((2, 4, 8))
    if len(data) >= size:
        at = min(place(data, chance), len(data) - size)
        data[at:at + size] = chance.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFFFFFFFFFF)).to_bytes(8, "little")[:size]


def count_otherwise(data, chance):
    """Adds a little to a number of two or four bytes, which may be a count."""
    size, order = chance.choice((2, 4)), chance.choice(("little", "big"))
    if len(data) >= size:
        at = min(place(data, chance), len(data) - size)
        number = int.from_bytes(data[at:at + size], order) + chance.choice((-2, -1, 1, 2))
        data[at:at + size] = (number % (1 << 8 * size)).to_bytes(size, order)


def cut_the_end(data, chance):
    if data:
        del data[chance.choice((len(data) - 1, max(len(data) - 4, 0), chance.randrange(len(data)))):]


def cut_inside(data, chance):
    if data:
        at = place(data, chance)
        del data[at:at + chance.choice((1, 2, 4, 6, 12, 25))]


def insert(data, chance):
    at = place(data, chance) if data else 0
    data[at:at] = chance.randbytes(chance.choice((1, 2, 4, 6, 12)))


def repeat(data, chance):
    if data:
        at, length = place(data, chance), chance.choice((1, 2, 4, 6, 12, 25, 60))
        data[at:at] = data[at:at + length]


def lengthen(data, chance):
    """Writes the length of a text in two bytes, of which the second is 0: more than seven bits a byte need."""
    lengths = [at for at, byte in enumerate(data) if 0 < byte < 128 and len(data) - at > byte and
               all(letter >= 32 for letter in data[at + 1:at + 1 + byte])]
    if lengths:
        at = chance.choice(lengths)
        data[at:at + 1] = bytes((data[at] | 128, 0))


MUTATIONS = (flip_a_bit, set_a_byte, set_a_number, count_otherwise, cut_the_end, cut_inside, insert, repeat, lengthen)


class Tests:
    """Runs cases and prints TAP."""

    def __init__(self, command, root, corpus, made, only):
        self.library, self.only, self.program = Library(command), only, made
        self.count, self.failed = 0, 0
        older = corpus.rstrip("/") + "-older-builds"
        self.real, self.samples = list(files_below(corpus, older)), list(files_below(f"{root}/samples"))
        self.kept = f"{root}/build-test/differing"

    def case(self, name, make_cases):
        if self.only not in ("", name):
            return
        self.count += 1
        told = collections.Counter()
        problems = []
        for file, data, record, value in self.library.read(make_cases()):
            if record["error"] and record["error"]["status"] in UNTOLD:
                told["skipped"] += 1
                continue
            told["refused" if record["error"] else "read"] += 1
            found = disagreement(file, data, record, value)
            if found:
                problems.append(f"{self.keep(file, data)}: {found}")
        self.failed += bool(problems)
        figures = ", ".join(f"{number} {word}" for word, number in sorted(told.items())) or "no files"
        print(f"{'not ok' if problems else 'ok'} {self.count} - {name}" + (f" # {figures}" if not problems else ""))
        for problem in problems[:20]:
            print(f"# {problem[:1500]}")
        sys.stdout.flush()

    def keep(self, name, data):
        os.makedirs(self.kept, exist_ok=True)
        path = os.path.join(self.kept, name.replace("/", "-"))
        with open(path, "wb") as file:
            file.write(data)
        return path

    def converted(self, format):
        """The samples in every version and variant that they can be converted to."""
        with tempfile.TemporaryDirectory(dir=FAST) as work:
            os.mkdir(f"{work}/in")
            for name, data in self.samples:
                if format_of(name) == format and "/" not in name:
                    with open(f"{work}/in/{name}", "wb") as file:
                        file.write(data)
            for number, target in enumerate(TARGETS[format]):
                self.library.convert(f"{work}/in", f"{work}/{number}", *target.split())
                for name, data in files_below(f"{work}/{number}"):
                    yield f"{number}-{name}", data

    def mutated(self, format, batch):
        chance = random.Random(f"{format} {batch}")
        bases = [(name, data) for name, data in self.samples if format_of(name) == format and len(data) <= MUTABLE]
        bases += self.made_files(format, batch)
        if batch != "0":  # conversions take a second, and real files are not everywhere
            bases += [case for case in [*self.real, *self.converted(format)]
                      if format_of(case[0]) == format and len(case[1]) <= MUTABLE]
        for number in range(BATCH):
            name, data = chance.choice(bases)
            yield f"{format}-{batch}-{number}-{os.path.basename(name)}", mutate(data, chance)

    def made_files(self, format, batch):
        """Files of each version and variant, made by the library's layout."""
        first = 1 + EACH * (int(batch) if batch.isdecimal() else random.Random(batch).randrange(1 << 20, 1 << 24))
        with tempfile.TemporaryDirectory(dir=FAST) as work:
            subprocess.run([self.program, work, str(EACH), str(first)], check=True)
            for path in sorted(glob.glob(f"{work}/bytes/{format}/*")):
                with open(path, "rb") as file:
                    yield f"{os.path.basename(path)}.{NAMES[format]}", file.read()

    def run(self):
        batches = [str(number) for number in range(DEEP if is_deep() else 1)]
        if os.environ.get("OVERWORLD_DRAW"):
            batches.append(os.environ["OVERWORLD_DRAW"])
        for kind in (" mutated ", " made "):
            if kind in self.only:
                batches = [self.only.split(kind)[1]]
        for format in READERS:
            self.case(f"{format} real files", lambda: [case for case in self.real if format_of(case[0]) == format])
            self.case(f"{format} samples", lambda: [case for case in self.samples if format_of(case[0]) == format])
            self.case(f"{format} converted samples", lambda: self.converted(format))
            for batch in batches:
                self.case(f"{format} mutated {batch}", lambda: self.mutated(format, batch))
                self.case(f"{format} made {batch}", lambda: self.made_files(format, batch))
        print(f"1..{self.count}")
        return 1 if self.failed else 0


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit("Usage: differential.py COMMAND ROOT CORPUS MADE [NAME]")
    command, root, corpus, made = map(os.path.abspath, sys.argv[1:5])
    sys.exit(Tests(command, root, corpus, made, "".join(sys.argv[5:])).run())
