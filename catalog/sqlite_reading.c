/* Statements of a user in SQLite: limited to reading, and stopped in time. */
#include "sqlite_reading.h"

#include <stddef.h>
#include <strings.h>

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (word && strcasecmp(word, *list) == 0)
            return true;
    return false;
}

/* FTS5 needs data_version when its tables are read. */
static int allow_reading(void *context, int action, const char *first, const char *second,
                         const char *schema, const char *trigger)
{
    static const char *const pragmas[] = {
        "table_list",    "table_info",      "table_xinfo",  "function_list",
        "database_list", "compile_options", "data_version", NULL};
    static const char *const functions[] = {"load_extension", "fts3_tokenizer", "writefile", "edit",
                                            NULL};
    (void)context, (void)schema, (void)trigger;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return is_one_of(second, functions) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA:
        return is_one_of(first, pragmas) ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

/* Table-valued functions are made when they are first named, which allow_reading would refuse. */
static void know_functions(sqlite3 *handle)
{
    sqlite3_exec(handle,
                 "SELECT 1 FROM json_each('1'), json_tree('1'), pragma_table_info('x'),"
                 " pragma_table_xinfo('x'), pragma_table_list, pragma_database_list",
                 NULL, NULL, NULL);
}

void sqlite_only_read(sqlite3 *handle)
{
    know_functions(handle);
    sqlite3_set_authorizer(handle, allow_reading, NULL);
}

void sqlite_do_anything(sqlite3 *handle)
{
    sqlite3_set_authorizer(handle, NULL, NULL);
}

static int look_at_clock(void *context)
{
    struct sqlite_deadline *deadline = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    deadline->is_over = now.tv_sec > deadline->end.tv_sec || (now.tv_sec == deadline->end.tv_sec &&
                                                              now.tv_nsec >= deadline->end.tv_nsec);
    return deadline->is_over;
}

void sqlite_stop_after(sqlite3 *handle, unsigned seconds, struct sqlite_deadline *deadline)
{
    enum { STEPS = 1000 };
    *deadline = (struct sqlite_deadline){0};
    clock_gettime(CLOCK_MONOTONIC, &deadline->end);
    deadline->end.tv_sec += (time_t)seconds;
    sqlite3_progress_handler(handle, seconds > 0 ? STEPS : 0, look_at_clock, deadline);
}
