/* The order of a search, and the place in it where a page begins. */
#include "search_plan.h"

#include <stdio.h>
#include <string.h>

void append_replaced(struct builder *builder, const char *sql, const char *table)
{
    char said[160];
    size_t used = 0;
    for (; *sql && used < sizeof said - 1; sql++)
        used += (size_t)(*sql == '@' ? snprintf(said + used, sizeof said - used, "%s", table)
                                     : snprintf(said + used, sizeof said - used, "%c", *sql));
    append(builder, said);
}

void append_figure(struct builder *builder, const struct figure *figure, const char *table)
{
    append_replaced(builder, figure->sql, table);
}

void append_order_value(struct plan *plan, const char *table)
{
    if (!plan->order)
        append_replaced(plan->builder, "@.count", table);
    else if (plan->wants_absent)
        append(plan->builder, "NULL");
    else if (plan->order == figure_records && !leads_with_world(plan) && !plan->are_few)
        append_replaced(plan->builder, "@.records", table);
    else
        append_figure(plan->builder, plan->order, table);
}

void append_presence(struct plan *plan, const char *table)
{
    if (!plan->order || !plan->order->present)
        return;
    append(plan->builder, " AND ");
    append_replaced(plan->builder, plan->order->present, table);
    append(plan->builder, plan->wants_absent ? " IS NULL" : " IS NOT NULL");
}

bool is_in_order(const struct plan *plan, enum leader leader)
{
    if (plan->is_count)
        return true;
    switch (leader) {
    case BY_ORDER:
        return plan->order != NULL;
    case BY_TYPE:
        return !plan->order;
    case BY_TEXT: /* FTS5 has the places of worlds in one order */
        return plan->order == figure_records &&
               (!plan->query->ascending || !is_sqlite(plan->builder));
    case BY_CLASS:
    case BY_MOD:
    case BY_ISSUE:
    case BY_MARK:
        return plan->order == figure_records;
    default:
        return false;
    }
}

/* Appends names of columns with a direction for each. */
static void append_directed(struct plan *plan, const char *const *columns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        append(plan->builder, i > 0 ? ", " : " ORDER BY ");
        append(plan->builder, columns[i]);
        append(plan->builder, plan->query->ascending ? "" : " DESC");
    }
}

void append_order(struct plan *plan)
{
    /* The numbers of columns; files of a world and a time come by their paths. */
    static const char *const numbers[] = {"1", "2", "3"}, *const of_path[] = {"1", "4", "2"};
    const bool has_files = plan->order && plan->order->is_of_file;
    const size_t absent = plan->wants_absent ? 1 : 0; /* all have the same value */
    if (plan->leader == BY_TEXT && is_sqlite(plan->builder) && !plan->are_few) {
        append(plan->builder, " ORDER BY world_words.rowid");
        return;
    }
    if (plan->order && plan->order->kind == FIGURE_PATH)
        append_directed(plan, of_path, 3);
    else
        append_directed(plan, numbers + absent, (plan->order ? 2u : 3u) - absent);
    append(plan->builder, has_files && plan->order->kind != FIGURE_PATH ? ", 3, 4" : "");
}

static void append_text(struct builder *builder, const char *before, struct value value,
                        const char *behind)
{
    append(builder, before);
    append_value(builder, value);
    append(builder, behind);
}

/* Files of a world and a value are in the order of their paths. */
static void append_path_after(struct plan *plan, const char *table, const char *sign)
{
    const struct search_place *after = plan->query->after;
    append_replaced(plan->builder, "(@.folder, @.name) ", table);
    append(plan->builder, sign);
    append_text(plan->builder, " (", after->folder, ", ");
    append_text(plan->builder, "", after->name, ")");
}

/* FTS5 has no other order than that of the places of texts (store_rows.c). */
static void append_place_after(struct plan *plan)
{
    const struct search_place *after = plan->query->after;
    const uint64_t high = ((uint64_t)after->key + ((uint64_t)1 << 63)) >> 32;
    const int64_t records = after->value.integer < INT32_MAX ? after->value.integer : INT32_MAX;
    append_text(plan->builder, " AND world_words.rowid >= ",
                integer_value((INT32_MAX - records) << 32 | (int64_t)(UINT32_MAX - high)), "");
}

/* Appends " AND V <= value AND (V, key) <= (value, key)". The first enters an index that does not
 * know how to be entered by both. */
