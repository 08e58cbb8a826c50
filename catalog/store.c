/* Writes files and facts into a catalogue, many files in one transaction. */
#include "store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The limit of full text in PostgreSQL. */
enum { MOST_TEXT = 200000 };

/* Passes the rows of one world for one table to `put`. No row is left out: if memory runs out, the
 * batch is not written. */
struct writer {
    struct catalog *catalog;
    bool fine;
};

static void put(struct writer *writer, const struct value *values)
{
    writer->fine =
        writer->fine && writer->catalog->kind->bulk_row(writer->catalog->database, values);
}

static void put_world(struct writer *writer, const struct found *found)
{
    put(writer, found->facts.world);
}

static void put_tally(struct writer *writer, const struct found *found, const struct tally *tally,
                      bool kind_first)
{
    for (size_t i = 0; i < tally->count; i++) {
        const struct tally_row *row = &tally->rows[i];
        struct value kind = text_value(row->kind);
        put(writer,
            (struct value[]){found->facts.world[WORLD_HASH], kind_first ? kind : row->name,
                             kind_first ? row->name : kind, integer_value((int64_t)row->count)});
    }
}

static void put_types(struct writer *writer, const struct found *found)
{
    put_tally(writer, found, &found->facts.types, true);
}

static void put_ports(struct writer *writer, const struct found *found)
{
    put_tally(writer, found, &found->facts.ports, false);
}

static void put_mods(struct writer *writer, const struct found *found)
{
    for (const struct fact_mod *mod = found->facts.mods; mod; mod = mod->next)
        put(writer, (struct value[]){found->facts.world[WORLD_HASH], mod->name, mod->version});
}

static void put_issues(struct writer *writer, const struct found *found)
{
    for (const struct fact_issue *issue = found->facts.issues; issue; issue = issue->next)
        put(writer,
            (struct value[]){found->facts.world[WORLD_HASH], text_value(issue->code->code),
                             text_value(ow_severity_name(issue->code->severity)),
                             integer_value((int64_t)issue->count), issue->pointer, issue->message});
}

static void put_folder_issues(struct writer *writer, const struct found *found)
{
    for (const struct fact_issue *issue = found->facts.folder_issues; issue; issue = issue->next)
        put(writer,
            (struct value[]){found->facts.world[WORLD_HASH], found->folder, found->name,
                             text_value(issue->code->code),
                             text_value(ow_severity_name(issue->code->severity)),
                             integer_value((int64_t)issue->count), issue->pointer, issue->message});
}

static void put_bands(struct writer *writer, const struct found *found)
{
    for (unsigned i = 0; found->facts.has_bands && i < SKETCH_BANDS; i++)
        put(writer, (struct value[]){found->facts.world[WORLD_HASH], integer_value(i),
                                     integer_value(found->facts.bands[i])});
}

static void put_picture(struct writer *writer, const struct found *found)
{
    const struct fact_picture *picture = &found->facts.picture;
    if (picture->was_asked) /* an empty picture means that the world cannot be drawn */
        put(writer, (struct value[]){found->facts.world[WORLD_HASH], integer_value(picture->width),
                                     integer_value(picture->height),
                                     bytes_value(picture->png, picture->size)});
}

/* Writes texts, one to a line. If `to` is NULL, only returns the size. */
static size_t join(const struct value *const *texts, size_t count, char *to)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        if (texts[i]->kind != VALUE_TEXT || texts[i]->size == 0)
            continue;
        if (to && size > 0)
            to[size] = '\n';
        size += size > 0;
        if (to)
            memcpy(to + size, texts[i]->bytes, texts[i]->size);
        size += texts[i]->size;
    }
    return size;
}

/* The text that a full-text search finds. `file` is "" for the words of the world itself, and the
 * path of a file for those of its sidecar. */
static void put_text_of(struct writer *writer, const struct found *found, struct value file,
                        const struct value *const *texts, size_t count)
{
    size_t size = join(texts, count, NULL);
    char *text = size > 0 ? malloc(size) : NULL;
    writer->fine = writer->fine && (text || size == 0);
    if (text) {
        join(texts, count, text);
        size = whole_characters(text, size, MOST_TEXT);
        put(writer, (struct value[]){found->facts.world[WORLD_HASH],
                                     file,
                                     {.kind = VALUE_TEXT, .bytes = text, .size = size}});
    }
    free(text);
}

