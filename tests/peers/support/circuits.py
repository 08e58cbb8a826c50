"""What the tests of circuits against Yosys and Icarus Verilog share: running programs, and the two simulators.

The program that uses it has the arguments COMMAND SOURCE_ROOT CORPUS_DIR.
"""
import json
import os
import re
import subprocess
import sys

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


def compile_runner(folder, name="run_circuit"):
    """A program of tests/peers that runs a save's circuit by the library."""
    program, build = os.path.join(folder, name), os.path.dirname(COMMAND)
    run("cc", "-std=c11", "-O1", f"-I{ROOT}/include", "-o", program, f"{ROOT}/tests/peers/{name}.c",
        f"{build}/liboverworld.so", f"-Wl,-rpath,{build}")
    return program


def finish():
    print(f"{len(PASSED)} passed, {len(FAILED)} failed")


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


def by_library(circuit, program, ticks, events, late=()):
    """The states of nets after each tick, a line each. `late`: the most extra delay of gates, and a seed."""
    text = "".join(f"{tick} {how[0]} {how[1]} {value}\n" for tick, _, how, value in events)
    return run(program, circuit.save, str(ticks), *map(str, late), text=text).split()


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
