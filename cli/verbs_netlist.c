/* The rows of the verbs that take circuits to other programs and back. */
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
