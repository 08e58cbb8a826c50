#!/usr/bin/env python3
"""Compiles the library and web/binding to WebAssembly with emscripten's compiler.

Usage: make-wasm.py BUILD_FOLDER OUTPUT_FOLDER

The sources are those of the build in BUILD_FOLDER; OUTPUT_FOLDER gets overworld.wasm. Ninja does the work, so
that a second run compiles only what changed.
"""
import glob
import os
import shutil
import subprocess
import sys

from library_sources import library_sources

# What runs for every field of a file is made to be fast, all else to be small: the module goes over networks.
FAST = ("src/base/", "src/json/", "src/codec/runs/", "src/driver/", "src/picture/", "src/scene/")
SMALL = ("answers/", "src/calls/", "src/change/parts", "src/circuit/bench", "src/circuit/find", "src/circuit/names",
         "src/leveld/tiled/", "src/picture/caption", "src/picture/gltf/", "src/picture/labels", "src/picture/legend",
         "src/picture/svg", "src/scene/outlying", "src/scene/unmatched", "src/base/names", "src/base/nearest",
         "src/base/report", "src/base/selectors", "src/schema/", "src/circuit/displays", "src/circuit/given",
         "src/circuit/paths", "src/circuit/ports", "src/circuit/show", "src/circuit/store", "src/circuit/vcd",
         "src/circuit/timers", "src/circuit/watch", "src/blotter/scene/display", "src/blotter/scene/turn", "src/leveld/scene/look",
         "src/leveld/scene/tileset", "src/blotter/check_overlaps", "src/scene/overlaps", "src/base/extents",
         "src/base/solids",
         "src/change/merge", "src/change/write_patch", "src/change/conditions", "src/change/draft",
         "src/circuit/devices", "src/circuit/memories", "src/circuit/open", "src/driver/", "src/picture/rings",
         "src/blotter/types/", "src/blotter/folder/", "src/change/edits", "src/change/patch", "src/change/repair", "src/picture/measure",
         "src/picture/pick", "src/picture/skirt", "src/picture/text", "web/binding/")
SMALL_FOLDERS = ("/repair/", "/parts/", "/convert/", "/summary")
# Runs for files that break off, and for schemas: each verb of their codecs is a function there.
RARE = ("src/codec/runs/describe.c", "src/codec/runs/salvage.c")
FAST_FILES = ("/check", "/survey", "/index", "/scene/", "/map")

FLAGS = ("-std=c11 -DNDEBUG -ffp-contract=off -fvisibility=hidden -ffunction-sections -fdata-sections "
         "-Iinclude -Ianswers -Iweb/binding")
LINK = ("-O3 -sSTANDALONE_WASM=1 --no-entry -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB "
        "-sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0 -sTOTAL_STACK=1MB")


def optimisation(path):
    if path.startswith(RARE):
        return "-Os -DALWAYS_INLINE="
    if path.startswith(SMALL) or any(part in path for part in SMALL_FOLDERS):
        return "-Oz"
    if path.startswith(FAST) or any(part in path for part in FAST_FILES):
        return "-O3"
    return "-Oz"


def rules(root, build, output):
    """The text of a file for Ninja."""
    environment = dict(os.environ, NODE_PATH="/usr/share/nodejs")
    flags = subprocess.run(["emcc", "--cflags"], env=environment, check=True, capture_output=True,
                           text=True).stdout.strip()
    lines = [f"builddir = {output}",
             f"flags = {flags} {FLAGS}",
             "rule compile",
             f"  command = {'ccache ' if shutil.which('ccache') else ''}clang-14 $flags $more -MMD -MF $out.d -c $in -o $out",
             "  depfile = $out.d", "  deps = gcc",
             "  description = $in",
             "rule link",
             # What the linker's own pass has made smaller can be made smaller once more.
             f"  command = NODE_PATH=/usr/share/nodejs emcc $in -o $out {LINK} && wasm-opt -O3 $out -o $out",
             "  description = $out"]
    sources = [(os.path.relpath(path, root), defines) for path, defines in library_sources(root, build)]
    for folder in ("answers", "web/binding"):
        sources += [(os.path.relpath(path, root), []) for path in sorted(glob.glob(f"{root}/{folder}/*.c"))]
    objects = []
    for path, defines in sources:
        name = "-".join([path[:-2].replace("/", "-"), *(word[2:].replace("=", "-") for word in defines)])
        objects.append(f"{output}/objects/{name}.o")
        lines += [f"build {objects[-1]}: compile {path}",
                  f"  more = {optimisation(path)} {' '.join(defines)}"]
    lines.append(f"build {output}/overworld.wasm: link {' '.join(objects)}")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    build, output = (os.path.relpath(path, root) for path in sys.argv[1:])
    os.makedirs(f"{root}/{output}/objects", exist_ok=True)
    text = rules(root, os.path.join(root, build), output)
    with open(f"{root}/{output}/build.ninja", "w", encoding="utf-8") as file:
        file.write(text)
    sys.exit(subprocess.run(["ninja", "-C", root, "--quiet", "-f", f"{output}/build.ninja"]).returncode)


main()
