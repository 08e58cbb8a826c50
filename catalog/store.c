/* Writes files and facts into a catalogue, many files in one transaction. */
#include "store.h"

#include "schema_steps.h"
#include "store_rows.h"
#include "takedown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char clash[] =
    "has another content than a world of the catalogue, but the same first 16 digits of its hash, "
    "which are its key in a catalogue; put it into a catalogue of its own";

static struct value why_of(const struct found *found)
{
    return found->clashes && !found->is_refused ? text_value(clash) : found->why;
}

static const char *reason_of(const struct found *found)
{
    static const char *const reasons[] = {
        [FOUND_WORLD] = "clash",   [FOUND_ARCHIVE] = "archive", [FOUND_UNREAD] = "unreadable",
        [FOUND_OPENED] = "opened", [FOUND_REFUSED] = "refused", [FOUND_DEADLY] = "deadly"};
    return reasons[found->is_refused ? FOUND_REFUSED : found->kind];
}

static bool write_skipped(struct catalog *catalog, const struct found *list)
{
    for (; list; list = list->next) {
        if (is_kept(list) || list->is_unkept)
            continue;
        if (!catalog_run(catalog,
                         "INSERT INTO skipped (folder, name, size, modified, reason, message)"
                         " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (folder, name) DO UPDATE SET"
                         " size = excluded.size, modified = excluded.modified,"
                         " reason = excluded.reason, message = excluded.message",
                         (struct value[]){list->folder, list->name, integer_value(list->size),
                                          integer_value(list->modified),
                                          text_value(reason_of(list)), why_of(list)},
                         6, NULL, NULL))
            return false;
    }
    return true;
}

static struct value key_of(const uint8_t hash[DIGEST_SIZE])
{
    return integer_value(digest_key(hash));
}

/* Keeps a picture until there is a new one: of several equal files, only one has it. */
static bool forget_picture(struct catalog *catalog, const struct found *found)
{
    const uint8_t *hash = found->facts.hash;
    struct value values[] = {key_of(hash), bytes_value(hash, DIGEST_SIZE)};
    return !found->facts.picture.was_asked ||
           catalog_run(catalog,
                       "DELETE FROM world_picture WHERE key = $1"
                       " AND NOT EXISTS (SELECT 1 FROM world WHERE key = $1 AND hash <> $2)",
                       values, 2, NULL, NULL);
}

static bool take_sketch(void *context, const struct value *values, size_t count)
{
    int64_t *bands = context;
    if (count == 1 && values->size == SKETCH_SIZE)
        sketch_bands(values->bytes, bands);
    return false;
}

/* The bands of a world follow from its sketch, so they need no index by key. */
static bool forget_bands(struct catalog *catalog, struct value key)
{
    int64_t bands[SKETCH_BANDS] = {0};
    bool fine = catalog_run(catalog, "SELECT sketch FROM world WHERE key = $1", &key, 1,
                            take_sketch, bands);
    for (size_t i = 0; i < SKETCH_BANDS && fine; i++)
        fine = catalog_run(catalog, "DELETE FROM world_band WHERE value = $1 AND key = $2",
                           (struct value[]){integer_value(bands[i]), key}, 2, NULL, NULL);
    return fine;
}

/* PostgreSQL keeps words apart from texts; in SQLite, triggers do it. The words of the other texts
 * of the world come back with its rows (store_rows.c). */
static bool forget_words(struct catalog *catalog, struct value key)
{
    return catalog->kind->dialect == DIALECT_SQLITE ||
           catalog_run(
               catalog,
               "DELETE FROM world_word USING (SELECT DISTINCT unnest(" POSTGRESQL_WORDS_OF_TEXT
               ") AS word FROM world_text WHERE key = $1) AS old, world"
               " WHERE world.key = $1 AND world_word.key = $1"
               " AND world_word.records = least(world.records, 2147483647)"
               " AND world_word.word = old.word",
               &key, 1, NULL, NULL);
}

