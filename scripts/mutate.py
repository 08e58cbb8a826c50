#!/usr/bin/env python3
"""Makes small changes in the sources, one at a time, and finds out which of them the tests notice.

Usage: mutate.py COUNT [--seed N] [--folder FOLDER]... [--seconds N] [--report FILE]

COUNT places are drawn by the seed from all lines of the folders (src, cli, sql, catalog, files, answers and web/binding
by default). Each change is made in a copy of the tree, build-mutants/tree. It is built and the suites of `make test` run,
those that reach the change first, until one fails. The report has a line of JSON for each change. What the report has is
not tried again, so a run that was stopped goes on where it was. --seconds ends the run after the change at hand.
A change that does not compile does not count: the next one drawn takes its place.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
FOLDERS = ["src", "cli", "sql", "catalog", "files", "answers", "web/binding"]
TREE = "build-mutants/tree"

# What is changed: a pattern in a line without comments and texts, and what replaces it.
CHANGES = [(name, re.compile(pattern), becomes) for name, pattern, becomes in (
    ("less", r"(?<= )<(?= )", "<="), ("less or equal", r"(?<= )<=(?= )", "<"),
    ("greater", r"(?<= )>(?= )", ">="), ("greater or equal", r"(?<= )>=(?= )", ">"),
    ("equal", r"(?<= )==(?= )", "!="), ("not equal", r"(?<= )!=(?= )", "=="),
    ("and", r"(?<= )&&(?= )", "||"), ("or", r"(?<= )\|\|(?= )", "&&"),
    ("plus", r"(?<= )\+(?= )", "-"), ("minus", r"(?<=\w )-(?= )", "+"),
    ("times", r"(?<=\w )\*(?= \w)", "/"), ("add to", r"(?<= )\+=(?= )", "-="),
    ("true", r"\btrue\b", "false"), ("false", r"\bfalse\b", "true"),
    ("one more", r"(?<![\w.])(\d+)(?![\w.])", lambda found: str(int(found.group(1)) + 1)),
    ("if not", r"\bif \((?=.*\)$)", "if (!"), ("negation", r"!(?=[a-z(])", ""),
    ("dropped call", r"^    +[a-z_]\w*\([^;{}]*\);$", "    ;"),
    ("dropped assignment", r"^    +[a-z_][\w.\[\]>-]* [|&+-]?= [^;{}]*;$", "    ;"))]


def without_comments_and_texts(text):
    """The text with blanks in place of comments, texts and lines of the preprocessor, so that columns stay."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group(0))
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^\s*#(?:[^\n]*\\\n)*[^\n]*', blank, text,
                  flags=re.S | re.M)


def changes_of(path):
    """Each possible change: the file, the line's number, the kind of change and the changed line."""
    with open(os.path.join(ROOT, TREE, path), encoding="utf-8") as file:
        text = file.read()
    code = without_comments_and_texts(text).splitlines()
    for number, line in enumerate(text.splitlines()):
        for kind, pattern, becomes in CHANGES:
            for found in pattern.finditer(code[number]):
                changed = found.expand(becomes) if isinstance(becomes, str) else becomes(found)
                if kind == "if not":
                    yield path, number, kind, negated(line, found.start())
                else:
                    yield path, number, kind, line[:found.start()] + changed + line[found.end():]


def negated(line, start):
    """A line with the whole condition of its `if` negated."""
    return line[:start] + "if (!(" + line[start + len("if ("):] + ")"


def draw(folders, seed):
    """All changes in an order that the seed gives. Each kind of change has its turn as often as another."""
    files = subprocess.run(["git", "ls-files", *(f"{folder}/*.c" for folder in folders),
                            *(f"{folder}/*.h" for folder in folders)], cwd=os.path.join(ROOT, TREE), check=True, capture_output=True,
                           text=True).stdout.split()
    by_kind, chance = {}, random.Random(seed)
    for path in sorted(files):
        for change in changes_of(path):
            by_kind.setdefault(change[2], []).append(change)
    for changes in by_kind.values():
        chance.shuffle(changes)
    while by_kind:
        kind = chance.choice(sorted(by_kind))
        yield by_kind[kind].pop()
        if not by_kind[kind]:
            del by_kind[kind]


def prepare():
    """A copy of what git has of the tree, built once. The real files are found by OVERWORLD_CORPUS."""
    os.makedirs(os.path.join(ROOT, "build-mutants"), exist_ok=True)
    tree = os.path.join(ROOT, TREE)
    if not os.path.isdir(tree):
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, tree], check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    subprocess.run(["git", "fetch", "--quiet", "origin"], cwd=tree, check=True)
    subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", commit.strip()], cwd=tree, check=True)
    setup(tree)
    if not build(tree):
        sys.exit("mutate.py: the tree without a change does not build")
    return tree


def setup(tree):
    """Configures the build of the tests so that warnings end nothing."""
    if not os.path.exists(os.path.join(tree, "build-test/build.ninja")) and not build(tree):
        sys.exit("mutate.py: the tree without a change does not build")
    subprocess.run(["meson", "configure", "build-test", "-Dwerror=false"], cwd=tree, check=True,
                   stdout=subprocess.DEVNULL)


def build(tree, programs=None):
    """Builds the command, and all tests or some of their programs; false if the compiler refuses. Warnings do not
    count."""
    commands = []
    if programs is None or any(not program.startswith("build-test/") for program in programs):
        commands.append(["make", "--silent"])
    if programs is None:
        commands.append(["scripts/build-test.sh"])
    elif of_tests := [program.removeprefix("build-test/") for program in programs if program.startswith("build-test/")]:
        commands.append(["ninja", "-C", "build-test", *of_tests])
    return not any(subprocess.run(command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  timeout=3600, check=False).returncode for command in commands)


