#!/usr/bin/env python3
"""Faults of PostgreSQL servers while a catalogue is filled: they stop, crash, fail over to a standby, and have odd
settings. In the end, the catalogue has the same rows as one that nothing disturbed, in a file of SQLite.

Usage: postgresql_faults.py OVERWORLD PROJECT CORPUS [NAME...]
"""
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
from catalogs import make_worlds, must_add, postgresql_rows, sqlite_rows  # noqa: E402
from postgresql_server import Server, install  # noqa: E402

# Several transactions, so that a server can be stopped between the first and the last.
WORLDS = 5000
PICTURED = 1500  # so many that adding them with pictures takes longer than to see that some are there
WAITING, BACK = "waiting up to 600 s for the database server (--wait)", "the database server is back"

# Functions in place of those of pg_catalog, and operators over the types that catalogues have.
FUNCTIONS = {
    "never(a bytea, b bytea) RETURNS bool": "SELECT false",
    "never(a text, b text) RETURNS bool": "SELECT false",
    "never(a bigint, b bigint) RETURNS bool": "SELECT false",
    "never(a bigint, b int) RETURNS bool": "SELECT false",
    "never(a name, b text) RETURNS bool": "SELECT false",
    "never(a oid, b oid) RETURNS bool": "SELECT false",
    "concatenate(a text, b text) RETURNS text": "SELECT ''nothing''",
    "array_position(a int2[], b int2) RETURNS int": "SELECT NULL::int",
    "quote_ident(a name) RETURNS text": "SELECT ''hash''",
    "set_config(a text, b text, c bool) RETURNS text": "SELECT b",
    "to_regclass(a text) RETURNS regclass": "SELECT NULL::regclass",
}
OPERANDS = ("bytea", "bytea"), ("text", "text"), ("bigint", "bigint"), ("bigint", "int"), ("name", "text"), ("oid", "oid")
HOSTILE = ["CREATE SCHEMA hostile", "GRANT USAGE ON SCHEMA hostile TO PUBLIC",
           *(f"CREATE FUNCTION hostile.{head} LANGUAGE sql AS '{body}'" for head, body in FUNCTIONS.items()),
           "CREATE OPERATOR hostile.|| (LEFTARG = text, RIGHTARG = text, FUNCTION = hostile.concatenate)",
           *(f"CREATE OPERATOR hostile.{name} (LEFTARG = {left}, RIGHTARG = {right}, FUNCTION = hostile.never)"
             for name in ("=", "<>", "<", "<=", ">", ">=") for left, right in OPERANDS)]

ODD_SETTINGS = (
    ["statement_timeout = '50ms'", "idle_session_timeout = '50ms'"],
    ["default_transaction_read_only = on", "default_transaction_isolation = serializable",
     "default_transaction_deferrable = on"],
    ["idle_in_transaction_session_timeout = '1ms'", "lock_timeout = '1ms'"],
    ["extra_float_digits = -15", "bytea_output = escape", "standard_conforming_strings = off",
     "quote_all_identifiers = on", "transform_null_equals = on", "array_nulls = off", "DateStyle = 'SQL, DMY'",
     "default_text_search_config = german", "client_encoding = latin1", "enable_seqscan = off",
     "plan_cache_mode = force_generic_plan"])


def expect(fine, what):
    if not fine:
        raise AssertionError(what)


