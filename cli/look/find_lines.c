/* overworld find: a line of text for each record. */
#include "look/find_lines.h"

#include "answers.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_ROOM = 512 }; /* the largest number has 309 digits before its point */

/* A line, or what there is of it. */
struct line {
    size_t size;
    char bytes[256];
};

static void flush_line(struct line *line)
{
    fwrite(line->bytes, 1, line->size, stdout);
    line->size = 0;
}

static void add_bytes(struct line *line, const char *bytes, size_t size)
{
    if (size > sizeof line->bytes - line->size)
        flush_line(line);
    if (size > sizeof line->bytes) {
        fwrite(bytes, 1, size, stdout);
    } else if (size > 0) {
        memcpy(line->bytes + line->size, bytes, size);
        line->size += size;
    }
}

static void add_words(struct line *line, const char *words)
{
    add_bytes(line, words, strlen(words));
}

/* Adds text of a world, which may be anything. */
static void add_text(struct line *line, ow_text text)
{
    if (safe_run(text, 0) == text.size) {
        add_bytes(line, text.data, text.size);
    } else {
        flush_line(line);
        print_safely(stdout, text.data, text.size);
    }
}

static void add_text_between(struct line *line, const char *before, ow_text text, const char *after)
{
    if (text.size == 0)
        return;
    add_words(line, before);
    add_text(line, text);
    add_words(line, after);
}

static void add_integer(struct line *line, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    add_bytes(line, digits + at, sizeof digits - at);
}

/* Writes a number as "%.3f" does, without the zeros at its end. */
static void add_long_number(struct line *line, double value)
{
    char text[NUMBER_ROOM];
    int size = snprintf(text, sizeof text, "%.3f", value);
    while (size > 1 && text[size - 1] == '0')
        size--;
    if (text[size - 1] == '.')
        size--;
    bool zero = size == 2 && text[0] == '-' && text[1] == '0';
    add_bytes(line, zero ? "0" : text, zero ? 1 : (size_t)size);
}

static void add_thousandths(struct line *line, uint64_t thousandths)
{
    unsigned rest = (unsigned)(thousandths % 1000);
    const char digits[4] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10),
                            (char)('0' + rest % 10)};
    size_t size = rest == 0 ? 0 : rest % 100 == 0 ? 2 : rest % 10 == 0 ? 3 : 4;
    add_integer(line, thousandths / 1000);
    add_bytes(line, digits, size);
}

/* Below 1e12, a product with 1000 is less than 0.0002 away from the exact one. So if
 * it is farther from the middle between two integers, it is rounded as the exact number is. */
static void add_number(struct line *line, double value)
{
    double scaled = fabs(value) * 1000, whole = floor(scaled + 0.5);
    if (!(scaled < 1e12) || fabs(scaled - whole) > 0.499) {
        add_long_number(line, value);
        return;
    }
    if (value < 0 && whole > 0)
        add_bytes(line, "-", 1);
    add_thousandths(line, (uint64_t)whole);
}

void print_part_line(const ow_part *part)
{
    struct line line = {0};
    add_words(&line, part->pointer);
    if (part->has_address) {
        add_words(&line, "  C-");
        add_integer(&line, part->address);
    }
    add_words(&line, "  ");
    add_words(&line, *part->name ? part->name : part->kind);
    add_text_between(&line, " ", part->type, "");
    for (unsigned axis = 0; axis < part->axes; axis++) {
        add_words(&line, axis == 0 ? "  at " : ",");
        add_number(&line, part->position[axis]);
    }
    if (part->has_tag && part->tag != 0) {
        add_words(&line, "  tag ");
        add_integer(&line, part->tag);
    }
    add_text_between(&line, "  \"", part->text, "\"");
    add_bytes(&line, "\n", 1);
    flush_line(&line);
}
