/* Removes files that are gone from a catalogue. */
#include "prune.h"

#include "archive.h"
#include "pool.h"
#include "schema_steps.h"
#include "walk.h"

#include "../files/below.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A row whose file is gone. */
struct gone {
    struct gone *next;
    struct value folder, name;
};

struct search {
    const struct roots *roots;
    struct pool pool; /* for rows that are gone; the others need no memory */
    struct gone *gone;
    uint64_t count;
};

/* Returns true if a part of the path is an archive. Its files are as they were when it was read. */
static bool is_in_archive(char *path)
{
    struct stat about;
    for (char *slash; (slash = strrchr(path, '/')) && slash > path;) {
        *slash = '\0';
        if (lstat(path, &about) == 0)
            return S_ISREG(about.st_mode) && is_archive_name(path);
    }
    return false;
}

/* Only files that certainly do not exist count: a folder that cannot be read today may be readable
 * tomorrow. */
static bool is_gone(const struct roots *roots, const struct value *folder, const struct value *name)
{
    struct stat about;
    size_t folder_size, name_size;
    char *recorded = unescape_text(folder->bytes, folder->size, &folder_size);
    char *last = unescape_text(name->bytes, name->size, &name_size);
    char *above = recorded ? roots_find(roots, recorded) : NULL;
    char *path = above && last ? below_join(above, last) : NULL;
    bool gone = path && lstat(path, &about) != 0 &&
                (errno == ENOENT || (errno == ENOTDIR && !is_in_archive(path)));
    free(recorded);
    free(above);
    free(last);
    free(path);
    return gone;
}

static struct value copy_of(struct pool *pool, const struct value *text)
{
    char *copy = pool_take(pool, text->size + 1);
    if (copy)
        memcpy(copy, text->bytes, text->size);
    return (struct value){
        .kind = VALUE_TEXT, .bytes = copy ? copy : "", .size = copy ? text->size : 0};
}

static bool look_at(void *context, const struct value *values, size_t count)
{
    struct search *search = context;
    if (count < 2 || !is_gone(search->roots, &values[0], &values[1]))
        return true;
    struct gone *gone = pool_take(&search->pool, sizeof *gone);
    if (!gone)
        return false;
    *gone = (struct gone){search->gone, copy_of(&search->pool, &values[0]),
                          copy_of(&search->pool, &values[1])};
    search->gone = gone;
    search->count++;
    return true;
}

/* The real path of a file or folder that exists or existed. NULL if not even the folder above
 * exists. */
static char *path_of(const char *path)
{
    char *real = realpath(path, NULL);
    struct pool pool = {0};
    struct value folder, name;
    size_t size;
    if (real || !place_of_path(path, NULL, &pool, &folder, &name))
        return real;
    char *joined = pool_take(&pool, folder.size + name.size + 2);
    if (joined)
        sprintf(joined, "%s/%s", (const char *)folder.bytes, (const char *)name.bytes);
    real = joined ? unescape_text(joined, strlen(joined), &size) : NULL;
    pool_free(&pool);
    return real;
}

/* The rows of a path: its own if it is a file, or those below it. */
static bool search_rows(struct catalog *catalog, const char *real, const char *table,
                        struct pool *pool, struct search *search)
{
    char sql[512];
    char *recorded = roots_record(search->roots, real);
    struct value own[2], whole = escape_text(pool, ow_text_of(recorded ? recorded : ""));
    bool has_place = recorded && place_of_path(real, search->roots, pool, &own[0], &own[1]);
    free(recorded);
    char *from = pool_take(pool, whole.size + 2), *to = pool_take(pool, whole.size + 2);
    if (!from || !to || !has_place)
        return true;
    const char *stem = whole.size == 1 ? "" : whole.bytes; /* "/" ends with its slash */
    sprintf(from, "%s/", stem);
    sprintf(to, "%s0", stem); /* '0' is the character after '/' */
    snprintf(sql, sizeof sql, "SELECT folder, name FROM %s WHERE folder = $1 AND name = $2", table);
    if (!catalog_run(catalog, sql, own, 2, look_at, search))
        return false;
    snprintf(sql, sizeof sql,
             "SELECT folder, name FROM %s WHERE folder = $1 OR (folder > $2 AND folder < $3)",
             table);
    return catalog_run(catalog, sql, (struct value[]){whole, text_value(from), text_value(to)}, 3,
                       look_at, search);
}

static bool search_path(struct catalog *catalog, const char *path, const char *table,
                        struct search *search)
{
    struct pool pool = {0};
    char *real = path_of(path);
    bool fine = !real || search_rows(catalog, real, table, &pool, search);
    pool_free(&pool);
    free(real);
    return fine;
}

