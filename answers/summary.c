/* The summary of a world as JSON. */
#include "answers.h"

#include <string.h>

ow_visit answer_summary(void *context, const ow_event *event)
{
    struct summary_answer *answer = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    answer->depth -= ends;
    bool inside = answer->depth > 0;
    bool format = answer->depth == 1 && event->name && strcmp(event->name, "format") == 0;
    answer->depth += begins;
    if (!inside || format)
        return OW_GO_ON;
    if (event->kind != OW_VALUE || event->type != OW_TEXT)
        return ow_json_visit(answer->writer, event);
    json_add_text(answer->writer, event->name, event->value.text);
    return OW_GO_ON;
}
