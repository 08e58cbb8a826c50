/* Differences, conflicts and losses as JSON. */
#include "answers.h"

void answer_loss(void *context, const char *pointer, const char *message)
{
    ow_json_writer *writer = context;
    json_begin_object(writer, NULL);
    json_add_string(writer, "pointer", pointer);
    json_add_message(writer, "message", message);
    json_end_object(writer);
}

ow_event event_of_value(const ow_value *value)
{
    ow_event event = {.kind = OW_VALUE, .type = value->type};
    memcpy(&event.value, &value->value, sizeof value->value);
    return event;
}

static void write_value(ow_json_writer *writer, const char *name, const ow_value *value)
{
    if (value->type == OW_TEXT) {
        json_add_text(writer, name, value->value.text);
        return;
    }
    ow_event event = event_of_value(value);
    event.name = name;
    ow_json_visit(writer, &event);
}

/* Several values as a list; a missing value as null. */
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

void answer_change(ow_json_writer *writer, const ow_change *change)
{
    static const char *const kinds[] = {[OW_REMOVED] = "removed",
                                        [OW_ADDED] = "added",
                                        [OW_CHANGED] = "changed",
                                        [OW_MOVED] = "moved"};
    bool list = change->is_list || change->is_run;
    json_begin_object(writer, NULL);
    json_add_string(writer, "kind", kinds[change->kind]);
    json_add_string(writer, "before", change->before);
    json_add_string(writer, "after", change->after);
    json_add_string(writer, "record", change->record);
    json_add_string(writer, "name", *change->name ? change->name : NULL);
    json_add_string(writer, "group", change->group);
    if (change->kind == OW_CHANGED) {
        json_add_integer(writer, "count_before", change->count_before);
        json_add_integer(writer, "count_after", change->count_after);
        write_values(writer, "values_before", change->values_before, change->count_before, list);
        write_values(writer, "values_after", change->values_after, change->count_after, list);
    }
    json_end_object(writer);
}

void answer_change_totals(ow_json_writer *writer, const ow_change_totals *totals)
{
    json_add_integer(writer, "removed", totals->removed);
    json_add_integer(writer, "added", totals->added);
    json_add_integer(writer, "changed", totals->changed);
    json_add_integer(writer, "moved", totals->moved);
}

const char *conflict_word(ow_conflict_kind kind)
{
    static const char *const kinds[] = {
        [OW_CONFLICT_CHANGED] = "changed",
        [OW_CONFLICT_REMOVED_BY_OURS] = "removed_by_ours",
        [OW_CONFLICT_REMOVED_BY_THEIRS] = "removed_by_theirs",
        [OW_CONFLICT_ADDED] = "added",
        [OW_CONFLICT_ORDER] = "order",
        [OW_CONFLICT_REFERENCES] = "references",
        [OW_CONFLICT_FORM] = "form",
    };
    return kinds[kind];
}

void answer_conflict(ow_json_writer *writer, const char *kind, const ow_conflict *conflict)
{
    json_begin_object(writer, NULL);
    json_add_string(writer, "kind", kind);
    json_add_string(writer, "base", conflict->base);
    json_add_string(writer, "ours", conflict->ours);
    json_add_string(writer, "theirs", conflict->theirs);
    json_add_string(writer, "name", *conflict->name ? conflict->name : NULL);
    json_add_message(writer, "message", conflict->message);
    json_add_integer(writer, "count", conflict->count);
    json_end_object(writer);
}
