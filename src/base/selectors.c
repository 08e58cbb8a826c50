/* Selectors of parts of a world: parsing their text. */
#include "selectors.h"

#include "ascii.h"
#include "error.h"
#include "nearest.h"
#include "text.h"

#include <math.h>
#include <string.h>

static ow_text without(ow_text text, size_t size)
{
    return (ow_text){text.data + size, text.size - size};
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

bool selector_number(ow_text text, uint32_t *number)
{
    uint64_t value = 0;
    if (text.size == 0 || text.size > 10)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        if (!is_digit(text.data[i]))
            return false;
        value = value * 10 + (unsigned)(text.data[i] - '0');
    }
    *number = (uint32_t)value;
    return value <= UINT32_MAX;
}

/* A decimal without an exponent, as people write places. Exact within the digits of a double, and
 * the same on every host. */
static bool read_decimal(const char **rest, double *number)
{
    const char *at = *rest;
    bool negative = *at == '-';
    uint64_t digits = 0;
    double scale = 1;
    unsigned count = 0, behind = 0;
    bool point = false;
    for (at += negative; is_digit(*at) || (*at == '.' && !point && is_digit(at[1])); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        if (++count > 15) /* more digits than a double has */
            return false;
        digits = digits * 10 + (unsigned)(*at - '0');
        behind += point;
    }
    for (; behind > 0; behind--)
        scale *= 10;
    *number = (negative ? -(double)digits : (double)digits) / scale;
    *rest = at;
    return count > 0;
}

unsigned selector_numbers(const char **rest, unsigned least, double numbers[3])
{
    unsigned count = 0;
    const char *at = *rest;
    do {
        if (!read_decimal(&at, &numbers[count]))
            return 0;
        count++;
    } while (count < 3 && *at == ',' && (is_digit(at[1]) || at[1] == '-') && at++);
    *rest = at;
    return count >= least ? count : 0;
}

/* near:X,Y[,Z]:R */
static bool read_radius(const char **rest, struct selector_words *words)
{
    if (**rest != ':')
        return false;
    ++*rest;
    return read_decimal(rest, &words->radius) && words->radius >= 0;
}

/* at:X,Y[,Z], box:X,Y[,Z]..X,Y[,Z] and near:X,Y[,Z]:R. Their commas do not end the selector. */
static bool read_place(const char **rest, struct selector_words *words)
{
    words->axes = selector_numbers(rest, 2, words->least);
    memcpy(words->most, words->least, sizeof words->most);
    if (words->axes == 0 || words->sort == BY_PLACE)
        return words->axes > 0;
    if (words->sort == BY_NEAR)
        return read_radius(rest, words);
    if (strncmp(*rest, "..", 2) != 0)
        return false;
    *rest += 2;
    return selector_numbers(rest, 2, words->most) == words->axes;
}

static bool take_place(const char **rest, struct selector_words *words, ow_error *error)
{
    const char *start = words->whole.data;
    *rest = strchr(start, ':') + 1;
    bool good = read_place(rest, words) &&
                (**rest == '\0' || (**rest == ',' && !is_digit((*rest)[1]) && (*rest)[1] != '-'));
    for (unsigned i = 0; good && i < words->axes; i++)
        good = words->least[i] <= words->most[i];
    words->whole.size = (size_t)(*rest - start);
    if (good)
        *rest += **rest == ',';
    else
        error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                  "invalid place \"%.60s\": write at:X,Y, at:X,Y,Z, near:X,Y,Z:RADIUS, or "
                  "box:X,Y,Z..X,Y,Z with the lower corner first",
                  start);
    return good;
}

static const struct {
    const char *prefix;
    enum selector_sort sort;
} prefixes[] = {{"type:", BY_TYPE}, {"kind:", BY_KIND},   {"group:", BY_GROUP}, {"tag:", BY_TAG},
                {"text:", BY_TEXT}, {"at:", BY_PLACE},    {"box:", BY_BOX},     {"near:", BY_NEAR},
                {"only:", BY_ONLY}, {"wired:", BY_WIRED}, {"net:", BY_NET}};

