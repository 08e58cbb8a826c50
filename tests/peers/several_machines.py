#!/usr/bin/env python3
"""A catalogue whose worlds are spread over three PostgreSQL servers by postgres_fdw, as docs/how-to/postgresql.md says, held
against one in a file of SQLite. Each server is in a network of its own, if this machine permits: cables can be pulled.

Usage: several_machines.py OVERWORLD PROJECT CORPUS [WORLDS]    (WORLDS: how many to measure with; 1000)
"""
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
from catalogs import TABLES, add, make_worlds, must_add, postgresql_rows, sqlite_rows  # noqa: E402
from networks import Network, are_possible  # noqa: E402
from postgresql_server import Server, install  # noqa: E402

NAMES = ("one", "two", "three")
PASSWORD = "tests-only"
# What takes long is tried with one server, and by `make deep` with each.
DEEP = os.environ.get("OVERWORLD_DEPTH") == "deep"
SOME = range(len(NAMES)) if DEEP else (random.randrange(len(NAMES)),)
GROWING = ("world", "type_count", "mod_use", "issue_count", "world_port", "world_band", "world_picture", "world_text",
           "world_word", "file_issue", "file")
ADDED = re.compile(r"(?m)^ *added.*\n|,\"added\":\d+|\"added\": *\d+,?")


def expect(is_true, what):
    if not is_true:
        raise AssertionError(what)


class Machine(Server):
    """A server on a machine of the network; without a network, on a socket of its own."""

    def __init__(self, network, number):
        self.network, self.number = network, number
        # A server that is killed has all that it committed.
        super().__init__(synchronous_commit="on", **({"listen_addresses": network.address(number)} if network else {}))
        self.host = network.address(number) if network else None
        if network:
            self.drop = [*network.inside(number), *self.drop]

    def __enter__(self):
        super().__enter__()
        self.host = self.host or str(self.folder)
        if self.network:
            with open(self.folder / "data/pg_hba.conf", "a", encoding="ascii") as file:
                file.write("host worlds worlds 10.77.0.0/24 scram-sha-256\n")
            self.sql("postgres", "SELECT pg_reload_conf()")
        self.sql("postgres", f"CREATE ROLE worlds LOGIN PASSWORD '{PASSWORD}'")
        return self

    def restart(self):
        self.start()


def statements(project):
    """The texts of the page: the one that names the servers, and the one that replaces the tables."""
    page = (project / "docs/how-to/postgresql.md").read_text(encoding="utf-8").partition("\n## Several machines")[2]
    return re.findall(r"^```sql\n(.*?)^```$", page, re.M | re.S)


