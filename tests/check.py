#!/usr/bin/env python3
"""Runs what a change reaches, within a minute. Usage: check.py    (SINCE=COMMIT: what changed since then)

What changed is what differs from the last commit or, where nothing does, what that commit changed. Ninja's own notes
of who includes what say which objects a change reaches. First come the suites whose programs are made of these
objects and those that are there for their folders, then others, the short ones first, as long as there is time. What
was left out is told. The fuzz targets and the rest are for `make test`.
"""
import os
import re
import subprocess
import sys

import run
import suites

BUILD = "build-test"
SECONDS = 40  # of each processor, for suites


def lines_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()


def changed_files():
    """The paths that changed, and since when."""
    since = os.environ.get("SINCE", "")
    if since:
        return set(lines_of("git", "diff", "--name-only", since)), since
    found = set(lines_of("git", "diff", "--name-only", "HEAD"))
    found |= set(lines_of("git", "ls-files", "--others", "--exclude-standard"))
    if found:
        return found, "the last commit"
    return set(lines_of("git", "diff", "--name-only", "HEAD~1", "HEAD")), "the commit before the last one"


def objects_by_file():
    """Which objects each file of the project is a part of, with the source that each object is made of."""
    by_file, sources, thing = {}, {}, None
    for line in lines_of("ninja", "-C", BUILD, "-t", "deps"):
        head = re.match(r"(\S+): #deps", line)
        if head:
            thing = head.group(1)
        elif line.startswith("    ") and thing:
            path = os.path.relpath(os.path.join(BUILD, line.strip()))
            sources.setdefault(thing, path)
            by_file.setdefault(path, set()).add(thing)
    return by_file, sources


def reach_of(changed):
    """The test programs that a change is compiled into, and the folders of the other sources that it reaches."""
    by_file, sources = objects_by_file()
    programs, folders = set(), set()
    for path in changed:
        for thing in by_file.get(path, ()):
            program = re.match(r"tests/((?:unit|robust)-[^/]*)\.p/", thing)
            folder = os.path.dirname(sources[thing]) + "/"
            if program:
                programs.add(program.group(1))
            else:
                folders.add(folder)
    return programs, folders


def nearness(suite, changed, programs, folders):
    """0: of the change itself, 1: there for its folder, 2: for all folders, 3: for others. The less the nearer."""
    if suite.name in programs or any(word in changed for word in suite.words):
        return 0
    if suite.name.startswith("golden") and any(path.startswith("tests/golden/") for path in changed):
        return 0
    touched = folders | {path for path in changed if not path.startswith("tests/")}
    near = [folder for folder in suite.folders
            if any(place.startswith(folder) or folder.startswith(place) for place in touched)]
    if near:
        return 1 if any(folder != "src/" for folder in near) else 2
    return 3


def choose(changed):
    """The suites to run, and those for which there is no time."""
    programs, folders = reach_of(changed)
    if not programs and not folders and not any(path.startswith("tests/") for path in changed):
        return [], []
    times = run.read_times()
    there = [suite for suite in suites.of_test() if not suite.name.startswith("fuzz_")]
    took = {suite.name: times.get(run.time_key(suite), suite.seconds) for suite in there}
    order = sorted(there, key=lambda suite: (nearness(suite, changed, programs, folders), took[suite.name]))
    left = SECONDS * (os.cpu_count() or 1)
    chosen, others = [], []
    for suite in order:
        near = nearness(suite, changed, programs, folders) == 0
        if took[suite.name] <= left and (near or took[suite.name] <= SECONDS):
            left -= took[suite.name]
            chosen.append(suite)
        else:
            others.append(suite)
    return chosen, others


def main():
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    changed, since = changed_files()
    print(f"{len(changed)} files changed since {since}")
    chosen, others = choose(changed)
    if not chosen:
        print("no suite is made of them, or there for them")
        print("0 passed, 0 failed")
        return 0
    print(f"{len(chosen)} suites run", flush=True)
    total, took = run.run_all(chosen, quiet=True)
    print("not run, for time: " + ", ".join([suite.name for suite in others] + ["fuzz targets"]))
    return run.finish(total, took)


if __name__ == "__main__":
    sys.exit(main())
