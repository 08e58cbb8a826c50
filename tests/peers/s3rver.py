#!/usr/bin/env python3
"""Bytes of a catalogue in the S3 store of other people: s3rver of npm, which runs in a folder of its own.

s3rver checks who asks, but not signatures of version 4: tests/catalog/s3.py has a store that does.

Usage: s3rver.py OVERWORLD PROJECT CORPUS
"""
import contextlib
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
import nodejs  # noqa: E402

OVERWORLD, PROJECT = Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute()
BUCKET = "worlds"
KEY = "S3RVER"  # s3rver's own, both halves


def expect(is_true, what):
    if not is_true:
        raise AssertionError(what)


class S3rver:
    def __init__(self, modules, folder):
        self.modules, self.folder, self.process = modules, folder, None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def start(self):
        # Where a list goes on is encrypted by s3rver with a cipher that OpenSSL 3 has put aside.
        self.process = subprocess.Popen(
            ["node", *nodejs.ARGUMENTS, "--openssl-legacy-provider", self.modules / "node_modules/s3rver/bin/s3rver.js",
             "--silent", "--directory", self.folder, "--address", "127.0.0.1", "--port", str(self.port),
             "--configure-bucket", BUCKET], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
                return
            time.sleep(0.05)
        raise RuntimeError("s3rver did not start")

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def call(self, *words, status=0, **changes):
        environment = {"PATH": os.environ["PATH"], "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": KEY,
                       "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}", **changes}
        done = subprocess.run([OVERWORLD, "catalog", *words], capture_output=True, timeout=120, env=environment, check=False)
        expect(done.returncode == status, f"{words}: status {done.returncode}, not {status}: {done.stderr}")
        return done

    def files(self, prefix=""):
        """The objects, as s3rver keeps them: the name of each, and the file."""
        suffix = "._S3rver_object"
        top = self.folder / BUCKET / prefix
        return {path.name[:-len(suffix)]: path for path in top.rglob("*" + suffix)}


def hashes_below(saves):
    return {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in saves.rglob("*") if path.is_file()}


def add(store, db, saves, place, *words, status=0):
    done = store.call("add", "--db", db, "--bytes", place, "--json", *words, saves, status=status)
    return json.loads(done.stdout), done.stderr.decode()


def problems(store, db, place, status):
    told = store.call("verify", "--db", db, "--bytes", place, "--json", status=status)
    return {one["hash"]: one["problem"] for one in json.loads(told.stdout)["problems"]}


def samples_are_kept_and_come_back(store, folder, saves):
    db, place = folder / "c.db", f"s3://{BUCKET}"
    known = hashes_below(saves)
    total, _ = add(store, db, saves, place)
    expect(total["added"] == len(known) and total["unread"] == 0, total)
    kept = store.files()
    expect({name: kept[name].read_bytes() for name in kept} ==
           {name: known[name].read_bytes() for name in known}, "each file is an object of its hash")
    before = {name: kept[name].stat().st_mtime_ns for name in kept}
    total, _ = add(store, db, saves, place)
    expect(total["unchanged"] == len(known), total)
    add(store, folder / "other.db", saves, place)
    expect(before == {name: path.stat().st_mtime_ns for name, path in store.files().items()}, "nothing is put again")
    expect(problems(store, db, place, 0) == {}, "all is fine")
    moved = folder / "moved"
    saves.rename(moved)
    for name, path in hashes_below(moved).items():
        expect(store.call("get", "--db", db, "--bytes", place, name).stdout == path.read_bytes(), f"the bytes of {path}")
    moved.rename(saves)


def what_is_damaged_missing_or_forgotten(store, folder, saves):
    for prefix in ("kept", "a b/ü&+%41=?#"):
        below = folder / hashlib.sha256(prefix.encode()).hexdigest()
        below.mkdir()
        db, place = below / "c.db", f"s3://{BUCKET}/{prefix}"
        add(store, db, saves, place)
        kept = store.files(prefix)
        missing, damaged, forgotten, *_ = sorted(kept)
        for path in kept[missing].parent.glob(f"{missing}._S3rver_*"):
            path.unlink()
        data = bytearray(kept[damaged].read_bytes())
        data[0] ^= 1
        kept[damaged].write_bytes(data)
        found = problems(store, db, place, 1)
        expect(found == {missing: "missing", damaged: "damaged"}, found)
        done = store.call("get", "--db", db, "--bytes", place, damaged)
        expect(b"damaged" in done.stderr and hashlib.sha256(done.stdout).hexdigest() == damaged, "the file serves")
        store.call("forget", "--db", db, "--bytes", place, forgotten)
        expect(forgotten not in store.files(prefix), "its bytes are left")
        total, _ = add(store, db, saves, place)
        expect(total["refused"] == 1 and total["added"] == 1, f"one is refused, and the missing one comes back: {total}")
        expect(problems(store, db, place, 1) == {damaged: "damaged"}, "only the damaged one is left")


def a_store_that_ends_in_the_middle_and_comes_back(store, folder, saves):
    db, place = folder / "c.db", f"s3://{BUCKET}/again"
    known = hashes_below(saves)

    def interrupt():
        deadline = time.monotonic() + 30
        while len(store.files("again")) < len(known) // 4 and time.monotonic() < deadline:
            time.sleep(0.002)
        store.stop()
        time.sleep(2)
        store.start()
    thread = threading.Thread(target=interrupt)
    thread.start()
    total, told = add(store, db, saves, place, "--wait", "60s")
    thread.join()
    expect(total["added"] == len(known) and total["unread"] == 0, total)
    expect("waiting up to 60 s for the S3 store" in told and "the S3 store is back" in told, told)
    # s3rver writes no file at once, so an object that a kill broke may be left behind; add says that all are kept.
    expect(set(store.files("again")) == set(known), "all are there")
    for name, problem in problems(store, db, place, 0).items():
        raise AssertionError(f"{name} is {problem}")


def who_is_not_known_is_refused(store, folder, saves):
    db = folder / "c.db"
    told = store.call("add", "--db", db, "--bytes", f"s3://{BUCKET}", saves, status=3, AWS_ACCESS_KEY_ID="NOBODY").stderr
    expect(b"403 InvalidAccessKeyId; check the keys in the environment" in told and b"NOBODY" not in told, told)
    told = store.call("add", "--db", db, "--bytes", "s3://nowhere", saves, status=3).stderr
    expect(b"404 NoSuchBucket; make the bucket first" in told, told)


def a_silent_store_is_left(store, folder, saves):
    """It takes connections and says nothing."""
    db = folder / "c.db"
    store.call("add", "--db", db, saves)
    path = next(iter(hashes_below(saves).values()))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.monotonic()
        done = store.call("get", "--db", db, "--bytes", f"s3://{BUCKET}", path,
                          AWS_ENDPOINT_URL=f"http://127.0.0.1:{silent.getsockname()[1]}")
        taken = time.monotonic() - begun
    expect(done.stdout == path.read_bytes() and b"cannot be read" in done.stderr, "the file serves")
    expect(25 < taken < 60, f"it takes {taken:.0f} s")


TESTS = (samples_are_kept_and_come_back, what_is_damaged_missing_or_forgotten,
         a_store_that_ends_in_the_middle_and_comes_back, who_is_not_known_is_refused, a_silent_store_is_left)


def main():
    modules, failed = nodejs.install(PROJECT), 0
    print(f"1..{len(TESTS)}", flush=True)
    for number, test in enumerate(TESTS, 1):
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            saves = top / "saves"
            saves.mkdir()
            for path in sorted((PROJECT / "samples").glob("*"))[:60]:
                if path.suffix in (".partialworld", ".logicworld", ".lvd", ".city", ".structure"):
                    shutil.copy(path, saves)
            (top / "store").mkdir()
            try:
                with S3rver(modules, top / "store") as store:
                    test(store, top, saves)
                print(f"ok {number} - s3rver: {test.__name__.replace('_', ' ')}", flush=True)
            except Exception:
                failed += 1
                lines = traceback.format_exc().replace("\n", "\n# ")
                print(f"not ok {number} - s3rver: {test.__name__.replace('_', ' ')}\n# {lines}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
