"""The sources of the library, as the build has them: for scripts that compile it in other ways."""
import json
import os
import re
import shlex
import sys


def library_sources(root, build):
    """The sources of the library: each with its -D flags, in the order of the build."""
    source = os.path.join(root, "src") + os.sep
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    sources = []
    for command in commands:
        path = os.path.realpath(os.path.join(command["directory"], command["file"]))
        output = command.get("output", "")
        if not re.match(r"[^/]+\.a\.p/", output) or not path.startswith(source):
            continue
        # One source of the libraries that are installed alone; the whole library has its own object of it.
        if output.startswith("liboverworld-above-"):
            continue
        words = shlex.split(command["command"])
        defines = [word for word in words if re.match(r"-[DU](?!NDEBUG|_FILE_OFFSET_BITS|_FORTIFY_SOURCE)", word)]
        if (path, defines) not in sources:
            sources.append((path, defines))
    if not sources:
        sys.exit(f"{build} has no library; make it with `make`")
    return sources
