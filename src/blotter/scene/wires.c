/* Adds wires as segments of the scene, from peg to peg, while the components are added. */
#include "fill.h"

#include "../../base/compiler.h"
#include "../../base/pool.h"

/* In squares, as measured. */
#define WIRE_WIDTH     0.2f
#define WIRE_THICKNESS 0.067f

/* The height of a wire with only one valid end, so that broken wires are visible. */
#define STUB 1.5

/* An end of a wire: its component, and the point on it. */
struct wire_end {
    uint32_t ordinal;
    struct vector point;
};

/* `use` has no data. */
static bool find_end(const struct filler *filler, const ow_blotter_peg *peg, uint32_t ordinal,
                     struct type_use *use, struct wire_end *end)
{
    bool output = peg->kind == OW_BLOTTER_OUTPUT;
    if (ordinal == NO_COMPONENT || (!output && peg->kind != OW_BLOTTER_INPUT))
        return false;
    const ow_blotter_component *component = &filler->save->components[ordinal];
    if ((uint32_t)peg->index >= (output ? component->output_count : component->input_count))
        return false;
    use->type = filler->entries[component->type].type;
    use->inputs = component->input_count;
    use->outputs = component->output_count;
    struct peg_place place;
    type_place_peg(use, output, (uint32_t)peg->index, &place);
    *end = (struct wire_end){ordinal, place_of(point_of(&filler->placements[ordinal], place.wire))};
    return true;
}

/* The group of both ends, or else of the first end's root: all groups of a root have the same
 * `up`. */
static uint32_t find_group(const struct filler *filler, const struct wire_end *first,
                           const struct wire_end *second)
{
    const struct placement *placements = filler->placements;
    uint32_t group = placements[first->ordinal].group;
    if (group == placements[second->ordinal].group)
        return group;
    return placements[placements[first->ordinal].root].group;
}

/* Wires in a slice, which one thread adds, and in a batch, whose waits for memory overlap. */
enum { SLICE = 1 << 14, BATCH = 32 };

/* The segments of a slice are from its first wire on, until all slices are joined. */
struct wire_slice {
    uint32_t count; /* of segments */
    uint32_t dangling, first_dangling;
};

/* Adds a wire with the ordinals of its two components, if it has any. */
static void add_wire(struct filler *filler, struct wire_slice *slice, uint32_t number,
                     const uint32_t ordinals[2], struct type_use *use, ow_scene_segment *segment)
{
    const ow_blotter_wire *wire = &filler->save->wires[number];
    struct wire_end first, second;
    bool has_first = find_end(filler, &wire->first, ordinals[0], use, &first);
    bool has_second = find_end(filler, &wire->second, ordinals[1], use, &second);
    if (!has_first || !has_second) {
        if (slice->dangling++ == 0)
            slice->first_dangling = number;
        if (!has_first && !has_second)
            return;
        first = has_first ? first : second;
        second = first;
        second.point.y += STUB;
    }
    bool on = saved_state_is_on(&filler->states, wire->circuit_state);
    *segment = (ow_scene_segment){.width = WIRE_WIDTH,
                                  .thickness = WIRE_THICKNESS,
                                  .roll = isfinite(wire->rotation) ? -wire->rotation : 0,
                                  .color = color_of(on ? COLOR_ON : COLOR_OFF),
                                  .group = find_group(filler, &first, &second),
                                  .subject = number,
                                  .kind = filler->wire_kind,
                                  .on = on};
    if ((filler->placements[first.ordinal].is_uncertain ||
         filler->placements[second.ordinal].is_uncertain || !has_first || !has_second))
        segment->flags = OW_INFERRED_PLACE;
    scene_place(filler->builder, first.point, segment->from);
    scene_place(filler->builder, second.point, segment->to);
    slice->count++;
}

static uint32_t find_component(const struct filler *filler, uint32_t address)
{
    uint32_t ordinal = index_find(&filler->index, address);
    if (ordinal != NO_COMPONENT) {
        PREFETCH(&filler->save->components[ordinal].type);
        PREFETCH(&filler->save->components[ordinal].output_count);
        PREFETCH(&filler->placements[ordinal]);
        PREFETCH(&filler->placements[ordinal].group);
    }
    return ordinal;
}

static void add_batch(struct filler *filler, struct wire_slice *slice, uint32_t number,
                      uint32_t count, ow_scene_segment *segments)
{
    const ow_blotter_wire *wires = filler->save->wires + number;
    uint32_t ordinals[BATCH][2];
    struct type_use use = {.inputs = 0};
    for (uint32_t i = 0; i < count; i++) {
        index_prefetch(&filler->index, wires[i].first.component);
        index_prefetch(&filler->index, wires[i].second.component);
    }
    for (uint32_t i = 0; i < count; i++) {
        ordinals[i][0] = find_component(filler, wires[i].first.component);
        ordinals[i][1] = find_component(filler, wires[i].second.component);
    }
    for (uint32_t i = 0; i < count; i++)
        add_wire(filler, slice, number + i, ordinals[i], &use, segments + slice->count);
}

struct wire_slices {
    struct filler *filler;
    struct wire_slice *slices;
    ow_scene_segment *segments;
    bool is_alone; /* one thread adds all, and reports progress */
};

static void add_slice(const struct wire_slices *wires, uint32_t number)
{
    uint32_t first = number * SLICE, left = wires->filler->save->wire_count - first;
    uint32_t end = first + (left < SLICE ? left : SLICE);
    struct wire_slice *slice = &wires->slices[number];
    *slice = (struct wire_slice){0};
    if (wires->is_alone && !scene_pass(wires->filler->builder, end - first))
        return;
    for (uint32_t at = first; at < end; at += BATCH)
        add_batch(wires->filler, slice, at, end - at < BATCH ? end - at : BATCH,
                  wires->segments + first);
}

/* The components are one piece, on the calling thread, which may read files and warn. */
static void add_piece(void *context, uint32_t piece)
{
    const struct wire_slices *wires = context;
    if (piece == 0)
        fill_components(wires->filler);
    else
        add_slice(wires, piece - 1);
}

static void join_slices(const struct wire_slices *wires, uint32_t count)
{
    struct filler *filler = wires->filler;
    for (uint32_t i = 0; i < count; i++) {
        const struct wire_slice *slice = &wires->slices[i];
        scene_keep_segments(filler->builder, wires->segments + (size_t)i * SLICE, slice->count,
                            filler->wire_kind);
        if (filler->dangling == 0)
            filler->first_dangling = slice->first_dangling;
        filler->dangling += slice->dangling;
    }
}

void fill_things(struct filler *filler)
{
    struct scene_builder *builder = filler->builder;
    uint32_t wire_count = filler->save->wire_count;
    uint32_t count = wire_count / SLICE + (wire_count % SLICE > 0);
    scene_expect(builder, filler->save->component_count, wire_count);
    struct wire_slices wires = {
        .filler = filler,
        .slices = arena_take(&filler->scratch, (count + (size_t)1) * sizeof *wires.slices),
        .segments = builder->scene.segments,
        .is_alone = pool_threads(&builder->options) == 1};
    if (!wires.slices)
        fill_failed(filler, filler->scratch.status);
    if (builder->status != OW_OK)
        return;
    pool_run(&builder->options, 1 + count, add_piece, &wires);
    if (builder->status == OW_OK)
        join_slices(&wires, count);
}
