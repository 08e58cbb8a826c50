/* Marks: the author of a world, and the owner and tags that an operator gives to files. */
#include "marks.h"

#include "names.h"
#include "pool.h"

#include <string.h>

static bool has_owner(const struct path_marks *marks)
{
    bool has = false;
    for (size_t i = 0; marks && i < marks->count; i++)
        has |= strcmp(marks->list[i].kind, MARK_OWNER) == 0;
    return has;
}

bool marks_make_room(struct catalog *catalog, const struct path_marks *marks, struct value key,
                     struct value folder, struct value name)
{
    return !has_owner(marks) ||
           catalog_run(catalog,
                       "DELETE FROM mark_use WHERE key = $1 AND folder = $2 AND name = $3"
                       " AND mark IN (SELECT id FROM mark_name WHERE kind = '" MARK_OWNER "')",
                       (struct value[]){key, folder, name}, 3, NULL, NULL);
}

/* A change of the marks of one world's files. */
struct change {
    struct catalog *catalog;
    struct value values[4]; /* the key; a mark; folder and name, if it is of one file */
    size_t count;
};

static bool run(const struct change *change, const char *of_file, const char *of_world)
{
    return catalog_run(change->catalog, change->count == 4 ? of_file : of_world, change->values,
                       change->count, NULL, NULL);
}

#define ONE_FILE " AND folder = $3 AND name = $4"
#define REMOVE   "DELETE FROM mark_use WHERE key = $1 AND mark = $2 AND name <> ''"
#define REMOVE_OWNERS                                                                              \
    "DELETE FROM mark_use WHERE key = $1 AND mark <> $2 AND name <> '' AND mark IN"                \
    " (SELECT id FROM mark_name WHERE kind = '" MARK_OWNER "')"
#define ADD                                                                                        \
    "INSERT INTO mark_use (mark, records, key, folder, name) SELECT $2,"                           \
    " CASE WHEN records < 2147483647 THEN records ELSE 2147483647 END, file.key, folder, name"     \
    " FROM file JOIN world ON world.key = file.key WHERE file.key = $1"

static bool find_id(const struct path_mark *mark, int64_t *id)
{
    struct names names = {.count = 0};
    struct value parts[] = {text_value(mark->kind), mark->name};
    bool fine = names_find(&names, parts, 2, id);
    names_free(&names);
    return fine;
}

static bool remove_mark(struct change *change, const struct path_mark *mark)
{
    int64_t id;
    if (!find_id(mark, &id))
        return false;
    change->values[1] = integer_value(id);
    return run(change, REMOVE ONE_FILE, REMOVE);
}

static bool add_mark(struct change *change, const struct path_mark *mark)
{
    int64_t id;
    if (!find_id(mark, &id))
        return false;
    change->values[1] = integer_value(id);
    if (strcmp(mark->kind, MARK_OWNER) == 0 && !run(change, REMOVE_OWNERS ONE_FILE, REMOVE_OWNERS))
        return false;
    struct value names[] = {change->values[1], text_value(mark->kind), mark->name};
    return mark->name.size == 0 ||
           (catalog_run(change->catalog,
                        "INSERT INTO mark_name (id, kind, name) VALUES ($1, $2, $3)"
                        " ON CONFLICT DO NOTHING",
                        names, 3, NULL, NULL) &&
            run(change, ADD ONE_FILE " ON CONFLICT DO NOTHING", ADD " ON CONFLICT DO NOTHING"));
}

bool marks_change(struct catalog *catalog, const struct marked_files *which,
                  const struct path_marks *added, const struct path_marks *removed, uint64_t *files)
{
    const bool is_one = which->folder.kind != VALUE_NULL;
    struct value key = integer_value(digest_key(which->hash));
    struct change change = {catalog, {key, key, which->folder, which->name}, is_one ? 4 : 2};
    struct value paths[] = {key, which->folder, which->name};
    int64_t count = 0;
    if (!catalog->kind->begin(catalog->database))
        return false;
    bool fine = catalog_number(catalog,
                               is_one ? "SELECT count(*) FROM file WHERE key = $1 AND folder = $2"
                                        " AND name = $3"
                                      : "SELECT count(*) FROM file WHERE key = $1",
                               paths, is_one ? 3 : 1, 0, &count);
    for (size_t i = 0; fine && i < removed->count; i++)
        fine = remove_mark(&change, &removed->list[i]);
    for (size_t i = 0; fine && i < added->count; i++)
        fine = add_mark(&change, &added->list[i]);
    *files = (uint64_t)count;
    return catalog_end(catalog, fine);
}
