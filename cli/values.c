/* A value of a file, for people. */
#include "values.h"

#include "terminal.h"

#include <inttypes.h>
#include <string.h>

static void print_text(ow_text text, bool quoted)
{
    enum { LONGEST = 200 };
    size_t shown = text.size < LONGEST ? text.size : LONGEST;
    while (shown < text.size && shown > 0 && ((unsigned char)text.data[shown] & 0xc0) == 0x80)
        shown--; /* not inside a character */
    if (quoted)
        putchar('"');
    print_safely(stdout, text.data, shown);
    if (quoted)
        putchar('"');
    if (shown < text.size)
        printf(" and %zu bytes more", text.size - shown);
}

void print_value(const ow_event *event, bool quoted)
{
    char number[OW_FLOAT_TEXT];
    switch (event->type) {
    case OW_INTEGER:
        printf("%" PRId64, event->value.integer);
        break;
    case OW_UNSIGNED_64:
        printf("%" PRIu64, event->value.unsigned_64);
        break;
    case OW_BOOLEAN:
        fputs(event->value.integer ? "yes" : "no", stdout);
        break;
    case OW_FLOAT:
        fwrite(number, 1, ow_float_text(event->value.number, number), stdout);
        break;
    case OW_TEXT:
        print_text(event->value.text, quoted);
        break;
    case OW_BYTES:
        if (event->value.bytes.data)
            printf("%zu bytes", event->value.bytes.size);
        else
            fputs("none", stdout);
        break;
    }
}

void print_label(const char *name, int width)
{
    int size = (int)strlen(name);
    for (int i = 0; i < size; i++)
        putchar(name[i] == '_' ? ' ' : name[i]);
    for (; size < width; size++)
        putchar(' ');
}
