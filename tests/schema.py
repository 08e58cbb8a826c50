#!/usr/bin/env python3
"""Tests the samples and the JSON Schema of saves against what the command says. Prints TAP.

Usage: schema.py COMMAND SOURCE_ROOT CORPUS_DIR

COMMAND is the overworld command, SOURCE_ROOT the folder of the source, CORPUS_DIR a folder with
real files in blotter/; where it is missing, one test is skipped. Needs python3-jsonschema, and
skips what needs it where that is missing.
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:  # no package, or one from before 2020-12 was known
    Draft202012Validator = None

# What JSON cannot say is cut and patched by make_samples.sh and has no JSON beside it.
WITHOUT_JSON = {"BLOTTER_TRUNCATED", "BLOTTER_BROKEN", "BLOTTER_UNKNOWN_VERSION"}
# What a sample of a code cannot help raising too; samples/README.md says why.
RAISED_TOO = {
    "BLOTTER_FIRST_NOT_ROOT": {"BLOTTER_PARENT_AFTER_CHILD"},
    "BLOTTER_STATE_BYTES_TOO_FEW": {"BLOTTER_STATE_OUTSIDE"},
}
BINARY = {".logicworld", ".partialworld", ".tung"}


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
        self.corpus = pathlib.Path(corpus) / "blotter"
        self.tests = Tests()
        self.validator = None

    def run(self, *arguments, stdin=None):
        return subprocess.run([self.command, *map(str, arguments)], input=stdin,
                              stdin=subprocess.DEVNULL if stdin is None else None,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def binaries(self):
        return sorted(path for path in self.samples.rglob("*") if path.suffix in BINARY)

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
        kept = {setting.name_of(path): path for path in setting.binaries()}
        new = {path.relative_to(folder).as_posix(): path
               for path in pathlib.Path(folder).rglob("*") if path.is_file()}
        odd = sorted(set(kept) ^ set(new))
        setting.tests.result("make_samples.sh makes every binary and no other",
                             "only on one side: " + ", ".join(odd) if odd else None)
        for name in sorted(set(kept) & set(new)):
            setting.tests.result(f"{name} is what its JSON makes",
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


def test_samples_without_issues(setting):
    """Samples outside issues/ have nothing wrong, but for the one that is odd on purpose."""
    for path in setting.binaries():
        if path.parent.name == "issues" or path.stem == "oddities":
            continue
        checked = setting.run("check", "--strict", path)
        setting.tests.result(f"{setting.name_of(path)} has nothing wrong",
                             checked.stdout.decode() if checked.returncode else None)


def test_adder(setting):
    """The adder's JSON is what its script prints, and the circuit adds."""
    script = setting.samples / "make_adder.py"
    sample = setting.samples / "four-bit-adder.json"
    made = subprocess.run([sys.executable, str(script)], stdout=subprocess.PIPE, check=False)
    setting.tests.result("make_adder.py prints the adder's JSON",
                         difference(made.stdout, sample.read_bytes()))
    proof = subprocess.run([sys.executable, str(script), "--verify", str(sample)], check=False,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    setting.tests.result("the adder adds", proof.stdout.decode() if proof.returncode else None)


def test_issue_codes(setting):
    """Every code that `check` can raise has a file that raises it, and no file is left over."""
    listed = setting.run("check", "--explain", "all").stdout.decode()
    codes = [line.split()[0] for line in listed.splitlines() if line.startswith("BLOTTER_")]
    files = {path.stem: path for path in setting.binaries() if path.parent.name == "issues"}
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
    checked = setting.run("check", "--json", path)
    try:
        issues = json.loads(checked.stdout)["issues"]
    except (ValueError, KeyError) as error:
        return f"check --json does not print issues: {error!r}"
    raised = {issue["code"] for issue in issues}
    if raised == {code} | RAISED_TOO.get(code, set()):
        return None
    return "raised: " + (", ".join(sorted(raised)) or "nothing")


def first_error(setting, document):
    errors = sorted(setting.validator.iter_errors(document), key=lambda error: list(error.path))
    if not errors:
        return None
    place = "/".join(map(str, errors[0].absolute_path))
    return f"/{place}: {errors[0].message[:300]}"


def validate_file(setting, path, name):
    printed = setting.run("convert", path, "-")
    if printed.returncode:
        setting.tests.result(f"{name} is valid JSON of a save", printed.stderr.decode())
        return
    setting.tests.result(f"{name} is valid JSON of a save",
                         first_error(setting, json.loads(printed.stdout)))


def test_valid_files(setting):
    for path in setting.binaries():
        if path.stem not in WITHOUT_JSON:
            validate_file(setting, path, setting.name_of(path))
    real = sorted(setting.corpus.glob("*.*world"))
    for path in real:
        validate_file(setting, path, f"corpus {path.name}")
    if not real:
        setting.tests.skip("real files are valid JSON of a save", "there is no corpus here")


# A document that is wrong in one way: the sample it comes from, where, and what stands there
# instead. ABSENT takes the field away.
ABSENT = object()
WRONG = [
    ("world-v7", "/format", "leveld"),
    ("world-v7", "/format", ABSENT),
    ("world-v7", "/version", 8),
    ("world-v7", "/version", 3),
    ("world-v7", "/version", "7"),
    ("world-v7", "/version", ABSENT),
    ("world-v7", "/stranger", 1),
    ("world-v7", "/layout", "draft"),
    ("world-v7", "/save_type", "level"),
    ("world-v7", "/save_type", "subassembly"),
    ("world-v7", "/save_type", ABSENT),
    ("world-v7", "/mods", ABSENT),
    ("world-v7", "/mods/0/id", None),
    ("world-v7", "/mods/0/id", {"base64": "?"}),
    ("world-v7", "/mods/0/id", {"hex": "00"}),
    ("world-v7", "/mods/0/version", [0, 92, 3]),
    ("world-v7", "/game_version", [0, 92, 3, 57, 0]),
    ("world-v7", "/game_version", [0, 92, 3, 2147483648]),
    ("world-v7", "/component_types/0/id", 65536),
    ("world-v7", "/component_types/0/stranger", 1),
    ("world-v7", "/components/0/address", -1),
    ("world-v7", "/components/0/address", 4294967296),
    ("world-v7", "/components/0/address", 1.5),
    ("world-v7", "/components/0/position", [0, 0]),
    ("world-v7", "/components/0/position", [0.5, 0, 0]),
    ("world-v7", "/components/0/rotation", [0, 0, 0]),
    ("world-v7", "/components/0/rotation/3", "one"),
    ("world-v7", "/components/0/rotation/3", "NaN:3f800000"),
    ("world-v7", "/components/0/rotation/3", "NaN:7fc0001"),
    ("world-v7", "/components/0/rotation/3", 1e39),
    ("world-v7", "/components/0/custom_data", ABSENT),
    ("world-v7", "/components/0/custom_data", "MzM"),
    ("world-v7", "/components/0/custom_data", [1]),
    ("world-v7", "/components/0/inputs", [{"exclusive": 0}]),
    ("world-v7", "/components/0/stranger", 1),
    ("world-v7", "/wires/0/first/kind", "middle"),
    ("world-v7", "/wires/0/first/kind", 256),
    ("world-v7", "/wires/0/first/index", "0"),
    ("world-v7", "/wires/0/second", ABSENT),
    ("world-v7", "/wires/0/circuit_state", ABSENT),
    ("world-v7", "/wires/0/circuit_state", 2147483648),
    ("world-v7", "/circuit_states", [1]),
    ("world-v7", "/circuit_states", ABSENT),
    ("world-v7", "/trailing", None),
    ("four-bit-adder", "/circuit_states", "AA=="),
    ("four-bit-adder", "/circuit_states", ["1"]),
    ("world-v6", "/components/0/position", [0.1, 0, 0]),
    ("world-v5", "/mods", ABSENT),
    ("world-v5", "/layout", "draft"),
    ("world-v5", "/layout", "final"),
    ("world-v5", "/components/0/inputs", [{"exclusive": 0, "circuit_state": 1}]),
    ("world-v5-draft", "/layout", ABSENT),
    ("world-v5-draft", "/mods", []),
    ("world-v5-draft", "/components/2/inputs", [1]),
    ("world-v5-draft", "/components/2/inputs/0/exclusive", 256),
    ("world-v5-draft", "/components/2/inputs/0/circuit_state", ABSENT),
    ("world-v5-draft", "/components/2/outputs", [0] * 256),
    ("world-v5-draft", "/wires/0/first/index", 256),
    ("world-v4", "/save_type", "world"),
    ("world-v4", "/mods", []),
    ("world-v4", "/circuit_states", ""),
    ("world-v4", "/layout", "draft"),
    ("world-v4", "/components/2/outputs", [1]),
    ("world-v4", "/components/2/outputs/0/on", -1),
    ("world-v4", "/wires/0/circuit_state", 0),
    ("world-v4", "/wires/0/second/index", -1),
]
# And what a person may write that the command never prints.
RIGHT = [
    ("world-v7", "/$schema", "../docs/schema/blotter.schema.json"),
    ("world-v7", "/trailing", ""),
    ("world-v7", "/components/0/rotation", [0, 0, 0, 1]),
    ("world-v7", "/components/0/custom_data", ""),
    ("world-v7", "/wires/0/first/kind", 2),
]


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
    """The schema refuses wrong documents; so does the command, and it takes the right ones."""
    for cases, wanted in ((WRONG, False), (RIGHT, True)):
        for sample, pointer, value in cases:
            document = json.loads((setting.samples / f"{sample}.json").read_text("utf-8"))
            document = changed(document, pointer, value)
            text = "absent" if value is ABSENT else json.dumps(value)[:40]
            name = f"{sample} with {pointer} {text} is {'taken' if wanted else 'refused'} by"
            by_schema = setting.validator.is_valid(document)
            setting.tests.result(f"{name} the schema", None if by_schema == wanted else "it is not")
            by_command = setting.run("convert", "-", "-", stdin=json.dumps(document).encode())
            told = by_command.stderr.decode() or f"exit status {by_command.returncode}"
            setting.tests.result(f"{name} the command",
                                 None if by_command.returncode == (0 if wanted else 4) else told)


def test_schema(setting):
    if Draft202012Validator is None:
        setting.tests.skip("the schema holds", "python3-jsonschema is missing or too old")
        return
    path = setting.root / "docs" / "schema" / "blotter.schema.json"
    schema = json.loads(path.read_text("utf-8"))
    try:
        Draft202012Validator.check_schema(schema)
        problem = None
    except Exception as error:  # the package's own, which an older one may name otherwise
        problem = error
    setting.tests.result("the schema is a JSON Schema of 2020-12", problem)
    setting.validator = Draft202012Validator(schema)
    test_valid_files(setting)
    test_changed_documents(setting)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: schema.py COMMAND SOURCE_ROOT CORPUS_DIR")
    setting = Setting(*sys.argv[1:])
    test_rebuilt_samples(setting)
    test_json_of_samples(setting)
    test_samples_without_issues(setting)
    test_adder(setting)
    test_issue_codes(setting)
    test_schema(setting)
    return setting.tests.finish()


if __name__ == "__main__":
    sys.exit(main())