enum { PREFIXES = sizeof prefixes / sizeof *prefixes };

/* A selector without a known prefix can only be the name of a kind. */
static bool check_prefix(const struct selector_words *words, ow_error *error)
{
    struct nearest nearest;
    char hint[NEAREST_TEXT];
    ow_text whole = words->whole;
    const char *colon = memchr(whole.data, ':', whole.size);
    if (words->sort != BY_KIND || words->text.size < whole.size || !colon)
        return true;
    ow_text prefix = {whole.data, (size_t)(colon - whole.data) + 1};
    nearest_begin(&nearest, prefix);
    for (size_t i = 0; i < PREFIXES; i++)
        nearest_try(&nearest, ow_text_of(prefixes[i].prefix));
    nearest_words(&nearest, "", hint);
    error_set(error, OW_BAD_ARGUMENT, 0, NULL, "unknown selector \"%.*s\"%s",
              text_shown_size(whole), whole.data,
              *hint ? hint
                    : ": write a JSON Pointer, an address such as C-12, a kind, or type:, text:, "
                      "tag:, group:, at:, box:, near:, only:, wired:, net: or not:");
    return false;
}

static void take_apart(ow_text text, struct selector_words *words)
{
    *words = (struct selector_words){.sort = BY_KIND, .whole = text, .text = text};
    if (text.data[0] == '/')
        words->sort = BY_POINTER;
    else if (text_begins(text, "C-") && selector_number(without(text, 2), &words->value))
        words->sort = BY_ADDRESS;
    for (size_t i = 0; i < PREFIXES; i++) {
        if (text_begins(text, prefixes[i].prefix)) {
            words->sort = prefixes[i].sort;
            words->text = without(text, strlen(prefixes[i].prefix));
        }
    }
    if (words->sort == BY_KIND &&
        (text_is_word(words->text, "peg") || text_is_word(words->text, "pegs")))
        words->sort = BY_PEG;
}

static bool check_number(struct selector_words *words, ow_error *error)
{
    int size = text_shown_size(words->whole);
    bool is_address = words->sort == BY_ONLY || words->sort == BY_WIRED;
    if (words->sort == BY_TAG && !selector_number(words->text, &words->value))
        error_set(error, OW_BAD_ARGUMENT, 0, NULL, "\"%.*s\" is no tag: write tag:N", size,
                  words->whole.data);
    else if (is_address && (!text_begins(words->text, "C-") ||
                            !selector_number(without(words->text, 2), &words->value)))
        error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                  "\"%.*s\" names no component: write an address such as C-12 behind it", size,
                  words->whole.data);
    else
        return true;
    return false;
}

static bool take_one(const char **rest, struct selector_words *words, ow_error *error)
{
    if (!**rest)
        return false;
    const char *comma = strchr(*rest, ',');
    ow_text text = {*rest, comma ? (size_t)(comma - *rest) : strlen(*rest)};
    *rest += text.size + (comma ? 1 : 0);
    if (text.size == 0) {
        error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                  "empty selector: separate selectors by single commas");
        return false;
    }
    take_apart(text, words);
    if (!check_prefix(words, error))
        return false;
    if (words->sort == BY_PLACE || words->sort == BY_BOX || words->sort == BY_NEAR)
        return take_place(rest, words, error);
    return check_number(words, error);
}

bool selector_take(const char **rest, struct selector_words *words, ow_error *error)
{
    static const char not [] = "not:";
    const char *start = *rest;
    bool negated = strncmp(start, not, sizeof not -1) == 0;
    *rest += negated ? sizeof not -1 : 0;
    if (!take_one(rest, words, error)) {
        if (negated && !**rest && error->status == OW_OK)
            error_set(error, OW_BAD_ARGUMENT, 0, NULL, "not: needs a selector after it");
        return false;
    }
    words->negated = negated;
    words->whole.size += (size_t)(words->whole.data - start);
    words->whole.data = start;
    return true;
}

