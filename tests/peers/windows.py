#!/usr/bin/env python3
"""The command and the library for Windows, under wine.

Usage: windows.py OVERWORLD PROJECT CORPUS

Makes the archive twice, which must give the same bytes, unpacks it, and runs the golden cases and the examples of the
docs with the program in it. OVERWORLD, the native command, says what the program must say. Checks of its own are about
what only Windows has: paths, names of devices, wildcards, files that are open elsewhere, Ctrl-C, and the DLL.
"""
import json
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from support.tally import Tally
from support.wine import TOOLS, Wine

WORLD = "four-bit-adder.partialworld"
FILES = {"LICENSE", "LICENSES", "README.md", "overworld.exe", "share/overworld/overworld.html", "liboverworld.dll",
         "lib/liboverworld.dll.a", "lib/overworld.def"}
# Each reads or writes in another way.
COMMANDS = ("--version", "info a.partialworld", "check --json a.partialworld", "show -n 9 a.partialworld",
            "convert a.partialworld out.json", "convert out.json back.partialworld",
            "diff a.partialworld back.partialworld", "render a.partialworld -o out.png -s 80x60", "info out.json",
            "simulate a.partialworld -n 5", "sql a.partialworld SELECT/**/count(*)FROM/**/components",
            "sql a.partialworld SELECT/**/'häßlich'REGEXP'^h.{2}L'", "catalog add --db c.db a.partialworld",
            "catalog stats --db c.db", "completion zsh", "man", "info missing", "chek a.partialworld")


def make_archive(project):
    made = subprocess.run([project / "scripts/windows.sh"], check=True, stdout=subprocess.PIPE, text=True)
    return project / made.stdout.split()[-1]


def fresh(folder, project, name):
    """A new folder with a world in it."""
    place = folder / name
    place.mkdir(parents=True)
    shutil.copy(project / "samples" / WORLD, place / "a.partialworld")
    return place


def names_in(place):
    return sorted(path.name for path in place.iterdir())


def check_commands(tally, wine, native, project):
    """Commands print the same and write the same files as the native command."""
    here, there = fresh(wine.folder, project, "native"), fresh(wine.folder, project, "windows")
    for line in COMMANDS:
        expected = subprocess.run([native, *line.split()], cwd=here, check=False, capture_output=True)
        done = wine.run([wine.program, *line.split()], there)
        mine, theirs = ((one.returncode, one.stdout, one.stderr) for one in (done, expected))
        tally.check(line, mine == theirs, f"{mine} instead of {theirs}"[:600])
    for name in ("out.json", "back.partialworld", "out.png"):
        tally.check(f"the file {name}", (here / name).read_bytes() == (there / name).read_bytes())


def check_paths(tally, wine, project):
    place = fresh(wine.folder, project, "paths")
    name = "Zahnräder 世界 🌍"
    shutil.copy(place / "a.partialworld", place / f"{name}.partialworld")
    done = wine.overworld(place, "convert", f"{name}.partialworld", f"{name}.json")
    tally.check("Unicode: a file", done.returncode == 0 and (place / f"{name}.json").exists(), done.stderr)
    done = wine.overworld(place, "info", f"{name}.json")
    tally.check("Unicode: standard output", done.stdout.startswith(f"{name}: Logic World"), done.stdout[:80])
    done = wine.overworld(place, "info", f"{name}.no")
    tally.check("Unicode: standard error", done.stderr.startswith(f"overworld: {name}.no: cannot"), done.stderr)

    deep = "/".join(["a folder with a rather long name"] * 12)
    (place / deep).mkdir(parents=True)
    done = wine.overworld(place, "convert", "a.partialworld", f"{deep}/out.json")
    tally.check("a path of 400 characters: written", done.returncode == 0 and (place / deep / "out.json").exists(), done.stderr)
    done = wine.overworld(place, "info", f"{deep}/out.json")
    tally.check("a path of 400 characters: read", done.stdout.startswith("out: Logic World"), done.stderr)
    shutil.copy(place / "a.partialworld", place / deep)
    done = wine.overworld(place, "check", "-r", "a folder with a rather long name")
    tally.check("a path of 400 characters: found", done.returncode == 0 and "a.partialworld" in done.stdout, done.stderr)

    (place / "below").mkdir()
    done = wine.overworld(place, "convert", ".\\a.partialworld", "below\\out.json")
    tally.check("backslashes: written", done.returncode == 0 and names_in(place / "below") == ["out.json"], done.stderr)
    done = wine.overworld(place, "info", "below\\out.json")
    tally.check("backslashes: read", done.stdout.startswith("out: Logic World"), done.stderr)
    done = wine.overworld(place, "info", f"Z:{place}\\below\\out.json".replace("/", "\\"))
    tally.check("backslashes: with a drive", done.stdout.startswith("out: Logic World"), done.stderr)
    done = wine.overworld(place, "info", "A.PartialWorld")
    tally.check("capital letters", done.returncode == 0, done.stderr)


