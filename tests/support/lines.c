/* Events as one line of text: what tests of summaries compare. */
#include "lines.h"

#include "test.h"

static void add(struct line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size =
        vsnprintf(line->text + line->size, sizeof line->text - line->size, format, arguments);
    va_end(arguments);
    line->size += (size_t)size;
    assert_true(line->size < sizeof line->text);
}

ow_visit add_to_line(void *context, const ow_event *event)
{
    struct line *line = context;
    char number[OW_FLOAT_TEXT + 1] = {0};
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        add(line, "%s ", event->kind == OW_END_ARRAY ? "]" : "}");
        return OW_GO_ON;
    }
    if (event->name)
        add(line, "%s=", event->name);
    if (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY) {
        add(line, "%s ", event->kind == OW_BEGIN_ARRAY ? "[" : "{");
    } else if (event->type == OW_TEXT) {
        add(line, "%.*s ", (int)event->value.text.size, event->value.text.data);
    } else if (event->type == OW_FLOAT) {
        ow_float_text(event->value.number, number);
        add(line, "%s ", number);
    } else if (event->type == OW_BYTES) {
        add(line, "%s ", event->value.bytes.data ? "bytes" : "null");
    } else if (event->type == OW_UNSIGNED_64) {
        add(line, "%llu ", (unsigned long long)event->value.unsigned_64);
    } else {
        add(line, "%lld ", (long long)event->value.integer);
    }
    return OW_GO_ON;
}
