#!/usr/bin/env python3
"""The static command for any Linux, from its archive.

Usage: static.py OVERWORLD PROJECT CORPUS

Makes the archive twice, which must give the same bytes, unpacks it, and runs the golden cases with the program in it.
In a folder with nothing else, as root of the file system, and in a fresh Debian 11, the program must say what OVERWORLD
says here. There is no /proc in either.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support.tally import Tally

FILES = {"LICENSE", "LICENSES", "README.md", "bin/overworld", "share/man/man1/overworld.1",
         "share/overworld/overworld.html", "share/bash-completion/completions/overworld.bash",
         "share/fish/vendor_completions.d/overworld.fish", "share/zsh/site-functions/_overworld"}
# Each reads or writes in another way.
COMMANDS = ("--version", "info a.partialworld", "check --json a.partialworld", "show -n 9 a.partialworld",
            "convert a.partialworld out.json", "convert out.json back.partialworld",
            "diff a.partialworld back.partialworld", "render a.partialworld -o out.png -s 80x60", "info out.json",
            "simulate a.partialworld -n 5", "sql a.partialworld SELECT/**/count(*)FROM/**/components",
            "catalog add --db c.db a.partialworld", "catalog stats --db c.db", "completion zsh", "man",
            "info missing", "chek a.partialworld")


def make_archive(project):
    made = subprocess.run([project / "scripts/static.sh"], check=True, stdout=subprocess.PIPE, text=True)
    return project / made.stdout.split()[-1]


def run_all(words, folder):
    """What each command prints in a folder, and what it leaves there."""
    shutil.copy(folder.parent / "a.partialworld", folder)
    told = []
    for line in COMMANDS:
        done = subprocess.run([*words, *line.split()], cwd=folder, check=False, capture_output=True)
        told.append((line, done.returncode, done.stdout, done.stderr))
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".json", ".png", ".partialworld")}
    return told, files


def check_in_root(tally, name, root, tree, expected):
    """What the program says with a folder as the root of the file system, in which the archive is unpacked."""
    (root / "opt").mkdir(exist_ok=True)
    shutil.copytree(tree, root / "opt/overworld")
    told, files = run_all(["chroot", root, "/opt/overworld/bin/overworld"], root)
    for mine, theirs in zip(told, expected[0]):
        tally.check(f"{name}: {mine[0]}", mine == theirs, f"{mine[1:]} instead of {theirs[1:]}"[:600])
    tally.check(f"{name}: files", files == expected[1] and len(files) == 4, f"{sorted(files)}, {sorted(expected[1])}")
    done = subprocess.run(["chroot", root, "/opt/overworld/bin/overworld", "view", "a.partialworld", "-o", "page.html"],
                          check=False, capture_output=True, text=True)
    tally.check(f"{name}: page", done.returncode == 0 and (root / "page.html").stat().st_size > 100_000, done.stderr)


def check_elsewhere(tally, native, tree, folder):
    """In an empty root, and in the oldest Debian that is still looked after somewhere."""
    if os.geteuid() != 0:
        print("skipped: only root can change the root of the file system")
        return
    here, alone, older = folder / "here", folder / "alone", folder / "older"
    here.mkdir()
    expected = run_all([native], here)
    alone.mkdir()
    check_in_root(tally, "alone", alone, tree, expected)
    made = subprocess.run(["debootstrap", "--variant=minbase", "bullseye", older], check=False, capture_output=True, text=True)
    tally.check("a fresh Debian 11", made.returncode == 0, made.stdout[-600:] + made.stderr)
    if made.returncode == 0:
        check_in_root(tally, "Debian 11", older, tree, expected)


def main():
    native, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    tally = Tally()
    archive = make_archive(project)
    bytes_before = archive.read_bytes()
    time.sleep(1)
    tally.check("the same bytes again", make_archive(project).read_bytes() == bytes_before)
    with tempfile.TemporaryDirectory(prefix="static-") as folder:
        folder = Path(folder)
        subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
        tree = folder / archive.name.removesuffix(".tar.xz")
        files = {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()}
        tally.check("files", files == FILES, str(files ^ FILES))
        program = tree / "bin/overworld"
        kind = subprocess.run(["file", program], check=True, capture_output=True, text=True).stdout
        tally.check("static", "statically linked" in kind, kind)
        terms = (tree / "LICENSES").read_text(encoding="utf-8")
        tally.check("terms of the libraries", all(f"{name}\n" in terms for name in ("zlib", "sqlite3", "musl")), terms[:80])
        shutil.copy(project / "samples/four-bit-adder.partialworld", folder / "a.partialworld")
        page = folder / "page.html"
        done = subprocess.run([program, "view", folder / "a.partialworld", "-o", page], check=False, capture_output=True,
                              text=True)
        tally.check("page", done.returncode == 0 and page.stat().st_size > 100_000, done.stderr)
        check_elsewhere(tally, native, tree, folder)
        tally.run_suite([project / "tests/golden.py", program, project, corpus,
                         f"--skip={project}/tests/peers/static-skipped.txt"])
    print(f"{tally.passed} passed, {tally.failed} failed")


main()
