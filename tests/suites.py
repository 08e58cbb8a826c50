"""The list of test suites: what each runs, and how to run one of its cases. run.py and check.py read this list.

Most suites have two depths. By default they try each kind of case once. With OVERWORLD_DEPTH=deep they try every case
on every file; see trials.py.
"""
import dataclasses
import glob
import hashlib
import os
import shlex
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "scripts"))
from list_formats import formats

PYTHON = "/usr/bin/python3"
FORMATS = [name for name, _ in formats()]
ROBUST = ("cuts", "corruption", "allocations", "roundtrip", "edits", "back", "parts", "siblings", "patches", "merges",
          "repair", "changes", "words", "blocks", "scenes-of-saves", "thumbnails", "binding", "texts")
SEEDS = "build-fuzz/seeds"
FUZZ_RUNS = 500  # inputs of a target if time must not decide
SLOW_FUZZERS = {"fuzz_sql": 150, "fuzz_scene": 150, "fuzz_netlist": 250, "fuzz_calls": 150}  # and their inputs
# Fuzz targets: name, dictionary, folders of seeds.
FUZZERS = (
    ("fuzz_bytes", "fuzz/bytes.dict", [f"{SEEDS}/bytes"]),
    ("fuzz_json", "fuzz/json.dict", [f"{SEEDS}/json"]),
    *((f"fuzz_{name}", "build-fuzz/both.dict", [f"{SEEDS}/bytes/{name}", f"{SEEDS}/json/{name}"])
      for name in FORMATS if os.path.exists(f"fuzz/fuzz_{name}.c")),
    ("fuzz_made", "fuzz/bytes.dict", []),
    ("fuzz_parts", "build-fuzz/both.dict", [f"{SEEDS}/bytes", f"{SEEDS}/json"]),
    ("fuzz_scene", "build-fuzz/both.dict", [f"{SEEDS}/bytes", f"{SEEDS}/json"]),
    ("fuzz_circuit", "build-fuzz/both.dict", [f"{SEEDS}/bytes/blotter", f"{SEEDS}/json/blotter", f"{SEEDS}/bench"]),
    ("fuzz_tiled", "fuzz/json.dict", [f"{SEEDS}/tiled"]),
    ("fuzz_patch", "fuzz/json.dict", [f"{SEEDS}/patch"]),
    ("fuzz_pair", "fuzz/json.dict", [f"{SEEDS}/pair"]),
    ("fuzz_program", "fuzz/json.dict", [f"{SEEDS}/program"]),
    ("fuzz_pool", "build-fuzz/both.dict", [f"{SEEDS}/bytes", f"{SEEDS}/json"]),
    ("fuzz_repair", "fuzz/bytes.dict", [f"{SEEDS}/bytes"]),
    ("fuzz_sql", "build-fuzz/both.dict", [f"{SEEDS}/bytes", f"{SEEDS}/pair"]),
    ("fuzz_jecs", "fuzz/json.dict", ["fuzz/jecs", f"{SEEDS}/jecs"]),
    ("fuzz_mods", "fuzz/json.dict", ["fuzz/mods", f"{SEEDS}/jecs"]),
    ("fuzz_netlist", "fuzz/json.dict", ["samples/netlists", f"{SEEDS}/json/blotter", f"{SEEDS}/netlist"]),
    ("fuzz_calls", "build-fuzz/calls.dict", [f"{SEEDS}/calls"]),
)
PAGE_GROUPS = {"look": 90, "change": 90, "circuits": 80, "speed": 120}  # of the page's tests, with their seconds
SHARE_OF_PEERS = 0.2  # what OVERWORLD_DRAW draws of them, by their seconds
# Suites that `make coverage` skips. They reach no further lines. The counts of threads would overwrite each other.
NOT_COUNTED = (*(f"unit-{name}-hostile" for name in FORMATS), "unit-memory-limits", "unit-threads", "robust-cuts",
               "robust-corruption", "robust-binding", "pages", "schema")


@dataclasses.dataclass
class Suite:
    """A program that prints TAP."""
    name: str
    words: list
    alone: str = ""  # how it runs one case: OVERWORLD_CASE in the environment, NAME as the last word, or not at all
    environment: dict = dataclasses.field(default_factory=dict)
    seconds: float = 1.0  # estimate, until a run has been timed
    folders: tuple = ()  # of the sources that it tests
    packages: tuple = ()  # of Debian, to be installed first

    def shown(self):
        """The command as typed in a shell."""
        settings = [f"{name}={shlex.quote(value)}" for name, value in self.environment.items()]
        return " ".join(settings + [shlex.join(self.words)])

    def shown_for(self, case):
        """The command that runs one case, or the whole suite if the suite cannot run one case."""
        if self.alone == "OVERWORLD_CASE":
            return f"OVERWORLD_CASE={shlex.quote(case)} {self.shown()}"
        return self.shown() + (" " + shlex.quote(case) if self.alone == "NAME" and case else "")


