#!/usr/bin/env python3
"""Makes rom-4x8.json, a subassembly for Logic World: a ROM of four words of eight switches each.

Usage: make_rom.py                 prints the save as JSON
       make_rom.py --verify FILE   reads such JSON ("-": standard input) and proves that it reads

Two switches choose a word, eight displays show it. The proof knows nothing of how the circuit was made: it
throws the switches for all addresses, lets the circuit settle and reads the displays.
"""
import json
import sys

import make_adder
from make_adder import SQUARE, Builder, Circuit, print_save

WORDS = b"ROM!"  # what the switches of the saved circuit say
BITS = 8
PITCH_ACROSS, PITCH_DOWN = 2, 3  # in squares
FIRST_COLUMN, FIRST_ROW = 4, 17
ROW_ADDRESS, ROW_INVERTERS, ROW_DISPLAYS = 1, 3, 20

make_adder.TYPES["MHG.Inverter"] = 2
make_adder.GATES["MHG.Inverter"] = lambda inputs: not inputs[0]


class RomBuilder(Builder):
    """A board with room for the ROM; labels of its own."""

    def place_root(self, width, depth):
        super().place_root(FIRST_COLUMN + PITCH_ACROSS * BITS + 1, ROW_DISPLAYS + 2)

    def switch_at(self, column, row, on):
        return self.place("MHG.PanelSwitch", column, row, outputs=1,
                          data=make_adder.switch_data(on))


def place_address(board, bit):
    """A switch and its inverse: the two pegs that words hang on, the inverse first."""
    column = FIRST_COLUMN + 2 * PITCH_ACROSS * (1 - bit)
    switch = board.switch_at(column, ROW_ADDRESS, False)
    board.label(f"A{bit}", column, ROW_ADDRESS - 1)
    inverter = board.place("MHG.Inverter", column, ROW_INVERTERS, inputs=1, outputs=1)
    board.drive(switch, inverter)
    return inverter, switch


def place_word(board, number, address, displays):
    row = FIRST_ROW - PITCH_DOWN * number
    select = board.gate("MHG.AndGate", 1, row)
    for bit, pair in enumerate(address):
        board.drive(pair[number >> bit & 1], select, bit)
    before = None
    for bit in reversed(range(BITS)):
        column = FIRST_COLUMN + PITCH_ACROSS * (BITS - 1 - bit)
        switch = board.switch_at(column, row, bool(WORDS[number] >> bit & 1))
        gate = board.gate("MHG.AndGate", column, row + 1)
        board.drive(switch, gate, 0)
        if before:
            board.join((before, 1), (gate, 1))
        else:
            board.drive(select, gate, 1)
        board.drive(gate, displays[bit])
        before = gate


def build():
    board = RomBuilder()
    address = [place_address(board, bit) for bit in range(2)]
    displays = {}
    for bit in range(BITS):
        column = FIRST_COLUMN + PITCH_ACROSS * (BITS - 1 - bit)
        board.label(f"D{bit}", column, ROW_DISPLAYS + 1)
        displays[bit] = board.place("MHG.PanelDisplay", column, ROW_DISPLAYS, inputs=1,
                                    data=make_adder.display_data())
    for number in range(len(WORDS)):
        place_word(board, number, address, displays)
    return board


def make_save():
    board = build()
    make_adder.number_states(board)
    save = {
        "format": "blotter",
        "version": 7,
        "game_version": make_adder.GAME_VERSION,
        "save_type": "subassembly",
        "mods": [make_adder.MOD],
        "component_types": [{"id": number, "name": name}
                            for name, number in make_adder.TYPES.items()
                            if any(c["type"] == number for c in board.components)],
        "components": board.components,
        "wires": board.wires,
        "circuit_states": [],
    }
    circuit = Circuit(save)
    circuit.settle()
    save["circuit_states"] = sorted(circuit.on)
    return save


def verify(save):
    circuit = Circuit(save)
    saved = set(circuit.on)
    circuit.settle()
    assert saved == circuit.on, "the saved circuit states are not those of the circuit at rest"
    labels = {tuple(c["position"]): make_adder.label_text(c)
              for c in circuit.components if c["name"] == "MHG.PanelLabel"}

    def named(kind, away):
        found = {}
        for c in circuit.components:
            x, y, z = c["position"]
            if c["name"] == kind and (x, y, z + away * SQUARE) in labels:
                found[labels[x, y, z + away * SQUARE]] = c
        return found

    switches, displays = named("MHG.PanelSwitch", -1), named("MHG.PanelDisplay", 1)
    for address, word in enumerate(WORDS):
        for bit in range(2):
            circuit.switches[switches[f"A{bit}"]["outputs"][0]] = bool(address >> bit & 1)
        circuit.settle()
        shown = sum((displays[f"D{bit}"]["inputs"][0] in circuit.on) << bit for bit in range(BITS))
        assert shown == word, f"word {address} is {word}, and shows {shown}"


def main():
    if len(sys.argv) == 1:
        print_save(make_save())
        return
    with (sys.stdin if sys.argv[2] == "-" else open(sys.argv[2], encoding="utf-8")) as file:
        verify(json.load(file))


if __name__ == "__main__":
    main()
