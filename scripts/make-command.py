#!/usr/bin/env python3
"""Compiles the command to WebAssembly for Node.js, with the libraries that it needs.

Usage: make-command.py BUILD_FOLDER OUTPUT_FOLDER

The sources are those of the build in BUILD_FOLDER; OUTPUT_FOLDER/sources holds those of other projects
(scripts/other-sources.sh). OUTPUT_FOLDER gets command.wasm. Ninja does the work, so that a second run compiles only
what changed.

emcc would add its own JavaScript and its own idea of a file system. So wasm-ld links what emcc compiles, with the
libraries of emcc. All system calls of its C library stay imports, which web/command answers with those of Node.js.
"""
import glob
import os
import shutil
import subprocess
import sys

from library_sources import command_sources, library_sources

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


def statements(root, build, output):
    """The text of a file for Ninja."""
    environment = dict(os.environ, NODE_PATH="/usr/share/nodejs")
    flags = subprocess.run(["emcc", "--cflags"], env=environment, check=True, capture_output=True,
                           text=True).stdout.strip()
    others = " ".join(f"-I{output}/sources/{name}/{include}" for name, (_, include, _) in OTHERS.items())
    lines = [f"builddir = {output}/command",
             f"flags = {flags} {FLAGS}",
             f"own = {OWN} {others}",
             "rule compile",
             f"  command = {'ccache ' if shutil.which('ccache') else ''}clang-14 $flags $more "
             "-MMD -MF $out.d -c $in -o $out",
             "  depfile = $out.d", "  deps = gcc",
             "  description = $in",
             "rule link",
             f"  command = wasm-ld-14 $in {LIBRARIES}/libc.a {LIBRARIES}/libdlmalloc.a {LIBRARIES}/libcompiler_rt.a "
             f"-o $out {LINK} && wasm-opt -O3 --all-features --disable-memory64 $out -o $out",
             "  description = $out"]
    objects = []

    def compiled(path, more):
        name = "-".join([path[:-2].replace("/", "-"), *(word[2:].replace("=", "-") for word in more.split()
                                                        if word.startswith("-DFORMAT"))])
        objects.append(f"{output}/command/{name}.o")
        lines.extend([f"build {objects[-1]}: compile {path}", f"  more = {more}"])

    for path, defines in library_sources(root, build) + command_sources(root, build):
        path = os.path.relpath(path, root)
        compiled(path, f"$own {'-Os' if path.startswith(SMALL) else ''} {' '.join(defines)}")
    for path in sorted(glob.glob(f"{root}/web/command/*.c")):
        compiled(os.path.relpath(path, root), "$own")
    for name, (files, include, more) in OTHERS.items():
        zlib = f"-I{output}/sources/zlib" if name == "libspng" else ""
        for file in files:
            compiled(f"{output}/sources/{name}/{file}",
                     f"-I{output}/sources/{name}/{include} {zlib} {more.format(output=output)} -w")
    lines.append(f"build {output}/command.wasm: link {' '.join(objects)} | web/command/imports.txt")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    build, output = (os.path.relpath(path, root) for path in sys.argv[1:])
    os.makedirs(f"{root}/{output}/command", exist_ok=True)
    text = statements(root, os.path.join(root, build), output)
    with open(f"{root}/{output}/command.ninja", "w", encoding="utf-8") as file:
        file.write(text)
    sys.exit(subprocess.run(["ninja", "-C", root, "--quiet", "-f", f"{output}/command.ninja"]).returncode)


main()
