#!/usr/bin/env python3
"""Builds designs with memories for `build --memory mod` and holds them against Icarus Verilog on the same stimulus.

Usage: rams.py COMMAND SOURCE_ROOT CORPUS_DIR
"""
import json
import os
import tempfile

from support.builds import Machine, what_is_wrong, write
from support.circuits import COMMAND, compile_runner, finish, run, tried
from support.designs import BesideIcarus, Design
from support.geometry import RAM, Build

FILL = "integer i; initial for (i = 0; i < {words}; i = i + 1) m[i + {first}] = i * {factor};"

# Name: ports besides the clock, what is in the module, the number of RAMs, and inputs that are no chance.
DESIGNS = {
    "two read ports": (
        "input we, input [3:0] a, b, input [7:0] d, output [7:0] x, y",
        "reg [7:0] m [0:15]; always @(posedge clk) if (we) m[a] <= d; assign x = m[a], y = m[b];", 2, {}),
    "contents": (
        "input we, input [3:0] a, b, input [7:0] d, output [7:0] x",
        "reg [7:0] m [0:15]; always @(posedge clk) if (we) m[a] <= d; assign x = m[b];"
        + FILL.format(words=16, first=0, factor=17), 1, {"we": lambda n: int(n % 5 == 0)}),
    "always written": (
        "input [2:0] a, b, input [4:0] d, output [4:0] x",
        "reg [4:0] m [0:7]; always @(posedge clk) m[a] <= d; assign x = m[b];", 1, {}),
    "an enable for each byte, read at the edge": (
        "input [3:0] we, input [5:0] a, input [31:0] d, output reg [31:0] x",
        "reg [31:0] m [0:63]; integer k; always @(posedge clk) begin x <= m[a]; "
        "for (k = 0; k < 4; k = k + 1) if (we[k]) m[a][8*k +: 8] <= d[8*k +: 8]; end", 4,
        {"a": lambda n: n * 7 % 5}),
    "its own contents plus one": (
        "input we, input [2:0] a, output [6:0] x",
        "reg [6:0] m [0:7]; always @(posedge clk) if (we) m[a] <= m[a] + 1; assign x = m[a];"
        + FILL.format(words=8, first=0, factor=9), 1, {}),
    "more bits than a RAM has": (
        "input we, input [4:0] a, input [2:0] b, input [44:0] d, output [44:0] x",
        "reg [44:0] m [0:31]; always @(posedge clk) if (we) m[a % 8] <= d; assign x = m[b];", 2, {}),
    "addresses that do not begin with 0": (
        "input we, input [5:0] a, input [5:0] b, input [2:0] d, output [2:0] x",
        "reg [2:0] m [20:43]; always @(posedge clk) if (we) m[a] <= d; assign x = m[b];"
        + FILL.format(words=24, first=20, factor=3), 1,
        {"a": lambda n: 20 + n * 5 % 24, "b": lambda n: 20 + n * 11 % 24}),
    "a ROM": (
        "input [7:0] a, output reg [7:0] x",
        "reg [7:0] m [0:255]; always @(posedge clk) x <= m[a];" + FILL.format(words=256, first=0, factor=91), 1, {}),
    "outputs in ORs": (
        "input we, e, input [3:0] a, b, input [3:0] d, f, output [3:0] x, output [3:0] y",
        "reg [3:0] m [0:15]; always @(posedge clk) if (we) m[a] <= d; assign x = m[b] | f, y = m[b] | {4{e}};", 1, {}),
    "ports that read parts of words": (
        "input [1:0] we, input [3:0] a, b, input [15:0] d, output [7:0] x, y",
        "reg [15:0] m [0:15]; always @(posedge clk) begin if (we[0]) m[a][7:0] <= d[7:0]; "
        "if (we[1]) m[a][15:8] <= d[15:8]; end assign x = m[a][15:8], y = m[b][7:0];", 4, {}),
    "memories of several kinds": (
        "input we, input [3:0] a, b, input [8:0] d, output [8:0] x, y, output z",
        "reg [8:0] m [0:15]; reg n [0:15]; always @(posedge clk) if (we) begin m[a] <= d; n[b] <= d[0]; end "
        "assign x = m[b], y = m[d[3:0]], z = n[a];", 3, {}),
}


