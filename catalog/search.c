/* Searching a catalogue for worlds. */
#include "search.h"

#include "digest.h"
#include "pool.h"
#include "type_names.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values and names together stay below PostgreSQL's limit. */
enum { MOST_VALUES = 128, MOST_NAMES = 80, MOST_SQL = 1 << 17 };

/* A statement being built. */
struct builder {
    struct catalog *catalog;
    struct pool pool;
    char sql[MOST_SQL];
    size_t size;
    struct value values[MOST_VALUES];
    size_t count;
    bool is_cut; /* it became too long */
};

static void append(struct builder *builder, const char *text)
{
    size_t size = strlen(text);
    if (builder->size + size < MOST_SQL) {
        memcpy(builder->sql + builder->size, text, size + 1);
        builder->size += size;
    } else {
        builder->is_cut = true;
    }
}

/* The number of a value, which may be used several times. */
static size_t keep_value(struct builder *builder, struct value value)
{
    if (builder->count == MOST_VALUES)
        builder->is_cut = true;
    else
        builder->values[builder->count++] = value;
    return builder->count;
}

/* Puts a value's place: $1, $2, ... */
static void append_place(struct builder *builder, size_t number)
{
    char mark[24];
    snprintf(mark, sizeof mark, "$%zu", number);
    append(builder, mark);
}

static void append_value(struct builder *builder, struct value value)
{
    append_place(builder, keep_value(builder, value));
}

static void append_condition(struct builder *builder, const char *text)
{
    append(builder, " AND ");
    append(builder, text);
}

/* Converts a pattern with * for LIKE, whose own signs are escaped by !. */
static struct value like(struct builder *builder, const char *pattern)
{
    char *said = pool_take(&builder->pool, 2 * strlen(pattern) + 1), *to = said;
    for (const char *at = pattern; to && *at; at++) {
        if (strchr("%_!", *at))
            *to++ = '!';
        *to++ = *at == '*' ? '%' : *at;
    }
    if (to)
        *to = '\0';
    return text_value(said ? said : "");
}

/* Converts a pattern for GLOB, which is case-sensitive in SQLite. */
static struct value glob(struct builder *builder, const char *pattern)
{
    char *said = pool_take(&builder->pool, 3 * strlen(pattern) + 1), *to = said;
    for (const char *at = pattern; to && *at; at++) {
        if (strchr("?[", *at)) {
            *to++ = '[';
            *to++ = *at;
            *to++ = ']';
        } else {
            *to++ = *at;
        }
    }
    if (to)
        *to = '\0';
    return text_value(said ? said : "");
}

/* Adds the condition that `column` is, or matches, a name that a user wrote. */
static void append_name(struct builder *builder, const char *column, const char *name)
{
    struct value escaped = escape_text(&builder->pool, ow_text_of(name));
    name = escaped.kind == VALUE_TEXT ? escaped.bytes : "";
    append(builder, column);
    if (!strchr(name, '*')) {
        append(builder, " = ");
        append_value(builder, escaped);
    } else if (builder->catalog->kind->dialect == DIALECT_SQLITE) {
        append(builder, " GLOB ");
        append_value(builder, glob(builder, name));
    } else {
        append(builder, " LIKE ");
        append_value(builder, like(builder, name));
        append(builder, " ESCAPE '!'");
    }
}

static void append_comparison(struct builder *builder, const char *column,
                              const struct comparison *comparison)
{
    append(builder, column);
    append(builder, " ");
    append(builder, strcmp(comparison->sign, "!=") == 0 ? "<>" : comparison->sign);
    append(builder, " ");
    append_value(builder, integer_value(comparison->number));
}

/* Every word must occur, whole or, with * at its end, by its beginning. FTS5 takes words in quotes,
 * PostgreSQL words joined by &. */
static struct value words(struct builder *builder, const char *text)
{
    bool is_sqlite = builder->catalog->kind->dialect == DIALECT_SQLITE;
    struct value escaped = escape_text(&builder->pool, ow_text_of(text));
    const char *at = escaped.kind == VALUE_TEXT ? escaped.bytes : "";
    char *said = pool_take(&builder->pool, 4 * strlen(at) + 8), *to = said;
    while (to && *(at += strspn(at, " \t\n"))) {
        size_t size = strcspn(at, " \t\n");
        bool begins = size > 1 && at[size - 1] == '*';
        to += sprintf(to, "%s%c",
                      to == said  ? ""
                      : is_sqlite ? " "
                                  : " & ",
                      is_sqlite ? '"' : '\'');
        for (size_t i = 0; i < size - begins; i++) {
            if (is_sqlite && at[i] == '"')
                *to++ = '"';
            *to++ = is_sqlite || !ispunct((unsigned char)at[i]) ? at[i] : ' ';
        }
        to += sprintf(to, "%c%s", is_sqlite ? '"' : '\'', !begins ? "" : is_sqlite ? "*" : ":*");
        at += size;
    }
    return text_value(said && to > said ? said : "\"\"");
}