/* Backtracks to the last * only, so it takes at most the product of both lengths. */
bool pattern_matches(ow_text text, ow_text pattern)
{
    size_t at = 0, in_pattern = 0, star = SIZE_MAX, after = 0;
    while (at < text.size) {
        if (in_pattern < pattern.size && pattern.data[in_pattern] == '*') {
            star = in_pattern++;
            after = at;
        } else if (in_pattern < pattern.size && pattern.data[in_pattern] == text.data[at]) {
            at++, in_pattern++;
        } else if (star != SIZE_MAX) {
            in_pattern = star + 1;
            at = ++after;
        } else {
            return false;
        }
    }
    while (in_pattern < pattern.size && pattern.data[in_pattern] == '*')
        in_pattern++;
    return in_pattern == pattern.size;
}

ow_text name_without_mod(ow_text type)
{
    size_t start = type.size;
    while (start > 0 && type.data[start - 1] != '.')
        start--;
    return without(type, start);
}

bool pattern_is_type(ow_text type, ow_text pattern)
{
    if (pattern_matches(type, pattern))
        return true;
    bool has_mod = pattern.size > 0 && memchr(pattern.data, '.', pattern.size);
    return !has_mod && pattern_matches(name_without_mod(type), pattern);
}

/* The first place of a piece without stars, from `from` on; SIZE_MAX: none. */
static size_t find_piece(ow_text text, size_t from, ow_text piece)
{
    for (size_t at = from; at + piece.size <= text.size; at++) {
        size_t same = 0;
        while (same < piece.size &&
               ascii_lower(text.data[at + same]) == ascii_lower(piece.data[same]))
            same++;
        if (same == piece.size)
            return at;
    }
    return SIZE_MAX;
}

bool pattern_is_within(ow_text text, ow_text pattern)
{
    size_t from = 0;
    while (pattern.size > 0) {
        const char *star = memchr(pattern.data, '*', pattern.size);
        ow_text piece = {pattern.data, star ? (size_t)(star - pattern.data) : pattern.size};
        size_t at = find_piece(text, from, piece);
        if (at == SIZE_MAX)
            return false;
        from = at + piece.size;
        pattern = without(pattern, piece.size + (star ? 1 : 0));
    }
    return true;
}

bool pattern_is_kind(const char *name, ow_text pattern)
{
    if (pattern_matches(ow_text_of(name), pattern))
        return true;
    bool is_plural = pattern.size > 1 && pattern.data[pattern.size - 1] == 's';
    return is_plural &&
           pattern_matches(ow_text_of(name), (ow_text){pattern.data, pattern.size - 1});
}

/* Reads the index at the start of a pointer, up to its next slash. */
static bool read_index(ow_text text, uint32_t *index)
{
    const char *slash = memchr(text.data, '/', text.size);
    ow_text digits = {text.data, slash ? (size_t)(slash - text.data) : text.size};
    bool is_plain = digits.size == 1 || (digits.size > 1 && digits.data[0] != '0');
    return is_plain && selector_number(digits, index) && *index < UINT32_MAX;
}

struct of_list chosen_by_pointer(ow_text pointer, const char *list)
{
    struct of_list of = {NO_RECORD, 0};
    ow_text own = ow_text_of(list);
    size_t shorter = own.size < pointer.size ? own.size : pointer.size;
    if (memcmp(own.data, pointer.data, shorter) != 0)
        return of;
    if (pointer.size <= own.size) {
        bool ends_there = pointer.size == own.size || own.data[shorter] == '/';
        of.chosen = ends_there ? EVERY_RECORD : NO_RECORD;
    } else if (pointer.data[shorter] == '/') {
        of.chosen = read_index(without(pointer, shorter + 1), &of.index) ? ONE_RECORD : THE_LIST;
    }
    return of;
}
