/* Searching a catalogue for worlds.
 *
 * One condition leads: its index gives worlds in the order of the answer, and the other conditions
 * are tried on each, until there are enough. So the first rows need no sort and no walk over all
 * worlds. Names have been replaced by their numbers before. If several numbers lead, the database
 * merges what their parts of the index give. */
#include "search.h"

#include "digest.h"
#include "schema_steps.h"
#include "search_sql.h"
#include "search_words.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum leader { BY_RECORDS, BY_HASH, BY_CLASS, BY_MOD, BY_ISSUE, BY_TEXT, BY_TYPE, LEADERS };

enum { MOST_FOLDER_CODES = 40, FEW = 200, GROWTH = 4, SOME = 2000, MANY = 3200 };

/* What is asked, in numbers. */
struct plan {
    struct builder *builder;
    const struct search_query *query;
    enum leader leader;
    bool asks[LEADERS];
    bool is_empty; /* a name that nothing has: nothing is found */
    struct ids classes, types, mods, codes;
    const char *folder_codes[MOST_FOLDER_CODES];
    size_t folder_code_count;
    struct search_words words;
    size_t word;         /* the one that leads */
    bool is_common_text; /* many texts have the words */
    bool are_few;        /* the leader has few worlds, whose types are sorted by their counts */
    uint64_t rows;       /* how many are wanted; 0: all */
};

/* Conditions on the columns of a class. */
static void append_class(struct builder *builder, const struct search_query *query)
{
    for (size_t i = 0; query->formats && query->formats[i]; i++) {
        append(builder, i > 0 ? ", " : " AND format IN (");
        append_value(builder, text_value(query->formats[i]));
    }
    append(builder, query->formats && *query->formats ? ")" : "");
    if (query->version.sign) {
        append(builder, " AND ");
        append_comparison(builder, "version", &query->version);
    }
    if (query->kind) {
        append(builder, " AND ");
        append_name(builder, "kind", query->kind);
    }
    if (query->status) {
        append(builder, " AND ");
        append_name(builder, "status", query->status);
    }
}

static bool find_classes(struct plan *plan)
{
    append(plan->builder, "SELECT id FROM world_class WHERE 1 = 1");
    append_class(plan->builder, plan->query);
    return find_ids(plan->builder, &plan->classes);
}

static void append_count(struct builder *builder, const struct search_query *query)
{
    if (query->count.sign) {
        append(builder, " AND ");
        append_comparison(builder, "count", &query->count);
    }
}

/* Where the names of a leader are, and what has their numbers. */
static const struct named {
    const char *names, *name, *table, *id, *order;
} named[LEADERS] = {
    [BY_TYPE] = {"type_name", "name", "type_count", "type", "count"},
    [BY_MOD] = {"mod_name", "name", "mod_use", "mod", "records"},
    [BY_ISSUE] = {"issue_code", "code", "issue_count", "code", "records"},
};

/* Appends what the first row of a name has in a column. */
static void append_first_of(struct plan *plan, enum leader leader, const char *column)
{
    const struct named *of = &named[leader];
    char sql[256];
    snprintf(sql, sizeof sql, "(SELECT %s FROM %s AS lead WHERE lead.%s = %s.id", column, of->table,
             of->id, of->names);
    append(plan->builder, sql);
    if (leader == BY_TYPE)
        append_count(plan->builder, plan->query);
    snprintf(sql, sizeof sql, " ORDER BY lead.%s DESC, lead.key DESC LIMIT 1)", of->order);
    append(plan->builder, sql);
}

/* Finds the numbers of names. Of the names of a pattern, if nothing else is asked, those whose
 * first row is among the first of all: no other name can have one of these. */
static bool find_named(struct plan *plan, enum leader leader, const char *name, bool is_alone,
                       struct ids *ids)
{
    struct builder *builder = plan->builder;
    const struct named *of = &named[leader];
    bool ranks = is_alone && strchr(name, '*') && plan->rows > 0 && plan->rows <= MOST_SEARCH_NAMES;
    append(builder, ranks ? "SELECT id FROM (SELECT id, " : "SELECT id");
    if (ranks) {
        append_first_of(plan, leader, of->order);
        append(builder, " AS most, ");
        append_first_of(plan, leader, "key");
        append(builder, " AS last");
    }
    append(builder, " FROM ");
    append(builder, of->names);
    append(builder, " WHERE ");
    append_name(builder, of->name, name);
    if (ranks)
        append(builder,
               ") AS ranked WHERE most IS NOT NULL ORDER BY most DESC, last DESC, id DESC");
    bool fine = find_ids(builder, ids);
    ids->has_more = ids->has_more && !ranks;
    return fine;
}