class Tests:
    def __init__(self, overworld, project, network, front, servers, folder):
        self.overworld, self.project, self.network = overworld, project, network
        self.front, self.servers, self.folder = front, servers, folder
        self.few, self.nothing = folder / "few", folder / "nothing"
        make_worlds(project, self.few, 100)
        self.nothing.mkdir()
        self.sources = [self.few, project / "samples"]
        self.of_sqlite = folder / "expected.db"
        must_add(overworld, self.of_sqlite, *self.sources)
        self.expected = sqlite_rows(self.of_sqlite)

    def fresh(self):
        """An empty catalogue over all servers; its address."""
        for server in (self.front, *self.servers):
            server.sql("postgres", "DROP DATABASE IF EXISTS worlds WITH (FORCE)", "CREATE DATABASE worlds OWNER worlds")
            must_add(self.overworld, server.address("worlds", user="worlds"), self.nothing)
        naming, replacing = statements(self.project)
        for name, server in zip(NAMES, self.servers):
            expect(f"'{name}.example'" in naming, f"the page names no server {name}")
            naming = naming.replace(f"'{name}.example'", f"'{server.host}'")
        naming = naming.replace("password '...'", f"password '{PASSWORD}'" + ("" if self.network else ", password_required 'false'"))
        self.front.sql("worlds", naming, *(f"GRANT USAGE ON FOREIGN SERVER {name} TO worlds" for name in NAMES))
        self.front.sql("worlds", "SET ROLE worlds", replacing)
        return self.front.address("worlds", user="worlds")

    def run(self, place, *words):
        return subprocess.run([self.overworld, "catalog", words[0], "--db", place, *words[1:]], text=True,
                              capture_output=True, check=False, timeout=120)

    def rows(self):
        return postgresql_rows(self.front, "worlds")

    def same(self):
        rows = self.rows()
        expect(rows == self.expected, f"{len(set(self.expected) - set(rows))} rows are missing, "
               f"{len(set(rows) - set(self.expected))} are strange, {len(rows)} in all: "
               f"{(set(rows) ^ set(self.expected)) and sorted(set(rows) ^ set(self.expected))[0]}")

    def counts(self, table):
        return [int(server.sql("worlds", f"SELECT count(*) FROM {table}")) for server in self.servers]

    def same_answers(self, place, *words):
        ours, theirs = self.run(place, *words), self.run(self.of_sqlite, *words)
        expect(ours.stderr == theirs.stderr == "", f"{words}: {ours.stderr}{theirs.stderr}")
        told = [ADDED.sub("", answer.stdout) for answer in (ours, theirs)]
        expect(ours.returncode == theirs.returncode and told[0] == told[1], f"{words}: {told[0][:400]} is not {told[1][:400]}")
        expect(told[0] != "", f"{words}: no answer")

    @contextlib.contextmanager
    def away(self, number):
        """The server is stopped."""
        self.servers[number].stop(signal.SIGQUIT)
        try:
            yield
        finally:
            self.servers[number].restart()

    # ------------------------------------------------------------------ tests

    def test_worlds_are_spread_and_found(self):
        place = self.fresh()
        must_add(self.overworld, place, *self.sources)
        self.same()
        told = must_add(self.overworld, place, *self.sources)
        expect(told.startswith("0 read"), told)
        for table in ("world", "file", "type_count"):
            counts = self.counts(table)
            expect(all(count > sum(counts) / 6 for count in counts), f"{table} is spread as {counts}")
        for table in GROWING:
            keys = [set(server.sql("worlds", f"SELECT DISTINCT key FROM {table}").split()) for server in self.servers]
            expect(not (keys[0] & keys[1] or keys[1] & keys[2] or keys[0] & keys[2]), f"{table}: a world is on two servers")
            here = int(self.front.sql("worlds", f"SELECT count(*) FROM {table}"))
            expect(here == sum(self.counts(table)), f"{table}: rows elsewhere")
        for words in (["stats", "--json"], ["duplicates", "--json"], ["search", "--json", "--type", "MHG.*", "--most", "0"],
                      ["search", "--json", "--type", "*Gate"], ["search", "--json", "--text", "adder"],
                      ["search", "--json", "--issue", "*_MISSING"], ["search", "--json", "--format", "leveld"],
                      ["export", "--csv", "--table", "issues"],
                      ["show", "--json", self.project / "samples/four-bit-adder.partialworld"]):
            self.same_answers(place, *words)

    def test_the_role_needs_no_more_than_its_tables(self):
        """A role that only reads asks the servers through the mapping."""
        place = self.fresh()
        must_add(self.overworld, place, self.few)
        done = self.run(self.front.reader("worlds"), "sql", "--csv", "SELECT count(*) FROM world")
        expect(done.returncode == 0 and done.stdout.split()[-1] == "100", f"{done.stdout}{done.stderr}")

    def test_eight_processes_add_at_once(self):
        place = self.fresh()
        adding = [subprocess.Popen([self.overworld, "catalog", "add", "--db", place, "-j", "1", *self.sources[::order]],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for order in (1, -1) * 4]
        told = [(process.communicate(timeout=120)[1], process.returncode) for process in adding]
        expect(all(status == 0 for _, status in told), told)
        self.same()

    def test_a_stopped_server_is_named(self):
        place = self.fresh()
        must_add(self.overworld, place, self.few)
        for number, name in enumerate(NAMES):
            before = self.front.sql("worlds", "SELECT count(*) FROM skipped")
            with self.away(number):
                for words in (["search", "--type", "MHG.*"], ["stats"], ["forget", "ab" * 32, "--wait", "0"]):
                    done = self.run(place, *words)
                    if words[0] == "forget":  # a world that is on another server needs only this one
                        continue
                    expect(done.returncode == 3 and done.stdout == "", f"{words}: {done.returncode} {done.stdout}")
                    expect("a server that has a part of the worlds is away" in done.stderr and f'server "{name}"' in done.stderr,
                           f"{words}: {done.stderr}")
                done = add(self.overworld, place, "--wait", "1s", *self.sources)
                expect(done.returncode == 3 and f'server "{name}"' in done.stderr and "waiting up to 1 s" in done.stderr,
                       done.stderr)
            expect(before == self.front.sql("worlds", "SELECT count(*) FROM skipped"), "something was written")
        must_add(self.overworld, place, *self.sources)
        self.same()

    def test_add_waits_for_a_server_that_comes_back(self):
        for number in SOME:
            place = self.fresh()
            outcome = []
            thread = threading.Thread(target=lambda: outcome.append(add(self.overworld, place, "--wait", "60s", *self.sources)))
            with self.away(number):
                thread.start()
                time.sleep(2)
            thread.join()
            expect(outcome[0].returncode == 0 and "is back" in outcome[0].stderr, outcome[0].stderr)
            self.same()

    def test_servers_that_are_killed_lose_nothing(self):
        for number in SOME:
            place = self.fresh()
            outcome = []
            thread = threading.Thread(target=lambda: outcome.append(
                add(self.overworld, place, "--wait", "60s", *self.sources, *self.sources)))
            thread.start()
            for pause in (0.3, 0.5, 0.4):
                time.sleep(pause)
                with self.away(number):
                    pass
            thread.join()
            expect(outcome[0].returncode == 0, outcome[0].stderr)
            self.same()

    def test_a_commit_of_some_servers_is_made_whole(self):
        """A server refuses the commit when others may have made theirs: the worlds that are there are whole, and have their
        names. The next run adds the others."""
        partial = 0  # chance decides which server is the first to commit
        for number, server in enumerate([*self.servers] * 4):
            if number >= len(self.servers) and partial > 0:
                break
            place = self.fresh()
            server.sql("worlds", "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$",
                       "CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON world DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
                       " EXECUTE FUNCTION refuse()")
            done = add(self.overworld, place, *self.sources)
            expect(done.returncode == 3 and "refused" in done.stderr, done.stderr)
            partial += sum(self.counts("world")) > 0
            rows = self.rows()
            keys = {row[1] for row in rows if row[0] == "world"}
            wanted = {row for row in self.expected if row[1] in keys and row[0] != "skipped"}
            expect({row for row in rows if row[0] != "skipped"} == wanted, "a world is there by half, or without names")
            server.sql("worlds", "DROP TRIGGER refuse ON world")
            must_add(self.overworld, place, *self.sources)
            self.same()
        expect(partial > 0, "no commit was of some servers alone")

    def test_forget_reaches_every_server(self):
        place = self.fresh()
        must_add(self.overworld, place, "--thumbnails", *self.sources)
        for number, server in enumerate(self.servers):
            key, found = server.sql("worlds", "SELECT key, encode(hash, 'hex') FROM world ORDER BY records DESC LIMIT 1").split("|")
            others = (number + 1) % len(NAMES)
            with self.away(number):
                done = self.run(place, "forget", found)
                expect(done.returncode == 3 and f'server "{NAMES[number]}"' in done.stderr, done.stderr)
                expect(self.front.sql("worlds", "SELECT count(*) FROM refused") == str(number), "it is refused by half")
            done = self.run(place, "forget", found)
            expect(done.returncode == 0 and "refused from now on" in done.stdout, done.stderr)
            for table in GROWING:
                left = [one.sql("worlds", f"SELECT count(*) FROM {table} WHERE key = {key}") for one in self.servers]
                expect(left == ["0"] * len(NAMES), f"{table} still has rows: {left}")
            expect(self.servers[others].sql("worlds", "SELECT count(*) FROM world") != "0", "other worlds stay")
        told = json.loads(must_add(self.overworld, place, "--json", *self.sources))
        expect(told["added"] == 0 and told["refused"] >= len(NAMES), told)
        must_add(self.overworld, place, "--prune", self.few)

    def test_a_pulled_cable_is_noticed(self):
        if not self.network:
            return "no network of its own"
        place = self.fresh()
        must_add(self.overworld, place, self.few)
        self.network.plug(2, False)
        try:
            begun = time.monotonic()
            done = self.run(place, "search", "--type", "MHG.*")
            expect(done.returncode == 3 and 'server "two"' in done.stderr, done.stderr)
            expect(time.monotonic() - begun < 90, "it takes longer than said")
            outcome = []
            thread = threading.Thread(target=lambda: outcome.append(add(self.overworld, place, "--wait", "90s", *self.sources)))
            thread.start()
            time.sleep(8)
        finally:
            self.network.plug(2, True)
        thread.join()
        expect(outcome[0].returncode == 0 and 'server "two"' in outcome[0].stderr, outcome[0].stderr)
        self.same()
        return None

    def test_a_cable_that_is_pulled_while_worlds_are_added(self):
        if not self.network:
            return "no network of its own"
        for pause in (0.3, 0.6, 1.0) if DEEP else (random.choice((0.3, 0.6, 1.0)),):
            place = self.fresh()
            outcome = []
            thread = threading.Thread(target=lambda: outcome.append(add(self.overworld, place, "--wait", "90s", *self.sources)))
            thread.start()
            time.sleep(pause)
            self.network.plug(2, False)
            time.sleep(3)
            self.network.plug(2, True)
            thread.join()
            expect(outcome[0].returncode == 0, outcome[0].stderr)
            self.same()
        return None

    def test_figures(self):
        """What each server has and does: printed, for docs/explanation/scale.md."""
        count = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
        worlds = self.folder / "measured"
        make_worlds(self.project, worlds, count)
        alone = self.front.make("alone")
        for what, place in (("one server", alone), ("three servers", self.fresh())):
            before = [server.processor_seconds() for server in (self.front, *self.servers)]
            begun = time.monotonic()
            must_add(self.overworld, place, worlds)
            taken = time.monotonic() - begun
            time.sleep(1)  # until the processes that served the connections have ended, and count
            spent = [after.processor_seconds() - old for after, old in zip((self.front, *self.servers), before)]
            print(f"# {what}: {count / taken:.0f} worlds a second; processor seconds of the front and the others: "
                  f"{', '.join(f'{one:.1f}' for one in spent)}", flush=True)
        for name, server in zip(NAMES, self.servers):
            rows = sum(int(server.sql("worlds", f"SELECT count(*) FROM {table}")) for table in GROWING)
            size = sum(int(server.sql("worlds", f"SELECT pg_total_relation_size('{table}')")) for table in GROWING)
            here = int(server.sql("worlds", "SELECT count(*) FROM world"))
            print(f"# {name}: {here} worlds, {rows} rows, {size / 1e6:.1f} MB, {here / taken:.0f} worlds a second", flush=True)
            expect(count * 0.28 < here < count * 0.39, f"{name} has {here} of {count}")
        for words in (["--type", "MHG.AndGate", "-n", "50"], ["--text", "adder"], ["--format", "blotter"], ["--type", "*"]):
            begun = time.monotonic()
            done = self.run(place, "search", "--json", *words)
            taken = time.monotonic() - begun
            begun = time.monotonic()
            other = self.run(alone, "search", "--json", *words)
            print(f"# search {' '.join(words)}: {1000 * taken:.0f} ms, with one server {1000 * (time.monotonic() - begun):.0f} ms",
                  flush=True)
            expect(ADDED.sub("", done.stdout) == ADDED.sub("", other.stdout) != "", f"{words}: another answer: {done.stderr}")


def main():
    overworld, project = Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute()
    install(project)
    only, failed = os.environ.get("OVERWORLD_CASE", ""), 0
    names = [name for name in dir(Tests) if name.startswith("test_") and only.replace(" ", "_") in name]
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        network = stack.enter_context(Network(1 + len(NAMES))) if are_possible() else None
        print(f"1..{len(names)}\n# each server has {'a network of its own' if network else 'a socket of its own'}", flush=True)
        front, *servers = (stack.enter_context(Machine(network, number)) for number in range(1 + len(NAMES)))
        tests = Tests(overworld, project, network, front, servers, folder)
        for number, name in enumerate(names, 1):
            title = f"several machines: {name[5:].replace('_', ' ')}"
            try:
                why = getattr(tests, name)()
                print(f"ok {number} - {title}" + (f" # skip {why}" if why else ""), flush=True)
            except Exception:
                failed += 1
                lines = traceback.format_exc().replace("\n", "\n# ")
                print(f"not ok {number} - {title}\n# {lines}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
