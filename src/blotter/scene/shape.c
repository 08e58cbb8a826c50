/* The shape of a component: its bodies and its pegs. Components that look the same share one
 * shape. */
#include "fill.h"

#include <string.h>

/* Converts from the game's frame to that of the scene, in squares. */
static void put_vector(struct vector vector, bool mirrored, float placed[3])
{
    placed[0] = rounded_to_float(vector.x);
    placed[1] = rounded_to_float(vector.y);
    placed[2] = rounded_to_float(mirrored ? -vector.z : vector.z);
}

static ow_scene_part bar(struct vector foot, struct vector size, struct rotation turn)
{
    ow_scene_part part = {.solid = OW_BOX};
    struct vector up = vector_turn(turn, (struct vector){0, size.y / 2, 0});
    put_vector(vector_add(foot, up), true, part.center);
    put_vector(size, false, part.size);
    scene_turn(turn_of(turn), part.rotation);
    return part;
}

static ow_paint paint_of(enum body_color paint)
{
    switch (paint) {
    case BODY_CHOSEN:
    case BODY_SHOWN:
        return OW_PAINT_ITEM;
    case BODY_CONTACT:
    case BODY_KEY:
        return OW_PAINT_STATE;
    case BODY_INPUT:
        return OW_PAINT_ITEM_STATE;
    case BODY_DIGIT:
        return OW_PAINT_ITEM_VALUE;
    default:
        return OW_PAINT_PART;
    }
}

/* Whether a component has the peg whose state a body shows. A save may lack it; the next state is
 * that of another component. */
static bool has_state(const struct type_use *use, const struct type_body *body)
{
    return body->input < use->inputs + use->outputs;
}

static void add_body(struct scene_builder *builder, const struct type_use *use,
                     const struct type_body *body)
{
    ow_scene_part part = bar(body->foot, body->size, rotation_unit(body->turn));
    if (body->low > 0) {
        part.solid = OW_WEDGE;
        part.low = rounded_to_float(body->low);
    }
    if (body->is_board)
        part.material = OW_BOARD;
    part.paint = paint_of(body->paint);
    if (part.paint == OW_PAINT_STATE && !has_state(use, body))
        part.paint = OW_PAINT_PART;
    part.color = color_of(body->paint == BODY_CONTACT ? CONTACT_OFF : body->color);
    part.color_on = color_of(body->paint == BODY_KEY ? KEY_ON : CONTACT_ON);
    part.state = body->input;
    part.values = body->paint == BODY_DIGIT ? body->values : 0;
    scene_part(builder, &part);
}

static void add_peg(struct scene_builder *builder, const struct peg_place *peg, double width,
                    uint32_t state)
{
    ow_scene_part part = bar(peg->foot, (struct vector){width, peg->length, width}, peg->turn);
    part.paint = OW_PAINT_STATE;
    part.color = color_of(COLOR_OFF);
    part.color_on = color_of(COLOR_ON);
    part.state = state;
    part.is_peg = true;
    scene_part(builder, &part);
}

static uint32_t make_shape(struct scene_builder *builder, const struct type_use *use,
                           const uint64_t key[3])
{
    struct type_body room[MOST_BODIES];
    struct peg_place peg;
    unsigned count;
    uint32_t shape = scene_shape(builder, key);
    const struct type_body *bodies = type_find_bodies(use, room, &count);
    for (unsigned i = 0; i < count && builder->status == OW_OK; i++)
        add_body(builder, use, &bodies[i]);
    for (uint32_t i = 0; i < use->inputs && builder->status == OW_OK; i++) {
        type_place_peg(use, false, i, &peg);
        add_peg(builder, &peg, INPUT_WIDTH, i);
    }
    for (uint32_t i = 0; i < use->outputs && builder->status == OW_OK; i++) {
        type_place_peg(use, true, i, &peg);
        add_peg(builder, &peg, OUTPUT_WIDTH, use->inputs + i);
    }
    return shape;
}

/* Whether the type has more pegs than known, or the positions of its pegs are guessed. */
static bool has_strange_pegs(const struct type_use *use)
{
    struct peg_place peg;
    return (use->type->guesses_several && use->inputs > 1) ||
           (use->inputs > 0 && !type_place_peg(use, false, use->inputs - 1, &peg)) ||
           (use->outputs > 0 && !type_place_peg(use, true, use->outputs - 1, &peg));
}

/* Whether the bodies of a type depend on the switch position in its custom data. */
static bool is_switch(const struct component_type *type)
{
    return type->vary && type->data && strchr(type->data, 'o');
}

static uint32_t find_shape(struct filler *filler, const struct type_use *about)
{
    const struct component_type *type = about->type;
    size_t count;
    const struct component_type *first = type_list(&count);
    uint64_t row = type->mod_number > 0    ? (uint64_t)count + type->mod_number
                   : type == &type_unknown ? count
                                           : (uint64_t)(type - first);
    const struct component_data *data = &about->data;
    uint64_t key[3] = {row << 1 | data->on, (uint64_t)about->inputs << 32 | about->outputs,
                       (uint64_t)data->length};
    if (!type->is_scaled)
        key[2] |= (uint64_t)data->size_x << 48 | (uint64_t)data->size_z << 32;
    uint32_t shape = scene_known_shape(filler->builder, key);
    return shape != OW_NONE ? shape : make_shape(filler->builder, about, key);
}

/* Finds the shape for one position of a switch. */
static uint32_t find_position(struct filler *filler, const struct type_use *about, bool on)
{
    struct type_use turned = *about;
    turned.data.on = on;
    return find_shape(filler, &turned);
}

uint32_t fill_find_shape(struct filler *filler, struct use *use)
{
    if (has_strange_pegs(&use->type))
        use->flags |= OW_INFERRED_SHAPE;
    if (!is_switch(use->type.type))
        return find_shape(filler, &use->type);
    /* Always in the same order, so that shapes have the same numbers in any state. */
    find_position(filler, &use->type, false);
    find_position(filler, &use->type, true);
    return find_shape(filler, &use->type);
}

void fill_add_switch(struct filler *filler, const struct use *use)
{
    if (!is_switch(use->type.type))
        return;
    uint32_t off_shape = find_position(filler, &use->type, false);
    scene_switch(filler->builder, off_shape, find_position(filler, &use->type, true));
}
