#!/usr/bin/env python3
"""Compiles the command for Windows, with MinGW-w64.

Usage: make-windows.py BUILD_FOLDER OUTPUT_FOLDER

The sources are those of the build in BUILD_FOLDER; build-web/sources holds those of other projects
(scripts/other-sources.sh). windows/ answers the calls of POSIX with those of Windows. OUTPUT_FOLDER gets overworld.exe,
liboverworld.dll, liboverworld.dll.a to link to it, and overworld.def with the names that it exports.

The compiler is the one whose threads are those of Windows: the other one differs in C++ and in what its library needs.
POSIX threads are MinGW-w64's own library, which is linked into the program.
"""
import glob
import os
import subprocess

from command_build import add_command
from cross_build import ROOT, Build, folders_of

TOOLS = "x86_64-w64-mingw32"
FLAGS = (f"-std=gnu11 -O3 -DNDEBUG -ffp-contract=off -ffile-prefix-map={ROOT}=. -fno-ident -fstack-protector-strong "
         "-D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 -D_FILE_OFFSET_BITS=64 -D_INO_T_DEFINED -D_STAT_DEFINED "
         "-DHAVE_SQLITE -DHAVE_LIBMD")
OTHERS = {"sqlite3": "-DSQLITE_THREADSAFE=1 -U_INO_T_DEFINED -U_STAT_DEFINED", "expat": "-DXML_STATIC -D_CRT_RAND_S",
          "libspng": "-DSPNG_STATIC -U_INO_T_DEFINED -U_STAT_DEFINED", "zlib": "-U_INO_T_DEFINED -U_STAT_DEFINED",
          "libmd": "-U_INO_T_DEFINED -U_STAT_DEFINED"}
REGEX = "build-web/sources/regex"
# windows/start.c has main. The page is beside the program and nowhere else: there is no folder NUL. Headers of libraries take
# a library for a DLL if nothing says otherwise.
SPECIAL = {"cli/main.c": "-Dmain=command", "cli/pictures/png.c": "-DSPNG_STATIC", "cli/convert/xml.c": "-DXML_STATIC",
           "cli/pictures/view_page.c": "-DOVERWORLD_DATA_FOLDER='\"NUL\"'"}


def write_exports(build, output):
    """Writes the names that the DLL exports, which are those of the native library. Returns the file, for the linker."""
    names = subprocess.run(["nm", "-D", "--defined-only", f"{build}/liboverworld.so"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout
    lines = []
    for line in names.splitlines():
        _, kind, name = line.split()
        if name.startswith("ow_"):
            lines.append(f"    {name.split('@')[0]}{'' if kind == 'T' else ' DATA'}")
    path = os.path.join(ROOT, output, "overworld.def")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    text = "\n".join(["LIBRARY liboverworld.dll", "EXPORTS", *sorted(lines)]) + "\n"
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return f"{output}/overworld.def"


def main():
    build, output = folders_of(__doc__.split("\n\n")[1])
    manifest = f"{output}/manifest.o"
    made = Build(output, "windows", f"{TOOLS}-gcc", FLAGS,
                 f"{TOOLS}-windres windows/overworld.rc {manifest} && {TOOLS}-gcc -static -s -fstack-protector-strong -Wl,--no-insert-timestamp $in "
                 f"{manifest} -lwinpthread -lntdll -lshell32 -lm -o $out")
    own = add_command(made, build, "build-web/sources", f"-Iwindows/include -I{REGEX}", OTHERS,
                      lambda path: SPECIAL.get(path, ""))
    for path in sorted(glob.glob(f"{ROOT}/windows/*.c")):
        made.compile(os.path.relpath(path, ROOT), f"-Iwindows {own}")
    made.compile("web/command/words.c", f"{own} -Dstrerror=common_words")
    for name in ("regcomp", "regexec", "regerror", "tre-mem"):
        made.compile(f"{REGEX}/{name}.c", f"-Iwindows/include -I{REGEX} -include windows/musl.h -w")
    library = " ".join(name for name in made.objects if os.path.basename(name).startswith("src-"))
    made.add("library", f"{TOOLS}-gcc -shared -static -s -fstack-protector-strong -Wl,--no-insert-timestamp $in -lm "
             f"-Wl,--out-implib,{output}/liboverworld.dll.a -o {output}/liboverworld.dll",
             f"{output}/liboverworld.dll | {output}/liboverworld.dll.a", f"{write_exports(build, output)} {library}")
    made.link(f"{output}/overworld.exe", "windows/overworld.rc windows/overworld.manifest")


main()
