"""Designs in Verilog whose builds are held against Icarus Verilog: inputs at random behind a reset, the same for both."""
import dataclasses
import glob
import json
import os
import random

from .builds import Machine, what_is_wrong, write
from .circuits import run

PICORV32 = ("ENABLE_COUNTERS", "BARREL_SHIFTER", "CATCH_MISALIGN", "CATCH_ILLINSN")


@dataclasses.dataclass
class Design:
    """`held` has inputs that are no chance: a value, or a function of the number of the cycle."""
    files: str  # a pattern
    top: str
    held: dict
    parameters: dict = dataclasses.field(default_factory=dict)
    clock: str = "clk"
    cycles: int = 300

    def sources(self):
        return sorted(glob.glob(self.files))

    def options(self):
        return [word for name, value in self.parameters.items() for word in ("--param", f"{name}={value}")]


def processors_in(folder):
    """Processors of other people, by name, in a folder with picorv32/, serv/ and 6502/."""
    return {
        "6502": Design(f"{folder}/6502/*.v", "cpu", {"reset": lambda n: int(n < 20), "RDY": 1, "NMI": 0, "IRQ": 0}),
        "SERV": Design(f"{folder}/serv/*.v", "serv_rf_top", {"i_rst": lambda n: int(n < 80), "i_timer_irq": 0}, cycles=400),
        "PicoRV32": Design(f"{folder}/picorv32/picorv32.v", "picorv32", {"resetn": lambda n: int(n >= 20), "mem_ready": 1},
                           dict.fromkeys(PICORV32, 0))}


def ask_icarus(folder, gates, top, inputs, outputs, cycles, clock):
    """What Icarus says that the outputs of the gates are at the end of each cycle: strings, x where it does not know."""
    lines = ["module bench;", f"    reg {clock} = 0;"]
    lines += [f"    reg [{wide - 1}:0] {name} = 0;" for name, wide in inputs.items() if name != clock]
    lines += [f"    wire [{wide - 1}:0] {name};" for name, wide in outputs.items()]
    lines += [f"    {top} dut(" + ", ".join(f".{name}({name})" for name in [*inputs, *outputs]) + ");",
              "    initial begin #40;"]
    for values in cycles:
        # Registers take what was there before the edge.
        lines.append(f"        {clock} = 1; #1; " + " ".join(f"{n} = {v};" for n, v in values.items()) +
                     f" #6; {clock} = 0; #7; $display(\"%b\", {{{', '.join(outputs)}}});")
    lines += ["    end", "endmodule", ""]
    bench, out = write(folder, "gates_bench.v", "\n".join(lines)), os.path.join(folder, "gates.out")
    run("iverilog", "-g2005", "-s", "bench", "-o", out, bench, gates)
    return run("vvp", "-n", out).split()


class BesideIcarus:
    """A build of a design, and what Icarus says that the design does."""

    def __init__(self, folder, design, *options):
        self.machine = Machine(folder, design.sources(), design.top, *design.options(), *options, clock=design.clock)
        ports = self.synthesize(folder, design)
        wide = {way: {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == way}
                for way in ("input", "output")}
        chance = random.Random(8)
        self.cycles = [{name: self.value_in(design, name, number, bits, chance)
                        for name, bits in wide["input"].items() if name != design.clock} for number in range(design.cycles)]
        self.outputs = wide["output"]
        self.expected = ask_icarus(folder, os.path.join(folder, "gates.v"), design.top, wide["input"], wide["output"],
                                   self.cycles, design.clock)

    @staticmethod
    def synthesize(folder, design):
        """Writes gates.v and returns the ports. Where the source has x, Yosys chooses: so Icarus runs what it chose. All
        registers begin with 0, as in a build."""
        flat, gates = os.path.join(folder, "ports.json"), os.path.join(folder, "gates.v")
        sets = "".join(f"chparam -set {n} {v} {design.top}; " for n, v in design.parameters.items())
        run("yosys", "-p", f"read_verilog {' '.join(design.sources())}; {sets}hierarchy -top {design.top}; synth -flatten; "
            f"setundef -init -zero; rename -top {design.top}; write_json {flat}; write_verilog -noattr {gates}")
        with open(flat, encoding="utf-8") as file:
            return json.load(file)["modules"][design.top]["ports"]

    @staticmethod
    def value_in(design, name, number, bits, chance):
        held = design.held.get(name)
        return held(number) if callable(held) else design.held.get(name, chance.getrandbits(bits))

    def difference(self, program):
        """None where the build does what Icarus says."""
        compared = 0
        for number, (state, meant) in enumerate(zip(self.machine.run(program, self.cycles), self.expected)):
            at = 0
            for name, bits in self.outputs.items():
                word, at = meant[at:at + bits], at + bits
                if not set(word) <= set("01"):
                    continue
                compared += 1
                if self.machine.value(state, name) != int(word, 2):
                    return (f"cycle {number}: {name} is {self.machine.value(state, name):b}, not {word} "
                            f"(half {self.machine.half})")
        return f"Icarus knows {compared} values alone" if compared < len(self.cycles) else None

    def least_half(self, program):
        """The least half period of the clock with which the build still does what Icarus says, from the reported one down;
        None if it does not with that."""
        reported, least = self.machine.half, None
        while self.machine.half > 0 and self.difference(program) is None:
            least = self.machine.half
            self.machine.half -= 1
        self.machine.half = reported
        return least


def does_as_icarus(folder, program, design):
    """What is wrong about the build of a design, or None. What the build said is in the folder as TOP.said."""
    beside = BesideIcarus(folder, design)
    wrong = beside.difference(program)
    write(folder, f"{design.top}.said", beside.machine.said)
    return wrong or what_is_wrong(beside.machine.save, beside.machine.said)


def bears_late_gates(folder, program, design, margin):
    """What is wrong about a build with a margin, whose gates are late at random up to it, or None."""
    folder = os.path.join(folder, f"margin-{margin}")
    os.makedirs(folder, exist_ok=True)
    beside = BesideIcarus(folder, design, "--margin", str(margin))
    for seed in (1, 2):
        beside.machine.late = (margin, seed)
        if wrong := beside.difference(program):
            return f"seed {seed}: {wrong}"
    return what_is_wrong(beside.machine.save, beside.machine.said)
