#!/usr/bin/env python3
"""Holds netlists of circuits against Yosys and Icarus Verilog, tick by tick.

Usage: netlist.py COMMAND SOURCE_ROOT CORPUS_DIR

Icarus simulates the Verilog of `overworld netlist` beside the library, tick by tick and net by net: on samples, on
the corpus, on an adder for all its inputs, and on random circuits of every kind of component. Yosys reads each
netlist and checks it.
"""
import base64
import glob
import json
import os
import random
import re
import struct
import tempfile

from support.circuits import (COMMAND, CORPUS, ROOT, Circuit, by_icarus, by_library, compile_runner, finish, run, stimulate,
                              tried)

# Saves made here.

SQUARE = 300
INPUTS = {"MHG.Inverter": 1, "MHG.AndGate": 2, "MHG.XorGate": 2, "MHG.Buffer_WithOutput": 1, "MHG.DLatch": 2,
          "MHG.Delayer": 1, "MHG.Relay": 3, "MHG.Buffer": 2, "MHG.Peg": 1, "MHG.ThroughPeg": 2,
          "MHG.ChubbySocket": 1, "MHG.PanelDisplay": 1, "MHG.Switch": 0, "MHG.Button": 0}
WITHOUT_OUTPUT = {"MHG.Relay", "MHG.Buffer", "MHG.Peg", "MHG.ThroughPeg", "MHG.ChubbySocket", "MHG.PanelDisplay",
                  "MHG.CircuitBoard", "MHG.PanelLabel"}


