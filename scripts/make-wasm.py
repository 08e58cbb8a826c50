#!/usr/bin/env python3
"""Compiles the library and web/binding to WebAssembly with emscripten's compiler.

Usage: make-wasm.py BUILD_FOLDER OUTPUT_FOLDER

The sources are those of the build in BUILD_FOLDER; OUTPUT_FOLDER gets overworld.wasm.
"""
import glob
import os

from cross_build import ROOT, folders_of, wasm_build
from library_sources import library_sources

# What runs for every field of a file is made to be fast, all else to be small: the module goes over networks.
FAST = ("src/base/", "src/json/", "src/codec/runs/", "src/driver/", "src/picture/", "src/scene/")
SMALL = ("answers/", "src/calls/", "src/change/parts", "src/circuit/bench", "src/circuit/find", "src/circuit/names",
         "src/leveld/tiled/", "src/city/scene/", "src/picture/caption", "src/picture/gltf/", "src/picture/job", "src/picture/labels",
         "src/picture/legend", "src/picture/svg", "src/scene/bounds", "src/scene/choose", "src/scene/outlying",
         "src/scene/selector", "src/scene/unmatched", "src/base/edit", "src/base/heights", "src/base/names", "src/base/nearest",
         "src/base/report", "src/base/selectors", "src/schema/", "src/circuit/displays", "src/circuit/given",
         "src/circuit/paths", "src/circuit/ports", "src/together/show", "src/circuit/store", "src/circuit/vcd",
         "src/json/equal", "src/json/tree",
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

FLAGS = ("-std=c11 -DNDEBUG -DOW_ONE_THREAD -ffp-contract=off -fvisibility=hidden -ffunction-sections -fdata-sections "
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


def main():
    build, output = folders_of(__doc__.split("\n\n")[1])
    # What the linker's own pass has made smaller can be made smaller once more.
    made = wasm_build(output, "library", FLAGS,
                     f"NODE_PATH=/usr/share/nodejs emcc $in -o $out {LINK} && wasm-opt -O3 $out -o $out")
    sources = library_sources(ROOT, os.path.join(ROOT, build))
    for folder in ("answers", "web/binding"):
        sources += [(path, []) for path in sorted(glob.glob(f"{ROOT}/{folder}/*.c"))]
    for path, defines in sources:
        path = os.path.relpath(path, ROOT)
        made.compile(path, optimisation(path), defines)
    made.link(f"{output}/overworld.wasm")


main()
