/* overworld diff: what differs between two worlds. */
#include "diff_picture.h"

#include "images.h"
#include "output.h"
#include "read_as.h"
#include "terminal.h"
#include "values.h"

#include <inttypes.h>
#include <string.h>

static void warn(void *context, const char *pointer, const char *message)
{
    const struct comparison *comparison = context;
    clear_progress();
    warn_of("%s: warning: %s (%s)", comparison->inputs[0].path, message, pointer);
}

static int finish_comparison(struct comparison *comparison, ow_status status, const ow_error *error)
{
    comparison->error = *error;
    if (status == OW_OK)
        return diff_differs(comparison) ? EXIT_PROBLEMS : EXIT_FINE;
    complain("%s and %s: %s", comparison->inputs[0].path, comparison->inputs[1].path,
             error->message);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : exit_status_of(status);
}

static int compare(struct comparison *comparison)
{
    ow_error error = {0};
    ow_change_visitor visit = diff_print;
    if (comparison->json)
        visit = diff_write;
    else if (comparison->stat)
        visit = diff_count;
    ow_options options = options_with_progress("comparing");
    ow_status status = ow_diff(&comparison->documents[0], &comparison->documents[1], &options, warn,
                               comparison, visit, comparison, &comparison->totals, &error);
    clear_progress();
    return finish_comparison(comparison, status, &error);
}

bool diff_differs(const struct comparison *comparison)
{
    const ow_change_totals *totals = &comparison->totals;
    return totals->removed + totals->added + totals->changed + totals->moved > 0;
}

static int compare_files(const struct arguments *arguments, struct comparison *comparison)
{
    char **paths = arguments->operands;
    if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0) {
        complain("standard input cannot be both worlds");
        return EXIT_USAGE;
    }
    int status = EXIT_FINE;
    for (unsigned side = 0; side < 2; side++) {
        int opened = open_world(arguments, paths[side], &comparison->inputs[side],
                                &comparison->documents[side]);
        status = opened > status ? opened : status;
    }
    return status;
}

/* A patch on its way to standard output. */
struct counted_sink {
    ow_sink sink;
    uint64_t size;
};

static bool count_bytes(void *context, const void *data, size_t size)
{
    struct counted_sink *counted = context;
    counted->size += size;
    return counted->sink.write(counted->sink.context, data, size);
}

/* Where nothing differs there is nothing in the list. */
static int write_patch(struct comparison *comparison)
{
    static const char nothing[] = "[]\n";
    struct counted_sink counted = {standard_output(), 0};
    ow_sink sink = {.context = &counted, .write = count_bytes};
    ow_error error = {0};
    ow_options options = options_with_progress("comparing");
    ow_status status = ow_diff_patch(&comparison->documents[0], &comparison->documents[1], &options,
                                     &sink, &error);
    comparison->totals.changed = counted.size > sizeof nothing - 1;
    clear_progress();
    return finish_comparison(comparison, status, &error);
}

int diff_documents(struct comparison *comparison)
{
    int status =
        comparison->json ? diff_write_all(comparison, EXIT_FINE, compare) : compare(comparison);
    if (!comparison->json && (status == EXIT_FINE || status == EXIT_PROBLEMS))
        diff_finish(comparison);
    return status;
}

void diff_close(struct comparison *comparison)
{
    for (unsigned side = 0; side < 2; side++) {
        ow_close(&comparison->documents[side]);
        close_input(&comparison->inputs[side]);
    }
}

int run_diff(const struct arguments *arguments)
{
    struct comparison comparison = {
        .json = json_asked(arguments),
        .stat = option_set(arguments, "stat"),
        .quiet = option_set(arguments, "quiet"),
    };
    bool patch = option_set(arguments, "patch");
    if (!option_number(arguments, "max-changes", &comparison.most))
        return EXIT_USAGE;
    int status = compare_files(arguments, &comparison);
    if (status == EXIT_FINE)
        status = patch                              ? write_patch(&comparison)
                 : option_set(arguments, "picture") ? diff_picture(&comparison, arguments)
                                                    : diff_documents(&comparison);
    else if (status != EXIT_USAGE && comparison.json)
        status = diff_write_all(&comparison, status, compare);
    for (unsigned side = 0; side < 2; side++)
        status = with_trouble(&comparison.inputs[side], status);
    diff_close(&comparison);
    int finished = finish_output();
    return finished != EXIT_FINE ? finished : status;
}
