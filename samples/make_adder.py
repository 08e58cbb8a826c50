#!/usr/bin/env python3
"""Makes four-bit-adder.json, a subassembly for Logic World: A + B + carry in, shown as five bits.

Usage: make_adder.py                 prints the save as JSON
       make_adder.py --verify FILE   reads such JSON ("-": standard input) and proves that it adds

The proof knows nothing of how the circuit was made. It reads components, wires and labels from the
JSON, throws the switches for all 512 inputs, lets the circuit settle and reads the displays.
"""
import base64
import json
import struct
import sys

BITS = 4
A, B, CARRY_IN = 5, 6, 0  # what the switches of the saved circuit say

# The board: one grid square is 0.3 game units. Signals run away from the player, along z, and the
# carry runs from right to left like in sums on paper, so bit 0 stands at the right.
SQUARE = 300
TOP = 150  # height of a board's upper face
SQUARES_PER_BIT = 4
WIDTH = BITS * SQUARES_PER_BIT + 2  # a column at each side for the carry's socket
DEPTH = 11
ROW_TITLE, ROW_INPUT_LABEL, ROW_SWITCH, ROW_FIRST_GATES = 0, 1, 2, 4
ROW_CARRY, ROW_SECOND_GATES, ROW_DISPLAY, ROW_OUTPUT_LABEL = 5, 7, 9, 10

# Numbers for types mean something within one save only, so any would do.
TYPES = {
    "MHG.PanelSwitch": 1,
    "MHG.CircuitBoard": 6,
    "MHG.Peg": 8,
    "MHG.ChubbySocket": 12,
    "MHG.PanelLabel": 15,
    "MHG.XorGate": 19,
    "MHG.AndGate": 20,
    "MHG.PanelDisplay": 28,
}
GAME_VERSION = [0, 92, 3, 57]
MOD = {"id": "MHG", "version": [0, 92, 3, -1]}

AHEAD = [0.0, 0.0, 0.0, 1.0]  # gates: inputs towards the player, output away
RIGHT = [0.0, 0.70710677, 0.0, 0.70710677]
LEFT = [0.0, -0.70710677, 0.0, 0.70710677]

BOARD_COLOR = bytes([0x33, 0x33, 0x33])
SWITCH_COLOR = bytes([0x9A, 0x48, 0x0D])
LABEL_COLOR = bytes([0x26, 0x26, 0x26])
CENTERED = 1
FONT_SIZE = 0.8


def encode(data):
    return base64.b64encode(data).decode("ascii")


def board_data(width, depth):
    return encode(struct.pack("<3sii", BOARD_COLOR, width, depth))


def switch_data(on):
    return encode(struct.pack("<3s?", SWITCH_COLOR, on))


def display_data():
    return encode(struct.pack("<iii", 0, 1, 1))  # configuration, width, depth


def label_data(text, width):
    text = text.encode("utf-8")
    return encode(struct.pack("<i3sf?i", CENTERED, LABEL_COLOR, FONT_SIZE, False, len(text))
                  + text + struct.pack("<iii", width, 1, CENTERED))