/* Sets *path, malloc'ed. NULL if memory runs out. */
static struct value path_of(const struct found *found, char **path)
{
    struct value slash = text_value("/");
    const struct value *parts[] = {&found->folder, &slash, &found->name};
    size_t size = found->folder.size + found->name.size + 1;
    *path = malloc(size);
    size = 0;
    for (size_t i = 0; *path && i < 3; i++) {
        memcpy(*path + size, parts[i]->bytes, parts[i]->size);
        size += parts[i]->size;
    }
    return (struct value){.kind = VALUE_TEXT, .bytes = *path, .size = size};
}

static void put_texts(struct writer *writer, const struct found *found)
{
    const struct facts *facts = &found->facts;
    size_t most = 3 + facts->texts.count + facts->ports.count, count = 0;
    const struct value **texts = malloc(most * sizeof *texts);
    if (!texts) {
        writer->fine = false;
        return;
    }
    texts[count++] = &facts->world[WORLD_TITLE];
    texts[count++] = &facts->world[WORLD_AUTHOR];
    texts[count++] = &facts->world[WORLD_DESCRIPTION];
    for (size_t i = 0; i < facts->texts.count; i++)
        texts[count++] = &facts->texts.rows[i].name;
    put_text_of(writer, found, text_value(""), texts, count);
    free(texts);
    char *path;
    struct value file = path_of(found, &path);
    const struct value *beside[] = {&found->sidecars.title, &found->sidecars.description};
    writer->fine = writer->fine && path;
    put_text_of(writer, found, file, beside, 2);
    free(path);
}

static void put_file(struct writer *writer, const struct found *found)
{
    put(writer, (struct value[]){found->facts.world[WORLD_HASH], found->folder, found->name,
                                 integer_value(found->size), integer_value(found->modified),
                                 found->sidecars.has_mark ? integer_value(found->sidecars.mark)
                                                          : (struct value){.kind = VALUE_NULL},
                                 found->sidecars.title, found->sidecars.description,
                                 integer_value((int64_t)time(NULL))});
}

/* The order of the tables. The row of a file comes last, so a world with a file has all its other
 * rows. */
static const struct table {
    const char *name;
    void (*put)(struct writer *writer, const struct found *found);
    size_t count;
    const char *const *columns;
} tables[] = {
    {"world", put_world, WORLD_COLUMNS, world_columns},
    {"world_type", put_types, 4, (const char *const[]){"hash", "kind", "name", "count"}},
    {"world_mod", put_mods, 3, (const char *const[]){"hash", "name", "version"}},
    {"world_issue", put_issues, 6,
     (const char *const[]){"hash", "code", "severity", "count", "pointer", "message"}},
    {"world_port", put_ports, 4, (const char *const[]){"hash", "name", "kind", "count"}},
    {"world_band", put_bands, 3, (const char *const[]){"hash", "band", "value"}},
    {"world_picture", put_picture, 4, (const char *const[]){"hash", "width", "height", "png"}},
    {"world_text", put_texts, 3, (const char *const[]){"hash", "file", "text"}},
    {"file_issue", put_folder_issues, 8,
     (const char *const[]){"hash", "folder", "name", "code", "severity", "count", "pointer",
                           "message"}},
    {"file", put_file, 9,
     (const char *const[]){"hash", "folder", "name", "size", "modified", "sidecar", "title",
                           "description", "added"}},
};
enum { TABLES = sizeof tables / sizeof *tables };

static bool write_table(struct catalog *catalog, const struct table *table,
                        const struct found *list)
{
    const struct database_kind *kind = catalog->kind;
    struct writer writer = {catalog, true};
    if (!kind->bulk_begin(catalog->database, table->name, table->columns, table->count))
        return false;
    for (; list && writer.fine; list = list->next)
        if (list->has_facts)
            table->put(&writer, list);
    return writer.fine && kind->bulk_end(catalog->database);
}

