/* overworld sql: REGEXP and generate_series, as the shell of SQLite has them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* re_search */
#endif
#include "databases/sql_functions.h"

#include "sqlite.h"

#include <limits.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void free_pattern(void *pattern)
{
    regfree(pattern);
    free(pattern);
}

/* The pattern of a call, compiled once for all rows. Returns NULL after an error. */
static regex_t *compile(sqlite3_context *context, const char *text, bool *is_new)
{
    char message[256];
    regex_t *pattern = sqlite3_get_auxdata(context, 0);
    *is_new = !pattern;
    if (pattern)
        return pattern;
    pattern = malloc(sizeof *pattern);
    if (!pattern) {
        sqlite3_result_error_nomem(context);
        return NULL;
    }
    int wrong = regcomp(pattern, text, REG_EXTENDED | REG_NOSUB);
    if (wrong == 0)
        return pattern;
    regerror(wrong, pattern, message, sizeof message);
    if (wrong == REG_ESPACE)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_error(context, message, -1);
    free(pattern);
    return NULL;
}

/* 1: the pattern matches; 0: it does not; -1: memory ran out, which regexec of glibc 2.36 does not
 * tell from no match. */
static int find(regex_t *pattern, const char *text)
{
#ifdef __GLIBC__
    int size = (int)strnlen(text, INT_MAX);
    int at = re_search(pattern, text, size, 0, size, NULL);
    return at >= 0 ? 1 : at == -1 ? 0 : -1;
#else
    int found = regexec(pattern, text, 0, NULL, 0);
    return found == 0 ? 1 : found == REG_NOMATCH ? 0 : -1;
#endif
}

/* regexp(PATTERN, TEXT), which SQLite calls for TEXT REGEXP PATTERN. NULL if either is NULL. */
static void run_regexp(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]);
    const char *subject = (const char *)sqlite3_value_text(values[1]);
    bool is_new;
    (void)count;
    if (!text || !subject)
        return;
    regex_t *pattern = compile(context, text, &is_new);
    if (!pattern)
        return;
    int found = find(pattern, subject);
    if (found >= 0)
        sqlite3_result_int(context, found);
    else
        sqlite3_result_error_nomem(context);
    if (is_new) /* SQLite may free it at once */
        sqlite3_set_auxdata(context, 0, pattern, free_pattern);
}

/* generate_series: START, STOP and STEP are hidden columns, which are its arguments. */

enum { SERIES_VALUE, SERIES_START, SERIES_STOP, SERIES_STEP };

struct series {
    sqlite3_vtab_cursor base;
    sqlite3_int64 bounds[SERIES_STEP]; /* start, stop, step */
    sqlite3_int64 value;
    bool is_over;
};

static int connect_series(sqlite3 *database, void *client, int argc, const char *const *argv,
                          sqlite3_vtab **made, char **message)
{
    (void)client, (void)argc, (void)argv, (void)message;
    int status = sqlite3_declare_vtab(
        database, "CREATE TABLE x(value, start HIDDEN, stop HIDDEN, step HIDDEN)");
    if (status != SQLITE_OK)
        return status;
    *made = sqlite3_malloc(sizeof **made);
    if (!*made)
        return SQLITE_NOMEM;
    memset(*made, 0, sizeof **made);
    sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
    return SQLITE_OK;
}

