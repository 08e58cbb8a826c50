/* overworld netlist: exports a save's circuit for other programs. */
#include "circuits/circuit.h"
#include "help/embedded.h"
#include "io/assets.h"
#include "io/output.h"
#include "options.h"
#include "terminal/terminal.h"

#include <string.h>

static int run_netlist(const struct arguments *arguments);

const struct verb netlist_verb = {
    .name = "netlist",
    .group = "Circuits",
    .operands = "FILE -o OUT",
    .summary = "write a circuit as Verilog, BLIF, Graphviz, JSON or a truth table",
    .description =
        "The extension of OUT, or --to, says what is written. yosys (.json) is the JSON of\n"
        "Yosys, without time. verilog (.v) is for simulators and agrees with the game tick by\n"
        "tick; a tick is 1 ns. blif (.blif) is for combinational circuits only. dot (.dot, .gv)\n"
        "is for Graphviz. circuit is everything that Overworld knows, as JSON. table (.csv) is\n"
        "the truth table of a combinational circuit with at most 16 inputs. Switches and\n"
        "buttons are inputs, displays are outputs, free sockets are either or both. Ports are\n"
        "named by the labels beside them. Verilog needs the modules of overworld_cells.v, which\n"
        "is installed with Overworld. Undescribed components are black boxes, with a warning.",
    .options = {{'o', "output", "OUT",
                 "write the netlist to OUT; -, with --to, for standard output"},
                {'t', "to", "KIND",
                 "yosys, verilog, blif, dot, table or circuit, if the name of OUT does not say"},
                {0, "for", "PROGRAM", "write Verilog for yosys, which knows no time or strength"},
                {0, "module", "NAME", "name of the module (default: that of FILE)"},
                {0, "cells", NULL, "append the modules that the Verilog needs"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                CIRCUIT_OPTIONS,
                READ_AS_OPTION,
                JOBS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld netlist MySave/ -o computer.v --cells", "for Icarus Verilog"},
                 {"overworld netlist adder.partialworld -o adder.csv", "as a truth table"},
                 {"overworld netlist adder.partialworld -o - --to dot | dot -Tsvg > adder.svg",
                  "as a graph"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_netlist,
};

struct exporting {
    const struct arguments *arguments;
    struct opened_circuit opened;
    ow_netlist_kind kind;
    ow_netlist_options asked;
};

static int choose_kind(struct exporting *exporting, const char *out)
{
    static const struct {
        const char *extension;
        ow_netlist_kind kind;
    } extensions[] = {{"json", OW_NETLIST_YOSYS}, {"v", OW_NETLIST_VERILOG},
                      {"blif", OW_NETLIST_BLIF},  {"dot", OW_NETLIST_DOT},
                      {"gv", OW_NETLIST_DOT},     {"csv", OW_NETLIST_TABLE}};
    const char *to = option_value(exporting->arguments, "to"), *dot = strrchr(out, '.');
    for (int kind = 0; to && *ow_netlist_kind_name((ow_netlist_kind)kind); kind++)
        if (strcmp(to, ow_netlist_kind_name((ow_netlist_kind)kind)) == 0)
            return exporting->kind = (ow_netlist_kind)kind, EXIT_FINE;
    if (to) {
        complain("--to takes yosys, verilog, blif, dot, table or circuit, not \"%s\"", to);
        return EXIT_USAGE;
    }
    for (size_t i = 0; dot && i < sizeof extensions / sizeof *extensions; i++)
        if (strcmp(dot + 1, extensions[i].extension) == 0)
            return exporting->kind = extensions[i].kind, EXIT_FINE;
    complain("%s: the extension does not say what to write; add --to yosys, verilog, blif, dot, "
             "table or circuit",
             out);
    return EXIT_USAGE;
}

static int read_options(struct exporting *exporting, const char *out)
{
    const struct arguments *arguments = exporting->arguments;
    const char *program = option_value(arguments, "for");
    int status = choose_kind(exporting, out);
    if (status != EXIT_FINE)
        return status;
    if (program && strcmp(program, "yosys") != 0)
        complain("--for takes yosys, not \"%s\"", program);
    else if (program && exporting->kind != OW_NETLIST_VERILOG)
        complain("--for works only with Verilog: add --to verilog, or name OUT .v");
    else if (option_set(arguments, "cells") && exporting->kind != OW_NETLIST_VERILOG)
        complain("--cells works only with Verilog: add --to verilog, or name OUT .v");
    else
        return exporting->asked.for_yosys = program != NULL, EXIT_FINE;
    return EXIT_USAGE;
}

static void print_warning(void *context, uint32_t component, const char *message)
{
    const struct exporting *exporting = context;
    clear_progress();
    warn_of("%s: warning: C-%u %s", exporting->opened.input.path,
            (unsigned)exporting->opened.circuit.components[component].address, message);
}

static int failed(struct exporting *exporting, const ow_error *error)
{
    clear_progress();
    if (error->status == OW_WRITE_FAILED)
        return EXIT_FILES; /* has been reported */
    if (error->status != OW_BAD_ARGUMENT && error->status != OW_BAD_VALUE)
        return input_failed(&exporting->opened.input, error);
    complain("%s: %s", exporting->opened.input.path, error->message);
    return EXIT_PROBLEMS;
}

static bool put_cells(const struct exporting *exporting, const ow_sink *sink)
{
    const struct embedded *cells = embedded_circuits;
    if (!option_set(exporting->arguments, "cells"))
        return true;
    while (strcmp(cells->name, "overworld_cells.v") != 0)
        cells++;
    return sink->write(sink->context, "\n", 1) &&
           sink->write(sink->context, cells->text, cells->size);
}

static int write_netlist(struct exporting *exporting, const char *out)
{
    struct output_file file;
    ow_error error = {0};
    const char *module = option_value(exporting->arguments, "module");
    int status = output_file_open(out, option_set(exporting->arguments, "force"), &file);
    if (status != EXIT_FINE)
        return status;
    ow_options options = input_options(&exporting->opened.input, "writing");
    /* 0: the limit depends on the circuit's size, not on that of its file */
    options.max_memory = memory_limit();
    exporting->asked.module = ow_text_of(module ? module : exporting->opened.input.name);
    exporting->asked.warn = print_warning;
    exporting->asked.warn_context = exporting;
    ow_status written = ow_netlist_write(&exporting->opened.circuit, exporting->kind,
                                         &exporting->asked, &options, &file.sink, &error);
    if (written == OW_OK && !put_cells(exporting, &file.sink))
        error.status = OW_WRITE_FAILED;
    clear_progress();
    if (error.status == OW_OK)
        return output_file_commit(&file);
    output_file_abandon(&file);
    return failed(exporting, &error);
}

static int run_netlist(const struct arguments *arguments)
{
    struct exporting exporting = {.arguments = arguments};
    const char *out = option_value(arguments, "output");
    int status = EXIT_USAGE;
    if (out)
        status = read_options(&exporting, out);
    else
        complain("missing option: -o OUT, the netlist's file, or - for standard output; see "
                 "overworld netlist --help");
    if (status == EXIT_FINE)
        status = check_output_path(out, option_set(arguments, "force"));
    if (status == EXIT_FINE)
        status = open_circuit(arguments, &exporting.opened);
    if (status == EXIT_FINE)
        status = write_netlist(&exporting, out);
    close_circuit(&exporting.opened);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