static bool forget(struct catalog *catalog, const char *table, const struct search *search)
{
    char sql[128];
    snprintf(sql, sizeof sql, "DELETE FROM %s WHERE folder = $1 AND name = $2", table);
    for (const struct gone *gone = search->gone; gone; gone = gone->next)
        if (!catalog_run(catalog, sql, (struct value[]){gone->folder, gone->name}, 2, NULL, NULL))
            return false;
    return true;
}

/* Texts whose file is gone, though another file may have the same world; those of the world itself
 * stay as long as it has a file. */
#define IS_GONE(text)                                                                              \
    "NOT EXISTS (SELECT 1 FROM file WHERE file.key = " text ".key AND (" text ".file = ''"         \
    " OR " text ".file = file.folder || '/' || file.name))"

#define TEXT_IS_GONE   IS_GONE("world_text")
#define OTHER_IS_GONE  IS_GONE("other")
#define WORDS_OF_OTHER POSTGRESQL_WORDS("other.text")

/* In PostgreSQL, words that no other text of their world has. */
static const char words_gone[] =
    "DELETE FROM world_word USING (SELECT DISTINCT key, unnest(" POSTGRESQL_WORDS_OF_TEXT ")"
    " AS word FROM world_text WHERE " TEXT_IS_GONE ") AS gone, world"
    " WHERE world.key = gone.key AND world_word.word = gone.word"
    " AND world_word.records = least(world.records, 2147483647) AND world_word.key = gone.key"
    " AND NOT EXISTS (SELECT 1 FROM world_text AS other WHERE other.key = gone.key"
    " AND gone.word = ANY (" WORDS_OF_OTHER ") AND NOT " OTHER_IS_GONE ")";

/* Removes rows whose world has no file left, from each table; from `world` last. */
static bool forget_worlds(struct catalog *catalog, uint64_t *worlds)
{
    static const char *const tables[] = {"type_count", "mod_use",       "issue_count", "mark_use",
                                         "world_port", "world_picture", "world_band"};
    char sql[192];
    int64_t count;
    if (!catalog_number(catalog,
                        "SELECT count(*) FROM world WHERE NOT EXISTS"
                        " (SELECT 1 FROM file WHERE file.key = world.key)",
                        NULL, 0, 0, &count))
        return false;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql,
                 "DELETE FROM %s WHERE NOT EXISTS (SELECT 1 FROM file WHERE file.key = %s.key)",
                 tables[i], tables[i]);
        if (!catalog_run(catalog, sql, NULL, 0, NULL, NULL))
            return false;
    }
    *worlds = (uint64_t)count;
    if (catalog->kind->dialect == DIALECT_POSTGRESQL &&
        !catalog_run(catalog, words_gone, NULL, 0, NULL, NULL))
        return false;
    return catalog_run(catalog,
                       "DELETE FROM file_issue WHERE NOT EXISTS (SELECT 1 FROM file WHERE"
                       " file.key = file_issue.key AND file.folder = file_issue.folder"
                       " AND file.name = file_issue.name)",
                       NULL, 0, NULL, NULL) &&
           catalog_run(catalog,
                       "DELETE FROM mark_use WHERE name <> '' AND NOT EXISTS (SELECT 1 FROM file"
                       " WHERE file.key = mark_use.key AND file.folder = mark_use.folder"
                       " AND file.name = mark_use.name)",
                       NULL, 0, NULL, NULL) &&
           catalog_run(catalog, "DELETE FROM world_text WHERE " TEXT_IS_GONE, NULL, 0, NULL,
                       NULL) &&
           catalog_run(catalog,
                       "DELETE FROM world WHERE NOT EXISTS"
                       " (SELECT 1 FROM file WHERE file.key = world.key)",
                       NULL, 0, NULL, NULL);
}

static bool prune(struct catalog *catalog, char *const *paths, size_t count,
                  const struct roots *roots, uint64_t *files, uint64_t *worlds)
{
    static const char *const tables[] = {"file", "skipped"};
    bool fine = true;
    *files = 0;
    for (size_t k = 0; k < 2 && fine; k++) {
        struct search search = {.roots = roots};
        for (size_t i = 0; i < count && fine; i++)
            fine = search_path(catalog, paths[i], tables[k], &search);
        fine = fine && forget(catalog, tables[k], &search);
        *files += k == 0 ? search.count : 0;
        pool_free(&search.pool);
    }
    return fine && forget_worlds(catalog, worlds);
}

bool prune_paths(struct catalog *catalog, char *const *paths, size_t count,
                 const struct roots *roots, uint64_t *files, uint64_t *worlds)
{
    return catalog->kind->begin(catalog->database) &&
           catalog_end(catalog, prune(catalog, paths, count, roots, files, worlds));
}
