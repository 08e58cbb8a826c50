#!/usr/bin/env python3
"""Compiles the command to one static program for any Linux, with musl in place of the host's libc.

Usage: make-static.py BUILD_FOLDER OUTPUT_FOLDER

The sources are those of the build in BUILD_FOLDER; build-web/sources holds those of other projects
(scripts/other-sources.sh). OUTPUT_FOLDER gets the program. musl's licence lets a program contain it; that of glibc asks
for more, and its static programs need parts of the host.
"""
from command_build import add_command
from cross_build import ROOT, Build, folders_of

FLAGS = (f"-std=gnu11 -O3 -DNDEBUG -ffp-contract=off -fvisibility=hidden -ffile-prefix-map={ROOT}=. -fno-ident "
         "-U_FORTIFY_SOURCE -fno-pie -fstack-protector-strong -pthread -D_DEFAULT_SOURCE -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 "
         "-DOVERWORLD_DATA_FOLDER='\"/usr/local/share/overworld\"' -DHAVE_SQLITE -DHAVE_LIBMD")


def main():
    build, output = folders_of(__doc__.split("\n\n")[1])
    made = Build(output, "static", "musl-gcc", FLAGS,
                 "musl-gcc -static -no-pie -Wl,-z,relro,-z,noexecstack -s $in -lm -o $out")
    add_command(made, build, "build-web/sources", "",
                {"sqlite3": "-DSQLITE_THREADSAFE=1", "expat": "-DHAVE_GETRANDOM"})
    made.link(f"{output}/overworld")


main()
