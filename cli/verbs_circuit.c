/* The rows of the verbs that take a Logic World save as a circuit. */
#include "circuit.h"
#include "options.h"

const struct verb nets_verb = {
    .name = "nets",
    .group = "Circuits",
    .operands = "FILE",
    .summary = "list the nets of a Logic World save: what drives what",
    .description =
        "Pegs that wires, through peg and touching sockets join are one net with one state. Each\n"
        "net is listed with its drivers, what it drives, its links, and its depth in ticks. Names\n"
        "come from labels beside switches, buttons, displays and free sockets (inferred), or from\n"
        "--names. A net is named by its name, by its number (n12), or by a peg: C-12.in0,\n"
        "C-12.out1, or C-12 for the first output of a component, or else its first input.",
    .options = {{0, "net", "NET", "one net in full: drivers, links, pegs, wires"},
                {0, "path", "A,B", "the fastest path from net A to net B"},
                {'n', "max-items", "N", "print at most N elements of a list (text: 60; 0: all)"},
                CIRCUIT_OPTIONS,
                RECURSIVE_OPTION,
                READ_AS_OPTION,
                STRICT_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld nets adder.partialworld", "all nets, those with names first"},
                 {"overworld nets --net C-1204 MySave/", "the net of a component"},
                 {"overworld nets --path A,SUM adder.partialworld", "from one net to another"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_nets,
};

const struct verb simulate_verb = {
    .name = "simulate",
    .group = "Circuits",
    .is_first = true,
    .operands = "FILE",
    .summary = "run a Logic World save without the game, and test it",
    .description =
        "Runs a save from its saved state, tick by tick as the game does. Parts at rest cost\n"
        "nothing. A bench names nets and buses, sets switches, drives clocks, adds memories with\n"
        "contents from a file, and checks values; the exit status is 1 if a check fails.\n"
        "docs/reference/benches.md describes it. What a memory prints goes to standard output, "
        "the\n"
        "summary of the run to standard error. -o writes the save with the states that were\n"
        "reached.",
    .options = {{'b', "bench", "FILE", "run the bench in this JSON file"},
                {'n', "ticks", "N",
                 "run N ticks (default: as the bench says, or until rest, at most 10000)"},
                {'w', "watch", "NETS", "print each change of these nets and buses (with commas)"},
                {0, "vcd", "OUT", "write waves for GTKWave: of --watch, or of all named nets"},
                {0, "delayers", "HOW", "how delayers take short signals: counts or restarts"},
                {0, "seed", "N", "seed of randomizers"},
                CIRCUIT_OPTIONS,
                COLOR_OPTION,
                CHANGE_OPTIONS},
    .examples = {{"overworld simulate -n 200 -w CLK,C-12 cpu.partialworld",
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
    .group = "Circuits",
    .operands = "SAVE [DATA]",
    .summary = "fill and read ROMs of switches, memories of mods, colours of displays",
    .description =
        "Writes the bytes of DATA into a ROM of switches, or into a memory of the mods\n"
        "CheeseUtilMod and HuntaBaddayCPUmod. Then it runs the circuit until it rests and writes\n"
        "the save with the states that were reached. Each word takes as many bytes as its bits\n"
        "need; words beyond the end of DATA become 0. Switches count as a ROM if they stand in\n"
        "rows and columns (inferred), on one board or on several in one plane. Without DATA,\n"
        "program lists what can be programmed.\n"
        "\n"
        "--layout takes one word of each pair, the first is the default: rows or columns (are\n"
        "words), msb-first or lsb-first (from the left, or from the top), first-word-first or\n"
        "last-word-first, plain or inverted (on is 0), little-endian or big-endian (bytes of "
        "words\n"
        "with more than 8 bits).\n"
        "\n"
        "--verify reads each word through the circuit: it drives the bus ADDRESS, waits for rest,\n"
        "and compares the bus DATA. If a word is wrong, the exit status is 1 and nothing is\n"
        "written. A bus is a name of --names with a list of nets, lowest bit first.\n"
        "\n"
        "--at of a display means its colours. They are in a file beside the save, which all\n"
        "displays of one configuration share. DATA has red, green and blue for each value of its\n"
        "inputs. -i replaces that file, -o writes another; the save stays as it is.",
    .options =
        {{0, "at", "NAME", "choose by address (C-12) or by a net; a display means its colours"},
         {'l', "layout", "WORDS", "how words and bits are laid out (with commas)"},
         {0, "read", NULL, "write the contents to OUT or standard output, in the form of DATA"},
         {0, "verify", "ADDRESS,DATA", "read the program through the circuit by these buses"},
         {0, "one-hot", NULL, "ADDRESS has a net, or several, for each word"},
         {0, "ticks", "N", "wait at most N ticks for rest (100000)"},
         {'n', "dry-run", NULL, "write nothing, print what would change"},
         CIRCUIT_OPTIONS,
         COLOR_OPTION,
         CHANGE_OPTIONS},
    .examples =
        {{"overworld program cpu.partialworld", "what can be programmed"},
         {"overworld program -l columns,lsb-first rom.partialworld boot.bin -o out.partialworld",
          "words stand upright"},
         {"overworld program --names cpu.json --verify A,D rom.partialworld boot.bin -i",
          "write and verify"}},
    .least_operands = 1,
    .most_operands = 2,
    .run = run_program,
};