def suites_for(tree, path):
    """The suites of the tree: those that test the file, then all others, each the quick ones first."""
    script = f"""
import json, sys
sys.path.insert(0, "tests")
import check, run, suites
changed = {{{path!r}}}
programs, folders = check.reach_of(changed, "build-test")
times = run.read_times()
seconds = lambda suite: times.get(suite.shown(), suite.seconds)
near = lambda suite: check.nearness(suite, changed, programs, folders) < 2 and seconds(suite) < 30
order = sorted(suites.of_check(suites.Places()), key=lambda suite: (not near(suite), seconds(suite)))
print(json.dumps([[suite.name, suite.words, suite.environment, near(suite)] for suite in order]))
"""
    done = subprocess.run(["/usr/bin/python3", "-c", script], cwd=tree, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def fails(tree, suite):
    """Whether a suite fails. A suite that runs half an hour hangs."""
    _, words, environment, _ = suite
    settings = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", ASAN_OPTIONS="detect_leaks=1",
                    OVERWORLD_CORPUS=os.environ.get("OVERWORLD_CORPUS", os.path.join(ROOT, "../shared/corpus")),
                    **environment)
    try:
        done = subprocess.run(words, cwd=tree, env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=1800, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0 or re.search(rb"^not ok(?!.*# SKIP)", done.stdout, re.M) is not None


def broken_suites(tree):
    """The names of suites that fail without any change on this machine. They notice nothing. Found once a commit."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, check=True, capture_output=True, text=True).stdout
    kept = os.path.join(ROOT, f"build-mutants/broken-{commit.strip()[:12]}.json")
    if not os.path.exists(kept):
        broken = [suite[0] for suite in suites_for(tree, "src/formats.c") if fails(tree, suite)]
        with open(kept, "w", encoding="utf-8") as file:
            json.dump(broken, file)
    with open(kept, encoding="utf-8") as file:
        return json.load(file)


def first_to_notice(tree, some):
    """The name of the first of some suites that fails, or None. As many run at once as there are processors."""
    step = os.cpu_count() or 1
    with concurrent.futures.ThreadPoolExecutor(step) as pool:
        for at in range(0, len(some), step):
            for suite, failed in zip(some[at:at + step], pool.map(lambda suite: fails(tree, suite), some[at:at + step])):
                if failed:
                    return suite[0]
    return None


def notice(tree, suites):
    """Builds and runs the suites that test the changed file, then all others. False if the change does not compile,
    else the name of the suite that notices it, or None."""
    broken = broken_suites(tree)
    left = [suite for suite in suites if suite[0] not in broken]
    for some in filter(None, ([suite for suite in left if suite[3]], [suite for suite in left if not suite[3]])):
        programs = None if not some[0][3] else [
            suite[1][0] if suite[1][0].startswith("build-test/") else "build/overworld" for suite in some]
        if not build(tree, programs):
            return False
        if found := first_to_notice(tree, some):
            return found
    return None


def attempt(tree, change):
    """Makes a change, builds, tests and takes the change back. Returns a row of the report, or None."""
    path, number, kind, line = change
    place = os.path.join(tree, path)
    with open(place, encoding="utf-8") as file:
        before = file.read()
    lines = before.split("\n")
    order = suites_for(tree, path)
    row = {"file": path, "line": number + 1, "kind": kind, "before": lines[number].strip(), "after": line.strip()}
    lines[number] = line
    try:
        with open(place, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        began = time.monotonic()
        row["noticed_by"] = notice(tree, order)
        if row["noticed_by"] is False:
            return None
        row["seconds"] = round(time.monotonic() - began, 1)
        return row
    finally:
        with open(place, "w", encoding="utf-8") as file:
            file.write(before)


def read_report(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def tell(rows):
    """Prints the share of the noticed changes for each folder, and each change that was not noticed."""
    counted = [row for row in rows if row.get("compiles", True)]
    for folder in sorted({row["file"].split("/")[0] for row in counted}):
        mine = [row for row in counted if row["file"].startswith(folder + "/")]
        print(f"{folder:10} {sum(bool(row['noticed_by']) for row in mine)} of {len(mine)} noticed")
    for row in counted:
        if not row["noticed_by"]:
            print(f"not noticed: {row['file']}:{row['line']} ({row['kind']}): {row['before']}  ->  {row['after']}")


def main():
    words = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][len("Usage: "):])
    words.add_argument("count", type=int)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--folder", action="append")
    words.add_argument("--seconds", type=float, default=float("inf"))
    words.add_argument("--report", default="build-mutants/report.jsonl")
    asked = words.parse_args()
    os.chdir(ROOT)
    began, tree = time.monotonic(), prepare()
    broken_suites(tree)
    rows = read_report(asked.report)
    known = {(row["file"], row["line"], row["kind"], row["after"]) for row in rows}
    left = asked.count - sum(row.get("compiles", True) for row in rows)
    for change in draw(asked.folder or FOLDERS, asked.seed):
        if left <= 0 or time.monotonic() - began > asked.seconds:
            break
        path, number, kind, line = change
        if (path, number + 1, kind, line.strip()) in known:
            continue
        row = attempt(tree, change)
        left -= row is not None
        row = row or {"file": path, "line": number + 1, "kind": kind, "after": line.strip(), "compiles": False}
        rows.append(row)
        with open(asked.report, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
    tell(rows)


if __name__ == "__main__":
    main()
