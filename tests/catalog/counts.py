#!/usr/bin/env python3
"""The running counts of a catalogue, from which `catalog stats` prints, are what counting everything gives, after files
were added, changed, pruned, forgotten and skipped, and after runs that were killed.

Usage: counts.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)
"""
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

# The same in SQLite and PostgreSQL. What is counted with COUNTED again, from the tables.
COUNTED = ("SELECT what, id, name, CAST(sum(number) AS BIGINT) AS number, CAST(sum(amount) AS BIGINT) AS amount"
           " FROM running_count GROUP BY what, id, name HAVING sum(number) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3")
RECOUNTED = (
    "SELECT what, id, name, CAST(number AS BIGINT) AS number, CAST(amount AS BIGINT) AS amount FROM ("
    "SELECT 'class' AS what, class AS id, '' AS name, count(*) AS number, sum(size) AS amount FROM world GROUP BY class"
    " UNION ALL SELECT 'records', below, '', count(*), 0 FROM (SELECT CASE WHEN records >= 100000 THEN 0"
    " WHEN records >= 10000 THEN 100000 WHEN records >= 1000 THEN 10000 WHEN records >= 100 THEN 1000"
    " WHEN records >= 10 THEN 100 ELSE 10 END AS below FROM world) AS grouped GROUP BY below"
    " UNION ALL SELECT 'type', type, '', count(*), sum(count) FROM type_count GROUP BY type"
    " UNION ALL SELECT 'mod', mod, '', count(DISTINCT key), 0 FROM mod_use GROUP BY mod"
    " UNION ALL SELECT 'issue', code, '', count(*), 0 FROM issue_count GROUP BY code"
    " UNION ALL SELECT 'file issue', 0, code, count(*), 0 FROM file_issue GROUP BY code"
    " UNION ALL SELECT 'skipped', 0, reason, count(*), 0 FROM skipped GROUP BY reason"
    " UNION ALL SELECT 'file', 0, '', count(*), 0 FROM (SELECT 1 FROM file) AS all_files HAVING count(*) > 0"
    ") AS counted ORDER BY 1, 2, 3")


def differences(counted, recounted):
    """What is only in one of two lists of rows; empty if they are the same."""
    counted, recounted = {tuple(row) for row in counted}, {tuple(row) for row in recounted}
    return [("running", *row) for row in sorted(counted - recounted)] + \
           [("counted", *row) for row in sorted(recounted - counted)]


def sqlite_differences(db):
    connection = sqlite3.connect(db)
    try:
        return differences(connection.execute(COUNTED).fetchall(), connection.execute(RECOUNTED).fetchall())
    finally:
        connection.close()


class Random:
    """A folder of saves, and something done to it at random."""

    def __init__(self, samples, folder, seed):
        self.chance, self.folder, self.samples = random.Random(seed), folder, samples
        self.sources = [os.path.join(samples, name) for name in sorted(os.listdir(samples))
                        if name.rpartition(".")[2] in ("logicworld", "partialworld", "lvd", "city", "structure")]
        issues = os.path.join(samples, "issues")
        self.beside = [os.path.join(issues, name) for name in sorted(os.listdir(issues)) if name.startswith("FOLDER_")]
        os.makedirs(folder, exist_ok=True)

    def files(self):
        return [os.path.join(place, name) for place, _, names in os.walk(self.folder) for name in names]

    def step(self, number):
        """Adds, copies, changes and removes some files."""
        for turn in range(self.chance.randrange(2, 8)):
            what, name = self.chance.randrange(8), os.path.join(self.folder, f"{number}-{turn}")
            files = self.files()
            if what < 3 or not files:
                source = self.chance.choice(self.sources)
                shutil.copy(source, name + os.path.splitext(source)[1])
            elif what == 3:
                shutil.copytree(self.chance.choice(self.beside), name)
            elif what == 4:
                with open(name + self.chance.choice((".zip", ".lvd")), "wb") as file:
                    file.write(b"PK\3\4" + bytes(number % 7))
            elif what == 5:
                shutil.copy(self.chance.choice(self.sources), self.chance.choice(files))
            else:
                os.remove(self.chance.choice(files))

    def words(self):
        """Of `catalog add`."""
        return self.chance.choice(([], ["--prune"], ["--prune"], ["--archives"], ["--max-size", "1000"])) + [self.folder]