/* Codes of the texts beside a world are few, and known. */
static void find_folder_codes(struct plan *plan)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (const ow_issue_code *of = format->folder_codes; of && of->code; of++)
            if (pattern_fits(plan->query->issue, of->code) &&
                plan->folder_code_count < MOST_FOLDER_CODES)
                plan->folder_codes[plan->folder_code_count++] = of->code;
}

static bool has_ids(const struct ids *ids)
{
    return ids->count > 0 || ids->has_more;
}

/* Replaces names by numbers. Returns false with catalog_failure. */
static bool find_names(struct plan *plan)
{
    const struct search_query *query = plan->query;
    bool *asks = plan->asks;
    asks[BY_CLASS] =
        (query->formats && *query->formats) || query->version.sign || query->kind || query->status;
    asks[BY_HASH] = query->hash_from != NULL;
    asks[BY_MOD] = query->mod != NULL;
    asks[BY_ISSUE] = query->issue != NULL;
    asks[BY_TEXT] = query->text != NULL;
    asks[BY_TYPE] = query->type != NULL;
    size_t asked = query->path ? 1u : 0u;
    if (query->larger.sign)
        asked++;
    for (enum leader leader = BY_HASH; leader < LEADERS; leader++)
        if (asks[leader])
            asked++;
    if (asks[BY_ISSUE])
        find_folder_codes(plan);
    if ((asks[BY_CLASS] && !find_classes(plan)) ||
        (asks[BY_TYPE] && !find_named(plan, BY_TYPE, query->type, asked == 1, &plan->types)) ||
        (asks[BY_MOD] && !find_named(plan, BY_MOD, query->mod, asked == 1, &plan->mods)) ||
        (asks[BY_ISSUE] && !find_named(plan, BY_ISSUE, query->issue, asked == 1, &plan->codes)) ||
        (asks[BY_TEXT] && !search_words_find(plan->builder, query->text, &plan->words)))
        return false;
    plan->is_empty = (asks[BY_CLASS] && !has_ids(&plan->classes)) ||
                     (asks[BY_TYPE] && !has_ids(&plan->types)) ||
                     (asks[BY_MOD] && !has_ids(&plan->mods)) ||
                     (asks[BY_ISSUE] && !has_ids(&plan->codes) && plan->folder_code_count == 0) ||
                     (asks[BY_TEXT] && !is_sqlite(plan->builder) && plan->words.count == 0);
    return true;
}

/* Appends "type IN (1, 2)", or the query that finds the numbers if they are many. */
static void append_any(struct plan *plan, const char *column, const struct ids *ids,
                       const char *sql, const char *of, const char *name)
{
    append(plan->builder, column);
    append(plan->builder, " IN ");
    if (!ids->has_more) {
        append_ids(plan->builder, ids);
        return;
    }
    append(plan->builder, sql);
    append_name(plan->builder, of, name);
    append(plan->builder, ")");
}

static void append_any_class(struct plan *plan, const char *column)
{
    append(plan->builder, column);
    append(plan->builder, " IN ");
    if (!plan->classes.has_more) {
        append_ids(plan->builder, &plan->classes);
        return;
    }
    append(plan->builder, "(SELECT id FROM world_class WHERE 1 = 1");
    append_class(plan->builder, plan->query);
    append(plan->builder, ")");
}

static void append_any_type(struct plan *plan, const char *column)
{
    append_any(plan, column, &plan->types, "(SELECT id FROM type_name WHERE ", "name",
               plan->query->type);
}

static void append_any_mod(struct plan *plan, const char *column)
{
    append_any(plan, column, &plan->mods, "(SELECT id FROM mod_name WHERE ", "name",
               plan->query->mod);
}