@dataclasses.dataclass
class Places:
    """Paths of the programs under test. `build` is compiled with sanitizers, `command` without."""
    build: str = "build-test"
    command: str = "build/overworld"
    extension: str = "build/sql/overworld.so"
    corpus: str = dataclasses.field(
        default_factory=lambda: os.environ.get("OVERWORLD_CORPUS", "../shared/corpus"))


def units(places):
    """A program for each file of tests/ that has unit tests."""
    for path in sorted(glob.glob(f"{places.build}/tests/unit-*")):
        if os.path.isfile(path) and os.access(path, os.X_OK):
            name = os.path.basename(path)
            yield Suite(name, [path], "OVERWORLD_CASE", seconds=12 if "hostile" in name else 1,
                        folders=folders_of_unit(name))


def folders_of_unit(name):
    """The folder that a unit test tests: src/blotter/ for unit-blotter-check."""
    words = name.split("-")
    for folder in (words[1], f"src/{words[1]}"):
        if os.path.isdir(folder) and folder != "tests":
            return (folder + "/",)
    return ("web/binding/",) if words[1] == "web" else ("src/",)


def robust(places):
    """The programs of tests/robust/: each does one thing to every file."""
    for name in ROBUST:
        folders = ("web/binding/", "answers/", "src/") if name == "binding" else ("src/",)
        yield Suite(f"robust-{name}", [f"{places.build}/tests/robust-{name}", ".", places.corpus], "NAME",
                    seconds=15, folders=folders)


def script(name, words, alone="", seconds=5.0, folders=("cli/", "files/", "answers/")):
    return Suite(name, [PYTHON] + words, alone, seconds=seconds, folders=folders)


def of_the_command(places):
    """Tests of the command line."""
    command, corpus = places.command, places.corpus
    faults = f"{places.build}/tests/libfaults.so"
    yield script("golden", ["tests/golden.py", command, ".", corpus], "NAME", 25)
    yield script("golden-sandbox", ["tests/golden.py", command, ".", corpus, "--sandbox"], "NAME", 12, ("cli/io/", "files/"))
    yield script("pages", ["tests/pages.py", command, "."], "NAME", 12, ("cli/", "README.md", "docs/"))
    yield script("schema", ["tests/schema.py", command, ".", corpus], "", 30, ("cli/", "answers/", "src/schema/"))
    yield script("sql", ["tests/sql.py", command, ".", corpus, places.extension], "", 10, ("sql/",))
    yield script("catalog", ["tests/catalog/catalog.py", command, "."], "NAME", 15, ("catalog/", "files/"))
    yield script("keeping", ["tests/catalog/keeping.py", command, "."], "NAME", 3, ("catalog/", "files/"))
    yield script("queueing", ["tests/catalog/queueing.py", command, "."], "NAME", 15, ("catalog/", "files/"))
    yield script("s3", ["tests/catalog/s3.py", command, "."], "NAME", 20, ("catalog/", "files/"))
    yield script("counts", ["tests/catalog/counts.py", command, "."], "NAME", 15, ("catalog/", "files/"))
    yield script("likeness", ["tests/catalog/likeness.py", command, "."], "NAME", 20, ("catalog/", "files/"))
    yield script("archives", ["tests/catalog/archives.py", command, "."], "NAME", 12, ("catalog/", "files/"))
    yield script("searching", ["tests/catalog/searching.py", command, "."], "NAME", 15, ("catalog/",))
    yield script("faults", ["tests/faults.py", command, faults, "."], "NAME", 40,
                 ("cli/", "catalog/", "files/", "sql/", "answers/"))
    yield script("terminal", ["tests/terminal.py", command, "."], "NAME", 15)
    yield script("meanwhile", ["tests/meanwhile.py", command, faults, "."], "NAME", 5, ("cli/", "catalog/", "files/"))


def of_circuits(places):
    """Circuits, checked by a second simulator and by a real computer."""
    command, corpus = places.command, places.corpus
    yield script("builds", ["tests/builds.py", command, "."], "NAME", 10, ("src/circuit/", "src/blotter/"))
    yield script("oracle", ["tests/oracle/circuits.py", command, "400"], "", 15, ("src/circuit/", "src/blotter/"))
    yield script("lwcpu4", ["tests/lwcpu4.py", command, ".", corpus], "", 5, ("src/circuit/", "src/blotter/"))


