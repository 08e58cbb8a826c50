/* Figures of worlds and of their files: what a search can compare and sort by. */
#include "figures.h"

#include "pool.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NANOSECONDS 1000000000

/* Of texts, an index has the beginnings: a database takes no longer ones. */
const struct figure figures[] = {
    {"records", FIGURE_COUNT, "@.records", NULL, false, 0},
    {"components", FIGURE_COUNT, "@.components", "@.components", false, 0},
    {"wires", FIGURE_COUNT, "@.wires", "@.wires", false, 0},
    {"things", FIGURE_COUNT, "@.things", "@.things", false, 0},
    {"actors", FIGURE_COUNT, "@.actors", "@.actors", false, 0},
    {"triggers", FIGURE_COUNT, "@.triggers", "@.triggers", false, 0},
    {"paths", FIGURE_COUNT, "@.paths", "@.paths", false, 0},
    {"layers", FIGURE_COUNT, "@.layers", "@.layers", false, 0},
    {"roots", FIGURE_COUNT, "@.roots", "@.roots", false, 0},
    {"blocks", FIGURE_COUNT, "@.blocks", "@.blocks", false, 0},
    {"errors", FIGURE_COUNT, "@.errors", NULL, false, 0},
    {"warnings", FIGURE_COUNT, "@.warnings", NULL, false, 0},
    {"extent_x", FIGURE_EXTENT, "(@.most_x - @.least_x)", "@.most_x", false, 0},
    {"extent_y", FIGURE_EXTENT, "(@.most_y - @.least_y)", "@.most_y", false, 0},
    {"extent_z", FIGURE_EXTENT, "(@.most_z - @.least_z)", "@.most_z", false, 0},
    {"bytes", FIGURE_BYTES, "@.size", NULL, false, 0},
    {"made", FIGURE_TIME, "@.made", "@.made", false, 1},
    {"modified", FIGURE_TIME, "@.modified", NULL, true, NANOSECONDS},
    {"added", FIGURE_TIME, "@.added", NULL, true, 1},
    {"author", FIGURE_TEXT, "substr(@.author, 1, 100)", "@.author", false, 0},
    {"title", FIGURE_TEXT, "substr(@.title, 1, 100)", "@.title", true, 0},
    {"path", FIGURE_PATH, "@.folder", NULL, true, 0},
    {NULL, FIGURE_COUNT, NULL, NULL, false, 0},
};

const struct figure *const figure_records = &figures[0];

const struct figure *figure_find(const char *name, size_t size)
{
    for (const struct figure *figure = figures; figure->name; figure++)
        if (strlen(figure->name) == size && memcmp(figure->name, name, size) == 0)
            return figure;
    return NULL;
}

bool figure_is_compared(const struct figure *figure)
{
    return figure->kind != FIGURE_TEXT && figure->kind != FIGURE_PATH;
}

/* A value as a user wrote it is a period: the whole day of a date, or from a number to itself. */
struct period {
    struct value from, to; /* without `to` itself, if it is a time */
};

static bool read_integer(const char *text, int64_t *number, const char **end)
{
    char *behind;
    errno = 0;
    *number = strtoll(text, &behind, 10);
    *end = behind;
    return isdigit((unsigned char)*text) && errno == 0;
}

static bool read_count(const char *text, bool has_units, struct period *period)
{
    static const char units[] = "KMGT";
    int64_t number;
    if (!read_integer(text, &number, &text))
        return false;
    const char *unit = has_units && *text ? strchr(units, toupper((unsigned char)*text)) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (number > INT64_MAX >> shift || text[unit != NULL])
        return false;
    period->from = period->to = integer_value(number * ((int64_t)1 << shift));
    return true;
}

static bool read_extent(const char *text, struct period *period)
{
    char *end;
    double number = strtod(text, &end);
    period->from = period->to = real_value(number);
    return isdigit((unsigned char)*text) && isfinite(number) && *end == '\0';
}

