#!/usr/bin/env python3
"""Makes small changes in the sources, one at a time, and finds out which of them the tests notice.

Usage: mutate.py COUNT [--seed N] [--folder FOLDER]... [--seconds N] [--report FILE]

COUNT places are drawn by the seed from all lines of the folders (src, cli, sql, catalog, files, answers and web/binding
by default). Each processor has a copy of the tree, build-mutants/tree-N, and makes one change at a time in it. Suites run
until one fails: first those of `make check` in a build without sanitizers and optimization, which compiles and runs in a
fraction of the time, those that reach the change first; then all of `make test`. The report has a line of JSON for each
change. What the report has is not tried again, so a run that was stopped goes on where it was. --seconds ends the run
after the changes at hand. A change that does not compile without a warning does not count: the next one drawn takes its
place.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
FOLDERS = ["src", "cli", "sql", "catalog", "files", "answers", "web/binding"]
TREE = "build-mutants/tree"
MOST_SECONDS = 600  # of a suite

# Commands that build the tests without sanitizers, and all that tests need.
QUICK = ["scripts/build-check.sh"]
WHOLE = ["make --silent", "scripts/build-test.sh", "scripts/fuzz.sh 0"]

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
    with open(os.path.join(ROOT, f"{TREE}-0", path), encoding="utf-8") as file:
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
                            *(f"{folder}/*.h" for folder in folders)], cwd=os.path.join(ROOT, f"{TREE}-0"),
                           check=True, capture_output=True, text=True).stdout.split()
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


def prepare(number):
    """A copy of what git has of the tree, built once. The real files are found through build-mutants/shared."""
    os.makedirs(os.path.join(ROOT, "build-mutants"), exist_ok=True)
    shared = os.path.join(ROOT, "build-mutants/shared")
    if not os.path.lexists(shared):
        os.symlink(os.path.join(os.path.dirname(ROOT), "shared"), shared)
    tree = os.path.join(ROOT, f"{TREE}-{number}")
    if not os.path.isdir(tree):
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, tree], check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    subprocess.run(["git", "fetch", "--quiet", "origin"], cwd=tree, check=True)
    subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", commit.strip()], cwd=tree, check=True)
    if not builds(tree, *QUICK) or not builds(tree, *WHOLE):
        sys.exit("mutate.py: the tree without a change does not build")
    return tree


def builds(tree, *commands):
    """Runs commands that build the tree; false if the compiler warns or refuses."""
    for command in commands:
        if subprocess.run(command, cwd=tree, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          timeout=MOST_SECONDS * 2, check=False).returncode:
            return False
    return True


def suites_for(tree, path, quick):
    """The suites of the tree: those that test the file, then all others, each the short ones first. Code that speaks to
    a server is tested by a suite of `make test-peers` alone."""
    places = 'suites.Places("build-check", "build-check/overworld", "build-check/sql/overworld.so")'
    script = f"""
import json, re, sys
sys.path.insert(0, "tests")
import check, run, suites
changed = {{{path!r}}}
there = suites.of_check({places}) if {quick} else suites.of_test()
if re.search("postgresql|libpq", {path!r}):
    there = [] if {quick} else [suite for suite in suites.of_peers() if suite.name == "postgresql"]
programs, folders = check.reach_of(changed, "build-check")
times = run.read_times()
seconds = lambda suite: times.get(suite.shown(), suite.seconds)
order = sorted(there, key=lambda suite: (check.nearness(suite, changed, programs, folders) >= 2, seconds(suite)))
print(json.dumps([[suite.name, suite.words, suite.environment] for suite in order]))
"""
    done = subprocess.run(["/usr/bin/python3", "-c", script], cwd=tree, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def fails(tree, suite):
    """Whether a suite fails. It is ended at its first failure, or after ten minutes, as a suite that hangs."""
    _, words, environment = suite
    settings = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", ASAN_OPTIONS="detect_leaks=1", PYTHONUNBUFFERED="1",
                    **environment)
    with subprocess.Popen(words, cwd=tree, env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, start_new_session=True) as running:
        watch = threading.Timer(MOST_SECONDS, os.killpg, (running.pid, signal.SIGKILL))
        watch.start()
        failed = any(re.match(rb"not ok(?!.*# SKIP)", line) for line in running.stdout)
        watch.cancel()
        if failed and running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    return failed or running.returncode != 0


def broken_suites(tree, quick):
    """The names of suites that fail without any change on this machine. They notice nothing. Found once a commit."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, check=True, capture_output=True, text=True).stdout
    kept = os.path.join(ROOT, f"build-mutants/broken-{commit.strip()[:12]}-{'quick' if quick else 'whole'}.json")
    if not os.path.exists(kept):
        broken = [suite[0] for suite in suites_for(tree, "src/formats.c", quick) if fails(tree, suite)]
        with open(kept, "w", encoding="utf-8") as file:
            json.dump(broken, file)
    with open(kept, encoding="utf-8") as file:
        return json.load(file)