def main():
    import catalog
    from catalog import COMMAND, SAMPLES, expect, run, trials

    def true(db, when):
        told = sqlite_differences(db)
        expect(not told, f"{when}: {told[:8]}")

    def counts_stay_true_whatever_is_done(folder):
        db, saves = os.path.join(folder, "c.db"), Random(SAMPLES, os.path.join(folder, "in"), 11)
        forgotten = 0
        for number in range(150 if trials.is_deep() else 30):
            saves.step(number)
            words = saves.words()
            done = subprocess.run([COMMAND, "catalog", "add", "--db", db, *words], capture_output=True, timeout=120)
            expect(done.returncode in (0, 3), f"{words}: {done.stderr}")
            true(db, f"step {number}, {words}")
            if number % 3 == 2:
                (found,) = catalog.rows(db, "SELECT lower(hex(hash)) FROM world JOIN file USING (key) ORDER BY hash LIMIT 1")
                run("forget", "--db", db, "--reason", "a test", *found)
                true(db, f"step {number}, after forget")
                forgotten += 1
                if number % 2:
                    run("forget", "--db", db, "--undo", *found)
        kinds = {row[0] for row in catalog.rows(db, "SELECT DISTINCT what FROM running_count WHERE number <> 0")}
        expect(forgotten > 5 and kinds == {"class", "records", "type", "mod", "issue", "file issue", "file", "skipped"}, kinds)

    def counts_stay_true_when_runs_are_killed(folder):
        db, saves = os.path.join(folder, "c.db"), Random(SAMPLES, os.path.join(folder, "in"), 12)
        killed = 0
        for number in range(60 if trials.is_deep() else 12):
            for turn in range(20):
                saves.step(number * 20 + turn)
            process = subprocess.Popen([COMMAND, "catalog", "add", "--db", db, *saves.words()], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(saves.chance.random() * 0.25)
            process.kill()
            killed += process.wait() == -signal.SIGKILL
            if os.path.exists(db) and catalog.rows(db, "SELECT 1 FROM sqlite_schema WHERE name = 'running_count'"):
                true(db, f"kill {number}")
        expect(killed > 0, "nothing was killed")
        subprocess.run([COMMAND, "catalog", "add", "--db", db, "--prune", saves.folder], capture_output=True, timeout=120)
        true(db, "afterwards")

    def a_mod_in_two_versions_counts_once(folder):
        db = os.path.join(folder, "c.db")
        catalog.add(db, os.path.join(SAMPLES, "four-bit-adder.partialworld"))
        connection = sqlite3.connect(db)
        for sql in ("INSERT INTO mod_use SELECT 5, records, key, made.two FROM (SELECT '1' AS two UNION SELECT '2') AS made, world",
                    "INSERT OR IGNORE INTO mod_use SELECT 5, records, key, '2' FROM world",
                    "DELETE FROM mod_use WHERE mod = 5 AND version = '1'", "DELETE FROM mod_use WHERE mod = 5"):
            connection.execute(sql)
            connection.commit()
            true(db, sql)
        connection.close()

    def statistics_come_from_running_counts(folder):
        """No table that grows with the worlds is read: `stats` reads as much of a catalogue with 8,000 more worlds."""
        db = os.path.join(folder, "c.db")
        catalog.add(db, SAMPLES)
        few = catalog.bytes_read("catalog", "stats", "--db", db)
        connection = sqlite3.connect(db)
        names = [column[1] for column in connection.execute("PRAGMA table_info(world)")]
        (world,) = connection.execute("SELECT * FROM world WHERE format = 'leveld' LIMIT 1")
        (kind,) = connection.execute("SELECT id FROM type_name LIMIT 1").fetchone()
        for number in range(8000):
            row = dict(zip(names, world), key=number, hash=number.to_bytes(32, "big"))
            connection.execute(f"INSERT INTO world VALUES ({','.join('?' * len(row))})", list(row.values()))
            connection.execute("INSERT INTO type_count VALUES (?, 3, ?)", (kind, number))
        connection.commit()
        connection.close()
        true(db, "rows by SQL")
        expect(os.path.getsize(db) > 2000000, "the catalogue is small")
        many = catalog.bytes_read("catalog", "stats", "--db", db)
        expect(many < few + 50000, f"{many} bytes are read, and {few} of a small catalogue")

    return catalog.main([counts_stay_true_whatever_is_done, counts_stay_true_when_runs_are_killed,
                         a_mod_in_two_versions_counts_once, statistics_come_from_running_counts], "counts")


if __name__ == "__main__":
    sys.exit(main())