static void append_any_code(struct plan *plan, const char *column)
{
    append_any(plan, column, &plan->codes, "(SELECT id FROM issue_code WHERE ", "code",
               plan->query->issue);
}

static void append_folder_codes(struct plan *plan, const char *column)
{
    append(plan->builder, column);
    append(plan->builder, " IN (''");
    for (size_t i = 0; i < plan->folder_code_count; i++) {
        append(plan->builder, ", ");
        append_value(plan->builder, text_value(plan->folder_codes[i]));
    }
    append(plan->builder, ")");
}

/* Conditions on the leading row. If only the first rows are wanted, PostgreSQL must not turn them
 * into joins of everything, which an OFFSET prevents. */

static void end_condition(struct plan *plan)
{
    append(plan->builder, plan->rows > 0 ? " LIMIT 1 OFFSET 0)" : ")");
}

static void append_hashes(struct plan *plan)
{
    const uint8_t *from = plan->query->hash_from, *to = plan->query->hash_to;
    struct builder *builder = plan->builder;
    const char *column =
        plan->leader == BY_HASH ? "lead.key" : "lead.key + 0"; /* not by an index */
    append(builder, " AND ");
    append(builder, column);
    append(builder, " >= ");
    append_value(builder, integer_value(digest_key(from)));
    append(builder, " AND ");
    append(builder, column);
    append(builder, " <= ");
    append_value(builder, integer_value(digest_key(to)));
    if (digest_key(from) != digest_key(to))
        return;
    append(builder, " AND EXISTS (SELECT 1 FROM world WHERE world.key = lead.key AND hash >= ");
    append_value(builder, bytes_value(from, DIGEST_SIZE));
    append(builder, " AND hash <= ");
    append_value(builder, bytes_value(to, DIGEST_SIZE));
    end_condition(plan);
}

/* What the class and the size of a world have to be. Some leaders have a column for them. */
static void append_world(struct plan *plan)
{
    struct builder *builder = plan->builder;
    const struct comparison *larger = &plan->query->larger;
    bool is_world = plan->leader <= BY_CLASS, has_records = plan->leader != BY_TYPE;
    bool asks_class = plan->asks[BY_CLASS] && plan->leader != BY_CLASS;
    if (larger->sign && has_records) {
        append(builder, " AND ");
        append_comparison(builder, "lead.records", larger);
    }
    if (is_world && asks_class) {
        append(builder, " AND ");
        append_any_class(plan, "lead.class");
    }
    bool looks_up_class = asks_class && !is_world, looks_up_size = larger->sign && !has_records;
    if (!looks_up_class && !looks_up_size)
        return;
    append(builder, " AND EXISTS (SELECT 1 FROM world WHERE world.key = lead.key");
    if (looks_up_class) {
        append(builder, " AND ");
        append_any_class(plan, "world.class");
    }
    if (looks_up_size) {
        append(builder, " AND ");
        append_comparison(builder, "world.records", larger);
    }
    end_condition(plan);
}

static void append_issue(struct plan *plan)
{
    struct builder *builder = plan->builder;
    append(builder, " AND (EXISTS (SELECT 1 FROM issue_count AS other WHERE other.key = lead.key"
                    " AND ");
    append_any_code(plan, "other.code");
    end_condition(plan);
    if (plan->folder_code_count > 0) {
        append(builder, " OR EXISTS (SELECT 1 FROM file_issue AS other WHERE other.key = lead.key"
                        " AND ");
        append_folder_codes(plan, "other.code");
        end_condition(plan);
    }
    append(builder, ")");
}

