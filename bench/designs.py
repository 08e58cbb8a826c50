#!/usr/bin/env python3
"""Builds processors of other people and prints a table of the results (docs/how-to/netlists.md).

Usage: designs.py COMMAND SOURCE_ROOT CORPUS_DIR [BUILD_OPTION...]

They come from the folder `verilog` beside the corpus.
"""
import base64
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "tests", "peers"))
from support.circuits import COMMAND, CORPUS, compile_runner
from support.designs import BesideIcarus, processors_in

TICKS_A_SECOND = 30
# The figures before ORs were wires: components, squares, half period.
BEFORE = {"PicoRV32": ("97,435", "80 x 4,053", 51), "SERV": ("63,592", "80 x 2,640", 22), "6502": ("12,481", "80 x 522", 37)}
COLUMNS = ("design", "components", "with logic", "through pegs for each of these", "squares", "gates in a row", "half period",
           "least half period that does what Icarus says", "hertz", "before: components, squares, half period",
           "seconds to build")


def measure(save, said):
    told = json.loads(subprocess.run([COMMAND, "convert", save, "-", "--to", "json"], capture_output=True,
                                     check=True).stdout)
    names = {kind["id"]: kind["name"] for kind in told["component_types"]}
    counts, wide, deep = {}, 0, 0
    for component in told["components"]:
        name = names[component["type"]]
        counts[name] = counts.get(name, 0) + 1
        if name == "MHG.CircuitBoard":
            size = struct.unpack("<ii", base64.b64decode(component["custom_data"])[3:11])
            wide = max(wide, component["position"][0] // 300 + size[0])
            deep = max(deep, component["position"][2] // 300 + size[1])
    logic = int(re.search(r"(\d+) components with logic", said).group(1))
    return {"components": len(told["components"]), "logic": logic, "pegs": counts["MHG.ThroughPeg"] / logic,
            "squares": f"{wide} x {deep}", "gates": int(re.search(r"longest chain of gates: (\d+)", said).group(1)),
            "half": int(re.search(r"clock: (\d+)", said).group(1))}


def main():
    designs = os.path.join(os.path.dirname(CORPUS), "verilog")
    if not os.path.isdir(designs):
        print(f"{designs}: no designs to build")
        return
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
    with tempfile.TemporaryDirectory() as folder:
        program = compile_runner(folder)
        for name, design in processors_in(designs).items():
            beside = BesideIcarus(folder, design, *sys.argv[4:])
            row = measure(beside.machine.save, beside.machine.said)
            print(f"| {name} | {row['components']:,} | {row['logic']:,} | {row['pegs']:.2f} | {row['squares']} "
                  f"| {row['gates']} | {row['half']} | {beside.least_half(program)} "
                  f"| {TICKS_A_SECOND / 2 / row['half']:.1f} | {', '.join(map(str, BEFORE[name]))} "
                  f"| {beside.machine.seconds:.0f} |", flush=True)


main()
