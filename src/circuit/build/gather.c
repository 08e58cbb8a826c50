/* Puts the latches of each unit side by side, the highest bit at the left, as numbers are written.
 * Units of a row follow each other by the middles of where their latches would be for short
 * wires. */
#include "place.h"

#include "../../base/sort.h"

/* Where the latches of a unit are in a row. */
struct unit_middle {
    uint64_t sum;
    uint32_t count;
};

struct gathering {
    struct builder *builder;
    struct unit_middle *middles; /* of units in a row */
    uint64_t *keys; /* of cells of a row: their middle in the high half, the rank in the low */
    uint32_t *ranks, *cells; /* of cells: by unit, then by bit, and back */
    uint32_t *places;        /* of a row */
};

/* Latches without a unit come after all others. */
static void rank_cells(struct gathering *gathering)
{
    const struct builder *builder = gathering->builder;
    uint32_t rank = 0;
    for (uint32_t i = 0; i < builder->unit_count; i++)
        for (uint32_t k = 0; k < builder->units[i].count; k++)
            gathering->cells[rank++] = builder->unit_cells[builder->units[i].first + k];
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (builder->cells[i].unit == 0)
            gathering->cells[rank++] = i;
    for (uint32_t i = 0; i < builder->cell_count; i++)
        gathering->ranks[gathering->cells[i]] = i;
}

static void find_middles(struct gathering *gathering, const struct build_row *row)
{
    const struct builder *builder = gathering->builder;
    for (uint32_t i = 0; i < row->count; i++) {
        const struct build_cell *cell = &builder->cells[builder->placed[row->first + i]];
        if (cell->unit > 0)
            gathering->middles[cell->unit - 1] = (struct unit_middle){0, 0};
    }
    for (uint32_t i = 0; i < row->count; i++) {
        const struct build_cell *cell = &builder->cells[builder->placed[row->first + i]];
        if (cell->unit > 0) {
            gathering->middles[cell->unit - 1].sum += cell->x * (uint64_t)FRACTION;
            gathering->middles[cell->unit - 1].count++;
        }
    }
}

/* Cells of a row from one on that are of the same unit. */
static uint32_t count_same(const struct gathering *gathering, const struct build_row *row,
                           uint32_t from)
{
    const struct builder *builder = gathering->builder;
    const uint32_t *placed = builder->placed + row->first;
    uint32_t end = from + 1;
    while (builder->cells[placed[from]].unit > 0 && end < row->count &&
           builder->cells[placed[end]].unit == builder->cells[placed[from]].unit)
        end++;
    return end - from;
}

/* Places cells, all one square wide, from left to right on the places of the row, each unit without
 * gaps in the middle of its own. */
static void put_cells(struct gathering *gathering, const struct build_row *row)
{
    struct builder *builder = gathering->builder;
    const uint32_t *placed = builder->placed + row->first;
    for (uint32_t i = 0, count; i < row->count; i += count) {
        count = count_same(gathering, row, i);
        uint32_t first = gathering->places[i], last = gathering->places[i + count - 1];
        first += (last - first - (count - 1)) / 2;
        for (uint32_t k = 0; k < count; k++)
            builder->cells[placed[i + k]].x = first + k;
    }
}

static ow_status gather_row(struct gathering *gathering, const struct build_row *row)
{
    struct builder *builder = gathering->builder;
    uint32_t *placed = builder->placed + row->first;
    find_middles(gathering, row);
    for (uint32_t i = 0; i < row->count; i++) {
        const struct build_cell *cell = &builder->cells[placed[i]];
        uint64_t middle = cell->x * (uint64_t)FRACTION;
        if (cell->unit > 0)
            middle =
                gathering->middles[cell->unit - 1].sum / gathering->middles[cell->unit - 1].count;
        gathering->keys[i] = middle << 32 | gathering->ranks[placed[i]];
        gathering->places[i] = cell->x;
    }
    ow_status status = sort_u64(gathering->keys, row->count, 0, &builder->arena);
    for (uint32_t i = 0; status == OW_OK && i < row->count; i++)
        placed[i] = gathering->cells[(uint32_t)gathering->keys[i]];
    if (status == OW_OK)
        put_cells(gathering, row);
    return status;
}

ow_status build_gather_units(struct builder *builder)
{
    struct arena scratch;
    size_t cells = builder->cell_count;
    arena_share(&scratch, &builder->arena);
    struct gathering gathering = {
        .builder = builder,
        .middles = arena_take(&scratch, builder->unit_count * sizeof *gathering.middles),
        .keys = arena_take(&scratch, cells * sizeof *gathering.keys),
        .ranks = arena_take(&scratch, cells * sizeof *gathering.ranks),
        .cells = arena_take(&scratch, cells * sizeof *gathering.cells),
        .places = arena_take(&scratch, cells * sizeof *gathering.places)};
    if (!gathering.middles || !gathering.keys || !gathering.ranks || !gathering.cells ||
        !gathering.places) {
        ow_status status = scratch.status;
        arena_free(&scratch);
        return status;
    }
    ow_status status = OW_OK;
    rank_cells(&gathering);
    for (uint32_t i = 0; status == OW_OK && i < builder->cell_row_count; i++) {
        const struct build_row *row = &builder->rows[builder->first_cell_row + i];
        if (row->count > 0 &&
            class_of(&builder->cells[builder->placed[row->first]]) == CLASS_LATCHES)
            status = gather_row(&gathering, row);
    }
    arena_free(&scratch);
    return status;
}