static void append_words(struct plan *plan)
{
    struct builder *builder = plan->builder;
    if (is_sqlite(builder)) {
        append(builder, plan->is_common_text
                            ? " AND EXISTS (SELECT 1 FROM world_text JOIN world_words ON"
                              " world_words.rowid = world_text.id WHERE world_text.key = lead.key"
                              " AND world_words MATCH "
                            : " AND lead.key IN (SELECT key FROM world_text WHERE id IN"
                              " (SELECT rowid FROM world_words WHERE world_words MATCH ");
        append_value(builder, plan->words.query);
        append(builder, plan->is_common_text ? ")" : "))");
        return;
    }
    for (size_t i = 0; i < plan->words.count; i++) {
        if ((plan->leader == BY_TEXT && i == plan->word) || plan->words.list[i].has_more)
            continue; /* of many words, the texts themselves are looked at below */
        append(builder, " AND EXISTS (SELECT 1 FROM world JOIN world_word AS other"
                        " ON other.key = world.key AND other.records = least(world.records,"
                        " 2147483647) WHERE world.key = lead.key AND ");
        append_search_word(builder, "other.word", &plan->words.list[i]);
        end_condition(plan);
    }
    if (plan->words.are_together) {
        append(builder, " AND EXISTS (SELECT 1 FROM world_text AS other WHERE other.key = lead.key"
                        " AND to_tsvector('simple', " POSTGRESQL_PLAIN(
                            "other.text") ")"
                                          " @@ to_tsquery('simple', ");
        append_value(builder, plan->words.query);
        append(builder, ")");
        end_condition(plan);
    }
}

static void append_path(struct plan *plan, const char *file)
{
    char column[80];
    snprintf(column, sizeof column, "%s.folder || '/' || %s.name", file, file);
    append_name(plan->builder, column, plan->query->path);
}

static void append_conditions(struct plan *plan)
{
    struct builder *builder = plan->builder;
    append(builder, plan->is_empty ? " AND 1 = 0" : "");
    append_world(plan);
    if (plan->asks[BY_HASH])
        append_hashes(plan);
    if (plan->asks[BY_MOD] && plan->leader != BY_MOD) {
        append(builder, " AND EXISTS (SELECT 1 FROM mod_use AS other WHERE other.key = lead.key"
                        " AND ");
        append_any_mod(plan, "other.mod");
        end_condition(plan);
    }
    if (plan->asks[BY_ISSUE] && plan->leader != BY_ISSUE)
        append_issue(plan);
    if (plan->asks[BY_TEXT] && (plan->leader != BY_TEXT || !is_sqlite(builder)))
        append_words(plan);
    if (plan->query->path) {
        append(builder, " AND EXISTS (SELECT 1 FROM file AS other WHERE other.key = lead.key AND ");
        append_path(plan, "other");
        end_condition(plan);
    }
}

/* How many parts of an index the leader has, each in order. If all rows are wanted, order is of no
 * use, and there is a part for each table. */
static size_t parts_of(const struct plan *plan)
{
    const struct search_word *word = &plan->words.list[plan->word];
    bool in_order = plan->rows > 0;
    switch (plan->leader) {
    case BY_CLASS:
        return in_order && !plan->classes.has_more ? plan->classes.count : 1;
    case BY_MOD:
        return in_order && !plan->mods.has_more ? plan->mods.count : 1;
    case BY_TYPE:
        return in_order && !plan->types.has_more ? plan->types.count : 1;
    case BY_ISSUE:
        return (in_order && !plan->codes.has_more ? plan->codes.count : 1) +
               (in_order ? plan->folder_code_count : plan->folder_code_count > 0);
    case BY_TEXT:
        return in_order && word->begins && !word->has_more && !is_sqlite(plan->builder)
                   ? word->count
                   : 1;
    default:
        return 1;
    }
}

/* Appends "class = 1" for a part of several, or what stands for all numbers. */
static void append_number_of(struct plan *plan, const char *column, const struct ids *ids,
                             size_t part, void (*append_all)(struct plan *plan, const char *column))
{
    if (plan->rows == 0 || ids->has_more) {
        append_all(plan, column);
        return;
    }
    append(plan->builder, column);
    append(plan->builder, " = ");
    append_number(plan->builder, ids->list[part]);
}

static void append_issue_part(struct plan *plan, size_t part)
{
    size_t of_worlds =
        parts_of(plan) - (plan->rows > 0 ? plan->folder_code_count : plan->folder_code_count > 0);
    if (part < of_worlds) {
        append(plan->builder, " FROM issue_count AS lead WHERE ");
        append_number_of(plan, "lead.code", &plan->codes, part, append_any_code);
        return;
    }
    append(plan->builder, " FROM file_issue AS lead WHERE ");
    if (plan->rows == 0) {
        append_folder_codes(plan, "lead.code");
        return;
    }
    append(plan->builder, "lead.code = ");
    append_value(plan->builder, text_value(plan->folder_codes[part - of_worlds]));
}

