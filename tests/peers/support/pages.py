"""What the first page of each search costs, in both kinds of databases: rows that PostgreSQL looked at, by its own
account (auto_explain), and steps of SQLite's virtual machine (looked_at.c). Each row takes at least three steps."""
import json
import os
import re
import subprocess
import time

import skewed

# Names are looked at in tables of their own, which grow with the names alone.
NAMES = {"world_class", "type_name", "mod_name", "mark_name", "issue_code", "catalog"}
SETTINGS = ("session_preload_libraries=auto_explain", "auto_explain.log_min_duration=0",
            "auto_explain.log_analyze=on", "auto_explain.log_format=json")


def scans(plan):
    """Each scan of a table in a plan."""
    if "Relation Name" in plan and plan["Node Type"] != "Bitmap Index Scan":
        yield plan
    for below in plan.get("Plans", []):
        yield from scans(below)


def looked_at(plan):
    """Rows of worlds that a plan looked at, and rows of names."""
    rows = {True: 0, False: 0}
    for scan in scans(plan):
        if scan["Relation Name"].startswith("pg_"):
            continue
        each = scan["Actual Rows"] + sum(value for name, value in scan.items() if name.startswith("Rows Removed"))
        rows[scan["Relation Name"] in NAMES] += each * scan["Actual Loops"]
    return rows[False], rows[True]


class Pages:
    def __init__(self, overworld, server, folder, count):
        self.overworld, self.server = overworld, server
        self.sqlite, self.place = folder / "skewed.db", server.make("skewed")
        (folder / "no worlds here").mkdir()
        for place in (self.sqlite, self.place):
            subprocess.run([overworld, "catalog", "add", "--db", place, folder / "no worlds here"], check=True,
                           stdout=subprocess.DEVNULL)
        rows = skewed.Rows(count)
        skewed.fill_sqlite(rows, self.sqlite)
        skewed.fill_postgresql(rows, server, "skewed")
        skewed.fill_words(server, "skewed")
        self.library, self.steps = folder / "looked_at.so", folder / "looked_at"
        source = os.path.join(os.path.dirname(__file__), "looked_at.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", self.library, source, "-ldl", "-lsqlite3"], check=True)

    def search(self, place, words, **environment):
        began = time.monotonic()
        done = subprocess.run([self.overworld, "catalog", "search", "--db", place, "--json", *words], text=True,
                              capture_output=True, check=False, env={**os.environ, **environment})
        if done.stderr:
            raise AssertionError(f"search {words}: {done.stderr}")
        answer = json.loads(done.stdout) if done.stdout else []
        return answer["files"] if isinstance(answer, dict) else answer, time.monotonic() - began

    def next_page(self, words):
        """The words of a search for its second page."""
        done = subprocess.run([self.overworld, "catalog", "search", "--db", self.sqlite, "--json", "--after", "start", *words],
                              text=True, capture_output=True, check=True)
        return [*words, "--after", json.loads(done.stdout)["next"]]

    def explained(self, words):
        """The answer of PostgreSQL, and the plans of all statements that were run for it."""
        with open(self.server.folder / "log", encoding="utf-8", errors="replace") as log:
            log.seek(0, os.SEEK_END)
            found, _ = self.search(self.place, words, PGOPTIONS=" ".join(f"-c {setting}" for setting in SETTINGS))
            text, again = "", 0
            while "overworld_end" not in text and again < 100:  # the log comes after the answer
                self.server.sql("skewed", "DO $$ BEGIN RAISE WARNING 'overworld_end'; END $$")
                text, again = text + log.read(), again + 1
        decoder = json.JSONDecoder()
        plans = [decoder.raw_decode(text[at.end():])[0] for at in re.finditer(r"plan:\s*", text)]
        return found, [plan["Plan"] for plan in plans]

    def stepped(self, words):
        """Steps of SQLite for all statements of a search."""
        self.steps.unlink(missing_ok=True)
        self.search(self.sqlite, words, LD_PRELOAD=str(self.library), LOOKED_AT=str(self.steps))
        return sum(int(line.split("\t")[0]) for line in self.steps.read_text().split("\n") if re.match(r"\d+\t", line))

    def measure(self, words):
        """Rows found, rows of worlds and of names that PostgreSQL looked at, steps of SQLite, seconds of both."""
        found, plans = self.explained(words)
        in_sqlite, seconds = self.search(self.sqlite, words)
        _, of_server = self.search(self.place, words)
        if found != in_sqlite:
            raise AssertionError(f"search {words}: other answers of the two databases")
        rows = [sum(numbers) for numbers in zip(*map(looked_at, plans))]
        return len(found), *rows, self.stepped(words), of_server, seconds
