#!/usr/bin/env python3
"""Runs a fuzz target on its seeds and tells in TAP whether it found anything.

Usage: fuzz.py runs=N|seconds=N TARGET DICTIONARY SEEDS...    (folders that do not exist are left out)

With runs=N the target tries a share of the seeds and N inputs more, the same each time; OVERWORLD_DRAW, any text, makes
them others. With seconds=N it tries what it can, at random, and the inputs that reach something new stay in
build-fuzz/corpus/TARGET for the next time. An input that breaks a promise is kept in build-fuzz/found.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import zlib

LONGEST = 20000  # bytes of an input
LONGEST_RUN = 25  # seconds, for one input
MOST_OF_SHARE = 120  # seeds
LARGEST_OF_SHARE = 4000  # bytes
FOUND = "build-fuzz/found"


def share_of(folders, draw, folder):
    """Copies a few of the files below folders into another one, the same for the same draw."""
    paths = [os.path.join(place, name) for top in folders for place, _, names in os.walk(top) for name in names]
    chosen = [path for path in sorted(paths) if os.path.getsize(path) <= LARGEST_OF_SHARE]
    chosen.sort(key=lambda path: zlib.crc32(f"{draw} {path}".encode()))
    for number, path in enumerate(chosen[:MOST_OF_SHARE]):
        shutil.copy(path, os.path.join(folder, f"seed-{number}"))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    amount, target, dictionary, *seeds = sys.argv[1:]
    name, (unit, number) = os.path.basename(target), amount.split("=")
    seeds = [seed for seed in seeds if os.path.isdir(seed)]
    os.makedirs(FOUND, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        if unit == "seconds":
            kept = f"build-fuzz/corpus/{name}"
            os.makedirs(kept, exist_ok=True)
            extent = [f"-max_total_time={number}", kept]
        else:
            draw = zlib.crc32(os.environ.get("OVERWORLD_DRAW", "").encode()) or 1
            share_of(seeds, draw, scratch)
            extent, seeds = [f"-runs={int(number) + MOST_OF_SHARE}", f"-seed={draw}", scratch], []
        command = [target, f"-max_len={LONGEST}", f"-timeout={LONGEST_RUN}", "-rss_limit_mb=2048",
                   f"-dict={dictionary}", f"-artifact_prefix={FOUND}/{name}-", "-print_final_stats=1", *extent, *seeds]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    print("1..1")
    told = result.stdout.decode("utf-8", "replace").splitlines()
    if result.returncode == 0:
        tried = [line.split()[-1] for line in told if line.startswith("stat::number_of_executed_units")]
        print(f"ok 1 - {name} finds nothing in {' '.join(tried)} inputs")
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
