#!/usr/bin/env python3
"""Holds netlists of circuits against Yosys and Icarus Verilog, and saves that are built of netlists.

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
import subprocess
import sys
import tempfile

PASSED, FAILED = [], []
COMMAND, ROOT, CORPUS = (os.path.abspath(path) for path in sys.argv[1:4])


def check(name, problem):
    """Notes one test: `problem` is None where all is well."""
    (FAILED if problem else PASSED).append(name)
    print(f"{'not ok' if problem else 'ok'} - {name}" + (f": {problem}" if problem else ""), flush=True)


def run(*command, text=None, cwd=None):
    """What a program prints; an exception where it fails."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=cwd, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: exit {done.returncode}: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout


def tried(name, test, *arguments):
    try:
        check(name, test(*arguments))
    except (RuntimeError, OSError, KeyError, ValueError, IndexError) as problem:
        check(name, f"{type(problem).__name__}: {problem}")


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


# The two simulators.

class Circuit:
    """What `overworld netlist --to circuit` tells, and the ports of the Verilog."""

    def __init__(self, save, folder):
        self.save, self.folder = save, folder
        self.verilog = os.path.join(folder, "dut.v")
        run(COMMAND, "netlist", save, "--cells", "--module", "dut", "-f", "-o", self.verilog)
        self.told = json.loads(run(COMMAND, "netlist", save, "--to", "circuit", "-o", "-"))
        self.names = [net["module_name"] for net in self.told["nets"]]
        with open(self.verilog, encoding="utf-8") as file:
            head = file.read().split(");", 1)[0]
        self.ports = re.findall(r"(input|output|inout) (\S+)", head)
        self.ports = [(way, name.lstrip("\\").rstrip(",")) for way, name in self.ports]

    def inputs(self):
        """Ports that can be driven, each with how the library is told: ("set", address) or ("drive", net)."""
        hands = {p["net"]: self.told["components"][p["component"]]["address"] for p in self.told["ports"]
                 if p["kind"] in ("switch", "button")}
        for way, name in self.ports:
            if way == "output":
                continue
            if "@C-" in name:
                yield name, ("set", int(name.split("@C-")[1]))
                continue
            net = self.names.index(name)
            yield name, ("set", hands[net]) if way == "input" and net in hands else ("drive", net)


def stimulate(circuit, ticks, chance, busy):
    """Every input at tick 1, off; then some of them at random ticks."""
    inputs = list(circuit.inputs())
    events = [(1, name, how, 0) for name, how in inputs]
    for tick in range(2, ticks):
        events += [(tick, name, how, chance.getrandbits(1)) for name, how in inputs if chance.random() < busy]
    return inputs, events


def by_library(circuit, program, ticks, events):
    text = "".join(f"{tick} {how[0]} {how[1]} {value}\n" for tick, _, how, value in events)
    return run(program, circuit.save, str(ticks), text=text).split()