static bool write_passed_by(struct catalog *catalog, const struct found *list)
{
    static const char *const reasons[] = {"", "archive", "unreadable", "opened"};
    for (; list; list = list->next) {
        if (list->has_facts || list->is_unkept)
            continue;
        if (!catalog_run(catalog,
                         "INSERT INTO passed_by (folder, name, size, modified, reason, message)"
                         " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (folder, name) DO UPDATE SET"
                         " size = excluded.size, modified = excluded.modified,"
                         " reason = excluded.reason, message = excluded.message",
                         (struct value[]){list->folder, list->name, integer_value(list->size),
                                          integer_value(list->modified),
                                          text_value(reasons[list->kind]), list->why},
                         6, NULL, NULL))
            return false;
    }
    return true;
}

/* Keeps a picture until there is a new one: of several equal files, only one has it. */
static bool forget_picture(struct catalog *catalog, const struct found *found)
{
    struct value hash = bytes_value(found->facts.hash, DIGEST_SIZE);
    return !found->facts.picture.was_asked ||
           catalog_run(catalog, "DELETE FROM world_picture WHERE hash = $1", &hash, 1, NULL, NULL);
}

/* The tables of a world's facts, except its picture and the texts beside its files. */
static bool forget_facts(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE])
{
    static const char *const statements[] = {
        "DELETE FROM world_type WHERE hash = $1",
        "DELETE FROM world_mod WHERE hash = $1",
        "DELETE FROM world_issue WHERE hash = $1",
        "DELETE FROM world_port WHERE hash = $1",
        "DELETE FROM world_band WHERE hash = $1",
        "DELETE FROM world_text WHERE hash = $1 AND file = ''",
        "DELETE FROM world WHERE hash = $1",
    };
    struct value value = bytes_value(hash, DIGEST_SIZE);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (!catalog_run(catalog, statements[i], &value, 1, NULL, NULL))
            return false;
    return true;
}

static bool forget_text_of(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE],
                           const struct found *found)
{
    char *path;
    struct value values[2] = {bytes_value(hash, DIGEST_SIZE), path_of(found, &path)};
    bool fine = path && catalog_run(catalog, "DELETE FROM world_text WHERE hash = $1 AND file = $2",
                                    values, 2, NULL, NULL);
    free(path);
    return fine;
}

static bool forget_issues_of(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE],
                             const struct found *found)
{
    struct value values[] = {bytes_value(hash, DIGEST_SIZE), found->folder, found->name};
    return catalog_run(catalog,
                       "DELETE FROM file_issue WHERE hash = $1 AND folder = $2 AND name = $3",
                       values, 3, NULL, NULL);
}

/* Removes the old rows of a path before its new ones are written. */
static bool clear_way(struct catalog *catalog, const struct found *list)
{
    for (; list; list = list->next) {
        struct value values[2] = {list->folder, list->name};
        if (list->must_replace && list->has_facts &&
            !(forget_facts(catalog, list->facts.hash) && forget_picture(catalog, list)))
            return false;
        if (list->is_known &&
            (!forget_issues_of(catalog, list->known_hash, list) ||
             !catalog_run(catalog, "DELETE FROM file WHERE folder = $1 AND name = $2", values, 2,
                          NULL, NULL) ||
             !forget_text_of(catalog, list->known_hash, list)))
            return false;
        if (list->has_facts && list->was_passed_by &&
            !catalog_run(catalog, "DELETE FROM passed_by WHERE folder = $1 AND name = $2", values,
                         2, NULL, NULL))
            return false;
    }
    return true;
}

static bool write_all(struct catalog *catalog, const struct found *list)
{
    if (!clear_way(catalog, list))
        return false;
    for (size_t i = 0; i < TABLES; i++)
        if (!write_table(catalog, &tables[i], list))
            return false;
    return write_passed_by(catalog, list);
}

bool store_batch(struct catalog *catalog, const struct found *list)
{
    if (!catalog->kind->begin(catalog->database))
        return false;
    if (write_all(catalog, list) && catalog->kind->commit(catalog->database))
        return true;
    catalog->kind->roll_back(catalog->database);
    return false;
}

void found_free(struct found *found)
{
    facts_free(&found->facts);
    pool_free(&found->pool);
    free(found);
}
