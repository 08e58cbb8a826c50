#!/usr/bin/env python3
"""Runs a fuzz target on its seeds and tells in TAP whether it found anything.

Usage: fuzz.py runs=N|seconds=N|afl=N TARGET DICTIONARY SEEDS...    (folders that do not exist are left out)
       fuzz.py keep [TARGET...]

With runs=N the target tries a share of the inputs of fuzz/corpus/TARGET.tar.xz, of the seeds and of those of real files,
and N inputs more, the same each time; OVERWORLD_DRAW, any text, makes them others. With OVERWORLD_DEPTH=deep it tries all
inputs of fuzz/corpus/TARGET.tar.xz. With seconds=N it begins with all of them and tries what it can, at random. The inputs
that reach something new are added to build-fuzz/corpus/TARGET, which begins as fuzz/corpus/TARGET.tar.xz, and a line to
fuzz/ledger.tsv. An input that breaks a promise is kept in build-fuzz/found.

With afl=N, AFL++ does the same for N seconds, with a TARGET that it has compiled. What it finds is merged into the
same corpus. Its features are edges of the code, so they are not to be compared with those of libFuzzer.

`keep` makes fuzz/corpus/TARGET.tar.xz of the short inputs of build-fuzz/corpus/TARGET: as few as reach what all reach and the
seeds do not.
"""
import datetime
import lzma
import os
import re
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zlib

import suites

LONGEST = 20000  # bytes of an input
LONGEST_KEPT = 1000  # bytes of an input in the repository
LONGEST_KEPT_OF = {"fuzz_pair": 2000, "fuzz_calls": 8000}  # which hold several texts
INPUTS_OF_PROCESS = 500  # of AFL++: the processor time of a process counts when it ends
LONGEST_RUN = 25  # seconds, for one input
MOST_OF_SHARE = 120  # seeds
MOST_KEPT_OF_SHARE = 60  # inputs of the repository
LARGEST_OF_SHARE = 4000  # bytes
FOUND = "build-fuzz/found"
KEPT = "build-fuzz/corpus"
LEDGER = "fuzz/ledger.tsv"
COLUMNS = ("date", "commit", "target", "seconds", "inputs", "features", "corpus", "found", "engine")


def drawn(names, draw):
    """The names in an order that a draw decides, the same for the same draw."""
    return sorted(sorted(names), key=lambda name: zlib.crc32(f"{draw} {name}".encode()))


def share_of(folders, draw, folder):
    """Copies a few of the files below folders into another one."""
    paths = [os.path.join(place, name) for top in folders for place, _, names in os.walk(top) for name in names]
    chosen = drawn([path for path in paths if os.path.getsize(path) <= LARGEST_OF_SHARE], draw)[:MOST_OF_SHARE]
    for number, path in enumerate(chosen):
        shutil.copy(path, os.path.join(folder, f"seed-{number}"))
    return len(chosen)


def of_real_files(seeds):
    return seeds.replace("build-fuzz/seeds", "build-fuzz/real-seeds")


def unpack_corpus(name, folder, draw=None):
    """All inputs, or with a draw a few of them. Returns their number."""
    path = f"fuzz/corpus/{name}.tar.xz"
    if not os.path.exists(path):
        return 0
    with tarfile.open(path) as archive:
        names = archive.getnames() if draw is None else drawn(archive.getnames(), draw)[:MOST_KEPT_OF_SHARE]
        for file in names:
            with open(os.path.join(folder, file), "wb") as copy:
                copy.write(archive.extractfile(file).read())
        return len(names)


def pack_corpus(name, folder, files):
    """The same bytes for the same files. Inputs have texts in common, so they are compressed together."""
    os.makedirs("fuzz/corpus", exist_ok=True)
    with lzma.open(f"fuzz/corpus/{name}.tar.xz", "wb", preset=9 | lzma.PRESET_EXTREME) as packed, \
            tarfile.open(fileobj=packed, mode="w") as archive:
        for file in files:
            entry = tarfile.TarInfo(file)
            entry.size = os.path.getsize(os.path.join(folder, file))
            with open(os.path.join(folder, file), "rb") as content:
                archive.addfile(entry, content)


def copy_files(folders, longest, into):
    """Copies the files below folders that are short enough. Returns their new names."""
    names = []
    for path in sorted(os.path.join(place, name) for top in folders for place, _, files in os.walk(top) for name in files):
        if os.path.getsize(path) <= longest:
            names.append(f"{len(names)}-{os.path.basename(path)}")
            shutil.copy(path, os.path.join(into, names[-1]))
    return names


def keep_corpus(name, seeds):
    """The same bytes for the same corpus."""
    kept = f"{KEPT}/{name}"
    with tempfile.TemporaryDirectory() as scratch:
        whole, short = os.path.join(scratch, "whole"), os.path.join(scratch, "short")
        os.makedirs(whole)
        os.makedirs(short)
        known = set(copy_files(seeds, LONGEST, whole))
        copy_files([kept], LONGEST_KEPT_OF.get(name, LONGEST_KEPT), short)
        subprocess.run([f"build-fuzz/fuzz/{name}", "-set_cover_merge=1", f"-max_len={LONGEST}", whole, short],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        added = sorted(set(os.listdir(whole)) - known)
        pack_corpus(name, whole, added)
        print(f"{name}: {len(added)} inputs of {len(os.listdir(kept))}", flush=True)


def last_number(told, pattern):
    """The last number that stands behind a pattern in the output of libFuzzer."""
    found = [match.group(1) for line in told for match in re.finditer(pattern + r"\s*(\d+)", line)]
    return found[-1] if found else "0"


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def add_to_ledger(name, seconds, inputs, features, corpus, found, engine):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True,
                            check=False).stdout.strip() or "-"
    row = (datetime.date.today().isoformat(), commit, name, f"{seconds:.0f}", inputs, features, corpus, str(found), engine)
    is_new = not os.path.exists(LEDGER)
    with open(LEDGER, "a", encoding="utf-8") as file:
        file.write(("\t".join(COLUMNS) + "\n" if is_new else "") + "\t".join(row) + "\n")


