/* The directions of pegs, the ends of wires, and look-ups in the table of types. */
#include "types.h"

/* The square root of a half. */
#define HALF_ROOT 0.70710678118654752440

static const struct {
    struct vector up;
    struct rotation turn;
} directions[PEG_DIRECTIONS] = {
    [PEG_UP] = {{0, 1, 0}, {0, 0, 0, 1}},
    [PEG_DOWN] = {{0, -1, 0}, {1, 0, 0, 0}},
    [PEG_BACK] = {{0, 0, -1}, {-HALF_ROOT, 0, 0, HALF_ROOT}},
    [PEG_FRONT] = {{0, 0, 1}, {HALF_ROOT, 0, 0, HALF_ROOT}},
    [PEG_LEFT] = {{-1, 0, 0}, {0, 0, HALF_ROOT, HALF_ROOT}},
    /* Sine and cosine of 22.5 degrees. */
    [PEG_UP_BACK] = {{0, HALF_ROOT, -HALF_ROOT}, {-0.38268343236508977, 0, 0, 0.92387953251128674}},
    [PEG_UP_FRONT] = {{0, HALF_ROOT, HALF_ROOT}, {0.38268343236508977, 0, 0, 0.92387953251128674}},
};

struct vector peg_up(enum peg_direction direction)
{
    return directions[direction].up;
}

struct rotation peg_turn(enum peg_direction direction)
{
    return directions[direction].turn;
}

struct vector peg_wire_point(const struct type_peg *peg)
{
    /* A constant in a sum may have more digits than a double; a stored one does not. */
    static const double part = WIRE_POINT;
    return vector_add((struct vector){peg->x, peg->y, peg->z},
                      vector_scale(peg_up(peg->direction), rounded_to_double(peg->length * part)));
}

bool type_find_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    const struct component_type *type = use->type;
    if (type->peg && type->peg(use, output, index, peg))
        return true;
    if (index < (output ? type->output_count : type->input_count)) {
        *peg = (output ? type->outputs : type->inputs)[index];
        return true;
    }
    uint32_t count = output ? use->outputs : use->inputs;
    double across = rounded_to_double((index + 0.5) / (count > 0 ? count : 1));
    *peg = (struct type_peg){rounded_to_double(across - 0.5), 0.5, output ? 0.5 : -0.5,
                             output ? OUTPUT_LENGTH : 0.6, output ? PEG_FRONT : PEG_BACK};
    return false;
}

bool type_place_peg(const struct type_use *use, bool output, uint32_t index,
                    struct peg_place *place)
{
    const struct component_type *type = use->type;
    struct type_peg peg;
    if (index < type->placed_count[output]) {
        *place = type->placed[output][index];
        return true;
    }
    bool is_known = type_find_peg(use, output, index, &peg);
    *place = (struct peg_place){.foot = {peg.x, peg.y, peg.z},
                                .wire = peg_wire_point(&peg),
                                .turn = peg_turn(peg.direction),
                                .length = peg.length};
    return is_known;
}

const struct type_body *type_find_bodies(const struct type_use *use,
                                         struct type_body room[MOST_BODIES], unsigned *count)
{
    const struct component_type *type = use->type;
    *count = type->vary ? type->vary(use, room) : type->body_count;
    return type->vary ? room : type->bodies;
}
