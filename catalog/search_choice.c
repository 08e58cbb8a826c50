/* The choice of what leads a search: the rarest of its conditions, unless all are common. */
#include "search_plan.h"

enum { FEW = 200, GROWTH = 4, SOME = 2000, MANY = 3200 };

/* Whether a leader has rows of a single name, which its index has in an order. */
static bool has_one_id(const struct plan *plan, enum leader leader)
{
    const struct ids *ids = leader == BY_CLASS                                   ? &plan->classes
                            : leader == BY_MOD                                   ? &plan->mods
                            : leader == BY_ISSUE && plan->folder_code_count == 0 ? &plan->codes
                            : leader == BY_MARK ? &plan->marks[plan->mark]
                            : leader == BY_TYPE ? &plan->types
                                                : NULL;
    return ids && ids->count == 1 && !ids->has_more;
}

/* How many rows a leader would have, up to a limit. */
static bool weigh(struct plan *plan, enum leader leader, int64_t most, int64_t *rows)
{
    struct builder *builder = plan->builder;
    struct plan whole = *plan;
    whole.leader = leader;
    whole.rows = 0;
    append(builder, "SELECT count(*) FROM (");
    for (size_t i = 0; i < plan_parts(&whole); i++) {
        append(builder, i > 0 ? " UNION ALL SELECT 1" : "SELECT 1");
        append_from(&whole, i);
        if (leader == BY_HASH)
            append_hashes(&whole);
    }
    if (has_one_id(plan, leader)) /* by the index, not through rows of all names */
        append(builder, leader == BY_TYPE ? " ORDER BY lead.count" : " ORDER BY lead.records");
    append(builder, " LIMIT ");
    append_number(builder, most);
    append(builder, ") AS weighed");
    bool fine = !builder->is_cut && catalog_number(plan->builder->catalog, builder->sql,
                                                   builder->values, builder->count, 0, rows);
    builder->size = builder->count = 0;
    builder->is_cut = false;
    return fine;
}

/* Weighs a leader of which there are several, such as words: by each of `count` in turn, whose
 * number `which` points to. Sets it to the one with the fewest rows, and *least to these. */
static bool compare_each(struct plan *plan, enum leader leader, size_t *which, size_t count,
                         int64_t most, int64_t *least)
{
    size_t best = *which;
    int64_t rows;
    *least = INT64_MAX;
    for (*which = 0; *which < count; ++*which) {
        const struct figure_condition *condition = &plan->query->conditions[*which];
        if (leader == BY_FIGURE && (condition->is_outside || condition->figure == plan->order))
            continue;
        if (!weigh(plan, leader, most, &rows))
            return false;
        if (rows < *least)
            best = *which;
        *least = rows < *least ? rows : *least;
    }
    *which = best;
    return true;
}

static bool compare_words(struct plan *plan, int64_t most, int64_t *least)
{
    return compare_each(plan, BY_TEXT, &plan->word, plan->words.count, most, least);
}

static bool compare_marks(struct plan *plan, int64_t most, int64_t *least)
{
    return compare_each(plan, BY_MARK, &plan->mark, plan->query->mark_count, most, least);
}

static bool compare_figures(struct plan *plan, int64_t most, int64_t *least)
{
    return compare_each(plan, BY_FIGURE, &plan->figure, plan->query->condition_count, most, least);
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

/* Of several words, marks or figures, the rarest leads. */
static bool choose_each(struct plan *plan)
{
    int64_t least;
    return (plan->words.count < 2 || compare(plan, &least, compare_words)) &&
           (plan->query->mark_count < 2 || compare(plan, &least, compare_marks)) &&
           (!plan->asks[BY_FIGURE] || plan->query->condition_count < 2 ||
            compare(plan, &least, compare_figures));
}

/* Whether the rows of a leader have to be sorted: their index has another order, or they have any
 * of many names. */
static bool is_unsorted(const struct plan *plan, enum leader leader)
{
    return !is_in_order(plan, leader) || (leader == BY_CLASS && plan->classes.has_more) ||
           (leader == BY_MOD && plan->mods.has_more) ||
           (leader == BY_ISSUE && plan->codes.has_more) ||
           (leader == BY_MARK && plan->marks[plan->mark].has_more) ||
           (leader == BY_TEXT && plan->words.list[plan->word].has_more);
}

/* Weighs what may lead. Sets the leader, and *least to its rows if they are fewer than `most`. What
 * has to be sorted leads only if it is that few. */
static bool compare_leaders(struct plan *plan, int64_t most, int64_t *least)
{
    int64_t rows;
    *least = INT64_MAX;
    plan->leader = BY_ORDER;
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

/* The rarest of the conditions leads. If it gives another order than that of the answer, it leads
 * only if it has few worlds. */
bool plan_leader(struct plan *plan)
{
    size_t asked = 0;
    int64_t least = INT64_MAX;
    bool has_choice = false;
    const enum leader home = plan->order ? BY_ORDER : BY_TYPE;
    if (!plan->is_empty && !choose_each(plan))
        return false;
    for (enum leader leader = BY_HASH; leader < LEADERS; leader++) {
        if (!plan->asks[leader] || leader == home)
            continue;
        asked++;
        has_choice |= is_unsorted(plan, leader);
        plan->leader = leader;
    }
    has_choice |= asked > 1 || (asked > 0 && home == BY_TYPE);
    if (has_choice && !plan->is_empty && !compare(plan, &least, compare_leaders))
        return false;
    plan->are_few = plan->leader != home && !is_in_order(plan, plan->leader) && least < SOME;
    if (!plan->are_few && !is_in_order(plan, plan->leader))
        plan->leader = home;
    return true;
}