def run(command):
    """The exit status, and the lines that were printed."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return result.returncode, result.stdout.decode("utf-8", "replace").splitlines()


def run_afl(name, target, dictionary, seconds):
    """The exit status, the number of inputs tried as AFL++ prints it, and lines to show."""
    kept = f"{KEPT}/{name}"
    settings = {"AFL_NO_UI": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_NO_AFFINITY": "1", "AFL_FAST_CAL": "1",
                "AFL_IGNORE_SEED_PROBLEMS": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1"}
    with tempfile.TemporaryDirectory() as scratch:
        begin, out = os.path.join(scratch, "in"), os.path.join(scratch, "out")
        os.makedirs(begin)
        if unpack_corpus(name, begin) == 0:
            share_of([kept], 0, begin)
        command = ["afl-fuzz", "-V", seconds, "-i", begin, "-o", out, "-G", str(LONGEST), "-t", f"{LONGEST_RUN}000", "-x",
                   dictionary, "--", target, f"-{INPUTS_OF_PROCESS}"]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                                env={**os.environ, **settings})
        used = processor_seconds()
        told = result.stdout.decode("utf-8", "replace").splitlines()
        figures = {}
        if os.path.exists(f"{out}/default/fuzzer_stats"):
            with open(f"{out}/default/fuzzer_stats", encoding="utf-8") as file:
                figures = dict(re.split(r"\s*:\s*", line.strip(), maxsplit=1) for line in file)
        found = [os.path.join(out, "default", kind, file) for kind in ("crashes", "hangs")
                 for file in sorted(os.listdir(f"{out}/default/{kind}")) if file.startswith("id:")] if figures else []
        for number, path in enumerate(found):
            shutil.copy(path, f"{FOUND}/{name}-afl-{os.getpid()}-{number}")
            told.append(f"Test unit written to {FOUND}/{name}-afl-{os.getpid()}-{number}")
        if figures:
            subprocess.run([f"build-fuzz/fuzz/{name}", "-merge=1", f"-max_len={LONGEST}", kept, f"{out}/default/queue"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            add_to_ledger(name, used, figures["execs_done"], figures["edges_found"], figures["corpus_count"],
                          len(found), "afl++")
        return (1 if found or not figures else 0), figures.get("execs_done", "0"), told


def main():
    if sys.argv[1:2] == ["keep"]:
        for name, _, seeds in suites.FUZZERS:
            if os.path.isdir(f"{KEPT}/{name}") and (len(sys.argv) == 2 or name in sys.argv):
                keep_corpus(name, seeds)
        return 0
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    amount, target, dictionary, *seeds = sys.argv[1:]
    name, (unit, number) = os.path.basename(target), amount.split("=")
    seeds = [seed for seed in seeds if os.path.isdir(seed)]
    os.makedirs(FOUND, exist_ok=True)
    command = [target, f"-max_len={LONGEST}", f"-timeout={LONGEST_RUN}", "-rss_limit_mb=2048", f"-dict={dictionary}",
               f"-artifact_prefix={FOUND}/{name}-", "-print_final_stats=1"]
    if unit == "seconds":
        kept = f"{KEPT}/{name}"
        os.makedirs(kept, exist_ok=True)
        unpack_corpus(name, kept)
        status, told = run([*command, f"-max_total_time={number}", kept, *seeds])
        inputs = last_number(told, "stat::number_of_executed_units:")
        add_to_ledger(name, processor_seconds(), inputs, last_number(told, r"\bft:"), last_number(told, r"\bcorp:"),
                      int(status != 0), "libfuzzer")
    elif unit == "afl":
        os.makedirs(f"{KEPT}/{name}", exist_ok=True)
        status, inputs, told = run_afl(name, target, dictionary, number)
    else:
        with tempfile.TemporaryDirectory() as scratch:
            draw = zlib.crc32(os.environ.get("OVERWORLD_DRAW", "").encode()) or 1
            deep = os.environ.get("OVERWORLD_DEPTH") == "deep"
            known = unpack_corpus(name, scratch, None if deep else draw)
            known += share_of([*seeds, *map(of_real_files, seeds)], draw, scratch)
            status, told = run([*command, f"-runs={int(number) + known}", f"-seed={draw}", scratch])
        inputs = last_number(told, "stat::number_of_executed_units:")
    print("1..1")
    if status == 0:
        print(f"ok 1 - {name} finds nothing in {inputs} inputs")
        return 0
    print(f"not ok 1 - {name}")
    for line in told[-60:]:
        print("#", line)
    for line in told:
        if "Test unit written to" in line:
            print(f"# {target} {line.split()[-1]}    tries that input alone")
    return 1


if __name__ == "__main__":
    sys.exit(main())
