#!/usr/bin/env python3
"""The npm package in Node.js.

Usage: package.py OVERWORLD PROJECT CORPUS

Builds web/overworld and runs its tests: every sample and every file of the corpus through the package and the
command, which must say the same byte for byte; what makes worlds of worlds; hostile input; memory; and the
examples of its README. The module may have 450 kB with brotli.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

LARGEST = 450_000  # bytes, as a server sends it


def tests(project, corpus):
    """What the tests print as TAP."""
    files = sorted(str(path) for path in (project / "web/overworld/test").glob("*.test.mjs"))
    done = subprocess.run(["node", "--test", "--test-reporter=tap", *files], text=True, check=False,
                          capture_output=True, timeout=1200, cwd=project,
                          env={**os.environ, "OVERWORLD_CORPUS": str(corpus)})
    return done.stdout + done.stderr


def size_of(module):
    packed = subprocess.run(["brotli", "--best", "--stdout", module], check=True, capture_output=True)
    return len(packed.stdout)


def main():
    project, corpus = (Path(word).resolve() for word in sys.argv[2:4])
    subprocess.run([project / "scripts/web.sh", "package"], check=True)
    output = tests(project, corpus)
    counts = {word: int(number) for word, number in re.findall(r"^# (pass|fail|skipped) (\d+)$", output, re.M)}
    failed = counts.get("fail", 1)
    if failed:
        print(output)
    size = size_of(project / "web/overworld/dist/overworld.wasm")
    print(f"overworld.wasm: {size:,} bytes with brotli")
    passed = counts.get("pass", 0) + (size <= LARGEST)
    failed += size > LARGEST
    print(f"{passed} passed, {failed} failed")


main()
