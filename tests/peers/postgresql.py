#!/usr/bin/env python3
"""Catalogues in PostgreSQL, whose server runs in a folder of its own: the calls of catalog/database.h, and what the
command makes of them, held against catalogues in files of SQLite. Catalogues of both kinds are killed at random.

Usage: postgresql.py OVERWORLD PROJECT CORPUS
"""
import base64
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
sys.path.insert(0, str(Path(__file__).parent / "../catalog"))
import counts  # noqa: E402
from catalogs import (add, is_half, make_worlds, must_add, postgresql_rows, sqlite_rows,  # noqa: E402
                      version_3_of_postgresql)
from pages import Pages  # noqa: E402
from postgresql_server import Server, install  # noqa: E402
from skewed import PAGED, SEARCHES, WIDE  # noqa: E402

# What is repeated because chance decides what it meets is repeated more often by `make deep`.
DEEP = os.environ.get("OVERWORLD_DEPTH") == "deep"
WORLDS, AT_ONCE = 300, 8
SKEWED, PAGE = 100000, 50  # made-up worlds, and the rows of a page
LONG = 200000  # files of a queue
KILLS, LOST_CONNECTIONS, FIRST_RUNS = (200, 10, 4) if DEEP else (25, 4, 2)
UNIT = ["tests/catalog/postgresql.c", "catalog/libpq.c", "catalog/patience.c", "catalog/place.c", "catalog/postgresql.c",
        "catalog/postgresql_ask.c", "catalog/postgresql_bulk.c", "catalog/postgresql_failure.c",
        "catalog/postgresql_run.c", "catalog/statement.c"]


# When a file was added differs.
ADDED = re.compile(r'"added": ?\d+|(?<=,)\d{10}(?=,)|^.*[Aa]dded.*$', re.M)


def expect(fine, what):
    if not fine:
        raise AssertionError(what)


def differences(rows, expected):
    return f"{len(rows)} rows, {len(expected)} expected: {sorted(set(rows) ^ set(expected))[:4]}"


