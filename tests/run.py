#!/usr/bin/env python3
"""Runs test programs that print TAP and counts what they say.

Usage: run.py PROGRAM...    (a PROGRAM with arguments is one quoted word)

Failures are shown with what the program printed; the last line is "N passed, N failed, N skipped".
"""
import os
import re
import shlex
import subprocess
import sys
import time

RESULT = re.compile(r"^(not )?ok\b[ \t]*\d*[ \t-]*(.*)$")
PLAN = re.compile(r"^1\.\.(\d+)")


def run(program):
    """Returns passed, failed, skipped, and the output if anything failed."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP")
    result = subprocess.run(shlex.split(program), env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = result.stdout.decode("utf-8", "replace")
    passed = failed = skipped = planned = 0
    for line in output.splitlines():
        plan, match = PLAN.match(line), RESULT.match(line)
        if plan:
            planned += int(plan.group(1))
        elif match and match.group(1):
            failed += 1
        elif match and "# skip" in line.lower():
            skipped += 1
        elif match:
            passed += 1
    # A program that dies or stops short of its plan has failed, whatever it counted.
    missing = planned - passed - failed - skipped
    if missing > 0 or (result.returncode != 0 and failed == 0) or passed + failed + skipped == 0:
        failed += max(missing, 1)
    return passed, failed, skipped, output if failed else ""


def main():
    total = [0, 0, 0]
    for program in sys.argv[1:]:
        began = time.monotonic()
        passed, failed, skipped, output = run(program)
        name = " ".join(os.path.basename(word) for word in shlex.split(program)[:3])
        print(f"{name:44} {passed:6} passed {failed:4} failed {skipped:4} skipped"
              f" {time.monotonic() - began:7.1f} s", flush=True)
        if output:
            print(output)
        total = [a + b for a, b in zip(total, (passed, failed, skipped))]
    if total[2]:
        print(f"{total[2]} skipped: the files they need are not on this machine")
    print(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped")
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
