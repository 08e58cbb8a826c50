/* Searching a catalogue for worlds.
 *
 * One condition leads: its index gives worlds in the order of the answer, and the other conditions
 * are tried on each, until there are enough. So the first rows need no sort and no walk over all
 * worlds. Names have been replaced by their numbers before. If several numbers lead, the database
 * merges what their parts of the index give. A leader with another order leads only if it has few
 * worlds, which are sorted. */
#include "search.h"

#include "search_plan.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The columns behind those that were asked for: the place of a row. */
enum { PLACE_VALUE, PLACE_KEY, PLACE_TYPE, PLACE_FOLDER, PLACE_NAME, PLACE_COLUMNS };

const struct figure *search_order(const struct search_query *query)
{
    if (query->sorts_by_count)
        return NULL;
    if (query->sort)
        return query->sort;
    if (query->type)
        return NULL;
    return query->condition_count > 0 ? query->conditions[0].figure : figure_records;
}

static void append_selected(struct plan *plan)
{
    struct builder *builder = plan->builder;
    append(builder, "SELECT ");
    if (plan->is_count) {
        append(builder, "count(*)");
        return;
    }
    append(builder, plan->query->columns);
    append(builder, plan->order ? ", first.value, world.key, " : ", type_count.count, world.key, ");
    append(builder, plan->asks[BY_TYPE] ? "type_count.type" : "0");
    append(builder, ", file.folder, file.name");
}

/* The files of the first worlds, and their types if one is asked for. */
static void append_joins(struct plan *plan)
{
    struct builder *builder = plan->builder;
    const bool has_files = plan->order && plan->order->is_of_file && !plan->is_count;
    append(builder, plan->order ? ") AS first JOIN world ON world.key = first.key"
                                : ") AS type_count JOIN world ON world.key = type_count.key");
    append(builder, " JOIN file ON file.key = world.key");
    if (has_files)
        append(builder, " AND file.folder = first.folder AND file.name = first.name");
    if (plan->asks[BY_TYPE] && plan->order)
        append(builder, " JOIN type_count ON type_count.key = first.key");
    append(builder, " WHERE 1 = 1");
    if (plan->asks[BY_TYPE] && plan->order) {
        append(builder, " AND ");
        append_any_type(plan, "type_count.type + 0"); /* by the index of keys */
        append_count(builder, plan->query, "type_count.count");
    }
    append_files(plan, "file");
}

/* Appends the statement for the next `most` rows; 0: all. */
static void append_search(struct plan *plan, uint64_t most)
{
    append_selected(plan);
    append(plan->builder, " FROM (");
    append_first(plan);
    append_joins(plan);
    append_exactly_after(plan);
    if (plan->is_count)
        return;
    append_answer_order(plan);
    if (most > 0) {
        append(plan->builder, " LIMIT ");
        append_value(plan->builder, integer_value(most < INT64_MAX ? (int64_t)most : INT64_MAX));
    }
}

/* Rows on their way to who asked: those that are skipped stay behind. */
struct page {
    const struct search_query *query;
    row_visitor visit;
    void *context;
    struct search_end *end;
    uint64_t rows; /* so far, also skipped ones */
    bool is_over;  /* who asked wants no more */
    bool has_failed;
};

/* Copies bytes of a value behind what is in the memory. */
static struct value keep(char **memory, const struct value *value)
{
    struct value kept = *value;
    if (value->kind == VALUE_TEXT) {
        memcpy(*memory, value->bytes, value->size);
        kept.bytes = *memory;
        *memory += value->size;
    }
    return kept;
}

static bool keep_place(struct page *page, const struct value *place)
{
    char *memory =
        malloc(place[PLACE_VALUE].size + place[PLACE_FOLDER].size + place[PLACE_NAME].size + 1);
    page->end->memory = memory;
    page->has_failed = !memory;
    if (!memory)
        return false;
    page->end->place = (struct search_place){.value = keep(&memory, &place[PLACE_VALUE]),
                                             .key = place[PLACE_KEY].integer,
                                             .type = place[PLACE_TYPE].integer,
                                             .folder = keep(&memory, &place[PLACE_FOLDER]),
                                             .name = keep(&memory, &place[PLACE_NAME])};
    return true;
}