class Tests:
    def __init__(self, overworld, project, corpus, server, folder):
        self.overworld, self.project, self.corpus, self.server = overworld, project, corpus, server
        self.folder = folder
        self.worlds = folder / "worlds"
        make_worlds(project, self.worlds, WORLDS)
        self.few = folder / "few"
        make_worlds(project, self.few, 100)
        (folder / "nothing").mkdir()
        self.sources = [self.few, self.worlds, project / "samples"] + ([corpus] if corpus.is_dir() else [])
        self.of_sqlite = folder / "expected.db"
        must_add(overworld, self.of_sqlite, *self.sources)
        self.expected = sqlite_rows(self.of_sqlite)

    def run(self, *words, place=None):
        return subprocess.run([self.overworld, "catalog", words[0], "--db", place, *words[1:]], text=True,
                              capture_output=True, check=False)

    def same(self, database, expected=None):
        rows = postgresql_rows(self.server, database)
        expected = self.expected if expected is None else expected
        expect(rows == expected, differences(rows, expected))
        self.counts_are_true(database)

    def counts_are_true(self, database):
        found = [self.server.sql(database, f"SELECT row_to_json(found) FROM ({sql}) AS found").split("\n")
                 for sql in (counts.COUNTED, counts.RECOUNTED)]
        told = counts.differences(*([tuple(json.loads(row).values()) for row in rows if row] for rows in found))
        expect(not told, f"running counts: {told[:8]}")

    def fails(self, place, words, *verb):
        done = self.run(*(verb or ("search",)), place=place)
        expect(done.returncode == 3, f"exit {done.returncode}: {done.stderr}")
        expect(words in done.stderr, f"{words!r} is not in {done.stderr!r}")
        expect(done.stderr.count("\n") == 1, f"more than a line: {done.stderr!r}")

    # ------------------------------------------------------------------ calls

    def test_calls_of_the_interface(self):
        program = self.folder / "unit"
        flags = subprocess.run(["pkg-config", "--cflags", "libpq", "cmocka"], text=True, check=True,
                               capture_output=True).stdout.split()
        subprocess.run(["gcc", "-std=c11", "-D_DEFAULT_SOURCE", "-D_XOPEN_SOURCE=700", "-g", "-O1",
                        "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-o", program,
                        *UNIT, *flags, "-lcmocka", "-lm"], cwd=self.project, check=True)
        done = subprocess.run([program], text=True, capture_output=True, check=False, timeout=300,
                              env={**os.environ, "OVERWORLD_POSTGRESQL": self.server.make("unit")})
        expect(done.returncode == 0, (done.stdout + done.stderr)[-3000:])

    # ------------------------------------------------- the same as in SQLite

    def test_rows_are_those_of_sqlite(self):
        place = self.server.make("same")
        must_add(self.overworld, place, *self.sources)
        self.same("same")
        told = must_add(self.overworld, place, *self.sources)
        expect(told.startswith("0 read"), told)
        self.same("same")

    def test_archives_are_those_of_sqlite(self):
        place, of_sqlite, packed = self.server.make("packed"), self.folder / "packed.db", self.folder / "packed"
        packed.mkdir()
        for number in range(3):
            for name, below in (("some.zip", self.few), ("some.tar.gz", self.project / "samples/issues")):
                shutil.make_archive(packed / name.split(".")[0], "zip" if name.endswith("zip") else "gztar",
                                    below, "." if number != 1 else "0000" if below == self.few else ".")
            for to in (place, of_sqlite):
                done = self.run("add", "--archives", *(["--prune"] if number == 2 else []), packed, place=to)
                expect(done.returncode == 0, done)
            rows = sqlite_rows(of_sqlite)
            self.same("packed", rows)
            expect(len([row for row in rows if row[0] == "file"]) > 100, "files of archives are missing")

    def marked(self, database):
        """Two catalogues with owners and tags, some of which have been changed."""
        places = self.server.make(database), self.folder / f"{database}.db"
        for place in places:
            must_add(self.overworld, place, "--owner", "some one", "--tag", "a b", "--tag", "c", self.few)
            must_add(self.overworld, place, *self.sources)
            done = self.run("tag", "--owner", "other", "--untag", "c", "--tag", "d", self.few / "0000/world-7.partialworld",
                            self.few / "0000/world-8.partialworld", place=place)
            expect(done.returncode == 0 and done.stdout == "2 files marked\n", done)
        rows = sqlite_rows(places[1])
        self.same(database, rows)
        expect(len([row for row in rows if row[0] == "mark_use" and row[2]]) == 300, "other marks")
        return places

    def test_answers_are_those_of_sqlite(self):
        place, of_sqlite = self.marked("answers")
        for words in (["--type", "MHG.AndGate"], ["--type", "MHG.*", "--count", ">100", "--most", "0"],
                      ["--type", "*_*", "--most", "0"], ["--type", "*"], ["--type", "*Gate", "--skip", "9"],
                      ["--type", "M*.*a*", "--count", ">5", "--format", "blotter"], ["--type", "*no such*"], ["--text", "adder"], ["--text", "Number 7"],
                      ["--text", "a-b.c"], ["--text", "clo*"], ["--text", "o'clock \\ : | & ! ("],
                      ["--larger", "100", "--format", "blotter"], ["--mod", "*"], ["--issue", "*"],
                      ["--issue", "FOLDER_TEXT_BROKEN"], ["--issue", "*_MISSING", "--most", "0"],
                      ["--path", "*/samples/*"], ["--status", "truncated"], ["--most", "7", "--skip", "3"],
                      ["--where", "wires>20 and errors=0"], ["--where", "extent_x>3.5"], ["--where", "things!=1", "--type", "*"],
                      ["--where", "bytes<2K", "--sort", "title"], ["--author", "*"], ["--author", "*", "--sort", "-extent_y"],
                      ["--owner", "some*", "--total"], ["--tag", "a b", "--tag", "*", "--text", "number*"],
                      ["--sort", "count", "--type", "*", "--total"], ["--hash", "4", "--sort", "author", "--total"]):
            answers = [self.run("search", "--json", *words, place=of) for of in (place, of_sqlite)]
            expect(answers[0].stderr == answers[1].stderr == "", answers[0].stderr + answers[1].stderr)
            found = [json.loads(answer.stdout) if answer.stdout else [] for answer in answers]
            expect(found[0] == found[1], f"search {words}: other answers")

    def test_pages_are_those_of_sqlite(self):
        """Each order from its first page to its last, with what is equal and what is absent."""
        places = self.marked("paged")
        for words in ([], ["--type", "MHG.A*"], ["--text", "a*"], ["--tag", "*"]):
            for order in ("", *(f"{sign}{figure}" for sign in ("", "-") for figure in (
                    "records", "wires", "things", "errors", "extent_x", "bytes", "made", "author", "title", "path"))):
                if order == "" or not words or order in ("author", "-wires", "path"):
                    self.same_pages(places, *words, *(["--sort", order] if order else []))

    def same_pages(self, places, *words):
        after, pages = "start", 0
        while after and pages < 4:  # from any page to the next is the same step
            answers = [self.run("search", "--json", "-n", "40", "--after", after, *words, place=of)
                       for of in places]
            expect(answers[0].stderr == answers[1].stderr == "", f"{words}: {answers[0].stderr}{answers[1].stderr}")
            expect(answers[0].stdout == answers[1].stdout, f"{words}, page {pages}: another page")
            after, pages = json.loads(answers[0].stdout)["next"], pages + 1
        expect(pages > 1, f"{words}: {pages} pages")

    def same_answers(self, place, of_sqlite, *words):
        answers = [self.run(*words, place=of) for of in (place, of_sqlite)]
        expect(answers[0].stderr == answers[1].stderr == "", f"{words}: {answers[0].stderr}{answers[1].stderr}")
        expect(answers[0].returncode == answers[1].returncode, f"{words}: another exit status")
        told = [ADDED.sub("", answer.stdout) for answer in answers]
        expect(told[0] == told[1], f"{words}: other answers:\n{first_difference(*told)}")
        expect(told[0] != "", f"{words}: no answer")

    def test_other_parts_say_the_same(self):
        place = self.server.make("parts")
        must_add(self.overworld, place, *self.sources)
        for words in (["stats"], ["stats", "--json", "-n", "50"], ["duplicates", "--json"], ["duplicates", "--csv"],
                      *(["like", "--json", "--percent", percent, self.project / "samples" / name]
                        for percent, name in (("80", "four-bit-adder.partialworld"), ("1", "city-town.city"),
                                              ("50", "moated-keep.lvd"))),
                      ["show", self.project / "samples/four-bit-adder.partialworld"],
                      ["show", "--json", self.project / "samples/four-bit-adder.partialworld"],
                      *(["export", form, "--table", table] for form in ("--csv", "--json-lines") for table in
                        ("files", "types", "mods", "issues", "ports", "texts"))):
            self.same_answers(place, self.of_sqlite, *words)
        reader = self.server.reader("parts")
        for sql in ("SELECT 1 AS one, 0.5 AS half, 'it''s' AS text, NULL AS absent",
                    "SELECT format, count(*) AS many, sum(size) AS bytes FROM world GROUP BY 1 ORDER BY 1",
                    "SELECT hash, content FROM world ORDER BY hash LIMIT 5"):
            self.same_answers(reader, self.of_sqlite, "sql", "--json", sql)

    # ------------------------------------------------- SQL that only reads

    # What is refused, in both kinds of databases with the same words; what SQLite words itself stands apart.
    REFUSED = (("DELETE FROM file", '"DELETE" is not allowed here'), ("SELEC", '"SELEC" is not allowed here'),
               ("COPY file TO STDOUT", '"COPY" is not allowed here'),
               ("COPY (SELECT 1) TO PROGRAM 'touch {file}'", '"COPY" is not allowed here'),
               ("COPY (SELECT 1) TO '{file}'", '"COPY" is not allowed here'),
               ("SET default_transaction_read_only = off", '"SET" is not allowed here'),
               ("DO $$ BEGIN END $$", '"DO" is not allowed here'), ("CALL x()", '"CALL" is not allowed here'),
               ("/* SELECT */ -- SELECT\n DROP TABLE file", '"DROP" is not allowed here'),
               ("", "there is no statement"), (" -- nothing", "there is no statement"),
               ("SELECT 1; SELECT 2", "there is more than one statement"),
               ("SELECT ';' ; DROP TABLE file", "there is more than one statement"),
               ("WITH gone AS (SELECT 1) DELETE FROM file", "the statement does more than read"))
    OF_POSTGRESQL = (("WITH gone AS (DELETE FROM file RETURNING *) SELECT * FROM gone", "does more than read"),
                     ("SELECT nextval('counter')", "does more than read"),
                     ("SELECT * FROM file FOR UPDATE", "does more than read"),
                     ("SELECT 1 / 0", "division by zero"), ("SELECT nothing", "(character 8)"),
                     ("SELECT 1) TO PROGRAM 'touch {file}'", "syntax error"))

    def test_sql_only_reads(self):
        place = self.server.make("reads")
        must_add(self.overworld, place, self.few)
        self.server.sql("reads", "CREATE SEQUENCE counter", "GRANT ALL ON SEQUENCE counter TO public")
        reader, of_sqlite = self.server.reader("reads"), self.folder / "reads.db"
        self.server.sql("reads", "GRANT ALL ON ALL TABLES IN SCHEMA public TO reader")
        must_add(self.overworld, of_sqlite, self.few)
        before = postgresql_rows(self.server, "reads")
        file = self.server.folder / "made"
        for sql, words in self.REFUSED + self.OF_POSTGRESQL:
            sql = sql.format(file=file)
            told = [self.run("sql", sql, place=where) for where in (reader, of_sqlite)]
            expect(told[0].returncode == 2 and words in told[0].stderr, f"{sql}: {told[0]}")
            if (sql, words) in self.REFUSED or "{file}" in sql:
                expect(told[0].stderr == told[1].stderr and told[1].returncode == 2, f"{sql}: {told}")
        for sql in ("SELECT count(*) FROM file", "(SELECT 1) UNION ALL (SELECT 2)", "VALUES (1), (2)", " SELECT 1 ; ",
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n",
                    "SELECT E'a\\';b'", "SELECT $x$;$x$", "SELECT 1 WHERE false"):
            done = self.run("sql", sql, place=reader)
            expect(done.returncode == 0 and done.stderr == "", f"{sql}: {done}")
        expect(self.run("sql", "--csv", "SELECT i FROM generate_series(1, 1000) AS i", place=reader).stdout ==
               "i\n" + "".join(f"{i}\n" for i in range(1, 1001)), "rows of several fetches")
        told = [self.run("sql", "--csv", "SELECT 1 AS a WHERE false", place=where).stdout for where in (reader, of_sqlite)]
        expect(told[0] == told[1], f"an answer without rows: {told}")
        expect(postgresql_rows(self.server, "reads") == before and not file.exists(), "something was changed")
        expect(self.server.sql("reads", "SELECT is_called FROM counter") == "f", "a sequence was moved")

    def test_roles_that_can_do_more_are_refused(self):
        """Whatever the statement is: a role that may reach files or programs can do so from within a SELECT."""
        server = self.server
        place = server.make("roles")
        must_add(self.overworld, place, self.few)
        file = server.folder / "written"
        server.sql("postgres", "CREATE ROLE doer LOGIN", "CREATE ROLE between NOINHERIT", "CREATE ROLE boss SUPERUSER")
        server.sql("roles", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO doer")
        doer = server.address("roles", user="doer")
        self.fails(place, "it is a superuser", "sql", f"SELECT lo_export(1, '{file}')")
        self.fails(place, "CREATE ROLE reader", "sql", "SELECT pg_read_file('/etc/passwd')")
        give = [(f"GRANT {role} TO doer", f"REVOKE {role} FROM doer", f"it has {role}") for role in
                ("pg_execute_server_program", "pg_read_server_files", "pg_write_server_files")]
        give.append(("GRANT boss TO doer", "REVOKE boss FROM doer", "it is a superuser"))
        give.append(("GRANT EXECUTE ON FUNCTION pg_read_file(text) TO doer",
                     "REVOKE EXECUTE ON FUNCTION pg_read_file(text) FROM doer", "it may call pg_read_file()"))
        give.append(("GRANT EXECUTE ON FUNCTION lo_export(oid, text) TO between; GRANT between TO doer",
                     "REVOKE between FROM doer", "it may call lo_export()"))
        for grant, revoke, words in give:
            server.sql("roles", grant)
            self.fails(doer, words, "sql", "SELECT 1")
            done = self.run("search", "--type", "*", place=doer)
            expect(done.returncode == 0, f"search is not the user's SQL: {done}")
            server.sql("roles", revoke)
        done = self.run("sql", "SELECT count(*) FROM file", place=doer)
        expect(done.returncode == 0, done)
        self.fails(doer, "does not have permission", "sql", "SELECT pg_read_file('/etc/passwd')")
        self.fails(doer, "does not have permission", "sql", "SELECT set_config('role', 'boss', false)")

    def test_a_query_is_stopped_in_time(self):
        place = self.server.make("late")
        must_add(self.overworld, place, self.folder / "nothing")
        reader = self.server.reader("late")
        for sql in ("SELECT pg_sleep(30)", "SELECT count(*) FROM generate_series(1, 10000000000)",
                    "SELECT set_config('statement_timeout', '0', false), pg_sleep(0.001) FROM generate_series(1, 99999999)"):
            began = time.monotonic()
            done = self.run("sql", "--timeout", "1", sql, place=reader)
            expect(done.returncode == 3 and "the query was stopped after 1 second" in done.stderr, done.stderr[-500:])
            expect(time.monotonic() - began < 5, f"{sql}: {time.monotonic() - began} s")
        done = self.run("sql", "--timeout", "9", "SELECT pg_sleep(0.1)", place=reader)
        expect(done.returncode == 0, done)

    def test_a_view_is_no_table(self):
        """A catalogue of a stranger may run without end, or do what its owner may, where a view stands for a table."""
        place = self.server.make("views")
        must_add(self.overworld, place, self.few)
        self.server.sql("views", "ALTER TABLE mod_use RENAME TO mods", "CREATE VIEW mod_use AS SELECT * FROM mods")
        self.fails(place, "tables of another program")
        self.fails(place, "tables of another program", "add", self.worlds)

    def test_passwords_are_never_told(self):
        for place in ("postgresql://u:GEHEIM@[::1", "postgresql://u:GEH@EIM@127.0.0.1:1/d",
                      "postgresql://u:GEH/EIM@127.0.0.1:1/d", "postgresql://u:GEHEIM%2", "postgresql://u:GEHEIM",
                      "postgresql://u:GEH?EIM@127.0.0.1:1/d", "postgresql://u:GE/H?EIM@127.0.0.1:1/d",
                      "postgresql://u:GEH#EIM@127.0.0.1:1/d", "postgresql://u:12/GEHEIM@127.0.0.1:1/d",
                      "postgresql://u:1?a=GEHEIM@127.0.0.1:1/d", "postgresql://u:GEH%zzEIM@127.0.0.1:1/d",
                      "postgresql:///x?host=/nowhere&password=GEH&EIM", "postgresql:///x?host=/nowhere&pass%77ord=GEHEIM",
                      "postgresql:///x?host=/nowhere&passwd=GEHEIM", "postgresql://u:GEHEIM@127.0.0.1:x/d",
                      "postgresql://u:GEHEIM@127.0.0.1:1/d?nothing=1", "postgresql://u:GEHEIM@127.0.0.1:1/d?sslmode=none"):
            for verb in (["search"], ["sql", "SELECT 1"], ["add", "--wait", "0", self.few], ["stats"]):
                done = self.run(*verb, place=place)
                said = done.stdout + done.stderr
                expect(done.returncode == 3 and said, f"{place}: {done}")
                expect(not any(part in said for part in ("GEH", "EIM", "GE/", "12/")), f"{place}: {said}")

    def test_pictures_and_their_gallery(self):
        places = self.server.make("pictures"), self.folder / "pictures.db"
        galleries = self.folder / "gallery-1", self.folder / "gallery-2"
        for place, gallery in zip(places, galleries):
            must_add(self.overworld, place, "--thumbnails", self.project / "samples")
            done = self.run("gallery", "--without-viewer", "-o", gallery, place=place)
            expect(done.returncode == 0, done.stderr)
        expected = sqlite_rows(places[1])
        expect(len([row for row in expected if row[0] == "world_picture"]) > 50, "pictures are missing")
        self.same("pictures", expected)
        files = [{path.relative_to(gallery): path.read_bytes() for path in gallery.rglob("*") if path.is_file()}
                 for gallery in galleries]
        expect(files[0].keys() == files[1].keys(), "other files in the gallery")
        other = [path for path, data in files[0].items() if data != files[1][path]]
        expect(not other, f"other files: {other[:5]}")

    def partition(self, database):
        """What docs/how-to/postgresql.md says on partitions, done."""
        must_add(self.overworld, self.server.address(database), self.folder / "nothing")
        statement, *_ = re.findall(r"^```sql\n(DO .*?)^```$", (self.project / "docs/how-to/postgresql.md").read_text(), re.M | re.S)
        self.server.sql(database, statement)

    def test_partitions_change_nothing(self):
        place = self.server.make("spread")
        self.partition("spread")
        must_add(self.overworld, place, *self.sources)
        self.same("spread")
        told = must_add(self.overworld, place, *self.sources)
        expect(told.startswith("0 read"), told)
        many = self.server.sql("spread", "SELECT count(DISTINCT tableoid) FROM type_count")
        expect(many == "16", f"rows in {many} partitions")
        for words in (["stats", "--json"], ["duplicates", "--json"], ["export", "--csv", "--table", "files"],
                      ["search", "--json", "--type", "MHG.*", "--count", ">100", "--most", "0"],
                      ["search", "--json", "--type", "*Gate"], ["search", "--json", "--text", "adder"],
                      ["search", "--json", "--issue", "FOLDER_TITLE_MISSING"], ["search", "--json", "--issue", "*_MISSING"],
                      ["export", "--csv", "--table", "file-issues"],
                      ["show", self.project / "samples/four-bit-adder.partialworld"]):
            self.same_answers(place, self.of_sqlite, *words)
        plan = self.server.sql("spread", "EXPLAIN SELECT * FROM world WHERE key = 7")
        expect(len(re.findall(r"\bworld_\d+", plan)) in (1, 2), f"one world is looked for in many partitions: {plan}")

    def test_eight_processes_make_what_one_makes(self):
        for is_partitioned in (False, False, True) if DEEP else (False, True):
            place = self.server.make("eight")
            if is_partitioned:
                self.partition("eight")
            adding = [subprocess.Popen([self.overworld, "catalog", "add", "--db", place, "-j", "1",
                                        *random.sample(self.sources, len(self.sources))],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(AT_ONCE)]
            told = [(process.communicate()[1], process.returncode) for process in adding]
            expect(all(status == 0 for _, status in told), f"partitioned: {is_partitioned}: {told}")
            self.same("eight")

    def test_first_runs_do_not_take_each_other_for_strangers(self):
        """A statement that is compiled first has a snapshot older than what it asks the server's caches: the time in
        which another process makes the tables is long enough to be met in a few turns. A server that keeps the
        snapshot for whole transactions unless told otherwise makes no difference."""
        slowly = {**os.environ, "PGOPTIONS": " ".join(f"-c {setting}" for setting in (
            "jit=on", "jit_above_cost=0", "jit_optimize_above_cost=0", "jit_inline_above_cost=0",
            "default_transaction_isolation=serializable"))}
        for _ in range(FIRST_RUNS):
            place, adding = self.server.make("first"), []
            for _ in range(12):
                adding.append(subprocess.Popen([self.overworld, "catalog", "add", "--db", place, self.folder / "nothing"],
                                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=slowly))
                time.sleep(random.random() * 0.2)
            told = [(process.communicate()[1], process.returncode) for process in adding]
            expect(all(status == 0 for _, status in told), f"{told}")

    def test_what_is_gone_is_forgotten(self):
        place, gone = self.server.make("gone"), self.folder / "going"
        shutil.copytree(self.worlds / "0000", gone)
        must_add(self.overworld, place, gone)
        for number in range(0, WORLDS, 2):
            (gone / f"world-{number}.partialworld").unlink()
        must_add(self.overworld, place, "--prune", gone)
        of_sqlite = self.folder / "gone.db"
        must_add(self.overworld, of_sqlite, gone)
        self.same("gone", sqlite_rows(of_sqlite))

    # ----------------------------------------------------------- interrupted

    def kill_at_random(self, make_place, rows_of):
        """Kills the command again and again in one catalogue; now and then it may end. Nothing is half, ever."""
        kills = 0
        sources = [self.few, self.project / "samples"]
        must_add(self.overworld, make_place(), *sources)  # once to warm up
        place, began = make_place(), time.monotonic()
        must_add(self.overworld, place, *sources)
        longest = time.monotonic() - began
        expected = rows_of()
        expect(set(expected) < set(self.expected), "other rows")
        while kills < KILLS:
            place = make_place()
            for _ in range(random.randint(1, 5)):
                process = subprocess.Popen([self.overworld, "catalog", "add", "--db", place, *sources],
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(random.uniform(0, longest))
                process.send_signal(signal.SIGKILL)
                kills += process.wait() == -signal.SIGKILL
                rows = rows_of()
                expect(not is_half(rows, expected), f"half: {is_half(rows, expected)[:4]}")
            must_add(self.overworld, place, *sources)
            rows = rows_of()
            expect(rows == expected, differences(rows, expected))

    def test_killed_at_random(self):
        def rows():
            if not self.server.sql("killed", "SELECT to_regclass('world')"):
                return []
            return postgresql_rows(self.server, "killed")
        self.kill_at_random(lambda: self.server.make("killed"), rows)

    def test_killed_at_random_in_sqlite(self):
        path = self.folder / "killed.db"

        def make():
            for file in self.folder.glob("killed.db*"):
                file.unlink()
            return path

        def rows():
            try:
                return sqlite_rows(path)
            except Exception as error:  # before the tables are there
                expect("no such table" in str(error) or "unable to open" in str(error), error)
                return []
        self.kill_at_random(make, rows)

    def has_files(self, database):
        return (self.server.sql(database, "SELECT to_regclass('file')") != ""
                and self.server.sql(database, "SELECT 1 FROM file LIMIT 1") != "")

    def test_connections_lost_in_the_middle(self):
        for turn in range(LOST_CONNECTIONS):
            place = self.server.make("lost")
            process = subprocess.Popen([self.overworld, "catalog", "add", "--db", place, *self.sources], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            cuts = 0
            while process.poll() is None and not self.has_files("lost"):
                time.sleep(0.005)
            while process.poll() is None and cuts < 4:
                time.sleep(random.uniform(0, 0.1))
                cuts += int(self.server.sql("postgres", "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                                        " WHERE datname = 'lost'")) > 0
            _, errors = process.communicate(timeout=60)
            expect(process.returncode == 0, f"turn {turn}, {cuts} cuts: exit {process.returncode}: {errors}")
            self.same("lost")

    def test_a_transaction_whose_connection_is_lost_is_written_again(self):
        place = self.server.make("torn")
        (self.folder / "no worlds").mkdir()
        must_add(self.overworld, place, self.folder / "no worlds")
        with subprocess.Popen([self.server.bin / "psql", "-X", "-q", self.server.address("torn")], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            holder.stdin.write("BEGIN; LOCK TABLE world IN EXCLUSIVE MODE; \\echo held\n")
            holder.stdin.flush()
            expect(holder.stdout.readline() == "held\n", "the table was not locked")
            process = subprocess.Popen([self.overworld, "catalog", "add", "--db", place, *self.sources], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            waiting = "FROM pg_stat_activity WHERE datname = 'torn' AND wait_event_type = 'Lock'"
            deadline = time.monotonic() + 30
            while self.server.sql("postgres", f"SELECT count(*) {waiting}") == "0" and time.monotonic() < deadline:
                time.sleep(0.02)
            cut = self.server.sql("postgres", f"SELECT count(pg_terminate_backend(pid)) {waiting}")
            expect(cut == "1", f"{cut} transactions waited for the table")
            holder.stdin.write("ROLLBACK;\n")
            holder.stdin.close()
        _, errors = process.communicate(timeout=60)
        expect(process.returncode == 0, f"exit {process.returncode}: {errors}")
        self.same("torn")

    # --------------------------------------------------------------- counts

    def test_running_counts_stay_true(self):
        """Whatever several processes add, prune and forget at once, whoever is killed; and differences are summed up."""
        place, saves = self.server.make("counts"), counts.Random(str(self.project / "samples"), str(self.folder / "random"), 5)
        must_add(self.overworld, place, self.folder / "nothing")
        killed = 0
        for number in range(60 if DEEP else 15):
            for turn in range(10):
                saves.step(number * 20 + turn)
            adding = [subprocess.Popen([self.overworld, "catalog", "add", "--db", place, "-j", "1", *saves.words()],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(4)]
            if number % 2:
                time.sleep(random.random() * 0.3)
                adding[0].kill()
            killed += [process.wait() for process in adding][0] == -signal.SIGKILL
            self.counts_are_true("counts")
            (path, *_) = self.server.sql("counts", "SELECT encode(hash, 'hex') FROM world ORDER BY hash LIMIT 1").split("\n")
            if number % 3 == 2 and path:
                subprocess.run([self.overworld, "catalog", "forget", "--db", place, path], check=True, capture_output=True)
                self.counts_are_true("counts")
                subprocess.run([self.overworld, "catalog", "forget", "--db", place, "--undo", path], check=True,
                               capture_output=True)
        expect(killed > 0, "nobody was killed")
        self.server.sql("counts", "INSERT INTO running_count (what, id, name, number, amount) SELECT 'type', 7, '',"
                        " number % 2 * 2 - 1, 0 FROM generate_series(1, 30000) AS number",
                        "INSERT INTO mod_use SELECT 5, 1, min(key), two FROM world, (VALUES ('1'), ('2')) AS made (two)"
                        " GROUP BY two", "DELETE FROM mod_use WHERE mod = 5 AND version = '1'")
        self.counts_are_true("counts")
        must_add(self.overworld, place, self.few)
        self.counts_are_true("counts")
        many = int(self.server.sql("counts", "SELECT count(*) FROM running_count"))
        expect(many < 2000, f"{many} rows are not summed up")
        self.server.sql("counts", "DELETE FROM mod_use WHERE mod = 5")
        self.counts_are_true("counts")

    # -------------------------------------------------------------- updates

    def test_an_earlier_schema_is_brought_up_to_date(self):
        """A filled catalogue of version 3 becomes in PostgreSQL what it becomes in SQLite, and a text is found by its
        words; one that cannot be updated stays as it is."""
        place, of_sqlite = self.server.make("earlier"), self.folder / "earlier.db"
        with sqlite3.connect(of_sqlite) as database:
            database.executescript((self.project / "tests/catalog/version-3.sql").read_text(encoding="utf-8"))
        self.server.sql("earlier", *version_3_of_postgresql(self.project))
        self.fails(place, "earlier version of overworld")
        self.server.sql("earlier", "CREATE TABLE type_count (kind text, count text)")
        self.fails(place, "already exists", "add", self.folder / "nothing")
        self.fails(place, "earlier version of overworld")
        self.server.sql("earlier", "DROP TABLE type_count")
        for to in (place, of_sqlite):
            must_add(self.overworld, to, self.folder / "nothing")
        self.same("earlier", sqlite_rows(of_sqlite))
        for words in (["--text", "four bits"], ["--text", "a*"], ["--mod", "MHG"], ["--issue", "*"], ["--type", "*"]):
            self.same_answers(place, of_sqlite, "search", "--json", *words)

    # ---------------------------------------------------------- first pages

    def test_first_pages_come_from_an_index(self):
        """Of uneven worlds, a search looks at no more rows than twenty times a page, whatever it finds; by a pattern,
        at no more than forty times, and at three more for each name that matches. Of several conditions or words, each
        is counted until one turns out to be rare, or all to be common. In SQLite, steps stand for rows: a walk through
        all worlds of this catalogue takes more than 300,000."""
        pages = Pages(self.overworld, self.server, self.folder, SKEWED)
        steps_of_row, counted, many = 20, 4200, []
        for words in [*SEARCHES, *map(pages.next_page, PAGED)]:
            found, rows, names, steps, *_ = pages.measure(words)
            expect(found > 0 or "None" in words or words[-1] in ("nothing", "structure", "Rare", "needle", "abcdef"),
                   f"search {words}: nothing is found")
            several = sum(len(value.split(" and ") if option == "--where" else re.findall(r"\w+", value)) if option in ("--text", "--where") else option != "--after"
                          for option, value in zip(words[::2], words[1::2]))
            is_pattern = any("*" in word for word in words)
            most = 20 * PAGE * (2 if is_pattern else 1) + 3 * names * is_pattern + counted * (several if several > 1 else 0)
            if rows > most or steps > steps_of_row * most:
                many.append((words, found, rows, names, steps))
        for words in WIDE:
            expect(pages.measure(words)[0] > 0, f"search {words}: nothing is found")
        expect(not many, f"words, rows found, rows of worlds and of names looked at, steps of SQLite: {many}")

    # ------------------------------------------------------------ bad input

    def test_places_that_cannot_be_used_say_why(self):
        server = self.server
        place = server.make("bad")
        self.fails(place, "it has no catalogue")
        self.fails(server.address("absent"), 'database "absent" does not exist')
        self.fails("postgresql:///x?host=/nowhere", "No such file or directory")
        self.fails("postgresql:///x?host=/nowhere&password=geheim", "password=***")
        self.fails("postgresql://u:geheim@127.0.0.1:1/x", "u:***@127.0.0.1")
        server.sql("postgres", "DROP ROLE IF EXISTS guarded", "CREATE ROLE guarded LOGIN PASSWORD 'right'",
                   "CREATE ROLE guest LOGIN")
        self.fails(server.address("bad", user="guarded", password="wrong"), "password authentication failed")
        self.fails(server.address("bad", user="guest"), "does not have permission", "add", self.worlds)
        must_add(self.overworld, place, self.worlds)
        self.fails(server.address("bad", user="guest"), "permission denied for table")
        server.sql("bad", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
        done = self.run("search", place=server.address("bad", user="guest"))
        expect(done.returncode == 0, done.stderr)
        self.fails(server.address("bad", user="guest"), "does not have permission", "add", self.project / "samples")
        server.sql("bad", "UPDATE catalog SET value = '99' WHERE name = 'schema'")
        self.fails(place, "it was made by a later version of overworld")
        self.fails(place, "it was made by a later version of overworld", "add", self.worlds)
        server.sql(server.make("other") and "other", "CREATE TABLE world (name text)")
        self.fails(server.address("other"), "tables of another program", "add", self.worlds)
        expect(server.sql("other", "SELECT count(*) FROM pg_class WHERE relname = 'catalog'") == "0", "it was touched")

    def test_a_full_disk(self):
        usual = self.server  # one that has lost a disk is of no more use
        try:
            with Server() as self.server:
                self.fill_a_disk()
        finally:
            self.server = usual

    def fill_a_disk(self):
        disk = self.server.folder / "disk"
        disk.mkdir()
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size=256k,uid={self.server.user.pw_uid},mode=0700",
                               "overworld-test", disk], check=False, capture_output=True)
        if made.returncode != 0:
            print("   a full disk: skipped, nothing can be mounted here")
            return
        try:
            self.server.sql("postgres", f"CREATE TABLESPACE small LOCATION '{disk}'")
            place = self.server.make("full")
            must_add(self.overworld, place, self.project / "samples/issues")
            before = postgresql_rows(self.server, "full")
            self.server.sql("full", *(f"ALTER TABLE {table} SET TABLESPACE small" for table in ("world", "file")))
            self.fails(place, "disk of the database server is full", "add", self.worlds, self.worlds, *self.sources)
            rows = postgresql_rows(self.server, "full")
            expect(not is_half(rows, self.expected), is_half(rows, self.expected)[:4])
            self.server.sql("full", *(f"ALTER TABLE {table} SET TABLESPACE pg_default" for table in ("world", "file")))
            must_add(self.overworld, place, *self.sources)
            self.same("full")
            expect(set(before) <= set(self.expected), "other rows before")
        finally:
            subprocess.run(["umount", "--lazy", disk], check=False)

    def test_odd_names(self):
        odd = self.folder / "odd"
        deep = odd
        for part in range(11):
            deep = deep / (f"{part:02}-" + noise(200))
        names = [b"it's.partialworld", b'say "x".partialworld', b"two\nlines.partialworld", b"tab\tand\\x.partialworld",
                 b"\xff\xfe.partialworld", b"; DROP TABLE world; --.partialworld", "\U0001f30d.partialworld".encode()]
        make_worlds(self.project, odd, len(names), lambda number: names[number])
        deep.mkdir(parents=True)
        make_worlds(self.project, deep / "w", 3)
        place, of_sqlite = self.server.make("odd"), self.folder / "odd.db"
        for to in (place, of_sqlite):
            must_add(self.overworld, to, odd)
        self.same("odd", sqlite_rows(of_sqlite))
        expect(len([row for row in sqlite_rows(of_sqlite) if row[0] == "file"]) == len(names) + 3, "files are missing")
        told = must_add(self.overworld, place, odd)
        expect(told.startswith("0 read"), told)
        deep = deep / noise(250)
        make_worlds(self.project, deep / "w", 1)
        done = add(self.overworld, place, odd)
        expect(done.returncode == 3 and "has a path that is too long for a catalogue" in done.stderr, done.stderr[-300:])
        self.same("odd", sqlite_rows(of_sqlite))

    def test_hostile_worlds(self):
        """Text and names far longer than a database's indexes take, which cannot be packed either."""
        hostile = self.folder / "hostile"
        hostile.mkdir()
        save = json.loads(subprocess.run(
            [self.overworld, "convert", self.project / "samples/four-bit-adder.partialworld", "-"], check=True,
            capture_output=True).stdout)
        text = noise(60000)
        changes = {"types": lambda world: world["component_types"][0].update(name="MHG." + text),
                   "many-types": lambda world: [row.update(name=noise(7000)) for row in world["component_types"]],
                   "mods": lambda world: world["mods"].append({"id": text, "version": [1, 0, 0, 0]}),
                   "labels": lambda world: [label.update(custom_data=label_data(noise(9000)))
                                            for label in world["components"] if label["type"] == 15]}
        for name, change in changes.items():
            world = json.loads(json.dumps(save))
            change(world)
            (self.folder / "hostile.json").write_text(json.dumps(world))
            subprocess.run([self.overworld, "convert", self.folder / "hostile.json",
                            hostile / f"{name}.partialworld"], check=True, capture_output=True)
        beside = hostile / "beside"
        beside.mkdir()
        shutil.copy(self.project / "samples/four-bit-adder.partialworld", beside / "data.partialworld")
        words = " ".join(noise(7) for _ in range(200000))
        for name in ("meta.jecs", "meta.succ"):
            (beside / name).write_text(f"Title: {words}\nDescription: {words}\n")
        place, of_sqlite = self.server.make("hostile"), self.folder / "hostile.db"
        for to in (of_sqlite, place):
            must_add(self.overworld, to, hostile)
        rows = sqlite_rows(of_sqlite)
        self.same("hostile", rows)
        expect(len([row for row in rows if row[0] == "file"]) == len(changes) + 1, "files are missing")

    def test_what_is_taken_out_stays_out(self):
        """The same rows go from both, the words of its texts too, and its files are skipped from then on."""
        worlds = self.folder / "taken"
        make_worlds(self.project, worlds, 30)
        place, of_sqlite = self.server.make("taken"), self.folder / "taken.db"
        path = worlds / "0000" / "world-7.partialworld"
        word = "SELECT count(*) FROM world_word WHERE word = '7'"
        for to in (of_sqlite, place):
            must_add(self.overworld, to, "--thumbnails", worlds)
            if to == place:
                expect(self.server.sql("taken", word).split() == ["1"], "its words are there")
            subprocess.run([self.overworld, "catalog", "forget", "--db", to, path], check=True, capture_output=True)
            expect("1 refused" in must_add(self.overworld, to, worlds), "it comes again")
        rows = sqlite_rows(of_sqlite)
        self.same("taken", rows)
        expect(len([row for row in rows if row[0] == "world"]) == 29, "another number of worlds is left")
        expect([row[2] for row in rows if row[0] == "skipped"] == [str(path)], "it is not skipped")
        expect(self.server.sql("taken", word).split() == ["0"], "its words are left")

    # ------------------------------------------------------- scan and work

    def start_worker(self, place, *words):
        return subprocess.Popen([self.overworld, "catalog", "work", "--db", place, "-j", "1", "--json-lines", *words],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end_worker(self, worker):
        """The lines for files, and the counts, of a worker."""
        out, problems = worker.communicate(timeout=600)
        expect(worker.returncode in (0, 3), f"exit {worker.returncode}: {problems[-500:]}")
        told = [json.loads(line) for line in out.splitlines()]
        return told[:-1], told[-1]

    def scan(self, place, *words):
        done = self.run("scan", "--json", *words, place=place)
        expect(done.returncode == 0, done.stderr)
        return json.loads(done.stdout)

    def nothing_is_queued(self, database):
        left = self.server.sql(database, "SELECT count(*) FROM queue")
        expect(left == "0", f"{left} files are left in the queue")

    def test_eight_workers_read_each_file_once(self):
        place = self.server.make("queue")
        queued = self.scan(place, *self.sources)["queued"]
        again = self.scan(place, *self.sources)
        expect((again["queued"], again["waiting"]) == (0, queued), again)
        told = [self.end_worker(worker) for worker in [self.start_worker(place) for _ in range(AT_ONCE)]]
        files = [file["file"] for found, _ in told for file in found]
        expect(len(files) == len(set(files)) == queued, f"{len(files)} lines for {len(set(files))} of {queued} files")
        expect(sum(counts["files"] > 0 for _, counts in told) > 1, "one worker has read everything")
        self.same("queue")
        self.nothing_is_queued("queue")
        expect(self.server.sql("queue", "SELECT count(*) FROM worker") == "0", "a worker has not left")
        expect(self.scan(place, *self.sources)["queued"] == 0, "something is queued again")

    def test_a_long_queue_costs_no_more_than_a_short_one(self):
        """What a worker claims and stores is found by indexes, also before the server knows how long the tables are."""
        place = self.server.make("long")
        must_add(self.overworld, place, self.folder / "nothing")
        self.server.sql("long", "INSERT INTO queue SELECT n, '', '/nowhere', n || '.lvd', 'world', 0, 0, n, 0, 0, 0"
                        f" FROM generate_series(1, {LONG}) AS n")
        worker = subprocess.Popen([self.overworld, "catalog", "work", "--db", place, "-j", "1"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        gone = "SELECT n_tup_del FROM pg_stat_user_tables WHERE relname = 'queue'"
        until = time.monotonic() + 60
        while int(self.server.sql("long", gone)) < LONG / 20 and time.monotonic() < until:
            expect(worker.poll() is None, "the worker has ended")
            time.sleep(0.5)
        worker.kill()
        worker.wait()
        while self.server.sql("long", "SELECT count(*) FROM pg_stat_activity WHERE datname = 'long'") != "1":
            time.sleep(0.05)
        read = self.server.sql("long", "SELECT relname, seq_tup_read FROM pg_stat_user_tables WHERE seq_tup_read > 0"
                               " UNION ALL SELECT indexrelname, idx_tup_read FROM pg_stat_user_indexes"
                               " WHERE idx_tup_read > 0 ORDER BY 2 DESC")
        gone = int(self.server.sql("long", gone))
        expect(sum(int(line.split("|")[1]) for line in read.splitlines()) < 120 * gone, f"for {gone} files, these rows:\n{read}")

    def test_killed_workers_lose_and_double_nothing(self):
        place = self.server.make("killed")
        self.scan(place, *self.sources)
        workers = [self.start_worker(place, "--lease", "1s") for _ in range(AT_ONCE)]
        killed = 0
        for _ in range(KILLS):
            time.sleep(random.uniform(0.01, 0.2))
            at = random.randrange(AT_ONCE)
            workers[at].kill()
            workers[at].communicate()
            killed += workers[at].returncode == -signal.SIGKILL
            workers[at] = self.start_worker(place, "--lease", "1s")
        for worker in workers:
            self.end_worker(worker)
        expect(killed > 0, "nothing was killed")
        self.same("killed")
        self.nothing_is_queued("killed")

    def held_by_a_stopped(self, database, worker):
        """Stops a worker that has claims and whose transactions, if any, are over; how many claims it has."""
        held = "SELECT count(*) FROM queue WHERE worker <> 0"
        busy = ("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND state <> 'idle'")
        for _ in range(1000):
            expect(worker.poll() is None, "the worker has ended before it was stopped")
            if self.server.sql(database, held) == "0":
                continue
            worker.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            if self.server.sql(database, busy) == "0" and self.server.sql(database, held) != "0":
                return int(self.server.sql(database, held))
            worker.send_signal(signal.SIGCONT)
        raise AssertionError("the worker was never caught with claims")

    def test_a_worker_that_stood_still(self):
        place = self.server.make("still")
        queued = self.scan(place, *self.sources)["queued"]
        slow = self.start_worker(place, "--lease", "2s")
        held = self.held_by_a_stopped("still", slow)
        others, counts = self.end_worker(self.start_worker(place))
        expect(counts["lost"] == 0, counts)
        self.same("still")
        slow.send_signal(signal.SIGCONT)
        found, counts = self.end_worker(slow)
        expect(counts["lost"] == held, f"{counts}, and {held} were claimed")
        files = [file["file"] for file in found + others]
        expect(len(files) == len(set(files)) == queued, f"{len(files)} lines for {len(set(files))} of {queued} files")
        self.same("still")

    def test_a_worker_that_stood_still_in_a_transaction(self):
        """Its locks are gone after the time of its lease, and so are its claims."""
        place = self.server.make("locked")
        self.scan(place, *self.sources)
        slow = self.start_worker(place, "--lease", "2s")
        inside = ("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                  " AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'")
        for _ in range(2000):
            expect(slow.poll() is None, "the worker has ended before it was stopped")
            slow.send_signal(signal.SIGSTOP)
            if self.server.sql("locked", inside) != "0":
                break
            slow.send_signal(signal.SIGCONT)
        expect(self.server.sql("locked", inside) != "0", "the worker was never caught in a transaction")
        self.end_worker(self.start_worker(place))
        self.same("locked")
        slow.send_signal(signal.SIGCONT)
        self.end_worker(slow)
        self.same("locked")
        self.nothing_is_queued("locked")

    def test_workers_wait_for_a_server(self):
        usual = self.server
        try:
            with Server() as self.server:
                place = self.server.make("away")
                queued = self.scan(place, *self.sources)["queued"]
                workers = [self.start_worker(place) for _ in range(2)]
                while self.server.sql("away", "SELECT count(*) FROM file") == "0":
                    time.sleep(0.02)
                self.server.stop()
                time.sleep(1)
                self.server.start()
                told = [self.end_worker(worker) for worker in workers]
                self.same("away")
                self.nothing_is_queued("away")
                expect(sum(counts["files"] + counts["lost"] for _, counts in told) >= queued, told)
        finally:
            self.server = usual

    def test_files_of_a_root_are_found_elsewhere(self):
        place, of_sqlite = self.server.make("roots"), self.folder / "roots.db"
        one, two = self.folder / "mount-one", self.folder / "mount-two"
        make_worlds(self.project, one, 30)
        shutil.copytree(one, two)  # with the same times
        for to in (place, of_sqlite):
            expect(self.scan(to, "--root", f"saves={one}", one)["queued"] == 30, "they are not queued")
            expect(self.end_worker(self.start_worker(to))[1]["files"] == 0, "a worker without the root takes them")
            workers = [self.start_worker(to, "--root", f"saves={two}") for _ in range(2)]
            expect(sum(self.end_worker(worker)[1]["added"] for worker in workers) == 30, "they are not read")
            for root in (one, two):
                done = self.run("add", "--json", "--root", f"saves={root}", root, place=to)
                expect(json.loads(done.stdout)["unchanged"] == 30, f"below {root}: {done}")
            (two / "0000" / "world-7.partialworld").unlink()
            done = self.run("add", "--json", "--prune", "--root", f"saves={two}", two, place=to)
            expect(json.loads(done.stdout)["files_gone"] == 1, done)
            shutil.copy2(one / "0000" / "world-7.partialworld", two / "0000")
        rows = sqlite_rows(of_sqlite)
        self.same("roots", rows)
        expect({row[2].split("/")[0] for row in rows if row[0] == "file"} == {"saves"}, "another name of the root")

    # ------------------------------------------------------------------ an operator

    def asked(self, place, statement):
        done = self.run("sql", "--json", statement, place=place)
        expect(done.returncode == 0, f"{statement}: {done.stderr}")
        return json.loads(done.stdout)

    def test_what_the_page_of_operators_says(self):
        """Each text of docs/how-to/operate.md, in its order: settings, roles, the service, what to watch."""
        page = (self.project / "docs/how-to/operate.md").read_text()
        settings, unit = re.findall(r"^```ini\n(.*?)^```$", page, re.M | re.S)
        roles, grant, *watched = re.findall(r"^```sql\n(.*?)^```$", page, re.M | re.S)
        with Server() as server:
            for name in re.findall(r"^\w+", settings, re.M):
                expect(server.sql("postgres", f"SELECT count(*) FROM pg_settings WHERE name = '{name}'") == "1", name)
            server.sql("postgres", *(text for text in roles.split(";\n") if text))
            place, reader = (server.address("worlds", user=role) for role in ("worlds", "reader"))
            scanned = self.run("scan", "--json", "--root", f"uploads={self.few}", self.few, place=place)
            expect(scanned.returncode == 0 and json.loads(scanned.stdout)["queued"] == 100, scanned)
            server.sql("worlds", f"SET ROLE worlds; {grant}")
            expect(self.asked(reader, watched[0]) == [{"waiting": 100, "claimed": 0}], "before the work")
            start, = re.findall(r"^ExecStart=/usr/bin/overworld catalog (.*) --follow(.*)$", unit, re.M)
            words = " ".join(start).replace("postgresql://worlds@db/worlds", place).replace("/srv/uploads", str(self.few))
            worked = subprocess.run([self.overworld, "catalog", *words.split()], text=True, capture_output=True, check=False)
            expect(worked.returncode == 0 and worked.stdout.startswith("100 read"), worked)
            answers = [self.asked(reader, statement) for statement in watched]
            expect(answers[:4] == [[{"waiting": 0, "claimed": 0}], [], [], [{"wrong": 0}]], answers[:4])
            expect(all(answers[4:]), answers[4:])


def first_difference(one, other):
    for a, b in zip(one.split("\n"), other.split("\n")):
        if a != b:
            return f"  {a[:400]}\n  {b[:400]}"
    return "  one is longer"


def noise(size):
    return "".join(random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=size))


def label_data(text):
    """The custom data of a label: colour, size of the font, text, and where it stands."""
    colour_and_size, place = base64.b64decode("AQAAACYmJs3MTD8A"), base64.b64decode("EAAAAAEAAAABAAAA")
    return base64.b64encode(colour_and_size + struct.pack("<I", len(text)) + text.encode() + place).decode()


def main():
    overworld, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    only = sys.argv[4:]
    install(project)
    seed = int(os.environ.get("OVERWORLD_SEED", random.randrange(2**32)))
    random.seed(seed)
    print(f"seed {seed}")
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder, Server() as server:
        tests = Tests(overworld, project, corpus, server, Path(folder))
        for name in [name for name in dir(Tests) if name.startswith("test_") and (not only or name[5:] in only)]:
            began = time.monotonic()
            try:
                getattr(tests, name)()
                passed += 1
                print(f"ok {name[5:].replace('_', ' ')}, {time.monotonic() - began:.1f} s")
            except Exception:
                failed += 1
                print(f"not ok {name[5:].replace('_', ' ')}")
                traceback.print_exc(file=sys.stdout)
            sys.stdout.flush()
    print(f"{passed} passed, {failed} failed")


main()
