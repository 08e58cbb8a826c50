/* Adds components as items of the scene, with their text. */
#include "fill.h"

#include "../../base/pieces.h"

#include <string.h>

static uint32_t add_states(struct filler *filler, const ow_blotter_component *component)
{
    struct scene_builder *builder = filler->builder;
    uint32_t inputs = component->input_count, outputs = component->output_count;
    uint64_t count = (uint64_t)inputs + outputs;
    uint32_t first = scene_states(builder, count < OW_NONE ? (uint32_t)count : OW_NONE);
    for (uint32_t i = 0; i < inputs; i++)
        if (fill_peg_is_on(filler, component, false, i))
            scene_set_state(builder, first + i);
    for (uint32_t i = 0; i < outputs; i++)
        if (fill_peg_is_on(filler, component, true, i))
            scene_set_state(builder, first + inputs + i);
    return first;
}

/* The first body that has the item's colour; NULL if there is none. */
static const struct type_body *find_painted(const struct type_body *bodies, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (bodies[i].paint != BODY_OWN && bodies[i].paint != BODY_CONTACT &&
            bodies[i].paint != BODY_KEY)
            return &bodies[i];
    return NULL;
}

/* The colour of the bodies that have the item's colour. If it is a display's, sets *is_display and
 * *display. */
static ow_color find_color(struct filler *filler, struct use *use, bool *is_display,
                           ow_scene_display *display)
{
    struct type_body room[MOST_BODIES];
    unsigned count;
    const struct type_body *bodies = type_find_bodies(&use->type, room, &count);
    const struct type_body *painted = find_painted(bodies, count);
    *is_display = painted && painted->paint == BODY_SHOWN;
    if (*is_display) {
        fill_find_display(filler, use, display);
        return fill_find_color_shown(filler, use, display);
    }
    return painted ? use->type.data.color : color_of(use->type.type->color);
}

/* The game treats a vertical tab as a line break, and players use it. */
static ow_text with_line_breaks(struct filler *filler, ow_text text)
{
    if (!memchr(text.data, '\v', text.size))
        return text;
    char *copy = arena_take(&filler->scratch, text.size);
    if (!copy) {
        fill_failed(filler, filler->scratch.status);
        return text;
    }
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.data[i] == '\v' ? '\n' : text.data[i];
    return (ow_text){copy, text.size};
}

static int8_t alignment(int32_t align)
{
    return align <= 0 ? -1 : align == 1 ? 0 : 1;
}

/* Text is on the top face. Lines run along x, and up is z (inferred). */
static void add_label(struct filler *filler, const struct use *use)
{
    static const struct rotation lying = {-0.70710678118654752440, 0, 0, 0.70710678118654752440};
    static const double hair = 0.001; /* above the face, as in the game */
    const struct component_data *data = &use->type.data;
    ow_scene_label label = {.font_size = data->font_size,
                            .align_x = alignment(data->align_x),
                            .align_y = alignment(data->align_z),
                            .kind = filler->label_kind,
                            .flags = (uint16_t)(use->flags | OW_INFERRED_PLACE),
                            .text = with_line_breaks(filler, data->text),
                            .color = data->color,
                            .group = use->placement->group,
                            .subject = use->subject};
    struct vector middle = {(data->size_x - 1.0) / 2,
                            rounded_to_double(use->type.type->text_height + hair),
                            (data->size_z - 1.0) / 2};
    scene_place(filler->builder, place_of(point_of(use->placement, middle)), label.position);
    scene_turn(rotation_multiply(turn_of(use->placement->rotation), lying), label.rotation);
    label.size[0] = (float)data->size_x;
    label.size[1] = (float)data->size_z;
    scene_label(filler->builder, &label);
}

/* All of an item but what fill_place_items sets. */
static void add_component(struct filler *filler, uint32_t ordinal)
{
    struct use use;
    ow_scene_display display;
    bool is_display;
    fill_find_use(filler, ordinal, &use);
    ow_color color = find_color(filler, &use, &is_display, &display);
    uint32_t shape = fill_find_shape(filler, &use);
    uint32_t first_state = add_states(filler, use.component);
    ow_scene_item *item = scene_next_item(filler->builder, filler->component_kind, use.scene_type,
                                          (uint16_t)use.flags);
    if (!item)
        return;
    bool is_scaled = use.type.type->is_scaled;
    item->color = color;
    item->shape = shape;
    item->first_state = first_state;
    item->scale[0] = is_scaled ? (float)use.type.data.size_x : 1;
    item->scale[1] = 1;
    item->scale[2] = is_scaled ? (float)use.type.data.size_z : 1;
    fill_add_switch(filler, &use);
    if (is_display)
        scene_display(filler->builder, &display);
    if (use.type.data.text.size > 0)
        add_label(filler, &use);
}

static bool add_components(void *context, uint32_t first, uint32_t end)
{
    struct filler *filler = context;
    for (uint32_t i = first; i < end; i++) {
        if (!scene_go_on(filler->builder))
            return false;
        add_component(filler, i);
    }
    return true;
}

void fill_components(struct filler *filler)
{
    run_in_pieces(filler->save->component_count, add_components, filler);
}

void fill_place_items(const struct filler *filler, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const struct placement *placement = &filler->placements[i];
        ow_scene_item *item = &filler->items[i];
        scene_place(filler->builder, place_of(placement->position), item->position);
        scene_turn(turn_of(placement->rotation), item->rotation);
        item->group = placement->group;
        item->subject = fill_subject(filler, i);
        item->address = filler->save->components[i].address;
    }
}