def notice(tree, path):
    """Builds and runs the suites. False if the change does not compile, else the name of the suite that notices it, or
    None."""
    for quick, commands in ((True, QUICK), (False, WHOLE)):
        if not builds(tree, *commands):
            return False
        broken = broken_suites(tree, quick)
        for suite in suites_for(tree, path, quick):
            if suite[0] not in broken and fails(tree, suite):
                return suite[0]
    return None


def attempt(tree, change):
    """Makes a change, builds, tests and takes the change back. Returns its row of the report."""
    path, number, kind, line = change
    place = os.path.join(tree, path)
    with open(place, encoding="utf-8") as file:
        before = file.read()
    lines = before.split("\n")
    row = {"file": path, "line": number + 1, "kind": kind, "before": lines[number].strip(), "after": line.strip()}
    lines[number] = line
    began = time.monotonic()
    try:
        with open(place, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        noticed_by = notice(tree, path)
    finally:
        with open(place, "w", encoding="utf-8") as file:
            file.write(before)
    if noticed_by is False:
        return dict(row, compiles=False)
    return dict(row, noticed_by=noticed_by, seconds=round(time.monotonic() - began, 1))


def read_report(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def summarise(rows):
    """Prints the share of the noticed changes for each folder, and each change that was not noticed."""
    counted = [row for row in rows if row.get("compiles", True)]
    for folder in sorted({row["file"].split("/")[0] for row in counted}):
        mine = [row for row in counted if row["file"].startswith(folder + "/")]
        print(f"{folder:10} {sum(bool(row['noticed_by']) for row in mine)} of {len(mine)} noticed")
    for row in counted:
        if not row["noticed_by"]:
            print(f"not noticed: {row['file']}:{row['line']} ({row['kind']}): {row['before']}  ->  {row['after']}")


class Run:
    """Changes that are still to be tried, and the report of those that were."""

    def __init__(self, asked):
        self.report, self.lock = asked.report, threading.Lock()
        self.rows = read_report(asked.report)
        self.known = {(row["file"], row["line"], row["kind"], row["after"]) for row in self.rows}
        self.left = asked.count - sum(row.get("compiles", True) for row in self.rows)
        self.changes = draw(asked.folder or FOLDERS, asked.seed)
        self.ends = time.monotonic() + asked.seconds

    def next(self):
        """The next change, or None."""
        with self.lock:
            if self.left <= 0 or time.monotonic() > self.ends:
                return None
            self.left -= 1
            return next((change for change in self.changes
                         if (change[0], change[1] + 1, change[2], change[3].strip()) not in self.known), None)

    def add(self, row):
        with self.lock:
            self.left += not row.get("compiles", True)
            self.rows.append(row)
            with open(self.report, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)

    def work(self, tree):
        while change := self.next():
            self.add(attempt(tree, change))


def main():
    words = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][len("Usage: "):])
    words.add_argument("count", type=int)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--folder", action="append")
    words.add_argument("--seconds", type=float, default=float("inf"))
    words.add_argument("--report", default="build-mutants/report.jsonl")
    asked = words.parse_args()
    os.chdir(ROOT)
    trees = [prepare(number) for number in range(os.cpu_count() or 1)]
    for quick in (True, False):
        broken_suites(trees[0], quick)
    run = Run(asked)
    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(run.work, trees))
    summarise(run.rows)


if __name__ == "__main__":
    main()
