#!/usr/bin/env python3
"""Builds processors of other people and prints a table of the results (docs/how-to/netlists.md).

Usage: designs.py COMMAND FOLDER [BUILD_OPTION...]

FOLDER has picorv32/, serv/ and 6502/, each with the Verilog of the project of that name.
"""
import base64
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time

TICKS_A_SECOND = 30
PICORV32 = ("ENABLE_COUNTERS", "BARREL_SHIFTER", "CATCH_MISALIGN", "CATCH_ILLINSN")
# Name, files, top, parameters, and the figures before ORs were wires: components, squares, half period.
DESIGNS = (
    ("PicoRV32", "picorv32/picorv32.v", "picorv32", [f"{name}=0" for name in PICORV32], ("97,435", "80 x 4,053", 51)),
    ("SERV with its registers", "serv/*.v", "serv_rf_top", [], ("63,592", "80 x 2,640", 22)),
    ("6502", "6502/*.v", "cpu", [], ("12,481", "80 x 522", 37)),
)


def measure(command, save, said):
    told = json.loads(subprocess.run([command, "convert", save, "-", "--to", "json"], capture_output=True,
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
    command, folder, *options = sys.argv[1:]
    if not os.path.isdir(folder):
        print(f"{folder}: no designs to build")
        return
    print("| design | components | with logic | through pegs for each of these | squares | gates in a row | half period "
          "| hertz | before: components, squares, half period | seconds to build |\n|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as made:
        for name, files, top, parameters, before in DESIGNS:
            save, begin = os.path.join(made, "built.partialworld"), time.time()
            words = [word for parameter in parameters for word in ("--param", parameter)]
            said = subprocess.run([command, "build", *sorted(glob.glob(os.path.join(folder, files))), "--top", top, *words,
                                   "-f", "-o", save, *options], capture_output=True, text=True, check=True).stdout
            seconds, row = time.time() - begin, measure(command, save, said)
            print(f"| {name} | {row['components']:,} | {row['logic']:,} | {row['pegs']:.2f} | {row['squares']} "
                  f"| {row['gates']} | {row['half']} | {TICKS_A_SECOND / 2 / row['half']:.1f} "
                  f"| {', '.join(map(str, before))} | {seconds:.0f} |", flush=True)


main()
