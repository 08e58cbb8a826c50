/* overworld build: builds a subassembly from a netlist. */
#include "circuits/circuit.h"
#include "circuits/synthesis.h"
#include "io/assets.h"
#include "io/output.h"
#include "io/part_folder.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <inttypes.h>
#include <string.h>

static int run_build(const struct arguments *arguments);

const struct verb build_verb = {
    .name = "build",
    .group = "Circuits",
    .operands = "DESIGN... -o OUT",
    .summary = "make a Logic World subassembly from Verilog, Yosys or a truth table",
    .description =
        "DESIGN is Verilog, which Yosys maps to gates, ORs and latches; several files are one\n"
        "design. A single DESIGN can also be the JSON of Yosys: one flattened module, mapped by\n"
        "overworld.ys, which is installed with Overworld. A single DESIGN.csv is a truth table:\n"
        "names of inputs, a column ->, names of outputs, and a row of values for each case; -\n"
        "is any value. It needs no Yosys. Cells stand in rows on boards, with switches for\n"
        "inputs in front, displays for outputs behind, and labels. The circuit is saved at\n"
        "rest, if it comes to rest. build prints the longest chain of gates and, if there is\n"
        "one clock, its shortest half period in ticks and the path that sets it. If OUT is a\n"
        "folder, the subassembly is written as Logic World keeps it.",
    .options = {{'o', "output", "OUT", "write to OUT: a file, a folder/, or - for standard output"},
                {'f', "force", NULL, "replace OUT if it exists"},
                {0, "top", "NAME", "of Verilog: the module to build; found by itself if not given"},
                {0, "param", "NAME=VALUE",
                 "of Verilog: set a parameter of that module; repeatable"},
                {0, "and-inputs", "N",
                 "of Verilog or a table: use ANDs of at most N inputs: 2, 3 or 4 (default)"},
                {0, "memory", "KIND",
                 "of Verilog: make memories of latches (default), or mod: of a mod's RAMs"},
                {0, "margin", "N",
                 "let each gate be up to N ticks late: keeps the clock's phases apart"},
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
                 {"overworld build decoder.csv -o 'Decoder/' --sockets",
                  "a truth table as a part for a larger machine"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_build,
};

struct path_step {
    char signal[160]; /* with the index of the bit: "pc[3]" */
    char source[160];
    uint32_t ticks;
    bool is_latch;
};

enum { MOST_STEPS = 256 };

struct building {
    const struct arguments *arguments;
    struct input input;
    ow_document document;
    ow_build_report report;
    struct path_step steps[MOST_STEPS]; /* of the longest path; the last ones if it is longer */
    uint32_t step_count;
    ow_error error;
};

static bool ends_in(const char *path, const char *extension)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, extension) == 0;
}

/* Returns true if the design is a truth table. */
static bool is_table(const struct arguments *arguments)
{
    return arguments->operand_count == 1 && ends_in(arguments->operands[0], ".csv");
}

static int write_world(void *context, const char *out)
{
    struct building *building = context;
    struct output_file file;
    ow_error error = {0};
    int status = output_file_open(out, option_set(building->arguments, "force"), &file);
    if (status != EXIT_FINE)
        return status;
    ow_options options = options_with_progress("writing");
    ow_status written = ends_in(out, ".json")
                            ? ow_document_to_json(&building->document, &options, &file.sink, &error)
                            : ow_write(&building->document, &options, &file.sink, &error);
    clear_progress();
    if (written == OW_OK)
        return output_file_commit(&file);
    output_file_abandon(&file);
    return written == OW_WRITE_FAILED ? EXIT_FILES : input_failed(&building->input, &error);
}

