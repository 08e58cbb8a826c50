"""The sources of the libraries and of the command, as the build has them: for scripts that compile them in other ways."""
import json
import os
import re
import shlex
import sys

# What each library is made of, by the names that meson.build gives: the archives of its objects. Those of the formats'
# layouts, each called as its format, belong to all.
PARTS = {
    "overworld": ["formats-objects", "pictures-objects", "circuits-objects", "objects"],
    "overworld-formats": ["formats-objects", "above-formats"],
    "overworld-pictures": ["formats-objects", "pictures-objects", "above-pictures"],
    "overworld-circuits": ["formats-objects", "circuits-objects", "above-circuits"],
}
EVERY_PART = {part for parts in PARTS.values() for part in parts}

# What the command consists of beside the library: objects of the build.
COMMAND = re.compile(r"overworld\.p/|liboverworld-(answers|catalog|files|sandbox)\.a\.p/|sql/liboverworld-sql\.a\.p/")


def commands_of(build):
    """Each compiled source of a build: its absolute path, the object, and the command line."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for command in json.load(file):
            path = os.path.realpath(os.path.join(command["directory"], command["file"]))
            yield path, command.get("output", ""), command["command"]


def library_sources(root, build, library="overworld"):
    """The sources of a library: each with its -D flags, in the order of the build."""
    source = os.path.join(root, "src") + os.sep
    sources = []
    for path, output, command in commands_of(build):
        archive = re.match(r"liboverworld-([^/]+)\.a\.p/", output)
        if not archive or not path.startswith(source):
            continue
        if archive[1] in EVERY_PART and archive[1] not in PARTS[library]:
            continue
        words = shlex.split(command)
        defines = [word for word in words if re.match(r"-[DU](?!NDEBUG|_FILE_OFFSET_BITS|_FORTIFY_SOURCE)", word)]
        if (path, defines) not in sources:
            sources.append((path, defines))
    if not sources:
        sys.exit(f"{build} has no library; make it with `make`")
    return sources


def command_sources(root, build):
    """The other sources of the command, as `library_sources`, without those that load a library or need the sandbox of
    this machine. SQLite is to be linked; if the build has none, neither have they."""
    source = os.path.join(root, "src") + os.sep
    sources = [path for path, output, _ in commands_of(build)
               if COMMAND.match(output) and not path.startswith(source) and
               not re.match(r"(libpq|postgresql.*|sandbox.*|apart.*|unpack.*|s3.*|sqlite_load)\.c$", os.path.basename(path))]
    missing = [os.path.join(root, path) for path in ("catalog/apart_missing.c", "catalog/s3_missing.c", "catalog/unpack_missing.c",
                                                          "files/sandbox_missing.c")]
    return [(path, []) for path in [*sources, *missing]]
