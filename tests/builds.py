#!/usr/bin/env python3
"""Builds netlists, those of the samples and some made at random, and looks whether wires meet bodies; speaks TAP.

Usage: builds.py COMMAND SOURCE_ROOT [NAME]

No wire may go through a body or a board, no body may stand in another or off its board, and `check` finds nothing. Wires below
the boards run in parallel, but for the netlists made at random. That a build does what the netlist says is for
tests/peers/build.py.
"""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers"))
from support.geometry import RAM, Build, aside_below, find_blocked  # pylint: disable=wrong-import-position

PINS = {"ow_not": "A", "ow_buf": "A", "ow_xor": "AB", "ow_and2": "AB", "ow_and3": "ABC", "ow_and4": "ABCD", "ow_or2": "AB",
        "ow_or3": "ABC", "ow_or4": "ABCD", "$_DLATCH_P_": "DE"}


def make_netlist(seed):
    """Gates and latches at random; each seed likes some kinds more than others."""
    chance = random.Random(seed)
    inputs, cells = chance.choice((1, 4, 60)), {}
    weights = [chance.choice((0.1, 1, 5)) for _ in PINS]
    bits = list(range(2, 2 + inputs))
    for number in range(chance.choice((0, 1, 10, 100, 700))):
        kind, out = chance.choices(list(PINS), weights)[0], 2 + inputs + number
        near = bits[-40:] if chance.random() < 0.8 else bits
        wired = {pin: [chance.choice(near)] for pin in PINS[kind]}
        wired["Q" if kind == "$_DLATCH_P_" else "Y"] = [out]
        cells[f"g{number}"] = {"type": kind, "connections": wired}
        bits.append(out)
    for number in range(chance.choice((0, 0, 1, 7))):
        cells[f"r{number}"] = make_ram(chance, bits)
    ports = {"i": {"direction": "input", "bits": list(range(2, 2 + inputs))},
             "o": {"direction": "output", "bits": [chance.choice(bits) for _ in range(chance.choice((1, 8, 90)))]}}
    return {"modules": {"m": {"attributes": {"top": 1}, "ports": ports, "cells": cells, "netnames": name_registers(seed, cells)}}}


def name_registers(seed, cells):
    """Names for the latches: registers of any size."""
    chance, names = random.Random(seed), {}
    latches = [cell["connections"]["Q"][0] for cell in cells.values() if "Q" in cell["connections"]]
    chance.shuffle(latches)
    while latches:
        size = chance.randint(1, 40)
        names[f"r{len(names)}"] = {"bits": latches[:size]}
        del latches[:size]
    return names


def make_ram(chance, bits):
    """A RAM of a mod, any size that fits; its outputs are bits after the others."""
    data, addresses = chance.randint(1, 32), chance.randint(1, 8)
    out = list(range(bits[-1] + 1, bits[-1] + 1 + data))
    wired = {"DATA": chance.choices(bits, k=data), "WRITE": [chance.choice(bits)], "TO": chance.choices(bits, k=addresses),
             "READ": [chance.choice(("1", bits[0]))], "FROM": chance.choices(bits, k=addresses), "OUT": out}
    bits += out
    contents = "".join(chance.choices("01x", k=data << addresses))
    return {"type": "ow_ram", "parameters": {"INIT": contents, "OFFSET": "0", "SIZE": f"{1 << addresses:b}"},
            "connections": wired}


def look_at(command, netlist, is_design, folder, *options):
    """None, or what is wrong with the build of a netlist."""
    save = os.path.join(folder, "built.partialworld")
    for words in (["build", netlist, "-f", "-o", save, *options], ["check", save]):
        done = subprocess.run([command, *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return (done.stdout + done.stderr).strip()
    build = Build(command, save)
    for _, size in build.board_boxes():
        if max(size) > 80:
            return f"a board of {size}"
    if is_design and RAM not in build.counts():
        aside, straight = aside_below(build)
        if aside > straight / 10:
            return f"wires below the boards go {aside:.0f} squares aside, and {straight:.0f} straight on"
    return find_blocked(build)


def main():
    command, root = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        cases = [(os.path.basename(path), path, True, options) for path in sorted(glob.glob(f"{root}/samples/netlists/*.json"))
                 for options in ([], ["--sockets"])]
        for seed in range(48):
            path = os.path.join(folder, f"random-{seed}.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(make_netlist(seed), file)
            cases.append((f"random netlist {seed}", path, False, ["--sockets"] if seed % 3 == 2 else []))
        cases = [case for case in cases if len(sys.argv) < 4 or sys.argv[3] in case[0]]
        print(f"1..{len(cases)}")
        failed = 0
        for number, (name, path, is_design, options) in enumerate(cases, 1):
            problem = look_at(command, path, is_design, folder, *options)
            failed += problem is not None
            print(f"{'not ok' if problem else 'ok'} {number} - {name}{' with sockets' if options else ''}"
                  + (f"\n# {problem}" if problem else ""), flush=True)
    sys.exit(failed > 0)


main()
