#!/usr/bin/env python3
"""Runs the commands that the pages show, and compares what they print with the pages; speaks TAP.

Usage: pages.py COMMAND SOURCE_ROOT [NAME...]

Each block of README.md and docs/**/*.md with lines that begin with "$ " is a case, and each block of shell commands that
begin with "overworld". It runs in a fresh folder that has samples/ and a copy of each sample. What stands behind a command
is what it prints, standard output and standard error together; a line "..." stands for any lines. Of a command without
output only the exit status is looked at: 0, or 1 for findings. A comment of the page in front of the block prepares it:

    <!-- first: cp moated-keep.lvd level.lvd -->

or says why it is not run: `<!-- not run: needs Tiled -->`. A page with the comment `<!-- one session -->` is one case:
its blocks run one after another in the same folder. A case with --archives or --sandbox is skipped where the system or the
build has no sandbox for them. NAME runs the cases whose names contain NAME.
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

import sandbox

LONGEST_RUN = 120  # seconds; sanitizers are slow
BLOCK = re.compile(r"((?:^<!-- .*? -->\n+)*)^```(\w*)\n(.*?)^```$", re.M | re.S)
ONE_SESSION = "<!-- one session -->"
COMMENT = re.compile(r"<!-- (first|not run): (.*?) -->", re.S)


class Case:
    """A block: its commands, each with the lines that it is to print or None, and what its comments say. The commands
    of `first` prepare it. A case with `next` goes on with another block in the same folder."""

    def __init__(self, page, line, comments, shell, text):
        self.name = f"{page}:{line}"
        notes = COMMENT.findall(comments)
        self.first = [words for kind, words in notes if kind == "first"]
        self.why_not = next((words for kind, words in notes if kind == "not run"), None)
        self.commands = []
        self.next = None
        if re.search(r"^\$ ", text, re.M):
            self.take_session(text)
        elif shell in ("sh", ""):
            self.commands = [(line, None) for line in text.splitlines() if line.startswith("overworld ")]

    def skip_if_has(self, option, lack):
        """`lack` says why no command can have the option here; empty if it can."""
        if lack and any(option in command for command, _ in self.commands):
            self.why_not = self.why_not or lack

    def take_session(self, text):
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            lines = part.rstrip("\n").split("\n")
            command = [lines.pop(0)]
            while command[-1].endswith("\\") and lines:
                command.append(lines.pop(0))
            while lines and not lines[-1]:
                lines.pop()
            self.commands.append(("\n".join(command), lines or None))


def blocks_of(root, path, text):
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(2)) + 1
        case = Case(os.path.relpath(path, root), line, *block.groups())
        if case.commands or case.why_not:
            yield case


def one_session(page, cases):
    """One case of the blocks of a page that are run."""
    cases = [case for case in cases if not case.why_not]
    for case, following in zip(cases, cases[1:]):
        case.next = following
    if cases:
        cases[0].name = page
    return cases[:1]


def cases_of(root):
    for path in [os.path.join(root, "README.md"), *sorted(glob.glob(os.path.join(root, "docs/**/*.md"), recursive=True))]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        cases = blocks_of(root, path, text)
        yield from one_session(os.path.relpath(path, root), cases) if ONE_SESSION in text else cases


def is_interleaved(expected, out, err):
    """Whether the expected lines are those of both streams, each in its order."""
    at, places = 0, {(0, 0)}
    while at < len(expected):
        any_lines = expected[at] == "..."
        following = set()
        for first, second in places:
            if any_lines:
                following.update((i, j) for i in range(first, len(out) + 1) for j in range(second, len(err) + 1))
            if first < len(out) and out[first] == expected[at]:
                following.add((first + 1, second))
            if second < len(err) and err[second] == expected[at]:
                following.add((first, second + 1))
        places, at = following, at + 1
    return (len(out), len(err)) in places


def run_block(case, call):
    for command in case.first:
        done = call("set -e\n" + command)
        if done.returncode:
            return f"to prepare it failed: {command}: {done.stderr}"
    for command, expected in case.commands:
        done = call(command)
        out, err = done.stdout.splitlines(), done.stderr.splitlines()
        # Standard output may be closed early by a program behind the pipe.
        if done.returncode not in (0, 1) and expected is None:
            return f"$ {command}\nexit status {done.returncode}\n{done.stdout}{done.stderr}"
        if expected is not None and not is_interleaved(expected, out, err):
            return f"$ {command}\nprints\n{done.stdout}{done.stderr}"
    return None


def run(case, root, programs):
    """What is wrong with a case, or None."""
    with tempfile.TemporaryDirectory(prefix="pages-") as folder:
        environment = dict(os.environ, PATH=programs + os.pathsep + os.environ["PATH"], HOME=folder, LC_ALL="C.UTF-8",
                           NO_COLOR="1", XDG_DATA_HOME=os.path.join(folder, ".data"))

        def call(command):
            return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=LONGEST_RUN, check=False)
        os.symlink(os.path.join(root, "samples"), os.path.join(folder, "samples"))
        call("for file in samples/*; do [ ! -f \"$file\" ] || cp \"$file\" .; done")
        problem = None
        while case and not problem:
            problem, case = run_block(case, call), case.next
    return problem


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command, root = (os.path.realpath(path) for path in sys.argv[1:3])
    names = sys.argv[3:]
    cases = [case for case in cases_of(root) if not names or any(name in case.name for name in names)]
    good = bool(cases)
    lacks = {"--sandbox": sandbox.lack(command, root), "--archives": sandbox.lack_of_archives(command)}
    for case in cases:
        for option, lack in lacks.items():
            case.skip_if_has(option, lack)
    print(f"1..{len(cases)}", flush=True)
    with tempfile.TemporaryDirectory(prefix="pages-bin-") as programs:
        os.symlink(command, os.path.join(programs, "overworld"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = [case.why_not is None and pool.submit(run, case, root, programs) for case in cases]
            for number, (case, result) in enumerate(zip(cases, results), 1):
                if not result:
                    print(f"ok {number} - {case.name} # SKIP {case.why_not}", flush=True)
                    continue
                problem = result.result()
                good = good and not problem
                print(f"{'not ok' if problem else 'ok'} {number} - {case.name}", flush=True)
                for line in (problem or "").splitlines():
                    print("#", line)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