/* The tables of a world's facts, except its picture and the texts beside its files. The world is
 * there. */
static bool forget_facts(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE])
{
    static const char *const statements[] = {
        "DELETE FROM type_count WHERE key = $1",
        "DELETE FROM mod_use WHERE key = $1",
        "DELETE FROM issue_count WHERE key = $1",
        "DELETE FROM world_port WHERE key = $1",
        "DELETE FROM mark_use WHERE key = $1 AND name = ''", /* its author */
        "DELETE FROM world_text WHERE key = $1 AND file = ''",
        "DELETE FROM world WHERE key = $1",
    };
    struct value key = key_of(hash);
    if (!forget_bands(catalog, key) || !forget_words(catalog, key))
        return false;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (!catalog_run(catalog, statements[i], &key, 1, NULL, NULL))
            return false;
    return true;
}

/* The texts beside other files of the world stay, and so do their issues and the marks of all its
 * files, whose order follows the new number of records. */
static bool update_order(struct catalog *catalog, const struct found *found)
{
    struct value values[] = {key_of(found->facts.hash), small_records(found)};
    return catalog_run(catalog, "UPDATE file_issue SET records = $2 WHERE key = $1", values, 2,
                       NULL, NULL) &&
           catalog_run(catalog, "UPDATE mark_use SET records = $2 WHERE key = $1", values, 2, NULL,
                       NULL);
}

/* Words of the world's other texts come back at once: its rows may not be written again. */
static bool forget_text_of(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE],
                           const struct found *found)
{
    char *path;
    struct value values[2] = {key_of(hash), path_of_found(found, &path)};
    bool fine = path && forget_words(catalog, values[0]) &&
                catalog_run(catalog, "DELETE FROM world_text WHERE key = $1 AND file = $2", values,
                            2, NULL, NULL);
    if (fine && catalog->kind->dialect == DIALECT_POSTGRESQL)
        fine = catalog_run(catalog,
                           "INSERT INTO world_word (word, records, key) SELECT DISTINCT"
                           " unnest(" POSTGRESQL_WORDS_OF_TEXT "),"
                           " least(records, 2147483647), world.key FROM world_text"
                           " JOIN world ON world.key = world_text.key WHERE world_text.key = $1"
                           " ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING",
                           values, 1, NULL, NULL);
    free(path);
    return fine;
}

static bool forget_issues_of(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE],
                             const struct found *found)
{
    struct value values[] = {key_of(hash), found->folder, found->name};
    return catalog_run(catalog,
                       "DELETE FROM file_issue WHERE key = $1 AND folder = $2 AND name = $3",
                       values, 3, NULL, NULL);
}

/* Owner and tags belong to a path: they go on to its new content. A file that cannot be read today
 * keeps them for the day when it can. */
static bool move_marks(struct catalog *catalog, const struct found *found)
{
    struct value values[] = {key_of(found->known_hash), found->folder, found->name,
                             key_of(found->facts.hash), small_records(found)};
    return values[0].integer == values[3].integer ||
           (catalog_run(catalog,
                        "DELETE FROM mark_use WHERE key = $1 AND folder = $2 AND name = $3",
                        (struct value[]){values[3], values[1], values[2]}, 3, NULL, NULL) &&
            catalog_run(catalog,
                        "UPDATE mark_use SET key = $4, records = $5"
                        " WHERE key = $1 AND folder = $2 AND name = $3",
                        values, 5, NULL, NULL));
}

/* Another world may have the key: its rows stay. */
static bool forget_old_facts(struct catalog *catalog, const struct found *found)
{
    bool is_there;
    return catalog_has_world(catalog, found->facts.hash, &is_there) &&
           (!is_there || forget_facts(catalog, found->facts.hash)) &&
           forget_picture(catalog, found) && update_order(catalog, found);
}

