/* Passing a long array or object on several threads.
 *
 * Each piece of the text begins where an element seems to begin: behind a comma that looks like
 * those between elements. A piece whose text ends outside of all values proves that the next one
 * began right. Otherwise one thread goes on from there, as in a string that looks like elements. */
#include "elements.h"

#include "../base/pool.h"

#include <string.h>

enum {
    PIECE_SIZE = PIECE(1 << 18, 24),
    MOST_PIECES = PIECE(64, 5), /* that threads pass at once */
    FIRST_PIECES = 4,           /* a short list in front of a long text costs no more than these */
};

/* What is between two elements, judged by the text before the first one. */
struct separator {
    const char *space;
    size_t space_size;
    char first; /* of an element that is an array, object or string; 0: any */
};

struct piece {
    const char *begin, *end;
    const char *at; /* behind what was passed */
    struct scan scan;
};

static struct separator separator_of(const char *list, const char *element)
{
    const bool is_marked = *element == '{' || *element == '[' || *element == '"';
    return (struct separator){list, (size_t)(element - list), is_marked ? *element : '\0'};
}

/* Without space before the first element there may be some before others. */
static bool is_separator(const struct separator *separator, const char *at, const char *end)
{
    if (separator->space_size > 0) {
        if ((size_t)(end - at) <= separator->space_size ||
            memcmp(at, separator->space, separator->space_size) != 0)
            return false;
        at += separator->space_size;
    } else {
        while (at < end && *at == ' ')
            at++;
    }
    return at < end && (separator->first == '\0' || *at == separator->first);
}

/* Where an element seems to begin, behind a comma; NULL: nowhere. */
static const char *find_element(const struct separator *separator, const char *at, const char *end)
{
    while (at < end && (at = memchr(at, ',', (size_t)(end - at))))
        if (is_separator(separator, ++at, end))
            return at;
    return NULL;
}

/* Returns the number of pieces from `at` on. */
static uint32_t cut(const struct separator *separator, const char *at, const char *end,
                    struct piece *pieces, uint32_t most)
{
    uint32_t count = 0;
    while (count < most && end - at >= 2 * (ptrdiff_t)PIECE_SIZE) {
        const char *next = find_element(separator, at + PIECE_SIZE, at + 2 * PIECE_SIZE);
        if (!next)
            break;
        pieces[count++] = (struct piece){.begin = at, .end = next, .at = at};
        at = next;
    }
    return count;
}

static void pass_piece(void *context, uint32_t number)
{
    struct piece *piece = &((struct piece *)context)[number];
    scan_list(&piece->at, piece->end, &piece->scan, NULL);
}

/* Marks where a piece begins, unless it is the first. marks->step counts pieces. */
static void mark_piece(struct json_marks *marks, uint64_t number, uint64_t element, const char *at)
{
    if (number == 0)
        return;
    make_room_for_mark(marks);
    if (number % marks->step == 0)
        marks->list[marks->count++] = (struct json_mark){element, at};
}

void scan_on_lanes(const char *list, const char **at, const char *end, const ow_options *options,
                   struct scan *scan, struct json_marks *marks)
{
    struct piece pieces[MOST_PIECES];
    uint32_t count, most = FIRST_PIECES;
    uint64_t number = 0;
    const struct separator separator = separator_of(list, *at);
    bool goes_on = true;
    while (goes_on && (count = cut(&separator, *at, end, pieces, most)) > 1) {
        pool_run(options, count, pass_piece, pieces);
        for (uint32_t i = 0; i < count && goes_on; i++) {
            const struct piece *piece = &pieces[i];
            const uint64_t commas = scan->commas;
            if (marks)
                mark_piece(marks, number++, commas, piece->begin);
            *scan = piece->scan;
            scan->commas += commas;
            *at = piece->at;
            goes_on = !scan->end && !scan->in_string && scan->depth == 0;
        }
        most = most * 4 < MOST_PIECES ? most * 4 : MOST_PIECES;
    }
    if (marks && marks->count > 0) /* the step is of elements from here on */
        marks->step = scan->commas / marks->count + 1;
}
