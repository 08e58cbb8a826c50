#!/usr/bin/env python3
"""Compiles the command to WebAssembly for Node.js, with the libraries that it needs.

Usage: make-command.py BUILD_FOLDER OUTPUT_FOLDER

The sources are those of the build in BUILD_FOLDER; OUTPUT_FOLDER/sources holds those of other projects
(scripts/other-sources.sh). OUTPUT_FOLDER gets command.wasm.

emcc would add its own JavaScript and its own idea of a file system. So wasm-ld links what emcc compiles, with the
libraries of emcc. All system calls of its C library stay imports, which web/command answers with those of Node.js.
"""
import glob
import os

from command_build import add_command
from cross_build import ROOT, folders_of, wasm_build

LIBRARIES = "/usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten"
FLAGS = ("-std=gnu11 -O3 -mbulk-memory -msign-ext -mnontrapping-fptoint -DNDEBUG -ffp-contract=off "
         "-fvisibility=hidden -ffunction-sections -fdata-sections -D_DEFAULT_SOURCE -DOVERWORLD_DATA_FOLDER='\"\"' -DHAVE_SQLITE -DHAVE_LIBMD")
LINK = ("--no-entry --export=run --export=memory_at --allow-undefined-file=web/command/imports.txt --gc-sections "
        "--stack-first -z stack-size=1048576 --max-memory=4294967296 --initial-memory=16777216 --strip-all "
        "--export=broken_pipe --fatal-warnings -O2")
# Runs rarely: made small.
SMALL = ("cli/", "catalog/", "src/schema/", "answers/")


def main():
    build, output = folders_of(__doc__.split("\n\n")[1])
    made = wasm_build(output, "command", FLAGS,
                      f"wasm-ld-14 $in {LIBRARIES}/libc.a {LIBRARIES}/libdlmalloc.a {LIBRARIES}/libcompiler_rt.a "
                      f"-o $out {LINK} && wasm-opt -O3 --all-features --disable-memory64 $out -o $out")
    own = add_command(made, build, f"{output}/sources", "-Iweb/command",
                      {"sqlite3": "-DSQLITE_THREADSAFE=0", "expat": "-DHAVE_ARC4RANDOM_BUF"},
                      lambda path: "-Os" if path.startswith(SMALL) else "")
    for path in sorted(glob.glob(f"{ROOT}/web/command/*.c")):
        made.compile(os.path.relpath(path, ROOT), own)
    made.link(f"{output}/command.wasm", "web/command/imports.txt")


main()