def try_design(folder, program, name, margin):
    """What is wrong with the build of a design, or None."""
    ports, text, rams, held = DESIGNS[name]
    path = write(folder, "kept.v", f"module kept(input clk, {ports}); {text} endmodule\n")
    options = ["--memory", "mod", *(["--margin", str(margin)] if margin else [])]
    beside = BesideIcarus(folder, Design(path, "kept", held), *options)
    if margin:
        beside.machine.late = (margin, 1)
    counted = Build(COMMAND, beside.machine.save).counts().get(RAM, 0)
    return (beside.difference(program) or what_is_wrong(beside.machine.save, beside.machine.said)
            or (None if counted == rams else f"{counted} RAMs"))


# Words of 14 bits, written in parts of 9 and 5 bits, read at two places.
PROGRAMMED = """module kept(input clk, input [1:0] we, input [3:0] a, b, input [13:0] d, output [13:0] x, y);
    reg [13:0] m [0:15]; always @(posedge clk) begin
        if (we[0]) m[a][8:0] <= d[8:0]; if (we[1]) m[a][13:9] <= d[13:9]; end
    assign x = m[a], y = m[b];
    integer i; initial for (i = 0; i < 16; i = i + 1) m[i] = i * 1021;
endmodule
"""


def take_program(folder):
    """What `program` says that a memory has at first, and what both ports show of a program."""
    machine = Machine(folder, [write(folder, "kept.v", PROGRAMMED)], "kept", "--memory", "mod")
    data, ready = os.path.join(folder, "data.bin"), os.path.join(folder, "ready.partialworld")
    run(COMMAND, "program", "--read", "--at", "m", machine.save, "-f", "-o", data)
    with open(data, "rb") as file:
        if file.read() != b"".join((i * 1021).to_bytes(2, "little") for i in range(16)):
            return "the contents of the source are others"
    words = [number * 7919 % (1 << 14) for number in range(16)]
    with open(data, "wb") as file:
        file.write(b"".join(word.to_bytes(2, "little") for word in words))
    run(COMMAND, "program", "--at", "m", machine.save, data, "-f", "-o", ready)
    bench = {"nets": {name: [f"{name}[{bit}]" for bit in range(bits)] for name, bits in
                      (("a", 4), ("b", 4), ("x", 14), ("y", 14))}, "steps": []}
    for place in range(16):
        bench["steps"] += [{"after": 20, "set": {"a": place, "b": 15 - place}},
                           {"after": 20, "expect": {"x": words[place], "y": words[15 - place]}}]
    run(COMMAND, "simulate", "--bench", write(folder, "kept.bench.json", json.dumps(bench)), ready)
    return None


def build_large(folder):
    """A memory of 128 bits and one of 65,536 words: within the time of a test, with as many RAMs as they need."""
    for words, bits, rams in ((8, 128, 4), (65536, 8, 1)):
        text = (f"module large(input clk, input we, input [15:0] a, input [{bits - 1}:0] d, output [{bits - 1}:0] x); "
                f"reg [{bits - 1}:0] m [0:{words - 1}]; always @(posedge clk) if (we) m[a] <= d; assign x = m[a]; endmodule\n")
        path = write(folder, "large.v", text)
        machine = Machine(folder, [path], "large", "--memory", "mod")
        counted = Build(COMMAND, machine.save).counts().get(RAM, 0)
        if counted != rams:
            return f"{words} words of {bits} bits: {counted} RAMs"
    return None


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = compile_runner(folder)
        for name in DESIGNS:
            for margin in (0, 2):
                tried(f"{name}{f', with a margin of {margin}' if margin else ''}", try_design, folder, program, name, margin)
        tried("a program in all parts and for all ports", take_program, folder)
        tried("a wide memory and a large one", build_large, folder)
    finish()


main()
