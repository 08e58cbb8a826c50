"""What the tests of `overworld build` share: building, what each build must be, and running a build cycle by cycle."""
import os
import re
import time

from .circuits import COMMAND, Circuit, by_library, run
from .geometry import Build, find_blocked


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def build(folder, sources, top, *options):
    """The save, and what the command said."""
    save = os.path.join(folder, f"{top}.partialworld")
    said = run(COMMAND, "build", *sources, "--top", top, "-f", "-o", save, *options)
    return save, said


def what_is_wrong(save, said):
    """None, or what a build must not have."""
    if "no problems" not in run(COMMAND, "check", save):
        return "check finds something"
    if "at rest" not in said:
        return "it does not rest"
    return find_blocked(Build(COMMAND, save))


class Machine:
    """A build that is run cycle by cycle: inputs change as its clock goes on. `seconds` is how long it took to build."""

    def __init__(self, folder, sources, top, *options, clock="clk"):
        begin = time.time()
        save, said = build(folder, sources, top, *options)
        self.seconds = time.time() - begin
        self.open(save, said, int(re.search(r"half period of the clock: (\d+)", said).group(1)), folder, clock)

    def open(self, save, said, half, folder, clock):
        self.save, self.said, self.half = save, said, half
        self.circuit = Circuit(self.save, folder)
        self.how, self.clock, self.late = dict(self.circuit.inputs()), clock, ()
        self.wide = {}
        for place, name in enumerate(self.circuit.names):
            port, _, index = name.partition("[")
            if re.fullmatch(r"-?\d+\]", index) or not index:
                self.wide.setdefault(port, []).append((int(index[:-1]) if index else 0, place))

    def run(self, program, cycles):
        """`cycles` has values of ports by name; the states of nets at the end of each cycle."""
        events, tick, ends = [(1, self.clock, self.how[self.clock], 0)], 40, []
        for values in cycles:
            for name, value in values.items():
                for port in self.how:
                    base, _, index = port.partition("[")
                    if base == name:
                        bit = value >> int(index[:-1] if index else 0) & 1
                        events.append((tick, port, self.how[port], bit))
            events += [(tick, self.clock, self.how[self.clock], 1),
                       (tick + self.half, self.clock, self.how[self.clock], 0)]
            tick += 2 * self.half
            ends.append(tick - 1)
        lines = by_library(self.circuit, program, tick, events, self.late)
        return [lines[end] for end in ends]

    def value(self, state, name):
        return sum(int(state[place]) << index for index, place in self.wide[name])