def check_strangers(tally, wine, project):
    """A file that a bench names is below the folder of the bench."""
    place = fresh(wine.folder, project, "strangers")
    (place / "bench/deep").mkdir(parents=True)
    for name in ("secret.bin", "bench/deep/in.bin"):
        (place / name).write_bytes(bytes(4))
    drive = f"Z:{place}/secret.bin"
    for name, is_fine in (("deep/in.bin", True), ("..\\secret.bin", False), ("deep\\..\\..\\secret.bin", False),
                          (drive, False), (drive.replace("/", "\\"), False), ("Z:secret.bin", False),
                          ("deep\\in.bin", False), ("deep/in.bin::$DATA", False)):
        bench = {"memories": [{"name": "m", "address": "A0", "data": "B0", "contents": name}]}
        (place / "bench/b.json").write_text(json.dumps(bench), encoding="utf-8")
        done = wine.overworld(place, "simulate", "--bench", "bench/b.json", "a.partialworld")
        said = done.stdout + done.stderr
        tally.check(f"a bench names {name}", ("cannot be read" in said or "outside" in said) != is_fine, said)


def check_wildcards(tally, wine, project):
    place = fresh(wine.folder, project, "wildcards")
    shutil.copy(place / "a.partialworld", place / "b.partialworld")
    (place / "below").mkdir()
    shutil.copy(place / "a.partialworld", place / "below/c.partialworld")
    for pattern, names in (("*.partialworld", ["a", "b"]), ("?.PARTIALWORLD", ["a", "b"]), ("below/*", ["c"]),
                           ("below\\*.partialworld", ["c"])):
        done = wine.overworld(place, "info", "--json", pattern)
        found = [line.split('"')[3] for line in done.stdout.splitlines() if line.strip().startswith('"name"')]
        tally.check(f"wildcards: {pattern}", done.returncode == 0 and all(f'{name}.partialworld' in done.stdout for name in names),
                    f"{found} {done.stderr}")
    done = wine.overworld(place, "info", "*.lvd")
    tally.check("wildcards: no match", done.returncode == 3 and "*.lvd: cannot be opened: No such file" in done.stderr, done.stderr)
    program = f"Z:{wine.program}".replace("/", "\\")
    (place / "quoted.bat").write_text(f'@"{program}" info "*.partialworld"\r\n', encoding="utf-8")
    done = wine.run(["cmd", "/c", "quoted.bat"], place)
    tally.check("wildcards: in quotation marks", b"*.partialworld: cannot be opened" in done.stderr, str(done.stderr))


def check_devices(tally, wine, project):
    place = fresh(wine.folder, project, "devices")
    for name in ("NUL", "nul"):
        done = wine.overworld(place, "convert", "a.partialworld", name, "--to", "json")
        tally.check(f"{name} takes everything", done.returncode == 0, done.stderr)
    for name in ("aux.lvd", "below/con", "COM1.json", "NUL.json"):
        done = wine.overworld(place, "convert", "a.partialworld", name, "--to", "json")
        tally.check(f"{name} is refused", done.returncode == 3 and "Windows reserves this name" in done.stderr, done.stderr)
    for name in ("a<b.json", "end.", "ab:c.json"):
        done = wine.overworld(place, "convert", "a.partialworld", name, "--to", "json")
        tally.check(f"{name} is refused", done.returncode == 3 and "does not allow this name" in done.stderr, done.stderr)
    tally.check("nothing else is there", names_in(place) == ["a.partialworld"], str(names_in(place)))


