/* What differs between two documents, as lines. */
#include "test.h"

#include "changes.h"

#include <inttypes.h>

static void add(struct reported_changes *lines, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lines->size += (size_t)vsnprintf(lines->text + lines->size, sizeof lines->text - lines->size,
                                     format, arguments);
    va_end(arguments);
    assert_true(lines->size < sizeof lines->text);
}

static void add_values(struct reported_changes *lines, const ow_value *values, uint64_t count)
{
    add(lines, values ? "" : " (%" PRIu64 ")", count);
    for (uint64_t i = 0; values && i < count; i++)
        switch (values[i].type) {
        case OW_TEXT:
            add(lines, " '%.*s'", (int)values[i].value.text.size, values[i].value.text.data);
            break;
        case OW_FLOAT:
            add(lines, " %g", (double)values[i].value.number);
            break;
        case OW_BYTES:
            add(lines, values[i].value.bytes.data ? " %zu bytes" : " none",
                values[i].value.bytes.size);
            break;
        default:
            add(lines, " %" PRId64, values[i].value.integer);
        }
}

ow_visit print_change_as_line(void *context, const ow_change *change)
{
    struct reported_changes *lines = context;
    add(lines, "%c", "-+~>"[change->kind]);
    add(lines, change->before ? " %s" : "", change->before);
    if (change->after && (!change->before || strcmp(change->before, change->after) != 0))
        add(lines, " %s", change->after);
    if (change->kind == OW_CHANGED) {
        add(lines, ":");
        add_values(lines, change->values_before, change->count_before);
        add(lines, " ->");
        add_values(lines, change->values_after, change->count_after);
    }
    add(lines, "\n");
    return OW_GO_ON;
}