/* Removes the old rows of a path before its new ones are written. */
static bool clear_way(struct catalog *catalog, const struct found *list)
{
    for (; list; list = list->next) {
        struct value values[2] = {list->folder, list->name};
        if (list->must_replace && list->has_facts && !forget_old_facts(catalog, list))
            return false;
        if (list->is_known &&
            (!forget_issues_of(catalog, list->known_hash, list) ||
             !catalog_run(catalog, "DELETE FROM file WHERE folder = $1 AND name = $2", values, 2,
                          NULL, NULL) ||
             !forget_text_of(catalog, list->known_hash, list)))
            return false;
        if (is_kept(list) && ((list->is_known && !move_marks(catalog, list)) ||
                              !marks_make_room(catalog, list->marks, key_of(list->facts.hash),
                                               list->folder, list->name)))
            return false;
        if (list->has_facts && list->was_skipped &&
            !catalog_run(catalog, "DELETE FROM skipped WHERE folder = $1 AND name = $2", values, 2,
                         NULL, NULL))
            return false;
    }
    return true;
}

/* Worlds whose keys are looked up together, and the first of them. */
enum { LOOKED_UP = 100 };

struct look_up {
    struct found *list[LOOKED_UP];
    size_t count;
};

static bool take_hash(void *context, const struct value *values, size_t count)
{
    const struct look_up *look_up = context;
    for (size_t i = 0; count == 2 && i < look_up->count; i++) {
        struct found *found = look_up->list[i];
        if (digest_key(found->facts.hash) == values[0].integer && values[1].size == DIGEST_SIZE)
            found->clashes = memcmp(found->facts.hash, values[1].bytes, DIGEST_SIZE) != 0;
    }
    return true;
}

/* The last key fills the places that are left, so there is one statement for all counts. */
static bool look_up_keys(struct catalog *catalog, struct look_up *look_up)
{
    char sql[64 + 8 * LOOKED_UP];
    struct value keys[LOOKED_UP];
    size_t used = (size_t)snprintf(sql, sizeof sql, "SELECT key, hash FROM world WHERE key IN (");
    for (size_t i = 0; i < LOOKED_UP; i++) {
        size_t last = i < look_up->count ? i : look_up->count - 1;
        keys[i] = key_of(look_up->list[last]->facts.hash);
        used += (size_t)snprintf(sql + used, sizeof sql - used, "%s$%zu", i > 0 ? ", " : "", i + 1);
    }
    snprintf(sql + used, sizeof sql - used, ")");
    bool fine = catalog_run(catalog, sql, keys, LOOKED_UP, take_hash, look_up);
    look_up->count = 0;
    return fine;
}

/* Finds the worlds whose key belongs to another hash, after the rows of worlds have been written:
 * another process cannot come between. Nothing else of them is written. */
static bool find_clashes(struct catalog *catalog, struct found *list)
{
    struct look_up look_up = {.count = 0};
    for (; list; list = list->next) {
        if (list->has_facts)
            look_up.list[look_up.count++] = list;
        if (look_up.count == LOOKED_UP && !look_up_keys(catalog, &look_up))
            return false;
    }
    return look_up.count == 0 || look_up_keys(catalog, &look_up);
}

/* Servers that have parts of the worlds commit one after another, before the one with the names: if
 * it does not follow, worlds have no names, and nobody writes them again. So names are committed
 * first. */
static bool write_names(struct catalog *catalog, struct found *list)
{
    struct batch batch;
    bool fine = takedown_find(catalog, list);
    batch_begin(&batch, catalog, list);
    for (size_t i = 0; i < store_table_count && fine; i++)
        fine =
            !store_table_has_names(&store_tables[i]) || store_table_write(&batch, &store_tables[i]);
    batch_end(&batch);
    return fine;
}

