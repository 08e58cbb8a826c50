/* Prints a value of a file for people. */
#include "terminal/values.h"

#include "terminal/terminal.h"

#include <inttypes.h>
#include <string.h>

/* Adds a backslash before quotes and backslashes, which begin escapes. */
static void print_quoted(FILE *out, ow_text text)
{
    putc('"', out);
    for (size_t at = 0; at < text.size;) {
        size_t size = 1;
        if (text.data[at] == '"' || text.data[at] == '\\')
            putc('\\', out);
        while (at + size < text.size && text.data[at + size] != '"' && text.data[at + size] != '\\')
            size++;
        print_safely(out, text.data + at, size);
        at += size;
    }
    putc('"', out);
}

static void print_text(FILE *out, ow_text text, enum value_style style)
{
    enum { LONGEST = 200 };
    size_t shown = text.size < LONGEST || style == VALUE_WHOLE ? text.size : LONGEST;
    while (shown < text.size && shown > 0 && ((unsigned char)text.data[shown] & 0xc0) == 0x80)
        shown--; /* not inside a character */
    if (style == VALUE_BARE)
        print_safely(out, text.data, shown);
    else
        print_quoted(out, (ow_text){text.data, shown});
    if (shown < text.size)
        fprintf(out, " and %zu bytes more", text.size - shown);
}

void print_value_to(FILE *out, const ow_event *event, enum value_style style)
{
    char number[OW_FLOAT_TEXT];
    switch (event->type) {
    case OW_INTEGER:
        fprintf(out, "%" PRId64, event->value.integer);
        break;
    case OW_UNSIGNED_64:
        fprintf(out, "%" PRIu64, event->value.unsigned_64);
        break;
    case OW_BOOLEAN:
        fputs(event->value.integer ? "yes" : "no", out);
        break;
    case OW_FLOAT:
        fwrite(number, 1, ow_float_text(event->value.number, number), out);
        break;
    case OW_TEXT:
        print_text(out, event->value.text, style);
        break;
    case OW_BYTES:
        if (event->value.bytes.data)
            fprintf(out, "%zu bytes", event->value.bytes.size);
        else
            fputs("none", out);
        break;
    }
}

void print_value(const ow_event *event, enum value_style style)
{
    print_value_to(stdout, event, style);
}

/* Prints a JSON string without its quotes: enough for base64. */
static bool write_unquoted(void *context, const void *data, size_t size)
{
    const char *text = data;
    (void)context;
    for (size_t i = 0; i < size; i++)
        if (text[i] != '"' && text[i] != '\n')
            print_data(&text[i], 1);
    return !ferror(stdout);
}

static bool print_json(const ow_event *event)
{
    const ow_sink sink = {.write = write_unquoted};
    ow_json_writer *writer;
    ow_event value = *event;
    value.name = NULL;
    value.derived = false;
    if (ow_json_open(NULL, NULL, &sink, &writer, NULL) != OW_OK)
        return false;
    ow_json_visit(writer, &value);
    ow_json_close(writer, NULL);
    return true;
}

bool print_bare(const ow_event *event)
{
    if (event->type != OW_TEXT)
        return print_json(event);
    print_data(event->value.text.data, event->value.text.size);
    print_data_end();
    return true;
}

void print_label(const char *name, int width)
{
    int size = (int)strlen(name);
    for (int i = 0; i < size; i++)
        putchar(name[i] == '_' ? ' ' : name[i]);
    for (; size < width; size++)
        putchar(' ');
}
