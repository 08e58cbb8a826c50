"""Which lines each suite of tests runs, and each golden case, as gcov counts them. mutate.py reads it."""
import json
import os
import shutil
import subprocess
import sys
import threading

BUILD = "build-coverage"
MOST_COUNTS = 3000  # files of counts to be read for one source
# They add calls that fail, or a sandbox that lets no counts out.
WITHOUT = ("faults", "golden-sandbox", "meanwhile", "unit-files-sandbox")


class Reach:
    """Counts of a tree of the project: a folder for each suite, `golden/CASE` for a golden case."""

    def __init__(self, tree, folder):
        """Measures, which takes minutes, if `folder` is not there."""
        self.build, self.folder, self.known = os.path.join(os.path.realpath(tree), BUILD), folder, {}
        self.tree, self.lock = os.path.dirname(self.build), threading.Lock()
        subprocess.run(["scripts/build-coverage.sh"], cwd=self.tree, check=True, stdout=subprocess.DEVNULL)
        if not os.path.isdir(folder):
            self.measure(folder + ".new")
            os.rename(folder + ".new", folder)
        self.runs = {}  # the counts of each object
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith(".gcda"):
                    inside = place[place.index(self.build) + len(self.build) + 1:]
                    self.runs.setdefault(os.path.join(inside, name), []).append(os.path.join(place, name))
        script = 'import json, sys; sys.path.insert(0, "tests"); import check; ' + \
            f'print(json.dumps({{name: list(of) for name, of in check.objects_by_file({BUILD!r})[0].items()}}))'
        self.objects = json.loads(subprocess.run(["/usr/bin/python3", "-c", script], cwd=self.tree, check=True,
                                                 stdout=subprocess.PIPE).stdout)

    def measure(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        script = f"""
import dataclasses, json, os, sys
sys.path.insert(0, "tests")
import run, suites
places = suites.Places({BUILD!r}, "{BUILD}/overworld", "{BUILD}/sql/overworld.so")
chosen = []
for suite in suites.of_check(places):
    if suite.name not in {WITHOUT!r}:
        counts = os.path.join({folder!r}, suite.name)
        where = {{"GOLDEN_COUNTS": counts}} if suite.name == "golden" else {{"GCOV_PREFIX": counts}}
        chosen.append(dataclasses.replace(suite, environment={{**suite.environment, **where}}))
run.run_all(chosen, quiet=True)
"""
        subprocess.run(["/usr/bin/python3", "-c", script], cwd=self.tree, check=True, stdout=sys.stderr,
                       env=dict(os.environ, GCOV_ERROR_FILE="/dev/null"))

    def name_of(self, place):
        """The suite or golden case whose counts are at a place."""
        inside = os.path.relpath(place, self.folder)
        return inside[:inside.index(self.build)].rstrip("/")

    def counts_of(self, path):
        """For each run that has counts of a source: the lines and the functions that it ran. None if these are too many
        to read: of a header."""
        if path not in self.known:
            objects = [name[:-len("o")] + "gcda" for name in self.objects.get(path, ())]
            places = [place for name in objects for place in self.runs.get(name, ())]
            self.known[path] = self.read(path, places) if len(places) <= MOST_COUNTS else None
        return self.known[path]

    def read(self, path, places):
        found, wanted = {}, os.path.join(self.tree, path)
        for place in places:
            notes = place[:-len("gcda")] + "gcno"
            if not os.path.exists(notes):
                os.link(notes[notes.index(self.build):], notes)
        for at in range(0, len(places), 50):
            told = subprocess.run(["gcov", "--json-format", "--stdout", *places[at:at + 50]], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, check=True).stdout
            for counted in (json.loads(line) for line in told.splitlines() if line.strip()):
                lines, functions = found.setdefault(self.name_of(counted["data_file"]), ({}, {}))
                for file in counted["files"]:
                    if os.path.normpath(os.path.join(counted["current_working_directory"], file["file"])) != wanted:
                        continue
                    for line in file["lines"]:
                        lines[line["line_number"]] = lines.get(line["line_number"], 0) + line["count"]
                    for function in file["functions"]:
                        span = function["start_line"], function["end_line"]
                        functions[span] = functions.get(span, 0) + function["execution_count"]
        return found

    def of(self, path, number):
        """The runs that reach a line: those that run it, or its function, or where gcov counts neither, as for a table,
        those that run anything of its file. None if all may, also if no run is counted: the build itself runs some code."""
        with self.lock:
            counts = self.counts_of(path)
        if not counts:
            return None
        if any(number in lines for lines, _ in counts.values()):
            return {name for name, (lines, _) in counts.items() if lines.get(number)} or None
        inside = {name: [count for (first, last), count in functions.items() if first <= number <= last]
                  for name, (_, functions) in counts.items()}
        if any(inside.values()):
            return {name for name, ran in inside.items() if any(ran)}
        return set(counts)
