/* overworld repair: fixes what check finds, and saves what is left of a broken file. */
#include "change/change_file.h"
#include "convert/tiled.h"
#include "io/assets.h"
#include "io/input.h"
#include "io/output.h"
#include "look/check_codes.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"
#include <stdio.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reports what the library repaired. */
struct repair_report {
    FILE *to;                    /* output for text */
    struct repair_answer answer; /* for JSON; without a writer, text is printed */
    const struct input *input;
    char lost[512]; /* for text: the losses, printed after the records that are kept */
    bool any_kept;
    bool any_line;
};

static int run_repair(const struct arguments *arguments);

const struct verb repair_verb = {
    .name = "repair",
    .group = "Change",
    .is_first = true,
    .operands = "FILE",
    .summary = "fix what check finds, and rescue a broken file",
    .description =
        "Each code of check has its fix (see check --explain all). Fixes that lose nothing are\n"
        "applied; the others need --lossy, and then check finds no error any more. Infos are\n"
        "fixed only if --only names them. A truncated or garbled file is refused with status 4;\n"
        "with --lossy, it keeps its complete records, and losses are reported. The exit status\n"
        "is 1 if errors are left, and 4 if nothing sound is left.",
    .options = {{'l', "lossy", NULL, "also apply fixes that lose something"},
                {0, "only", "CODES", "fix only these codes (with commas)"},
                {'n', "dry-run", NULL, "write nothing, whatever -o and -i say"},
                CHANGE_OPTIONS,
                ASSETS_OPTION,
                COLOR_OPTION},
    .examples = {{"overworld repair MySave/", "what would be fixed"},
                 {"overworld repair broken.logicworld --lossy -o saved.logicworld",
                  "rescue a broken file"},
                 {"overworld repair my.city -i --backup .old", "in place, keep the old file"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_repair,
};

/* overworld repair: reports repairs to people and programs. */

/* Callbacks of ow_repair_options; the context is the report. */
static void report_break_off(void *context, const ow_break *place)
{
    struct repair_report *report = context;
    if (report->answer.writer) {
        answer_break(&report->answer, place);
        return;
    }
    char offset[32];
    print_words(report->to, report->input->path);
    fprintf(report->to, ": unreadable from byte %s on",
            with_commas((long long)place->offset, offset));
    if (*place->pointer)
        fprintf(report->to, " (%s)", place->pointer);
    fputs(": ", report->to);
    print_words(report->to, place->error->message);
    fputc('\n', report->to);
    if (place->bytes_lost > 0)
        fprintf(report->to, "  %s byte%s from there on belong to no readable record\n",
                with_commas((long long)place->bytes_lost, offset), plural(place->bytes_lost));
    if (place->read_as)
        fprintf(report->to, "  read as %s\n", place->read_as);
}

/* "components", "1 component", "Meta Things": a JSON name in words for people. */
static const char *words_of(const char *list, uint64_t count, char words[64])
{
    size_t size = (size_t)snprintf(words, 64, "%s", list);
    for (char *at = words; *at; at++)
        *at = (char)(*at == '_' ? ' ' : *at);
    if (count == 1 && size > 0 && size < 64 && words[size - 1] == 's')
        words[size - 1] = '\0';
    return words;
}

static void note_lost(struct repair_report *report, const ow_kept *list)
{
    char count[32], words[64];
    size_t used = strlen(report->lost);
    if (list->kept >= list->announced || used >= sizeof report->lost)
        return;
    uint64_t lost = list->announced - list->kept;
    snprintf(report->lost + used, sizeof report->lost - used, "%s%s%s %s", used > 0 ? ", " : "",
             list->kept == 0 ? "all " : "", with_commas((long long)lost, count),
             words_of(list->list, lost, words));
}

static void report_kept(void *context, const ow_kept *list)
{
    struct repair_report *report = context;
    if (report->answer.writer) {
        answer_kept(&report->answer, list);
        return;
    }
    char kept[32], announced[32], words[64];
    note_lost(report, list);
    if (list->kept == 0)
        return;
    fprintf(report->to, "%s%s", report->any_kept ? ", " : "  ",
            with_commas((long long)list->kept, kept));
    if (list->kept < list->announced)
        fprintf(report->to, " of %s", with_commas((long long)list->announced, announced));
    fprintf(report->to, " %s", words_of(list->list, list->announced, words));
    report->any_kept = true;
}

/* Prints the line about kept and lost records. */
static void end_kept(struct repair_report *report)
{
    if (report->any_kept)
        fprintf(report->to, " kept%s", *report->lost ? "; " : "\n");
    if (*report->lost)
        fprintf(report->to, "%s%s lost\n", report->any_kept ? "" : "  ", report->lost);
    report->any_kept = false;
    *report->lost = '\0';
}

static void print_fixed(const struct repair_report *report, const ow_repaired *repaired)
{
    char count[32];
    fprintf(report->to, "%s%s%s (%s): %s: %s\n", color_severity(repaired->code->severity),
            repaired->code->code, color_off(), ow_fix_name(repaired->code->fix),
            repaired->remedy->name, repaired->remedy->what);
    if (repaired->pointer_count == 0)
        return;
    fprintf(report->to, "  %s:", with_commas((long long)repaired->fixed, count));
    for (uint64_t i = 0; i < repaired->pointer_count; i++)
        fprintf(report->to, " %s", repaired->pointers[i]);
    fprintf(report->to, "%s\n", repaired->fixed > repaired->pointer_count ? " ..." : "");
}

static void print_left(const struct repair_report *report, const ow_repaired *repaired)
{
    char count[32];
    fprintf(report->to, "%s%s%s: %s not fixed; ", color_severity(repaired->code->severity),
            repaired->code->code, color_off(), with_commas((long long)repaired->left, count));
    if (!repaired->remedy)
        fprintf(report->to, "there is no fix: %s\n", repaired->code->advice);
    else
        fprintf(report->to, "%s%s: %s\n", repaired->code->fix == OW_LOSSY_FIX ? "--lossy " : "",
                repaired->remedy->name, repaired->remedy->what);
}

static void report_repaired(void *context, const ow_repaired *repaired)
{
    struct repair_report *report = context;
    if (report->answer.writer) {
        answer_repaired(&report->answer, repaired);
        return;
    }
    end_kept(report);
    report->any_line = true;
    if (repaired->fixed > 0 && repaired->remedy)
        print_fixed(report, repaired);
    if (repaired->left > 0)
        print_left(report, repaired);
}

/* Ends the report of the callbacks. */
static void report_end(struct repair_report *report, const ow_repair_totals *totals)
{
    if (report->answer.writer) {
        answer_repair_end(&report->answer, totals);
        return;
    }
    end_kept(report);
    if (totals->fixed > 0 || totals->left > 0)
        return;
    print_words(report->to, report->input->path);
    fputs(": nothing to fix\n", report->to);
}

/* The verb. */

/* A repair with its options and its result. */
struct repairing {
    const struct arguments *arguments;
    ow_repair_options options;
    struct repair_report report;
    ow_repair_totals totals;
    ow_error error;
};

/* Encodes a world that was given as JSON. */
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

/* If --lossy could save part of a file, adds a hint to the reader's error. */
static void hint_at_salvage(const struct repairing *repairing, const struct input *input,
                            ow_status status)
{
    bool is_of_file = status == OW_TRUNCATED || status == OW_BAD_VALUE;
    if (is_of_file && !repairing->options.lossy)
        complain("%s: add --lossy to save what is complete before that place", input->path);
}

/* Without -o and -i, and with --dry-run, a repair is only reported. */
static void print_nothing_written(const struct repairing *repairing, const struct input *input)
{
    const struct arguments *arguments = repairing->arguments;
    bool has_place = option_set(arguments, "output") || option_set(arguments, "in-place");
    if (repairing->totals.fixed == 0)
        return;
    if (!has_place)
        complain_of_no_output(input->path);
    else if (option_set(arguments, "dry-run"))
        complain("%s: nothing was written because of --dry-run", input->path);
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
        complain("%s: a map for Tiled cannot be repaired; convert it to a level and repair that",
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

/* The JSON has the same shape for every outcome, also if the file could not be opened. */
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

static int run_repair(const struct arguments *arguments)
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