static void append_text(struct builder *builder, const char *text)
{
    if (builder->catalog->kind->dialect == DIALECT_SQLITE)
        append_condition(builder, "world.hash IN (SELECT hash FROM world_text WHERE id IN"
                                  " (SELECT rowid FROM world_words WHERE world_words MATCH ");
    else
        append_condition(builder, "world.hash IN (SELECT hash FROM world_text WHERE (words @@"
                                  " to_tsquery('simple', ");
    append_value(builder, words(builder, text));
    append(builder, builder->catalog->kind->dialect == DIALECT_SQLITE ? "))" : ")))");
}

static void append_formats(struct builder *builder, const char *const *formats)
{
    append_condition(builder, "world.format IN (");
    for (size_t i = 0; formats[i]; i++) {
        append(builder, i > 0 ? ", " : "");
        append_value(builder, text_value(formats[i]));
    }
    append(builder, ")");
}

static void append_hashes(struct builder *builder, const uint8_t *from, const uint8_t *to)
{
    append_condition(builder, "world.hash >= ");
    append_value(builder, bytes_value(from, DIGEST_SIZE));
    append_condition(builder, "world.hash <= ");
    append_value(builder, bytes_value(to, DIGEST_SIZE));
}

static void append_count(struct builder *builder, const struct search_query *query)
{
    if (query->type && query->count.sign) {
        append_condition(builder, "");
        append_comparison(builder, "type.count", &query->count);
    }
}

static void append_conditions(struct builder *builder, const struct search_query *query)
{
    if (query->formats && *query->formats)
        append_formats(builder, query->formats);
    if (query->version.sign) {
        append_condition(builder, "");
        append_comparison(builder, "world.version", &query->version);
    }
    if (query->kind) {
        append_condition(builder, "");
        append_name(builder, "world.kind", query->kind);
    }
    if (query->status) {
        append_condition(builder, "");
        append_name(builder, "world.status", query->status);
    }
    if (query->larger.sign) {
        append_condition(builder, "");
        append_comparison(builder, "world.records", &query->larger);
    }
    if (query->path) {
        append_condition(builder, "");
        append_name(builder, "file.folder || '/' || file.name", query->path);
    }
    if (query->hash_from)
        append_hashes(builder, query->hash_from, query->hash_to);
}

/* Whether a code is of the texts beside a world. */
static bool is_folder_code(const char *code)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (const ow_issue_code *of = format->folder_codes; of && of->code; of++)
            if (strcmp(of->code, code) == 0)
                return true;
    return false;
}

/* Issues of worlds and of files have tables of their own; a pattern searches both. */
static void append_issue(struct builder *builder, const char *issue)
{
    const bool is_pattern = strchr(issue, '*') != NULL, of_file = is_folder_code(issue);
    append_condition(builder, "(");
    if (!of_file) { /* nor is a pattern */
        append(builder, "world.hash IN (SELECT hash FROM world_issue WHERE ");
        append_name(builder, "code", issue);
        append(builder, ")");
    }
    append(builder, is_pattern ? " OR " : "");
    if (is_pattern || of_file) {
        append(builder, "(file.hash, file.folder, file.name) IN"
                        " (SELECT hash, folder, name FROM file_issue WHERE ");
        append_name(builder, "code", issue);
        append(builder, ")");
    }
    append(builder, ")");
}

/* Conditions on tables with many rows for each world. */
static void append_belongings(struct builder *builder, const struct search_query *query)
{
    if (query->mod) {
        append_condition(builder, "world.hash IN (SELECT hash FROM world_mod WHERE ");
        append_name(builder, "name", query->mod);
        append(builder, ")");
    }
    if (query->issue)
        append_issue(builder, query->issue);
    if (query->text)
        append_text(builder, query->text);
}

static void append_limits(struct builder *builder, const struct search_query *query)
{
    if (query->most > 0) {
        append(builder, " LIMIT ");
        append_value(builder, integer_value((int64_t)query->most));
    }
    if (query->most > 0 && query->skip > 0) {
        append(builder, " OFFSET ");
        append_value(builder, integer_value((int64_t)query->skip));
    }
}

/* Indexes have these orders, so the first rows need no sort. */
static const char by_count[] = " ORDER BY type.count DESC, type.hash DESC, type.kind, type.name,"
                               " file.folder, file.name";
static const char by_records[] =
    " ORDER BY world.records DESC, world.hash DESC, file.folder, file.name";

static const char of_types[] = " FROM world_type AS type JOIN world ON world.hash = type.hash"
                               " JOIN file ON file.hash = world.hash WHERE ";

/* The other conditions, the same in each part of a statement. */
static const char *conditions(struct builder *builder, const struct search_query *query)
{
    append_count(builder, query);
    append_conditions(builder, query);
    append_belongings(builder, query);
    char *said = pool_take(&builder->pool, builder->size + 1);
    if (said)
        memcpy(said, builder->sql, builder->size + 1);
    builder->size = 0;
    return said ? said : "";
}

/* The first rows of the wanted types, selected in their own narrow table. Every world has a file,
 * so no more rows are needed. The other conditions apply to the worlds. */
