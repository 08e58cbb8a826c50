/* Adds wires as segments of the scene, from peg to peg. */
#include "fill.h"

#include "../../base/pieces.h"

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

static bool find_end(struct filler *filler, const ow_blotter_peg *peg, struct wire_end *end)
{
    bool output = peg->kind == OW_BLOTTER_OUTPUT;
    uint32_t ordinal = index_find(&filler->index, peg->component);
    if (ordinal == NO_COMPONENT || (!output && peg->kind != OW_BLOTTER_INPUT))
        return false;
    const ow_blotter_component *component = &filler->save->components[ordinal];
    if ((uint32_t)peg->index >= (output ? component->output_count : component->input_count))
        return false;
    struct type_use use = {.type = filler->entries[component->type].type,
                           .inputs = component->input_count,
                           .outputs = component->output_count};
    struct peg_place place;
    type_place_peg(&use, output, (uint32_t)peg->index, &place);
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

static void add_wire(struct filler *filler, uint32_t number)
{
    const ow_blotter_wire *wire = &filler->save->wires[number];
    struct wire_end first, second;
    bool has_first = find_end(filler, &wire->first, &first);
    bool has_second = find_end(filler, &wire->second, &second);
    if (!has_first || !has_second) {
        if (filler->dangling++ == 0)
            filler->first_dangling = number;
        if (!has_first && !has_second)
            return;
        first = has_first ? first : second;
        second = first;
        second.point.y += STUB;
    }
    bool on = saved_state_is_on(&filler->states, wire->circuit_state);
    ow_scene_segment segment = {.width = WIRE_WIDTH,
                                .thickness = WIRE_THICKNESS,
                                .roll = isfinite(wire->rotation) ? -wire->rotation : 0,
                                .color = color_of(on ? COLOR_ON : COLOR_OFF),
                                .group = find_group(filler, &first, &second),
                                .subject = number,
                                .kind = filler->wire_kind,
                                .on = on};
    if ((filler->placements[first.ordinal].is_uncertain ||
         filler->placements[second.ordinal].is_uncertain || !has_first || !has_second))
        segment.flags = OW_INFERRED_PLACE;
    scene_place(filler->builder, first.point, segment.from);
    scene_place(filler->builder, second.point, segment.to);
    scene_segment(filler->builder, &segment);
}

static bool add_wires(void *context, uint32_t first, uint32_t end)
{
    struct filler *filler = context;
    for (uint32_t i = first; i < end; i++) {
        if (!scene_go_on(filler->builder))
            return false;
        add_wire(filler, i);
    }
    return true;
}

void fill_wires(struct filler *filler)
{
    run_in_pieces(filler->save->wire_count, add_wires, filler);
}
