#!/usr/bin/env python3
"""Each part of a release, installed in a system that has nothing but what Debian installs first. `make release` runs it.

Usage: release.py RELEASE PROJECT VERSION

RELEASE is the folder of the release. In each system, the commands of the README must print what the README shows.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from support.system import System
from support.tally import Tally

SHOWN = 5  # commands that the README shows, at least


def blocks(readme, language):
    return "".join(re.findall(rf"^```{language}\n(.*?)^```$", readme, re.M | re.S))


class Release:
    def __init__(self, tally, folder, version, systems):
        self.tally, self.folder, self.version, self.systems = tally, folder, version, systems
        self.fresh = System(systems / "fresh")

    def system(self, name):
        """A fresh system with the release in /release and the unpacked source in /source."""
        made = System(self.systems / name, self.fresh)
        subprocess.run(["cp", "-R", self.folder, made.folder / "release"], check=True)
        subprocess.run(["tar", "-xf", self.folder / f"overworld-{self.version}.tar.xz", "-C", made.folder], check=True)
        (made.folder / f"overworld-{self.version}").rename(made.folder / "source")
        return made

    def check(self, name, done, *expected):
        good = done.returncode == 0 and all(words in done.stdout for words in expected)
        self.tally.check(name, good, done.stdout[-3000:])

    def check_pages(self, name, system, command):
        """The commands of the README. /source is in the system, which must have Python by now."""
        done = system.run("python3", "tests/pages.py", command, ".", "README", place="/source")
        passed = [line for line in done.stdout.splitlines() if line.startswith("ok ") and "# SKIP" not in line]
        self.tally.check(f"{name}: commands of the README", done.returncode == 0 and len(passed) >= SHOWN,
                         done.stdout[-3000:])

    def check_archive(self):
        system = self.system("archive")
        system.apt("install", "python3", "xz-utils")
        self.check("archive: unpacked", system.run("tar", "-xf", f"/release/overworld-{self.version}-linux-x86_64.tar.xz",
                                                   "-C", "/usr/local", "--strip-components=1"))
        self.check("archive: version", system.run("overworld", "--version"), self.version)
        self.check_pages("archive", system, "/usr/local/bin/overworld")

    def check_packages(self):
        system = self.system("packages")
        names = [f"/release/{path.name}" for path in self.folder.glob("*.deb")]
        self.check("packages: installed", system.apt("install", "python3", *names))
        self.check_pages("packages", system, "/usr/bin/overworld")

    def check_source(self):
        """What the README says of a machine with git, gcc and make."""
        system = self.system("source")
        system.apt("install", "git", "gcc", "make", "libc6-dev")
        self.check("source: make demo", system.run("make", "demo", place="/source"))
        self.check("source: make install", system.run("make", "install", place="/source"))
        self.check("source: programs of the pages", system.run("sh", "tests/install.sh", ".", "/usr/local",
                                                               place="/source"), "ok ")
        self.check_pages("source", system, "/usr/local/bin/overworld")

    def check_npm(self, readme):
        system = self.system("npm")
        system.apt("install", "nodejs", "npm", "python3", "ca-certificates")
        package = f"/release/overworld-{self.version}.tgz"
        self.check("npm: installed", system.run("npm", "install", "--global", package))
        self.check_pages("npm", system, "/usr/local/bin/overworld")
        place = system.folder / "program"
        place.mkdir()
        sample = system.folder / "source/samples/issues/BLOTTER_DANGLING_PEG.partialworld"
        (place / "save.logicworld").write_bytes(sample.read_bytes())
        (place / "program.mjs").write_text(blocks(readme, "js"), encoding="utf-8")
        self.check("npm: installed for a program", system.run("npm", "install", package, place="/program"))
        self.check("npm: the program of the README", system.run("node", "program.mjs", place="/program"),
                   "/wires/0/second/index a wire ends at input 1 of C-3")

    def check_amalgamation(self, readme):
        system = self.system("amalgamation")
        system.apt("install", "gcc", "libc6-dev", "xz-utils")
        place = system.folder / "program/overworld"
        place.mkdir(parents=True)
        subprocess.run(["tar", "-xf", self.folder / f"overworld-{self.version}-amalgamation.tar.xz", "-C", place,
                        "--strip-components=1"], check=True)
        main = "int main(void) { return count_components(\"\", 0) != -1; }\n"
        (place.parent / "program.c").write_text(blocks(readme, "c") + main, encoding="utf-8")
        self.check("amalgamation: compiled", system.run("gcc", "-I.", "program.c", "overworld/overworld.c", "-lm",
                                                        "-o", "program", place="/program"))
        self.check("amalgamation: the program of the README", system.run("./program", place="/program"), "ends")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, project = (Path(word).resolve() for word in sys.argv[1:3])
    tally, readme = Tally(), (project / "README.md").read_text(encoding="utf-8")
    sums = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, check=False, capture_output=True,
                          text=True)
    made = len(list(folder.iterdir())) - 1
    tally.check("checksums", sums.returncode == 0 and sums.stdout.count(": OK") == made, sums.stdout + sums.stderr)
    with tempfile.TemporaryDirectory(prefix="release-") as systems:
        release = Release(tally, folder, sys.argv[3], Path(systems))
        release.check_archive()
        release.check_packages()
        release.check_source()
        release.check_npm(readme)
        release.check_amalgamation(readme)
    print(f"{tally.passed} passed, {tally.failed} failed")
    sys.exit(tally.failed > 0)


if __name__ == "__main__":
    main()
