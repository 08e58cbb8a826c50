/* Worlds of a catalogue by what they are. */
#include "search.h"

#include "digest.h"
#include "pool.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 64, MOST_SQL = 8192 };

/* A statement in the making. */
struct builder {
    struct catalog *catalog;
    struct pool pool;
    char sql[MOST_SQL];
    size_t size;
    struct value values[MOST_VALUES];
    size_t count;
    bool has_condition;
};

static void say(struct builder *builder, const char *text)
{
    size_t size = strlen(text);
    if (builder->size + size < MOST_SQL) {
        memcpy(builder->sql + builder->size, text, size + 1);
        builder->size += size;
    }
}

/* Puts a value's place: $1, $2, ... */
static void say_value(struct builder *builder, struct value value)
{
    char mark[16];
    if (builder->count == MOST_VALUES)
        return;
    builder->values[builder->count++] = value;
    snprintf(mark, sizeof mark, "$%zu", builder->count);
    say(builder, mark);
}

static void say_condition(struct builder *builder, const char *text)
{
    say(builder, builder->has_condition ? " AND " : " WHERE ");
    builder->has_condition = true;
    say(builder, text);
}

/* A pattern with * in the words of LIKE, whose own signs are escaped by !. */
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

/* The same in those of GLOB, which alone minds the case of letters in SQLite. */
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

/* `column` is, or fits, a name that a user wrote. */
static void say_name(struct builder *builder, const char *column, const char *name)
{
    struct value escaped = escape_text(&builder->pool, ow_text_of(name));
    name = escaped.kind == VALUE_TEXT ? escaped.bytes : "";
    say(builder, column);
    if (!strchr(name, '*')) {
        say(builder, " = ");
        say_value(builder, escaped);
    } else if (builder->catalog->kind->dialect == DIALECT_SQLITE) {
        say(builder, " GLOB ");
        say_value(builder, glob(builder, name));
    } else {
        say(builder, " LIKE ");
        say_value(builder, like(builder, name));
        say(builder, " ESCAPE '!'");
    }
}

static void say_comparison(struct builder *builder, const char *column,
                           const struct comparison *comparison)
{
    say(builder, column);
    say(builder, " ");
    say(builder, strcmp(comparison->sign, "!=") == 0 ? "<>" : comparison->sign);
    say(builder, " ");
    say_value(builder, integer_value(comparison->number));
}

/* Every word must stand there, whole or, with * at its end, by its beginning. FTS5 takes words in quotes,
 * PostgreSQL joined by &. */
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

static void say_text(struct builder *builder, const char *text)
{
    if (builder->catalog->kind->dialect == DIALECT_SQLITE)
        say_condition(builder, "world.hash IN (SELECT hash FROM world_text WHERE id IN"
                               " (SELECT rowid FROM world_words WHERE world_words MATCH ");
    else
        say_condition(builder, "world.hash IN (SELECT hash FROM world_text WHERE (words @@"
                               " to_tsquery('simple', ");
    say_value(builder, words(builder, text));
    say(builder, builder->catalog->kind->dialect == DIALECT_SQLITE ? "))" : ")))");
}

static void say_formats(struct builder *builder, const char *const *formats)
{
    say_condition(builder, "world.format IN (");
    for (size_t i = 0; formats[i]; i++) {
        say(builder, i > 0 ? ", " : "");
        say_value(builder, text_value(formats[i]));
    }
    say(builder, ")");
}

static void say_hashes(struct builder *builder, const uint8_t *from, const uint8_t *to)
{
    say_condition(builder, "world.hash >= ");
    say_value(builder, bytes_value(from, DIGEST_SIZE));
    say_condition(builder, "world.hash <= ");
    say_value(builder, bytes_value(to, DIGEST_SIZE));
}

static void say_conditions(struct builder *builder, const struct search_query *query)
{
    if (query->type) {
        say_condition(builder, "");
        say_name(builder, "type.name", query->type);
    }
    if (query->type && query->count.sign) {
        say_condition(builder, "");
        say_comparison(builder, "type.count", &query->count);
    }
    if (query->formats && *query->formats)
        say_formats(builder, query->formats);
    if (query->version.sign) {
        say_condition(builder, "");
        say_comparison(builder, "world.version", &query->version);
    }
    if (query->kind) {
        say_condition(builder, "");
        say_name(builder, "world.kind", query->kind);
    }
    if (query->status) {
        say_condition(builder, "");
        say_name(builder, "world.status", query->status);
    }
    if (query->larger.sign) {
        say_condition(builder, "");
        say_comparison(builder, "world.records", &query->larger);
    }
    if (query->path) {
        say_condition(builder, "");
        say_name(builder, "file.folder || '/' || file.name", query->path);
    }
    if (query->hash_from)
        say_hashes(builder, query->hash_from, query->hash_to);
}

/* Conditions on tables of which a world has many rows. */
static void say_belongings(struct builder *builder, const struct search_query *query)
{
    if (query->mod) {
        say_condition(builder, "world.hash IN (SELECT hash FROM world_mod WHERE ");
        say_name(builder, "name", query->mod);
        say(builder, ")");
    }
    if (query->issue) {
        say_condition(builder, "world.hash IN (SELECT hash FROM world_issue WHERE ");
        say_name(builder, "code", query->issue);
        say(builder, ")");
    }
    if (query->text)
        say_text(builder, query->text);
}

static void say_limits(struct builder *builder, const struct search_query *query)
{
    if (query->most > 0) {
        say(builder, " LIMIT ");
        say_value(builder, integer_value((int64_t)query->most));
    }
    if (query->most > 0 && query->skip > 0) {
        say(builder, " OFFSET ");
        say_value(builder, integer_value((int64_t)query->skip));
    }
}

bool catalog_search(struct catalog *catalog, const struct search_query *query, row_visitor visit,
                    void *context)
{
    struct builder *builder = calloc(1, sizeof *builder);
    if (!builder)
        return false;
    builder->catalog = catalog;
    say(builder, "SELECT ");
    say(builder, query->columns);
    say(builder, query->type ? " FROM world_type AS type JOIN world ON world.hash = type.hash"
                             : " FROM world");
    say(builder, " JOIN file ON file.hash = world.hash");
    say_conditions(builder, query);
    say_belongings(builder, query);
    /* An index has them in this order: the first come without a sort. */
    say(builder, query->type ? " ORDER BY type.count DESC, type.hash DESC, type.kind, type.name"
                             : " ORDER BY world.records DESC, world.hash DESC");
    say(builder, ", file.folder, file.name");
    say_limits(builder, query);
    bool fine = catalog_run(catalog, builder->sql, builder->values, builder->count, visit, context);
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