/* Of the last row of a page, the place is kept; one more row shows that there are more. */
static bool take_row(void *context, const struct value *values, size_t count)
{
    struct page *page = context;
    const struct search_query *query = page->query;
    const uint64_t number = page->rows++;
    if (number < query->skip)
        return true;
    if (page->end && query->most > 0 && number - query->skip == query->most) {
        page->end->has_more = true;
        return false;
    }
    count -= PLACE_COLUMNS;
    page->is_over = !page->visit(page->context, values, count);
    if (page->end && query->most > 0 && number - query->skip == query->most - 1)
        return keep_place(page, values + count) && !page->is_over;
    return !page->is_over;
}

/* Rows that have or lack what they are sorted by are apart. */
static bool has_segment(const struct plan *plan, bool wants_absent)
{
    const struct search_query *query = plan->query;
    if (!wants_absent)
        return !query->after || query->after->value.kind != VALUE_NULL;
    bool has = plan->order && plan->order->present && !plan->is_count;
    for (size_t i = 0; i < query->condition_count; i++)
        has = has && query->conditions[i].figure != plan->order;
    return has;
}

static bool run_segment(struct plan *plan, uint64_t most, row_visitor visit, void *context)
{
    struct builder *builder = plan->builder;
    struct plan own = *plan;
    builder->size = builder->count = 0;
    append_search(&own, most);
    return !builder->is_cut && !builder->pool.has_failed &&
           catalog_run(builder->catalog, builder->sql, builder->values, builder->count, visit,
                       context);
}

static bool run_segments(struct plan *plan, struct page *page)
{
    const struct search_query *query = plan->query;
    uint64_t wanted = query->most == 0 ? 0 : query->most + query->skip + (page->end ? 1 : 0);
    for (int absent = 0; absent < 2; absent++) {
        plan->wants_absent = absent;
        if (!has_segment(plan, absent))
            continue;
        if (page->is_over || page->has_failed || (wanted > 0 && page->rows >= wanted))
            break;
        if (!run_segment(plan, wanted > 0 ? wanted - page->rows : 0, take_row, page))
            return false;
    }
    return !page->has_failed;
}

/* Makes a plan and lets `run` follow it. Returns false with catalog_failure. */
static bool with_plan(struct catalog *catalog, const struct search_query *query, bool is_count,
                      bool (*run)(struct plan *plan, struct page *page), struct page *page)
{
    struct builder *builder = calloc(1, sizeof *builder);
    struct plan *plan = calloc(1, sizeof *plan);
    bool fine = false;
    if (builder && plan) {
        builder->catalog = catalog;
        plan->builder = builder;
        plan->query = query;
        plan->is_count = is_count;
        plan->order = search_order(query);
        if (!is_count && query->most > 0 && query->most <= INT32_MAX && query->skip <= INT32_MAX)
            plan->rows = query->most + query->skip + (page->end ? 1 : 0) + (query->after ? 1 : 0);
        fine = plan_names(plan) && plan_leader(plan) && run(plan, page);
        pool_free(&builder->pool);
    }
    free(builder);
    free(plan);
    return fine;
}

bool catalog_search(struct catalog *catalog, const struct search_query *query, row_visitor visit,
                    void *context, struct search_end *end)
{
    struct page page = {.query = query, .visit = visit, .context = context, .end = end};
    return with_plan(catalog, query, false, run_segments, &page);
}

void search_end_free(struct search_end *end)
{
    free(end->memory);
    *end = (struct search_end){.has_more = false};
}

static bool take_count(void *context, const struct value *values, size_t count)
{
    struct page *page = context;
    page->rows = count == 1 ? (uint64_t)values->integer : 0;
    return false;
}

static bool count_rows(struct plan *plan, struct page *page)
{
    return run_segment(plan, 0, take_count, page);
}

bool catalog_search_count(struct catalog *catalog, const struct search_query *query,
                          uint64_t *count)
{
    struct search_query all = *query;
    struct page page = {.query = &all};
    all.sorts_by_count = false; /* any leader will do */
    all.sort = figure_records;
    all.after = NULL;
    bool fine = with_plan(catalog, &all, true, count_rows, &page);
    *count = page.rows;
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