def of_readers(places):
    """The formats, read by a second reader of each."""
    words = ["tests/oracle/differential.py", places.command, ".", places.corpus, f"{places.build}/tests/made"]
    yield script("differential", words, "NAME", 5, ("src/",))


def verbs_of_pond(places):
    """The command with a fifth format."""
    return script("verbs-of-pond", ["tests/pond/verbs.py", f"{places.build}/tests/overworld-pond"], "NAME", 20,
                  ("cli/", "sql/", "src/calls/", "src/change/", "src/driver/", "src/scenes/", "src/schema/",
                   "tests/pond/"))


def under_sanitizers(places, deep):
    """The command under sanitizers, which needs 30 ms to start: each verb and option once, or all cases."""
    command = f"{places.build}/overworld"
    yield verbs_of_pond(places)
    yield script("verbs-sanitized", ["tests/verbs.py", command, "."], "NAME", 30)
    if not deep:
        yield script("golden-sanitized", ["tests/golden.py", command, ".", places.corpus, "--cover"], "NAME", 40)
        return
    there = dataclasses.replace(places, command=command)
    wanted = ("golden", "pages", "schema", "sql", "catalog")
    for suite in [suite for suite in of_the_command(there) if suite.name in wanted] + list(of_circuits(there)):
        yield dataclasses.replace(suite, name=suite.name + "-sanitized", seconds=suite.seconds * 8)


def of_the_package(places, deep):
    """What users install: the installed files, the amalgamation, the settings for git."""
    yield Suite("install", ["tests/install.sh", "."] + ([] if deep else ["build"]), seconds=60 if deep else 5,
                folders=("include/", "meson.build", "scripts/"))
    yield Suite("git", ["tests/git.sh", ".", places.command], folders=("cli/",), seconds=4)
    if deep:
        yield Suite("recipes", ["scripts/try-recipes.sh"], seconds=60, folders=("src/", "tests/pond/", "scripts/"))
    yield Suite("amalgamation", ["tests/amalgamation.sh", ".", places.build], seconds=20,
                folders=("src/", "include/", "scripts/"))


def fuzzers(seconds=0, build="build-fuzz", unit="seconds"):
    """The fuzz targets: the same inputs each time, or random inputs for some seconds."""
    for target, dictionary, seeds in FUZZERS:
        amount = f"{unit}={seconds}" if seconds else f"runs={SLOW_FUZZERS.get(target, FUZZ_RUNS)}"
        yield script(target, ["tests/fuzz.py", amount, f"{build}/fuzz/{target}", dictionary, *seeds], "",
                     seconds or 6, ("src/", "fuzz/", "sql/"))


def of_test():
    """What `make test` runs."""
    return [*of_check(Places()), *fuzzers()]


def of_check(places):
    """What `make check` can run. Without a build with sanitizers, it has no tests of that build and of the package."""
    suites = [*robust(places), *units(places), *of_the_command(places), *of_circuits(places),
              *of_readers(places)]
    if places.build != Places.build:
        return suites
    # Each golden case once: golden-sanitized has the others.
    return [*(dataclasses.replace(suite, words=[*suite.words, "--others"]) if suite.name == "golden" else suite
              for suite in suites), *under_sanitizers(places, False), *of_the_package(places, False)]


def of_deep():
    """What `make deep` runs: every case."""
    places = Places()
    suites = [*robust(places), *units(places), *of_the_command(places), *of_circuits(places),
              *of_readers(places), *under_sanitizers(places, True), *of_the_package(places, True), *of_fuzz()]
    return [dataclasses.replace(suite, environment={"OVERWORLD_DEPTH": "deep", **suite.environment})
            for suite in suites]


def of_fuzz():
    """What `make fuzz` runs, or `scripts/fuzz.sh afl`."""
    seconds = int(os.environ.get("OVERWORLD_FUZZ_SECONDS", "120"))
    if os.environ.get("OVERWORLD_FUZZ_ENGINE") == "afl":
        return list(fuzzers(seconds, "build-fuzz-afl", "afl"))
    return list(fuzzers(seconds))


# What these make for a release takes minutes, so only deep runs have them.
OF_RELEASES = ("command", "deb", "site", "static", "windows", "windows_faults")