static void append_value_after(struct plan *plan, const char *table, const char *sign)
{
    struct builder *builder = plan->builder;
    const struct search_place *after = plan->query->after;
    append(builder, " AND ");
    append_order_value(plan, table);
    append(builder, sign);
    append_text(builder, " ", after->value, " AND (");
    append_order_value(plan, table);
    append_replaced(builder, plan->order ? ", @.key)" : ", @.key, @.type)", table);
    append(builder, sign);
    append_text(builder, " (", after->value, ", ");
    append_text(builder, "", integer_value(after->key), "");
    if (!plan->order)
        append_text(builder, ", ", integer_value(after->type), "");
    append(builder, ")");
}

void append_after(struct plan *plan, const char *table)
{
    struct builder *builder = plan->builder;
    const struct search_place *after = plan->query->after;
    const char *sign = plan->query->ascending ? " >=" : " <=";
    if (!after || plan->is_count || (after->value.kind == VALUE_NULL) != plan->wants_absent)
        return;
    bool has_files = plan->order && plan->order->is_of_file;
    const char *of_paths = plan->asks[BY_TYPE] ? ">=" : ">"; /* of a file, other types may come */
    if (has_files && plan->order->kind == FIGURE_PATH) {
        append(builder, " AND ");
        append_path_after(plan, table,
                          plan->query->ascending ? of_paths
                          : plan->asks[BY_TYPE]  ? "<="
                                                 : "<");
        return;
    }
    if (plan->wants_absent) {
        append_replaced(builder, " AND @.key", table);
        append_text(builder, sign, integer_value(after->key), "");
    } else {
        append_value_after(plan, table, sign);
    }
    if (plan->leader == BY_TEXT && is_sqlite(builder) && !plan->are_few)
        append_place_after(plan);
    if (!has_files)
        return;
    append(builder, " AND (");
    if (!plan->wants_absent) {
        append_order_value(plan, table);
        append_text(builder, " <> ", after->value, " OR ");
    }
    append_replaced(builder, "@.key <> ", table);
    append_text(builder, "", integer_value(after->key), " OR ");
    append_path_after(plan, table, of_paths);
    append(builder, ")");
}

void append_exactly_after(struct plan *plan)
{
    struct builder *builder = plan->builder;
    const struct search_place *after = plan->query->after;
    bool has_files = plan->order && plan->order->is_of_file, has_type = plan->asks[BY_TYPE];
    if (!after || plan->is_count || (after->value.kind == VALUE_NULL) != plan->wants_absent ||
        (has_files && !has_type))
        return;
    append(builder, " AND (");
    if (!plan->order)
        append_text(builder, "type_count.count <> ", after->value, " OR ");
    append_text(builder, "world.key <> ", integer_value(after->key), "");
    if (has_files) {
        append_text(builder, " OR file.folder <> ", after->folder, "");
        append_text(builder, " OR file.name <> ", after->name, "");
    }
    if (has_type) {
        append(builder,
               plan->query->ascending ? " OR type_count.type > " : " OR type_count.type < ");
        append_value(builder, integer_value(after->type));
    }
    if (!has_files) {
        append(builder, has_type ? " OR (type_count.type = " : " OR ");
        if (has_type)
            append_text(builder, "", integer_value(after->type), " AND ");
        append_path_after(plan, "file", ">");
        append(builder, has_type ? ")" : "");
    }
    append(builder, ")");
}

void append_answer_order(struct plan *plan)
{
    static const char *const by_count[] = {"type_count.count", "type_count.key", "type_count.type"};
    static const char *const by_path[] = {"file.folder", "file.name", "file.key",
                                          "type_count.type"};
    static const char *const by_value[] = {"first.value", "first.key", "type_count.type"};
    const size_t types = plan->asks[BY_TYPE] ? 1 : 0, absent = plan->wants_absent ? 1 : 0;
    const bool has_files = plan->order && plan->order->is_of_file;
    if (!plan->order)
        append_directed(plan, by_count, 3);
    else if (plan->order->kind == FIGURE_PATH)
        append_directed(plan, by_path, 3 + types);
    else
        append_directed(plan, by_value + absent, 2 - absent + (has_files ? 0 : types));
    if (plan->order && plan->order->kind == FIGURE_PATH)
        return;
    append(plan->builder, ", file.folder, file.name");
    if (has_files && types)
        append(plan->builder,
               plan->query->ascending ? ", type_count.type" : ", type_count.type DESC");
}
