#!/usr/bin/env python3
"""Holds builds of Verilog against the Verilog: proofs by Yosys, and what the modules are known to do. processors.py has
larger designs.

Usage: build.py COMMAND SOURCE_ROOT CORPUS_DIR

The nets of a build are those that `overworld netlist` finds in the saved file. No wire may meet a body.
"""
import json
import os
import random
import re
import tempfile

from support.builds import Machine, build, what_is_wrong, write
from support.circuits import COMMAND, ROOT, compile_runner, finish, run, tried
from support.designs import Design, does_as_icarus

COUNTER = """
module counter(input clk, input reset, input up, output reg [7:0] count);
    initial count = 8'h5a;
    always @(posedge clk)
        if (reset) count <= 0;
        else if (up) count <= count + 1;
endmodule
"""
# A reset that needs no clock, one way and the other.
AWAKE = """
module awake(input clk, input reset, input up, output reg [3:0] low, output reg [3:0] high);
    always @(posedge clk or posedge reset)
        if (reset) low <= 0; else if (up) low <= low + 1;
    always @(posedge clk or posedge reset)
        if (reset) high <= 15; else if (up) high <= high - 1;
endmodule
"""
# A register with a set and a reset; the reset wins. A register that loads a value without waiting for the clock.
SET_AND_RESET = """
module loaded(input clk, input set, input reset, input d, input load, input [2:0] v,
              output reg q, output reg [2:0] w);
    always @(posedge clk or posedge set or posedge reset)
        if (reset) q <= 0; else if (set) q <= 1; else q <= d;
    always @(posedge clk or posedge load)
        if (load) w <= v; else w <= w + 1;
endmodule
"""
# Two sources drive a bus, and nothing may drive the output z. The second module does the same without tristate.
TRISTATE = """
module bus(input [1:0] on, input [3:0] a, input [3:0] b, output [3:0] y, output z);
    wire [3:0] wires;
    source first(on[0], a, wires);
    source second(~on[0] & on[1], b, wires);
    assign y = ~wires;
    assign z = on[0] ? a[0] : 1'bz;
endmodule
module source(input on, input [3:0] from, output [3:0] to);
    assign to = on ? from : 4'bz;
endmodule
"""
WITHOUT_TRISTATE = """
module bus(input [1:0] on, input [3:0] a, input [3:0] b, output [3:0] y, output z);
    assign y = ~(on[0] ? a : on[1] ? b : 4'b0);
    assign z = on[0] & a[0];
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
module gates(input [5:0] a, input [5:0] b, output [6:0] sum, output less, output [5:0] same, output any);
    assign sum = a + b;
    assign less = a < b;
    assign same = a & ~b;
    assign any = |a | &b;
endmodule
"""
SHARED_PORTS = """
module shared(input [3:0] d, input [7:4] hi, input [0:2] rev, output y, output z, output [1:0] q, output r);
    assign y = d[0];
    assign z = d[0];
    assign q = {2{d[1] & d[2]}};
    assign r = hi[4] ^ rev[0];
endmodule
"""
# A register and a memory that take inputs which change together with the clock, halves of words, a memory that is always
# written and whose first word is not 0, and one of more than 256 words.
MEMORIES = """
module memories(input clk, input [1:0] we, input [3:0] wa, input [3:0] ra, input [7:0] d, output [7:0] q,
                output reg [7:0] r, output [2:0] o, output reg [7:0] last);
    reg [7:0] m [0:15];
    reg [2:0] n [16:19];
    initial begin
        m[3] = 8'ha5;
        m[15] = 8'h0f;
    end
    always @(posedge clk) begin
        if (we[0]) m[wa][3:0] <= d[3:0];
        if (we[1]) m[wa][7:4] <= d[7:4];
        n[{3'b100, wa[1:0]}] <= d[2:0];
        r <= m[ra];
        last <= d;
    end
    assign q = m[wa ^ ra];
    assign o = n[{3'b100, ra[1:0]}];
endmodule
"""
DEEP_MEMORY = """
module deep(input clk, input we, input [8:0] a, input d, output q);
    reg m [0:511];
    always @(posedge clk) if (we & a[0]) m[a] <= d;
    assign q = m[{a[8:1], 1'b1}];
endmodule
"""
# Written as the clock goes off, and read by a register as it goes on.
FALLING_MEMORY = """
module falling(input clk, input we, input [2:0] a, input [3:0] d, output reg [3:0] q);
    reg [3:0] m [0:7];
    always @(negedge clk) if (we) m[a] <= d;
    always @(posedge clk) q <= m[a];
endmodule
"""
ROM = """
module rom(input [3:0] a, output reg [7:0] d);
    reg [7:0] m [0:15];
    integer i;
    initial for (i = 0; i < 16; i = i + 1) m[i] = i * i + 3;
    always @* d = m[a];
endmodule
"""
PARAMETER = """
module sized #(parameter WIDTH = 2) (input [WIDTH-1:0] a, output y);
    assign y = ^a;
endmodule
"""


