#!/usr/bin/env python3
"""What the command for Windows does when a call of Windows fails or memory is missing, under wine.

Usage: windows_faults.py OVERWORLD PROJECT CORPUS

Links the command once more, with tests/faults/windows.c in it, and runs the cases of tests/faults.py with it.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from support.tally import Tally
from support.wine import TOOLS, Wine

FLAGS = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-D_WIN32_WINNT=0x0A00", "-D__USE_MINGW_ANSI_STDIO=1"]
LIBRARIES = ["-lwinpthread", "-lntdll", "-lshell32", "-lm"]


def link(project, folder):
    """Makes the command with faults of the objects that it is made of, in the order that faults/windows.c relies on."""
    script = (project / "build-windows/windows.ninja").read_text(encoding="utf-8")
    objects = re.search(r"^build build-windows/overworld.exe: link (.*?)( \||$)", script, re.M).group(1).split()
    faults, due = folder / "windows.o", folder / "due.o"
    for made in (faults, due):
        subprocess.run([f"{TOOLS}-gcc", *FLAGS, "-c", project / f"tests/faults/{made.stem}.c", "-o", made], check=True)
    names = subprocess.run([f"{TOOLS}-nm", faults], check=True, capture_output=True, text=True).stdout
    wrapped = [f"-Wl,--wrap={name}" for name in sorted(set(re.findall(r"\b__wrap_(\w+)", names)))]
    program = folder / "overworld.exe"
    others = [name for name in objects if "/build-web-sources-" in name]
    mine = [name for name in objects if name not in others]
    subprocess.run([f"{TOOLS}-gcc", "-static", "-fstack-protector-strong", *wrapped, *mine, faults, *others, due,
                    *LIBRARIES, "-o", program], cwd=project, check=True)
    return program


def main():
    project = Path(sys.argv[2]).resolve()
    (project / "build-windows").mkdir(exist_ok=True)
    subprocess.run("scripts/other-sources.sh && flock build-windows/lock scripts/make-windows.py build build-windows",
                   shell=True, cwd=project, check=True, stdout=subprocess.DEVNULL)
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="windows-") as folder:
        folder = Path(folder)
        wine = Wine(folder, link(project, folder))
        try:
            tally.run_suite([project / "tests/faults.py", wine.script(), "-", project])
        finally:
            wine.end()
    print(f"{tally.passed} passed, {tally.failed} failed")


if __name__ == "__main__":
    main()
