/* The rows of the verbs that take a Logic World save as a circuit. */
#include "circuit.h"
#include "options.h"

const struct verb nets_verb = {
    .name = "nets",
    .operands = "FILE",
    .summary = "the nets of a Logic World save: what drives what",
    .description =
        "Tells the nets of a save: pegs that wires, through pegs and touching sockets join share\n"
        "one state. Each has what drives it, what it drives, the links that join it to others\n"
        "while a relay is closed, and how many ticks deep it lies. Names come from labels beside\n"
        "switches, buttons, displays and free sockets, which is inferred, or from --names.\n"
        "A net is called by its name, by its number (n12), or by a peg of it: C-12 for the first\n"
        "output of the component with that address, or its first input; C-12.in0, C-12.out1.",
    .options = {JSON_OPTION,
                JSON_LINES_OPTION,
                READ_AS_OPTION,
                {0, "net", "NET", "one net in full: drivers, links, pegs, wires"},
                {0, "path", "A,B", "how net A reaches net B in the fewest ticks"},
                {'n', "max-items", "N", "of a list no more than N (text: 60; 0: all)"},
                CIRCUIT_OPTIONS,
                COLOR_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld nets adder.partialworld", "all nets, those with names first"},
                 {"overworld nets --net C-1204 MySave/", "the net of a component"},
                 {"overworld nets --path A,SUM adder.partialworld", "what lies between two nets"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_nets,
};

const struct verb simulate_verb = {
    .name = "simulate",
    .operands = "FILE",
    .summary = "run a Logic World save as a circuit, without the game",
    .description =
        "Runs a save from its saved state, tick by tick as the game does; what rests costs\n"
        "nothing. A bench says what to do and what must come of it: names for nets and buses,\n"
        "clocks, memories on a bus with contents from a file, switches to set, and values that\n"
        "must hold; the exit status is 1 where one does not. docs/circuits.md tells it by\n"
        "examples. What a memory prints goes to standard output, the account of the run to\n"
        "standard error. -o writes the save with the states that were reached.",
    .options = {{'n', "ticks", "N", "run so many ticks, or as long as the bench says"},
                {'b', "bench", "FILE", "what is done and what must hold: JSON"},
                {0, "vcd", "OUT", "write waves for GTKWave: of --watch, or of all nets with names"},
                {'w', "watch", "NETS", "tell each change of these, with commas between them"},
                {0, "delayers", "HOW", "counts or restarts: how a delayer takes a short signal"},
                {0, "seed", "N", "of randomizers"},
                CIRCUIT_OPTIONS,
                COLOR_OPTION,
                CHANGE_OPTIONS},
    .examples = {{"overworld simulate -n 1000 MySave/", "a thousand ticks: does it settle?"},
                 {"overworld simulate -n 200 -w CLK,C-12 cpu.partialworld",
                  "each change of two nets"},
                 {"overworld simulate --bench cpu.json cpu.partialworld", "a test, for CI"},
                 {"overworld simulate --bench cpu.json --vcd cpu.vcd cpu.partialworld",
                  "its waves for GTKWave"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_simulate,
};
