#!/usr/bin/env python3
"""The command beside programs that people use for such work today, as a table for docs/explanation/speed.md.

Usage: peers.py COMMAND SOURCE_ROOT CORPUS_DIR BENCH

jq reads JSON, git compares text, tmxrasterizer draws maps of Tiled, f3d draws GLB, and Icarus Verilog and Verilator
simulate what `overworld build` makes of a 6502. BENCH makes the world. Seconds are processor time, the least of several runs.
"""
import json
import os
import sys
import tempfile

from processes import least

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "tests", "peers"))
from support.circuits import COMMAND, CORPUS, run
from support.designs import BesideIcarus, processors_in

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # tmxrasterizer needs no screen
BENCH = os.path.abspath(sys.argv[4])
WORLD_MIB, CYCLES, RESET_CYCLES, RUNS = 16, 2000, 20, 3


def row(work, ours, peer, theirs):
    print(f"| {work} | {ours:.3f} s | {peer} | {theirs:.3f} s | {theirs / ours:.1f} |", flush=True)


def texts(folder):
    world, changed = os.path.join(folder, "a.logicworld"), os.path.join(folder, "b.logicworld")
    run(BENCH, "--make", world, "--size", str(WORLD_MIB))
    run(COMMAND, "set", world, "/components/9/position/0", "8", "-o", changed)
    for path in (world, changed):
        run(COMMAND, "convert", path, f"{path}.json")
    size = os.path.getsize(f"{world}.json") >> 20
    back = os.path.join(folder, "back.logicworld")
    row(f"read {size} MiB of JSON; the command also checks it and writes the save",
        least(RUNS, (COMMAND, "convert", f"{world}.json", "-f", back)), "jq",
        least(RUNS, ("jq", "empty", f"{world}.json")))
    row(f"compare two saves of {WORLD_MIB} MiB; git their JSON",
        least(RUNS, (COMMAND, "diff", "--stat", world, changed), fine=(1,)), "git diff --no-index --stat",
        least(RUNS, ("git", "diff", "--no-index", "--stat", f"{world}.json", f"{changed}.json"), fine=(1,)))


def largest(folder, ending):
    files = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(ending)]
    return max(files, key=os.path.getsize)


def pictures(folder):
    level = largest(os.path.join(CORPUS, "leveld"), ".lvd")
    run(COMMAND, "convert", level, os.path.join(folder, "level.tmj"))
    row("draw a level of real use", least(RUNS, (COMMAND, "render", level, "-fo", os.path.join(folder, "level.png"))),
        "tmxrasterizer", least(RUNS, ("tmxrasterizer", "level.tmj", "theirs.png"), cwd=folder))
    save = largest(os.path.join(CORPUS, "blotter"), "world")
    mesh = os.path.join(folder, "save.glb")
    run(COMMAND, "convert", save, mesh)
    row("draw the largest real save, 1200 x 900; f3d its GLB",
        least(RUNS, (COMMAND, "render", save, "--size", "1200x900", "-fo", os.path.join(folder, "save.png"))), "f3d",
        least(RUNS, ("xvfb-run", "-a", "f3d", mesh, f"--output={folder}/theirs.png", "--resolution=1200,900")))


TESTBENCH = """module bench;
    reg {clock} = 0;
    {regs}
    {wires}
    integer n;
    {top} dut({ports});
    initial begin
        for (n = 0; n < {cycles}; n = n + 1) begin
            #1; {clock} = 1; #1; {clock} = 0; if (n == {resets} - 1) reset = 0;
        end
        $display("%b", {{{outputs}}});
        $finish;
    end
endmodule
"""


def verilog_bench(folder, design, beside, held):
    """A module that runs the cycles and prints the outputs at their end."""
    regs = " ".join(f"reg [{7 if name == 'DI' else 0}:0] {name} = {1 if name == 'reset' else value};"
                    for name, value in held.items())
    wires = " ".join(f"wire [{wide - 1}:0] {name};" for name, wide in beside.outputs.items())
    path = os.path.join(folder, "peer.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TESTBENCH.format(clock=design.clock, regs=regs, wires=wires, top=design.top, cycles=CYCLES,
                                    ports=", ".join(f".{n}({n})" for n in (design.clock, *held, *beside.outputs)),
                                    resets=RESET_CYCLES, outputs=", ".join(beside.outputs)))
    return path


def json_bench(folder, design, beside, held, said):
    """The same for the command, which must end with the address that Icarus says."""
    half, at, nets = beside.machine.half, 0, {"DI": [f"DI[{i}]" for i in range(8)]}
    for name, wide in beside.outputs.items():
        if name == "AB":
            address = int(said[at:at + wide], 2)
            nets[name] = [f"{name}[{i}]" for i in range(wide)]
        at += wide
    path, rest = os.path.join(folder, "bench.json"), 2 * half * (CYCLES - RESET_CYCLES) + half - 1
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"nets": nets, "clocks": [{"net": design.clock, "half": half, "cycles": CYCLES}],
                   "steps": [{"name": "begin", "set": {**held, "reset": 1}},
                             {"name": "reset", "after": 2 * half * RESET_CYCLES, "set": {"reset": 0}},
                             {"name": "run", "after": rest, "expect": {"AB": address}}]}, file)
    return path


def circuits(folder):
    design = processors_in(os.path.join(os.path.dirname(CORPUS), "verilog"))["6502"]
    beside = BesideIcarus(folder, design)
    # A bus that always says NOP.
    held = {name: 0xEA if name == "DI" else value for name, value in beside.cycles[0].items()}
    bench, gates = verilog_bench(folder, design, beside, held), os.path.join(folder, "gates.v")
    compiled, built = os.path.join(folder, "peer.vvp"), os.path.join(folder, "built")
    run("iverilog", "-g2005", "-s", "bench", "-o", compiled, bench, gates)
    run("verilator", "--binary", "--timing", "-Wno-fatal", "--top-module", "bench", "--Mdir", built, bench, gates)
    said = run("vvp", "-n", compiled).split()[0]
    ours = least(RUNS, (COMMAND, "simulate", "-b", json_bench(folder, design, beside, held, said), beside.machine.save))
    ticks = 2 * beside.machine.half * CYCLES
    work = f"{CYCLES:,} cycles of a 6502, made of gates; the command runs {ticks:,} ticks with the delay of each gate"
    row(work, ours, "Icarus Verilog", least(RUNS, ("vvp", "-n", compiled)))
    row(work, ours, "Verilator, without compiling", least(RUNS, (os.path.join(built, "Vbench"),)))


def main():
    print("| work | overworld | beside | takes | times ours |\n|---|---|---|---|---|")
    for measure in (texts, pictures, circuits):
        with tempfile.TemporaryDirectory() as folder:
            measure(folder)


if __name__ == "__main__":
    main()
