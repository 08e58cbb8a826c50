/* The names of a search, replaced by their numbers. */
#include "schema_steps.h"
#include "search_plan.h"

#include <stdio.h>
#include <string.h>

void append_class(struct builder *builder, const struct search_query *query)
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
    return find_ids(plan->builder, &plan->classes, 0);
}

void append_count(struct builder *builder, const struct search_query *query, const char *column)
{
    if (query->count.sign) {
        append(builder, " AND ");
        append_comparison(builder, column, &query->count);
    }
}

const struct named search_named[LEADERS] = {
    [BY_TYPE] = {"type_name", "name", "type_count", "type", "count"},
    [BY_MOD] = {"mod_name", "name", "mod_use", "mod", "records"},
    [BY_ISSUE] = {"issue_code", "code", "issue_count", "code", "records"},
    [BY_MARK] = {"mark_name", "name", "mark_use", "mark", "records"},
};

/* Appends what the first row of a name has in these columns. */
static void append_first_of(struct plan *plan, enum leader leader, const char *columns)
{
    const struct named *of = &search_named[leader];
    char sql[256];
    snprintf(sql, sizeof sql, "(SELECT %s FROM %s AS lead WHERE lead.%s = %s.id", columns,
             of->table, of->id, of->names);
    append(plan->builder, sql);
    if (leader == BY_TYPE)
        append_count(plan->builder, plan->query, "lead.count");
    append_after(plan, "lead");
    const char *direction = plan->query->ascending ? "" : " DESC";
    snprintf(sql, sizeof sql, " ORDER BY lead.%s%s, lead.key%s LIMIT 1)", of->order, direction,
             direction);
    append(plan->builder, sql);
}

/* Appends names with the first row of each. SQLite has no LATERAL, and PostgreSQL looks each row up
 * once for each column without it. */
static void append_ranked(struct plan *plan, enum leader leader)
{
    const struct named *of = &search_named[leader];
    struct builder *builder = plan->builder;
    char columns[64];
    append(builder, "SELECT id, most, last FROM (SELECT id, ");
    if (is_sqlite(builder)) {
        snprintf(columns, sizeof columns, "lead.%s", of->order);
        append_first_of(plan, leader, columns);
        append(builder, " AS most, ");
        append_first_of(plan, leader, "lead.key");
        append(builder, " AS last FROM ");
        append(builder, of->names);
    } else {
        snprintf(columns, sizeof columns, "lead.%s AS most, lead.key AS last", of->order);
        append(builder, "most, last FROM ");
        append(builder, of->names);
        append(builder, " CROSS JOIN LATERAL ");
        append_first_of(plan, leader, columns);
        append(builder, " AS first");
    }
}

/* Finds the numbers of names. Of the names of a pattern, if nothing else is asked, those whose
 * first row is among the first of all: no other name can have one of these. Several names may have
 * the same first row. */
static bool find_named(struct plan *plan, enum leader leader, const char *name, bool is_alone,
                       struct ids *ids)
{
    struct builder *builder = plan->builder;
    const struct named *of = &search_named[leader];
    bool ranks = is_alone && strchr(name, '*') && plan->rows > 0 && plan->rows <= MOST_SEARCH_NAMES;
    if (ranks) {
        append_ranked(plan, leader);
    } else {
        append(builder, "SELECT id FROM ");
        append(builder, of->names);
    }
    append(builder, " WHERE ");
    append_name(builder, of->name, name);
    if (leader == BY_MARK) {
        append(builder, " AND kind = ");
        append_value(builder, text_value(plan->query->marks[plan->mark].kind));
    }
    if (ranks)
        append(builder, plan->query->ascending
                            ? ") AS ranked WHERE most IS NOT NULL ORDER BY most, last, id"
                            : ") AS ranked WHERE most IS NOT NULL ORDER BY most DESC, last DESC,"
                              " id DESC");
    return find_ids(builder, ids, ranks ? plan->rows : 0);
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

/* Finds the numbers of all marks. */
static bool find_marks(struct plan *plan, bool is_alone)
{
    const struct search_query *query = plan->query;
    for (plan->mark = 0; plan->mark < query->mark_count; plan->mark++) {
        struct ids *ids = &plan->marks[plan->mark];
        if (!find_named(plan, BY_MARK, query->marks[plan->mark].name, is_alone, ids))
            return false;
        plan->is_empty = plan->is_empty || !has_ids(ids);
    }
    plan->mark = 0;
    return true;
}

static void note_what_is_asked(struct plan *plan)
{
    const struct search_query *query = plan->query;
    bool *asks = plan->asks;
    asks[BY_CLASS] =
        (query->formats && *query->formats) || query->version.sign || query->kind || query->status;
    asks[BY_HASH] = query->hash_from != NULL;
    asks[BY_MOD] = query->mod != NULL;
    asks[BY_ISSUE] = query->issue != NULL;
    asks[BY_TEXT] = query->text != NULL;
    asks[BY_MARK] = query->mark_count > 0;
    asks[BY_TYPE] = query->type != NULL;
    for (size_t i = query->condition_count; i-- > 0;) {
        const struct figure_condition *condition = &query->conditions[i];
        if (condition->figure == plan->order || condition->is_outside)
            continue;
        asks[BY_FIGURE] = true;
        plan->figure = i;
    }
}

bool plan_names(struct plan *plan)
{
    const struct search_query *query = plan->query;
    const bool *asks = plan->asks;
    note_what_is_asked(plan);
    size_t asked = (query->path ? 1u : 0u) + query->condition_count + query->mark_count;
    for (enum leader leader = BY_HASH; leader < LEADERS; leader++)
        if (asks[leader] && leader != BY_MARK)
            asked++;
    bool is_alone = asked == 1 && !plan->is_count;
    bool by_records = is_alone && plan->order == figure_records;
    if (asks[BY_ISSUE])
        find_folder_codes(plan);
    if ((asks[BY_CLASS] && !find_classes(plan)) ||
        (asks[BY_TYPE] &&
         !find_named(plan, BY_TYPE, query->type, is_alone && !plan->order, &plan->types)) ||
        (asks[BY_MOD] && !find_named(plan, BY_MOD, query->mod, by_records, &plan->mods)) ||
        (asks[BY_ISSUE] && !find_named(plan, BY_ISSUE, query->issue, by_records, &plan->codes)) ||
        (asks[BY_TEXT] && !search_words_find(plan->builder, query->text, &plan->words)) ||
        !find_marks(plan, by_records))
        return false;
    plan->is_empty = plan->is_empty || (asks[BY_CLASS] && !has_ids(&plan->classes)) ||
                     (asks[BY_TYPE] && !has_ids(&plan->types)) ||
                     (asks[BY_MOD] && !has_ids(&plan->mods)) ||
                     (asks[BY_ISSUE] && !has_ids(&plan->codes) && plan->folder_code_count == 0) ||
                     (asks[BY_TEXT] && !is_sqlite(plan->builder) && plan->words.count == 0);
    return true;
}
