#!/usr/bin/env python3
"""Holds `overworld simulate` against the simulator beside this file, on circuits made at random: gates, latches,
delays, relays, fast buffers, through pegs and sockets, wired at random, with switches set on the way.

Usage: circuits.py COMMAND [COUNT [SEED]]    (prints TAP, a line for a hundred circuits)
"""
import base64
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

from simulator import Circuit

TICKS = 40
PEGS = {"MHG.Inverter": (1, 1), "MHG.AndGate": (2, 1), "MHG.XorGate": (2, 1), "MHG.DLatch": (2, 1),
        "MHG.Relay": (3, 0), "MHG.Buffer": (2, 0), "MHG.Buffer_WithOutput": (1, 1), "MHG.Delayer": (1, 1),
        "MHG.Switch": (0, 1), "MHG.Peg": (1, 0), "MHG.ThroughPeg": (2, 0), "MHG.Socket": (1, 0),
        "MHG.ChubbySocket": (1, 0)}
FRONT, BACK = [0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]


def custom_data(kind, chance):
    if kind == "MHG.Switch":
        return bytes([1, 2, 3, chance.randrange(2)])
    if kind == "MHG.Delayer":
        delay = chance.choice([0, 1, 2, 3, 5, 9])
        return struct.pack("<ii", chance.randrange(delay + 2), delay)
    return None


class Maker:
    """A save made at random."""

    def __init__(self, chance):
        self.chance = chance
        self.kinds = list(PEGS)
        self.components, self.wires = [], []
        self.state = 0

    def add(self, kind, position, rotation):
        inputs, outputs = PEGS[kind]
        if kind == "MHG.AndGate":
            inputs = self.chance.choice([1, 2, 3, 4])
        data = custom_data(kind, self.chance)
        self.components.append({
            "address": 3 * len(self.components) + 7, "parent": 0, "type": self.kinds.index(kind),
            "position": position, "rotation": rotation, "inputs": [0] * inputs, "outputs": [0] * outputs,
            "custom_data": data and base64.b64encode(data).decode()})

    def make(self):
        chance = self.chance
        for number in range(chance.randrange(2, 30)):
            kind = chance.choice(self.kinds)
            place = [3000 * number, 0, 0]
            self.add(kind, place, FRONT)
            if "Socket" in kind:
                # Beside it one that faces it, more or less.
                aside = [place[0] + chance.choice([0, 50, 100, 200, 300]), chance.choice([0, 50]),
                         300 + chance.choice([0, 0, 0, 300])]
                self.add(chance.choice(["MHG.Socket", "MHG.ChubbySocket"]), aside,
                         chance.choice([BACK, BACK, BACK, FRONT]))
        inputs = [(c["address"], i) for c in self.components for i in range(len(c["inputs"]))]
        outputs = [(c["address"], i) for c in self.components for i in range(len(c["outputs"]))]
        for _ in range(chance.randrange(0, 2 * len(self.components)) if inputs else 0):
            first = ("input", *chance.choice(inputs))
            if outputs and chance.random() < 0.7:
                first = ("output", *chance.choice(outputs))
            ends = [first, ("input", *chance.choice(inputs))]
            chance.shuffle(ends)
            first, second = [dict(zip(("kind", "component", "index"), end)) for end in ends]
            self.wires.append({"first": first, "second": second, "circuit_state": 0, "rotation": 0.0})
        return self.with_states(self.save([]))

    def save(self, on):
        return {"format": "blotter", "version": 7, "game_version": [0, 92, 3, 57],
                "save_type": "subassembly", "mods": [],
                "component_types": [{"id": i, "name": name} for i, name in enumerate(self.kinds)],
                "components": self.components, "wires": self.wires, "circuit_states": on}

    def with_states(self, save):
        """Gives each net and each output a state of its own, on or off by chance."""
        circuit, ids = Circuit(save), {}
        for number, component in enumerate(self.components):
            for index in range(len(component["inputs"])):
                component["inputs"][index] = ids.setdefault(circuit.root((number, index)), len(ids))
        state = len(ids)
        for component in self.components:
            for index in range(len(component["outputs"])):
                component["outputs"][index] = state
                state += 1
        return self.save([i for i in range(state) if self.chance.random() < 0.4])


