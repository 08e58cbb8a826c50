#!/usr/bin/env python3
"""Makes small changes in the sources, one at a time, and finds out which of them the tests notice.

Usage: mutate.py COUNT [--seed N] [--folder FOLDER]... [--each] [--check SECONDS] [--reach] [--again]
                 [--seconds N] [--at-once N] [--report FILE]
       mutate.py --page FILE...

COUNT places are drawn by the seed from all lines of the folders (src, cli, sql, catalog, files, answers and web/binding
by default). --each draws COUNT in each folder below src and in each of the others. Each processor, or --at-once N of
them, has a copy of the tree, build-mutants/tree-N, and makes one change at a time in it. Suites run until one fails:
first those of `make check` in a build without sanitizers, which compiles and runs in a fraction of the
time, those that reach the change first; then all of `make test`. --check runs of the suites of `make check` those that
test the changed file, the golden cases, and others that usually take SECONDS together; then the unit tests of the
changed file and some golden cases under sanitizers. What they notice, all of `make test` notices as well. A change in
web/binding also meets the tests of the npm package in Node.js, which `make test-peers` runs.

--reach first measures which lines each suite and each golden case runs (reach.py; minutes, kept for a commit). Then
only those run that run the changed line.

The report has a line of JSON for each change. What the report has is not tried again, so a run that was stopped goes on
where it was. --seconds ends the run after the changes at hand. A change that does not compile without a warning does
not count: the next one drawn takes its place. --again tries changes of the report that were not noticed, with the tests
as they are now. If the changed line is no longer there, the change leaves the report. A row may have "equivalent" with
the reason why no test can notice the change; it is written by hand. --page prints reports as a page of the docs.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import threading
import time

import reach
from judges import Near, Package, Quick, Whole, builds, commit_of

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

# The smaller or the larger one of two. If they are equal, either will do.
EITHER = re.compile(r"([\w.>\[\]-]+) [<>]=? ([\w.>\[\]-]+) \? (?:\1 : \2|\2 : \1)(?![\w.\[(-]| [-+*/])")


def changes_nothing(kind, line):
    return kind in ("less", "less or equal", "greater", "greater or equal") and EITHER.search(line)


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
            if changes_nothing(kind, line):
                continue
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


def prepare(number, commands):
    """A copy of what git has of the tree, built once. The real files are found through build-mutants/shared."""
    os.makedirs(os.path.join(ROOT, "build-mutants"), exist_ok=True)
    shared = os.path.join(ROOT, "build-mutants/shared")
    if not os.path.lexists(shared):
        os.symlink(os.path.join(os.path.dirname(ROOT), "shared"), shared)
    tree = os.path.join(ROOT, f"{TREE}-{number}")
    if not os.path.isdir(tree):
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, tree], check=True)
    subprocess.run(["git", "fetch", "--quiet", "origin"], cwd=tree, check=True)
    subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", commit_of(ROOT)], cwd=tree, check=True)
    if not builds(tree, *commands):
        sys.exit("mutate.py: the tree without a change does not build")
    return tree


def attempt(tree, change, judge):
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
        noticed_by = judge(tree, path, number + 1)
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
        rows = [json.loads(line) for line in file]
    return [row for row in rows if not changes_nothing(row["kind"], row["before"])]


def folder_of(path):
    """The folder that a file counts for: one below src, web/binding, or the first of the path."""
    first, *others = path.split("/")
    return f"{first}/{others[0]}" if first in ("src", "web") and len(others) > 1 else first


def survived(row):
    return row.get("compiles", True) and not row["noticed_by"]


def summarise(rows):
    """Prints the share of the noticed changes for each folder, and each change that was not noticed."""
    counted = [row for row in rows if row.get("compiles", True)]
    for folder in sorted({folder_of(row["file"]) for row in counted}):
        mine = [row for row in counted if folder_of(row["file"]) == folder]
        excused = sum("equivalent" in row for row in mine)
        print(f"{folder:14} {sum(bool(row['noticed_by']) for row in mine)} of {len(mine)} noticed"
              + (f", {excused} equivalent" if excused else ""))
    for row in counted:
        if survived(row) and "equivalent" not in row:
            print(f"not noticed: {row['file']}:{row['line']} ({row['kind']}): {row['before']}  ->  {row['after']}")


PAGE = """# Mutations

This page says how much the tests notice. `scripts/mutate.py` makes one small change in the sources at a time, such as
another comparison, a number one higher, a negated condition or a call left out. A change is noticed if a test fails or
does not end. `scripts/make-docs.sh` makes this page from the reports in `tests/mutants/`.

<!-- not run: takes hours -->
```sh
scripts/mutate.py 30 --each --check 20 --reach --seed 1127 --report tests/mutants/thirty-in-each-folder.jsonl
```

A change of the thirty that survived was tried again when there were new tests for it. Each sixty is as it was drawn, with
a seed of its own and from all folders. Most survivors of *Sixty more* got tests before *Another sixty* was drawn.