def count(folder, program, *options):
    machine = Machine(folder, [write(folder, "counter.v", COUNTER)], "counter", *options)
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
    return what_is_wrong(machine.save, machine.said)


def wake(folder, program):
    """The reset counts at once, whatever the clock does, and lets go without a glitch."""
    machine = Machine(folder, [write(folder, "awake.v", AWAKE)], "awake")
    machine.half = max(machine.half, 4)  # as long as the reset takes to get through
    chance, low, high, last = random.Random(7), 0, 15, {"reset": 1, "up": 0}
    cycles = [{"reset": 1, "up": 0}] + [{"reset": chance.random() < 0.2, "up": chance.getrandbits(1)} for _ in range(300)]
    for number, (values, state) in enumerate(zip(cycles, machine.run(program, cycles))):
        if values["reset"]:
            low, high = 0, 15
        elif last["up"] and not last["reset"]:
            low, high = (low + 1) & 15, (high - 1) & 15
        last = values
        if (machine.value(state, "low"), machine.value(state, "high")) != (low, high):
            return (f"cycle {number}: {machine.value(state, 'low')} and {machine.value(state, 'high')}, "
                    f"not {low} and {high} (half period {machine.half})")
    return what_is_wrong(machine.save, machine.said)


def load(folder, program):
    """Sets, resets and loads count at once, whatever the clock does, and let go without a glitch."""
    machine = Machine(folder, [write(folder, "loaded.v", SET_AND_RESET)], "loaded")
    machine.half = max(machine.half, 5)
    chance = random.Random(9)
    rare = lambda: int(chance.random() < 0.2)
    cycles = [{"set": 0, "reset": 1, "d": 0, "load": 1, "v": 5}]
    cycles += [{"set": rare(), "reset": rare(), "d": chance.getrandbits(1), "load": rare(), "v": chance.getrandbits(3)}
               for _ in range(400)]
    last, q, w = cycles[0], 0, 5
    for number, (values, state) in enumerate(zip(cycles, machine.run(program, cycles))):
        # What was there at the edge is taken at the edge; then the new values count.
        q = 0 if last["reset"] else 1 if last["set"] else last["d"]
        q = 0 if values["reset"] else 1 if values["set"] else q
        w = values["v"] if values["load"] else last["v"] if last["load"] else (w + 1) & 7
        last = values
        found = machine.value(state, "q"), machine.value(state, "w")
        if found != (q, w):
            return f"cycle {number}: {found}, not {(q, w)} (half period {machine.half})"
    return what_is_wrong(machine.save, machine.said)


def remember(folder, program, verilog, top, most):
    """A memory does what Icarus says, and has one latch for each bit."""
    problem = does_as_icarus(folder, program, Design(write(folder, f"{top}.v", verilog), top, {}))
    if problem:
        return problem
    told = json.loads(run(COMMAND, "netlist", os.path.join(folder, f"{top}.partialworld"), "--to", "circuit", "-o", "-"))
    latches = sum(component["logic"] == "latch" for component in told["components"])
    return None if latches == most else f"{latches} latches, not {most}"


def fall(folder, program):
    """Nobody can tell the half period of two edges, but a slow clock does."""
    save, said = build(folder, [write(folder, "falling.v", FALLING_MEMORY)], "falling")
    machine = Machine.__new__(Machine)
    machine.open(save, said, 12, folder, "clk")
    chance, words, shown = random.Random(11), [0] * 8, 0
    cycles = [{"we": chance.getrandbits(1), "a": chance.getrandbits(3), "d": chance.getrandbits(4)} for _ in range(200)]
    last = {"we": 0, "a": 0, "d": 0}
    for number, (values, state) in enumerate(zip(cycles, machine.run(program, cycles))):
        shown, last = words[last["a"]], values
        if values["we"]:
            words[values["a"]] = values["d"]
        if machine.value(state, "q") != shown:
            return f"cycle {number}: {machine.value(state, 'q')}, not {shown}"
    return what_is_wrong(save, said)


