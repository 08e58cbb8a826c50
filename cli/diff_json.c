/* overworld diff: differences for programs. */
#include "diff.h"

#include "terminal.h"

ow_visit diff_write(void *context, const ow_change *change)
{
    struct comparison *comparison = context;
    if (comparison->most > 0 && ++comparison->shown_count > comparison->most)
        return OW_GO_ON;
    answer_change(comparison->writer, change);
    return OW_GO_ON;
}

static void write_side(ow_json_writer *writer, const char *name, const struct input *input)
{
    json_begin_lines(writer, name);
    json_add_path(writer, "file", "file_base64", input->path);
    json_add_string(writer, "name", input->name);
    json_end_object(writer);
}

int diff_write_all(struct comparison *comparison, int status,
                   int (*compare)(struct comparison *comparison))
{
    ow_json_writer *writer = comparison->writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    for (unsigned side = 0; side < 2 && !comparison->error.message[0]; side++)
        comparison->error = comparison->inputs[side].error;
    json_begin_object(writer, NULL);
    write_side(writer, "before", &comparison->inputs[0]);
    write_side(writer, "after", &comparison->inputs[1]);
    json_begin_array(writer, "changes");
    if (status == EXIT_FINE)
        status = compare(comparison);
    json_end_array(writer);
    if (comparison->beside)
        comparison->beside->write(comparison->beside->context, writer);
    json_add_integer(writer, "left_out",
                     comparison->most > 0 && comparison->shown_count > comparison->most
                         ? comparison->shown_count - comparison->most
                         : 0);
    answer_change_totals(writer, &comparison->totals);
    bool failed = !compare || (status != EXIT_FINE && status != EXIT_PROBLEMS);
    json_add_error(writer, &comparison->error, failed);
    json_add_boolean(writer, "same", status == EXIT_FINE);
    json_end_object(writer);
    int finished = json_finish(writer);
    return finished != EXIT_FINE ? finished : status;
}
