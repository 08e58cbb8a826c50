/* Statements about many numbers. */
#include "ids.h"

#include "pool.h"

#include <stdio.h>

enum { AT_ONCE = 100, LONGEST_STATEMENT = 2048 };

static void write_statement(char sql[LONGEST_STATEMENT], const char *before, const char *after)
{
    size_t used = (size_t)snprintf(sql, LONGEST_STATEMENT, "%s (", before);
    for (size_t i = 0; i < AT_ONCE; i++)
        used += (size_t)snprintf(sql + used, LONGEST_STATEMENT - used, "%s$%zu", i > 0 ? ", " : "",
                                 i + 1);
    snprintf(sql + used, LONGEST_STATEMENT - used, ") %s", after);
}

/* The last number fills the places that are left, so there is one statement for all counts. */
bool run_for_ids(struct catalog *catalog, const char *before, const char *after, const int64_t *ids,
                 size_t count, const struct value *last, row_visitor visit, void *context)
{
    char sql[LONGEST_STATEMENT];
    struct value values[AT_ONCE + 1];
    write_statement(sql, before, after);
    if (last)
        values[AT_ONCE] = *last;
    for (size_t done = 0; done < count; done += AT_ONCE) {
        for (size_t i = 0; i < AT_ONCE; i++)
            values[i] = integer_value(ids[done + i < count ? done + i : count - 1]);
        if (!catalog_run(catalog, sql, values, last ? AT_ONCE + 1 : AT_ONCE, visit, context))
            return false;
    }
    return true;
}