def make_bench(save, switches, chance):
    """Sets switches at random ticks; returns the steps and the settings by tick."""
    settings = {}
    for tick in sorted(chance.sample(range(1, TICKS), 4)) if switches else []:
        settings[tick] = {number: chance.randrange(2) for number in switches}
    addresses = [component["address"] for component in save["components"]]
    # A switch that drives nothing has no net to be called by.
    wired = {wire[end]["component"] for wire in save["wires"] for end in ("first", "second")}
    steps = [{"at": tick, "set": {"C-%d" % addresses[n]: on for n, on in settings[tick].items()
                                  if addresses[n] in wired}}
             for tick in settings]
    return {"steps": steps, "ticks": TICKS}, settings


def expected_waves(save, settings, watched):
    circuit, waves = Circuit(save), []
    for tick in range(TICKS + 1):
        if tick > 0:
            circuit.tick()
        for number, on in settings.get(tick, {}).items():
            circuit.switches[number] = bool(on)
        waves.append([circuit.input(number, index) for number, index in watched])
    return waves


def read_vcd(text, count):
    """The states of all waves after each tick, from a VCD of single nets in order."""
    header, _, body = text.partition("$enddefinitions $end\n")
    marks = [line.split()[3] for line in header.splitlines() if line.startswith("$var")]
    assert len(marks) == count, text
    place = {mark: i for i, mark in enumerate(marks)}
    now, waves, tick = [None] * count, [], 0
    for line in body.splitlines():
        if line.startswith("#"):
            waves += [list(now)] * (int(line[1:]) - tick)
            tick = int(line[1:])
        elif line[0] in "01":
            now[place[line[1:]]] = line[0] == "1"
    return waves + [list(now)] * (TICKS + 1 - len(waves))


def run_one(command, folder, chance):
    """Returns what differs, or None."""
    save = Maker(chance).make()
    watched = [(n, i) for n, c in enumerate(save["components"]) for i in range(len(c["inputs"]))]
    if not watched:
        return None
    circuit = Circuit(save)
    bench, settings = make_bench(save, list(circuit.switches), chance)
    paths = [os.path.join(folder, name) for name in ("save.json", "bench.json", "waves.vcd")]
    for path, value in zip(paths, (save, bench)):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file)
    names = ",".join("C-%d.in%d" % (save["components"][n]["address"], i) for n, i in watched)
    result = subprocess.run([command, "simulate", paths[0], "--bench", paths[1], "--vcd", paths[2],
                             "-f", "-w", names], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        return "status %d: %s" % (result.returncode, result.stdout.decode("utf-8", "replace"))
    with open(paths[2], encoding="utf-8") as file:
        found = read_vcd(file.read(), len(watched))
    for tick, (ours, theirs) in enumerate(zip(expected_waves(save, settings, watched), found)):
        if ours != theirs:
            net = next(i for i in range(len(watched)) if ours[i] != theirs[i])
            return "tick %d, input %d of component %d: %s expected" % (tick, watched[net][1],
                                                                     watched[net][0], ours[net])
    return None


def main():
    command, rest = sys.argv[1], sys.argv[2:]
    count = int(rest[0]) if rest else 1000
    seed = int(rest[1]) if len(rest) > 1 else 1
    print("1..%d" % ((count + 99) // 100))
    with tempfile.TemporaryDirectory() as folder:
        for group in range(0, count, 100):
            problem = None
            for number in range(group, min(group + 100, count)):
                chance = random.Random(seed * 1000003 + number)
                problem = problem or run_one(command, folder, chance)
                if problem:
                    print("# circuit %d of seed %d: %s" % (number, seed, problem.rstrip()))
                    break
            print("%sok %d - circuits %d to %d run as the second simulator says" %
                  ("not " if problem else "", group // 100 + 1, group, min(group + 100, count) - 1))


if __name__ == "__main__":
    main()
