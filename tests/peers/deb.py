#!/usr/bin/env python3
"""The Debian packages, in a system that has nothing but what Debian installs first.

Usage: deb.py OVERWORLD PROJECT CORPUS

Makes the packages, which lintian must find nothing wrong with, and unpacks a fresh Debian into a folder. There the
packages are installed, tested by autopkgtest, removed, installed in an earlier version, upgraded, and purged.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from support.system import System, run
from support.tally import Tally

PACKAGES = ("liboverworld0.1", "liboverworld-dev", "overworld", "overworld-doc")
EARLIER = "0.0.9"


class Installed(System):
    """A fresh system with the packages, and what it has of them."""

    def __init__(self, folder, packages):
        super().__init__(folder)
        shutil.copytree(packages, folder / "packages", ignore=lambda place, names: [
            name for name in names if not name.endswith(".deb") or "dbgsym" in name])

    def files(self):
        """What a package put into the system, but for what apt and dpkg keep for themselves."""
        found = self.run("find", "/usr", "/etc", "-name", "*overworld*")
        return sorted(found.stdout.split())

    def versions(self):
        told = self.run("dpkg-query", "-W", "-f", "${Package} ${Version} ${db:Status-Status}\\n", *PACKAGES).stdout
        return [line for line in told.splitlines() if line.endswith(" installed")]


def version_of(project):
    return re.match(r"overworld \((.*?)\)", (project / "debian/changelog").read_text(encoding="utf-8")).group(1)


def make_earlier(packages, folder):
    """The same packages with an earlier version, and a file less."""
    folder.mkdir()
    for path in packages.glob("*.deb"):
        if "dbgsym" in path.name:
            continue
        tree = folder / "tree"
        subprocess.run(["dpkg-deb", "-R", path, tree], check=True)
        control = tree / "DEBIAN/control"
        text = control.read_text(encoding="utf-8")
        version = re.search(r"^Version: (.*)$", text, re.M).group(1)
        control.write_text(text.replace(version, EARLIER), encoding="utf-8")
        for gone in tree.glob("usr/share/fish"):
            shutil.rmtree(gone)
        subprocess.run(["dpkg-deb", "-b", "--root-owner-group", tree, folder], check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(tree)


def names_in(folder):
    return sorted(f"/packages/{folder.name}/{path.name}" if folder.name != "packages" else f"/packages/{path.name}"
                  for path in folder.glob("*.deb"))


def check_life(tally, system, version):
    """Installed, purged, installed earlier, upgraded, purged again."""
    packages, earlier = system.folder / "packages", system.folder / "packages/earlier"
    expected = [f"{name} {version} installed" for name in PACKAGES]
    done = system.apt("install", *names_in(packages))
    tally.check("installed", done.returncode == 0 and sorted(system.versions()) == sorted(expected), done.stdout[-800:])
    done = system.run("overworld", "--version")
    tally.check("the command", version in done.stdout, done.stdout)
    whole = system.files()
    tally.check("there are files", "/usr/share/overworld/overworld.html" in whole, str(whole))
    done = system.apt("purge", *PACKAGES)
    tally.check("purged", done.returncode == 0 and system.files() == [] and system.versions() == [],
                done.stdout[-800:] + str(system.files()))
    done = system.apt("install", *names_in(earlier))
    tally.check("an earlier version", done.returncode == 0 and all(EARLIER in line for line in system.versions()) and
                len(system.files()) < len(whole), done.stdout[-800:])
    done = system.apt("install", *names_in(packages))
    tally.check("upgraded", done.returncode == 0 and sorted(system.versions()) == sorted(expected) and
                system.files() == whole, done.stdout[-800:])
    done = system.apt("purge", *PACKAGES)
    tally.check("purged again", done.returncode == 0 and system.files() == [], done.stdout[-800:] + str(system.files()))


def check_tests(tally, folder, packages):
    """The packages' own tests, in a system of their own."""
    system = Installed(folder, packages)
    done = run(["autopkgtest", *sorted(packages.glob("*.deb")), *packages.glob("*.dsc"), "--", "chroot", system.folder])
    (packages / "autopkgtest.log").write_text(done.stdout, encoding="utf-8")
    results = re.findall(r"^(\S+) +(PASS|FAIL|SKIP)", done.stdout, re.M)
    tally.check("autopkgtest", done.returncode == 0 and sorted(set(results)) == [("command", "PASS"), ("install", "PASS")],
                done.stdout[-4000:])


def main():
    project = Path(sys.argv[2]).resolve()
    tally = Tally()
    if os.geteuid() != 0:
        print("skipped: only root can unpack a system\n0 passed, 0 failed, 1 skipped")
        return
    made = run([project / "scripts/deb.sh"])
    tally.check("packages, and lintian about them", made.returncode == 0, made.stdout[-3000:])
    if made.returncode == 0:
        packages = project / "build-deb"
        with tempfile.TemporaryDirectory(prefix="deb-") as folder:
            system = Installed(Path(folder) / "life", packages)
            make_earlier(packages, system.folder / "packages/earlier")
            check_life(tally, system, version_of(project))
            check_tests(tally, Path(folder) / "tests", packages)
    print(f"{tally.passed} passed, {tally.failed} failed")


main()
