/* The rows of a batch of files, table by table. */
#include "store_rows.h"

#include "marks.h"
#include "schema_steps.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The limit of full text in PostgreSQL. */
enum { MOST_TEXT = 200000 };

bool is_kept(const struct found *found)
{
    return found->has_facts && !found->clashes && !found->is_refused;
}

struct value small_value(uint64_t number)
{
    return integer_value(number < INT32_MAX ? (int64_t)number : INT32_MAX);
}

struct value small_records(const struct found *found)
{
    return small_value((uint64_t)found->facts.world[WORLD_RECORDS].integer);
}

static struct value key_of(const struct found *found)
{
    return integer_value(digest_key(found->facts.hash));
}

static void put(struct batch *batch, const struct value *values)
{
    batch->fine = batch->fine && batch->catalog->kind->bulk_row(batch->catalog->database, values);
}

static struct value id_of(struct batch *batch, struct names *names, const struct value *parts,
                          size_t count)
{
    int64_t id = 0;
    batch->fine = names_find(names, parts, count, &id) && batch->fine;
    return integer_value(id);
}

static struct value class_of(struct batch *batch, const struct found *found)
{
    const struct value *world = found->facts.world;
    struct value parts[] = {world[WORLD_FORMAT], world[WORLD_VERSION], world[WORLD_KIND],
                            world[WORLD_STATUS]};
    return id_of(batch, &batch->classes, parts, 4);
}

static struct value type_of(struct batch *batch, const struct tally_row *row)
{
    struct value parts[] = {text_value(row->kind), row->name};
    return id_of(batch, &batch->types, parts, 2);
}

static struct value mod_of(struct batch *batch, const struct fact_mod *mod)
{
    return id_of(batch, &batch->mods, &mod->name, 1);
}

static struct value code_of(struct batch *batch, const struct fact_issue *issue)
{
    struct value parts[] = {text_value(issue->code->code),
                            text_value(ow_severity_name(issue->code->severity))};
    return id_of(batch, &batch->codes, parts, 2);
}

static struct value mark_of(struct batch *batch, const char *kind, struct value name)
{
    struct value parts[] = {text_value(kind), name};
    return id_of(batch, &batch->marks, parts, 2);
}

static void put_world(struct batch *batch, const struct found *found)
{
    struct value values[2 + WORLD_COLUMNS] = {key_of(found), class_of(batch, found)};
    memcpy(values + 2, found->facts.world, sizeof found->facts.world);
    put(batch, values);
}

static void put_types(struct batch *batch, const struct found *found)
{
    const struct tally *types = &found->facts.types;
    for (size_t i = 0; i < types->count; i++)
        put(batch, (struct value[]){type_of(batch, &types->rows[i]),
                                    small_value(types->rows[i].count), key_of(found)});
}

static void put_ports(struct batch *batch, const struct found *found)
{
    const struct tally *ports = &found->facts.ports;
    for (size_t i = 0; i < ports->count; i++) {
        const struct tally_row *row = &ports->rows[i];
        put(batch, (struct value[]){key_of(found), row->name, text_value(row->kind),
                                    integer_value((int64_t)row->count)});
    }
}

static void put_mods(struct batch *batch, const struct found *found)
{
    for (const struct fact_mod *mod = found->facts.mods; mod; mod = mod->next)
        put(batch, (struct value[]){mod_of(batch, mod), small_records(found), key_of(found),
                                    mod->version});
}

static void put_issues(struct batch *batch, const struct found *found)
{
    for (const struct fact_issue *issue = found->facts.issues; issue; issue = issue->next)
        put(batch, (struct value[]){code_of(batch, issue), small_records(found), key_of(found),
                                    small_value(issue->count), issue->pointer, issue->message});
}

static void put_folder_issues(struct batch *batch, const struct found *found)
{
    for (const struct fact_issue *issue = found->facts.folder_issues; issue; issue = issue->next)
        put(batch, (struct value[]){key_of(found), small_records(found), small_value(issue->count),
                                    found->folder, found->name, text_value(issue->code->code),
                                    text_value(ow_severity_name(issue->code->severity)),
                                    issue->pointer, issue->message});
}