/* FTS5 gives texts in the order of their worlds (store_rows.c). */
static void append_text_part(struct plan *plan, size_t part)
{
    struct builder *builder = plan->builder;
    const struct search_word *word = &plan->words.list[plan->word];
    if (is_sqlite(builder)) {
        append(builder,
               " FROM world_words JOIN world_text ON world_text.id = world_words.rowid"
               " JOIN world AS lead ON lead.key = world_text.key WHERE world_words MATCH ");
        append_value(builder, plan->words.query);
        return;
    }
    append(builder, " FROM world_word AS lead WHERE ");
    if (parts_of(plan) == 1 && (plan->rows == 0 || !word->begins || word->has_more)) {
        append_search_word(builder, "lead.word", word);
        return;
    }
    append(builder, "lead.word = ");
    append_value(builder, word->others[part]);
}

static void append_from(struct plan *plan, size_t part)
{
    switch (plan->leader) {
    case BY_CLASS:
        append(plan->builder, " FROM world AS lead WHERE ");
        append_number_of(plan, "lead.class", &plan->classes, part, append_any_class);
        break;
    case BY_MOD:
        append(plan->builder, " FROM mod_use AS lead WHERE ");
        append_number_of(plan, "lead.mod", &plan->mods, part, append_any_mod);
        break;
    case BY_TYPE:
        append(plan->builder, " FROM type_count AS lead WHERE ");
        append_number_of(plan, "lead.type", &plan->types, part, append_any_type);
        append_count(plan->builder, plan->query);
        break;
    case BY_ISSUE:
        append_issue_part(plan, part);
        break;
    case BY_TEXT:
        append_text_part(plan, part);
        break;
    default:
        append(plan->builder, " FROM world AS lead WHERE 1 = 1");
        break;
    }
}

/* Whether a world may come twice: by two versions of a mod, two codes, two texts. */
static bool may_repeat(const struct plan *plan)
{
    return plan->leader == BY_MOD || plan->leader == BY_ISSUE || plan->leader == BY_TEXT;
}

static void append_part(struct plan *plan, size_t part)
{
    append(plan->builder, may_repeat(plan) ? "SELECT DISTINCT " : "SELECT ");
    append(plan->builder, plan->leader == BY_TYPE
                              ? "lead.count AS count, lead.key AS key, lead.type AS type"
                              : "lead.records AS records, lead.key AS key");
    append_from(plan, part);
    append_conditions(plan);
}

static void append_order(struct plan *plan)
{
    if (plan->leader == BY_TEXT && is_sqlite(plan->builder))
        append(plan->builder, " ORDER BY world_words.rowid");
    else if (plan->leader == BY_HASH) /* few: no index */
        append(plan->builder, " ORDER BY lead.records + 0 DESC, lead.key DESC");
    else
        append(plan->builder, plan->leader == BY_TYPE ? " ORDER BY 1 DESC, 2 DESC, 3 DESC"
                                                      : " ORDER BY 1 DESC, 2 DESC");
    append(plan->builder, " LIMIT ");
    append_value(plan->builder, integer_value((int64_t)plan->rows));
}

/* SQLite merges the parts of a UNION. PostgreSQL merges those of a UNION ALL, if each has an order
 * and an end of its own. */
static void append_parts(struct plan *plan)
{
    struct builder *builder = plan->builder;
    size_t parts = parts_of(plan);
    bool are_apart = parts > 1 && !is_sqlite(builder);
    const char *between = may_repeat(plan) && !are_apart ? " UNION " : " UNION ALL ";
    if (are_apart)
        append(builder, may_repeat(plan) ? "SELECT DISTINCT * FROM (" : "SELECT * FROM (");
    for (size_t i = 0; i < parts; i++) {
        append(builder, i > 0 ? between : "");
        append(builder, are_apart ? "(" : "");
        append_part(plan, i);
        if (are_apart && plan->rows > 0)
            append_order(plan);
        append(builder, are_apart ? ")" : "");
    }
    append(builder, are_apart ? ") AS parts" : "");
    if (plan->rows > 0)
        append_order(plan);
}

