"""Judges of a change for mutate.py: which suites run, in which order, and whether one of them notices."""
import glob
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import reach

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/peers/support"))
import nodejs  # noqa: E402
MOST_SECONDS = 600  # of a build, and of a suite whose usual time is not known
MOST_BYTES = 8 << 30  # of memory, of a suite without sanitizers: a change can make a program take what it gets


def commit_of(tree):
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, check=True, capture_output=True,
                          text=True).stdout.strip()


def builds(tree, *commands):
    """Runs commands that build the tree; false if the compiler warns or refuses."""
    for command in commands:
        if subprocess.run(command, cwd=tree, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          timeout=MOST_SECONDS * 2, check=False).returncode:
            return False
    return True


class Suites:
    """Suites that judge a change. `near` of a suite is whether it tests the changed file."""
    commands = []  # that build the tests and what they need
    listed = ""  # Python in tests/ that lists the suites
    folder = "build-check"  # whose dependencies tell which programs contain a file
    limited = False  # in memory, which sanitizers do not allow

    def near(self, tree, path):
        """Name, words, environment and nearness of each suite. Code that speaks to a server is tested by a suite of `make
        test-peers` alone."""
        script = f"""
import json, re, sys
sys.path.insert(0, "tests")
import check, suites
changed = {{{path!r}}}
there = {self.listed}
if re.search("postgresql|libpq", {path!r}):
    there = [suite for suite in suites.of_peers() if suite.name == "postgresql"]
programs, folders = check.reach_of(changed, {self.folder!r})
near = lambda suite: check.nearness(suite, changed, programs, folders) < 2
print(json.dumps([[suite.name, suite.words, suite.environment, near(suite)] for suite in there]))
"""
        done = subprocess.run(["/usr/bin/python3", "-c", script], cwd=tree, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    def notice(self, tree, place, noticed, most):
        """Builds and runs the suites. False if the change does not compile, else the suite that notices it, or None."""
        return builds(tree, *self.commands) and self.first_to_fail(tree, self.order(tree, place, noticed, most))

    def usual_of(self, suite):
        return self.seconds.get(suite[0])

    def first_to_fail(self, tree, suites):
        for suite in suites:
            usual = self.usual_of(suite)
            if fails(tree, suite, usual * 5 + 20 if usual else MOST_SECONDS, self.limited):
                return suite[0]
        return None


class Timed(Suites):
    """Suites whose time is known. It is also known which of them fail on this machine without a change."""
    reaching = staticmethod(lambda there, place: there)

    def __init__(self, tree):
        kept = os.path.join(ROOT, f"build-mutants/suites-{commit_of(tree)[:12]}-{self.name}.json")
        if not os.path.exists(kept):
            self.seconds = {suite[0]: self.usual(tree, suite) for suite in self.near(tree, "src/formats.c")}
            with open(kept, "w", encoding="utf-8") as file:
                json.dump(self.seconds, file, indent=1)
        with open(kept, encoding="utf-8") as file:
            self.seconds = json.load(file)

    def usual(self, tree, suite):
        """How long a suite takes. None if it fails without a change: such a suite notices nothing."""
        began = time.monotonic()
        return None if fails(tree, suite, MOST_SECONDS, self.limited) else time.monotonic() - began

    def order(self, tree, place, noticed, most):
        """Suites that test the file first, then the golden cases, which show what a user sees. Of the others, first those
        that notice much for their time, as many as usually take `most` seconds."""
        def rank(suite):
            return not suite[3], suite[0] != "golden", self.seconds.get(suite[0], 0) / (1 + noticed.count(suite[0]))

        left = most
        there = [suite for suite in self.near(tree, place[0]) if self.seconds.get(suite[0], 0) is not None]
        for suite in sorted(self.reaching(there, place), key=rank):
            if not suite[3] and suite[0] != "golden":
                left -= self.seconds.get(suite[0], 0)
            if left >= 0:
                yield suite


class Quick(Timed):
    """The suites of `make check`, without sanitizers. With some optimization they run in half the time."""
    name = "quick"
    commands = ["scripts/build-check.sh 1"]
    listed = 'suites.of_check(suites.Places("build-check", "build-check/overworld", "build-check/sql/overworld.so"))'
    limited = True

    def __init__(self, tree, reached):
        super().__init__(tree)
        self.reached = reached

    def usual_of(self, suite):
        """Of some golden cases, their share of the time of all, with a second for each."""
        name, words, _, _ = suite
        usual, cases = self.seconds.get(name), words[words.index("--until-failure") + 1:] if name == "golden" else []
        return min(usual, len(cases)) if cases else usual

    def reaching(self, there, place):
        """The suites that run a line, the golden suite with the cases that run it."""
        runs = self.reached and self.reached.of(*place)
        for name, words, environment, near in there:
            if name == "golden":
                cases = [run.split("/", 1)[1] for run in runs or () if run.startswith("golden/")]
                if cases or runs is None:
                    yield name, [*words, "--until-failure", *sorted(cases)], environment, near
            elif runs is None or name in runs or name in reach.WITHOUT:
                yield name, words, environment, near


class Whole(Timed):
    """The suites of `make test`."""
    name = "whole"
    commands = ["make --silent", "scripts/build-test.sh", "scripts/fuzz.sh 0"]
    listed = "suites.of_test()"


class Near(Suites):
    """What meets a file under sanitizers: programs that test it, and some golden cases that run the changed line."""
    commands = ["scripts/build-test.sh"]
    listed = '[suite for suite in suites.of_check(suites.Places()) if suite.name == "golden-sanitized" or ' \
        'suite.words[0].startswith("build-test/tests/")]'
    folder = "build-test"
    seconds = {}
    most_cases = 6

    def __init__(self, reached):
        self.reached = reached

    def order(self, tree, place, noticed, most):
        runs = self.reached and self.reached.of(*place)
        for name, words, environment, near in self.near(tree, place[0]):
            if name == "golden-sanitized":
                cases = self.cases_of(runs or (), place[0].split("/")[0])
                if cases:
                    yield name, [*words[:words.index("--cover")], "--until-failure", *cases], environment, near
            elif near and (runs is None or name in {*runs, *reach.WITHOUT}):
                yield name, words, environment, near

    def cases_of(self, runs, folder):
        """Golden cases, those first whose folder has the name of the changed one."""
        cases = [run.split("/", 1)[1] for run in runs if run.startswith("golden/")]
        return sorted(cases, key=lambda case: (not case.startswith(folder + "/"), case))[:self.most_cases]

    def notice(self, tree, place, noticed, most):
        suites = list(self.order(tree, place, noticed, most))
        targets = " ".join("overworld" if name == "golden-sanitized" else words[0].split("/", 1)[1]
                           for name, words, *_ in suites)
        if not targets:
            return None
        return self.first_to_fail(tree, suites) if builds(tree, f"ninja -C {self.folder} --quiet {targets}") \
            else "the build with sanitizers"


class Package(Suites):
    """The tests of the npm package in Node.js, for what is in it alone."""
    commands = ["scripts/web.sh package"]
    first_commands = ["make --silent", *commands]  # web.sh asks the library's own build for the sources
    seconds = {}

    def order(self, tree, place, noticed, most):
        tests = sorted(glob.glob(f"{tree}/web/overworld/test/*.test.mjs"))
        return [(f"package {os.path.basename(path).split('.')[0]}", ["node", *nodejs.ARGUMENTS, "--test", path],
                 {"OVERWORLD_CORPUS": os.path.join(tree, "../shared/corpus")}) for path in tests]

    def notice(self, tree, place, noticed, most):
        return super().notice(tree, place, noticed, most) if place[0].startswith("web/binding/") else None


def fails(tree, suite, most, limited):
    """Whether a suite fails. It is ended at its first failure, or when it takes too long: then it hangs."""
    _, words, environment, *_ = suite
    settings = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", ASAN_OPTIONS="detect_leaks=1", PYTHONUNBUFFERED="1",
                    **environment)
    words = ["prlimit", f"--as={MOST_BYTES}", *words] if limited else words
    with subprocess.Popen(words, cwd=tree, env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, start_new_session=True) as running:
        watch = threading.Timer(most, os.killpg, (running.pid, signal.SIGKILL))
        watch.start()
        failed = any(re.match(rb"not ok(?!.*# SKIP)", line) for line in running.stdout)
        watch.cancel()
        if failed and running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    return failed or running.returncode != 0
