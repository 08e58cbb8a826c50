/* Worlds that are queried, and the indexes that make queries fast. */
#include "world.h"
#include "addresses.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ow_status world_open(ow_bytes bytes, const ow_options *options, struct table_sets *sets,
                     struct world **world, ow_error *error)
{
    struct world *made = calloc(1, sizeof *made);
    *world = NULL;
    if (!made) {
        *error = (ow_error){.status = OW_NO_MEMORY};
        return OW_NO_MEMORY;
    }
    if (options)
        made->options = *options;
    made->bytes = bytes;
    ow_status status = ow_open(bytes.data, bytes.size, options, &made->document, error);
    if (status != OW_OK) {
        free(made);
        return status;
    }
    made->tables = tables_of_format(sets, made->document.format, error);
    if (!made->tables) {
        world_close(made);
        return error->status;
    }
    *world = made;
    return OW_OK;
}

void world_close(struct world *world)
{
    if (!world)
        return;
    while (world->indexes) {
        struct row_index *next = world->indexes->next;
        free(world->indexes->values);
        free(world->indexes->items);
        free(world->indexes);
        world->indexes = next;
    }
    addresses_free(world->addresses);
    issues_free(world->issues);
    free(world->net_of_driver);
    ow_circuit_depths_free(&world->depths);
    ow_circuit_close(&world->circuit);
    ow_close(&world->document);
    free(world);
}

/* The order of SQLite. */
enum entry_kind { ENTRY_NULL, ENTRY_WHOLE, ENTRY_LARGE, ENTRY_KINDS };

struct entry {
    int64_t value;
    uint32_t item;
    uint32_t kind;
};

struct entries {
    struct entry *list;
    size_t count, room;
    bool is_part; /* of a longer list, so it does not grow */
};

/* Numbers that are too large are text in SQL, so 10 of them is before 9. */
static int compare_as_text(int64_t first, int64_t second)
{
    char a[24], b[24];
    snprintf(a, sizeof a, "%llu", (unsigned long long)first);
    snprintf(b, sizeof b, "%llu", (unsigned long long)second);
    return strcmp(a, b);
}

static int by_value(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    if (first->kind != second->kind)
        return first->kind < second->kind ? -1 : 1;
    if (first->value != second->value && first->kind == ENTRY_LARGE)
        return compare_as_text(first->value, second->value);
    if (first->value != second->value)
        return first->value < second->value ? -1 : 1;
    return first->item < second->item ? -1 : first->item > second->item;
}

static struct entry entry_of(const struct row_value *value, uint64_t item)
{
    if (value->kind == ROW_INTEGER)
        return (struct entry){value->integer, (uint32_t)item, ENTRY_WHOLE};
    if (value->kind == ROW_UNSIGNED_64)
        return (struct entry){(int64_t)value->unsigned_64, (uint32_t)item, ENTRY_LARGE};
    return (struct entry){.item = (uint32_t)item, .kind = ENTRY_NULL};
}

static bool make_room(struct entries *entries)
{
    if (entries->count < entries->room || entries->is_part)
        return entries->count < entries->room;
    size_t room = entries->room ? 2 * entries->room : 1024;
    struct entry *grown = realloc(entries->list, room * sizeof *grown);
    if (!grown)
        return false;
    entries->list = grown;
    entries->room = room;
    return true;
}

/* Collects the values of a column with their rows, from `first` up to `end`. */
static bool read_rows(const struct world *world, const struct row_index *index, uint64_t first,
                      uint64_t end, struct entries *entries)
{
    struct rows rows;
    struct row_request request = {.end = end, .column = NOT_THERE, .order = NOT_THERE};
    request.keys[0] = first;
    request.columns =
        (uint64_t)1 << (index->column < MOST_COLUMNS ? index->column : MOST_COLUMNS - 1);
    bool fine = rows_open(&rows, &world->document, world->tables, index->table);
    if (fine)
        rows_seek(&rows, &request);
    for (; fine && !rows_at_end(&rows); rows_next(&rows)) {
        fine = make_room(entries);
        if (fine)
            entries->list[entries->count++] =
                entry_of(rows_value(&rows, (unsigned)index->column), rows_key(&rows, 0));
    }
    fine = fine && rows.status == OW_OK;
    rows_close(&rows);
    return fine;
}

/* A column of a long list is read in slices. */
enum { SLICES = 16, WORTH_SLICES = 1 << 16 };

struct column_slices {
    const struct world *world;
    const struct row_index *index;
    struct entry *list; /* of all rows */
    uint64_t count;
    bool is_read[SLICES];
};

