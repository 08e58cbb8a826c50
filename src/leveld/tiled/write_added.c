/* Fields of the layout that the writer does not know, as properties of objects. */
#include "write.h"

#include "../../codec/part_filter.h"

#include <inttypes.h>
#include <stdio.h>

/* Tiled's int has 32 bits: a larger number becomes a string. */
static void write_value(struct tiled_writer *writer, const ow_event *event)
{
    int64_t integer = event->value.integer;
    char digits[24];
    if (event->type == OW_TEXT) {
        tiled_write_text_property(writer, event->name, event->value.text);
    } else if (integer >= 0 && integer <= UINT32_MAX) {
        tiled_write_property(writer, event->name, (uint32_t)integer);
    } else {
        snprintf(digits, sizeof digits, "%" PRId64, integer);
        tiled_write_string_property(writer, event->name, digits);
    }
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct tiled_writer *writer = context;
    unsigned id = writer->level->blocks[writer->block].id;
    for (unsigned i = 0; event->kind == OW_VALUE && i < writer->fields.added_count[id]; i++)
        if (event->name && strcmp(event->name, writer->fields.added[id][i]) == 0)
            write_value(writer, event);
    return OW_GO_ON;
}

void tiled_write_added(struct tiled_writer *writer, uint32_t block, uint32_t record)
{
    unsigned id = writer->level->blocks[block].id;
    char pointer[64];
    struct part_filter way;
    ow_options quiet = writer->options;
    if (writer->fields.added_count[id] == 0)
        return;
    quiet.progress = NULL;
    snprintf(pointer, sizeof pointer, "/blocks/%" PRIu32 "/%s/%" PRIu32, block,
             leveld_words[id].list, record);
    part_filter_open(&way, pointer, visit, writer);
    ow_status status = driver_emit_part(&leveld_format, writer->level, &way.part, &quiet,
                                        part_filter_visit, &way, NULL);
    if (status != OW_OK)
        writer->status = status;
}
