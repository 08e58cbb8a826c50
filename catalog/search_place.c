/* A place in the answer of a search as a word that a user can keep and give back.
 *
 * It is ORDER.DIRECTION.VALUE.KEY.TYPE.FOLDER.NAME, such as
 * "records.desc.120.-77.0./srv/saves.adder%2Elogicworld". Bytes of a text that may have a meaning
 * to a shell or in an address are %NN; ~ stands for an absent value. */
#include "search_place.h"

#include "pool.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char absent[] = "~";

static const char *order_name(const struct search_query *query)
{
    const struct figure *order = search_order(query);
    return order ? order->name : "count";
}

static void print_text(FILE *to, const struct value *text)
{
    const unsigned char *bytes = text->bytes;
    for (size_t i = 0; i < text->size; i++)
        if (bytes[i] < 0x80 && (isalnum(bytes[i]) || strchr("-_/", bytes[i])))
            fputc(bytes[i], to);
        else
            fprintf(to, "%%%02X", bytes[i]);
}

static void print_real(FILE *to, double real)
{
    char digits[40];
    int size = snprintf(digits, sizeof digits, "%.17g", real);
    struct value text = {.kind = VALUE_TEXT, .bytes = digits, .size = (size_t)size};
    print_text(to, &text);
}

char *search_place_write(const struct search_query *query, const struct search_place *place)
{
    char *word = NULL;
    size_t size;
    FILE *to = open_memstream(&word, &size);
    if (!to)
        return NULL;
    fprintf(to, "%s.%s.", order_name(query), query->ascending ? "asc" : "desc");
    if (place->value.kind == VALUE_TEXT)
        print_text(to, &place->value);
    else if (place->value.kind == VALUE_REAL)
        print_real(to, place->value.real);
    else if (place->value.kind == VALUE_INTEGER)
        fprintf(to, "%" PRId64, place->value.integer);
    else
        fputs(absent, to);
    fprintf(to, ".%" PRId64 ".%" PRId64 ".", place->key, place->type);
    print_text(to, &place->folder);
    fputc('.', to);
    print_text(to, &place->name);
    if (fclose(to) == 0)
        return word;
    free(word);
    return NULL;
}

static int digit_of(char letter)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *at = letter ? strchr(digits, letter) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Undoes print_text in place. A database takes valid UTF-8 without zeros only. */
static bool read_text(char *word, struct value *text)
{
    char *to = word;
    for (const char *at = word; *at; at++) {
        if (*at != '%') {
            *to++ = *at;
            continue;
        }
        int high = digit_of(at[1]), low = high < 0 ? -1 : digit_of(at[2]);
        if (low < 0)
            return false;
        *to++ = (char)(high << 4 | low);
        at += 2;
    }
    *text = (struct value){.kind = VALUE_TEXT, .bytes = word, .size = (size_t)(to - word)};
    return !memchr(word, '\0', text->size) && ow_text_is_utf8((ow_text){word, text->size});
}

static bool read_integer(const char *word, int64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoll(word, &end, 10);
    return *word && *end == '\0' && errno == 0;
}

static bool read_value(char *word, const struct figure *order, struct value *value)
{
    char *end;
    *value = (struct value){.kind = VALUE_NULL};
    if (order && order->present && strcmp(word, absent) == 0)
        return true;
    if (order && (order->kind == FIGURE_TEXT || order->kind == FIGURE_PATH))
        return read_text(word, value);
    if (!order || order->kind != FIGURE_EXTENT) {
        *value = integer_value(0);
        return read_integer(word, &value->integer);
    }
    if (!read_text(word, value))
        return false;
    word[value->size] = '\0';
    *value = real_value(strtod(word, &end));
    return *word && *end == '\0' && isfinite(value->real);
}

bool search_place_read(const char *word, const struct search_query *query,
                       struct search_place *place, char **memory)
{
    enum { ORDER, DIRECTION, VALUE, KEY, TYPE, FOLDER, NAME, PARTS };
    char *parts[PARTS], *at = *memory = strdup(word), *dot = NULL;
    size_t count = 0;
    while (at && count < PARTS) {
        parts[count++] = at;
        dot = strchr(at, '.');
        if (dot)
            *dot = '\0';
        at = dot ? dot + 1 : NULL;
    }
    if (count == PARTS && !dot && strcmp(parts[ORDER], order_name(query)) == 0 &&
        strcmp(parts[DIRECTION], query->ascending ? "asc" : "desc") == 0 &&
        read_value(parts[VALUE], search_order(query), &place->value) &&
        read_integer(parts[KEY], &place->key) && read_integer(parts[TYPE], &place->type) &&
        read_text(parts[FOLDER], &place->folder) && read_text(parts[NAME], &place->name))
        return true;
    free(*memory);
    *memory = NULL;
    return false;
}