/* All worlds of a rare leader, with their counts of the type. */
static void append_types_of_few(struct plan *plan)
{
    struct builder *builder = plan->builder;
    uint64_t rows = plan->rows;
    append(builder, "SELECT lead.count AS count, lead.key AS key, lead.type AS type FROM (");
    plan->rows = 0;
    append_parts(plan);
    append(builder, ") AS few JOIN type_count AS lead ON lead.key = few.key WHERE ");
    append_any_type(plan, "lead.type + 0"); /* by the index of keys */
    append_count(builder, plan->query);
    plan->rows = rows;
    if (rows > 0) {
        append(builder, " ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT ");
        append_value(builder, integer_value((int64_t)rows));
    }
}

/* The first worlds. Every world has a file, so no more are needed. */
static void append_first(struct plan *plan)
{
    plan->is_empty |= parts_of(plan) == 0;
    if (plan->is_empty) {
        plan->leader = plan->asks[BY_TYPE] ? BY_TYPE : BY_RECORDS;
        plan->rows = 0;
        plan->are_few = false;
    }
    if (plan->are_few)
        append_types_of_few(plan);
    else
        append_parts(plan);
}

/* Of the files of a world, those that match themselves. */
static void append_files(struct plan *plan)
{
    struct builder *builder = plan->builder;
    if (plan->query->path) {
        append(builder, " AND ");
        append_path(plan, "file");
    }
    if (plan->folder_code_count == 0)
        return;
    append(builder, " AND (EXISTS (SELECT 1 FROM file_issue AS other WHERE other.key = file.key"
                    " AND other.folder = file.folder AND other.name = file.name AND ");
    append_folder_codes(plan, "other.code");
    append(builder, ") OR EXISTS (SELECT 1 FROM issue_count AS other WHERE other.key = file.key"
                    " AND ");
    append_any_code(plan, "other.code");
    append(builder, "))");
}

static void append_search(struct plan *plan)
{
    struct builder *builder = plan->builder;
    const struct search_query *query = plan->query;
    bool has_type = plan->asks[BY_TYPE];
    append(builder, "SELECT ");
    append(builder, query->columns);
    append(builder, " FROM (");
    append_first(plan);
    append(builder, has_type ? ") AS type_count JOIN world ON world.key = type_count.key"
                             : ") AS first JOIN world ON world.key = first.key");
    append(builder, " JOIN file ON file.key = world.key WHERE 1 = 1");
    append_files(plan);
    append(builder, has_type ? " ORDER BY type_count.count DESC, type_count.key DESC,"
                               " type_count.type DESC, file.folder, file.name"
                             : " ORDER BY first.records DESC, first.key DESC, file.folder,"
                               " file.name");
    if (query->most > 0) {
        append(builder, " LIMIT ");
        append_value(builder, integer_value((int64_t)query->most));
    }
    if (query->most > 0 && query->skip > 0) {
        append(builder, " OFFSET ");
        append_value(builder, integer_value((int64_t)query->skip));
    }
}

/* How many rows a leader would have, up to a limit. */
static bool weigh(struct plan *plan, enum leader leader, int64_t most, int64_t *rows)
{
    struct builder *builder = plan->builder;
    struct plan whole = *plan;
    whole.leader = leader;
    whole.rows = 0;
    append(builder, "SELECT count(*) FROM (");
    for (size_t i = 0; i < parts_of(&whole); i++) {
        append(builder, i > 0 ? " UNION ALL SELECT 1" : "SELECT 1");
        append_from(&whole, i);
        if (leader == BY_HASH)
            append_hashes(&whole);
    }
    append(builder, " LIMIT ");
    append_number(builder, most);
    append(builder, ") AS weighed");
    bool fine = !builder->is_cut && catalog_number(plan->builder->catalog, builder->sql,
                                                   builder->values, builder->count, 0, rows);
    builder->size = builder->count = 0;
    builder->is_cut = false;
    return fine;
}

/* Weighs the words. Sets the one that leads, and *least to its rows if they are fewer than
 * `most`. */
