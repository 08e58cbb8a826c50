/* What a catalogue knows of the files in one folder. */
#include "known.h"

#include <stdlib.h>
#include <string.h>

static int64_t integer_or(const struct value *value, int64_t otherwise)
{
    return value->kind == VALUE_INTEGER ? value->integer : otherwise;
}

static struct known_file *add(struct known *known, const struct value *name)
{
    if (known->count == known->room) {
        size_t room = known->room ? 2 * known->room : 64;
        struct known_file *larger = realloc(known->list, room * sizeof *larger);
        if (!larger)
            return NULL;
        known->list = larger;
        known->room = room;
    }
    char *copy = pool_take(&known->pool, name->size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, name->bytes, name->size);
    struct known_file *file = &known->list[known->count++];
    *file = (struct known_file){.name = {.kind = VALUE_TEXT, .bytes = copy, .size = name->size}};
    return file;
}

static bool take_file(void *context, const struct value *values, size_t count)
{
    struct known *known = context;
    struct known_file *file = count == 7 ? add(known, &values[0]) : NULL;
    if (!file)
        return !(known->has_failed = true);
    if (values[1].size == DIGEST_SIZE)
        memcpy(file->hash, values[1].bytes, DIGEST_SIZE);
    file->size = integer_or(&values[2], -1);
    file->modified = integer_or(&values[3], -1);
    file->sidecar = integer_or(&values[4], INT64_MIN);
    file->is_current = integer_or(&values[5], 0) == FACTS_VERSION &&
                       (!known->pictures || integer_or(&values[6], 0) == 1);
    return true;
}

static bool take_passed_by(void *context, const struct value *values, size_t count)
{
    struct known *known = context;
    struct known_file *file = count == 4 ? add(known, &values[0]) : NULL;
    if (!file)
        return !(known->has_failed = true);
    file->size = integer_or(&values[1], -1);
    file->modified = integer_or(&values[2], -1);
    file->was_passed_by = true;
    file->is_archive = values[3].size == 7 && memcmp(values[3].bytes, "archive", 7) == 0;
    return true;
}

static int compare_names(const struct value *a, const struct value *b)
{
    size_t size = a->size < b->size ? a->size : b->size;
    int order = memcmp(a->bytes, b->bytes, size);
    return order ? order : (a->size > b->size) - (a->size < b->size);
}

static int by_name(const void *a, const void *b)
{
    const struct known_file *first = a, *second = b;
    return compare_names(&first->name, &second->name);
}

bool known_open(struct known *known, struct catalog *catalog, const struct value *folder,
                bool pictures)
{
    *known = (struct known){.pictures = pictures};
    if (!catalog_run(
            catalog,
            "SELECT file.name, file.hash, file.size, file.modified, file.sidecar, world.facts,"
            " CASE WHEN world.status <> 'ok' OR EXISTS (SELECT 1 FROM world_picture"
            " WHERE world_picture.hash = file.hash) THEN 1 ELSE 0 END"
            " FROM file LEFT JOIN world ON world.hash = file.hash WHERE file.folder = $1",
            folder, 1, take_file, known) ||
        !catalog_run(catalog,
                     "SELECT name, size, modified, reason FROM passed_by WHERE folder = $1", folder,
                     1, take_passed_by, known) ||
        known->has_failed)
        return false;
    if (known->count > 0)
        qsort(known->list, known->count, sizeof *known->list, by_name);
    return true;
}

void known_close(struct known *known)
{
    free(known->list);
    pool_free(&known->pool);
    *known = (struct known){0};
}

const struct known_file *known_find(const struct known *known, const struct value *name,
                                    size_t *count)
{
    size_t low = 0, high = known->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(&known->list[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < known->count && compare_names(&known->list[low + *count].name, name) == 0)
        ++*count;
    return *count > 0 ? &known->list[low] : NULL;
}
