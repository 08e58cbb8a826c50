/* overworld catalog add: adds worlds to a catalogue. */
#include "databases/catalog.h"
#include "io/confine.h"
#include "io/output.h"
#include "options.h"
#include "pictures/png.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include "../../catalog/add.h"
#include "../../catalog/apart.h"
#include "../../catalog/bytes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_catalog_add(const struct arguments *arguments);

const struct verb catalog_add_verb = {
    .name = "catalog add",
    .operands = "PATH...",
    .summary = "add the new and changed worlds below paths",
    .description =
        "Records what each world is: format and version, types and counts, mods, texts, and what\n"
        "check finds. Unchanged files are skipped. A broken file is recorded with its error.\n"
        "Archives are listed, not opened. You may interrupt it at any moment and run it again.\n"
        "Exit status 3: a file could not be read; all others were.",
    .options = {DB_OPTION,
                {'j', "jobs", "N", "read with N threads (default: one per processor)"},
                {0, "thumbnails", NULL, "draw a small picture of each world, for the gallery"},
                BYTES_OPTION("keep the bytes of each world in FOLDER, by hash"),
                {0, "prune", NULL, "forget files below the paths that are gone"},
                JSON_OPTION,
                JSON_LINES_OPTION,
                {0, "max-size", "SIZE", "skip larger files and report them (default: 512M)"},
                MEMORY_OPTION,
                {0, "sandbox", NULL, "read each world in a process with no rights left"},
                {0, "timeout", "SECONDS",
                 "with --sandbox: limit the processor time of a world (default: 60)"}},
    .examples = {{"overworld catalog add ~/saves", "into your own catalogue"},
                 {"overworld catalog add --thumbnails ~/saves", "with pictures for the gallery"},
                 {"overworld catalog add --db worlds.db --prune /srv/uploads", "every night"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_catalog_add,
    .confines_itself = true,
};

/* The default for --max-size. Larger files are recorded with their size, but not read. */
enum { USUAL_MOST = 512 << 20 };

static void print_unread(void *context, const char *path, const char *why)
{
    (void)context;
    complain("%s: %s", path, why);
}

/* Draws a small picture, in a worker thread. */
static bool draw(void *context, const ow_document *document, struct fact_picture *out)
{
    ow_options options = {.max_memory = memory_limit()};
    ow_picture_options look = {.width = 256, .height = 192, .budget = 20000000};
    ow_scene scene;
    ow_picture picture = {0};
    ow_buffer buffer = {0};
    ow_error error;
    (void)context;
    ow_status status = ow_scene_open_document(document, &options, NULL, &scene, &error);
    if (status != OW_OK)
        return status != OW_NO_MEMORY;
    ow_sink sink = sink_to_memory(&buffer);
    status = ow_picture_draw(&scene, &look, &options, &picture, &error);
    if (status == OW_OK)
        status = png_encode_color(picture.pixels, picture.width, picture.height, &sink, &error);
    if (status == OW_OK)
        *out = (struct fact_picture){.width = picture.width,
                                     .height = picture.height,
                                     .png = buffer.data,
                                     .size = buffer.size};
    else
        free(buffer.data);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
    return status != OW_NO_MEMORY && status != OW_WRITE_FAILED; /* it is written to memory */
}

static void progress(void *context, uint64_t files)
{
    (void)context;
    show_count("reading", (size_t)files, (size_t)files + 1);
}

static const struct total {
    const char *name, *words;
    size_t offset;
    bool always;
} printed_totals[] = {
    {"added", "read", offsetof(struct add_totals, added), true},
    {"unchanged", "unchanged", offsetof(struct add_totals, unchanged), true},
    {"broken", "of them broken", offsetof(struct add_totals, broken), false},
    {"incomplete", "of them without a text beside them", offsetof(struct add_totals, incomplete),
     false},
    {"unread", "unreadable", offsetof(struct add_totals, unread), false},
    {"refused", "refused", offsetof(struct add_totals, refused), false},
    {"archives", "skipped as archives", offsetof(struct add_totals, archives), false},
    {"files_gone", "no longer there", offsetof(struct add_totals, files_gone), false},
    {"worlds_gone", "removed from the catalogue", offsetof(struct add_totals, worlds_gone), false},
};

static uint64_t total_of(const struct add_totals *totals, const struct total *total)
{
    return *(const uint64_t *)(const void *)((const char *)totals + total->offset);
}

static void print_as_text(const struct add_totals *totals)
{
    char number[32];
    bool first = true;
    for (size_t i = 0; i < sizeof printed_totals / sizeof *printed_totals; i++) {
        uint64_t total = total_of(totals, &printed_totals[i]);
        if (!printed_totals[i].always && total == 0)
            continue;
        printf("%s%s %s", first ? "" : ", ", with_commas((long long)total, number),
               printed_totals[i].words);
        first = false;
    }
    putchar('\n');
}

static int print_as_json(const struct add_totals *totals)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    json_begin_object(writer, NULL);
    json_add_integer(writer, "files", totals->files);
    for (size_t i = 0; i < sizeof printed_totals / sizeof *printed_totals; i++)
        json_add_integer(writer, printed_totals[i].name, total_of(totals, &printed_totals[i]));
    json_end_object(writer);
    return json_finish(writer);
}

static int run_catalog_add(const struct arguments *arguments)
{
    unsigned long long jobs = 0;
    struct add_totals totals;
    struct database_failure failure;
    if (!option_number(arguments, "jobs", &jobs))
        return EXIT_USAGE;
    struct add_options options = {
        .place = catalog_place(arguments, true),
        .paths = arguments->operands,
        .path_count = (size_t)arguments->operand_count,
        .jobs = jobs < 64 ? (unsigned)jobs : 64,
        .max_size = file_limit() ? file_limit() : USUAL_MOST,
        .prune = option_set(arguments, "prune"),
        .facts = {.max_memory = memory_limit(),
                  .bytes = option_value(arguments, "bytes"),
                  .draw = option_set(arguments, "thumbnails") ? draw : NULL},
        .report_unread = print_unread,
        .progress = progress};
    struct apart_limits apart;
    char why[BYTES_WHY];
    if (options.facts.bytes && !bytes_are_possible(options.facts.bytes, why)) {
        complain("%s: %s", options.facts.bytes, why);
        return EXIT_FILES;
    }
    if (!options.place || !read_sandbox(arguments, &apart.memory, &apart.seconds))
        return EXIT_USAGE;
    if (apart.seconds > 0)
        options.facts.apart = &apart;
    int status = EXIT_FINE;
    if (!catalog_add(&options, &totals, &failure))
        status = catalog_failed(options.place, &failure);
    else if (totals.unread > 0 || totals.incomplete > 0)
        status = EXIT_FILES;
    clear_progress();
    int printed = EXIT_FINE;
    if (json_asked(arguments))
        printed = print_as_json(&totals);
    else if (status == EXIT_FINE || totals.files > 0)
        print_as_text(&totals);
    int finished = finish_output();
    return status != EXIT_FINE ? status : printed != EXIT_FINE ? printed : finished;
}
