/* The word that a user probably meant. */
#include "nearest.h"

#include "ascii.h"
#include "selectors.h"

#include <overworld/formats.h>

#include <stdio.h>
#include <string.h>

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_same(ow_text a, size_t i, ow_text b, size_t k)
{
    return ascii_lower(a.data[i - 1]) == ascii_lower(b.data[k - 1]);
}

unsigned distance_between(ow_text a, ow_text b)
{
    unsigned rows[3][LONGEST_WORD + 1];
    if (a.size > LONGEST_WORD || b.size > LONGEST_WORD)
        return LONGEST_WORD;
    for (unsigned k = 0; k <= b.size; k++)
        rows[0][k] = k;
    for (unsigned i = 1; i <= a.size; i++) {
        unsigned *now = rows[i % 3];
        const unsigned *before = rows[(i - 1) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (unsigned k = 1; k <= b.size; k++) {
            now[k] =
                least_of(least_of(before[k], now[k - 1]) + 1, before[k - 1] + !is_same(a, i, b, k));
            if (i > 1 && k > 1 && is_same(a, i, b, k - 1) && is_same(a, i - 1, b, k))
                now[k] = least_of(now[k], earlier[k - 2] + 1);
        }
    }
    return rows[a.size % 3][b.size];
}

unsigned ow_text_distance(ow_text a, ow_text b)
{
    return distance_between(a, b);
}

/* One letter in three may be wrong. */
void nearest_begin(struct nearest *nearest, ow_text word)
{
    bool is_pattern = word.size > 0 && memchr(word.data, '*', word.size);
    *nearest = (struct nearest){.word = word};
    nearest->least = is_pattern || word.size > LONGEST_WORD ? 0 : (unsigned)word.size / 3 + 1;
}

static void try_as(struct nearest *nearest, ow_text word, ow_text shown)
{
    unsigned distance = nearest->least > 0 ? distance_between(nearest->word, word) : 0;
    if (shown.size > LONGEST_WORD || shown.size == 0 || nearest->least == 0)
        return;
    bool is_part =
        !*nearest->best && nearest->word.size > 2 && pattern_is_within(word, nearest->word);
    if (distance >= nearest->least && !is_part)
        return;
    nearest->least = least_of(distance, nearest->least);
    memcpy(nearest->best, shown.data, shown.size);
    nearest->best[shown.size] = '\0';
}

void nearest_try(struct nearest *nearest, ow_text word)
{
    try_as(nearest, word, word);
}

void nearest_try_type(struct nearest *nearest, ow_text type)
{
    try_as(nearest, type, type);
    try_as(nearest, name_without_mod(type), type);
}

const char *nearest_words(const struct nearest *nearest, const char *prefix,
                          char text[NEAREST_TEXT])
{
    *text = '\0';
    if (*nearest->best)
        snprintf(text, NEAREST_TEXT, " (did you mean \"%s%s\"?)", prefix, nearest->best);
    return text;
}
