/* overworld repair: mends what check finds, and saves what is left of a broken file. */
#include "repair.h"

#include "change_file.h"
#include "check_codes.h"
#include "images.h"
#include "terminal.h"
#include "tiled.h"

#include <stdlib.h>
#include <string.h>

/* A repair as the command line asks for it, and what came of it. */
struct repairing {
    const struct arguments *arguments;
    ow_repair_options options;
    struct repair_report report;
    ow_repair_totals totals;
    ow_error error;
};

/* The bytes that a world of JSON stands for. */
static ow_status encode_json(const struct input *input, const ow_options *options,
                             ow_buffer *encoded, ow_error *error)
{
    ow_document document;
    ow_status status =
        ow_from_json((const char *)input->bytes, input->size, options, &document, error);
    if (status == OW_OK)
        status = ow_write_buffer(&document, options, encoded, error);
    ow_close(&document);
    return status;
}

/* A reader's error of a file that --lossy would save something of. */
static void hint_at_salvage(const struct repairing *repairing, const struct input *input,
                            ow_status status)
{
    bool is_of_file = status == OW_TRUNCATED || status == OW_BAD_VALUE;
    if (is_of_file && !repairing->options.lossy)
        complain("%s: --lossy saves what is complete before that place", input->path);
}

/* Without -o and -i, and with --dry-run, a repair is only told. */
static void print_nothing_written(const struct repairing *repairing, const struct input *input)
{
    const struct arguments *arguments = repairing->arguments;
    bool has_place = option_set(arguments, "output") || option_set(arguments, "in-place");
    if (repairing->totals.fixed == 0)
        return;
    if (!has_place)
        complain("%s: nothing was written; -o OUT writes it, -i replaces the file", input->path);
    else if (option_set(arguments, "dry-run"))
        complain("%s: nothing was written, because of --dry-run", input->path);
}

static int print_repair(struct repairing *repairing, struct input *input, ow_document *document)
{
    ow_options options = input_options(input, "repairing");
    if (json_asked(repairing->arguments)) {
        repairing->report.answer.writer = json_to_stdout();
        if (!repairing->report.answer.writer)
            return EXIT_FILES;
        json_begin_file(repairing->report.answer.writer, input, NULL);
    }
    repairing->report.input = input;
    ow_status status = repairing->error.status;
    if (status == OW_OK)
        status = ow_repair(input->bytes, input->size, &options, &repairing->options, document,
                           &repairing->totals, &repairing->error);
    clear_progress();
    if (status == OW_OK || repairing->report.answer.writer)
        report_end(&repairing->report, &repairing->totals);
    if (status == OW_OK) {
        print_nothing_written(repairing, input);
        return EXIT_FINE;
    }
    int failed = input_failed(input, &repairing->error);
    hint_at_salvage(repairing, input, status);
    return failed;
}

static int open_repaired(void *context, struct input *input, ow_document *document)
{
    struct repairing *repairing = context;
    ow_options options = input_options(input, "reading");
    ow_buffer encoded = {0};
    struct input meant = *input;
    if (is_tiled_map(input)) {
        complain("%s: a map for Tiled is repaired there, or as a level: convert it first",
                 input->path);
        return EXIT_USAGE;
    }
    if (!input->was_text && looks_like_json(input->bytes, input->size)) {
        if (encode_json(input, &options, &encoded, &repairing->error) == OW_OK) {
            meant.bytes = encoded.data;
            meant.size = encoded.size;
        }
        meant.was_text = true;
    }
    int status = print_repair(repairing, &meant, document);
    ow_buffer_free(&encoded, NULL);
    return status;
}

static int read_options(const struct arguments *arguments, struct repairing *repairing)
{
    const char *only = option_value(arguments, "only");
    repairing->options.lossy = option_set(arguments, "lossy");
    repairing->options.broke_off = report_break_off;
    repairing->options.kept = report_kept;
    repairing->options.repaired = report_repaired;
    repairing->options.context = &repairing->report;
    return only ? read_codes(only, &repairing->options.only) : EXIT_FINE;
}

/* JSON is the same for every outcome, that of a file that could not be opened too. */
static int end_json(struct repairing *repairing, int status)
{
    const struct input unopened = {.path = repairing->arguments->operands[0]};
    if (!repairing->report.answer.writer)
        repairing->report.answer.writer = json_to_stdout();
    ow_json_writer *writer = repairing->report.answer.writer;
    if (!writer)
        return EXIT_FILES;
    if (!repairing->report.input) {
        json_begin_file(writer, &unopened, NULL);
        report_end(&repairing->report, &repairing->totals);
    }
    bool failed = status > EXIT_PROBLEMS;
    if (failed && repairing->error.status == OW_OK)
        repairing->error = repairing->report.input ? error_of_writing(status) : *last_complaint();
    json_add_error(writer, &repairing->error, failed);
    json_end_object(writer);
    int finished = json_finish(writer);
    return status != EXIT_FINE ? status : finished;
}

int run_repair(const struct arguments *arguments)
{
    struct repairing repairing = {.arguments = arguments};
    const struct change_step step = {.open = open_repaired, .context = &repairing};
    const char *out = option_value(arguments, "output");
    int status = read_options(arguments, &repairing);
    repairing.report.to = out && strcmp(out, "-") == 0 ? stderr : stdout;
    if (status == EXIT_FINE)
        status = change_file(arguments, &step);
    free((void *)repairing.options.only);
    if (status == EXIT_FINE && repairing.totals.errors_left > 0)
        status = EXIT_PROBLEMS;
    if (json_asked(arguments) && (status != EXIT_USAGE || repairing.report.input))
        status = end_json(&repairing, status);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
