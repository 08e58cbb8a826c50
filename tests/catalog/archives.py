#!/usr/bin/env python3
"""`overworld catalog add --archives`: what is in an archive becomes rows as if it were a folder, and hostile archives cost
little and reach nothing.

Usage: archives.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)
"""
import ctypes
import gzip
import io
import json
import lzma
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib

COMMAND = os.path.abspath(sys.argv[1])
SAMPLES = os.path.join(os.path.abspath(sys.argv[2]), "samples")
NAMES = ("four-bit-adder.partialworld", "moated-keep.lvd", "build-car.structure")


class Failure(Exception):
    pass


def expect(is_true, what):
    if not is_true:
        raise Failure(what)


def sample(name):
    with open(os.path.join(SAMPLES, name), "rb") as file:
        return file.read()


WORLDS = {"adder.partialworld": sample(NAMES[0]), "deep/er/keep.lvd": sample(NAMES[1]),
          "w\u00f6rld \u00e9.structure": sample(NAMES[2])}


def write(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def add(folder, *words, status=0):
    """The lines for files, by path below FOLDER, and the counts."""
    done = subprocess.run([COMMAND, "catalog", "add", "--db", os.path.join(folder, "c.db"), "--archives", "--json-lines",
                           *words], capture_output=True, timeout=120)
    expect(done.returncode == status, f"{words}: status {done.returncode}, not {status}: {done.stderr.decode()[-600:]}")
    expect(b"by a bug" not in done.stderr, done.stderr.decode())
    *files, counts = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return {os.path.relpath(line["file"], folder): line for line in files}, counts


def rows(folder, sql):
    with sqlite3.connect(os.path.join(folder, "c.db")) as database:
        return database.execute(sql).fetchall()


def files_of(folder):
    return sorted(os.path.relpath(f"{above}/{name}", folder) for above, name in rows(folder, "SELECT folder, name FROM file"))


# ------------------------------------------------------------------ archives

def zip_of(files, method=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def raw_zip(entries):
    """Entries are (name, method, packed bytes, their size as stated, their CRC): nothing of it is checked."""
    body, directory = b"", b""
    for name, method, packed, size, check in entries:
        fields = struct.pack("<HHHHHIII", 20, 0, method, 0, 0x21, check, len(packed), size)
        directory += (b"PK\1\2" + struct.pack("<H", 20) + fields + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, len(body))
                      + name)
        body += b"PK\3\4" + fields + struct.pack("<HH", len(name), 0) + name + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(entries), len(entries), len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end


def tar_of(files, mode="w"):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:
        for name, content in files.items():
            member = content if isinstance(content, tarfile.TarInfo) else tarfile.TarInfo(name)
            if member is not content:
                member.size = len(content)
            archive.addfile(member, io.BytesIO(content) if member is not content else None)
    return data.getvalue()


def seven_of(files, folder):
    """Python has no module for 7z; libarchive, which is to read it, writes it."""
    library = ctypes.CDLL("libarchive.so.13")
    for name in ("archive_write_new", "archive_entry_new"):
        getattr(library, name).restype = ctypes.c_void_p
    path = os.path.join(folder, "made.7z")
    archive = ctypes.c_void_p(library.archive_write_new())
    library.archive_write_set_format_7zip(archive)
    expect(library.archive_write_open_filename(archive, path.encode()) == 0, "7z cannot be written")
    for name, content in files.items():
        entry = ctypes.c_void_p(library.archive_entry_new())
        library.archive_entry_update_pathname_utf8(entry, name.encode())
        library.archive_entry_set_size(entry, ctypes.c_int64(len(content)))
        library.archive_entry_set_filetype(entry, 0o100000)
        library.archive_entry_set_perm(entry, 0o644)
        library.archive_write_header(archive, entry)
        library.archive_write_data(archive, content, ctypes.c_size_t(len(content)))
    library.archive_write_free(archive)
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    return data


def every_kind(files, folder):
    ascii_only = {name: content for name, content in files.items() if name.isascii()}
    return {"a.zip": zip_of(files), "stored.ZIP": zip_of(files, zipfile.ZIP_STORED), "a.tar": tar_of(files),
            "a.tar.gz": tar_of(files, "w:gz"), "a.tgz": tar_of(files, "w:gz"), "a.tar.xz": tar_of(files, "w:xz"),
            "a.tar.bz2": tar_of(files, "w:bz2"), "a.7z": seven_of(ascii_only, folder)}


# --------------------------------------------------------------------- tests

def archives_are_as_folders(folder):
    files = {**WORLDS, "readme.txt": b"no world", "inner.zip": zip_of({"not.lvd": b"opened"})}
    kinds = every_kind(files, folder)
    for name, data in kinds.items():
        write(folder, name, data)
    lines, counts = add(folder, folder)
    expected = sorted(f"{kind}/{name}" for kind in kinds for name in WORLDS if kind != "a.7z" or name.isascii())
    expect(files_of(folder) == expected, f"{files_of(folder)}")
    expect(all(lines[kind]["verdict"] == "opened" for kind in kinds), lines)
    expect(counts["opened"] == len(kinds) and counts["added"] == len(expected) and counts["unread"] == 0, counts)
    plain = os.path.join(folder, "plain")
    for name, data in WORLDS.items():
        os.makedirs(os.path.dirname(os.path.join(plain, "in", name)), exist_ok=True)
        write(os.path.join(plain, "in"), name, data)
    add(plain, os.path.join(plain, "in"))
    for table in ("world", "world_type", "world_issue", "world_port", "world_band"):
        found = [sorted(rows(of, f"SELECT * FROM {table}"), key=repr) for of in (folder, plain)]
        expect(found[0] == found[1], f"{table} has other rows than for files on the disk")
    texts = [rows(of, "SELECT key, file, text FROM world_text ORDER BY 1, 2") for of in (folder, plain)]
    expect(texts[0] == texts[1], "other texts than for files on the disk")


def an_archive_is_read_once_for_each_change(folder):
    path = write(folder, "a.zip", zip_of(WORLDS))
    other = os.path.join(folder, "c.db")
    done = subprocess.run([COMMAND, "catalog", "add", "--db", other, folder], capture_output=True, text=True)
    expect(done.stdout == "0 read, 0 unchanged, 1 skipped as archives\n", done)
    _, counts = add(folder, folder)
    expect((counts["opened"], counts["added"]) == (1, 3), f"listed before, opened now: {counts}")
    lines, counts = add(folder, folder)
    expect(lines["a.zip"]["verdict"] == "unchanged" and counts["unchanged"] == 1, counts)
    done = subprocess.run([COMMAND, "catalog", "add", "--db", other, folder], capture_output=True, text=True)
    expect(done.stdout == "0 read, 1 unchanged\n" and len(files_of(folder)) == 3, done)
    _, counts = add(folder, "--thumbnails", folder)
    expect(counts["opened"] == 1 and rows(folder, "SELECT count(*) FROM world_picture") == [(3,)], counts)
    _, counts = add(folder, folder)
    expect(counts["unchanged"] == 1, f"with pictures is more than without: {counts}")
    add(folder, "--prune", folder)
    expect(len(files_of(folder)) == 3, "files of an archive that is there are forgotten")
    write(folder, "a.zip", zip_of({"adder.partialworld": WORLDS["adder.partialworld"], "new.lvd": WORLDS["deep/er/keep.lvd"]}))
    add(folder, "--prune", folder)
    expect(files_of(folder) == ["a.zip/adder.partialworld", "a.zip/new.lvd"], files_of(folder))
    expect(rows(folder, "SELECT count(*) FROM world") == [(2,)], "a world that is gone with its archive's change")
    os.remove(path)
    _, counts = add(folder, "--prune", folder)
    expect(files_of(folder) == [] and counts["files_gone"] == 2, counts)


def names_stay_in_their_archive(folder):
    keep, adder = WORLDS["deep/er/keep.lvd"], WORLDS["adder.partialworld"]
    os.mkdir(os.path.join(folder, "in"))
    write(os.path.join(folder, "in"), "mine.lvd", keep)
    for name in ("../mine.lvd", "/in/mine.lvd", "a/../../mine.lvd", "a//mine.lvd", "..", "a/./mine.lvd"):
        for make in (lambda files: zip_of(files), tar_of):
            write(os.path.join(folder, "in"), "hostile.zip", make({name: adder, "./fine.lvd": keep}))
            lines, _ = add(folder, os.path.join(folder, "in"), status=0 if name == ".." else 3)
            expect(files_of(folder) == ["in/hostile.zip/fine.lvd", "in/mine.lvd"], f"{name}: {files_of(folder)}")
            if name != "..":
                expect("leads out of it" in lines["in/hostile.zip"]["message"], lines["in/hostile.zip"])
    twice = raw_zip([(name, 0, data, len(data), zlib.crc32(data)) for name, data in
                     ((b"a.lvd", keep), (b"a.lvd", adder), (b"\xff\xfe.lvd", keep))])
    write(os.path.join(folder, "in"), "hostile.zip", twice)
    add(folder, os.path.join(folder, "in"), status=3)
    found = rows(folder, "SELECT name, size FROM file WHERE folder LIKE '%hostile.zip' ORDER BY name")
    expect(found == [("\\xff\\xfe.lvd", len(keep)), ("a.lvd", len(keep))], found)


def links_and_devices_are_skipped(folder):
    files = {"fine.lvd": WORLDS["deep/er/keep.lvd"]}
    for name, kind, target in (("soft.lvd", tarfile.SYMTYPE, "/etc/passwd"), ("hard.lvd", tarfile.LNKTYPE, "fine.lvd"),
                               ("device.lvd", tarfile.CHRTYPE, ""), ("pipe.lvd", tarfile.FIFOTYPE, ""),
                               ("folder.lvd", tarfile.DIRTYPE, "")):
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, target
        files[name] = member
    write(folder, "links.tar", tar_of(files))
    add(folder, folder)
    expect(files_of(folder) == ["links.tar/fine.lvd"], files_of(folder))


def refused(folder, name, data, words, kept=(), most_seconds=30, options=()):
    """An archive that is refused with WORDS; files KEPT of it are there, and the next run tries it again."""
    inside = os.path.join(folder, "in")
    shutil.rmtree(inside, ignore_errors=True)
    os.mkdir(inside)
    write(inside, name, data)
    began = time.monotonic()
    for _ in range(2):
        lines, counts = add(folder, *options, inside, status=3)
        message = lines[f"in/{name}"]["message"] or ""
        expect(lines[f"in/{name}"]["verdict"] == "unreadable" and words in message, f"{name}: {lines[f'in/{name}']}")
        expect(files_of(folder) == [f"in/{name}/{file}" for file in kept], f"{name}: {files_of(folder)}")
    expect(time.monotonic() - began < most_seconds, f"{name}: {time.monotonic() - began:.0f} s")
    os.remove(os.path.join(inside, name))
    add(folder, "--prune", inside)


def bombs_are_not_unpacked(folder):
    keep = WORLDS["deep/er/keep.lvd"]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    size = 100 << 20
    zeros = packer.compress(bytes(size)) + packer.flush()
    fine, check = (b"a.lvd", 0, keep, len(keep), zlib.crc32(keep)), zlib.crc32(bytes(size))
    refused(folder, "far.zip", raw_zip([fine, *((b"%d.lvd" % i, 8, zeros, size, check) for i in range(20))]),
            "holds far more bytes", ["0.lvd", "1.lvd", "2.lvd", "3.lvd", "a.lvd"])
    header = tar_of({"d": tarfile.TarInfo("d")})[:512]
    refused(folder, "many.tar.gz", gzip.compress(header * 100002, 1), "has more than 100,000 entries")
    big = tarfile.TarInfo("big.bin")
    big.size = 64 << 30
    member = gzip.compress(bytes(64 << 20), 1)
    endless = gzip.compress(big.tobuf(tarfile.GNU_FORMAT), 1) + member * 512
    refused(folder, "slow.tar.gz", endless, "takes more than 1 s of processor time", options=("--sandbox", "--timeout", "1"))
    xz = bytearray(lzma.compress(tar_of({"a.lvd": keep})))
    expect(xz[14:16] == b"\x21\x01", "the filter of xz is elsewhere")
    xz[16] = 40  # a dictionary of 4 GiB
    end = 12 + (xz[12] + 1) * 4
    xz[end - 4:end] = struct.pack("<I", zlib.crc32(xz[12:end - 4]))
    refused(folder, "memory.tar.xz", bytes(xz), "", options=("--max-memory", "64M"))


def large_files_are_refused_alone(folder):
    write(folder, "a.zip", zip_of({"large.lvd": bytes(50000), "keep.lvd": WORLDS["deep/er/keep.lvd"]}))
    lines, counts = add(folder, "--max-size", "40000", folder, status=3)
    expect("--max-size" in lines["a.zip/large.lvd"]["message"] and lines["a.zip"]["verdict"] == "opened", lines)
    expect(files_of(folder) == ["a.zip/keep.lvd"] and counts["unread"] == 1, counts)
    expect(rows(folder, "SELECT name, reason FROM skipped ORDER BY 1") == [("a.zip", "opened"), ("large.lvd", "unreadable")],
           "the skipped files")
    write(folder, "b.zip", bytes(50000))
    lines, _ = add(folder, "--max-size", "40000", folder, status=3)
    expect("--max-size" in lines["b.zip"]["message"], "a large archive")


def broken_archives_are_refused(folder):
    refused(folder, "text.zip", b"this is no archive", "")
    refused(folder, "empty.7z", b"", "")
    encrypted = bytearray(zip_of({"a.lvd": WORLDS["deep/er/keep.lvd"]}))
    encrypted[6] |= 1
    encrypted[encrypted.index(b"PK\1\2") + 8] |= 1
    write(folder, "secret.zip", encrypted)
    lines, _ = add(folder, folder, status=3)
    expect("encrypted" in lines["secret.zip/a.lvd"]["message"], lines)
    os.remove(os.path.join(folder, "secret.zip"))
    add(folder, "--prune", folder)
    for name, data in every_kind(WORLDS, folder).items():
        for share in (0.3, 0.6, 0.9):
            inside = os.path.join(folder, "in")
            os.makedirs(inside, exist_ok=True)
            write(inside, name, data[:int(len(data) * share)])
    lines, counts = add(folder, inside, status=3)
    expect(counts["unread"] >= 6, counts)
    expect(all(line["message"] for line in lines.values() if line["verdict"] == "unreadable"), lines)


def damaged_archives_do_no_harm(folder):
    """Bytes changed at random: whatever libarchive makes of them stays in its process."""
    trials = 60 if os.environ.get("OVERWORLD_DEPTH") == "deep" else 12
    seed = int(os.environ.get("OVERWORLD_SEED", random.randrange(2**32)))
    chance = random.Random(seed)
    for name, data in every_kind(WORLDS, folder).items():
        for number in range(trials):
            damaged = bytearray(data)
            for _ in range(chance.randint(1, 8)):
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            inside = os.path.join(folder, "in", str(number))
            os.makedirs(inside, exist_ok=True)
            write(inside, name, damaged)
    done = subprocess.run([COMMAND, "catalog", "add", "--db", os.path.join(folder, "c.db"), "--archives", "--json",
                           os.path.join(folder, "in")], capture_output=True, timeout=300)
    expect(done.returncode in (0, 3) and b"by a bug" not in done.stderr, f"seed {seed}: {done.returncode}: {done.stderr[-500:]}")
    counts = json.loads(done.stdout)
    expect(counts["opened"] > 0, f"seed {seed}: {counts}")
    outside = [path for path in files_of(folder) if not path.startswith("in/")]
    expect(not outside, f"seed {seed}: {outside}")


TESTS = [archives_are_as_folders, an_archive_is_read_once_for_each_change, names_stay_in_their_archive,
         links_and_devices_are_skipped, bombs_are_not_unpacked, large_files_are_refused_alone, broken_archives_are_refused,
         damaged_archives_do_no_harm]


def why_not():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([COMMAND, "catalog", "add", "--db", f"{folder}/c.db", "--archives", folder],
                              capture_output=True, text=True)
        return None if done.returncode == 0 else done.stderr.strip()


def main():
    os.environ.pop("OVERWORLD_CATALOG", None)
    missing, failed = why_not(), 0
    titles = {test: test.__name__.replace("_", " ") for test in TESTS}
    tests = [test for test in TESTS if sys.argv[3:] in ([], [titles[test]])]
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        name = "archives: " + titles[test]
        if missing:
            print(f"ok {number} - {name} # skip {missing}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(os.path.realpath(folder))
                print(f"ok {number} - {name}", flush=True)
            except (Failure, KeyError, ValueError, subprocess.TimeoutExpired, sqlite3.Error) as failure:
                failed += 1
                print(f"not ok {number} - {name}\n# {type(failure).__name__}: {failure}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
