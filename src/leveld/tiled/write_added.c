/* Fields that the layout has besides those that the writer knows, as properties of objects. */
#include "write.h"

#include "../../codec/way.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void write_digits(struct tiled_writer *writer, const char *name, const char *format, ...)
    OW_PRINTF(3, 4);

static void write_digits(struct tiled_writer *writer, const char *name, const char *format, ...)
{
    char digits[24];
    va_list values;
    va_start(values, format);
    vsnprintf(digits, sizeof digits, format, values);
    va_end(values);
    tiled_write_string_property(writer, name, digits);
}

static void write_base64(struct tiled_writer *writer, const char *name, ow_bytes bytes)
{
    char longer[64];
    snprintf(longer, sizeof longer, "%s" BASE64_SUFFIX, name);
    if (bytes.data)
        tiled_write_base64_property(writer, longer, bytes.data, bytes.size);
}

/* Tiled's int has 32 bits: a number beyond them is a string. */
static void write_value(struct tiled_writer *writer, const ow_event *event)
{
    char number[OW_FLOAT_TEXT + 1];
    int64_t integer = event->value.integer;
    switch (event->type) {
    case OW_TEXT:
        tiled_write_text_property(writer, event->name, event->value.text);
        break;
    case OW_BYTES:
        write_base64(writer, event->name, event->value.bytes);
        break;
    case OW_FLOAT:
        number[ow_float_text(event->value.number, number)] = '\0';
        tiled_write_string_property(writer, event->name, number);
        break;
    case OW_UNSIGNED_64:
        write_digits(writer, event->name, "%" PRIu64, event->value.unsigned_64);
        break;
    default:
        if (integer >= 0 && integer <= UINT32_MAX)
            tiled_write_property(writer, event->name, (uint32_t)integer);
        else
            write_digits(writer, event->name, "%" PRId64, integer);
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
    struct part_way way;
    ow_options quiet = writer->options;
    if (writer->fields.added_count[id] == 0)
        return;
    quiet.progress = NULL;
    snprintf(pointer, sizeof pointer, "/blocks/%" PRIu32 "/%s/%" PRIu32, block,
             leveld_words[id].list, record);
    way_open(&way, pointer, visit, writer);
    ow_status status =
        driver_tell_part(&leveld_format, writer->level, &way.part, &quiet, way_walk, &way, NULL);
    if (status != OW_OK)
        writer->status = status;
}