def reckon(a, b, op):
    return ((a + b) & 31, (a - b) & 31, a & b, a | b, a ^ b, ~a & 31, a << 1, a >> 1)[op]


def calculate(folder, program, *options):
    machine = Machine(folder, [write(folder, "alu.v", ALU)], "alu", *options)
    chance = random.Random(6)
    cycles = [{"a": chance.getrandbits(4), "b": chance.getrandbits(4), "op": i % 8} for i in range(400)]
    states = machine.run(program, cycles)
    for number in range(1, len(cycles)):
        state, expected = states[number], reckon(**cycles[number - 1])
        found = machine.value(state, "y") | machine.value(state, "carry") << 4
        if found != expected or machine.value(state, "one") != 1:
            return f"cycle {number}: {cycles[number - 1]} gives {found}, not {expected}"
    return what_is_wrong(machine.save, machine.said)


def prove(folder, source, top, save):
    """None: the save does what the module says, for all inputs (Yosys proves it). Ports have the module's names."""
    back, flat = os.path.join(folder, "back.json"), os.path.join(folder, "flat.json")
    run(COMMAND, "netlist", save, "--module", "built", "-f", "-o", back)
    run("yosys", "-p", f"read_verilog {source}; hierarchy -top {top}; proc; write_json {flat}")
    with open(back, encoding="utf-8") as file:
        found = set(json.load(file)["modules"]["built"]["ports"])
    with open(flat, encoding="utf-8") as file:
        ports = json.load(file)["modules"][top]["ports"]
    head, bits = [], []
    for name, port in ports.items():
        wide, offset = len(port["bits"]), port.get("offset", 0)
        numbers = range(offset, offset + wide)
        span = (f"[{numbers[0]}:{numbers[-1]}]" if port.get("upto") else f"[{numbers[-1]}:{numbers[0]}]") if (
            wide > 1 or "offset" in port) else ""
        head.append(f"{port['direction']} {span} {name}")
        bits += [f"{name}[{i}]" for i in numbers] if span else [name]
    if found != set(bits):
        return f"ports are {sorted(found)}, not {sorted(bits)}"
    wrapper = write(folder, "wrapper.v", f"module wrapped({', '.join(head)});\n    built inside("
                    + ", ".join(f".\\{bit} ({bit})" for bit in bits) + ");\nendmodule\n")
    run("yosys", "-p", f"read_json {back}; read_verilog {wrapper}; read_verilog {source}; proc; memory; flatten wrapped; "
        f"miter -equiv -flatten -make_assert {top} wrapped both; hierarchy -top both; opt -full; "
        "sat -verify -prove-asserts both")
    return None


def same(folder, verilog, top, *options):
    source = write(folder, f"{top}.v", verilog)
    save, said = build(folder, [source], top, *options)
    return prove(folder, source, top, save) or what_is_wrong(save, said)


def same_as(folder, verilog, reference, top):
    """A build of one source does what another says."""
    save, said = build(folder, [write(folder, f"{top}.v", verilog)], top)
    return prove(folder, write(folder, "reference.v", reference), top, save) or what_is_wrong(save, said)


def sized(folder):
    source = write(folder, "sized.v", PARAMETER)
    save, _ = build(folder, [source], "sized", "--param", "WIDTH=5")
    return prove(folder, write(folder, "five.v", PARAMETER.replace("= 2", "= 5")), "sized", save)


def by_hand(folder):
    """overworld.ys as its head says, from the folder that it is in."""
    source, netlist = write(folder, "gates.v", GATES_ALONE), os.path.join(folder, "gates.json")
    run("yosys", "-p", f"read_verilog {source}; hierarchy -top gates; script overworld.ys; write_json {netlist}",
        cwd=f"{ROOT}/share/circuits")
    save = os.path.join(folder, "hand.partialworld")
    run(COMMAND, "build", netlist, "-f", "-o", save)
    return prove(folder, source, "gates", save)


