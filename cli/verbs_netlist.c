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
    .operands = "DESIGN...",
    .summary = "make a Logic World subassembly from Verilog or a netlist of Yosys",
    .description =
        "DESIGN is Verilog, which Yosys maps to gates, ORs and latches; several files are one\n"
        "design. A single DESIGN can also be the JSON of Yosys: one flattened module, mapped by\n"
        "overworld.ys, which is installed with Overworld. Cells stand in rows on boards, with\n"
        "switches for inputs in front, displays for outputs behind, and labels. The circuit is\n"
        "saved at rest, if it comes to rest. build prints the longest chain of gates and, if "
        "there\n"
        "is one clock, its shortest half period in ticks. If OUT is a folder, the subassembly is\n"
        "written as Logic World keeps it.",
    .options = {{'o', "output", "OUT", "write to OUT: a file, a folder/, or - for standard output"},
                {'f', "force", NULL, "replace OUT if it exists"},
                {0, "top", "NAME", "of Verilog: the module to build; found by itself if not given"},
                {0, "param", "NAME=VALUE",
                 "of Verilog: set a parameter of that module; repeatable"},
                {0, "and-inputs", "N",
                 "of Verilog: use ANDs of at most N inputs: 2, 3 or 4 (default)"},
                {0, "sockets", NULL, "make ports sockets at the edges, not switches and displays"},
                {0, "module", "NAME", "of a netlist with several modules: the one to build"},
                STRICT_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld build counter.v -o counter.partialworld", "a circuit on a board"},
                 {"overworld build cpu.v alu.v --top cpu --param WIDTH=8 -o cpu.partialworld",
                  "a design of several files"},
                 {"overworld build alu.json -o 'ALU/' --sockets", "a part for a larger machine"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_build,
};