def check_folders(tally, wine, project):
    """A save's folder is written to a new place or an empty folder, and never replaces a file."""
    place = fresh(wine.folder, project, "folders")
    save = place / "Save"
    save.mkdir()
    shutil.copy(place / "a.partialworld", save / "data.partialworld")
    (save / "meta.jecs").write_text("Title: a\n", encoding="utf-8")
    done = wine.overworld(place, "convert", "Save", "save.json")
    tally.check("a save's folder as JSON", done.returncode == 0, done.stderr)
    (place / "Empty").mkdir()
    for name in ("New", "Empty"):
        done = wine.overworld(place, "convert", "save.json", f"{name}/")
        tally.check(f"a save's folder: {name}", names_in(place / name) == ["data.partialworld", "meta.jecs"], done.stderr)
    done = wine.overworld(place, "convert", "save.json", "Save/")
    tally.check("a save's folder: one with files", "already exists and is not empty" in done.stderr, done.stderr)
    done = wine.overworld(place, "convert", "save.json", "a.partialworld/")
    tally.check("a save's folder: a file", done.returncode == 3 and "Not a directory" in done.stderr, done.stderr)
    tally.check("a save's folder: nothing is lost", (place / "a.partialworld").is_file() and
                names_in(place) == ["Empty", "New", "Save", "a.partialworld", "save.json"], str(names_in(place)))


def check_sharing(tally, wine, project, helper):
    """A file that another program keeps open is not replaced."""
    place = fresh(wine.folder, project, "sharing")
    (place / "out.json").write_text("old", encoding="utf-8")
    holding = wine.start([helper, "hold", "out.json"], place)
    holding.stdout.readline()
    done = wine.overworld(place, "convert", "a.partialworld", "out.json", "--force")
    tally.check("an open file: refused", done.returncode == 3 and "another program has the file open" in done.stderr, done.stderr)
    tally.check("an open file: as it was", (place / "out.json").read_text(encoding="utf-8") == "old")
    tally.check("an open file: nothing left", names_in(place) == ["a.partialworld", "out.json"], str(names_in(place)))
    holding.communicate()
    done = wine.overworld(place, "convert", "a.partialworld", "out.json", "--force")
    tally.check("a closed file is replaced", done.returncode == 0 and (place / "out.json").stat().st_size > 1000, done.stderr)


def check_interrupt(tally, wine, native, project):
    place = fresh(wine.folder, project, "interrupt")
    world = place / "a.partialworld"
    for step in range(12):
        larger = wine.folder / f"larger-{step}.partialworld"
        subprocess.run([native, "merge", world, world, "-o", larger, "--at", f"{300 << step},0,0"], check=True,
                       capture_output=True)
        world = larger
    status = wine.interrupt([wine.program, "convert", world, "out.json"], place)
    # The last byte of Windows' status for Ctrl-C, 0xc000013a.
    tally.check("Ctrl-C ends the run", status == 0x3a, str(status))
    tally.check("Ctrl-C leaves nothing", names_in(place) == ["a.partialworld"], str(names_in(place)))


def check_programs(tally, wine, project, helper):
    """The browser and Yosys, for which another program stands in."""
    place = fresh(wine.folder, project, "programs")
    done = wine.overworld(place, "a.partialworld", BROWSER=f"Z:{helper}")
    for _ in range(100):
        if (place / "shown.txt").exists():
            break
        time.sleep(0.1)
    shown = (place / "shown.txt").read_text(encoding="utf-8") if (place / "shown.txt").exists() else ""
    tally.check("a world and no verb", done.returncode == 0 and shown.endswith(".html"), f"{shown} {done.stderr}")
    (place / "m.v").write_text("module m; endmodule\n", encoding="utf-8")
    (place / "bin").mkdir()
    shutil.copy(helper, place / "bin/yosys.exe")
    done = wine.overworld(place, "build", "m.v", "-o", "out.partialworld")
    tally.check("no Yosys", "Yosys, which is not installed" in done.stderr, done.stderr)
    done = wine.overworld(place, "build", "m.v", "-o", "out.partialworld", WINEPATH=f"Z:{place}/bin")
    tally.check("messages of Yosys", done.returncode == 4 and "Yosys: ERROR: nothing fits" in done.stderr, done.stderr)


