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
    .operands = "NETLIST",
    .summary = "a Logic World subassembly, of a netlist by Yosys",
    .description =
        "Makes a subassembly of a netlist: the JSON that Yosys writes of a flattened module of\n"
        "inverters, ANDs, XORs, ORs, buffers and latches. overworld_map.v, which is installed "
        "with\n"
        "Overworld, tells how Yosys makes such netlists of Verilog. Cells stand in rows on "
        "boards,\n"
        "inputs in front of them as switches, outputs behind them as displays, with labels; wires\n"
        "between cells run below the board. The circuit comes at rest, as far as it rests.\n"
        "It tells how many gates signals go through, and by how many ticks the clock has to be on\n"
        "and off at least, where there is one clock. OUT with a slash at its end, or a folder,\n"
        "gets the subassembly as Logic World keeps it.",
    .options = {{'o', "output", "OUT",
                 "the subassembly: a file, a folder/, or - for standard output"},
                {0, "sockets", NULL, "ports are sockets at the edges, not switches and displays"},
                {0, "module", "NAME", "of several modules this one"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld build counter.json -o counter.partialworld", "a circuit on a board"},
                 {"overworld build alu.json -o 'ALU/' --sockets", "a part for a larger machine"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_build,
};