/* Verilog is converted to a netlist; messages about it use the design's name. */
static int open_netlist(struct building *building)
{
    const struct arguments *arguments = building->arguments;
    char *first = arguments->operands[0];
    bool is_design = is_verilog(first) || arguments->operand_count > 1;
    static const char *const of_designs[] = {"top", "param", "memory", "and-inputs"};
    for (size_t i = 0; !is_design && i < sizeof of_designs / sizeof *of_designs; i++)
        if (option_value(arguments, of_designs[i]) &&
            !(is_table(arguments) && strcmp(of_designs[i], "and-inputs") == 0)) {
            complain("--%s works only with Verilog: files that end in .v or .sv", of_designs[i]);
            return EXIT_USAGE;
        }
    if (is_table(arguments) && option_value(arguments, "module")) {
        complain("--module works only with JSON of Yosys, and \"%s\" is a truth table", first);
        return EXIT_USAGE;
    }
    if (!is_design)
        return open_other_file(first, &building->input);
    int status = synthesise(arguments, &building->input);
    building->input.path = first;
    return status;
}

static void take_step(void *context, const ow_build_step *step)
{
    struct building *building = context;
    struct path_step *taken = &building->steps[building->step_count++ % MOST_STEPS];
    int size = (int)(step->signal.size < 120 ? step->signal.size : 120);
    snprintf(taken->signal, sizeof taken->signal, "%.*s", size, size ? step->signal.data : "");
    if (step->is_numbered)
        snprintf(taken->signal + size, sizeof taken->signal - (size_t)size, "[%" PRIu32 "]",
                 step->index);
    size = (int)(step->source.size < sizeof taken->source ? step->source.size
                                                          : sizeof taken->source - 1);
    snprintf(taken->source, sizeof taken->source, "%.*s", size, size ? step->source.data : "");
    taken->ticks = step->ticks;
    taken->is_latch = step->is_latch;
}

static int build(struct building *building)
{
    const struct arguments *arguments = building->arguments;
    const char *module = option_value(arguments, "module");
    unsigned long long and_inputs, margin = 0;
    ow_options options;
    ow_error *error = &building->error;
    if (!read_and_inputs(arguments, &and_inputs) || !option_number(arguments, "margin", &margin))
        return EXIT_USAGE;
    if (margin > OW_MOST_MARGIN)
        return complain("--margin takes a number up to %d", OW_MOST_MARGIN), EXIT_USAGE;
    ow_build_options asked = {.module = ow_text_of(module),
                              .ports = option_set(arguments, "sockets") ? OW_BUILD_SOCKETS
                                                                        : OW_BUILD_PANELS,
                              .and_inputs = (uint32_t)and_inputs,
                              .margin = (uint32_t)margin,
                              .step = take_step,
                              .step_context = building};
    int status = open_netlist(building);
    if (status != EXIT_FINE)
        return status;
    options = options_with_progress("building");
    options.max_memory = memory_limit();
    ow_status built = (is_table(arguments) ? ow_build_table : ow_build_netlist)(
        (const char *)building->input.bytes, building->input.size, &asked, &options,
        &building->document, &building->report, error);
    clear_progress();
    if (built == OW_OK && building->report.settled == 0)
        warn_of("%s: warning: the circuit does not come to rest", building->input.path);
    if (built == OW_OK && building->report.margin < margin)
        warn_of("%s: warning: it has no margin: no single clock is known that "
                "drives all latches",
                building->input.path);
    if (built == OW_OK)
        return EXIT_FINE;
    if (error->status != OW_BAD_VALUE)
        return input_failed(&building->input, error);
    complain("%s: %s", building->input.path, error->message);
    return EXIT_PROBLEMS;
}

static const struct path_step *step_at(const struct building *building, uint32_t index)
{
    uint32_t left_out = building->step_count > MOST_STEPS ? building->step_count - MOST_STEPS : 0;
    return &building->steps[(left_out + index) % MOST_STEPS];
}

static uint32_t count_steps(const struct building *building)
{
    return building->step_count < MOST_STEPS ? building->step_count : MOST_STEPS;
}

/* Paths of a gate or two are no news. */
static void print_path(const struct building *building, FILE *to)
{
    if (building->report.depth < 2)
        return;
    fputs("longest path:\n", to);
    for (uint32_t i = 0; i < count_steps(building); i++) {
        const struct path_step *step = step_at(building, i);
        fprintf(to, "  %+4" PRId32 "  ", (int32_t)step->ticks);
        print_safely(to, step->signal, strlen(step->signal));
        fputs(*step->signal ? "" : "(no name)", to);
        fputs(step->is_latch ? " (latch)" : "", to);
        if (*step->source) {
            fputs("  ", to);
            print_safely(to, step->source, strlen(step->source));
        }
        putc('\n', to);
    }
}