static int disconnect_series(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

/* The plan has a bit for each argument that is given, in the order of the columns. */
static int plan_series(sqlite3_vtab *table, sqlite3_index_info *info)
{
    enum { LONG = 1000000 };
    int argument = 0;
    for (int column = SERIES_START; column <= SERIES_STEP; column++)
        for (int i = 0; i < info->nConstraint; i++) {
            if (info->aConstraint[i].iColumn != column ||
                info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
                continue;
            if (!info->aConstraint[i].usable)
                return SQLITE_CONSTRAINT; /* it comes from a table that is read later */
            info->idxNum |= 1 << column;
            info->aConstraintUsage[i].argvIndex = ++argument;
            info->aConstraintUsage[i].omit = 1;
            break;
        }
    if (!(info->idxNum & 1 << SERIES_START) || !(info->idxNum & 1 << SERIES_STOP)) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = sqlite3_mprintf("generate_series takes START, STOP and perhaps STEP");
        return SQLITE_ERROR;
    }
    info->estimatedRows = LONG;
    info->estimatedCost = LONG;
    return SQLITE_OK;
}

static int open_series(sqlite3_vtab *table, sqlite3_vtab_cursor **made)
{
    (void)table;
    return make_cursor(sizeof(struct series), made);
}

static int close_series(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static bool is_beyond(const struct series *series)
{
    return series->bounds[2] < 0 ? series->value < series->bounds[1]
                                 : series->value > series->bounds[1];
}

/* A step of 0 is a step of 1, as in SQLite's own. */
static int begin_series(sqlite3_vtab_cursor *cursor, int plan, const char *text, int count,
                        sqlite3_value **values)
{
    struct series *series = (struct series *)cursor;
    int argument = 0;
    (void)text;
    series->bounds[2] = 1;
    series->is_over = false;
    for (int column = SERIES_START; column <= SERIES_STEP && argument < count; column++)
        if (plan & 1 << column) {
            series->is_over |= sqlite3_value_type(values[argument]) == SQLITE_NULL;
            series->bounds[column - 1] = sqlite3_value_int64(values[argument++]);
        }
    series->bounds[2] += series->bounds[2] == 0;
    series->value = series->bounds[0];
    series->is_over |= is_beyond(series);
    return SQLITE_OK;
}

static int next_of_series(sqlite3_vtab_cursor *cursor)
{
    struct series *series = (struct series *)cursor;
    const sqlite3_int64 *bounds = series->bounds;
    /* Compared as distances, which cannot overflow. */
    sqlite3_uint64 left = bounds[2] < 0 ? (sqlite3_uint64)series->value - (sqlite3_uint64)bounds[1]
                                        : (sqlite3_uint64)bounds[1] - (sqlite3_uint64)series->value;
    sqlite3_uint64 step = bounds[2] < 0 ? -(sqlite3_uint64)bounds[2] : (sqlite3_uint64)bounds[2];
    series->is_over = step > left;
    if (!series->is_over)
        series->value += bounds[2];
    return SQLITE_OK;
}

static int is_series_over(sqlite3_vtab_cursor *cursor)
{
    return ((const struct series *)cursor)->is_over;
}

static int value_of_series(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
    const struct series *series = (const struct series *)cursor;
    sqlite3_result_int64(context,
                         column == SERIES_VALUE ? series->value : series->bounds[column - 1]);
    return SQLITE_OK;
}

static int row_of_series(sqlite3_vtab_cursor *cursor, sqlite3_int64 *number)
{
    *number = ((const struct series *)cursor)->value;
    return SQLITE_OK;
}

static const sqlite3_module series_module = {.xConnect = connect_series,
                                             .xBestIndex = plan_series,
                                             .xDisconnect = disconnect_series,
                                             .xOpen = open_series,
                                             .xClose = close_series,
                                             .xFilter = begin_series,
                                             .xNext = next_of_series,
                                             .xEof = is_series_over,
                                             .xColumn = value_of_series,
                                             .xRowid = row_of_series};

int add_shell_functions(sqlite3 *database)
{
    int status = sqlite3_create_function(database, "regexp", 2,
                                         SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                         NULL, run_regexp, NULL, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_create_module(database, "generate_series", &series_module, NULL);
    /* Its first use declares it, which a connection that only reads does not allow. */
    return status == SQLITE_OK
               ? sqlite3_exec(database, "SELECT 1 FROM generate_series(1, 1)", NULL, NULL, NULL)
               : status;
}
