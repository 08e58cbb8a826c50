/* Finds the latches of units: registers by the names of their bits, and words of memories. */
#include "name.h"

#include "../../base/sort.h"

/* Numbers of named nets are below those of the words of memories. */
#define WORDS      0x80000000u
#define WORDS_EACH (1u << 21)

struct finding {
    struct builder *builder;
    struct build_name *names; /* of cells */
    uint64_t *keys;           /* what a latch is a part of in the high half, the latch in the low */
    uint32_t count;
};

static ow_status name_latches(struct finding *finding)
{
    struct builder *builder = finding->builder;
    struct arena *arena = &builder->arena;
    size_t cells = builder->cell_count, count = 0;
    uint64_t *bits = arena_take(arena, cells * sizeof *bits);
    finding->names = arena_take(arena, cells * sizeof *finding->names);
    if (!bits || !finding->names)
        return arena->status;
    memset(finding->names, 0, cells * sizeof *finding->names);
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        if (cell->kind == CELL_LATCH && cell->memory == 0 && cell->bit != NO_BIT)
            bits[count++] = (uint64_t)cell->bit << 32 | i;
    }
    ow_status status = sort_u64(bits, count, 0, arena);
    if (status == OW_OK)
        build_offer_names(builder, &(struct named_bits){bits, count, finding->names});
    return status;
}

static ow_status list_latches(struct finding *finding)
{
    struct builder *builder = finding->builder;
    finding->keys = arena_take(&builder->arena, builder->cell_count * sizeof *finding->keys);
    if (!finding->keys)
        return builder->arena.status;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        struct build_cell *cell = &builder->cells[i];
        const struct build_name *name = &finding->names[i];
        uint32_t part = 0;
        if (cell->memory > 0)
            part = WORDS + (cell->memory - 1) * WORDS_EACH + cell->word;
        else if (name->is_own && name->is_numbered && name->net < WORDS)
            part = name->net;
        else
            continue;
        cell->unit_bit = cell->memory > 0 ? (int32_t)cell->place : name->index;
        finding->keys[finding->count++] = (uint64_t)part << 32 | i;
    }
    return sort_u64(finding->keys, finding->count, 0, &builder->arena);
}

/* The unit of some latches. */
static void add_unit(struct finding *finding, const uint64_t *keys, uint32_t count)
{
    struct builder *builder = finding->builder;
    const struct build_cell *cell = &builder->cells[(uint32_t)keys[0]];
    const struct build_name *name = &finding->names[(uint32_t)keys[0]];
    struct build_unit *unit = &builder->units[builder->unit_count++];
    *unit = (struct build_unit){.name = name->signal, .escaped = name->escaped};
    if (cell->memory > 0) {
        const struct build_memory *memory = &builder->memories[cell->memory - 1];
        *unit = (struct build_unit){
            .name = memory->name, .escaped = memory->escaped, .is_word = true, .word = cell->word};
    }
    for (uint32_t i = 0; i < count; i++)
        builder->cells[(uint32_t)keys[i]].unit = builder->unit_count;
}

/* A latch behind one of a register is its next value, if it is nothing else. */
static void find_first_latches(struct builder *builder)
{
    uint32_t units = builder->unit_count;
    for (uint32_t i = 0; i < units; i++) {
        builder->units[units + i] = builder->units[i];
        builder->units[units + i].is_first = true;
    }
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        if (cell->unit == 0 || cell->unit > units || !is_net(cell->in[0]))
            continue;
        const struct build_net *net = &builder->nets[cell->in[0]];
        struct build_cell *before =
            net->driver_count == 1 ? &builder->cells[builder->drivers[net->first_driver]] : NULL;
        if (before && before->kind == CELL_LATCH && before->unit == 0) {
            before->unit = units + cell->unit;
            before->unit_bit = cell->unit_bit;
        }
    }
    builder->unit_count = 2 * units;
}

/* Lists the latches of each unit, the highest bit first. */
static ow_status list_cells(struct builder *builder)
{
    uint32_t first = 0, latches = 0;
    uint64_t *keys = arena_take(&builder->arena, builder->cell_count * sizeof *keys);
    builder->unit_cells = arena_take(&builder->arena, builder->cell_count * sizeof(uint32_t));
    if (!keys || !builder->unit_cells)
        return builder->arena.status;
    for (uint32_t i = 0; i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        if (cell->unit > 0) {
            builder->units[cell->unit - 1].count++;
            keys[latches++] = (uint64_t)(INT32_MAX - (int64_t)cell->unit_bit) << 32 | i;
        }
    }
    for (uint32_t i = 0; i < builder->unit_count; i++) {
        builder->units[i].first = first;
        first += builder->units[i].count;
        builder->units[i].count = 0;
    }
    ow_status status = sort_u64(keys, latches, 0, &builder->arena);
    for (uint32_t i = 0; status == OW_OK && i < latches; i++) {
        struct build_unit *unit = &builder->units[builder->cells[(uint32_t)keys[i]].unit - 1];
        builder->unit_cells[unit->first + unit->count++] = (uint32_t)keys[i];
    }
    return status;
}

ow_status build_find_units(struct builder *builder)
{
    struct finding finding = {.builder = builder};
    ow_status status = name_latches(&finding);
    if (status == OW_OK)
        status = list_latches(&finding);
    if (status != OW_OK)
        return status;
    builder->units = arena_take(&builder->arena, (size_t)finding.count * sizeof *builder->units);
    if (!builder->units)
        return builder->arena.status;
    for (uint32_t first = 0, end; first < finding.count; first = end) {
        for (end = first + 1;
             end < finding.count && finding.keys[end] >> 32 == finding.keys[first] >> 32;)
            end++;
        if (end > first + 1)
            add_unit(&finding, finding.keys + first, end - first);
    }
    find_first_latches(builder);
    return list_cells(builder);
}