/* A search finds authors by whole names up to a length that fits into an index. */
static bool has_author(const struct found *found)
{
    const struct value *author = &found->facts.world[WORLD_AUTHOR];
    const unsigned char *bytes = author->bytes;
    size_t characters = 0;
    for (size_t i = 0; author->kind == VALUE_TEXT && i < author->size; i++)
        characters += (bytes[i] & 0xc0) != 0x80;
    return characters > 0 && characters <= LONGEST_AUTHOR;
}

/* The author is the world's, so no file is named. */
static void put_marks(struct batch *batch, const struct found *found)
{
    const struct path_marks *marks = found->marks;
    if (has_author(found))
        put(batch,
            (struct value[]){mark_of(batch, MARK_AUTHOR, found->facts.world[WORLD_AUTHOR]),
                             small_records(found), key_of(found), text_value(""), text_value("")});
    for (size_t i = 0; marks && i < marks->count; i++)
        put(batch,
            (struct value[]){mark_of(batch, marks->list[i].kind, marks->list[i].name),
                             small_records(found), key_of(found), found->folder, found->name});
}

static void put_bands(struct batch *batch, const struct found *found)
{
    const struct value *sketch = &found->facts.world[WORLD_SKETCH];
    int64_t bands[SKETCH_BANDS];
    if (sketch->kind != VALUE_BLOB)
        return;
    sketch_bands(sketch->bytes, bands);
    for (size_t i = 0; i < SKETCH_BANDS; i++)
        put(batch, (struct value[]){integer_value(bands[i]), key_of(found)});
}

