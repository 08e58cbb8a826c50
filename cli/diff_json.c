/* overworld diff: differences for programs. */
#include "diff.h"

#include "terminal.h"

static void write_value(ow_json_writer *writer, const char *name, const ow_value *value)
{
    if (value->type == OW_TEXT) {
        json_add_text(writer, name, value->value.text);
        return;
    }
    ow_event event = diff_event(value);
    event.name = name;
    ow_json_visit(writer, &event);
}

/* A list of values as one, what is no value as null. */
static void write_values(ow_json_writer *writer, const char *name, const ow_value *values,
                         uint64_t count, bool list)
{
    if (!values) {
        json_add_null(writer, name);
    } else if (!list) {
        write_value(writer, name, values);
    } else {
        json_begin_array(writer, name);
        for (uint64_t i = 0; i < count; i++)
            write_value(writer, NULL, &values[i]);
        json_end_array(writer);
    }
}

ow_visit diff_write(void *context, const ow_change *change)
{
    static const char *const kinds[] = {[OW_REMOVED] = "removed",
                                        [OW_ADDED] = "added",
                                        [OW_CHANGED] = "changed",
                                        [OW_MOVED] = "moved"};
    struct comparison *comparison = context;
    ow_json_writer *writer = comparison->writer;
    if (comparison->most > 0 && ++comparison->told > comparison->most)
        return OW_GO_ON;
    bool list = change->is_list || change->is_run;
    json_begin_object(writer, NULL);
    json_add_string(writer, "kind", kinds[change->kind]);
    json_add_string(writer, "before", change->before);
    json_add_string(writer, "after", change->after);
    json_add_string(writer, "record", change->record);
    json_add_string(writer, "name", *change->name ? change->name : NULL);
    if (change->kind == OW_CHANGED) {
        json_add_integer(writer, "count_before", change->count_before);
        json_add_integer(writer, "count_after", change->count_after);
        write_values(writer, "values_before", change->values_before, change->count_before, list);
        write_values(writer, "values_after", change->values_after, change->count_after, list);
    }
    json_end_object(writer);
    return OW_GO_ON;
}

static void write_side(ow_json_writer *writer, const char *name, const struct input *input)
{
    json_begin_lines(writer, name);
    json_add_string(writer, "file", input->path);
    json_add_string(writer, "name", input->name);
    json_end_object(writer);
}

int diff_write_all(struct comparison *comparison, int status,
                   int (*compare)(struct comparison *comparison))
{
    ow_json_writer *writer = comparison->writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    for (unsigned side = 0; side < 2 && comparison->error.status == OW_OK; side++)
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
                     comparison->most > 0 && comparison->told > comparison->most
                         ? comparison->told - comparison->most
                         : 0);
    json_add_integer(writer, "removed", comparison->totals.removed);
    json_add_integer(writer, "added", comparison->totals.added);
    json_add_integer(writer, "changed", comparison->totals.changed);
    json_add_integer(writer, "moved", comparison->totals.moved);
    bool failed = status != EXIT_FINE && status != EXIT_PROBLEMS;
    json_add_error(writer, &comparison->error, failed);
    json_add_boolean(writer, "same", status == EXIT_FINE);
    json_end_object(writer);
    int finished = json_finish(writer);
    return finished != EXIT_FINE ? finished : status;
}
