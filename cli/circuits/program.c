/* overworld program: reads and writes the contents of ROMs made of switches, of memories of mods,
 * and of displays' colour files. */
#include "circuits/program.h"

#include "change/change_file.h"
#include "circuits/circuit.h"
#include "convert/convert.h"
#include "io/output.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_program(const struct arguments *arguments);

const struct verb program_verb = {
    .name = "program",
    .group = "Circuits",
    .operands = "SAVE [DATA]",
    .summary = "fill and read ROMs of switches, memories, colours of displays",
    .description =
        "Writes the bytes of DATA into a ROM of switches, a memory that \"overworld build\" made,\n"
        "or a memory of the mods CheeseUtilMod and HuntaBaddayCPUmod. DATA may be an ELF file:\n"
        "its segments go to their physical addresses. Then it runs the circuit until it rests\n"
        "and writes the save with the states that were reached. Each word takes as many bytes\n"
        "as its bits need; words beyond the end of DATA become 0. Switches count as a ROM if\n"
        "they stand in rows and columns (inferred), on one board or on several in one plane.\n"
        "Without DATA, program lists what can be programmed.\n"
        "\n"
        "--layout takes one word of each pair, the first is the default: rows or columns (are\n"
        "words), msb-first or lsb-first (from the left, or from the top), first-word-first or\n"
        "last-word-first, plain or inverted (on is 0), little-endian or big-endian (bytes of\n"
        "words with more than 8 bits).\n"
        "\n"
        "--verify reads each word through the circuit: it drives the bus ADDRESS, waits for\n"
        "rest, and compares the bus DATA. If a word is wrong, the exit status is 1 and nothing\n"
        "is written. A bus is a name of --names with a list of nets, lowest bit first.\n"
        "\n"
        "--at of a display means its colours. They are in a file beside the save, which all\n"
        "displays of one configuration share. DATA has red, green and blue for each value of\n"
        "its inputs. -i replaces that file, -o writes another; the save stays as it is.",
    .options = {{0, "at", "NAME",
                 "choose by address (C-12), memory's name or net; a display means its colours"},
                {0, "base", "ADDRESS", "the address of the memory's first byte in an ELF file (0)"},
                {'l', "layout", "WORDS", "how words and bits are laid out (with commas)"},
                {0, "read", NULL,
                 "write the contents to OUT or standard output, in the form of DATA"},
                {0, "verify", "ADDRESS,DATA",
                 "read the program through the circuit by these buses"},
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

enum { TICKS_TO_REST = 100000 };

static int check_options(const struct programming *run)
{
    const struct arguments *arguments = run->arguments;
    const char *out = option_value(arguments, "output");
    bool in_place = option_set(arguments, "in-place");
    int status = check_written(arguments);
    if (status != EXIT_FINE)
        return status;
    if (option_set(arguments, "at") && !run->has_data && !run->reads &&
        !option_set(arguments, "verify"))
        complain("--at works only with DATA, --read or --verify: without them, program lists all "
                 "that can be programmed");
    else if (run->reads && run->has_data)
        complain("--read takes no DATA: it writes the current contents to OUT");
    else if (run->reads && in_place)
        complain("--read and -i exclude each other: --read does not change the world");
    else if (run->reads && !json_has_room(arguments, out ? out : "-"))
        return EXIT_USAGE;
    else if (!run->reads && !run->has_data && (out || in_place))
        complain("missing operand: DATA, the bytes to write");
    else
        return EXIT_FINE;
    return EXIT_USAGE;
}

static int read_options(struct programming *run)
{
    const struct arguments *arguments = run->arguments;
    run->has_data = arguments->operand_count > 1;
    run->reads = option_set(arguments, "read");
    run->writes = run->has_data && !option_set(arguments, "dry-run") &&
                  (option_value(arguments, "output") || option_set(arguments, "in-place"));
    run->ticks = TICKS_TO_REST;
    if (check_options(run) != EXIT_FINE || read_layout(run) != EXIT_FINE ||
        !option_number(arguments, "ticks", &run->ticks))
        return EXIT_USAGE;
    return EXIT_FINE;
}

static int open_all(struct programming *run)
{
    const ow_simulation_options asked = {.inflate = inflate_memory, .deflate = deflate_memory};
    int status = open_circuit(run->arguments, &run->opened);
    if (status == EXIT_FINE && run->has_data)
        status = open_other_file(run->arguments->operands[1], &run->data);
    if (status != EXIT_FINE)
        return status;
    run->options = options_with_progress("simulating");
    ow_status opened = ow_simulation_open(&run->opened.document, &run->opened.circuit, &asked,
                                          &run->options, &run->simulation, &run->error);
    if (opened != OW_OK)
        return fail_program(run, opened);
    status = list_stores(run);
    run->is_listed = status == EXIT_FINE;
    return status;
}

/* Allocates memory for the contents of a store, and for the bits of a word as text. */
static int allocate_contents(struct programming *run)
{
    run->room = (size_t)run->store->words * run->store->word_bytes;
    run->now = malloc(run->room + 1);
    run->then = malloc(run->room + 1);
    run->text = malloc((size_t)run->store->bits + 1);
    if (run->now && run->then && run->text)
        return EXIT_FINE;
    return complain("not enough memory"), EXIT_FILES;
}

static int check_display(const struct programming *run)
{
    if (option_set(run->arguments, "verify"))
        return complain("--verify does not work for the colours of displays: a circuit cannot read "
                        "them"),
               EXIT_USAGE;
    if (option_set(run->arguments, "layout"))
        return complain("--layout does not work for the colours of displays: they are always red, "
                        "green and blue, one value after another"),
               EXIT_USAGE;
    return EXIT_FINE;
}

/* Finds the current contents, and the wanted ones. */
static int find_contents(struct programming *run)
{
    int status = choose_store(run);
    if (status != EXIT_FINE)
        return status;
    if (run->store->is_display)
        status = check_display(run);
    if (status != EXIT_FINE)
        return status;
    if (run->layout.of_switches && !run->store->grid)
        return complain("--layout of a memory can only be little-endian or big-endian: a memory "
                        "has no rows and columns"),
               EXIT_USAGE;
    status = allocate_contents(run);
    if (status == EXIT_FINE)
        status = read_contents(run);
    if (status != EXIT_FINE)
        return status;
    if (run->has_data) {
        status = fit_data(run);
    } else {
        memcpy(run->then, run->now, run->room);
        run->then_size = run->now_size;
    }
    run->is_fit = status == EXIT_FINE;
    return status;
}

/* --read: writes the contents to a file. */
static int write_contents(const struct programming *run)
{
    const char *out = option_value(run->arguments, "output");
    bool force = option_set(run->arguments, "force");
    struct output_file output;
    int status = check_output_path(out ? out : "-", force);
    if (status == EXIT_FINE)
        status = output_file_open(out ? out : "-", force, &output);
    if (status != EXIT_FINE)
        return status;
    return output_file_write(&output, (ow_bytes){run->now, run->now_size});
}

/* The components of a mod that have the store's contents in their custom data. */
static const uint32_t *components_of_store(const struct store *store, uint32_t *count)
{
    *count = store->grid || (store->built && store->built->latches) ? 0
             : store->built                                         ? store->built->ram_count
                                                                    : 1;
    return store->built ? store->built->rams : &store->component;
}

static const uint8_t *data_of(const struct programming *run, uint32_t component)
{
    return run->opened.document.as.blotter->components[component].custom_data.data;
}

/* Fails if the custom data does not fit the memory's type. */
static int store_states(struct programming *run)
{
    uint32_t count;
    const uint32_t *components = components_of_store(run->store, &count);
    const uint8_t **before = calloc((size_t)count + 1, sizeof *before);
    bool changes = memcmp(run->now, run->then, run->room) != 0, is_stored = true;
    if (!before)
        return complain("not enough memory"), EXIT_FILES;
    for (uint32_t i = 0; i < count; i++)
        before[i] = data_of(run, components[i]);
    ow_status stored =
        ow_simulation_store(run->simulation, &run->opened.document, NULL, &run->error);
    for (uint32_t i = 0; changes && i < count; i++) /* what is stored is elsewhere */
        is_stored &= data_of(run, components[i]) != before[i];
    free(before);
    if (stored != OW_OK)
        return fail_program(run, stored);
    if (is_stored)
        return EXIT_FINE;
    complain("%s: the custom data of this memory does not match its type, so the memory cannot be "
             "programmed",
             run->opened.input.path);
    return EXIT_PROBLEMS;
}

/* Stores the states that were reached in the document before anything is read through the
 * circuit. */
static int store_and_run(struct programming *run)
{
    if (run->store->is_display) /* it does not affect a circuit */
        return run->rests = true, EXIT_FINE;
    int status = run->has_data ? put_contents(run) : EXIT_FINE;
    if (status == EXIT_FINE)
        status = run_ticks(run);
    if (status != EXIT_FINE)
        return status;
    if (!run->rests)
        warn_of("%s: warning: the circuit does not come to rest within %llu tick%s",
                run->opened.input.path, run->ticks, plural(run->ticks));
    if (!run->writes)
        return EXIT_FINE;
    return store_states(run);
}

static int write_save(struct programming *run)
{
    if (run->store->is_display)
        return write_display(run);
    const struct destination destination = {.out = option_value(run->arguments, "output")};
    ow_switch_grids_free(&run->grids);
    ow_built_memories_free(&run->built);
    ow_simulation_close(run->simulation);
    ow_circuit_close(&run->opened.circuit);
    run->simulation = NULL;
    return write_changed(run->arguments, &run->opened.input, &run->opened.document, &destination);
}

static int program(struct programming *run)
{
    bool verifies = option_value(run->arguments, "verify") != NULL;
    int status = read_options(run);
    if (status != EXIT_FINE)
        return status;
    status = open_all(run);
    if (status == EXIT_FINE && (run->has_data || run->reads || verifies))
        status = find_contents(run);
    if (status == EXIT_FINE)
        warn_of_oddities(&run->opened);
    if (status == EXIT_FINE && (run->has_data || verifies))
        status = store_and_run(run);
    if (!begin_program(run))
        return EXIT_FILES;
    if (status == EXIT_FINE && run->reads)
        status = write_contents(run);
    if (status == EXIT_FINE && verifies)
        status = verify(run);
    status = report_program(run, status);
    return status == EXIT_FINE && run->writes ? write_save(run) : status;
}

static int run_program(const struct arguments *arguments)
{
    struct programming run = {.arguments = arguments};
    int status = program(&run);
    free(run.text);
    free(run.then);
    free(run.now);
    free(run.store_of);
    free(run.stores);
    ow_switch_grids_free(&run.grids);
    ow_built_memories_free(&run.built);
    ow_simulation_close(run.simulation);
    close_input(&run.data);
    close_circuit(&run.opened);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