static void put_picture(struct batch *batch, const struct found *found)
{
    const struct fact_picture *picture = &found->facts.picture;
    if (picture->was_asked) /* an empty picture means that the world cannot be drawn */
        put(batch, (struct value[]){key_of(found), integer_value(picture->width),
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

/* The place of a text in SQLite, from which on one may be free: smaller for more records, then for
 * a larger key. */
static int64_t first_place(const struct found *found)
{
    uint64_t records = (uint64_t)small_records(found).integer, high = 0;
    for (size_t i = 0; i < 4; i++)
        high = high << 8 | found->facts.hash[i];
    return (int64_t)((INT32_MAX - records) << 32 | (UINT32_MAX - high));
}

struct place {
    struct value key, file;
    bool is_free;
};

static bool look_at_place(void *context, const struct value *values, size_t count)
{
    struct place *place = context;
    place->is_free = count == 2 && values[0].integer == place->key.integer &&
                     values[1].size == place->file.size &&
                     memcmp(values[1].bytes, place->file.bytes, values[1].size) == 0;
    return false;
}

/* Finds a place for a text: its own, the next few, then any in the neighbourhood. The order is that
 * of the records all the same, unless worlds of as many records fill all of it. */
static int64_t find_place(struct batch *batch, const struct found *found, struct value file)
{
    enum { NEXT = 16, NEIGHBOURS = 1 << 20 };
    struct place place = {key_of(found), file, false};
    int64_t first = first_place(found), at = first;
    for (uint64_t tries = 0; batch->fine && !place.is_free; tries++) {
        at = first +
             (int64_t)(tries < NEXT ? tries : mix(tries, file.bytes, file.size) % NEIGHBOURS);
        struct value id = integer_value(at);
        place.is_free = true;
        batch->fine = catalog_run(batch->catalog, "SELECT key, file FROM world_text WHERE id = $1",
                                  &id, 1, look_at_place, &place);
    }
    return at;
}

/* The text that a full-text search finds. `file` is "" for the words of the world itself, and the
 * path of a file for those of its sidecar. */
static void put_text_of(struct batch *batch, const struct found *found, struct value file,
                        const struct value *const *texts, size_t count)
{
    size_t size = join(texts, count, NULL);
    char *text = size > 0 ? malloc(size) : NULL;
    batch->fine = batch->fine && (text || size == 0);
    if (text) {
        join(texts, count, text);
        size = whole_characters(text, size, MOST_TEXT);
        struct value values[4] = {
            {0}, key_of(found), file, {.kind = VALUE_TEXT, .bytes = text, .size = size}};
        bool is_placed = batch->catalog->kind->dialect == DIALECT_SQLITE;
        if (is_placed)
            values[0] = integer_value(find_place(batch, found, file));
        put(batch, values + !is_placed);
    }
    free(text);
}

struct value path_of_found(const struct found *found, char **path)
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

static void put_texts(struct batch *batch, const struct found *found)
{
    const struct facts *facts = &found->facts;
    size_t most = 3 + facts->texts.count + facts->ports.count, count = 0;
    const struct value **texts = malloc(most * sizeof *texts);
    if (!texts) {
        batch->fine = false;
        return;
    }
    texts[count++] = &facts->world[WORLD_TITLE];
    texts[count++] = &facts->world[WORLD_AUTHOR];
    texts[count++] = &facts->world[WORLD_DESCRIPTION];
    for (size_t i = 0; i < facts->texts.count; i++)
        texts[count++] = &facts->texts.rows[i].name;
    put_text_of(batch, found, text_value(""), texts, count);
    free(texts);
    char *path;
    struct value file = path_of_found(found, &path);
    const struct value *beside[] = {&found->sidecars.title, &found->sidecars.description};
    batch->fine = batch->fine && path;
    if (path)
        put_text_of(batch, found, file, beside, 2);
    free(path);
}

static void put_file(struct batch *batch, const struct found *found)
{
    put(batch, (struct value[]){key_of(found), found->folder, found->name,
                                integer_value(found->size), integer_value(found->modified),
                                found->sidecars.has_mark ? integer_value(found->sidecars.mark)
                                                         : (struct value){.kind = VALUE_NULL},
                                found->sidecars.title, found->sidecars.description,
                                integer_value((int64_t)time(NULL))});
}

static struct names *classes_of(struct batch *batch)
{
    return &batch->classes;
}

static struct names *types_of(struct batch *batch)
{
    return &batch->types;
}

static struct names *mods_of(struct batch *batch)
{
    return &batch->mods;
}

static struct names *codes_of(struct batch *batch)
{
    return &batch->codes;
}

static struct names *marks_of(struct batch *batch)
{
    return &batch->marks;
}

#define COLUMNS(...)                                                                               \
    sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), (const char *const[])             \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* The words of all texts of the worlds that the batch has: some may have lost theirs to new facts.
 * Servers that have parts of the tables are sent the keys, and so send no other worlds. */
#define COMING "(ARRAY(SELECT key FROM pg_temp.incoming_world))"
static const char words_afterwards[] =
    "INSERT INTO world_word (word, records, key)"
    " SELECT DISTINCT unnest(" POSTGRESQL_WORDS_OF_TEXT "), least(world.records, 2147483647),"
    " world.key FROM world JOIN world_text ON world_text.key = world.key"
    " WHERE world.key = ANY " COMING " AND world_text.key = ANY " COMING
    " ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING";

const struct store_table store_tables[] = {
    {"world_class", NULL, classes_of, COLUMNS("id", "format", "version", "kind", "status"),
     BOTH_DATABASES, NULL},
    {"type_name", NULL, types_of, COLUMNS("id", "kind", "name"), BOTH_DATABASES, NULL},
    {"mod_name", NULL, mods_of, COLUMNS("id", "name"), BOTH_DATABASES, NULL},
    {"issue_code", NULL, codes_of, COLUMNS("id", "code", "severity"), BOTH_DATABASES, NULL},
    {"mark_name", NULL, marks_of, COLUMNS("id", "kind", "name"), BOTH_DATABASES, NULL},
    {"world", put_world, NULL, COLUMNS("key", "class", WORLD_COLUMN_NAMES), BOTH_DATABASES, NULL},
    {"type_count", put_types, NULL, COLUMNS("type", "count", "key"), BOTH_DATABASES, NULL},
    {"mod_use", put_mods, NULL, COLUMNS("mod", "records", "key", "version"), BOTH_DATABASES, NULL},
    {"issue_count", put_issues, NULL,
     COLUMNS("code", "records", "key", "count", "pointer", "message"), BOTH_DATABASES, NULL},
    {"mark_use", put_marks, NULL, COLUMNS("mark", "records", "key", "folder", "name"),
     BOTH_DATABASES, NULL},
    {"world_port", put_ports, NULL, COLUMNS("key", "name", "kind", "count"), BOTH_DATABASES, NULL},
    {"world_band", put_bands, NULL, COLUMNS("value", "key"), BOTH_DATABASES, NULL},
    {"world_picture", put_picture, NULL, COLUMNS("key", "width", "height", "png"), BOTH_DATABASES,
     NULL},
    {"world_text", put_texts, NULL, COLUMNS("id", "key", "file", "text"), ONLY_SQLITE, NULL},
    {"world_text", put_texts, NULL, COLUMNS("key", "file", "text"), ONLY_POSTGRESQL,
     words_afterwards},
    {"file_issue", put_folder_issues, NULL,
     COLUMNS("key", "records", "count", "folder", "name", "code", "severity", "pointer", "message"),
     BOTH_DATABASES, NULL},
    {"file", put_file, NULL,
     COLUMNS("key", "folder", "name", "size", "modified", "sidecar", "title", "description",
             "added"),
     BOTH_DATABASES, NULL},
};
const size_t store_table_count = sizeof store_tables / sizeof *store_tables;

bool store_table_has_names(const struct store_table *table)
{
    return table->names_of != NULL;
}

bool store_table_is_world(const struct store_table *table)
{
    return table->put == put_world;
}

static void put_names(struct batch *batch, const struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        const struct name *name = &names->list[i];
        struct value values[NAME_PARTS + 1] = {integer_value(name->id)};
        memcpy(values + 1, name->parts, sizeof name->parts);
        put(batch, values);
    }
}

bool store_table_write(struct batch *batch, const struct store_table *table)
{
    const struct database_kind *kind = batch->catalog->kind;
    struct database *database = batch->catalog->database;
    if (table->where == (kind->dialect == DIALECT_SQLITE ? ONLY_POSTGRESQL : ONLY_SQLITE))
        return true;
    if (!batch->fine || !kind->bulk_begin(database, table->name, table->columns, table->count))
        return false;
    if (table->names_of)
        put_names(batch, table->names_of(batch));
    for (const struct found *found = batch->list; table->put && found; found = found->next)
        if (is_kept(found))
            table->put(batch, found);
    return batch->fine && kind->bulk_end(database) &&
           (!table->afterwards ||
            catalog_run(batch->catalog, table->afterwards, NULL, 0, NULL, NULL));
}

void batch_begin(struct batch *batch, struct catalog *catalog, const struct found *list)
{
    *batch = (struct batch){.catalog = catalog, .list = list, .fine = true};
    for (const struct found *found = list; found; found = found->next) {
        if (!is_kept(found))
            continue;
        class_of(batch, found);
        for (size_t i = 0; i < found->facts.types.count; i++)
            type_of(batch, &found->facts.types.rows[i]);
        for (const struct fact_mod *mod = found->facts.mods; mod; mod = mod->next)
            mod_of(batch, mod);
        for (const struct fact_issue *at = found->facts.issues; at; at = at->next)
            code_of(batch, at);
        if (has_author(found))
            mark_of(batch, MARK_AUTHOR, found->facts.world[WORLD_AUTHOR]);
        for (size_t i = 0; found->marks && i < found->marks->count; i++)
            mark_of(batch, found->marks->list[i].kind, found->marks->list[i].name);
    }
}

void batch_end(struct batch *batch)
{
    names_free(&batch->classes);
    names_free(&batch->types);
    names_free(&batch->mods);
    names_free(&batch->codes);
    names_free(&batch->marks);
}
