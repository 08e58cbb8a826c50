#!/usr/bin/env python3
"""Runs suites of tests, as many at once as there are processors, and counts the lines of TAP that they print.

Usage: run.py test|deep|coverage|fuzz|peers|drawn-peers [NAME...]

`test` lists what `make test` runs, `deep` what `make deep` runs, and so on (suites.py). NAME picks suites whose name
contains NAME. The longest suites start first, by the times of the last run. Each failing case is printed with the
command that runs it alone. The last line is "N passed, N failed", with ", N skipped" if tests were skipped.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import threading
import time

import suites

TIMES = "build-test/times.json"
RESULT = re.compile(r"^(not )?ok\b[ \t]*\d*[ \t-]*(.*)$")
PLAN = re.compile(r"^1\.\.(\d+)")
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")
SLOWEST = 10
SHOWN = 12  # failures of a suite


def count(output, returncode):
    """How many tests passed, failed and were skipped, and the names of those that failed. A last line with counts
    takes precedence over the lines of TAP."""
    passed = skipped = planned = 0
    failures = []
    lines = output.splitlines()
    counts = COUNTS.match(lines[-1]) if lines else None
    for line in lines:
        plan, match = PLAN.match(line), RESULT.match(line)
        if plan:
            planned += int(plan.group(1))
        elif match and "# skip" in line.lower():
            skipped += 1  # cmocka 1.1 says "not ok" to these
        elif match and match.group(1):
            failures.append(match.group(2))
        elif match:
            passed += 1
    failed = len(failures)
    if counts:
        passed, failed, skipped = (int(number or 0) for number in counts.groups())
        planned = 0
    # A program that dies or stops short of its plan has failed, whatever it counted.
    missing = planned - passed - failed - skipped
    if missing > 0 or (returncode != 0 and failed == 0) or passed + failed + skipped == 0:
        failed += max(missing, 1)
    return (passed, failed, skipped), failures


def run(suite):
    """Returns the result and the output of a suite, and the seconds that it took."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", **suite.environment)
    began = time.monotonic()
    try:
        result = subprocess.run(suite.words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False)
        output, status = result.stdout.decode("utf-8", "replace"), result.returncode
    except OSError as error:
        output, status = f"{suite.words[0]}: {error.strerror}", 127
    return suite, *count(output, status), output, time.monotonic() - began


def read_times():
    try:
        with open(TIMES, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def write_times(times):
    try:
        with open(TIMES + ".new", "w", encoding="utf-8") as file:
            json.dump(times, file, indent=1, sort_keys=True)
        os.replace(TIMES + ".new", TIMES)
    except OSError:
        pass  # the next run has a worse order, no more


def case_of(suite, failure):
    """The name of a case as its suite takes it: behind the title of robust programs."""
    name = failure.split(" # ")[0].strip()
    return name.split(": ", 1)[-1] if suite.name.startswith("robust-") else name


def show_failure(suite, failures, output):
    print(output if len(output) < 20000 else output[:4000] + "\n...\n" + output[-12000:])
    print(f"{suite.name} failed. To run a case alone:")
    drawn = os.environ.get("OVERWORLD_DRAW")
    settings = f"OVERWORLD_DRAW={drawn} " if drawn else ""
    for failure in failures[:SHOWN] or [""]:
        print(f"    {settings}{suite.shown_for(case_of(suite, failure))}")
    if len(failures) > SHOWN:
        print(f"    and {len(failures) - SHOWN} more")


class Summary:
    """Prints the result of each suite as soon as it ends; if quiet, only of those that fail."""

    def __init__(self, times, quiet):
        self.times, self.quiet = times, quiet
        self.total, self.took = [0, 0, 0], {}
        self.lock = threading.Lock()

    def add(self, done):
        suite, counts, failures, output, seconds = done.result()
        passed, failed, skipped = counts
        with self.lock:
            if failed or not self.quiet:
                print(f"{suite.name:32} {passed:6} passed {failed:4} failed {skipped:4} skipped {seconds:7.1f} s",
                      flush=True)
            if failed:
                show_failure(suite, failures, output)
            self.total = [one + other for one, other in zip(self.total, counts)]
            self.took[suite.name] = self.times[suite.shown()] = round(seconds, 1)


def run_all(chosen, quiet=False):
    """Runs suites. Returns the sums of their counts, and the seconds of each. A suite starts when its packages are
    installed, and the next packages are installed meanwhile."""
    times = read_times()
    summary = Summary(times, quiet)
    order = sorted(chosen, key=lambda suite: -times.get(suite.shown(), suite.seconds))
    # Suites with packages are those of other programs. A browser often waits, so one more of them runs at once.
    at_once = (os.cpu_count() or 1) + any(suite.packages for suite in chosen)
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        running = []
        for suite in order:
            if suite.packages:
                subprocess.run(["scripts/need.sh", *suite.packages], check=True)
            running.append(pool.submit(run, suite))
            running[-1].add_done_callback(summary.add)
    for done in running:
        done.result()  # an error of this program ends it
    write_times(times)
    return summary.total, summary.took


def finish(total, took):
    """Says what took long and, on the last line, the counts. Returns the exit status."""
    slowest = sorted(took.items(), key=lambda item: -item[1])[:SLOWEST]
    print("slowest: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in slowest))
    if total[2]:
        print(f"{total[2]} skipped: what they need is not on this machine")
    skipped = f", {total[2]} skipped" if total[2] else ""
    print(f"{total[0]} passed, {total[1]} failed{skipped}", flush=True)
    return 1 if total[1] or not total[0] else 0


def main():
    lists = {"test": suites.of_test, "deep": suites.of_deep, "coverage": suites.of_coverage,
             "fuzz": suites.of_fuzz, "peers": suites.of_peers, "drawn-peers": suites.drawn_of_peers}
    if len(sys.argv) < 2 or sys.argv[1] not in lists:
        sys.exit(__doc__)
    names = sys.argv[2:]
    chosen = [suite for suite in lists[sys.argv[1]]() if not names or any(name in suite.name for name in names)]
    if not chosen:
        sys.exit(f"run.py: no suite has {' or '.join(names)} in its name")
    return finish(*run_all(chosen))


if __name__ == "__main__":
    sys.exit(main())
