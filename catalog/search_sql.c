/* A statement of a search while it is being built, and the numbers of the names in it. */
#include "search_sql.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool is_sqlite(const struct builder *builder)
{
    return builder->catalog->kind->dialect == DIALECT_SQLITE;
}

void append(struct builder *builder, const char *text)
{
    size_t size = strlen(text);
    if (builder->size + size < MOST_SEARCH_SQL) {
        memcpy(builder->sql + builder->size, text, size + 1);
        builder->size += size;
    } else {
        builder->is_cut = true;
    }
}

void append_unindexed(struct builder *builder)
{
    append(builder, is_sqlite(builder) ? "+" : "");
}

void append_number(struct builder *builder, int64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    append(builder, digits);
}

void append_value(struct builder *builder, struct value value)
{
    size_t number = 0;
    while (number < builder->count && !value_is_same(&builder->values[number], &value))
        number++;
    if (number == MOST_SEARCH_VALUES)
        builder->is_cut = true;
    else
        builder->values[number] = value;
    builder->count += number == builder->count && !builder->is_cut;
    append(builder, "$");
    append_number(builder, (int64_t)number + 1);
}

/* Converts a pattern with * for LIKE, whose own signs are escaped by !. */
static struct value like(struct builder *builder, const char *pattern)
{
    char *said = pool_take(&builder->pool, 2 * strlen(pattern) + 1), *to = said;
    for (const char *at = pattern; to && *at; at++) {
        if (strchr("%_!", *at))
            *to++ = '!';
        *to++ = *at == '*' ? '%' : *at;
    }
    if (to)
        *to = '\0';
    return text_value(said ? said : "");
}

/* Converts a pattern for GLOB, which is case-sensitive in SQLite. */
static struct value glob(struct builder *builder, const char *pattern)
{
    char *said = pool_take(&builder->pool, 3 * strlen(pattern) + 1), *to = said;
    for (const char *at = pattern; to && *at; at++) {
        if (strchr("?[", *at)) {
            *to++ = '[';
            *to++ = *at;
            *to++ = ']';
        } else {
            *to++ = *at;
        }
    }
    if (to)
        *to = '\0';
    return text_value(said ? said : "");
}

void append_name(struct builder *builder, const char *column, const char *name)
{
    struct value escaped = escape_text(&builder->pool, ow_text_of(name));
    name = escaped.kind == VALUE_TEXT ? escaped.bytes : "";
    append(builder, column);
    if (!strchr(name, '*')) {
        append(builder, " = ");
        append_value(builder, escaped);
    } else if (is_sqlite(builder)) {
        append(builder, " GLOB ");
        append_value(builder, glob(builder, name));
    } else {
        append(builder, " LIKE ");
        append_value(builder, like(builder, name));
        append(builder, " ESCAPE '!'");
    }
}

void append_comparison(struct builder *builder, const char *column,
                       const struct comparison *comparison)
{
    append(builder, column);
    append(builder, " ");
    append(builder, strcmp(comparison->sign, "!=") == 0 ? "<>" : comparison->sign);
    append(builder, " ");
    append_value(builder, integer_value(comparison->number));
}

/* Backtracks only to the last star: only what it matches may have to grow. */
bool pattern_fits(const char *pattern, const char *name)
{
    const char *star = NULL, *taken = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            taken = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++taken;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

struct taking {
    struct ids *ids;
    uint64_t places, taken;
    int64_t last[2]; /* the integers of the last place */
};

static bool take_id(void *context, const struct value *values, size_t count)
{
    struct taking *taking = context;
    struct ids *ids = taking->ids;
    if (taking->places > 0 && count == 3) {
        bool is_new = taking->taken == 0 || values[1].integer != taking->last[0] ||
                      values[2].integer != taking->last[1];
        taking->last[0] = values[1].integer;
        taking->last[1] = values[2].integer;
        taking->taken += is_new ? 1 : 0;
        if (taking->taken > taking->places)
            return false;
    }
    if (ids->count == MOST_SEARCH_NAMES)
        ids->has_more = true;
    else
        ids->list[ids->count++] = values[0].integer;
    return !ids->has_more;
}

bool find_ids(struct builder *builder, struct ids *ids, uint64_t places)
{
    struct taking taking = {.ids = ids, .places = places};
    *ids = (struct ids){.count = 0};
    append(builder, " LIMIT ");
    append_number(builder, MOST_SEARCH_NAMES + 1);
    bool fine = !builder->is_cut && catalog_run(builder->catalog, builder->sql, builder->values,
                                                builder->count, take_id, &taking);
    builder->size = builder->count = 0;
    builder->is_cut = false;
    return fine;
}

void append_ids(struct builder *builder, const struct ids *ids)
{
    for (size_t i = 0; i < ids->count; i++) {
        append(builder, i > 0 ? ", " : "(");
        append_number(builder, ids->list[i]);
    }
    append(builder, ids->count > 0 ? ")" : "(NULL)");
}