static void read_slice(void *context, uint32_t number)
{
    struct column_slices *slices = context;
    uint64_t first = slices->count * number / SLICES, end = slices->count * (number + 1) / SLICES;
    struct entries entries = {
        .list = slices->list + first, .room = (size_t)(end - first), .is_part = true};
    slices->is_read[number] = read_rows(slices->world, slices->index, first, end, &entries) &&
                              entries.count == entries.room;
}

/* Returns false if the column has to be read as a whole. */
static bool read_in_slices(const struct world *world, const struct row_index *index,
                           struct entries *entries)
{
    const ow_pool *pool = world->options.pool;
    uint64_t count = pool && pool->threads > 1 ? world_row_count(world, index->table) : 0;
    struct column_slices slices = {.world = world, .index = index, .count = count};
    if (count < WORTH_SLICES || count > UINT32_MAX)
        return false;
    slices.list = malloc((size_t)count * sizeof *slices.list);
    if (!slices.list)
        return false;
    pool->run(pool->context, SLICES, read_slice, &slices);
    *entries = (struct entries){slices.list, (size_t)count, (size_t)count, false};
    for (unsigned i = 0; i < SLICES; i++)
        if (!slices.is_read[i])
            entries->count = 0;
    if (entries->count > 0)
        return true;
    free(entries->list);
    *entries = (struct entries){0};
    return false;
}

/* Collects all values of a column with their rows, in the order of rows. */
static bool read_column(const struct world *world, const struct row_index *index,
                        struct entries *entries)
{
    return read_in_slices(world, index, entries) || read_rows(world, index, 0, UINT64_MAX, entries);
}

/* What is known of entries before they are sorted. */
struct entry_range {
    size_t counts[ENTRY_KINDS];
    int64_t least, most; /* of whole numbers */
    bool is_sorted;
};

static struct entry_range range_of(const struct entries *entries)
{
    struct entry_range range = {.least = INT64_MAX, .most = INT64_MIN, .is_sorted = true};
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->list[i];
        range.counts[entry->kind]++;
        range.is_sorted = range.is_sorted && (i == 0 || by_value(entry - 1, entry) < 0);
        if (entry->kind != ENTRY_WHOLE)
            continue;
        range.least = entry->value < range.least ? entry->value : range.least;
        range.most = entry->value > range.most ? entry->value : range.most;
    }
    return range;
}

/* Whole numbers that are close together, such as types, are counted. */
enum { COUNTED = 1 << 16 };

static bool can_be_counted(const struct entry_range *range)
{
    return range->counts[ENTRY_LARGE] == 0 &&
           (range->least > range->most ||
            (uint64_t)range->most - (uint64_t)range->least < COUNTED - 1);
}

static bool count_entries(const struct entries *entries, const struct entry_range *range,
                          struct row_index *index)
{
    size_t *place = calloc(COUNTED + 1, sizeof *place); /* the first is for NULL */
    if (!place)
        return false;
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->list[i];
        place[entry->kind == ENTRY_NULL ? 1 : 2 + entry->value - range->least]++;
    }
    for (size_t i = 1; i <= COUNTED; i++)
        place[i] += place[i - 1];
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->list[i];
        size_t at = place[entry->kind == ENTRY_NULL ? 0 : 1 + entry->value - range->least]++;
        index->values[at] = entry->value;
        index->items[at] = entry->item;
    }
    free(place);
    return true;
}

static void sort_entries(struct entries *entries, const struct entry_range *range,
                         struct row_index *index)
{
    if (!range->is_sorted)
        qsort(entries->list, entries->count, sizeof *entries->list, by_value);
    for (size_t i = 0; i < entries->count; i++) {
        index->values[i] = entries->list[i].value;
        index->items[i] = entries->list[i].item;
    }
}

static bool fill_index(struct row_index *index, struct entries *entries)
{
    struct entry_range range = range_of(entries);
    size_t room = entries->count ? entries->count : 1;
    index->count = entries->count;
    index->first = range.counts[ENTRY_NULL];
    index->end = index->first + range.counts[ENTRY_WHOLE];
    index->values = malloc(room * sizeof *index->values);
    index->items = malloc(room * sizeof *index->items);
    if (!index->values || !index->items)
        return false;
    if (!range.is_sorted && can_be_counted(&range))
        return count_entries(entries, &range, index);
    if (entries->count > 0)
        sort_entries(entries, &range, index);
    return true;
}

static bool make_index(const struct world *world, struct row_index *index)
{
    struct entries entries = {0};
    if (index->is_made)
        return true;
    index->is_made = read_column(world, index, &entries) && fill_index(index, &entries);
    free(entries.list);
    if (index->is_made)
        return true;
    free(index->values);
    free(index->items);
    index->values = NULL;
    index->items = NULL;
    return false;
}

