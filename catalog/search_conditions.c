/* The conditions of a search that its leader does not fulfil itself. */
#include "search_plan.h"

#include "schema_steps.h"

#include <stdio.h>
#include <string.h>

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

void append_any_class(struct plan *plan, const char *column)
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

void append_any_type(struct plan *plan, const char *column)
{
    append_any(plan, column, &plan->types, "(SELECT id FROM type_name WHERE ", "name",
               plan->query->type);
}

void append_any_mod(struct plan *plan, const char *column)
{
    append_any(plan, column, &plan->mods, "(SELECT id FROM mod_name WHERE ", "name",
               plan->query->mod);
}

void append_any_code(struct plan *plan, const char *column)
{
    append_any(plan, column, &plan->codes, "(SELECT id FROM issue_code WHERE ", "code",
               plan->query->issue);
}

void append_any_mark(struct plan *plan, const char *column)
{
    append(plan->builder, column);
    append(plan->builder, " IN ");
    if (!plan->marks[plan->mark].has_more) {
        append_ids(plan->builder, &plan->marks[plan->mark]);
        return;
    }
    append(plan->builder, "(SELECT id FROM mark_name WHERE ");
    append_name(plan->builder, "name", plan->query->marks[plan->mark].name);
    append(plan->builder, " AND kind = ");
    append_value(plan->builder, text_value(plan->query->marks[plan->mark].kind));
    append(plan->builder, ")");
}

void append_folder_codes(struct plan *plan, const char *column)
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

void append_hashes(struct plan *plan)
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

bool leads_with_file(const struct plan *plan)
{
    return (plan->leader == BY_ORDER && plan->order->is_of_file) ||
           (plan->leader == BY_FIGURE && plan->query->conditions[plan->figure].figure->is_of_file);
}

bool leads_with_world(const struct plan *plan)
{
    return plan->leader == BY_HASH || plan->leader == BY_CLASS ||
           ((plan->leader == BY_ORDER || plan->leader == BY_FIGURE) && !leads_with_file(plan)) ||
           (plan->leader == BY_TEXT && is_sqlite(plan->builder));
}

void append_figure_condition(struct plan *plan, const char *table,
                             const struct figure_condition *condition, bool is_by_index)
{
    struct builder *builder = plan->builder;
    bool is_second = false;
    append(builder, condition->is_outside ? " AND NOT (" : " AND ");
    for (size_t i = 0; i < 2; i++) {
        const struct figure_bound *bound = &condition->bounds[i];
        if (!bound->sign)
            continue;
        append(builder, is_second ? " AND " : "");
        if (!is_by_index)
            append_unindexed(builder);
        append_figure(builder, condition->figure, table);
        append(builder, " ");
        append(builder, bound->sign);
        append(builder, " ");
        append_value(builder, bound->value);
        is_second = true;
    }
    append(builder, condition->is_outside ? ")" : "");
    if (condition->figure->present && is_by_index) { /* as the index has it */
        append(builder, " AND ");
        append_replaced(builder, condition->figure->present, table);
        append(builder, " IS NOT NULL");
    }
}

/* Whether a condition is on a column of the leading row, which is not of a world. */
static bool has_records(const struct plan *plan, const struct figure_condition *condition)
{
    return condition->figure == figure_records && !leads_with_world(plan) &&
           !leads_with_file(plan) && plan->leader != BY_TYPE;
}

/* Whether the index that is walked through is that of the figure of a condition. */
static bool leads_by_figure(const struct plan *plan, const char *table,
                            const struct figure_condition *condition)
{
    return strcmp(table, "lead") == 0 && plan->leader == BY_ORDER &&
           condition->figure == plan->order && !condition->is_outside;
}

/* Appends what the row of a world has to be: `lead`, or one of its own. */
static void append_world_conditions(struct plan *plan, const char *table)
{
    const struct search_query *query = plan->query;
    char column[40];
    snprintf(column, sizeof column, "%s.class", table);
    if (plan->asks[BY_CLASS] && plan->leader != BY_CLASS) {
        append(plan->builder, " AND ");
        append_unindexed(plan->builder);
        append_any_class(plan, column);
    }
    for (size_t i = 0; i < query->condition_count; i++)
        if (!query->conditions[i].figure->is_of_file && !has_records(plan, &query->conditions[i]) &&
            !(plan->leader == BY_FIGURE && plan->figure == i))
            append_figure_condition(plan, table, &query->conditions[i],
                                    leads_by_figure(plan, table, &query->conditions[i]));
}