/* Days since 1970 of a date of the Gregorian calendar. */
static int64_t days_since_1970(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719468;
}

static unsigned days_of_month(unsigned year, unsigned month)
{
    static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && is_leap ? 1 : 0);
}

/* Reads a part of a time with exactly `digits` digits after the sign before it. */
static bool read_part(const char **text, const char *signs, unsigned digits, unsigned *part)
{
    const char *at = *text;
    if (*signs && (!*at || !strchr(signs, *at++)))
        return false;
    *part = 0;
    for (unsigned i = 0; i < digits; i++, at++) {
        if (!isdigit((unsigned char)*at))
            return false;
        *part = *part * 10 + (unsigned)(*at - '0');
    }
    *text = at;
    return true;
}

/* Reads 2026-01-31, and 2026-01-31T12:00 or 2026-01-31T12:00:59 with or without Z. */
static bool read_time(const char *text, int64_t second, struct period *period)
{
    unsigned year, month, day, hour = 0, minute = 0, seconds = 0;
    int64_t length = 86400;
    if (!read_part(&text, "", 4, &year) || year < 1 || !read_part(&text, "-", 2, &month) ||
        month < 1 || month > 12 || !read_part(&text, "-", 2, &day) || day < 1 ||
        day > days_of_month(year, month))
        return false;
    if (*text) {
        if (!read_part(&text, "T ", 2, &hour) || !read_part(&text, ":", 2, &minute))
            return false;
        length = 60;
        if (*text == ':' && read_part(&text, ":", 2, &seconds))
            length = 1;
        text += *text == 'Z';
    }
    int64_t from = days_since_1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + seconds;
    if (*text || hour > 23 || minute > 59 || seconds > 59 || from > INT64_MAX / second - length ||
        from < INT64_MIN / second)
        return false;
    period->from = integer_value(from * second);
    period->to = integer_value((from + length) * second);
    return true;
}

static bool read_period(const char *text, const struct figure *figure, struct period *period)
{
    return figure->kind == FIGURE_TIME     ? read_time(text, figure->second, period)
           : figure->kind == FIGURE_EXTENT ? read_extent(text, period)
                                           : read_count(text, figure->kind == FIGURE_BYTES, period);
}

bool figure_condition_read(const char *text, const struct figure *figure,
                           struct figure_condition *condition)
{
    static const char *const signs[] = {"<=", ">=", "!=", "<", ">", "="};
    const bool is_time = figure->kind == FIGURE_TIME;
    const char *sign = is_time ? "=" : ">=";
    struct period period;
    text += strspn(text, " ");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strncmp(text, signs[i], strlen(signs[i])) == 0) {
            sign = signs[i];
            text += strlen(sign);
            break;
        }
    }
    if (!figure_is_compared(figure) || !read_period(text + strspn(text, " "), figure, &period))
        return false;
    *condition = (struct figure_condition){.figure = figure, .is_outside = *sign == '!'};
    const char *behind = is_time ? "<" : "<="; /* the end of a time is not part of it */
    if (*sign == '=' || *sign == '!' || strcmp(sign, ">=") == 0)
        condition->bounds[0] = (struct figure_bound){">=", period.from};
    if (*sign == '=' || *sign == '!' || strcmp(sign, "<=") == 0)
        condition->bounds[1] = (struct figure_bound){behind, period.to};
    if (strcmp(sign, ">") == 0)
        condition->bounds[0] = (struct figure_bound){is_time ? ">=" : ">", period.to};
    if (strcmp(sign, "<") == 0)
        condition->bounds[1] = (struct figure_bound){"<", period.from};
    return true;
}

const char *figure_example(const struct figure *figure)
{
    return figure->kind == FIGURE_TIME    ? "'>=2026-01-31' or '<2026-01-31T12:00'"
           : figure->kind == FIGURE_BYTES ? "'>1M'"
                                          : "'>100'";
}