static struct row_index *index_of(struct world *world, const struct table *table, int16_t column)
{
    for (struct row_index *index = world->indexes; index; index = index->next)
        if (index->table == table && index->column == column)
            return index;
    struct row_index *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    *made = (struct row_index){.next = world->indexes, .table = table, .column = column};
    return world->indexes = made;
}

/* The first index of a value, or where it would be. */
static size_t place_of(const struct row_index *index, int64_t value)
{
    size_t low = index->first, high = index->end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (index->values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Uses the table of addresses for that column, which is made at the first search. */
static bool is_address(struct world *world, const struct table *table, int16_t column)
{
    if (strcmp(world->tables->format, "blotter") != 0 || strcmp(table->name, "components") != 0 ||
        strcmp(table->columns[column].name, "address") != 0)
        return false;
    if (!world->has_addresses)
        world->addresses = addresses_open(world->document.as.blotter);
    world->has_addresses = true;
    return world->addresses;
}

/* If more rows match than one in this many, a walk through the list is as fast. */
enum { FEW_ENOUGH = 8 };

const uint32_t *world_find(struct world *world, const struct table *table, int16_t column,
                           int64_t value, uint32_t *single, size_t *count, bool *failed)
{
    *failed = false;
    *count = 0;
    if (is_address(world, table, column)) {
        *count = addresses_find(world->addresses, value, single);
        return single;
    }
    struct row_index *index = index_of(world, table, column);
    if (index && !index->is_made && index->uses++ == 0)
        return NULL;
    *failed = !index || !make_index(world, index);
    if (*failed)
        return NULL;
    size_t first = place_of(index, value), end = first;
    while (end < index->end && index->values[end] == value)
        end++;
    if ((end - first) > (index->end - index->first) / FEW_ENOUGH + 1)
        return NULL;
    *count = end - first;
    return index->items + first;
}

const struct row_index *world_sort(struct world *world, const struct table *table, int16_t column)
{
    struct row_index *index = index_of(world, table, column);
    return index && make_index(world, index) ? index : NULL;
}

static ow_status note_drivers(struct world *world, ow_error *error)
{
    const ow_circuit *circuit = &world->circuit;
    size_t room = circuit->driver_count ? circuit->driver_count : 1;
    world->net_of_driver = malloc(room * sizeof *world->net_of_driver);
    if (!world->net_of_driver) {
        *error = (ow_error){.status = OW_NO_MEMORY};
        return OW_NO_MEMORY;
    }
    for (uint32_t net = 0; net < circuit->net_count; net++)
        for (uint32_t i = 0; i < circuit->nets[net].driver_count; i++)
            world->net_of_driver[circuit->nets[net].first_driver + i] = net;
    return OW_OK;
}

const ow_circuit *world_circuit(struct world *world, ow_error *error)
{
    if (world->has_circuit)
        return &world->circuit;
    ow_circuit_options asked = {
        .names_json = world->names_json, .types_json = world->types_json, .mods = world->mods};
    ow_status status =
        ow_circuit_open(&world->document, &asked, &world->options, &world->circuit, error);
    if (status == OW_OK)
        status = ow_circuit_find_depths(&world->circuit, &world->options, &world->depths, error);
    if (status == OW_OK)
        status = note_drivers(world, error);
    if (status != OW_OK) {
        ow_circuit_depths_free(&world->depths);
        ow_circuit_close(&world->circuit);
    }
    world->has_circuit = status == OW_OK;
    return status == OW_OK ? &world->circuit : NULL;
}

static ow_visit note_count(void *context, const ow_event *event)
{
    *(uint64_t *)context = event->kind == OW_BEGIN_ARRAY ? event->count : 0;
    return OW_STOP;
}

uint64_t world_row_count(const struct world *world, const struct table *table)
{
    enum { CHILDREN = 4 }; /* estimated per record */
    uint64_t count = 1;
    char list[ROW_POINTER];
    if (table->level_count == 0)
        return 1;
    const struct table *outer = &world->tables->tables[table->levels[0]];
    size_t size = strlen(outer->pattern) - 2; /* without its star */
    memcpy(list, outer->pattern, size);
    list[size] = '\0';
    if (ow_trace_part(&world->document, list, 0, 1, NULL, note_count, &count, NULL) != OW_OK)
        return 0;
    if (count == OW_UP_TO_THE_END)
        count = 8;
    for (unsigned i = 1; i < table->level_count; i++)
        count *= CHILDREN;
    return count;
}
