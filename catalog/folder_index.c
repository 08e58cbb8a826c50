/* The files of one folder in a catalogue. */
#include "folder_index.h"

#include <stdlib.h>
#include <string.h>

static int64_t integer_or(const struct value *value, int64_t otherwise)
{
    return value->kind == VALUE_INTEGER ? value->integer : otherwise;
}

static struct indexed_file *add(struct folder_index *index, const struct value *name)
{
    if (index->count == index->room) {
        size_t room = index->room ? 2 * index->room : 64;
        struct indexed_file *larger = realloc(index->list, room * sizeof *larger);
        if (!larger)
            return NULL;
        index->list = larger;
        index->room = room;
    }
    char *copy = pool_take(&index->pool, name->size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, name->bytes, name->size);
    struct indexed_file *file = &index->list[index->count++];
    *file = (struct indexed_file){.name = {.kind = VALUE_TEXT, .bytes = copy, .size = name->size}};
    return file;
}

static bool take_file(void *context, const struct value *values, size_t count)
{
    struct folder_index *index = context;
    struct indexed_file *file = count == 7 ? add(index, &values[0]) : NULL;
    if (!file)
        return !(index->has_failed = true);
    if (values[1].size == DIGEST_SIZE)
        memcpy(file->hash, values[1].bytes, DIGEST_SIZE);
    file->size = integer_or(&values[2], -1);
    file->modified = integer_or(&values[3], -1);
    file->sidecars = integer_or(&values[4], INT64_MIN);
    file->is_current = integer_or(&values[5], 0) == FACTS_VERSION &&
                       (!index->pictures || integer_or(&values[6], 0) == 1);
    return true;
}

static bool is_text(const struct value *value, const char *text)
{
    return value->kind == VALUE_TEXT && value->size == strlen(text) &&
           memcmp(value->bytes, text, value->size) == 0;
}

const char *opened_message(bool pictures)
{
    _Static_assert(FACTS_VERSION == 2, "raise the number in both texts too");
    return pictures ? "its worlds were read (facts 2, with pictures)"
                    : "its worlds were read (facts 2)";
}

static bool take_skipped(void *context, const struct value *values, size_t count)
{
    struct folder_index *index = context;
    struct indexed_file *file = count == 5 ? add(index, &values[0]) : NULL;
    if (!file)
        return !(index->has_failed = true);
    file->size = integer_or(&values[1], -1);
    file->modified = integer_or(&values[2], -1);
    file->was_skipped = true;
    file->is_archive = is_text(&values[3], "archive");
    file->is_deadly = is_text(&values[3], "deadly");
    file->is_opened = is_text(&values[3], "opened") &&
                      (is_text(&values[4], opened_message(true)) ||
                       (!index->pictures && is_text(&values[4], opened_message(false))));
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
    const struct indexed_file *first = a, *second = b;
    return compare_names(&first->name, &second->name);
}

bool folder_index_open(struct folder_index *index, struct catalog *catalog,
                       const struct value *folder, bool pictures)
{
    *index = (struct folder_index){.pictures = pictures};
    if (!catalog_run(
            catalog,
            "SELECT file.name, world.hash, file.size, file.modified, file.sidecar, world.facts,"
            " " PICTURE_IS_THERE
            " FROM file LEFT JOIN world ON world.key = file.key WHERE file.folder = $1",
            folder, 1, take_file, index) ||
        !catalog_run(catalog,
                     "SELECT name, size, modified, reason, message FROM skipped WHERE folder = $1",
                     folder, 1, take_skipped, index) ||
        index->has_failed)
        return false;
    if (index->count > 0)
        qsort(index->list, index->count, sizeof *index->list, by_name);
    return true;
}

void folder_index_close(struct folder_index *index)
{
    free(index->list);
    pool_free(&index->pool);
    *index = (struct folder_index){0};
}

const struct indexed_file *folder_index_find(const struct folder_index *index,
                                             const struct value *name, size_t *count)
{
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(&index->list[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < index->count && compare_names(&index->list[low + *count].name, name) == 0)
        ++*count;
    return *count > 0 ? &index->list[low] : NULL;
}