/* Some leaders have a column for the records. */
static void append_world(struct plan *plan)
{
    struct builder *builder = plan->builder;
    const struct search_query *query = plan->query;
    for (size_t i = 0; i < query->condition_count; i++)
        if (has_records(plan, &query->conditions[i]))
            append_figure_condition(plan, "lead", &query->conditions[i], true);
    if (leads_with_world(plan)) {
        append_world_conditions(plan, "lead");
        return;
    }
    size_t before = builder->size;
    append(builder, " AND EXISTS (SELECT 1 FROM world WHERE world.key = lead.key");
    size_t begun = builder->size;
    append_world_conditions(plan, "world");
    if (builder->size == begun)
        builder->sql[builder->size = before] = '\0'; /* nothing is asked of it */
    else
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

static void append_type(struct plan *plan)
{
    append(plan->builder, " AND EXISTS (SELECT 1 FROM type_count AS other WHERE"
                          " other.key = lead.key AND ");
    append_any_type(plan, "other.type");
    append_count(plan->builder, plan->query, "other.count");
    end_condition(plan);
}

static bool is_mark_of_file(const struct search_mark *mark)
{
    return strcmp(mark->kind, "author") != 0;
}

/* Appends that the world, or, if `file` is not NULL, the file has a mark. */
static void append_mark(struct plan *plan, size_t mark, const char *file)
{
    char sql[256];
    size_t leading = plan->mark;
    append(plan->builder, " AND EXISTS (SELECT 1 FROM mark_use AS own WHERE own.key = ");
    snprintf(sql, sizeof sql, "%s.key AND own.folder = %s.folder AND own.name = %s.name AND ",
             file ? file : "", file ? file : "", file ? file : "");
    append(plan->builder, file ? sql : "lead.key AND ");
    plan->mark = mark;
    append_any_mark(plan, "own.mark");
    plan->mark = leading;
    end_condition(plan);
}

void append_files(struct plan *plan, const char *file)
{
    struct builder *builder = plan->builder;
    const struct search_query *query = plan->query;
    char sql[256];
    if (query->path) {
        append(builder, " AND ");
        append_path(plan, file);
    }
    for (size_t i = 0; i < query->condition_count; i++)
        if (query->conditions[i].figure->is_of_file)
            append_figure_condition(plan, file, &query->conditions[i],
                                    leads_by_figure(plan, file, &query->conditions[i]));
    for (size_t i = 0; i < query->mark_count; i++)
        if (is_mark_of_file(&query->marks[i]))
            append_mark(plan, i, file);
    if (plan->folder_code_count == 0)
        return;
    snprintf(sql, sizeof sql,
             " AND (EXISTS (SELECT 1 FROM file_issue AS own WHERE own.key = %s.key"
             " AND own.folder = %s.folder AND own.name = %s.name AND ",
             file, file, file);
    append(builder, sql);
    append_folder_codes(plan, "own.code");
    end_condition(plan);
    snprintf(sql, sizeof sql,
             " OR EXISTS (SELECT 1 FROM issue_count AS own WHERE own.key = %s.key AND ", file);
    append(builder, sql);
    append_any_code(plan, "own.code");
    end_condition(plan);
    append(builder, ")");
}

/* A world needs one file that is all that is asked of files. The leader may know it: by its mark,
 * or by the code of an issue, if nothing else is asked. */
static void append_some_file(struct plan *plan)
{
    const struct search_query *query = plan->query;
    size_t asked = query->path ? 1 : 0;
    for (size_t i = 0; i < query->condition_count; i++)
        asked += query->conditions[i].figure->is_of_file ? 1 : 0;
    for (size_t i = 0; i < query->mark_count; i++)
        asked += is_mark_of_file(&query->marks[i]) ? 1 : 0;
    bool is_known = plan->leader == BY_MARK && is_mark_of_file(&query->marks[plan->mark]);
    if (leads_with_file(plan)) {
        append_files(plan, "lead");
    } else if (asked > (is_known && plan->folder_code_count == 0 ? 1 : 0)) {
        append(plan->builder, " AND EXISTS (SELECT 1 FROM file AS other WHERE"
                              " other.key = lead.key");
        append_files(plan, "other");
        end_condition(plan);
    }
}

void append_conditions(struct plan *plan)
{
    struct builder *builder = plan->builder;
    const struct search_query *query = plan->query;
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
    if (plan->asks[BY_TYPE] && plan->leader != BY_TYPE && (plan->order || !plan->are_few))
        append_type(plan);
    for (size_t i = 0; i < query->mark_count; i++)
        if (!is_mark_of_file(&query->marks[i]) && (plan->leader != BY_MARK || plan->mark != i))
            append_mark(plan, i, NULL);
    append_some_file(plan);
}