class Builder:
    """Places components on one board and joins their pegs."""

    def __init__(self):
        self.components = []
        self.wires = []
        self.place_root(WIDTH, DEPTH)

    def place_root(self, width, depth):
        self.components.append(component(1, 0, "MHG.CircuitBoard", [0, 0, 0], AHEAD, 0, 0,
                                         board_data(width, depth)))

    def place(self, kind, column, row, inputs=0, outputs=0, data=None, rotation=None):
        address = len(self.components) + 1
        position = [SQUARE // 2 + SQUARE * column, TOP, SQUARE // 2 + SQUARE * row]
        self.components.append(component(address, 1, kind, position, rotation or AHEAD, inputs,
                                         outputs, data))
        return address

    def gate(self, kind, column, row):
        return self.place(kind, column, row, inputs=2, outputs=1)

    def label(self, text, column, row, width=1):
        self.place("MHG.PanelLabel", column, row, data=label_data(text, width))

    def switch(self, name, column, on):
        self.label(name, column, ROW_INPUT_LABEL)
        return self.place("MHG.PanelSwitch", column, ROW_SWITCH, outputs=1, data=switch_data(on))

    def display(self, name, column):
        self.label(name, column, ROW_OUTPUT_LABEL)
        return self.place("MHG.PanelDisplay", column, ROW_DISPLAY, inputs=1, data=display_data())

    def drive(self, output, address, index=0):
        """A wire from a component's only output to an input."""
        self.wires.append(wire(peg("output", output, 0), peg("input", address, index)))

    def join(self, first, second):
        """A wire between two inputs, each (address, index): they become one."""
        self.wires.append(wire(peg("input", *first), peg("input", *second)))


def component(address, parent, kind, position, rotation, inputs, outputs, data):
    return {"address": address, "parent": parent, "type": TYPES[kind], "position": position,
            "rotation": rotation, "inputs": [None] * inputs, "outputs": [None] * outputs,
            "custom_data": data}


def peg(kind, address, index):
    return {"kind": kind, "component": address, "index": index}


def wire(first, second):
    return {"first": first, "second": second, "circuit_state": None, "rotation": 0.0}


def place_bit(board, bit, a_is_on, b_is_on):
    """One full adder; returns the peg where its carry comes in and the two outputs of its carry."""
    column = 1 + SQUARES_PER_BIT * (BITS - 1 - bit)
    a = board.switch(f"A{bit}", column, a_is_on)
    b = board.switch(f"B{bit}", column + 2, b_is_on)
    half_sum = board.gate("MHG.XorGate", column, ROW_FIRST_GATES)
    both = board.gate("MHG.AndGate", column + 2, ROW_FIRST_GATES)
    whole_sum = board.gate("MHG.XorGate", column, ROW_SECOND_GATES)
    carried_on = board.gate("MHG.AndGate", column + 2, ROW_SECOND_GATES)
    carry = board.place("MHG.Peg", column + 3, ROW_CARRY, inputs=1)
    display = board.display(f"S{bit}", column)
    for index, source in enumerate((a, b)):
        board.drive(source, half_sum, index)
        board.join((half_sum, index), (both, index))
    board.drive(half_sum, whole_sum, 0)
    board.join((whole_sum, 0), (carried_on, 0))
    board.join((carry, 0), (whole_sum, 1))
    board.join((whole_sum, 1), (carried_on, 1))
    board.drive(whole_sum, display)
    return carry, (both, carried_on)


def build():
    board = Builder()
    board.label("A + B, four bits", 1, ROW_TITLE, WIDTH - 2)
    carry_switch = board.switch("C0", WIDTH - 1, bool(CARRY_IN))
    carry_socket = board.place("MHG.ChubbySocket", WIDTH - 1, ROW_CARRY, inputs=1, rotation=RIGHT)
    board.drive(carry_switch, carry_socket)
    into = carry_socket
    sources = ()
    for bit in range(BITS):
        carry, carry_outputs = place_bit(board, bit, bool(A >> bit & 1), bool(B >> bit & 1))
        connect_carry(board, into, sources, carry)
        into, sources = None, carry_outputs
    last_socket = board.place("MHG.ChubbySocket", 0, ROW_CARRY, inputs=1, rotation=LEFT)
    connect_carry(board, None, sources, last_socket)
    board.join((last_socket, 0), (board.display("C4", 0), 0))
    return board


def connect_carry(board, joined, sources, to):
    """There is no OR gate: two outputs wired to one input make one."""
    if joined:
        board.join((joined, 0), (to, 0))
    for source in sources:
        board.drive(source, to)


def number_states(board):
    """Gives each cluster of joined inputs a circuit state and each output one of its own."""
    cluster = {(c["address"], i): (c["address"], i)
               for c in board.components for i in range(len(c["inputs"]))}

    def head(key):
        while cluster[key] != key:
            key = cluster[key]
        return key

    for w in board.wires:
        if w["first"]["kind"] == w["second"]["kind"] == "input":
            cluster[head(key_of(w["second"]))] = head(key_of(w["first"]))
    states = {}
    for c in board.components:
        for i in range(len(c["inputs"])):
            c["inputs"][i] = states.setdefault(("input", head((c["address"], i))), len(states))
        for i in range(len(c["outputs"])):
            c["outputs"][i] = states.setdefault(("output", (c["address"], i)), len(states))
    # In real saves a wire has the state of its output, and between two inputs that of both.
    for w in board.wires:
        ends = sorted((w["first"], w["second"]), key=lambda end: end["kind"] != "output")
        c = board.components[ends[0]["component"] - 1]
        w["circuit_state"] = c[ends[0]["kind"] + "s"][ends[0]["index"]]


def key_of(end):
    return end["component"], end["index"]


def make_save():
    board = build()
    number_states(board)
    save = {
        "format": "blotter",
        "version": 7,
        "game_version": GAME_VERSION,
        "save_type": "subassembly",
        "mods": [MOD],
        "component_types": [{"id": number, "name": name} for name, number in TYPES.items()],
        "components": board.components,
        "wires": board.wires,
        "circuit_states": [],
    }
    circuit = Circuit(save)
    circuit.settle()
    save["circuit_states"] = sorted(circuit.on)
    return save


def print_save(save):
    """Prints JSON the way `overworld convert` does: one record a line."""
    fields = []
    for name, value in save.items():
        text = json.dumps(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            text = "[\n    " + ",\n    ".join(json.dumps(record) for record in value) + "\n  ]"
        fields.append(f"  {json.dumps(name)}: {text}")
    print("{\n" + ",\n".join(fields) + "\n}")


# From here on: the proof.

GATES = {"MHG.AndGate": all, "MHG.XorGate": lambda inputs: sum(inputs) % 2 == 1}


class Circuit:
    """What a save's components do to its circuit states. `on` is the set of states that are on."""

    def __init__(self, save):
        names = {t["id"]: t["name"] for t in save["component_types"]}
        self.components = [dict(c, name=names[c["type"]]) for c in save["components"]]
        self.by_address = {c["address"]: c for c in self.components}
        self.on = set(save["circuit_states"])
        self.switches = {s["outputs"][0]: switch_is_on(s)
                         for s in self.components if s["name"] == "MHG.PanelSwitch"}
        self.drivers = {}  # state of a cluster of inputs: states of the outputs wired to it
        for w in save["wires"]:
            self.note_wire(w)

    def state_of(self, end):
        return self.by_address[end["component"]][end["kind"] + "s"][end["index"]]

    def note_wire(self, w):
        first, second = sorted((w["first"], w["second"]), key=lambda end: end["kind"])
        target = self.state_of(first)
        source = self.state_of(second)
        assert first["kind"] == "input", "a wire joins two outputs"
        if second["kind"] == "output":
            assert source != target, "an output shares its circuit state with an input"
            self.drivers.setdefault(target, set()).add(source)
        else:
            assert source == target, "joined inputs have different circuit states"
        assert w["circuit_state"] == source, "a wire has another circuit state than its pegs"

    def step(self):
        """What is on next: switches, clusters by their outputs now, gates by their inputs now."""
        after = {state for state, on in self.switches.items() if on}
        after |= {state for state, sources in self.drivers.items() if sources & self.on}
        for c in self.components:
            gate = GATES.get(c["name"])
            if gate and gate([state in self.on for state in c["inputs"]]):
                after.add(c["outputs"][0])
        return after

    def settle(self):
        for _ in range(4 * len(self.components)):
            before, self.on = self.on, self.step()
            if before == self.on:
                return
        raise AssertionError("the circuit never settles")

    def beside_labels(self, kind, rows):
        """Components by the text of the label that stands so many rows further away."""
        texts = {tuple(c["position"]): label_text(c)
                 for c in self.components if c["name"] == "MHG.PanelLabel"}
        return {texts[x, y, z + rows * SQUARE]: c for c in self.components if c["name"] == kind
                for x, y, z in [c["position"]]}


def switch_is_on(c):
    return base64.b64decode(c["custom_data"])[3] != 0


def label_text(c):
    data = base64.b64decode(c["custom_data"])
    size, = struct.unpack_from("<i", data, 12)
    return data[16:16 + size].decode("utf-8")


def read_sum(circuit, displays):
    bits = [displays[f"S{bit}"] for bit in range(BITS)] + [displays[f"C{BITS}"]]
    return sum((c["inputs"][0] in circuit.on) << i for i, c in enumerate(bits))


def verify(save):
    circuit = Circuit(save)
    switches = circuit.beside_labels("MHG.PanelSwitch", ROW_INPUT_LABEL - ROW_SWITCH)
    displays = circuit.beside_labels("MHG.PanelDisplay", ROW_OUTPUT_LABEL - ROW_DISPLAY)
    saved = set(circuit.on)
    circuit.settle()
    assert saved == circuit.on, "the saved circuit states are not those of the circuit at rest"
    assert read_sum(circuit, displays) == A + B + CARRY_IN, "the saved sum is wrong"
    sums, mask = 0, (1 << BITS) - 1
    for number in range(1 << (2 * BITS + 1)):
        a, b, carry = number & mask, number >> BITS & mask, number >> 2 * BITS
        for name, c in switches.items():
            value = {"A": a, "B": b, "C": carry}[name[0]]
            circuit.switches[c["outputs"][0]] = bool(value >> int(name[1]) & 1)
        circuit.settle()
        shown = read_sum(circuit, displays)
        assert shown == a + b + carry, f"{a} + {b} + {carry} shows {shown}"
        sums += 1
    print(f"{sums} sums are right")


def main():
    if len(sys.argv) == 1:
        print_save(make_save())
    elif len(sys.argv) == 3 and sys.argv[1] == "--verify":
        source = sys.stdin if sys.argv[2] == "-" else open(sys.argv[2], encoding="utf-8")
        with source:
            verify(json.load(source))
    else:
        sys.exit("usage: make_adder.py [--verify FILE]")


if __name__ == "__main__":
    main()
