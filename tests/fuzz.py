#!/usr/bin/env python3
"""Runs a fuzz target on its seeds for a few seconds and tells in TAP whether it found anything.

Usage: fuzz.py SECONDS TARGET DICTIONARY SEEDS...    (folders that do not exist are left out)
"""
import os
import subprocess
import sys
import tempfile


def main():
    seconds, target, dictionary, *seeds = sys.argv[1:]
    name = os.path.basename(target)
    with tempfile.TemporaryDirectory() as scratch:
        command = [target, f"-max_total_time={seconds}", "-max_len=20000", "-timeout=20",
                   f"-dict={dictionary}", f"-artifact_prefix={scratch}/", scratch]
        result = subprocess.run(command + [seed for seed in seeds if os.path.isdir(seed)],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print("1..1")
    if result.returncode == 0:
        print(f"ok 1 - {name} finds nothing in {seconds} seconds")
        return 0
    print(f"not ok 1 - {name}")
    for line in result.stdout.decode("utf-8", "replace").splitlines()[-60:]:
        print("#", line)
    return 1


if __name__ == "__main__":
    sys.exit(main())
