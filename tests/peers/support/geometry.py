"""Whether the wires of a build meet a body or a board, and whether those below the boards are parallel.

Shapes are in squares, in the frame of a component, as docs/reference/blotter.md has them: x right, y up, z forward.
"""
import base64
import json
import struct
import subprocess

SQUARE = 300
GATE = ((-.5, 0, -.5), (.5, 1, .5))
WEDGE = 1.5  # bodies of fast buffers, as high as their higher end
PANEL = [((-.5, 0, -.5), (.5, 1 / 3, .5)), ((-1 / 3, -5 / 6, -1 / 3), (1 / 3, 0, 1 / 3))]
BODIES = {
    "MHG.Inverter": [GATE], "MHG.XorGate": [((-.5, 0, -.5), (1.5, 1, .5))],
    "MHG.Buffer": [((-.5, 0, -.5), (.5, WEDGE, 1.5))], "MHG.DLatch": [((-.5, 0, -.5), (.5, 1, 1.5))],
    "MHG.ThroughPeg": [((-1 / 3, -5 / 6, -1 / 3), (1 / 3, 1 / 3, 1 / 3))],
    "MHG.PanelSwitch": PANEL, "MHG.PanelDisplay": PANEL,
    "MHG.ChubbySocket": [((-.5, 0, -.5), (.5, 1, .5))]}
AND_BODIES = {2: GATE, 3: ((-.75, 0, -.5), (.75, 1, .5)), 4: ((-.5, 0, -.5), (1.5, 1, .5))}
AND_INPUTS = {2: (-.25, .25), 3: (-.5, 0, .5), 4: (-.25, .25, .75, 1.25)}
AND_OUTPUTS = {2: 0, 3: 0, 4: .5}
INPUTS = {
    "MHG.Inverter": [(0, 1.72, 0)], "MHG.XorGate": [(0, .5, -1.04), (1, .5, -1.04)],
    "MHG.Buffer": [(0, 1, -1.04), (0, .5, 2.04)], "MHG.DLatch": [(0, .5, -1.04), (0, 1.72, 0)],
    "MHG.ThroughPeg": [(0, 1.233, 0), (0, -1.733, 0)], "MHG.PanelDisplay": [(0, -1.733, 0)],
    "MHG.ChubbySocket": [(0, .5, -.707)]}
OUTPUTS = {"MHG.Inverter": (0, .5, .86), "MHG.XorGate": (1, .5, .86), "MHG.DLatch": (0, 1.36, 1),
           "MHG.PanelSwitch": (0, -1.193, 0)}
RAM = "CheeseUtilMod.DualPortRamResizable"
BUCKET = 8  # squares
# Half of a wire's own height.
CLEARANCE = .034


class Ram:
    """The shape of a RAM of a mod, which depends on its pegs: of each port addresses, data and outputs."""

    def __init__(self, component):
        self.data = len(component["outputs"]) // 2
        self.addresses = (len(component["inputs"]) - 5) // 2 - self.data
        self.width = max(self.data, self.addresses)

    def body(self):
        return (.5 - self.width / 2, 0, -.5), (.5 + self.width / 2, 5, 1.5)

    def side(self, index, count, height):
        """A peg of a side: the first `count` are at port A, behind."""
        place, length = index % count, .9 * (.2 + .4 * (index % count) / count)
        return 1 - self.width / 2 + place, height, -.5 - length if index < count else 1.5 + length

    def input(self, index):
        top = [(1, 5.54, .5), (-1, 5.9, 0), (0, 5.72, 0), (-1, 5.9, 1), (0, 5.72, 1)]
        if index < len(top):
            return top[index]
        index -= len(top)
        if index < 2 * self.addresses:
            return self.side(index, self.addresses, 4)
        return self.side(index - 2 * self.addresses, self.data, 2.5)

    def output(self, index):
        return 1 - self.width / 2 + index % self.data, 1, -.86 if index < self.data else 1.86


