"""The count of what passed and failed, for suites that run other suites with another command."""
import os
import re
import subprocess
import sys


class Tally:
    """Counts checks, and prints those that fail."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, good, why=""):
        self.passed += bool(good)
        self.failed += not good
        if not good:
            print(f"not ok - {name}: {why}")

    def add_tap(self, done):
        """Counts the lines of TAP that a program printed, and prints those of the cases that failed."""
        self.passed += len(re.findall(r"^ok ", done.stdout, re.M))
        failed = re.findall(r"^not ok .*\n(?:#.*\n)*", done.stdout, re.M)
        self.failed += len(failed) + (not done.stdout)
        print(*failed, done.stderr, sep="")

    def run_suite(self, words):
        """Runs a suite in Python that prints TAP."""
        self.add_tap(subprocess.run([sys.executable, *words], check=False, capture_output=True, text=True,
                                    env={**os.environ, "TERM": "dumb"}))