static bool compare_words(struct plan *plan, int64_t most, int64_t *least)
{
    size_t best = 0;
    int64_t rows;
    *least = INT64_MAX;
    for (plan->word = 0; plan->word < plan->words.count; plan->word++) {
        if (!weigh(plan, BY_TEXT, most, &rows))
            return false;
        if (rows < *least)
            best = plan->word;
        *least = rows < *least ? rows : *least;
    }
    plan->word = best;
    return true;
}

/* Lets a comparison count further and further, until something has fewer rows than are counted. */
static bool compare(struct plan *plan, int64_t *least,
                    bool (*look)(struct plan *plan, int64_t most, int64_t *least))
{
    int64_t most = FEW;
    bool fine = look(plan, most, least);
    while (fine && *least >= most && most < MANY) {
        most *= GROWTH;
        fine = look(plan, most, least);
    }
    return fine;
}

/* Of several words, the rarest leads. */
static bool choose_word(struct plan *plan)
{
    int64_t least;
    return plan->words.count < 2 || compare(plan, &least, compare_words);
}

/* Whether the rows of a leader have to be sorted: worlds of a range of hashes, or with any of many
 * names. */
static bool is_unsorted(const struct plan *plan, enum leader leader)
{
    return leader == BY_HASH || (leader == BY_CLASS && plan->classes.has_more) ||
           (leader == BY_MOD && plan->mods.has_more) ||
           (leader == BY_ISSUE && plan->codes.has_more) ||
           (leader == BY_TEXT && plan->words.list[plan->word].has_more);
}

/* Weighs what may lead. Sets the leader, and *least to its rows if they are fewer than `most`. What
 * has to be sorted leads only if it is that few. */
static bool compare_leaders(struct plan *plan, int64_t most, int64_t *least)
{
    int64_t rows;
    *least = INT64_MAX;
    plan->leader = BY_RECORDS;
    for (enum leader leader = BY_HASH; leader < LEADERS; leader++) {
        if (!plan->asks[leader])
            continue;
        if (!weigh(plan, leader, most, &rows))
            return false;
        if (leader == BY_TEXT)
            plan->is_common_text = rows == most;
        if (rows >= *least || (rows == most && is_unsorted(plan, leader)))
            continue;
        *least = rows;
        plan->leader = leader;
    }
    return true;
}

/* The rarest of the conditions leads. A type does unless another one is rare, as the order is that
 * of its counts. */
static bool choose_leader(struct plan *plan)
{
    size_t asked = 0;
    int64_t least = INT64_MAX;
    bool has_choice = false;
    for (enum leader leader = BY_HASH; leader < BY_TYPE; leader++) {
        if (plan->asks[leader])
            asked++;
        has_choice |= plan->asks[leader] && is_unsorted(plan, leader);
        plan->leader = plan->asks[leader] ? leader : plan->leader;
    }
    has_choice |= asked > 1 || (asked > 0 && plan->asks[BY_TYPE]);
    if (has_choice && !plan->is_empty && !compare(plan, &least, compare_leaders))
        return false;
    plan->are_few = plan->asks[BY_TYPE] && plan->leader != BY_TYPE && least < SOME;
    if (plan->asks[BY_TYPE] && !plan->are_few)
        plan->leader = BY_TYPE;
    return true;
}

static bool make_statement(struct plan *plan)
{
    const struct search_query *query = plan->query;
    if (query->most > 0 && query->most <= INT32_MAX && query->skip <= INT32_MAX)
        plan->rows = query->most + query->skip;
    if (!find_names(plan) || !choose_word(plan) || !choose_leader(plan))
        return false;
    append_search(plan);
    return !plan->builder->is_cut && !plan->builder->pool.has_failed;
}

bool catalog_search(struct catalog *catalog, const struct search_query *query, row_visitor visit,
                    void *context)
{
    struct builder *builder = calloc(1, sizeof *builder);
    struct plan *plan = calloc(1, sizeof *plan);
    bool fine = false;
    if (builder && plan) {
        builder->catalog = catalog;
        plan->builder = builder;
        plan->query = query;
        fine = make_statement(plan) &&
               catalog_run(catalog, builder->sql, builder->values, builder->count, visit, context);
        pool_free(&builder->pool);
    }
    free(builder);
    free(plan);
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
