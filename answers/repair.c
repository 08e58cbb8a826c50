/* The results of a repair as JSON. */
#include "answers.h"

#include <string.h>

/* Opens lists up to the wanted one. */
static void open_list(struct repair_answer *answer, const char *name)
{
    static const char *const lists[] = {"kept", "repaired"};
    if (answer->list && strcmp(answer->list, name) == 0)
        return;
    for (unsigned i = 0; i < 2; i++) {
        bool is_behind = !answer->list || (i == 1 && strcmp(answer->list, lists[0]) == 0);
        if (!is_behind)
            continue;
        if (answer->list)
            json_end_array(answer->writer);
        if (!answer->list && !answer->any_broken)
            json_add_null(answer->writer, "broke_off");
        json_begin_array(answer->writer, lists[i]);
        answer->list = lists[i];
        if (strcmp(lists[i], name) == 0)
            return;
    }
}

void answer_break(void *context, const ow_break *place)
{
    struct repair_answer *answer = context;
    answer->any_broken = true;
    json_begin_object(answer->writer, "broke_off");
    json_add_integer(answer->writer, "offset", place->offset);
    json_add_string(answer->writer, "pointer", place->pointer);
    json_add_integer(answer->writer, "bytes_lost", place->bytes_lost);
    json_add_message(answer->writer, "message", place->error->message);
    json_add_string(answer->writer, "read_as", place->read_as);
    json_end_object(answer->writer);
}

void answer_kept(void *context, const ow_kept *list)
{
    struct repair_answer *answer = context;
    open_list(answer, "kept");
    json_begin_object(answer->writer, NULL);
    json_add_string(answer->writer, "list", list->list);
    json_add_integer(answer->writer, "kept", list->kept);
    json_add_integer(answer->writer, "announced", list->announced);
    json_end_object(answer->writer);
}

void answer_repaired(void *context, const ow_repaired *repaired)
{
    struct repair_answer *answer = context;
    ow_json_writer *writer = answer->writer;
    open_list(answer, "repaired");
    json_begin_lines(writer, NULL);
    json_add_string(writer, "code", repaired->code->code);
    json_add_string(writer, "severity", ow_severity_name(repaired->code->severity));
    json_add_string(writer, "fix", ow_fix_name(repaired->code->fix));
    json_add_string(writer, "remedy", repaired->remedy ? repaired->remedy->name : NULL);
    json_add_string(writer, "remedy_does", repaired->remedy ? repaired->remedy->what : NULL);
    json_add_integer(writer, "fixed", repaired->fixed);
    json_add_integer(writer, "left", repaired->left);
    json_begin_array(writer, "pointers");
    for (uint64_t i = 0; i < repaired->pointer_count; i++)
        json_add_string(writer, NULL, repaired->pointers[i]);
    json_end_array(writer);
    json_end_object(writer);
}

void answer_repair_end(struct repair_answer *answer, const ow_repair_totals *totals)
{
    open_list(answer, "repaired");
    json_end_array(answer->writer);
    json_add_integer(answer->writer, "fixed", totals->fixed);
    json_add_integer(answer->writer, "left", totals->left);
    json_add_integer(answer->writer, "errors_left", totals->errors_left);
}