def by_icarus(circuit, ticks, inputs, events, first):
    """The same lines; inputs begin as the save has them, which is what the library's first line says."""
    regs = {name: f"d{i}" for i, (name, _) in enumerate(inputs)}
    saved = {name: next((o["on"] for c in circuit.told["components"] if c["address"] == how[1]
                         for o in c["outputs"]), False) if how[0] == "set" else False for name, how in inputs}
    lines = ["`timescale 1ns / 100ps", "module bench;"]
    lines += [f"    reg {reg} = 1'b{int(saved[name])};" for name, reg in regs.items()]
    for way, name in circuit.ports:
        if way == "inout":
            lines += [f"    wire \\{name} ;", f"    assign (strong1, highz0) \\{name} = {regs[name]};"]
    wired = ", ".join(f".\\{name} ({regs[name] if way == 'input' else chr(92) + name + ' ' if way == 'inout' else ''})"
                      for way, name in circuit.ports)
    nets = ", ".join(f"dut.\\{name} " for name in reversed(circuit.names))
    lines += [f"    dut dut ({wired});",
              f"    wire [{len(circuit.names) - 1}:0] nets = {{{nets}}};",
              "    integer tick;", "    initial begin", "        #0.3;",
              f"        for (tick = 0; tick <= {ticks}; tick = tick + 1) begin",
              '            $display("%b", nets); #1;', "        end", "        $finish;", "    end",
              "    initial begin"]
    now = 0
    for tick, name, _, value in events:
        lines.append(f"        {f'#{tick - now} ' if tick > now else ''}{regs[name]} = {value};")
        now = tick
    lines += ["    end", "endmodule", ""]
    bench = os.path.join(circuit.folder, "bench.v")
    with open(bench, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    out = os.path.join(circuit.folder, "bench.out")
    run("iverilog", "-g2005", "-o", out, bench, circuit.verilog)
    return [line[::-1] for line in run("vvp", "-n", out).split()[:ticks + 1]] if first else None


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


# Saves that are built of netlists.

COUNTER = """
module counter(input clk, input reset, input up, output reg [7:0] count);
    initial count = 8'h5a;
    always @(posedge clk)
        if (reset) count <= 0;
        else if (up) count <= count + 1;
endmodule
"""
ALU = """
module alu(input clk, input [3:0] a, input [3:0] b, input [2:0] op, output reg [3:0] y, output reg carry, output one);
    reg [4:0] r;
    assign one = 1;
    always @*
        case (op)
            0: r = a + b;
            1: r = a - b;
            2: r = a & b;
            3: r = a | b;
            4: r = a ^ b;
            5: r = ~a;
            6: r = {a, 1'b0};
            default: r = a >> 1;
        endcase
    always @(posedge clk) begin
        y <= r[3:0];
        carry <= r[4];
    end
endmodule
"""
GATES_ALONE = """
module gates(input [5:0] a, input [5:0] b, output [6:0] sum, output less, output [5:0] same);
    assign sum = a + b;
    assign less = a < b;
    assign same = a & ~b;
endmodule
"""
# As share/circuits/overworld_map.v tells.
STEPS = ("dfflegalize -cell $_DFF_P_ 01 -cell $_DLATCH_P_ x; techmap -map {map}; techmap; abc -g AND,XOR; opt_merge; "
         "opt_clean")


def synthesise(verilog, top, folder):
    source, netlist = (os.path.join(folder, f"{top}.{kind}") for kind in ("v", "json"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(verilog)
    run("yosys", "-p", f"read_verilog {source}; synth -flatten -top {top}; "
        f"{STEPS.format(map=ROOT + '/share/circuits/overworld_map.v')}; write_json {netlist}")
    return netlist


class Machine:
    """A build that is run cycle by cycle: inputs change as its clock goes on."""

    def __init__(self, netlist, folder, *options):
        save = os.path.join(folder, "built.partialworld")
        said = run(COMMAND, "build", netlist, "-f", "-o", save, *options)
        self.half = int(re.search(r"half period of the clock: (\d+)", said).group(1))
        self.rests = "at rest" in said
        problems = run(COMMAND, "check", save)
        self.is_clean = "nothing wrong" in problems
        self.circuit = Circuit(save, folder)
        self.how = dict(self.circuit.inputs())

    def run(self, program, cycles):
        """`cycles` has values of ports by name; the states of nets at the end of each cycle."""
        events, tick, ends = [(1, "clk", self.how["clk"], 0)], 40, []
        for values in cycles:
            for name, value in values.items():
                wide = [port for port in self.how if port == name or port.startswith(name + "[")]
                for port in wide:
                    index = int(port[len(name) + 1:-1]) if port != name else 0
                    events.append((tick, port, self.how[port], value >> index & 1))
            events += [(tick, "clk", self.how["clk"], 1), (tick + self.half, "clk", self.how["clk"], 0)]
            tick += 2 * self.half
            ends.append(tick - 1)
        lines = by_library(self.circuit, program, tick, events)
        return [lines[end] for end in ends]

    def value(self, state, name):
        return sum(int(bit) << (int(net[len(name) + 1:-1]) if net != name else 0)
                   for net, bit in zip(self.circuit.names, state) if net == name or net.startswith(name + "["))


# Bodies in squares, each from its least corner to its greatest, and where wires end at pegs: docs/reference/blotter.md.
BODIES = {
    "MHG.Inverter": [((-.5, 0, -.5), (.5, 1, .5))], "MHG.AndGate": [((-.5, 0, -.5), (.5, 1, .5))],
    "MHG.XorGate": [((-.5, 0, -.5), (1.5, 1, .5))], "MHG.Buffer_WithOutput": [((-.5, 0, -.5), (.5, 1.5, .5))],
    "MHG.DLatch": [((-.5, 0, -.5), (.5, 1, 1.5))], "MHG.ThroughPeg": [((-1 / 3, -5 / 6, -1 / 3), (1 / 3, 1 / 3, 1 / 3))],
    "MHG.PanelSwitch": [((-.5, 0, -.5), (.5, 1 / 3, .5)), ((-1 / 3, -5 / 6, -1 / 3), (1 / 3, 0, 1 / 3))],
    "MHG.PanelDisplay": [((-.5, 0, -.5), (.5, 1 / 3, .5)), ((-1 / 3, -5 / 6, -1 / 3), (1 / 3, 0, 1 / 3))],
    "MHG.PanelLabel": [((-.5, 0, -.5), (1.5, .3, .5)), ((-1 / 3, -5 / 6, -1 / 3), (1 / 3, 0, 1 / 3))],
    "MHG.ChubbySocket": [((-.5, 0, -.5), (.5, 1, .5))]}
POINTS = {
    ("MHG.Inverter", "input"): [(0, 1.72, 0)], ("MHG.Inverter", "output"): [(0, .5, .86)],
    ("MHG.AndGate", "input"): [(-.25, .5, -1.058), (.25, .5, -1.058)], ("MHG.AndGate", "output"): [(0, .5, .86)],
    ("MHG.XorGate", "input"): [(0, .5, -1.04), (1, .5, -1.04)], ("MHG.XorGate", "output"): [(1, .5, .86)],
    ("MHG.Buffer_WithOutput", "input"): [(0, 1, -1.04)], ("MHG.Buffer_WithOutput", "output"): [(0, .5, .86)],
    ("MHG.DLatch", "input"): [(0, .5, -1.04), (0, 1.72, 0)], ("MHG.DLatch", "output"): [(0, 1.36, 1)],
    ("MHG.ThroughPeg", "input"): [(0, 1.233, 0), (0, -1.733, 0)], ("MHG.PanelSwitch", "output"): [(0, -1.193, 0)],
    ("MHG.PanelDisplay", "input"): [(0, -1.733, 0)], ("MHG.ChubbySocket", "input"): [(0, .5, -.707)]}


def passes(start, end, low, high):
    """Whether a straight line goes through the inside of a box."""
    enter, leave = 0.0, 1.0
    for a, b, least, most in zip(start, end, low, high):
        if abs(b - a) < 1e-9:
            if not least + 1e-6 < a < most - 1e-6:
                return False
            continue
        near, far = sorted(((least - a) / (b - a), (most - a) / (b - a)))
        enter, leave = max(enter, near), min(leave, far)
    return enter + 1e-6 < leave


def find_blocked(save):
    """None, or the first wires of a build that go through a body. Boards are plates below all components."""
    told = json.loads(run(COMMAND, "convert", save, "-", "--to", "json"))
    names = {kind["id"]: kind["name"] for kind in told["component_types"]}
    by_address = {c["address"]: c for c in told["components"]}

    def place(component):
        parent = by_address.get(component["parent"])
        above = place(parent) if parent else (0, 0, 0)
        return tuple(a + b / SQUARE for a, b in zip(above, component["position"]))

    def moved(component, point):
        turned = component["rotation"][1] == 1  # half a turn
        x, y, z = place(component)
        return (x - point[0], y + point[1], z - point[2]) if turned else (x + point[0], y + point[1], z + point[2])

    def point_of(end):
        return POINTS[names[by_address[end["component"]]["type"]], end["kind"]][end["index"]]
    near, blocked = {}, []
    for component in told["components"]:
        for low, high in BODIES.get(names[component["type"]], []):
            ends = [moved(component, low), moved(component, high)]
            box = tuple(map(min, *ends)), tuple(map(max, *ends))
            near.setdefault(int(place(component)[2] // 8), []).append((box, component["address"]))
    for number, wire in enumerate(told["wires"]):
        ends = [moved(by_address[end["component"]], point_of(end))
                for end in (wire["first"], wire["second"])]
        if (ends[0][1] > 0) != (ends[1][1] > 0):
            blocked.append(f"wire {number} goes through a board")
        rows = sorted(int(end[2] // 8) for end in ends)
        for row in range(rows[0] - 1, rows[1] + 2):
            blocked += [f"wire {number} goes through C-{address}" for box, address in near.get(row, [])
                        if passes(*ends, *box)]
    return "; ".join(blocked[:5]) or None


def count(folder, program, *options):
    machine = Machine(synthesise(COUNTER, "counter", folder), folder, *options)
    blocked = find_blocked(machine.circuit.save)
    if blocked:
        return blocked
    chance = random.Random(5)
    cycles = [{"reset": 0, "up": 1}] * 200 + [{"reset": 1, "up": 0}] + [{"reset": 0, "up": 1}] * 300
    cycles += [{"reset": chance.random() < 0.1, "up": chance.getrandbits(1)} for _ in range(200)]
    expected, last = 0x5a, {"reset": 0, "up": 0}
    for number, (values, state) in enumerate(zip(cycles, machine.run(program, cycles))):
        # What was set at the edge before is taken at this one.
        expected = 0 if last["reset"] else (expected + last["up"]) & 255
        last = values
        if machine.value(state, "count") != expected:
            return f"cycle {number}: {machine.value(state, 'count')}, not {expected} (half period {machine.half})"
    return None if machine.is_clean and machine.rests else "check complains, or it does not rest"


def reckon(a, b, op):
    return ((a + b) & 31, (a - b) & 31, a & b, a | b, a ^ b, ~a & 31, a << 1, a >> 1)[op]


def calculate(folder, program, *options):
    machine = Machine(synthesise(ALU, "alu", folder), folder, *options)
    blocked = find_blocked(machine.circuit.save)
    if blocked:
        return blocked
    chance = random.Random(6)
    cycles = [{"a": chance.getrandbits(4), "b": chance.getrandbits(4), "op": i % 8} for i in range(400)]
    states = machine.run(program, cycles)
    for number in range(1, len(cycles)):
        state, expected = states[number], reckon(**cycles[number - 1])
        found = machine.value(state, "y") | machine.value(state, "carry") << 4
        if found != expected or machine.value(state, "one") != 1:
            return f"cycle {number}: {cycles[number - 1]} gives {found}, not {expected}"
    return None if machine.is_clean and machine.rests else "check complains, or it does not rest"


def same_gates(folder):
    """Gates alone, there and back: what is built is what was meant, for all inputs (Yosys proves it)."""
    netlist, save = synthesise(GATES_ALONE, "gates", folder), os.path.join(folder, "gates.partialworld")
    run(COMMAND, "build", netlist, "-f", "-o", save)
    back = os.path.join(folder, "back.json")
    run(COMMAND, "netlist", save, "--module", "built", "-f", "-o", back)
    with open(back, encoding="utf-8") as file:
        told = json.load(file)
    ports = {name: f"\\{name}" for name in told["modules"]["built"]["ports"]}
    with open(netlist, encoding="utf-8") as file:
        meant = json.load(file)["modules"]["gates"]["ports"]
    if set(ports) != {f"{name}[{i}]" if len(port["bits"]) > 1 else name for name, port in meant.items()
                      for i in range(len(port["bits"]))}:
        return f"ports are {sorted(ports)}"
    wires = ", ".join(f"input [{len(p['bits']) - 1}:0] {n}" if p["direction"] == "input" else
                      f"output [{len(p['bits']) - 1}:0] {n}" for n, p in meant.items())
    built = ", ".join(f".{ports[bit]} ({name}[{bit[len(name) + 1:-1]}])" if "[" in bit else f".{ports[bit]} ({name})"
                      for bit in ports for name in [bit.split("[")[0]])
    wrapper = os.path.join(folder, "wrapper.v")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write(f"module wrapped({wires});\n    built inside({built});\nendmodule\n")
    run("yosys", "-p", f"read_json {back}; read_verilog {wrapper}; read_json {netlist}; flatten wrapped; "
        "miter -equiv -flatten -make_assert gates wrapped both; hierarchy -top both; sat -verify -prove-asserts both")
    return None


SHARED_PORTS = """module shared(input [3:0] d, input [7:4] hi, input [0:2] rev, output y, output z, output [1:0] q,
              output r);
    assign y = d[0];
    assign z = d[0];
    assign q = {2{d[1] & d[2]}};
    assign r = hi[4] ^ rev[0];
endmodule
"""


def same_ports(folder, *options):
    """Ports that share nets, that nothing reads and whose bits count otherwise, there and back (Yosys proves it)."""
    netlist, save = synthesise(SHARED_PORTS, "shared", folder), os.path.join(folder, "shared.partialworld")
    run(COMMAND, "build", netlist, "-f", "-o", save, *options)
    back, wrapper = os.path.join(folder, "shared-back.json"), os.path.join(folder, "shared-wrapper.v")
    run(COMMAND, "netlist", save, "--module", "built", "-f", "-o", back)
    with open(back, encoding="utf-8") as file:
        ports = set(json.load(file)["modules"]["built"]["ports"])
    bits = {"d": range(4), "hi": range(4, 8), "rev": range(3), "q": range(2)}
    meant = {f"{name}[{i}]" for name, numbers in bits.items() for i in numbers} | {"y", "z", "r"}
    if ports != meant:
        return f"ports are {sorted(ports)}"
    head = SHARED_PORTS.split("(", 1)[1].split(");")[0]
    built = ", ".join(f".\\{port} ({port})" for port in sorted(ports))
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write(f"module wrapped({head});\n    built inside({built});\nendmodule\n")
    run("yosys", "-p", f"read_json {back}; read_verilog {wrapper}; read_json {netlist}; flatten wrapped; "
        "miter -equiv -flatten -make_assert shared wrapped both; hierarchy -top both; sat -verify -prove-asserts both")
    return None


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "run_circuit")
        build = os.path.dirname(COMMAND)
        run("cc", "-std=c11", f"-I{ROOT}/include", "-o", program, f"{ROOT}/tests/peers/run_circuit.c",
            f"{build}/liboverworld.so", f"-Wl,-rpath,{build}")
        tried("adder: all 512 sums, in Verilog and BLIF", add_all, folder, program)
        tried("a counter of eight bits, synthesised and built", count, folder, program)
        tried("the same with sockets", count, folder, program, "--sockets")
        tried("an ALU, synthesised and built", calculate, folder, program)
        tried("the same with sockets", calculate, folder, program, "--sockets")
        tried("gates alone, built and written back", same_gates, folder)
        tried("ports that share nets, built and written back", same_ports, folder)
        tried("the same with sockets", same_ports, folder, "--sockets")
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
    print(f"{len(PASSED)} passed, {len(FAILED)} failed")


main()
