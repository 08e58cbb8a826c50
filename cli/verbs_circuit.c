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
                RECURSIVE_OPTION,
                STRICT_OPTION,
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
        "must hold; the exit status is 1 where one does not. docs/reference/circuits.md tells it by\n"
        "examples. What a memory prints goes to standard output, the account of the run to\n"
        "standard error. -o writes the save with the states that were reached.",
    .options = {{'n', "ticks", "N",
                 "run N ticks (as long as the bench says; else until rest, 10000 at most)"},
                {'b', "bench", "FILE", "what is done and what must hold: JSON"},
                {0, "vcd", "OUT", "write waves for GTKWave: of --watch, or of all nets with names"},
                {'w', "watch", "NETS",
                 "print each change of these nets and buses, with commas between them"},
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

const struct verb program_verb = {
    .name = "program",
    .operands = "SAVE [DATA]",
    .summary = "put a program into a ROM of switches or a memory of a mod",
    .description =
        "Puts the bytes of DATA into a ROM that is made of switches, or into a memory of the mods\n"
        "CheeseUtilMod and HuntaBaddayCPUmod, runs the circuit until it rests, and writes the "
        "save\n"
        "with the states that it reached. Each word takes as many bytes as its bits need; what\n"
        "DATA leaves over becomes 0. Switches count as a ROM where they stand in rows and columns\n"
        "(inferred), on one board or on several in one plane, seen from where they face.\n"
        "Without DATA it tells what can be programmed; without -o and -i what would change.\n"
        "\n"
        "--layout has words with commas between them; the first of each pair holds unless the\n"
        "other is said: rows or columns (are words), msb-first or lsb-first (from the left, or\n"
        "from the top), first-word-first or last-word-first, plain or inverted (a switch that is\n"
        "on is 0), little-endian or big-endian (bytes of words of more than 8 bits).\n"
        "\n"
        "--verify reads each word through the circuit: it drives the bus ADDRESS, waits for rest,\n"
        "and compares the bus DATA. The exit status is 1, and nothing is written, where one is "
        "not\n"
        "as it should be. A bus is a name of --names with a list of nets, lowest bit first.\n"
        "\n"
        "--at of a display is for its colours, which lie in a file beside the save and are those\n"
        "of all displays that share its configuration: DATA has red, green and blue of each value\n"
        "of its inputs. -i replaces that file, -o writes another; the save stays as it is.",
    .options =
        {{0, "at", "NAME", "which: an address such as C-12, or a net that it is on; or a display"},
         {'l', "layout", "WORDS", "how words and bits lie, with commas between them"},
         {'n', "dry-run", NULL, "write nothing, tell what would change"},
         {0, "read", NULL, "write what is there to OUT or standard output, as DATA would be"},
         {0, "verify", "ADDRESS,DATA", "read the program through the circuit by these buses"},
         {0, "one-hot", NULL, "ADDRESS has a net, or several, for each word"},
         {0, "ticks", "N", "give the circuit so many ticks to come to rest (100000)"},
         CIRCUIT_OPTIONS,
         COLOR_OPTION,
         CHANGE_OPTIONS},
    .examples =
        {{"overworld program cpu.partialworld", "what can be programmed"},
         {"overworld program --at C-12 rom.partialworld boot.bin", "what would change"},
         {"overworld program -l columns,lsb-first rom.partialworld boot.bin -o out.partialworld",
          "words stand upright"},
         {"overworld program --read rom.partialworld | xxd", "what is in it"},
         {"overworld program --names cpu.json --verify A,D rom.partialworld boot.bin -i",
          "put in, and read back"}},
    .least_operands = 1,
    .most_operands = 2,
    .run = run_program,
};