static void print_report(const struct building *building, FILE *to)
{
    const ow_build_report *report = &building->report;
    fprintf(to, "%" PRIu32 " component%s with logic, %" PRIu32 " input%s, %" PRIu32 " output%s\n",
            report->cells, plural(report->cells), report->inputs, plural(report->inputs),
            report->outputs, plural(report->outputs));
    fprintf(to, "longest chain of gates: %" PRIu32 "\n", report->depth);
    if (report->half_period > 0)
        fprintf(to, "shortest half period of the clock: %" PRIu32 " ticks\n", report->half_period);
    if (report->margin > 0)
        fprintf(to, "each gate may be up to %" PRIu32 " tick%s late\n", report->margin,
                plural(report->margin));
    print_path(building, to);
    if (report->settled > 0)
        fprintf(to, "at rest after %" PRIu64 " tick%s\n", report->settled, plural(report->settled));
}

static void add_count(ow_json_writer *writer, const char *name, uint64_t count, bool is_known)
{
    if (is_known)
        json_add_integer(writer, name, count);
    else
        json_add_null(writer, name);
}

static void json_path(ow_json_writer *writer, const struct building *building)
{
    json_begin_array(writer, "path");
    for (uint32_t i = 0; i < count_steps(building); i++) {
        const struct path_step *step = step_at(building, i);
        json_begin_object(writer, NULL);
        json_add_string(writer, "signal", *step->signal ? step->signal : NULL);
        json_add_string(writer, "source", *step->source ? step->source : NULL);
        json_add_integer(writer, "ticks", step->ticks);
        json_add_boolean(writer, "latch", step->is_latch);
        json_end_object(writer);
    }
    json_end_array(writer);
}

/* Writes one JSON value, with the same members for every outcome. */
static int json_report(const struct building *building, int status)
{
    const ow_build_report *report = &building->report;
    ow_json_writer *writer = json_to_stdout();
    bool built = building->document.format != NULL;
    if (!writer)
        return EXIT_FILES;
    json_begin_object(writer, NULL);
    json_add_string(writer, "file", building->arguments->operands[0]);
    add_count(writer, "components", report->cells, built);
    add_count(writer, "inputs", report->inputs, built);
    add_count(writer, "outputs", report->outputs, built);
    add_count(writer, "depth", report->depth, built);
    add_count(writer, "half_period", report->half_period, built && report->half_period > 0);
    add_count(writer, "margin", report->margin, built);
    add_count(writer, "settled", report->settled, built && report->settled > 0);
    json_path(writer, building);
    ow_error error = building->error.status != OW_OK ? building->error : error_of_writing(status);
    json_add_error(writer, &error, status != EXIT_FINE);
    json_end_object(writer);
    int finished = json_finish(writer);
    return status != EXIT_FINE ? status : finished;
}

static int write_to_folder(struct building *building)
{
    struct part_folder folder;
    int status = part_folder_open(building->arguments, building->document.format, &folder);
    if (status == EXIT_FINE)
        status = part_folder_list(&folder, &building->document);
    if (status == EXIT_FINE)
        status = write_world(building, folder.world);
    return part_folder_close(&folder, status);
}

static int run_build(const struct arguments *arguments)
{
    struct building building = {.arguments = arguments};
    const char *out = option_value(arguments, "output");
    int status = EXIT_USAGE;
    if (!out)
        complain("build needs -o OUT, the file to write the world to");
    else if (json_has_room(arguments, out))
        status =
            is_folder(out) ? EXIT_FINE : check_output_path(out, option_set(arguments, "force"));
    if (status == EXIT_FINE)
        status = build(&building);
    if (status == EXIT_FINE)
        status = is_folder(out) ? write_to_folder(&building) : write_world(&building, out);
    if (json_asked(arguments) && (!out || strcmp(out, "-") != 0))
        status = json_report(&building, status);
    else if (status == EXIT_FINE)
        print_report(&building, strcmp(out, "-") == 0 ? stderr : stdout);
    ow_close(&building.document);
    close_input(&building.input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
