/* The leader of a search: the parts of its index, and the first rows that they give. */
#include "search_plan.h"

#include <string.h>

size_t plan_parts(const struct plan *plan)
{
    const struct search_word *word = &plan->words.list[plan->word];
    bool in_order = plan->rows > 0;
    switch (plan->leader) {
    case BY_CLASS:
        return in_order && !plan->classes.has_more ? plan->classes.count : 1;
    case BY_MOD:
        return in_order && !plan->mods.has_more ? plan->mods.count : 1;
    case BY_MARK:
        return in_order && !plan->marks[plan->mark].has_more ? plan->marks[plan->mark].count : 1;
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
        plan_parts(plan) - (plan->rows > 0 ? plan->folder_code_count : plan->folder_code_count > 0);
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
    if (plan_parts(plan) == 1 && (plan->rows == 0 || !word->begins || word->has_more)) {
        append_search_word(builder, "lead.word", word);
        return;
    }
    append(builder, "lead.word = ");
    append_value(builder, word->others[part]);
}

void append_from(struct plan *plan, size_t part)
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
        append_count(plan->builder, plan->query, "lead.count");
        break;
    case BY_MARK:
        append(plan->builder, " FROM mark_use AS lead WHERE ");
        append_number_of(plan, "lead.mark", &plan->marks[plan->mark], part, append_any_mark);
        break;
    case BY_FIGURE:
        append(plan->builder, leads_with_file(plan) ? " FROM file AS lead WHERE 1 = 1"
                                                    : " FROM world AS lead WHERE 1 = 1");
        append_figure_condition(plan, "lead", &plan->query->conditions[plan->figure], true);
        break;
    case BY_ISSUE:
        append_issue_part(plan, part);
        break;
    case BY_TEXT:
        append_text_part(plan, part);
        break;
    default:
        append(plan->builder, leads_with_file(plan) ? " FROM file AS lead WHERE 1 = 1"
                                                    : " FROM world AS lead WHERE 1 = 1");
        break;
    }
}

/* Whether a world may come twice: by two versions of a mod, two codes, two texts, two files. */
static bool may_repeat(const struct plan *plan)
{
    return plan->leader == BY_MOD || plan->leader == BY_ISSUE || plan->leader == BY_TEXT ||
           plan->leader == BY_MARK || (plan->leader == BY_TYPE && plan->order) ||
           (leads_with_file(plan) && (plan->are_few || plan->is_count));
}

/* Appends the columns of the first rows: what they are sorted by, and what tells them apart. */
static void append_columns(struct plan *plan, const char *table)
{
    struct builder *builder = plan->builder;
    append_order_value(plan, table);
    append(builder, plan->order ? " AS value, " : " AS count, ");
    append(builder, table);
    append(builder, ".key AS key");
    if (!plan->order) {
        append(builder, ", ");
        append(builder, table);
        append(builder, ".type AS type");
    } else if (plan->order->is_of_file) {
        append(builder, ", ");
        append(builder, table);
        append(builder, ".folder AS folder, ");
        append(builder, table);
        append(builder, ".name AS name");
    }
}

static void append_part(struct plan *plan, size_t part, bool has_keys_alone)
{
    append(plan->builder, may_repeat(plan) ? "SELECT DISTINCT " : "SELECT ");
    if (has_keys_alone)
        append(plan->builder, "lead.key AS key");
    else
        append_columns(plan, "lead");
    append_from(plan, part);
    if (!has_keys_alone) {
        append_presence(plan, "lead");
        append_after(plan, "lead");
    }
    append_conditions(plan);
}

/* Of texts in SQLite, a few more than are wanted: a world may be some places behind the one that
 * its records give it. */
static void append_end(struct plan *plan)
{
    enum { MOVED = 16 };
    bool may_move = plan->leader == BY_TEXT && is_sqlite(plan->builder) && !plan->are_few;
    append_order(plan);
    append(plan->builder, " LIMIT ");
    append_value(plan->builder, integer_value((int64_t)plan->rows + (may_move ? MOVED : 0)));
}

/* SQLite merges the parts of a UNION. PostgreSQL merges those of a UNION ALL, if each has an order
 * and an end of its own. */
static void append_parts(struct plan *plan, bool have_keys_alone)
{
    struct builder *builder = plan->builder;
    size_t parts = plan_parts(plan);
    bool are_apart = parts > 1 && !is_sqlite(builder);
    const char *between = may_repeat(plan) && !are_apart ? " UNION " : " UNION ALL ";
    if (are_apart)
        append(builder, may_repeat(plan) ? "SELECT DISTINCT * FROM (" : "SELECT * FROM (");
    for (size_t i = 0; i < parts; i++) {
        append(builder, i > 0 ? between : "");
        append(builder, are_apart ? "(" : "");
        append_part(plan, i, have_keys_alone);
        if (are_apart && plan->rows > 0)
            append_end(plan);
        append(builder, are_apart ? ")" : "");
    }
    append(builder, are_apart ? ") AS parts" : "");
    if (plan->rows > 0)
        append_end(plan);
}

/* All worlds of a rare leader, with what they are sorted by. */
static void append_few(struct plan *plan)
{
    struct builder *builder = plan->builder;
    uint64_t rows = plan->rows;
    bool has_files = plan->order && plan->order->is_of_file;
    append(builder, "SELECT ");
    append_columns(plan, "ranked");
    append(builder, " FROM (");
    plan->rows = 0;
    append_parts(plan, true);
    plan->rows = rows;
    append(builder, ") AS few JOIN ");
    append(builder, !plan->order ? "type_count" : has_files ? "file" : "world");
    append(builder, " AS ranked ON ranked.key = few.key WHERE ");
    if (!plan->order) {
        append_any_type(plan, "ranked.type + 0"); /* by the index of keys */
        append_count(builder, plan->query, "ranked.count");
    } else {
        append(builder, "1 = 1");
        append_presence(plan, "ranked");
    }
    if (has_files)
        append_files(plan, "ranked");
    append_after(plan, "ranked");
    if (rows > 0)
        append_end(plan);
}

void append_first(struct plan *plan)
{
    plan->is_empty |= plan_parts(plan) == 0;
    if (plan->is_empty) {
        plan->leader = plan->order ? BY_ORDER : BY_TYPE;
        plan->rows = 0;
        plan->are_few = false;
    }
    if (plan->are_few)
        append_few(plan);
    else
        append_parts(plan, plan->is_count);
}
