/* The rows of the verbs that take circuits to other programs and back. */
#include "circuit.h"
#include "options.h"

const struct verb netlist_verb = {
    .name = "netlist",
    .operands = "FILE",
    .summary = "a Logic World save's circuit, for Yosys, Verilog, BLIF, Graphviz",
    .description =
        "Writes the circuit of a Logic World save as other programs read it. What OUT becomes is\n"
        "told by its extension or by --to: yosys (.json) is the JSON of Yosys, without time;\n"
        "verilog (.v) is for simulators and agrees with the game tick by tick, a tick being 1 ns;\n"
        "blif (.blif) is for combinational circuits alone; dot (.dot, .gv) is for Graphviz; "
        "circuit\n"
        "is all that Overworld knows of it, as JSON.\n"
        "Switches and buttons are inputs, displays outputs, free sockets either or both; they are\n"
        "called as the labels beside them. Verilog needs the modules of overworld_cells.v, which\n"
        "is installed with Overworld: --cells puts them into OUT. What nobody knows the working "
        "of\n"
        "is a black box, and told as a warning.",
    .options = {{'o', "output", "OUT", "the netlist; - for standard output"},
                {'t', "to", "KIND",
                 "yosys, verilog, blif, dot or circuit, where OUT does not tell"},
                {0, "for", "PROGRAM", "of Verilog: yosys, which knows neither time nor strength"},
                {0, "module", "NAME", "what the module is called; FILE's name where not said"},
                {0, "cells", NULL, "of Verilog: put the modules that it needs behind it"},
                STRICT_OPTION,
                CIRCUIT_OPTIONS,
                {'f', "force", NULL, "replace OUT if it exists"},
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
    .operands = "DESIGN...",
    .summary = "a Logic World subassembly, of Verilog or of a netlist by Yosys",
    .description =
        "Builds a subassembly of a design in Verilog, which Yosys maps to gates, ORs and latches.\n"
        "Several files are one design. A single DESIGN can also be the JSON of Yosys: one\n"
        "flattened module, mapped by overworld.ys, which is installed with Overworld.\n"
        "Cells stand in rows on boards, inputs in front of them as switches, outputs behind them\n"
        "as displays, with labels. The circuit is saved at rest, if it comes to rest.\n"
        "Prints how many gates signals go through at most and, if there is one clock, its\n"
        "shortest half period in ticks. If OUT ends with a slash or is a folder, it gets the\n"
        "subassembly as Logic World keeps it.",
    .options =
        {{'o', "output", "OUT", "the subassembly: a file, a folder/, or - for standard output"},
         {0, "top", "NAME", "of Verilog: the module to build; found by itself if not given"},
         {0, "param", "NAME=VALUE", "of Verilog: set a parameter of that module; repeatable"},
         {0, "and-inputs", "N", "of Verilog: use ANDs of at most N inputs: 2, 3 or 4 (default)"},
         {0, "sockets", NULL, "make ports sockets at the edges, not switches and displays"},
         {0, "module", "NAME", "of a netlist with several modules: the one to build"},
         {'f', "force", NULL, "replace OUT if it exists"},
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
