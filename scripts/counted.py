#!/usr/bin/env python3
"""Puts together what gcov counted, so that code which is compiled several times is counted once.

Usage: counted.py BUILD_FOLDER FOLDER

Reads the counts of BUILD_FOLDER, and those of runs that kept theirs apart (FOLDER/runs/NAME, by GCOV_PREFIX).
Writes FOLDER/all.json, a tracefile of gcovr, with what lies in FOLDERS, and FOLDER/missing.txt: the lines that
nothing reached, and those with a branch that nothing took.

A function in a header, or in a source that is compiled once for each format (src/codec/runs/), is there in many
objects, and is one function all the same: its line is reached if it is in some object, its branch is taken if it
is in some object. But only branches of one shape are one: a line of which a macro makes more branches for one
format than for another counts once for each number of branches. A line of a layout is other code for each codec,
so it counts once for each. An object that never ran counts with all its lines.
"""
import concurrent.futures
import json
import os
import subprocess
import sys

FOLDERS = ("answers/", "catalog/", "cli/", "files/", "sql/", "src/")


def objects_of(build, runs):
    """Every object with the name of its source, which is the same where it was compiled several times; those
    that ran apart with their notes beside them, where gcov looks."""
    found = []
    for folder, _, names in os.walk(build):
        if os.path.relpath(folder, build).startswith("coverage"):
            continue
        found += [os.path.join(folder, name) for name in names if name.endswith(".gcno")]
    for name in os.listdir(runs) if os.path.isdir(runs) else []:
        apart = os.path.join(runs, name) + os.path.abspath(build)
        for notes in list(found):
            place = os.path.join(apart, os.path.relpath(notes, build))
            if os.path.exists(place[:-len("gcno")] + "gcda"):
                if not os.path.exists(place):
                    os.link(notes, place)
                found.append(place)
    return found


def read_object(notes):
    """What gcov says of one object."""
    told = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", notes],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    return [json.loads(line) for line in told.splitlines() if line.strip()]


class File:
    """The functions of a source, and its lines: each with its count, and those of its branches by their shape."""

    def __init__(self):
        self.lines, self.functions = {}, {}

    def add_function(self, function):
        at = (function["name"], function["start_line"])
        self.functions[at] = self.functions.get(at, 0) + function["execution_count"]

    def add(self, line, codec):
        kept = self.lines.setdefault(line["line_number"], {"count": 0, "shapes": {}})
        # gcov infers counts: of code that a signal left one may be below 0
        kept["count"] += max(line["count"], 0)
        counts = [max(branch["count"], 0) for branch in line["branches"]]
        if counts:
            shape = (line.get("function_name", ""), codec, len(counts))
            sums = kept["shapes"].get(shape, [0] * len(counts))
            kept["shapes"][shape] = [one + other for one, other in zip(sums, counts)]

    def branches_of(self, number):
        return [count for _, counts in sorted(self.lines[number]["shapes"].items()) for count in counts]

    def tracefile(self, name):
        return {"file": name, "functions": [
            {"name": called, "lineno": line, "execution_count": count}
            for (called, line), count in sorted(self.functions.items())], "lines": [
            {"line_number": number, "count": self.lines[number]["count"],
             "gcovr/noncode": False, "gcovr/excluded": False,
             "branches": [{"count": count, "fallthrough": False, "throw": False}
                          for count in self.branches_of(number)]}
            for number in sorted(self.lines)]}

    def missing(self, name):
        with open(name, encoding="utf-8") as source:
            text = source.read().splitlines()
        for number in sorted(self.lines):
            branches = self.branches_of(number)
            not_taken = branches.count(0)
            if self.lines[number]["count"] == 0:
                yield f"{name}:{number}: not reached: {text[number - 1].strip()}"
            elif not_taken:
                yield f"{name}:{number}: {not_taken} of {len(branches)} not taken: {text[number - 1].strip()}"


def read_files(build, folder):
    files = {}
    objects = objects_of(build, os.path.join(folder, "runs"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for notes, told in zip(objects, pool.map(read_object, objects)):
            for part in told:
                for file in part["files"]:
                    path = os.path.join(part["current_working_directory"], file["file"])
                    name = os.path.relpath(path, os.getcwd())
                    if name.startswith(FOLDERS):
                        codec = os.path.basename(notes) if name.endswith("/layout.h") else ""
                        kept = files.setdefault(name, File())
                        for line in file["lines"]:
                            kept.add(line, codec)
                        for function in file["functions"]:
                            kept.add_function(function)
    return files


def main():
    build, folder = sys.argv[1:]
    files = read_files(build, folder)
    with open(os.path.join(folder, "all.json"), "w", encoding="utf-8") as out:
        json.dump({"gcovr/format_version": "0.3",
                   "files": [files[name].tracefile(name) for name in sorted(files)]}, out)
    with open(os.path.join(folder, "missing.txt"), "w", encoding="utf-8") as out:
        for name in sorted(files):
            out.writelines(line + "\n" for line in files[name].missing(name))


if __name__ == "__main__":
    main()
