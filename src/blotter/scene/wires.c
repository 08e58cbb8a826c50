/* Adds wires as segments of the scene, from peg to peg. */
#include "fill.h"

#include "../../base/compiler.h"

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

/* Wires whose waits for memory overlap. */
enum { BATCH = 32 };

/* Adds a wire with the ordinals of its two components, if it has any. */
static void add_wire(const struct filler *filler, struct wire_slice *slice, uint32_t number,
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

static void add_batch(const struct filler *filler, struct wire_slice *slice, uint32_t number,
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

void fill_wire_slice(const struct filler *filler, uint32_t first, uint32_t end,
                     struct wire_slice *slice)
{
    *slice = (struct wire_slice){0};
    for (uint32_t at = first; at < end; at += BATCH)
        add_batch(filler, slice, at, end - at < BATCH ? end - at : BATCH, filler->segments + first);
}