bool store_names_first(struct catalog *catalog, struct found *list)
{
    int64_t is_spread = 0;
    if (catalog->kind->dialect == DIALECT_SQLITE)
        return true;
    if (!catalog_number(catalog,
                        "SELECT 1 FROM pg_catalog.pg_foreign_table JOIN pg_catalog.pg_inherits"
                        " ON inhrelid = ftrelid WHERE inhparent = to_regclass('world') LIMIT 1",
                        NULL, 0, 0, &is_spread))
        return false;
    return !is_spread || (catalog->kind->begin(catalog->database) &&
                          catalog_end(catalog, write_names(catalog, list)));
}

/* Sums up the rows of running_count in PostgreSQL once most of them are differences. One process is
 * enough: another one that comes meanwhile does not wait. Rows that its snapshot does not show stay
 * as they are. */
static bool fold_counts(struct catalog *catalog)
{
    static const char fold[] =
        "WITH gone AS (DELETE FROM running_count WHERE (SELECT count(*) > 20000"
        " AND count(*) > 2 * count(DISTINCT (what, id, name)) FROM running_count)"
        " AND (SELECT pg_try_advisory_xact_lock(1331127158)) RETURNING *)"
        " INSERT INTO running_count (what, id, name, number, amount)"
        " SELECT what, id, name, sum(number), sum(amount) FROM gone GROUP BY what, id, name"
        " HAVING sum(number) <> 0 OR sum(amount) <> 0";
    return catalog->kind->dialect == DIALECT_SQLITE ||
           catalog_run(catalog, fold, NULL, 0, NULL, NULL);
}

static bool write_all(struct catalog *catalog, struct found *list)
{
    struct batch batch;
    bool fine = takedown_find(catalog, list) && clear_way(catalog, list);
    batch_begin(&batch, catalog, list);
    for (size_t i = 0; i < store_table_count && fine; i++) {
        fine = store_table_write(&batch, &store_tables[i]);
        if (fine && store_table_is_world(&store_tables[i]))
            fine = find_clashes(catalog, list);
    }
    batch_end(&batch);
    return fine && write_skipped(catalog, list) && fold_counts(catalog);
}

void store_settle(struct found *list)
{
    for (; list; list = list->next) {
        if (!list->clashes && !list->is_refused)
            continue;
        uint8_t hash[DIGEST_SIZE];
        memcpy(hash, list->facts.hash, DIGEST_SIZE);
        facts_free(&list->facts);
        memcpy(list->facts.hash, hash, DIGEST_SIZE);
        list->has_facts = false;
        list->kind = list->is_refused ? FOUND_REFUSED : FOUND_UNREAD;
        list->why = why_of(list);
    }
}

bool store_within(struct catalog *catalog, struct found *list)
{
    for (struct found *found = list; found; found = found->next)
        found->clashes = false;
    return write_all(catalog, list);
}

bool store_batch(struct catalog *catalog, struct found *list)
{
    if (!store_names_first(catalog, list) || !catalog->kind->begin(catalog->database))
        return false;
    if (!catalog_end(catalog, store_within(catalog, list)))
        return false;
    store_settle(list);
    return true;
}

bool store_forget_world(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE])
{
    static const char *const statements[] = {
        "DELETE FROM world_picture WHERE key = $1", "DELETE FROM file_issue WHERE key = $1",
        "DELETE FROM file WHERE key = $1", "DELETE FROM world_text WHERE key = $1",
        "DELETE FROM mark_use WHERE key = $1"};
    struct value key = key_of(hash);
    bool is_there, fine = catalog_has_world(catalog, hash, &is_there);
    if (!fine || !is_there)
        return fine;
    fine = forget_facts(catalog, hash);
    for (size_t i = 0; i < sizeof statements / sizeof *statements && fine; i++)
        fine = catalog_run(catalog, statements[i], &key, 1, NULL, NULL);
    return fine;
}

void found_free(struct found *found)
{
    facts_free(&found->facts);
    pool_free(&found->pool);
    free(found);
}