class Tests:
    def __init__(self, overworld, project, server, folder):
        self.overworld, self.project, self.server, self.folder = overworld, project, server, folder
        self.worlds, self.few, self.nothing = folder / "worlds", project / "samples", folder / "nothing"
        self.nothing.mkdir()
        make_worlds(project, self.worlds, WORLDS)
        self.of_sqlite, self.few_of_sqlite = folder / "expected.db", folder / "few.db"
        must_add(overworld, self.of_sqlite, self.worlds)
        must_add(overworld, self.few_of_sqlite, self.few)
        self.expected, self.expected_few = sqlite_rows(self.of_sqlite), sqlite_rows(self.few_of_sqlite)

    def run(self, *words, place):
        return subprocess.run([self.overworld, "catalog", words[0], "--db", place, *words[1:]], text=True,
                              capture_output=True, check=False, timeout=120)

    @contextlib.contextmanager
    def adding(self, place, *words, worlds=WORLDS):
        """`add` while the body runs. It ends with all rows, and prints two lines each time it waits, and no others."""
        with subprocess.Popen([self.overworld, "catalog", "add", "--json", "--db", place, *words], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                yield process
                printed, process.said = process.communicate(timeout=120)
            finally:
                process.kill()
        expect(process.returncode == 0, f"exit {process.returncode}: {process.said}")
        lines = process.said.splitlines()
        expect(all(WAITING in line for line in lines[::2]), process.said)
        expect(all(BACK in line for line in lines[1::2]) and len(lines) % 2 == 0, process.said)
        expect(f'"added": {worlds},' in printed and f'"files": {worlds},' in printed, printed)

    def same(self, server, database, expected=None):
        rows, expected = postgresql_rows(server, database), self.expected if expected is None else expected
        expect(rows == expected, f"{len(rows)} rows, {len(expected)} expected: {sorted(set(rows) ^ set(expected))[:4]}")

    def make(self, database):
        """A database with an empty catalogue. A server that does not wait for its disk may lose the tables too."""
        place = self.server.make(database)
        self.server.sql("postgres", f"ALTER DATABASE {database} SET synchronous_commit = on")
        must_add(self.overworld, place, self.nothing)
        return place

    def count(self, server, database):
        return int(server.sql(database, "SELECT count(*) FROM file"))

    def wait_for_files(self, database):
        deadline = time.monotonic() + 60
        while self.count(self.server, database) == 0:
            expect(time.monotonic() < deadline, "no file is there after a minute")
            time.sleep(0.02)

    # -------------------------------------------------------- a server that is away

    def test_a_server_that_restarts(self):
        for number, (how, pause) in enumerate(((signal.SIGQUIT, 5), (signal.SIGINT, 0))):
            place = self.make(f"restarted_{number}")
            with self.adding(place, self.worlds) as process:
                self.wait_for_files(f"restarted_{number}")
                self.server.stop(how)
                time.sleep(pause)
                self.server.start()
            expect(pause < 1 or process.said.count(BACK) == 1, f"waited, but said: {process.said}")
            self.same(self.server, f"restarted_{number}")

    def test_a_server_that_recovers_from_a_crash(self):
        place = self.make("crashed")
        with self.adding(place, self.worlds):
            self.wait_for_files("crashed")
            pid = self.server.sql("postgres", "SELECT pid FROM pg_stat_activity WHERE datname = 'crashed' AND"
                                              " application_name = 'overworld' ORDER BY pid LIMIT 1")
            os.kill(int(pid), signal.SIGKILL)
        self.same(self.server, "crashed")

    def test_a_server_that_is_started_later(self):
        place = self.make("later")
        self.server.stop()
        with self.adding(place, self.worlds) as process:
            time.sleep(1.5)
            self.server.start()
        expect(process.said.count(BACK) == 1, process.said)
        self.same(self.server, "later")

    def test_the_end_of_waiting(self):
        place = self.make("waited")
        self.server.stop()
        try:
            for words, least, most in (("--wait", "0"), 0, 1), (("--wait", "1"), 1, 4), (("--wait", "2s"), 2, 5):
                began = time.monotonic()
                done = self.run("add", *words, self.few, place=place)
                took = time.monotonic() - began
                expect(done.returncode == 3 and "No such file or directory" in done.stderr, done)
                expect(least <= took < most, f"{words}: {took} s")
                expect(done.stderr.count("waiting up to") == (least > 0), done.stderr)
            for verb in ("search",), ("stats",), ("sql", "SELECT 1"), ("export", "--csv"), ("duplicates",):
                done = self.run(*verb, place=place)
                expect(done.returncode == 3 and "waiting" not in done.stderr, f"{verb}: {done}")
                done = self.run(*verb, "--wait", "1", place=place)
                expect(done.returncode == 3 and done.stderr.count("waiting up to 1 s") == 1, f"{verb}: {done}")
            for wrong in ("soon", "-1", "5d", "", "1001h", "99999999999999999999"):
                done = self.run("add", "--wait", wrong, self.few, place=place)
                expect(done.returncode == 2 and "--wait takes a time" in done.stderr, done)
        finally:
            self.server.start()

    def test_verbs_that_read_wait_if_asked(self):
        place = self.make("read")
        must_add(self.overworld, place, self.few)
        expected = self.run("search", "--json", place=place).stdout
        self.server.stop()
        with subprocess.Popen([self.overworld, "catalog", "search", "--json", "--wait", "1m", "--db", place], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            time.sleep(1)
            self.server.start()
            printed, said = process.communicate(timeout=60)
        expect(process.returncode == 0 and printed == expected, f"{process.returncode}: {said}")
        expect(said.count("waiting up to 60 s") == said.count(BACK) == 1, said)

    # ------------------------------------------------------------------- failover

    @contextlib.contextmanager
    def cluster(self):
        """A server of its own with an empty catalogue, and its standby."""
        usual = self.server
        with Server() as self.server:
            try:
                self.make("worlds")
                with self.server.standby() as standby:
                    hosts = f"{self.server.folder},{standby.folder}"
                    yield standby, lambda **parameters: standby.address("worlds", host=hosts, **parameters)
            finally:
                self.server = usual

    def fail_over(self, **parameters):
        with self.cluster() as (standby, address):
            with self.adding(address(**parameters), self.worlds) as process:
                self.wait_for_files("worlds")
                self.server.stop(signal.SIGQUIT)
                time.sleep(2)
                standby.sql("postgres", "SELECT pg_promote()")
            expect(process.said.count(BACK) == 1, process.said)
            self.same(standby, "worlds")

    def test_failover_to_a_standby(self):
        self.fail_over(target_session_attrs="read-write")

    def test_failover_to_a_standby_that_takes_connections(self):
        """Without target_session_attrs, the standby is written to before it is promoted, and refuses."""
        self.fail_over()

    def test_failover_that_loses_transactions(self):
        """The standby did not receive what was reported as written: its files are added again, with pictures."""
        with_pictures, pictured = self.folder / "pictures.db", self.folder / "pictured"
        make_worlds(self.project, pictured, PICTURED)
        must_add(self.overworld, with_pictures, "--thumbnails", pictured)
        expected = sqlite_rows(with_pictures)
        with self.cluster() as (standby, address):
            receiver = int(standby.sql("postgres", "SELECT pid FROM pg_stat_wal_receiver"))
            with self.adding(address(target_session_attrs="read-write"), "--thumbnails", pictured, worlds=PICTURED):
                os.kill(receiver, signal.SIGSTOP)
                self.wait_for_files("worlds")
                self.server.stop(signal.SIGQUIT)
                expect(self.count(standby, "worlds") == 0, "nothing was lost")
                os.kill(receiver, signal.SIGCONT)
                standby.sql("postgres", "SELECT pg_promote()")
            self.same(standby, "worlds", expected)

    def test_a_standby_alone_is_not_written_to(self):
        with self.cluster() as (standby, _):
            done = self.run("add", "--wait", "1", self.few, place=standby.address("worlds"))
            expect(done.returncode == 3 and "the database is read-only" in done.stderr, done)
            done = self.run("search", place=standby.address("worlds"))
            expect(done.returncode == 1 and done.stderr == "", done)

    # ------------------------------------------------------------------- settings

    @contextlib.contextmanager
    def odd_role(self, database, *settings):
        """The address of a role that may write, with settings of its own."""
        self.server.sql(database, "CREATE ROLE odd LOGIN", f"GRANT ALL ON DATABASE {database} TO odd",
                        "GRANT ALL ON ALL TABLES IN SCHEMA public TO odd",
                        *(f"ALTER ROLE odd SET {setting}" for setting in settings))
        try:
            yield self.server.address(database, user="odd")
        finally:
            self.server.sql(database, "DROP OWNED BY odd", "DROP ROLE odd")

    def same_answers(self, place, *more):
        for words in (["export", "--json-lines", "--table", "types"], ["duplicates", "--json"], ["stats", "--json"],
                      ["search", "--json", "--type", "*Gate"], ["search", "--json", "--text", "bits"],
                      ["search", "--json", "--larger", "100", "--most", "0"], *more):
            told, expected = (self.run(*words, place=of) for of in (place, self.few_of_sqlite))
            expect(told.stderr == "" and told.returncode == expected.returncode, f"{words}: {told}")
            expect(told.stdout == expected.stdout and len(told.stdout) > 100, f"{words}: other answers")

    def test_odd_settings(self):
        for number, settings in enumerate(ODD_SETTINGS):
            database = f"settings_{number}"
            self.make(database)
            with self.odd_role(database, *settings) as place:
                must_add(self.overworld, place, self.few)
                self.same(self.server, database, self.expected_few)
                bounds = "SELECT hash, least_x, least_y, least_z, most_x, most_y, most_z FROM world ORDER BY hash"
                if not any(setting.startswith("idle_in_transaction") for setting in settings):
                    self.same_answers(place, ["sql", "--json", bounds])

    def test_operators_of_another_schema(self):
        for number, path in enumerate(("hostile, pg_catalog, public", "hostile, public")):
            database = f"hostile_{number}"
            self.make(database)
            self.server.sql(database, *HOSTILE)
            with self.odd_role(database, f"search_path = {path}") as place:
                must_add(self.overworld, place, self.few)
                self.same(self.server, database, self.expected_few)
                expect(must_add(self.overworld, place, self.few).startswith("0 read"), "files are read again")
                self.same_answers(place)


def main():
    overworld, project = (Path(word).resolve() for word in sys.argv[1:3])
    only = sys.argv[4:]
    install(project)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder, Server() as server:
        tests = Tests(overworld, project, server, Path(folder))
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