static void append_first_types(struct builder *builder, const struct search_query *query)
{
    static const char among[] =
        " AND type.hash IN (SELECT world.hash FROM world JOIN file ON file.hash = world.hash"
        " WHERE 1 = 1";
    append(builder, " FROM (SELECT * FROM world_type AS type WHERE ");
    append_name(builder, "type.name", query->type);
    append_count(builder, query);
    size_t before = builder->size;
    append(builder, among);
    size_t begun = builder->size;
    append_conditions(builder, query);
    append_belongings(builder, query);
    if (builder->size == begun)
        builder->sql[builder->size = before] = '\0';
    else
        append(builder, ")");
    append(builder, " ORDER BY type.count DESC, type.hash DESC, type.kind, type.name LIMIT ");
    append_value(builder, integer_value((int64_t)(query->most + query->skip)));
    append(builder,
           ") AS type JOIN world ON world.hash = type.hash JOIN file ON file.hash = world.hash"
           " WHERE 1 = 1");
}

static void append_search(struct builder *builder, const struct search_query *query)
{
    const char *where = conditions(builder, query);
    bool has_end = query->most > 0 && query->most <= INT32_MAX && query->skip <= INT32_MAX;
    append(builder, "SELECT ");
    append(builder, query->columns);
    if (query->type && has_end) {
        append_first_types(builder, query);
    } else if (query->type) {
        append(builder, of_types);
        append_name(builder, "type.name", query->type);
    } else {
        append(builder, " FROM world JOIN file ON file.hash = world.hash WHERE 1 = 1");
    }
    append(builder, where);
    append(builder, query->type ? by_count : by_records);
    append_limits(builder, query);
}

/* Takes the first rows of each name by the index, and of these the first of all. */
static void append_search_of_names(struct builder *builder, const struct search_query *query,
                                   const struct value *names, size_t name_count)
{
    const char *where = conditions(builder, query);
    size_t limit = keep_value(builder, integer_value((int64_t)(query->most + query->skip)));
    char as[40];
    append(builder, "SELECT ");
    append(builder, query->columns);
    append(builder, " FROM (");
    for (size_t i = 0; i < name_count; i++) {
        append(builder, i > 0 ? " UNION ALL SELECT * FROM (" : "SELECT * FROM (");
        append(builder, "SELECT type.hash, type.kind, type.name, type.count, file.folder,"
                        " file.name AS file");
        append(builder, of_types);
        append(builder, "type.name = ");
        append_value(builder, names[i]);
        append(builder, where);
        append(builder, by_count);
        append(builder, " LIMIT ");
        append_place(builder, limit);
        snprintf(as, sizeof as, ") AS name_%zu", i);
        append(builder, as);
    }
    append(builder,
           ") AS type JOIN world ON world.hash = type.hash JOIN file ON"
           " file.hash = type.hash AND file.folder = type.folder AND file.name = type.file");
    append(builder, by_count);
    append_limits(builder, query);
}

/* Finds the names that match a pattern, if the first rows of each are wanted. Otherwise *count is
 * 0. */
static bool find_names(struct builder *builder, const struct search_query *query,
                       struct value *names, size_t *count)
{
    *count = 0;
    if (!query->type || !strchr(query->type, '*') || query->most == 0 || query->most > INT32_MAX ||
        query->skip > INT32_MAX)
        return true;
    struct value pattern = escape_text(&builder->pool, ow_text_of(query->type));
    if (pattern.kind != VALUE_TEXT ||
        !type_names_find(builder->catalog, &builder->pool, pattern.bytes, names, MOST_NAMES, count))
        return false;
    if (*count > MOST_NAMES) {
        *count = 0;
    } else if (*count == 0) { /* no name matches, so nothing is found */
        names[0] = pattern;
        *count = 1;
    }
    return true;
}

static bool append_statement(struct builder *builder, const struct search_query *query)
{
    struct value names[MOST_NAMES];
    size_t count;
    if (!find_names(builder, query, names, &count))
        return false;
    if (count > 0)
        append_search_of_names(builder, query, names, count);
    if (count == 0 || builder->is_cut) {
        builder->is_cut = false;
        builder->size = builder->count = 0;
        append_search(builder, query);
    }
    return !builder->is_cut && !builder->pool.has_failed;
}

bool catalog_search(struct catalog *catalog, const struct search_query *query, row_visitor visit,
                    void *context)
{
    struct builder *builder = calloc(1, sizeof *builder);
    if (!builder)
        return false;
    builder->catalog = catalog;
    bool fine = append_statement(builder, query) &&
                catalog_run(catalog, builder->sql, builder->values, builder->count, visit, context);
    pool_free(&builder->pool);
    free(builder);
    return fine;
}

bool comparison_read(const char *text, struct comparison *comparison)
{
    static const char *const signs[] = {"<=", ">=", "!=", "<", ">", "="};
    char *end;
    comparison->sign = ">=";
    text += strspn(text, " ");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strncmp(text, signs[i], strlen(signs[i])) == 0) {
            comparison->sign = signs[i];
            text += strlen(signs[i]);
            break;
        }
    }
    text += strspn(text, " ");
    errno = 0;
    comparison->number = strtoll(text, &end, 10);
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0;
}