def check_library(tally, wine, project, build):
    """A program with the DLL says the same of each sample as one with the native library."""
    tree, source = wine.program.parent, project / "tests/portable/digest.c"
    native, program = wine.folder / "digest", tree / "digest.exe"
    subprocess.run(["gcc", "-std=c11", f"-I{project}/include", "-o", native, source, build / "liboverworld.a", "-lm"], check=True)
    subprocess.run([f"{TOOLS}-gcc", "-std=c11", f"-I{tree}/include", "-o", program, source, f"-L{tree}/lib", "-loverworld"],
                   check=True)
    paths = sorted(str(path.relative_to(project)) for path in (project / "samples").rglob("*.*") if path.is_file())
    (wine.folder / "list").write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
    words = ["-d", "4", "-l", str(wine.folder / "list")]
    expected = subprocess.run([native, *words], cwd=project, check=True, capture_output=True).stdout
    printed = wine.run([program, *words], project).stdout.replace(b"\r", b"")
    tally.check("the DLL", expected == printed and len(expected.splitlines()) >= len(paths), f"{len(printed)} bytes")
    names = subprocess.run([f"{TOOLS}-objdump", "-p", tree / "liboverworld.dll"], check=True, capture_output=True, text=True)
    needed = {line.split()[-1].lower() for line in names.stdout.splitlines() if "DLL Name:" in line}
    tally.check("the DLL needs only Windows", needed <= {"kernel32.dll", "msvcrt.dll", "advapi32.dll"}, str(needed))


def main():
    native, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    tally = Tally()
    archive = make_archive(project)
    bytes_before = archive.read_bytes()
    for name in ("overworld.exe", "liboverworld.dll"):
        (project / "build-windows" / name).unlink()  # linked again
    time.sleep(1)
    tally.check("the same bytes again", make_archive(project).read_bytes() == bytes_before)
    with tempfile.TemporaryDirectory(prefix="windows-") as folder:
        folder = Path(folder)
        zipfile.ZipFile(archive).extractall(folder)
        tree = folder / archive.stem
        files = {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()}
        headers = {f"include/overworld/{path.name}" for path in (project / "include/overworld").glob("*.h")}
        tally.check("files", files == FILES | headers, str(files ^ (FILES | headers)))
        terms = (tree / "LICENSES").read_text(encoding="utf-8")
        tally.check("terms of the libraries", all(f"{name}\n" in terms for name in ("zlib", "sqlite3", "musl", "mingw-w64")))
        helper = folder / "helper.exe"
        subprocess.run([f"{TOOLS}-gcc", "-std=gnu11", "-o", helper, project / "tests/peers/windows.c"], check=True)
        wine = Wine(folder, tree / "overworld.exe")
        try:
            check_commands(tally, wine, native, project)
            check_paths(tally, wine, project)
            check_strangers(tally, wine, project)
            check_wildcards(tally, wine, project)
            check_devices(tally, wine, project)
            check_folders(tally, wine, project)
            check_sharing(tally, wine, project, helper)
            check_interrupt(tally, wine, native, project)
            check_programs(tally, wine, project, helper)
            check_library(tally, wine, project, native.parent)
            script = wine.script()
            tally.run_suite([project / "tests/golden.py", script, project, corpus,
                             f"--skip={project}/tests/peers/windows-skipped.txt"])
            tally.run_suite([project / "tests/pages.py", script, project])
        finally:
            wine.end()
    print(f"{tally.passed} passed, {tally.failed} failed")


if __name__ == "__main__":
    main()
