/* Worlds that are queried, and the indexes that make queries fast. */
#include "world.h"
#include "addresses.h"
#include "rows.h"

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
    if (strcmp(made->tables->format, "blotter") == 0)
        made->addresses = addresses_open(made->document.as.blotter);
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

struct entry {
    int64_t value;
    uint32_t item;
};

static int by_value(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    if (first->value != second->value)
        return first->value < second->value ? -1 : 1;
    return first->item < second->item ? -1 : first->item > second->item;
}

/* Collects all values of a column with their rows, in the order of rows. */
static struct entry *read_column(const struct world *world, const struct row_index *index,
                                 size_t *count)
{
    struct rows rows;
    struct entry *entries = NULL;
    size_t room = 0;
    struct row_request request = {.end = UINT64_MAX, .column = NOT_THERE};
    request.columns =
        (uint64_t)1 << (index->column < MOST_COLUMNS ? index->column : MOST_COLUMNS - 1);
    *count = 0;
    bool fine = rows_open(&rows, &world->document, world->tables, index->table);
    if (fine)
        rows_seek(&rows, &request);
    for (; fine && !rows_at_end(&rows); rows_next(&rows)) {
        const struct row_value *value = rows_value(&rows, (unsigned)index->column);
        if (value->kind != ROW_INTEGER)
            continue;
        if (*count == room) {
            struct entry *grown = realloc(entries, (room = room ? 2 * room : 1024) * sizeof *grown);
            if (!(fine = grown != NULL))
                break;
            entries = grown;
        }
        entries[(*count)++] = (struct entry){value->integer, (uint32_t)rows_key(&rows, 0)};
    }
    fine = fine && rows.status == OW_OK;
    rows_close(&rows);
    if (fine && entries)
        return entries;
    free(entries);
    *count = 0;
    return fine ? calloc(1, sizeof *entries) : NULL;
}

static bool is_sorted(const struct entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (entries[i - 1].value > entries[i].value)
            return false;
    return true;
}

static bool make_index(const struct world *world, struct row_index *index)
{
    struct entry *entries = read_column(world, index, &index->count);
    if (!entries)
        return false;
    size_t room = index->count ? index->count : 1;
    if (!is_sorted(entries, index->count))
        qsort(entries, index->count, sizeof *entries, by_value);
    index->values = malloc(room * sizeof *index->values);
    index->items = malloc(room * sizeof *index->items);
    for (size_t i = 0; i < index->count && index->values && index->items; i++) {
        index->values[i] = entries[i].value;
        index->items[i] = entries[i].item;
    }
    free(entries);
    index->is_made = index->values && index->items;
    return index->is_made;
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
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (index->values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Uses the table of addresses for that column. */
static bool is_address(const struct world *world, const struct table *table, int16_t column)
{
    return world->addresses && strcmp(table->name, "components") == 0 &&
           strcmp(table->columns[column].name, "address") == 0;
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
    *failed = !index || (!index->is_made && !make_index(world, index));
    if (*failed)
        return NULL;
    size_t first = place_of(index, value), end = first;
    while (end < index->count && index->values[end] == value)
        end++;
    if ((end - first) > index->count / FEW_ENOUGH + 1)
        return NULL;
    *count = end - first;
    return index->items + first;
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
