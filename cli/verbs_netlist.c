/* The rows of the verbs that take circuits to other programs and back. */
#include "circuit.h"
#include "options.h"

const struct verb netlist_verb = {
    .name = "netlist",
    .group = "Circuits",
    .operands = "FILE",
    .summary = "write a circuit as Verilog, BLIF, Graphviz or JSON",
    .description =
        "The extension of OUT, or --to, says what is written. yosys (.json) is the JSON of Yosys,\n"
        "without time. verilog (.v) is for simulators and agrees with the game tick by tick; a "
        "tick\n"
        "is 1 ns. blif (.blif) is for combinational circuits only. dot (.dot, .gv) is for "
        "Graphviz.\n"
        "circuit is everything that Overworld knows, as JSON. Switches and buttons are inputs,\n"
        "displays are outputs, free sockets are either or both. Ports are named by the labels\n"
        "beside them. Verilog needs the modules of overworld_cells.v, which is installed with\n"
        "Overworld. Undescribed components are black boxes, with a warning.",
    .options = {{'o', "output", "OUT", "write the netlist to OUT; - for standard output"},
                {'t', "to", "KIND",
                 "yosys, verilog, blif, dot or circuit, if the name of OUT does not say"},
                {0, "for", "PROGRAM", "write Verilog for yosys, which knows no time or strength"},
                {0, "module", "NAME", "name of the module (default: that of FILE)"},
                {0, "cells", NULL, "append the modules that the Verilog needs"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                CIRCUIT_OPTIONS,
                READ_AS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld netlist MySave/ -o computer.v --cells", "for Icarus Verilog"},
                 {"overworld netlist adder.partialworld -o adder.json", "for Yosys"},
                 {"overworld netlist adder.partialworld -o - --to dot | dot -Tsvg > adder.svg",
                  "as a graph"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_netlist,
};

const struct verb build_verb = {
    .name = "build",
    .group = "Circuits",
    .operands = "NETLIST",
    .summary = "make a Logic World subassembly from a netlist of Yosys",
    .description =
        "NETLIST is the JSON that Yosys writes for a flattened module of inverters, ANDs, XORs,\n"
        "ORs, buffers and latches. docs/how-to/netlists.md has the commands of Yosys. Cells stand\n"
        "in rows on boards, with switches for inputs in front, displays for outputs behind, and\n"
        "labels. Wires between cells run below the board. The circuit is saved at rest, if it\n"
        "rests. build prints the longest chain of gates, and for how many ticks the clock must be\n"
        "on and off, if there is one clock. If OUT is a folder, the subassembly is written as "
        "Logic\n"
        "World keeps it.",
    .options = {{'o', "output", "OUT", "write to OUT: a file, a folder/, or - for standard output"},
                {'f', "force", NULL, "replace OUT if it exists"},
                {0, "sockets", NULL, "make ports sockets at the edges, not switches and displays"},
                {0, "module", "NAME", "build this one of several modules"},
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld build counter.json -o counter.partialworld", "a circuit on a board"},
                 {"overworld build alu.json -o 'ALU/' --sockets", "a part for a larger machine"},
                 {"overworld build cpu.json --module alu -o alu.partialworld",
                  "one of several modules"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_build,
};