class Save:
    """A Blotter save on the way: components in rows, far from each other."""

    def __init__(self):
        self.types = ["MHG.CircuitBoard"]
        self.components = [self.record(1, 0, "MHG.CircuitBoard", 0, 0, struct.pack("<3sii", b"\x33\x33\x33", 90, 90))]
        self.wires = []

    def record(self, address, place, kind, inputs, outputs, data):
        if kind not in self.types:
            self.types.append(kind)
        return {"address": address, "parent": 0 if address == 1 else 1, "type": self.types.index(kind),
                "position": [SQUARE // 2 + 4 * SQUARE * (place % 20), 150, SQUARE // 2 + 4 * SQUARE * (place // 20)],
                "rotation": [0.0, 0.0, 0.0, 1.0], "inputs": [0] * inputs, "outputs": [0] * outputs,
                "custom_data": base64.b64encode(data).decode() if data is not None else None}

    def add(self, kind, inputs=None, data=None):
        address = len(self.components) + 1
        inputs = INPUTS[kind] if inputs is None else inputs
        if kind in ("MHG.Switch", "MHG.Button"):
            data = struct.pack("<3s?", b"\x9a\x48\x0d", False)
        if kind == "MHG.PanelDisplay":
            data = struct.pack("<iii", 0, 1, 1)
        self.components.append(self.record(address, address, kind, inputs, kind not in WITHOUT_OUTPUT, data))
        return address

    def wire(self, output, address, index):
        """From the only output of a component to an input."""
        self.join(("output", output, 0), ("input", address, index))

    def join(self, first, second):
        ends = [dict(zip(("kind", "component", "index"), end)) for end in (first, second)]
        self.wires.append({"first": ends[0], "second": ends[1], "circuit_state": 0, "rotation": 0.0})

    def write(self, path):
        """Numbers the states as the game does, everything off, and writes the save by the command."""
        joined = {(c["address"], i): (c["address"], i) for c in self.components for i in range(len(c["inputs"]))}

        def head(peg):
            while joined[peg] != peg:
                peg = joined[peg]
            return peg
        for c in self.components:
            if self.types[c["type"]] == "MHG.ThroughPeg":
                joined[head((c["address"], 1))] = head((c["address"], 0))
        for w in self.wires:
            if w["first"]["kind"] == w["second"]["kind"] == "input":
                joined[head(key_of(w["second"]))] = head(key_of(w["first"]))
        states = {}
        by_address = {c["address"]: c for c in self.components}
        for c in self.components:
            for i in range(len(c["inputs"])):
                c["inputs"][i] = states.setdefault(head((c["address"], i)), len(states))
            for i in range(len(c["outputs"])):
                c["outputs"][i] = states.setdefault(("output", c["address"], i), len(states))
        for w in self.wires:
            end = w["first"]
            w["circuit_state"] = by_address[end["component"]][end["kind"] + "s"][end["index"]]
        save = {"format": "blotter", "version": 7, "game_version": [0, 92, 3, 57], "save_type": "subassembly",
                "mods": [{"id": "MHG", "version": [0, 92, 3, -1]}],
                "component_types": [{"id": i, "name": name} for i, name in enumerate(self.types)],
                "components": self.components, "wires": self.wires, "circuit_states": []}
        with open(path + ".json", "w", encoding="utf-8") as file:
            json.dump(save, file)
        run(COMMAND, "convert", "--force", path + ".json", path)
        return path


def key_of(end):
    return end["component"], end["index"]


def make_adder(path, bits=4):
    save = Save()
    a, b = ([save.add("MHG.Switch") for _ in range(bits)] for _ in range(2))
    carry = [save.add("MHG.Switch")]
    for i in range(bits):
        half, both, whole, through = (save.add(kind) for kind in
                                      ("MHG.XorGate", "MHG.AndGate", "MHG.XorGate", "MHG.AndGate"))
        for gate in (half, both):
            save.wire(a[i], gate, 0)
            save.wire(b[i], gate, 1)
        for gate in (whole, through):
            save.wire(half, gate, 0)
            for source in carry:
                save.wire(source, gate, 1)
        save.wire(whole, save.add("MHG.PanelDisplay"), 0)
        carry = [both, through]
    last = save.add("MHG.PanelDisplay")
    for source in carry:
        save.wire(source, last, 0)
    return save.write(path)


GATES = ["MHG.Inverter", "MHG.AndGate", "MHG.XorGate", "MHG.Buffer_WithOutput", "MHG.DLatch", "MHG.Delayer"]


def make_random(path, seed):
    """Any component, any wires. Fast buffers lead from earlier sides to later ones of their own, so that no ring
    of links holds itself on: that is where Verilog and the game part (docs/how-to/netlists.md)."""
    chance = random.Random(seed)
    save = Save()
    switches = [save.add(chance.choice(("MHG.Switch", "MHG.Button"))) for _ in range(chance.randint(1, 6))]
    gates = []
    for _ in range(chance.randint(4, 40)):
        kind = chance.choice(GATES)
        data = struct.pack("<ii", 0, chance.randint(1, 7)) if kind == "MHG.Delayer" else None
        gates.append(save.add(kind, chance.randint(1, 5) if kind == "MHG.AndGate" else None, data))
    relays = [save.add("MHG.Relay") for _ in range(chance.randint(0, 12))]
    pegs = [save.add("MHG.Peg") for _ in range(6)] + [save.add("MHG.ThroughPeg") for _ in range(2)]
    sockets = [save.add("MHG.ChubbySocket") for _ in range(chance.randint(0, 3))]
    sources = switches + gates
    loads = [(c["address"], i) for c in save.components for i in range(len(c["inputs"]))]
    for address, index in loads:
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            save.wire(chance.choice(sources), address, index)
    for _ in range(chance.randint(0, len(relays) + 4)):
        first, second = chance.sample(loads, 2)
        save.join(("input", *first), ("input", *second))
    # A chain of fast buffers whose ends are pegs of their own, driven at the front and read by latches.
    front = save.add("MHG.Peg")
    save.wire(chance.choice(sources), front, 0)
    for _ in range(chance.randint(0, 4)):
        buffer, reader = save.add("MHG.Buffer"), save.add("MHG.DLatch")
        save.join(("input", front, 0), ("input", buffer, 0))
        save.join(("input", buffer, 1), ("input", reader, 0))
        save.wire(chance.choice(sources), reader, 1)
        if chance.random() < 0.5:
            save.wire(chance.choice(sources), buffer, 1)
        front, gates = buffer, gates + [reader]
    for _ in range(3):
        save.wire(chance.choice(gates), save.add("MHG.PanelDisplay"), 0)
    assert pegs and sockets is not None
    return save.write(path)


def compare(save, folder, program, ticks=200, seed=1, busy=0.05):
    """None, or the first tick and nets where the two differ."""
    circuit = Circuit(save, folder)
    if not circuit.names:
        return None
    inputs, events = stimulate(circuit, ticks, random.Random(seed), busy)
    ours = by_library(circuit, program, ticks, events)
    theirs = by_icarus(circuit, ticks, inputs, events, ours[0])
    for tick, (mine, other) in enumerate(zip(ours, theirs)):
        if mine != other:
            wrong = [f"{name} {a}/{b}" for name, a, b in zip(circuit.names, mine, other) if a != b]
            return f"tick {tick}: {', '.join(wrong[:6])}"
    return None if len(ours) == len(theirs) == ticks + 1 else f"{len(ours)} and {len(theirs)} lines"


def read_by_yosys(save, folder):
    for name, how in (("dut.json", "read_json"), ("yosys.v", "read_verilog")):
        path = os.path.join(folder, name)
        extra = ["--for", "yosys", "--cells"] if name.endswith(".v") else []
        run(COMMAND, "netlist", save, "--module", "dut", "-f", "-o", path, *extra)
        said = run("yosys", "-p", f"{how} {path}; hierarchy -check -top dut; proc; check")
        for bad in re.findall(r"Warning: (.*)", said):
            if "multiple conflicting drivers" in bad and "inout" not in bad:
                return bad
    return None


def add_all(folder, program):
    """Icarus and the library on all 512 sums, by BLIF in Yosys too."""
    save = make_adder(os.path.join(folder, "adder.partialworld"))
    circuit = Circuit(save, folder)
    inputs = list(circuit.inputs())
    pause, events = 16, []
    for row in range(512):
        events += [(1 + row * pause, name, how, row >> i & 1) for i, (name, how) in enumerate(inputs)]
    ticks = 512 * pause + 1
    ours = by_library(circuit, program, ticks, events)
    theirs = by_icarus(circuit, ticks, inputs, events, ours[0])
    if ours != theirs:
        return "Icarus and the library differ"
    shown = [circuit.names.index(name) for way, name in circuit.ports if way == "output"]
    for row in range(512):
        state = ours[(row + 1) * pause]
        total = sum(int(state[net]) << i for i, net in enumerate(shown))
        if total != (row & 15) + (row >> 4 & 15) + (row >> 8):
            return f"row {row} shows {total}"
    blif = os.path.join(folder, "adder.blif")
    run(COMMAND, "netlist", save, "--module", "dut", "-f", "-o", blif)
    run(COMMAND, "netlist", save, "--module", "gold", "-f", "-o", os.path.join(folder, "gold.json"))
    run("yosys", "-p", f"read_blif {blif}; read_json {folder}/gold.json; miter -equiv -flatten -make_assert "
        "gold dut both; hierarchy -top both; sat -verify -prove-asserts both")
    return None


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = compile_runner(folder)
        tried("adder: all 512 sums, in Verilog and BLIF", add_all, folder, program)
        saves = sorted(glob.glob(f"{ROOT}/samples/*.partialworld") + glob.glob(f"{ROOT}/samples/*.logicworld") +
                       glob.glob(f"{CORPUS}/blotter/*.*world"))
        for save in saves:
            tried(f"yosys reads {os.path.basename(save)}", read_by_yosys, save, folder)
            tried(f"icarus agrees on {os.path.basename(save)}", compare, save, folder, program)
        for seed in range(60):
            save = make_random(os.path.join(folder, "random.partialworld"), seed)
            tried(f"icarus agrees on random circuit {seed}", compare, save, folder, program, 200, seed, 0.1)
            if seed % 10 == 0:
                tried(f"yosys reads random circuit {seed}", read_by_yosys, save, folder)
    finish()


main()
