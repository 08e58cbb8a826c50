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

from library_sources import command_sources, library_sources
from wasm_build import ROOT, WasmBuild, folders_of

LIBRARIES = "/usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten"
FLAGS = ("-std=gnu11 -O3 -mbulk-memory -msign-ext -mnontrapping-fptoint -DNDEBUG -ffp-contract=off "
         "-fvisibility=hidden -ffunction-sections -fdata-sections -D_DEFAULT_SOURCE -DOVERWORLD_DATA_FOLDER='\"\"' -DHAVE_SQLITE -DHAVE_LIBMD")
OWN = "-Iinclude -Ianswers -Icatalog -Icli -Ifiles -Isql -Iweb/command"
LINK = ("--no-entry --export=run --export=memory_at --allow-undefined-file=web/command/imports.txt --gc-sections "
        "--stack-first -z stack-size=1048576 --max-memory=4294967296 --initial-memory=16777216 --strip-all "
        "--export=broken_pipe --fatal-warnings -O2")
# Runs rarely: made small.
SMALL = ("cli/", "catalog/", "src/schema/", "answers/")

# Each library of another project: its sources, and what its build in Debian defines.
OTHERS = {
    "zlib": (("adler32.c", "compress.c", "crc32.c", "deflate.c", "inffast.c", "inflate.c", "inftrees.c", "trees.c", "zutil.c"),
             ".", ""),
    "expat": (("expat/lib/xmlparse.c", "expat/lib/xmlrole.c", "expat/lib/xmltok.c"), "expat/lib",
              "-DXML_DTD=1 -DXML_GE=1 -DXML_NS=1 -DXML_CONTEXT_BYTES=1024 -DHAVE_MEMMOVE -DHAVE_ARC4RANDOM_BUF "
              "-DBYTEORDER=1234 -I{output}/sources"),
    "libspng": (("spng/spng.c",), "spng", ""),
    "libmd": (("src/sha2.c",), "include", "-I{output}/sources"),
    # The flags of Debian's package, but for threads, which WebAssembly lacks here.
    "sqlite3": (("sqlite3.c",), ".",
                "-DSQLITE_SECURE_DELETE -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_FTS3 "
                "-DSQLITE_ENABLE_FTS3_PARENTHESIS -DSQLITE_ENABLE_RTREE=1 -DSQLITE_SOUNDEX=1 "
                "-DSQLITE_OMIT_LOOKASIDE=1 -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ALLOW_ROWID_IN_VIEW "
                "-DSQLITE_ENABLE_UPDATE_DELETE_LIMIT=1 -DSQLITE_LIKE_DOESNT_MATCH_BLOBS "
                "-DSQLITE_ENABLE_FTS3_TOKENIZER=1 -DSQLITE_USE_URI=1 -DSQLITE_MAX_SCHEMA_RETRY=25 "
                "-DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_MATH_FUNCTIONS "
                "-DSQLITE_ENABLE_STMTVTAB -DSQLITE_MAX_VARIABLE_NUMBER=250000 -DSQLITE_THREADSAFE=0 "
                "-DSQLITE_ENABLE_LOAD_EXTENSION -DHAVE_USLEEP=1 -DHAVE_FDATASYNC=1 -DHAVE_ISNAN=1"),
}


def main():
    build, output = folders_of(__doc__.split("\n\n")[1])
    others = " ".join(f"-I{output}/sources/{name}/{include}" for name, (_, include, _) in OTHERS.items())
    own = f"{OWN} {others}"
    made = WasmBuild(output, "command", FLAGS,
                     f"wasm-ld-14 $in {LIBRARIES}/libc.a {LIBRARIES}/libdlmalloc.a {LIBRARIES}/libcompiler_rt.a "
                     f"-o $out {LINK} && wasm-opt -O3 --all-features --disable-memory64 $out -o $out")
    folder = os.path.join(ROOT, build)
    for path, defines in library_sources(ROOT, folder) + command_sources(ROOT, folder):
        path = os.path.relpath(path, ROOT)
        made.compile(path, f"{own} {'-Os' if path.startswith(SMALL) else ''}", defines)
    for path in sorted(glob.glob(f"{ROOT}/web/command/*.c")):
        made.compile(os.path.relpath(path, ROOT), own)
    for name, (files, include, more) in OTHERS.items():
        zlib = f"-I{output}/sources/zlib" if name == "libspng" else ""
        for file in files:
            made.compile(f"{output}/sources/{name}/{file}",
                         f"-I{output}/sources/{name}/{include} {zlib} {more.format(output=output)} -w")
    made.link(f"{output}/command.wasm", "web/command/imports.txt")


main()
