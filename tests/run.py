#!/usr/bin/env python3
"""Runs test programs that print TAP, a few at once, and counts what they say.

Usage: run.py PROGRAM...    (a PROGRAM with arguments is one quoted word)

Failures are shown with what the program printed; the last line is "N passed, N failed", with
", N skipped" behind it where anything was skipped.
"""
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import time

RESULT = re.compile(r"^(not )?ok\b[ \t]*\d*[ \t-]*(.*)$")
PLAN = re.compile(r"^1\.\.(\d+)")


def count(output, returncode):
    """Returns how many tests passed, failed and were skipped."""
    passed = failed = skipped = planned = 0
    for line in output.splitlines():
        plan, match = PLAN.match(line), RESULT.match(line)
        if plan:
            planned += int(plan.group(1))
        elif match and "# skip" in line.lower():
            skipped += 1  # cmocka 1.1 says "not ok" to these
        elif match and match.group(1):
            failed += 1
        elif match:
            passed += 1
    # A program that dies or stops short of its plan has failed, whatever it counted.
    missing = planned - passed - failed - skipped
    if missing > 0 or (returncode != 0 and failed == 0) or passed + failed + skipped == 0:
        failed += max(missing, 1)
    return passed, failed, skipped


def run(program):
    """Returns the counts, the output and the seconds that a program took."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP")
    began = time.monotonic()
    result = subprocess.run(shlex.split(program), env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = result.stdout.decode("utf-8", "replace")
    return count(output, result.returncode), output, time.monotonic() - began


def name_of(program):
    return " ".join(os.path.basename(word) for word in shlex.split(program)[:3])


def main():
    total = [0, 0, 0]
    programs = sys.argv[1:]
    # Each program keeps one processor busy; results come in the order of the arguments.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program, result in zip(programs, pool.map(run, programs)):
            (passed, failed, skipped), output, seconds = result
            print(f"{name_of(program):44} {passed:6} passed {failed:4} failed {skipped:4} skipped"
                  f" {seconds:7.1f} s", flush=True)
            if failed:
                print(output)
            total = [a + b for a, b in zip(total, (passed, failed, skipped))]
    if total[2]:
        print(f"{total[2]} skipped: what they need is not on this machine")
    skipped = f", {total[2]} skipped" if total[2] else ""
    print(f"{total[0]} passed, {total[1]} failed{skipped}")
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