OPERATORS = {"ow_not": "~A", "ow_buf": "A", "ow_xor": "A^B", "$_NOT_": "~A", "$_AND_": "A&B", "$_XOR_": "A^B", "$_OR_": "A|B",
             **{f"ow_and{n}": "&".join("ABCD"[:n]) for n in (2, 3, 4)}, **{f"ow_or{n}": "|".join("ABCD"[:n]) for n in (2, 3, 4)}}


def make_netlist(seed):
    """A netlist at random, many of its gates ORs of ORs, and the same as Verilog."""
    chance = random.Random(seed)
    inputs, gates = chance.randint(1, 6), chance.randint(1, 60)
    likely = ["ow_or2", "ow_or3", "ow_or4"] * chance.choice((1, 4)) + list(OPERATORS)
    cells, lines, bits = {}, [], list(range(2, 2 + inputs))
    name = {bit: f"i[{bit - 2}]" for bit in bits}
    for number in range(gates):
        kind, out = chance.choice(likely), 2 + inputs + number
        pins = [pin for pin in "ABCD" if pin in OPERATORS[kind]]
        near = bits[-12:] if chance.random() < 0.7 else bits
        wired = {pin: chance.choice(near + ["0", "1"] if chance.random() < 0.1 else near) for pin in pins}
        cells[f"g{number}"] = {"type": kind, "connections": {**{p: [b] for p, b in wired.items()}, "Y": [out]}}
        text = "".join(name.get(wired.get(c), f"1'b{wired.get(c)}") if c in wired else c for c in OPERATORS[kind])
        lines.append(f"    wire w{number}; assign w{number} = {text};")
        bits.append(out)
        name[out] = f"w{number}"
    shown = [chance.choice(bits) for _ in range(chance.randint(1, 8))]
    ports = {"i": {"direction": "input", "bits": list(range(2, 2 + inputs)), "offset": 0},
             "o": {"direction": "output", "bits": shown, "offset": 0}}
    verilog = (f"module m(input [{inputs - 1}:0] i, output [{len(shown) - 1}:0] o);\n" + "\n".join(lines) +
               f"\n    assign o = {{{', '.join(name[bit] for bit in reversed(shown))}}};\nendmodule\n")
    # A vector of one bit is one for Yosys only if its JSON says where it begins.
    return {"modules": {"m": {"attributes": {"top": 1}, "ports": ports, "cells": cells}}}, verilog


def same_random(folder, seed, *options):
    netlist, verilog = make_netlist(seed)
    path, save = write(folder, "random.json", json.dumps(netlist)), os.path.join(folder, "random.partialworld")
    said = run(COMMAND, "build", path, "-f", "-o", save, *options)
    source = write(folder, "random.v", verilog)
    if re.search(r"\[0:0\]", verilog):
        return what_is_wrong(save, said)  # Yosys takes a vector of one bit for a bit
    return prove(folder, source, "m", save) or what_is_wrong(save, said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = compile_runner(folder)
        tried("a counter of eight bits", count, folder, program)
        tried("the same with sockets", count, folder, program, "--sockets")
        tried("the same with ANDs of two", count, folder, program, "--and-inputs", "2")
        tried("a reset that needs no clock", wake, folder, program)
        tried("sets, resets and loads that need no clock", load, folder, program)
        tried("tristate", same_as, folder, TRISTATE, WITHOUT_TRISTATE, "bus")
        tried("an ALU", calculate, folder, program)
        tried("the same with sockets", calculate, folder, program, "--sockets")
        tried("gates alone", same, folder, GATES_ALONE, "gates")
        tried("the same with ANDs of three", same, folder, GATES_ALONE, "gates", "--and-inputs", "3")
        tried("the same by the script alone", by_hand, folder)
        tried("ports that share nets", same, folder, SHARED_PORTS, "shared")
        tried("the same with sockets", same, folder, SHARED_PORTS, "shared", "--sockets")
        tried("a parameter", sized, folder)
        tried("memories", remember, folder, program, MEMORIES, "memories",
              16 * 8 + (4 + 2 + 8) + 2 * 4 * 3 + 2 * 8 + 2 * 8)
        tried("a memory of 512 words", remember, folder, program, DEEP_MEMORY, "deep", 512 + 9 + 1 + 1)
        tried("a memory of the falling edge", fall, folder, program)
        tried("a memory that is only read", same, folder, ROM, "rom")
        for seed in range(40):
            tried(f"random netlist {seed}", same_random, folder, seed, *(["--sockets"] if seed % 4 == 3 else []))
    finish()


main()