class Build:
    """A save that `overworld build` wrote: components on boards, turned by half a turn or not at all."""

    def __init__(self, command, save):
        text = subprocess.run([command, "convert", save, "-", "--to", "json"], capture_output=True, check=True).stdout
        self.told = json.loads(text)
        names = {kind["id"]: kind["name"] for kind in self.told["component_types"]}
        self.components = {c["address"]: c for c in self.told["components"]}
        for c in self.told["components"]:
            c["name"] = names[c["type"]]
            above = self.components[c["parent"]]["place"] if c["parent"] else (0, 0, 0)
            c["place"] = tuple(a + b / SQUARE for a, b in zip(above, c["position"]))
            c["turned"] = c["rotation"][1] == 1

    def counts(self):
        counts = {}
        for c in self.told["components"]:
            counts[c["name"]] = counts.get(c["name"], 0) + 1
        return counts

    @staticmethod
    def moved(component, point):
        x, y, z = component["place"]
        sign = -1 if component["turned"] else 1
        return x + sign * point[0], y + point[1], z + sign * point[2]

    def point(self, end):
        component = self.components[end["component"]]
        name, count = component["name"], len(component["inputs"])
        if name == "MHG.AndGate":
            point = ((AND_INPUTS[count][end["index"]], .5, -1.058) if end["kind"] == "input"
                     else (AND_OUTPUTS[count], .5, .86))
        elif name == RAM:
            ram = Ram(component)
            point = (ram.input if end["kind"] == "input" else ram.output)(end["index"])
        elif end["kind"] == "input":
            point = INPUTS[name][end["index"]]
        else:
            point = OUTPUTS[name]
        return self.moved(component, point)

    def boxes(self, component):
        bodies = BODIES.get(component["name"], [])
        if component["name"] == "MHG.AndGate":
            bodies = [AND_BODIES[len(component["inputs"])]]
        elif component["name"] == RAM:
            bodies = [Ram(component).body()]
        elif component["name"] == "MHG.PanelLabel":
            data = base64.b64decode(component["custom_data"])
            bodies = [((-.5, 0, -.5), (struct.unpack("<i", data[-12:-8])[0] - .5, .3, .5)), PANEL[1]]
        for low, high in bodies:
            ends = self.moved(component, low), self.moved(component, high)
            yield tuple(map(min, *ends)), tuple(map(max, *ends))

    def board_boxes(self):
        for c in self.told["components"]:
            if c["name"] == "MHG.CircuitBoard":
                yield c["place"], self.board_size(c)

    @staticmethod
    def board_size(component):
        return struct.unpack("<ii", base64.b64decode(component["custom_data"])[3:11])


def passes(start, end, low, high):
    """Whether a straight line goes through the inside of a box."""
    enter, leave = 0.0, 1.0
    for a, b, least, most in zip(start, end, low, high):
        if abs(b - a) < 1e-9:
            if not least + 1e-6 < a < most - 1e-6:
                return False
            continue
        near, far = (least - a) / (b - a), (most - a) / (b - a)
        if near > far:
            near, far = far, near
        enter, leave = max(enter, near), min(leave, far)
    return enter + 1e-6 < leave


def buckets_of(low, high):
    for x in range(int(low[0] // BUCKET), int(high[0] // BUCKET) + 1):
        for z in range(int(low[2] // BUCKET), int(high[2] // BUCKET) + 1):
            yield x, z


def bodies_overlap(build):
    """Bodies that stand in each other, through pegs and boards included."""
    found, near = [], {}
    for component in build.told["components"]:
        for low, high in build.boxes(component):
            for bucket in buckets_of(low, high):
                for other_low, other_high, other in near.get(bucket, []):
                    if other != component["address"] and all(
                            a + 1e-6 < d and c + 1e-6 < b
                            for a, b, c, d in zip(low, high, other_low, other_high)):
                        found.append(f"C-{component['address']} stands in C-{other}")
                near.setdefault(bucket, []).append((low, high, component["address"]))
    boards = [(place[0], place[2], place[0] + size[0], place[2] + size[1]) for place, size in build.board_boxes()]
    for component in build.told["components"]:
        for low, high in build.boxes(component):
            if not any(x - 1e-6 <= low[0] and z - 1e-6 <= low[2] and high[0] <= far_x + 1e-6 and high[2] <= far_z + 1e-6
                       for x, z, far_x, far_z in boards):
                found.append(f"C-{component['address']} is not on one board")
    for number, one in enumerate(boards):
        for other in boards[:number]:
            if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]:
                found.append("boards overlap")
    return found


def wires_blocked(build):
    """Wires that go through a body or a board. Boards are plates below all components."""
    found, near = [], {}
    for component in build.told["components"]:
        for low, high in build.boxes(component):
            high = (high[0], high[1] + CLEARANCE, high[2])
            for bucket in buckets_of(low, high):
                near.setdefault(bucket, []).append((low, high, component["address"]))
    for number, wire in enumerate(build.told["wires"]):
        start, end = build.point(wire["first"]), build.point(wire["second"])
        if (start[1] > 0) != (end[1] > 0):
            found.append(f"wire {number} goes through a board")
        low, high = tuple(map(min, start, end)), tuple(map(max, start, end))
        met = set()
        for x, z in buckets_of(low, high):
            edge = (x * BUCKET, low[1] - 1, z * BUCKET)
            if passes(start, end, (edge[0] - .01, edge[1], edge[2] - .01),
                      (edge[0] + BUCKET + .01, high[1] + 1, edge[2] + BUCKET + .01)):
                met.update(address for least, most, address in near.get((x, z), [])
                           if passes(start, end, least, most))
        found += [f"wire {number} from {wire['first']} to {wire['second']} goes through C-{address} "
                  f"({build.components[address]['name']})" for address in sorted(met)]
    return found


def aside_below(build):
    """How far the wires below the boards go along the channels, and across them, in squares."""
    along = across = 0
    for wire in build.told["wires"]:
        start, end = build.point(wire["first"]), build.point(wire["second"])
        if start[1] < 0 and end[1] < 0:
            along += abs(start[0] - end[0])
            across += abs(start[2] - end[2])
    return along, across


def find_blocked(build):
    """None, or what is wrong with the geometry of a build."""
    found = bodies_overlap(build) + wires_blocked(build)
    return "; ".join(found[:5]) + f" ({len(found)} in all)" if found else None
