/* Issues of a check as JSON. */
#include "answers.h"

bool is_break(ow_status status)
{
    return status == OW_TRUNCATED || status == OW_BAD_VALUE || status == OW_UNKNOWN_VERSION;
}

void answer_issue(ow_json_writer *writer, const ow_issue *issue, bool has_place)
{
    json_begin_object(writer, NULL);
    json_add_string(writer, "code", issue->code->code);
    json_add_string(writer, "severity", ow_severity_name(issue->code->severity));
    json_add_string(writer, "fix", ow_fix_name(issue->code->fix));
    json_add_string(writer, "pointer", issue->pointer);
    if (has_place) {
        json_add_integer(writer, "offset", issue->offset);
        json_add_integer(writer, "size", issue->size);
    } else {
        json_add_null(writer, "offset");
        json_add_null(writer, "size");
    }
    json_add_message(writer, "message", issue->message);
    json_end_object(writer);
}

void answer_issue_code(ow_json_writer *writer, const ow_issue_code *code)
{
    const ow_remedy *remedy = ow_remedy_of(code);
    json_begin_object(writer, NULL);
    json_add_string(writer, "code", code->code);
    json_add_string(writer, "severity", ow_severity_name(code->severity));
    json_add_string(writer, "fix", ow_fix_name(code->fix));
    json_add_string(writer, "meaning", code->meaning);
    json_add_string(writer, "advice", code->advice);
    json_add_string(writer, "remedy", remedy ? remedy->name : NULL);
    json_add_string(writer, "remedy_does", remedy ? remedy->what : NULL);
    json_end_object(writer);
}

void answer_check_totals(ow_json_writer *writer, const char *name, const ow_check_totals *totals)
{
    json_begin_object(writer, name);
    json_add_integer(writer, "errors", totals->errors);
    json_add_integer(writer, "warnings", totals->warnings);
    json_add_integer(writer, "infos", totals->infos);
    json_add_integer(writer, "not_shown", totals->not_shown);
    json_end_object(writer);
}