def of_peers():
    """What `make test-peers` runs: each program of tests/peers, which needs other people's programs. A program without
    a row here runs too. Each installs its npm packages by itself."""
    node = () if shutil.which("npm") else ("nodejs", "npm")
    browser = ("chromium", "libegl1", "libgles2", "libgl1-mesa-dri")
    windows = ("emscripten", "brotli", "dpkg-dev", "tcl", "gcc-mingw-w64-x86-64-win32", "wine64", "gcc", "libc6-dev", *node)
    needs = {  # seconds, until a run has been timed, and packages
        "build": (10, ("yosys", "iverilog", "gcc", "libc6-dev")),
        "bundlers": (30, ("emscripten", "brotli", *browser, *node)),
        "command": (400, ("emscripten", "brotli", "dpkg-dev", "tcl", *node)),
        "deb": (500, ("debootstrap", "autopkgtest", "emscripten", "brotli", *node)),
        "gallery": (15, browser),
        "gltf": (35, (*browser, "f3d", "xvfb", "xauth", *node)),
        "netlist": (15, ("yosys", "iverilog", "gcc", "libc6-dev")),
        "package": (120, ("emscripten", "brotli", *node)),
        "page": (0, ("emscripten", "brotli", *browser, *node)),
        "postgresql": (140, ("postgresql-15", "libpq-dev")),
        "several_machines": (150, ("postgresql-15", "libpq-dev", "iproute2")),
        "postgresql_faults": (90, ("postgresql-15", "libpq-dev")),
        "s3rver": (60, node),
        "site": (90, ("python3-sphinx", "python3-myst-parser", "python3-sphinx-rtd-theme", "python3-sphinx-copybutton",
                      "python3-breathe", "doxygen", "linkchecker", "emscripten", "brotli", *browser, *node)),
        "static": (300, ("emscripten", "brotli", "dpkg-dev", "tcl", "musl-tools", "file", "debootstrap", *node)),
        "windows": (900, windows),
        "windows_faults": (400, windows),
        "rams": (20, ("yosys", "iverilog", "gcc", "libc6-dev")),
        "processors": (80, ("yosys", "iverilog", "gcc", "libc6-dev", "binutils-riscv64-unknown-elf")),
        "tiled": (75, ("tiled",)),
    }
    for path in sorted(glob.glob("tests/peers/*.py")):
        name = os.path.basename(path)[:-len(".py")]
        seconds, packages = needs.get(name, (10, ()))
        if name == "release":
            continue  # `make release` runs it on what it made
        words = [PYTHON, path, "build/overworld", ".", Places().corpus]
        if name in OF_RELEASES and os.environ.get("OVERWORLD_DEPTH") != "deep":
            continue
        if name != "page":
            yield Suite(name, words, seconds=seconds, packages=packages)
            continue
        for group, seconds in PAGE_GROUPS.items():
            yield Suite(f"page-{group}", [*words, group], seconds=seconds, packages=packages)


def drawn_of_peers():
    """What OVERWORLD_DRAW draws of the peers' tests, the same each time for the same text; without it, all of them."""
    all_of_them, draw = list(of_peers()), os.environ.get("OVERWORLD_DRAW")
    if not draw:
        return all_of_them
    chosen, most = [], SHARE_OF_PEERS * sum(suite.seconds for suite in all_of_them)
    for suite in sorted(all_of_them, key=lambda suite: hashlib.sha256(f"{draw} {suite.name}".encode()).digest()):
        if sum(one.seconds for one in [*chosen, suite]) <= most:
            chosen.append(suite)
    return chosen


def of_coverage():
    """What `make coverage` runs: no real files, so that the figures are the same for everybody."""
    build = "build-coverage"
    places = Places(build, f"{build}/overworld", f"{build}/sql/overworld.so", "/nonexistent")
    git = [suite for suite in of_the_package(places, False) if suite.name == "git"]
    for suite in [*of_the_command(places), verbs_of_pond(places), *git, *robust(places), *units(places)]:
        if suite.name in NOT_COUNTED:
            continue
        # Suites that run many commands at once write to a folder of their own, or they would wait for each other.
        if suite.words[0] == PYTHON or suite.name == "git":
            prefix = os.path.abspath(f"{build}/coverage/runs/{suite.name}")
            suite = dataclasses.replace(suite, environment={"GCOV_PREFIX": prefix, "OVERWORLD_DEPTH": "lines"})
        elif suite.name == "robust-allocations":
            # Short without real files, and the one that reaches most of what happens without memory.
            suite = dataclasses.replace(suite, environment={"OVERWORLD_DEPTH": "deep"})
        yield suite
