/* Moves and turns components of a save. */
#include "rearrange.h"

#include "../../base/error.h"

#define HALF_ROOT 0.70710678118654752440

/* Quarter turns about y, clockwise seen from above in the game's left-handed frame. */
static struct rotation rotation_of_quarters(unsigned quarters)
{
    static const struct rotation turns[4] = {
        {0, 0, 0, 1}, {0, HALF_ROOT, 0, HALF_ROOT}, {0, 1, 0, 0}, {0, -HALF_ROOT, 0, HALF_ROOT}};
    return turns[quarters];
}

/* Turns a place by quarters, exactly. */
static struct vector turn_place(struct vector place, unsigned quarters)
{
    for (; quarters > 0; quarters--)
        place = (struct vector){place.z, place.y, 0 - place.x};
    return place;
}

uint32_t rearrange_parent(const struct rearranging *r, uint32_t index)
{
    uint32_t parent = r->parts->parents[r->own->first_component + index];
    return parent == NO_PART ? NO_PART : parent - r->own->first_component;
}

bool rearrange_is_top(const struct parts *parts, const struct blotter_parts *own, uint32_t index)
{
    uint32_t ordinal = own->first_component + index, parent = parts->parents[ordinal];
    return parts->chosen[ordinal] && (parent == NO_PART || !parts->chosen[parent]);
}

void rearrange_set_rotation(ow_blotter_component *component, struct rotation rotation)
{
    const double parts[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    for (int i = 0; i < 4; i++)
        component->rotation[i] = rounded_to_float(parts[i]);
}

ow_status rearrange_too_far(const struct rearranging *r, const ow_blotter_component *component)
{
    return error_set(r->error, OW_BAD_VALUE, 0, NULL,
                     "C-%u would stand farther away than a save has room for",
                     (unsigned)component->address);
}

static ow_status place_component(const struct rearranging *r, uint32_t index)
{
    ow_blotter_component *component = &r->save->components[index];
    struct component_frame frame = blotter_frame_of(&r->own->frames, index);
    uint32_t parent = rearrange_parent(r, index);
    struct rotation out = {0, 0, 0, 1};
    if (parent != NO_PART)
        out = rotation_inverse(blotter_frame_of(&r->own->frames, parent).rotation);
    struct vector turned =
        vector_add(r->about, turn_place(vector_subtract(frame.position, r->about), r->quarters));
    struct vector by = vector_add(vector_subtract(turned, frame.position), r->by);
    struct vector own = blotter_position_of(r->save, component);
    if (!blotter_set_position(r->save, component, vector_add(own, vector_turn(out, by))))
        return rearrange_too_far(r, component);
    if (r->quarters > 0)
        rearrange_set_rotation(component,
                               rotation_multiply(out, rotation_multiply(r->turn, frame.rotation)));
    return OW_OK;
}

static uint32_t first_top(const struct parts *parts, const struct blotter_parts *own,
                          const ow_blotter_save *save)
{
    uint32_t index = 0;
    while (index < save->component_count && !rearrange_is_top(parts, own, index))
        index++;
    return index;
}

ow_status blotter_rearrange_parts(void *document, struct parts *parts, const ow_rearrangement *how,
                                  const struct part_notes *notes, uint64_t *count, ow_error *error)
{
    const struct blotter_parts *own = parts->own;
    struct rearranging r = {
        .save = document, .parts = parts, .own = own, .notes = notes, .error = error};
    if (how->copies > 0)
        return FORMAT_HAS_NONE;
    uint32_t first = first_top(parts, own, r.save);
    if (first == r.save->component_count)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "wires go where their components go: choose components");
    r.by = (struct vector){how->by[0] * SQUARE, how->by[1] * SQUARE, how->by[2] * SQUARE};
    if (how->mirror != OW_MIRROR_NONE)
        return blotter_mirror_parts(&r, how, first, count);
    r.about = blotter_frame_of(&own->frames, first).position;
    r.quarters = (unsigned)how->quarter_turns & 3;
    r.turn = rotation_of_quarters(r.quarters);
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < r.save->component_count && status == OW_OK; i++) {
        if (rearrange_is_top(parts, own, i))
            status = place_component(&r, i);
        *count += parts->chosen[own->first_component + i];
    }
    return status;
}

/* Components with the same parent are extracted in its frame, and the first selected component is
 * at 0. */
void blotter_find_origin(const struct parts *parts, ow_placement *placement)
{
    const struct blotter_parts *own = parts->own;
    const ow_blotter_save *save = own->save;
    uint32_t first = first_top(parts, own, save);
    bool shared = true;
    if (first == save->component_count)
        return;
    const ow_blotter_component *component = &save->components[first];
    for (uint32_t i = first; i < save->component_count; i++)
        shared = shared && (!rearrange_is_top(parts, own, i) ||
                            save->components[i].parent == component->parent);
    uint32_t parent = parts->parents[own->first_component + first];
    struct vector at = shared ? blotter_position_of(save, component)
                              : blotter_frame_of(&own->frames, first).position;
    struct vector by = {placement->at[0], placement->at[1], placement->at[2]};
    if (shared && parent != NO_PART) {
        placement->under = component->parent;
        by =
            vector_turn(rotation_inverse(
                            blotter_frame_of(&own->frames, parent - own->first_component).rotation),
                        by);
    }
    placement->at[0] = by.x + at.x / SQUARE;
    placement->at[1] = by.y + at.y / SQUARE;
    placement->at[2] = by.z + at.z / SQUARE;
}