An *equivalent* change cannot be noticed, because the program does the same for every input; its reason is below. A change
that does not compile without a warning does not count.
"""


def escape(text):
    return text.replace("|", "\\|").replace("`", "'")


def print_page(paths):
    """Prints a section for each report: noticed changes by folder, equivalent changes, changes that were not noticed."""
    print(PAGE, end="")
    for path in paths:
        rows = [row for row in read_report(path) if row.get("compiles", True)]
        print(f"\n## {os.path.basename(path)[:-len('.jsonl')].replace('-', ' ').capitalize()}\n")
        print("| folder | changes | noticed | equivalent |\n|---|---|---|---|")
        for folder in [*sorted({folder_of(row["file"]) for row in rows}), ""]:
            mine = [row for row in rows if not folder or folder_of(row["file"]) == folder]
            print(f"| {f'`{folder}`' if folder else 'all'} | {len(mine)} | {sum(not survived(row) for row in mine)} | "
                  f"{sum('equivalent' in row for row in mine)} |")
        for title, wanted in (("Equivalent", True), ("Not noticed", False)):
            chosen = [row for row in rows if survived(row) and ("equivalent" in row) == wanted]
            if chosen:
                print(f"\n### {title}: {os.path.basename(path)[:-len('.jsonl')].replace('-', ' ')}\n\n| file | line | after "
                      f"the change |{' why |' if wanted else ''}\n|---|---|---|{'---|' if wanted else ''}")
            for row in sorted(chosen, key=lambda row: (row["file"], row["before"])):
                print(f"| {row['file']} | `{escape(row['before'])}` | `{escape(row['after'])}` |"
                      + (f" {row['equivalent']} |" if wanted else ""))


class Run:
    """Changes that are still to be tried, and the report of those that were."""

    def __init__(self, asked, folders, rows, judges):
        self.report, self.lock, self.rows, self.judges = asked.report, threading.Lock(), rows, judges
        self.most = asked.check or float("inf")
        self.known = {(row["file"], row["line"], row["kind"], row["after"]) for row in self.rows}
        here = [row for row in rows if any(row["file"].startswith(folder + "/") for folder in folders)]
        self.left = asked.count - sum(row.get("compiles", True) for row in here)
        self.changes = draw(folders, asked.seed)

    def next(self):
        """The next change, or None."""
        with self.lock:
            if self.left <= 0:
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

    def judge(self, tree, *place):
        noticed = [row.get("noticed_by") for row in self.rows]
        for suites in self.judges:
            found = suites.notice(tree, place, noticed, self.most)
            if found is not None:
                return found
        return None

    def work(self, tree, ends):
        while time.monotonic() < ends and (change := self.next()):
            self.add(attempt(tree, change, self.judge))


class Again(Run):
    """Changes of the report that were not noticed."""

    def __init__(self, asked, folders, rows, judges):
        super().__init__(asked, folders, rows, judges)
        self.changes = iter([row for row in rows if survived(row) and "equivalent" not in row
                             and any(row["file"].startswith(folder + "/") for folder in folders)])

    def next(self):
        with self.lock:
            for row in self.changes:
                self.rows.remove(row)
                if change := change_of(row):
                    return change
        return None

    def add(self, row):
        """Rows of the report that are at hand are written last, or lost if the run is stopped: then they are drawn again."""
        with self.lock:
            self.rows.append(row)
            with open(self.report, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(one) + "\n" for one in self.rows)
            print(json.dumps(row), flush=True)


def change_of(row):
    """The change of a row in the tree as it is now: in the nearest line with the same text. None without such a line."""
    place = os.path.join(ROOT, f"{TREE}-0", row["file"])
    if not os.path.exists(place):
        return None
    with open(place, encoding="utf-8") as file:
        lines = file.read().splitlines()
    same = [number for number, line in enumerate(lines) if line.strip() == row["before"]]
    if not same:
        return None
    number = min(same, key=lambda at: abs(at + 1 - row["line"]))
    return row["file"], number, row["kind"], lines[number].replace(row["before"], row["after"])


def folders_each():
    """Each folder below src, and each other folder. A file in src itself counts for none."""
    below = sorted(os.listdir(os.path.join(ROOT, "src")))
    return [f"src/{name}" for name in below if os.path.isdir(os.path.join(ROOT, "src", name))] + FOLDERS[1:]


def main():
    if sys.argv[1:2] == ["--page"]:
        return print_page(sys.argv[2:])
    words = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][len("Usage: "):])
    words.add_argument("count", type=int)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--folder", action="append")
    words.add_argument("--each", action="store_true")
    words.add_argument("--check", type=float)
    words.add_argument("--reach", action="store_true")
    words.add_argument("--again", action="store_true")
    words.add_argument("--seconds", type=float, default=float("inf"))
    words.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    words.add_argument("--report", default="build-mutants/report.jsonl")
    asked = words.parse_args()
    os.chdir(ROOT)
    ends = time.monotonic() + asked.seconds
    each = [[folder] for folder in asked.folder or folders_each()] if asked.each else [asked.folder or FOLDERS]
    packaged = any("web/binding" in folders for folders in each)
    commands = [*Quick.commands, *(Near if asked.check else Whole).commands, *(Package.first_commands if packaged else ())]
    trees = [prepare(number, commands) for number in range(asked.at_once)]
    reached = reach.Reach(trees[0], os.path.join(ROOT, f"build-mutants/reach-{commit_of(trees[0])[:12]}")) \
        if asked.reach else None
    judges = [Quick(trees[0], reached), Near(reached) if asked.check else Whole(trees[0]), *([Package()] if packaged else ())]
    rows = read_report(asked.report)
    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        runs = [(Again if asked.again else Run)(asked, folders, rows, judges) for folders in each]
        list(pool.map(lambda tree: [run.work(tree, ends) for run in runs], trees))
    summarise(rows)


if __name__ == "__main__":
    main()
