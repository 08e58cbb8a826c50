/* Names of types in a catalogue, by steps through an index. */
#include "type_names.h"

#include <string.h>

enum { MOST_STEPS = 1000 };

struct step {
    struct pool *pool;
    char *name; /* NULL: no name follows the last one */
};

static bool take_name(void *context, const struct value *values, size_t count)
{
    struct step *step = context;
    if (count == 0 || values->kind != VALUE_TEXT)
        return false;
    step->name = pool_take(step->pool, values->size + 1);
    if (step->name) {
        memcpy(step->name, values->bytes, values->size);
        step->name[values->size] = '\0';
    }
    return false;
}

/* Backtracks only to the last star: only what it matches may have to grow. */
static bool fits(const char *pattern, const char *name)
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

bool type_names_find(struct catalog *catalog, struct pool *pool, const char *pattern,
                     struct value *names, size_t most, size_t *count)
{
    size_t beginning = strcspn(pattern, "*"); /* common to all matches */
    struct step step = {pool, pool_take(pool, beginning + 1)};
    const char *sql = "SELECT min(name) FROM world_type WHERE name >= $1";
    *count = 0;
    if (step.name) {
        memcpy(step.name, pattern, beginning);
        step.name[beginning] = '\0';
    }
    for (size_t steps = 0; step.name && *count <= most; steps++) {
        struct value last = text_value(step.name);
        step.name = NULL;
        if (!catalog_run(catalog, sql, &last, 1, take_name, &step))
            return false;
        sql = "SELECT min(name) FROM world_type WHERE name > $1";
        if (!step.name || strncmp(step.name, pattern, beginning) != 0)
            return true;
        if (steps == MOST_STEPS)
            *count = most + 1;
        else if (fits(pattern, step.name) && (*count)++ < most)
            names[*count - 1] = text_value(step.name);
    }
    return true;
}
