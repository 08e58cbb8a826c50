#!/usr/bin/env python3
"""Tests the samples and the JSON Schemas of worlds against what the command says. Prints TAP.

Usage: schema.py COMMAND SOURCE_ROOT CORPUS_DIR

COMMAND is the overworld command, SOURCE_ROOT the folder of the source, CORPUS_DIR a folder with
real files in a folder for each format; where it is missing, a test of each is skipped. Needs
python3-jsonschema, and skips what needs it where that is missing.
"""
import concurrent.futures
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
from list_formats import formats
from schema_cases import ABSENT, RIGHT, WRONG
from schema_cases_structure import RIGHT_BUILDS, WRONG_BUILDS
import trials

try:
    from jsonschema import Draft202012Validator
except ImportError:  # no package, or one from before 2020-12 was known
    Draft202012Validator = None

FORMATS = [name for name, _ in formats()]
# What JSON cannot say is cut and patched by make_samples.sh and has no JSON beside it.
WITHOUT_JSON = {f"{name.upper()}_{code}" for name in FORMATS
                for code in ("TRUNCATED", "BROKEN", "UNKNOWN_VERSION")}
WITHOUT_JSON |= {"FILE_WRONG_EXTENSION", "FILE_UNUSUAL_EXTENSION"}  # copies of other samples
# What a sample of a code cannot help raising too; samples/README.md says why.
RAISED_TOO = {
    "BLOTTER_FIRST_NOT_ROOT": {"BLOTTER_PARENT_AFTER_CHILD"},
    "BLOTTER_STATE_BYTES_TOO_FEW": {"BLOTTER_STATE_OUTSIDE"},
    "CITY_VARIANT_UNCERTAIN": {"CITY_OLD_VARIANT"},
    "CITY_HEIGHT_NOT_FINITE": {"CITY_HEIGHTS_IN_FILE"},
    "CITY_VERTICES_TOO_FEW": {"CITY_HEIGHTS_IN_FILE"},
    "STRUCTURE_VARIANT_GUESSED": {"STRUCTURE_CONNECTION_OUTSIDE"},
    "STRUCTURE_VARIANT_NOT_UNIQUE": {"STRUCTURE_TYPE_DOUBTFUL"},
    "STRUCTURE_VARIANTS_NOT_ALL_TRIED": {"STRUCTURE_TYPE_UNKNOWN"},
}
# What a build's variant is known by: where it is wrong, the variant is a guess.
RAISED_TOO |= {f"STRUCTURE_{code}": {"STRUCTURE_VARIANT_GUESSED"} for code in (
    "LAST_BLOCK_ORDER", "LAST_BLOCK_END", "ROOT_NOT_FINITE", "ROTATION_OUTSIDE", "COLOR_OUTSIDE",
    "NAME_NOT_UTF8", "BEARING_OUTSIDE", "CONNECTION_OUTSIDE", "METADATA_NOT_FINITE",
    "FORMULA_NOT_ASCII", "ROOT_OUTSIDE", "POSITION_NOT_FINITE", "SPARE_BITS")}
# Samples that are odd on purpose, and such as cannot help raising something.
ODD = {"oddities", "level-oddities", "city-oddities", "city-oddities-heights", "build-oddities"}
RAISED_BY_SAMPLES = {
    "level-empty": {"LEVELD_META_MISSING", "LEVELD_MESH_MISSING"},
    "city-heights": {"CITY_HEIGHTS_IN_FILE"}, "city-town": {"CITY_HEIGHTS_IN_FILE"},
    "build-masks": {"STRUCTURE_FAST_WITHOUT_SPEED"},
    "level-v0-v4-layout": {"LEVELD_NEWER_LAYOUT"},
}
# Samples that scripts make, and prove to be what they should be.
MADE = {"make_adder.py": "four-bit-adder.json", "make_level.py": "moated-keep.json",
        "make_car.py": "build-car.json", "make_song.py": "build-song-v0.json",
        "make_cabin.py": "build-cabin.json", "make_town.py": "city-town.json",
        "make_rom.py": "rom-4x8.json"}
# Samples that scripts make by name, and which prove nothing.
MADE_BY_NAME = ("make_builds.py", "make_older_builds.py")
# Where the corpus has files of a format.
REAL = {name: f"*.{name}" for name in FORMATS} | {"blotter": "*.*world", "leveld": "*.lvd"}
# What --json writes, by the names of its schemas.
OUTPUTS = ("info", "check", "show", "diff", "explain", "fields", "repair", "find", "convert", "render",
           "nets", "simulate", "netlist", "program", "build")
