/* A save's components as a whole: by address, their types, parents and places. */
#include "roster.h"

#include "../change/ancestry.h"

ow_status blotter_index_components(const ow_blotter_save *save, struct component_index *index,
                                   struct arena *arena)
{
    index_init(index, arena, save->component_count);
    for (uint32_t i = 0; i < save->component_count; i++)
        index_note(index, i, save->components[i].address);
    return index_build(index);
}

const ow_text *blotter_name_of_type(const ow_blotter_save *save, uint16_t id)
{
    for (uint32_t i = 0; i < save->component_type_count; i++)
        if (save->component_types[i].id == id)
            return &save->component_types[i].name;
    return NULL;
}

static uint32_t highest_type(const ow_blotter_save *save)
{
    uint32_t highest = 0;
    for (uint32_t i = 0; i < save->component_count; i++)
        if (save->components[i].type > highest)
            highest = save->components[i].type;
    return highest;
}

ow_status blotter_list_types(const ow_blotter_save *save, struct arena *arena,
                             struct roster_type **types, uint32_t *count)
{
    uint32_t highest = highest_type(save);
    struct roster_type *list = *types = arena_take(arena, (highest + 1) * sizeof *list);
    if (!list)
        return arena->status;
    for (uint32_t i = 0; i <= highest; i++)
        list[i] = (struct roster_type){{"", 0}, &type_unknown};
    for (uint32_t i = save->component_type_count; i-- > 0;) {
        const ow_blotter_component_type *type = &save->component_types[i];
        if (type->id <= highest)
            list[type->id] = (struct roster_type){type->name, type_of_name(type->name)};
    }
    if (count)
        *count = highest + 1;
    return OW_OK;
}

void blotter_add_mods(const ow_mods *mods, struct roster_type *types, uint32_t count)
{
    for (uint32_t i = 0; mods && i < count; i++) {
        const struct component_type *type =
            types[i].type == &type_unknown ? mods_find_type(mods, types[i].name) : NULL;
        if (type)
            types[i].type = type;
    }
}

void blotter_find_parents(const ow_blotter_save *save, const struct component_index *index,
                          uint32_t *parents)
{
    for (uint32_t i = 0; i < save->component_count; i++) {
        uint32_t parent = save->components[i].parent;
        parents[i] = parent != 0 ? index_find(index, parent) : NO_COMPONENT;
    }
}

struct vector blotter_position_of(const ow_blotter_save *save,
                                  const ow_blotter_component *component)
{
    double axes[3];
    blotter_place_of(save, component, axes);
    return (struct vector){axes[0], axes[1], axes[2]};
}

struct rotation blotter_rotation_of(const ow_blotter_component *component)
{
    const float *r = component->rotation;
    return rotation_unit((struct rotation){(double)r[0], (double)r[1], (double)r[2], (double)r[3]});
}

struct component_frame blotter_frame_on(const ow_blotter_save *save, uint32_t ordinal,
                                        const struct component_frame *below)
{
    const ow_blotter_component *component = &save->components[ordinal];
    struct component_frame frame = {blotter_position_of(save, component),
                                    blotter_rotation_of(component)};
    if (!below)
        return frame;
    frame.position = vector_add(below->position, vector_turn(below->rotation, frame.position));
    frame.rotation = rotation_unit(rotation_multiply(below->rotation, frame.rotation));
    return frame;
}

static void put_frame(const ow_blotter_save *save, struct component_frame *frames, uint32_t ordinal,
                      uint32_t parent)
{
    frames[ordinal] =
        blotter_frame_on(save, ordinal, parent == NO_COMPONENT ? NULL : &frames[parent]);
}

ow_status blotter_find_frames(const ow_blotter_save *save, uint32_t *parents, struct arena *arena,
                              struct component_frame **frames)
{
    uint32_t count = save->component_count;
    struct arena scratch;
    arena_share(&scratch, arena);
    *frames = arena_take(arena, count * sizeof **frames);
    uint32_t *order = arena_take(&scratch, count * sizeof *order);
    ow_status status = !*frames ? arena->status : !order ? scratch.status : OW_OK;
    if (status == OW_OK)
        status = ancestry_order(parents, count, order, &scratch);
    for (uint32_t i = 0; status == OW_OK && i < count; i++)
        put_frame(save, *frames, order[i], parents[order[i]]);
    arena_free(&scratch);
    return status;
}

/* Marks what carries others, and counts it. Returns true if all of it comes before what it carries,
 * as in real saves: there is no cycle, and the order of the file will do. */
static bool mark_carriers(const uint32_t *parents, uint32_t count, uint32_t *slots,
                          uint32_t *marked)
{
    bool in_order = true;
    *marked = 0;
    for (uint32_t i = 0; i < count; i++)
        slots[i] = NO_COMPONENT;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t parent = parents[i];
        if (parent == NO_COMPONENT)
            continue;
        in_order = in_order && parent < i;
        *marked += slots[parent] == NO_COMPONENT;
        slots[parent] = 0;
    }
    return in_order;
}

static const struct component_frame *frame_below(const struct component_frames *frames,
                                                 uint32_t ordinal)
{
    uint32_t parent = frames->parents[ordinal];
    return parent == NO_COMPONENT ? NULL : &frames->kept[frames->slots[parent]];
}

/* `order` NULL: that of the file. */
static void keep_frames(struct component_frames *frames, uint32_t *slots, const uint32_t *order)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < frames->save->component_count; i++) {
        uint32_t ordinal = order ? order[i] : i;
        if (slots[ordinal] == NO_COMPONENT)
            continue;
        frames->kept[kept] = blotter_frame_on(frames->save, ordinal, frame_below(frames, ordinal));
        slots[ordinal] = kept++;
    }
}

ow_status blotter_find_carriers(const ow_blotter_save *save, uint32_t *parents, struct arena *arena,
                                struct component_frames *frames)
{
    uint32_t count = save->component_count, marked, *order = NULL;
    struct arena scratch;
    ow_status status = OW_OK;
    uint32_t *slots = arena_take(arena, count * sizeof *slots);
    *frames = (struct component_frames){.save = save, .parents = parents, .slots = slots};
    if (!slots)
        return arena->status;
    bool in_order = mark_carriers(parents, count, slots, &marked);
    frames->kept = arena_take(arena, marked * sizeof *frames->kept);
    if (!frames->kept)
        return arena->status;
    arena_share(&scratch, arena);
    if (!in_order) {
        order = arena_take(&scratch, count * sizeof *order);
        status = order ? ancestry_order(parents, count, order, &scratch) : scratch.status;
    }
    if (status == OW_OK)
        keep_frames(frames, slots, order);
    arena_free(&scratch);
    return status;
}

struct component_frame blotter_frame_of(const struct component_frames *frames, uint32_t ordinal)
{
    uint32_t slot = frames->slots[ordinal];
    if (slot != NO_COMPONENT)
        return frames->kept[slot];
    return blotter_frame_on(frames->save, ordinal, frame_below(frames, ordinal));
}

struct vector blotter_position_in_world(const struct component_frames *frames, uint32_t ordinal)
{
    const struct component_frame *below = frame_below(frames, ordinal);
    struct vector position = blotter_position_of(frames->save, &frames->save->components[ordinal]);
    return below ? vector_add(below->position, vector_turn(below->rotation, position)) : position;
}
