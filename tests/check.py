#!/usr/bin/env python3
"""Runs the tests that a change reaches, within a minute.

Usage: check.py [BUILD]    (SINCE=COMMIT in the environment: changes since COMMIT)

BUILD is the folder of a build without sanitizers that has the tests and the command (scripts/check.sh).

The changed files are those that differ from the last commit. If none differ, they are the files of the last commit.
Ninja's dependency files say which objects are compiled from the changed files. Suites run in this order until the
time is used up: programs that contain these objects, suites that test their folders, all others. Short suites run
before long ones. The skipped suites are listed at the end. `make test` runs all suites and the fuzz targets.
"""
import os
import re
import subprocess
import sys

import run
import suites

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


def objects_by_file(build):
    """Which objects each file of the project is a part of, with the source that each object is made of."""
    by_file, sources, thing = {}, {}, None
    for line in lines_of("ninja", "-C", build, "-t", "deps"):
        head = re.match(r"(\S+): #deps", line)
        if head:
            thing = head.group(1)
        elif line.startswith("    ") and thing:
            path = os.path.relpath(os.path.join(build, line.strip()))
            sources.setdefault(thing, path)
            by_file.setdefault(path, set()).add(thing)
    return by_file, sources


def reach_of(changed, build):
    """The test programs that a change is compiled into, and the folders of the other sources that it reaches."""
    by_file, sources = objects_by_file(build)
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
    """0: contains the change, 1: tests its folder, 2: tests all of src/, 3: tests something else."""
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


def choose(changed, places):
    """Returns the suites to run and the suites to skip for lack of time."""
    programs, folders = reach_of(changed, places.build)
    if not programs and not folders and not any(path.startswith("tests/") for path in changed):
        return [], []
    times = run.read_times()
    there = suites.of_check(places)
    order = sorted(((nearness(suite, changed, programs, folders), times.get(suite.shown(), suite.seconds), suite)
                    for suite in there), key=lambda entry: entry[:2])
    left = SECONDS * (os.cpu_count() or 1)
    chosen, others = [], []
    for near, seconds, suite in order:
        if seconds <= left and (near == 0 or seconds <= SECONDS):
            left -= seconds
            chosen.append(suite)
        else:
            others.append(suite)
    return chosen, others


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    places = suites.Places()
    if len(sys.argv) == 2:
        build = sys.argv[1]
        places = suites.Places(build, f"{build}/overworld", f"{build}/sql/overworld.so")
    changed, since = changed_files()
    print(f"{len(changed)} files changed since {since}")
    chosen, others = choose(changed, places)
    if not chosen:
        print("no suite tests these files")
        print("0 passed, 0 failed")
        return 0
    print(f"{len(chosen)} suites run", flush=True)
    total, took = run.run_all(chosen, quiet=True)
    print("not run: " + ", ".join([suite.name for suite in others] + ["fuzz targets"]))
    return run.finish(total, took)


if __name__ == "__main__":
    sys.exit(main())