# Whose outputs are as the schema of another verb says.
ALIKE = {"render": "convert"}
# Files that are refused, as they should be.
REFUSED = {"custom_block_vertices.structure"}
BINARY = {".logicworld", ".partialworld", ".tung", ".lvd"} | {f".{name}" for name in FORMATS}
PICTURES = {".png"}


class Tests:
    """Counts and prints results; the plan stands last, as TAP allows."""

    def __init__(self):
        self.count = self.failures = 0

    def result(self, name, problem=None):
        self.count += 1
        if problem is None:
            print(f"ok {self.count} - {name}")
            return
        self.failures += 1
        print(f"not ok {self.count} - {name}")
        for line in str(problem).splitlines():
            print(f"# {line}")

    def skip(self, name, reason):
        self.count += 1
        print(f"ok {self.count} - {name} # SKIP {reason}")

    def finish(self):
        print(f"1..{self.count}")
        return 1 if self.failures else 0


class Setting:
    """What the command line named, and what every test needs."""

    def __init__(self, command, root, corpus):
        self.command = str(pathlib.Path(command).resolve())
        self.root = pathlib.Path(root).resolve()
        self.samples = self.root / "samples"
        self.corpus = pathlib.Path(corpus)
        self.tests = Tests()
        self.validators = {}  # by format
        self.outputs = {}  # of what --json writes
        self.made = None  # the folder where verbs write

    def run(self, *arguments, stdin=None):
        return subprocess.run([self.command, *map(str, arguments)], input=stdin,
                              stdin=subprocess.DEVNULL if stdin is None else None,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def binaries(self, suffixes=frozenset(BINARY)):
        return sorted(path for path in self.samples.rglob("*") if path.suffix in suffixes)

    def validator(self, document):
        return self.validators[document["format"]]

    def name_of(self, path):
        return path.relative_to(self.samples).as_posix()


def difference(got, wanted):
    """None where the bytes are the same; else where they part."""
    if got == wanted:
        return None
    at = next((i for i, (a, b) in enumerate(zip(got, wanted)) if a != b),
              min(len(got), len(wanted)))
    return (f"{len(got)} bytes, {len(wanted)} wanted; first difference at byte {at}\n"
            f"got    {got[at:at + 60]!r}\nwanted {wanted[at:at + 60]!r}")


def test_rebuilt_samples(setting):
    """make_samples.sh makes exactly the binaries that lie in samples/."""
    script = setting.samples / "make_samples.sh"
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(["sh", str(script), setting.command, folder], check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        setting.tests.result("make_samples.sh runs",
                             made.stdout.decode() if made.returncode else None)
        kept = {setting.name_of(path): path for path in setting.binaries(BINARY | PICTURES)}
        new = {path.relative_to(folder).as_posix(): path
               for path in pathlib.Path(folder).rglob("*") if path.is_file()}
        odd = sorted(set(kept) ^ set(new))
        setting.tests.result("make_samples.sh makes every binary and no other",
                             "only on one side: " + ", ".join(odd) if odd else None)
        for name in sorted(set(kept) & set(new)):
            setting.tests.result(f"{name} is what make_samples.sh makes",
                                 difference(new[name].read_bytes(), kept[name].read_bytes()))


def test_json_of_samples(setting):
    """The JSON beside a sample is what the command prints of it, byte for byte."""
    for path in setting.binaries():
        if path.stem in WITHOUT_JSON:
            continue
        printed = setting.run("convert", path, "-")
        problem = difference(printed.stdout, path.with_suffix(".json").read_bytes())
        setting.tests.result(f"{setting.name_of(path)} converts to its JSON",
                             printed.stderr.decode() or "exit status" if printed.returncode
                             else problem)


def codes_raised(setting, path, least="info"):
    """The codes that a check raises, of a severity and worse; a text instead where that fails."""
    severities = ["info", "warning", "error"]
    mods = ["--mods", path / "mod"] if (path / "mod").is_dir() else []
    checked = setting.run("check", "--strict", "--json", "--assets", setting.samples, *mods, path)
    try:
        issues = json.loads(checked.stdout)["issues"]
    except (ValueError, KeyError) as error:
        return f"check --json does not print issues: {error!r}"
    return {issue["code"] for issue in issues
            if severities.index(issue["severity"]) >= severities.index(least)}


def problem_of_codes(raised, wanted):
    if raised == wanted:
        return None
    if isinstance(raised, str):
        return raised
    return "raised: " + (", ".join(sorted(raised)) or "nothing")


def test_samples_without_issues(setting):
    """Samples outside issues/ have nothing wrong, but for those that are odd on purpose."""
    for path in setting.binaries():
        if "issues" not in path.parts and path.stem not in ODD:
            wanted = RAISED_BY_SAMPLES.get(path.stem, set())
            setting.tests.result(f"{setting.name_of(path)} has nothing wrong that it need not have",
                                 problem_of_codes(codes_raised(setting, path, "warning"), wanted))


def test_made_samples(setting):
    """Samples that scripts make are what they print, and are what they should be."""
    for script, name in MADE.items():
        sample = setting.samples / name
        run = [sys.executable, str(setting.samples / script)]
        made = subprocess.run(run, stdout=subprocess.PIPE, check=False)
        setting.tests.result(f"{script} prints {name}",
                             difference(made.stdout, sample.read_bytes()))
        proof = subprocess.run([*run, "--verify", str(sample)], check=False,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        setting.tests.result(f"{name} is what {script} proves",
                             proof.stdout.decode() if proof.returncode else None)


def test_samples_made_by_name(setting):
    """Scripts that know several samples print each of them as it lies in samples/."""
    for script in MADE_BY_NAME:
        run = [sys.executable, str(setting.samples / script)]
        listed = subprocess.run(run, stdout=subprocess.PIPE, check=False).stdout.decode().split()
        setting.tests.result(f"{script} lists samples", None if listed else "nothing")
        for name in listed:
            made = subprocess.run([*run, name], stdout=subprocess.PIPE, check=False)
            sample = setting.samples / f"{name}.json"
            kept = sample.read_bytes() if sample.exists() else b""
            setting.tests.result(f"{script} prints {name}.json", difference(made.stdout, kept))


def test_issue_codes(setting):
    """Every code that `check` can raise has a file that raises it, and no file is left over."""
    listed = setting.run("check", "--explain", "all").stdout.decode()
    codes = [line.split()[0] for line in listed.splitlines() if line]
    files = {path.stem: path for path in sorted((setting.samples / "issues").iterdir())
             if path.suffix != ".json"}
    setting.tests.result("check --explain all lists codes", None if codes else listed or "nothing")
    odd = sorted(set(files) - set(codes))
    setting.tests.result("every file in samples/issues is named for a code",
                         ", ".join(odd) if odd else None)
    for code in codes:
        setting.tests.result(f"samples/issues/{code} raises it and no more",
                             problem_of_issue(setting, code, files.get(code)))


def problem_of_issue(setting, code, path):
    if path is None:
        return "there is no such file"
    return problem_of_codes(codes_raised(setting, path), {code} | RAISED_TOO.get(code, set()))


def first_error(setting, document):
    errors = sorted(setting.validator(document).iter_errors(document),
                    key=lambda error: list(map(str, error.path)))
    if not errors:
        return None
    place = "/".join(map(str, errors[0].absolute_path))
    return f"/{place}: {errors[0].message[:300]}"


def validate_file(setting, path, name):
    printed = setting.run("convert", path, "-")
    if printed.returncode:
        setting.tests.result(f"{name} is valid JSON of its format", printed.stderr.decode())
        return
    setting.tests.result(f"{name} is valid JSON of its format",
                         first_error(setting, json.loads(printed.stdout)))


def test_valid_files(setting):
    for path in setting.binaries():
        if path.stem not in WITHOUT_JSON:
            validate_file(setting, path, setting.name_of(path))
    for name, pattern in REAL.items():
        real = sorted((setting.corpus / name).rglob(pattern))
        older = setting.corpus.with_name(setting.corpus.name + "-older-builds")
        real += sorted(older.rglob(pattern))
        for path in (path for path in real if path.name not in REFUSED):
            validate_file(setting, path, f"corpus {path.relative_to(setting.corpus.parent)}")
        if not real:
            setting.tests.skip(f"real files are valid JSON of {name}", "there is no corpus here")


def changed(document, pointer, value):
    document = copy.deepcopy(document)
    *way, last = pointer[1:].split("/")
    at = document
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    if isinstance(at, list):
        at[int(last)] = value
    elif value is ABSENT:
        del at[last]
    elif last == "$schema":  # the command looks for it in front only
        document = {last: value, **document}
    else:
        at[last] = value
    return document


def test_changed_documents(setting):
    """The schemas refuse wrong documents; so does the command, and it takes the right ones."""
    for cases, wanted in ((WRONG + WRONG_BUILDS, False), (RIGHT + RIGHT_BUILDS, True)):
        for sample, pointer, value in cases:
            document = json.loads((setting.samples / f"{sample}.json").read_text("utf-8"))
            validator = setting.validator(document)
            document = changed(document, pointer, value)
            text = "absent" if value is ABSENT else json.dumps(value)[:40]
            name = f"{sample} with {pointer} {text} is {'taken' if wanted else 'refused'} by"
            by_schema = validator.is_valid(document)
            setting.tests.result(f"{name} the schema", None if by_schema == wanted else "it is not")
            by_command = setting.run("convert", "-", "-", stdin=json.dumps(document).encode())
            told = by_command.stderr.decode() or f"exit status {by_command.returncode}"
            setting.tests.result(f"{name} the command",
                                 None if by_command.returncode == (0 if wanted else 4) else told)


def outputs(setting):
    """Ways to ask for JSON, of every sample and real file: a schema's name and the arguments."""
    files = setting.binaries() + sorted(
        path for path in setting.corpus.rglob("*") if path.suffix in BINARY)
    jsons = sorted(setting.samples.glob("*.json"))
    missing = [setting.samples / "no-such-file", setting.samples, setting.root / "README.md"]
    for some in (files, jsons, *([path] for path in missing)):
        for more in ([], ["--header"], ["-n", "1"], ["--map", "--at", "1,1"]):
            yield "info", [*more, "--assets", setting.samples, *some]
        for more in ([], ["--strict"], ["-n", "1"]):
            yield "check", [*more, "--assets", setting.samples, *some]
    for path in files + missing:
        if path.parent == setting.samples or path.stem in WITHOUT_JSON:
            yield "show", [path]
        elif path.parent.name != "issues":
            yield "show", ["-n", "2", path]
    for path in files + jsons + missing:
        for more in ([], ["--lossy"]):
            yield "repair", [*more, path]
    for path in files + missing:
        if path.suffix in {".logicworld", ".partialworld", ".tung"} or path in missing[:1]:
            yield "nets", [path]
            if path not in missing:
                yield "netlist", ["--to", "circuit", "-o", "-", path]
            yield "simulate", ["-n", "5", "-w", "n0", path]
    adder = setting.samples / "four-bit-adder.partialworld"
    for more in (["--path", "A0,S3"], ["--path", "S3,A0"], ["--path", "A0,none"], ["--net", "none"]):
        yield "nets", [*more, adder]
    rom = setting.samples / "rom-4x8.partialworld"
    for more in ([], ["--at", "none", adder], ["-l", "lsb-first", adder],
                 ["--verify", "A0,D0", "-l", "last-word-first"], ["--verify", "A0,none"]):
        yield "program", [*more[:2], rom, *more[2:]]
    yield "program", [missing[0], adder]
    for netlist in (setting.samples / "netlists" / "counter.json", setting.samples / "README.md", *missing):
        yield "build", ["-f", "-o", setting.made / "built.partialworld", netlist]
    yield "build", [setting.samples / "netlists" / "counter.json"]
    yield "show", ["-d", "1", files[0]]
    yield "show", [files[0], "/no/such/part"]
    yield "show", [files[0], "C-999999"]
    yield "show", [files[0], "no part"]
    for before, after in zip(files, [*files[1:], files[0]]):
        if before.suffix == after.suffix:
            yield "diff", [before, after]
    yield "diff", [files[0], files[0]]
    yield "diff", ["-n", "1", files[0], files[1]]
    for path in missing:
        yield "diff", [files[0], path]
    for path in files + jsons + missing:
        yield "find", [path]
    yield "find", ["--count", files[0], "type:*"]
    yield "find", ["--where", "invalid condition", files[0]]
    yield from written_outputs(setting, missing)
    yield "explain", ["all"]
    for name in REAL:
        yield "fields", ["--fields", name]


def written_outputs(setting, missing):
    """Ways to ask what convert and render write, of every sample; the folders are the setting's."""
    samples = [path for path in setting.binaries() if path.parent == setting.samples]
    samples += sorted(setting.samples.glob("*.json"))
    for kind in ("json", "png", "glb", "tmx", "csv", "leveld"):
        for number, path in enumerate(samples + missing):
            out = setting.made / f"{kind}-{number}"
            yield "convert", ["--to", kind, "--assets", setting.samples, path, out]
    for number, path in enumerate(samples):
        out = setting.made / f"version-{number}"
        yield "convert", ["--version", "5", "--strict", path, out]
        yield "convert", ["--variant", "none", path, out]
    for kind in ("png", "svg"):
        for number, path in enumerate(samples + missing):
            out = setting.made / f"render-{kind}-{number}"
            yield "render", ["--to", kind, "--size", "64x48", "--samples", "1", path, "-o", out]
    (setting.made / "pages").mkdir()
    (setting.made / "there").write_text("there")
    yield "render", ["--size", "8x8", *samples[:5], *missing, "-o", setting.made / "pages"]
    yield "render", ["--contact-sheet", *samples[:5], *missing, "-o", setting.made / "page.png"]
    yield "render", [samples[0], "--to", "png", "-o", setting.made / "there"]
    yield "convert", [samples[0], "--to", "json", setting.made / "there"]


def once(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError(f"a key stands twice: {names}")
    return dict(pairs)


def problem_of_output(setting, name, arguments):
    """None where every line of --json-lines is a value of the schema."""
    verb = {"explain": ["check", "--explain"], "fields": ["schema"]}.get(name, [name])
    in_lines = [] if name == "netlist" else ["--json-lines"]  # is JSON by itself, or nothing
    printed = setting.run(*verb, *arguments, *in_lines)
    lines, failed = printed.stdout.decode().splitlines() if in_lines else [printed.stdout.decode()], False
    if name == "netlist" and printed.returncode != 0:
        return None if not lines[0] else "a netlist was begun"
    if not lines:
        return f"nothing is printed: {printed.stderr.decode()}"
    for line in lines:
        try:
            value = json.loads(line, object_pairs_hook=once)
        except ValueError as error:
            return error
        for error in setting.outputs[name].iter_errors(value):
            place = "/".join(map(str, error.absolute_path))
            return f"/{place}: {error.message[:300]}\n{line[:300]}"
        failed |= value.get("error") is not None
    if failed and printed.returncode == 0 or printed.returncode > 1 and not failed:
        return f"exit status {printed.returncode} where {'some' if failed else 'none'} failed"
    return None


def place_of_output(setting, name, arguments):
    """What decides what an output is like: the verb, its options, and of each file the format, the folder, and whether it
    exists."""
    place = [name]
    for argument in arguments:
        if isinstance(argument, pathlib.Path):
            is_sample = argument.is_relative_to(setting.samples)
            argument = (argument.suffix, argument.parent if is_sample else argument.exists())
        place.append(argument)
    return tuple(place)


def test_outputs(setting):
    """What --json writes is what the schemas say, whatever becomes of the file."""
    for name in OUTPUTS:
        schema = json.loads(setting.run("schema", ALIKE.get(name, name)).stdout)
        Draft202012Validator.check_schema(schema)
        setting.outputs[name] = Draft202012Validator(schema)
    problems, counts = {name: [] for name in OUTPUTS}, dict.fromkeys(OUTPUTS, 0)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        with tempfile.TemporaryDirectory() as folder:
            setting.made = pathlib.Path(folder)
            cases = [case for case in outputs(setting)
                     if trials.is_worth_trying(place_of_output(setting, *case), str(case).replace(folder, ""))]
            found = list(pool.map(lambda case: problem_of_output(setting, *case), cases))
        for (name, arguments), problem in zip(cases, found):
            counts[name] += 1
            if problem is not None:
                problems[name].append(f"{' '.join(map(str, arguments))[:200]}: {problem}")
    for name in OUTPUTS:
        setting.tests.result(f"{counts[name]} outputs of {name} are as their schema says",
                             "\n".join(problems[name][:5]) or None)


def test_made_schemas(setting):
    """The schemas in docs/ are what the command makes."""
    for name in REAL:
        path = setting.root / "docs" / "schema" / f"{name}.schema.json"
        made = setting.run("schema", name)
        setting.tests.result(f"overworld schema {name} prints {path.name}",
                             difference(made.stdout, path.read_bytes()))


def test_schemas(setting):
    test_made_schemas(setting)
    if Draft202012Validator is None:
        setting.tests.skip("the schemas hold", "python3-jsonschema is missing or too old")
        return
    for name in REAL:
        path = setting.root / "docs" / "schema" / f"{name}.schema.json"
        schema = json.loads(path.read_text("utf-8"))
        try:
            Draft202012Validator.check_schema(schema)
            problem = None
        except Exception as error:  # the package's own, which an older one may name otherwise
            problem = error
        setting.tests.result(f"{path.name} is a JSON Schema of 2020-12", problem)
        setting.validators[name] = Draft202012Validator(schema)
    test_valid_files(setting)
    test_changed_documents(setting)
    test_outputs(setting)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: schema.py COMMAND SOURCE_ROOT CORPUS_DIR")
    setting = Setting(*sys.argv[1:])
    test_rebuilt_samples(setting)
    test_json_of_samples(setting)
    test_samples_without_issues(setting)
    test_made_samples(setting)
    test_samples_made_by_name(setting)
    test_issue_codes(setting)
    test_schemas(setting)
    return setting.tests.finish()


if __name__ == "__main__":
    sys.exit(main())
