#!/usr/bin/env python3
"""Builds processors from Verilog: Icarus Verilog on the same stimulus, and programs that run in the save.

Usage: processors.py COMMAND SOURCE_ROOT CORPUS_DIR

Processors of other people come from the folder `verilog` beside the corpus and are skipped if it is not there.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile

from support.builds import build, what_is_wrong, write
from support.circuits import COMMAND, CORPUS, ROOT, compile_runner, finish, run, tried
from support.designs import Design, bears_late_gates, does_as_icarus, processors_in


def assemble():
    """RV32I: adds the numbers from 1 to 10, which is 55, a 7 in ASCII; prints that and a word at 0x10000000; stops."""
    def immediate(number, rs1, rd, opcode, funct3=0):
        return (number & 0xfff) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode

    def store_byte(rs2, rs1):
        return rs2 << 20 | rs1 << 15 | 0x23
    add, back = 3 << 20 | 2 << 15 | 2 << 7 | 0x33, 0xfe019ce3  # add x2, x2, x3; bne x3, x0, -8
    words = [0x10000 << 12 | 1 << 7 | 0x37, immediate(0, 0, 2, 0x13), immediate(10, 0, 3, 0x13), add,
             immediate(-1, 3, 3, 0x13), back, store_byte(2, 1)]
    for letter in b" works\n":
        words += [immediate(letter, 0, 4, 0x13), store_byte(4, 1)]
    return [*words, 0x6f]  # j .


def run_program(folder):
    """The PicoRV32 that was built runs a program at the half period that was reported, with a memory on its bus."""
    save = os.path.join(folder, "picorv32.partialworld")
    with open(os.path.join(folder, "picorv32.said"), encoding="utf-8") as file:
        half = int(re.search(r"half period of the clock: (\d+)", file.read()).group(1))
    words = assemble()
    bench = {
        "clocks": [{"net": "clk", "half": half}],
        "memories": [
            {"name": "program", "address": [f"mem_addr[{i}]" for i in range(2, 8)],
             "data": [f"mem_rdata[{i}]" for i in range(32)], "read_only": True,
             "hex": "".join(word.to_bytes(4, "little").hex() for word in words)},
            {"name": "port", "address": ["mem_addr[28]"], "data": [f"mem_wdata[{i}]" for i in range(8)],
             "write": "mem_wstrb[0]", "read": "mem_instr", "print": 1}],
        "steps": [{"set": {"resetn": 0, "mem_ready": 1}}, {"after": 20 * half, "set": {"resetn": 1}},
                  {"after": 700 * half, "printed": "7 works\n"}]}
    del bench["memories"][1]["read"]
    path = write(folder, "program.bench.json", json.dumps(bench))
    said = run(COMMAND, "simulate", "--bench", path, save)
    return None if said.startswith("7 works\n") else said


def sum_words():
    """RV32I: adds the numbers from 20 to 1 in memory, 106 instructions; shows the sum and stops."""
    def immediate(number, rs1, rd, opcode=0x13, funct3=0):
        return (number & 0xfff) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
    add, store, back = 3 << 20 | 2 << 15 | 2 << 7 | 0x33, 0x10 << 25 | 2 << 20 | 2 << 12 | 0x23, 0xfe0198e3
    show = 2 << 20 | 1 << 15 | 0x23
    return [immediate(0, 0, 2), immediate(20, 0, 3), add, store, immediate(512, 0, 2, 0x03, 2), immediate(-1, 3, 3), back,
            0x40000 << 12 | 1 << 7 | 0x37, show, show | 4 << 7, 0x6f]


def run_system(folder, sources, *options):
    """SERV with 1 KiB of memory in the save: `program` puts a program there, and displays show its result."""
    save, said = build(folder, [f"{ROOT}/tests/peers/serv_system.v", *sources], "serv_system", *options)
    half = int(re.search(r"half period of the clock: (\d+)", said).group(1))
    image, ready = os.path.join(folder, "sum.bin"), os.path.join(folder, "ready.partialworld")
    with open(image, "wb") as file:
        file.write(b"".join(word.to_bytes(4, "little") for word in sum_words()))
    run(COMMAND, "program", "--at", "memory", save, image, "-f", "-o", ready)
    bench = {"nets": {"shown": [f"shown[{i}]" for i in range(8)]}, "clocks": [{"net": "clk", "half": half}],
             "steps": [{"set": {"reset": 1}}, {"after": 80 * half, "set": {"reset": 0}},
                       {"until": {"stopped": 1}, "within": 40000 * half, "expect": {"shown": 210}}]}
    path, done = write(folder, "system.bench.json", json.dumps(bench)), os.path.join(folder, "done.partialworld")
    run(COMMAND, "simulate", "--bench", path, ready, "-f", "-o", done)
    nets = json.loads(run(COMMAND, "netlist", done, "--to", "circuit", "-o", "-"))["nets"]
    shown = {net["name"]: net["on"] for net in nets}
    if sum(shown[f"shown[{i}]"] << i for i in range(8)) != 210:
        return "the displays show something else"
    run(COMMAND, "render", "--view", "top", done, "-f", "-o", os.path.join(folder, "done.png"))
    return what_is_wrong(save, said)


# Calls a test of PicoRV32 and stops.
START = """
.text
.global _start
_start: jal zero, mytest
mytest_ret: ebreak
.global mytest_ret
"""
# Instructions that the processor was built without.
NOT_BUILT = ("mul", "div", "rem")


def assemble_test(folder, source):
    """The image of a test of PicoRV32 for memory from address 0 on."""
    tools = "riscv64-unknown-elf-"
    plain, start = os.path.join(folder, "test.s"), write(folder, "start.s", START)
    run("gcc", "-E", "-P", "-x", "assembler-with-cpp", "-o", plain, source)
    for text in (start, plain):
        run(tools + "as", "-march=rv32i", "-mabi=ilp32", "-o", text[:-1] + "o", text)
    run(tools + "ld", "-m", "elf32lriscv", "--no-relax", "-Ttext", "0", "-o", os.path.join(folder, "test.elf"), start[:-1] + "o",
        plain[:-1] + "o")
    run(tools + "objcopy", "-O", "binary", os.path.join(folder, "test.elf"), os.path.join(folder, "test.bin"))
    with open(os.path.join(folder, "test.bin"), "rb") as file:
        return file.read()


def pass_test(folder, runner, source):
    with open(os.path.join(folder, "picorv32.said"), encoding="utf-8") as file:
        half = re.search(r"half period of the clock: (\d+)", file.read()).group(1)
    done = subprocess.run([runner, os.path.join(folder, "picorv32.partialworld"), half, "20000"], check=False,
                          input=assemble_test(folder, source), capture_output=True)
    said = done.stdout.decode(errors="replace")
    return None if said == "mytest..OK\n" and done.returncode == 0 else repr(said + done.stderr.decode())


def of_other_people(folder, program):
    verilog = os.path.join(os.path.dirname(CORPUS), "verilog")
    if not os.path.isdir(verilog):
        print("# no folder of processors: skipped")
        return
    designs = processors_in(verilog)
    for name, design in designs.items():
        tried(f"{name} and Icarus", does_as_icarus, folder, program, design)
        tried(f"{name} and Icarus, with late gates", bears_late_gates, folder, program, design, 1)
    for kind in ("latches", "mod"):
        tried(f"SERV with memory and displays: {kind}", run_system, folder, designs["SERV"].sources(), "--memory", kind)
    tried("PicoRV32 runs a program", run_program, folder)
    if not shutil.which("riscv64-unknown-elf-as"):
        print("# no assembler for RISC-V: skipped")
        return
    runner = compile_runner(folder, "run_picorv32")
    for source in sorted(glob.glob(f"{verilog}/picorv32/tests/*.S")):
        if not os.path.basename(source).startswith(NOT_BUILT):
            tried(f"PicoRV32 passes {os.path.basename(source)}", pass_test, folder, runner, source)


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = compile_runner(folder)
        computer = Design(f"{ROOT}/samples/netlists/cpu.v", "cpu", {"reset": lambda n: int(n < 10)})
        tried("a computer of sixteen bytes", does_as_icarus, folder, program, computer)
        tried("a computer of sixteen bytes with late gates", bears_late_gates, folder, program, computer, 3)
        of_other_people(folder, program)
    finish()


main()
