"""Compiles the whole command with the libraries of other projects that it needs, for machines on which Debian has none of
them. scripts/other-sources.sh fetches the sources."""
import os

from cross_build import ROOT
from library_sources import command_sources, library_sources

OWN = "-Iinclude -Ianswers -Icatalog -Icli -Ifiles -Isql"

# Each library of another project: its sources, and what its build in Debian defines.
OTHERS = {
    "zlib": (("adler32.c", "compress.c", "crc32.c", "deflate.c", "inffast.c", "inflate.c", "inftrees.c", "trees.c", "zutil.c"),
             ".", ""),
    "expat": (("expat/lib/xmlparse.c", "expat/lib/xmlrole.c", "expat/lib/xmltok.c"), "expat/lib",
              "-DXML_DTD=1 -DXML_GE=1 -DXML_NS=1 -DXML_CONTEXT_BYTES=1024 -DHAVE_MEMMOVE "
              "-DBYTEORDER=1234 -I{sources}"),
    "libspng": (("spng/spng.c",), "spng", ""),
    "libmd": (("src/sha2.c",), "include", "-I{sources}"),
    # The flags of Debian's package; -DSQLITE_THREADSAFE depends on the machine.
    "sqlite3": (("sqlite3.c",), ".",
                "-DSQLITE_SECURE_DELETE -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_FTS3 "
                "-DSQLITE_ENABLE_FTS3_PARENTHESIS -DSQLITE_ENABLE_RTREE=1 -DSQLITE_SOUNDEX=1 "
                "-DSQLITE_OMIT_LOOKASIDE=1 -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ALLOW_ROWID_IN_VIEW "
                "-DSQLITE_ENABLE_UPDATE_DELETE_LIMIT=1 -DSQLITE_LIKE_DOESNT_MATCH_BLOBS "
                "-DSQLITE_ENABLE_FTS3_TOKENIZER=1 -DSQLITE_USE_URI=1 -DSQLITE_MAX_SCHEMA_RETRY=25 "
                "-DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_MATH_FUNCTIONS "
                "-DSQLITE_ENABLE_STMTVTAB -DSQLITE_MAX_VARIABLE_NUMBER=250000 "
                "-DSQLITE_ENABLE_LOAD_EXTENSION -DHAVE_USLEEP=1 -DHAVE_FDATASYNC=1 -DHAVE_ISNAN=1"),
}


def add_command(made, build, sources, flags, flags_of_others, flags_of=lambda path: ""):
    """Adds all sources: those of the command, which the build folder `build` lists, and those of other projects, which are
    in the folder `sources`. Returns the flags for the command's own sources.

    flags: of the command on this machine
    flags_of_others: of each other project on this machine, by its name
    flags_of: returns more flags for a source of the command"""
    own = " ".join([OWN, flags, *(f"-I{sources}/{name}/{include}" for name, (_, include, _) in OTHERS.items())])
    folder = os.path.join(ROOT, build)
    for path, defines in library_sources(ROOT, folder) + command_sources(ROOT, folder):
        path = os.path.relpath(path, ROOT)
        made.compile(path, f"{own} {flags_of(path)}", defines)
    for name, (files, include, more) in OTHERS.items():
        zlib = f"-I{sources}/zlib" if name == "libspng" else ""
        here = flags_of_others.get(name, "")
        for file in files:
            made.compile(f"{sources}/{name}/{file}",
                         f"-I{sources}/{name}/{include} {zlib} {here} {more.format(sources=sources)} -w")
    return own
