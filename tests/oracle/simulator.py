"""A second simulator of Logic World's circuits, which shares nothing with the library: it reads the JSON of a
save, evaluates every component in every tick, and finds what is on from nothing each time."""
import base64
import struct

GATES = {"MHG.Inverter", "MHG.AndGate", "MHG.XorGate", "MHG.DLatch", "MHG.Relay", "MHG.Buffer",
         "MHG.Buffer_WithOutput", "MHG.Delayer", "MHG.Switch", "MHG.PanelSwitch"}
# What sockets touch with: height of the middle and half a side, in thousandths of the game's unit.
CONTACTS = {"MHG.Socket": (100, 30), "MHG.ChubbySocket": (150, 120)}


def turn(quaternion, vector):
    """A vector turned by a quaternion x, y, z, w."""
    x, y, z, w = quaternion
    a, b, c = vector
    tx, ty, tz = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
    return (a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx)


class Circuit:
    """The nets of a save without parents of components, and their state."""

    def __init__(self, save):
        names = {row["id"]: row["name"] for row in save["component_types"]}
        self.components = save["components"]
        self.kinds = [names[component["type"]] for component in self.components]
        self.by_address = {c["address"]: i for i, c in enumerate(self.components)}
        self.parent = {}
        for number, component in enumerate(self.components):
            for index in range(len(component["inputs"])):
                self.parent[number, index] = (number, index)
        self.drives = []
        self.join_all(save)
        on = set(save["circuit_states"])
        self.net_on = {}
        self.outputs = {}
        for number, component in enumerate(self.components):
            for index, state in enumerate(component["inputs"]):
                self.net_on[self.root((number, index))] = state in on
            for index, state in enumerate(component["outputs"]):
                self.outputs[number, index] = state in on
        self.closed = {number: self.input(number, 0) for number, kind in enumerate(self.kinds)
                       if kind == "MHG.Relay"}
        self.switches, self.delays = {}, {}
        for number, (kind, component) in enumerate(zip(self.kinds, self.components)):
            data = base64.b64decode(component["custom_data"] or "")
            if kind in ("MHG.Switch", "MHG.PanelSwitch"):
                self.switches[number] = data[3] != 0
            if kind == "MHG.Delayer":
                counter, delay = struct.unpack("<ii", data)
                delay = max(delay, 1)
                self.delays[number] = [min(max(counter, 0), delay), delay]

    def root(self, peg):
        while self.parent[peg] != peg:
            peg = self.parent[peg]
        return peg

    def join(self, a, b):
        self.parent[self.root(a)] = self.root(b)

    def join_all(self, save):
        for number, kind in enumerate(self.kinds):
            if kind == "MHG.ThroughPeg":
                self.join((number, 0), (number, 1))
        for wire in save["wires"]:
            ends = [(self.by_address[wire[end]["component"]], wire[end]["index"],
                     wire[end]["kind"] == "input") for end in ("first", "second")]
            inputs = [end[:2] for end in ends if end[2]]
            outputs = [end[:2] for end in ends if not end[2]]
            if len(inputs) == 2:
                self.join(*inputs)
            elif len(inputs) == 1:
                self.drives.append((outputs[0], inputs[0]))
        sockets = [number for number, kind in enumerate(self.kinds) if kind in CONTACTS]
        for place, a in enumerate(sockets):
            for b in sockets[:place]:
                if self.touch(a, b):
                    self.join((a, 0), (b, 0))

    def contact(self, number):
        component = self.components[number]
        height, half = CONTACTS[self.kinds[number]]
        rotation, position = component["rotation"], component["position"]
        middle = [p + q for p, q in zip(position, turn(rotation, (0, height, 150)))]
        return middle, half, turn(rotation, (0, 0, 1)), turn(rotation, (1, 0, 0)), turn(rotation, (0, 1, 0))

    def touch(self, a, b):
        middle, half, normal, across, up = self.contact(a)
        other, other_half, other_normal, _, _ = self.contact(b)
        apart = [q - p for p, q in zip(middle, other)]
        dot = lambda u, v: sum(p * q for p, q in zip(u, v))
        reach = half + other_half
        return (dot(normal, other_normal) < -0.99 and abs(dot(apart, normal)) < 3
                and abs(dot(apart, across)) < reach - 5 and abs(dot(apart, up)) < reach - 5)

    def input(self, number, index):
        return self.net_on[self.root((number, index))]

    def evaluate(self, number):
        """What a component does with the nets as they stood after the last tick."""
        kind, component = self.kinds[number], self.components[number]
        inputs = [self.input(number, index) for index in range(len(component["inputs"]))]
        old = self.outputs.get((number, 0), False)
        if kind == "MHG.Inverter":
            return not inputs[0]
        if kind == "MHG.AndGate":
            return all(inputs)
        if kind == "MHG.XorGate":
            return inputs[0] != inputs[1]
        if kind == "MHG.DLatch":
            return inputs[0] if inputs[1] else old
        if kind == "MHG.Buffer_WithOutput":
            return inputs[0]
        if kind in ("MHG.Switch", "MHG.PanelSwitch"):
            return self.switches[number]
        if kind == "MHG.Delayer":
            line = self.delays[number]
            line[0] = min(line[0] + 1, line[1]) if inputs[0] else max(line[0] - 1, 0)
            return {0: False, line[1]: True}.get(line[0], old)
        return old

    def tick(self):
        outputs = {peg: self.evaluate(peg[0]) for peg in self.outputs}
        closed = {number: self.input(number, 0) for number in self.closed}
        self.outputs, self.closed = outputs, closed
        links = [(self.root((number, 1)), self.root((number, 2))) for number in closed if closed[number]]
        links += [(b, a) for a, b in links]
        links += [(self.root((number, 0)), self.root((number, 1)))
                  for number, kind in enumerate(self.kinds) if kind == "MHG.Buffer"]
        on = {self.root(peg) for output, peg in self.drives if outputs[output]}
        while True:
            more = {b for a, b in links if a in on} - on
            if not more:
                break
            on |= more
        self.net_on = {net: net in on for net in self.net_on}
