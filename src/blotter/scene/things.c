/* Adds the components and wires of a save, as pieces of work for threads. The first piece decides
 * how components look, in order, because they share shapes, types and states. The others place
 * some items each, or add some wires. */
#include "fill.h"

#include "../../base/pool.h"

enum { SLICE = PIECE(1 << 14, 2) };

struct things {
    struct filler *filler;
    uint32_t item_slices, wire_slices;
    struct wire_slice *slices; /* of wires */
    bool is_alone;             /* one thread adds all, and reports progress */
};

/* Reports progress if there is one thread only: the others must not. */
static void add_wires(const struct things *things, uint32_t slice)
{
    struct filler *filler = things->filler;
    uint32_t first = slice * SLICE, end = slice_end(slice, filler->save->wire_count, SLICE);
    if (!things->is_alone || scene_pass(filler->builder, end - first))
        fill_wire_slice(filler, first, end, &things->slices[slice]);
}

/* The first piece runs on the calling thread, which may read files and warn. */
static void add_piece(void *context, uint32_t piece)
{
    const struct things *things = context;
    struct filler *filler = things->filler;
    if (piece == 0) {
        fill_components(filler);
        return;
    }
    uint32_t slice = piece - 1, components = filler->save->component_count;
    if (slice >= things->item_slices) {
        add_wires(things, slice - things->item_slices);
        return;
    }
    fill_name_groups(filler, slice * SLICE, slice_end(slice, components, SLICE));
    fill_place_items(filler, slice * SLICE, slice_end(slice, components, SLICE));
}

static void join_wires(const struct things *things)
{
    struct filler *filler = things->filler;
    for (uint32_t i = 0; i < things->wire_slices; i++) {
        const struct wire_slice *slice = &things->slices[i];
        scene_keep_segments(filler->builder, filler->segments + (size_t)i * SLICE, slice->count,
                            filler->wire_kind);
        if (filler->dangling == 0)
            filler->first_dangling = slice->first_dangling;
        filler->dangling += slice->dangling;
    }
}

void fill_things(struct filler *filler)
{
    struct scene_builder *builder = filler->builder;
    const ow_blotter_save *save = filler->save;
    struct things things = {.filler = filler,
                            .item_slices = slices_of(save->component_count, SLICE),
                            .wire_slices = slices_of(save->wire_count, SLICE),
                            .is_alone = pool_threads(&builder->options) == 1};
    scene_expect(builder, save->component_count, save->wire_count);
    things.slices =
        arena_take(&filler->scratch, (things.wire_slices + (size_t)1) * sizeof *things.slices);
    if (!things.slices)
        fill_failed(filler, filler->scratch.status);
    if (builder->status != OW_OK)
        return;
    filler->items = builder->scene.items;
    filler->segments = builder->scene.segments;
    pool_run(&builder->options, 1 + things.item_slices + things.wire_slices, add_piece, &things);
    if (builder->status == OW_OK)
        join_wires(&things);
}
