/* The space that components take: their bodies as boxes. */
#include "solids.h"

/* A body in the frame of its component. */
struct body_box {
    struct vector middle, size;
    struct rotation turn;
};

static struct body_box box_of(const struct type_body *body, struct vector scale)
{
    struct body_box box = {.size = body->size, .turn = rotation_unit(body->turn)};
    struct vector up = {0, rounded_to_double(body->size.y / 2), 0};
    box.middle = vector_add(body->foot, vector_turn(box.turn, up));
    if (body->low > 0)
        box.size = solid_in_wedge(box.size, body->low, box.turn, &box.middle);
    /* Bodies that are stretched are not turned. */
    box.middle = vector_multiply(box.middle, scale);
    box.size = vector_multiply(box.size, scale);
    return box;
}

/* Reads custom data. Returns the bodies; 0 if nobody knows what the component looks like. */
static unsigned find_boxes(struct type_use *use, ow_bytes custom_data,
                           struct body_box boxes[MOST_BODIES])
{
    const uint32_t unknown = OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    struct type_body room[MOST_BODIES];
    struct vector scale = {1, 1, 1};
    unsigned count;
    if ((use->type->flags & unknown) == unknown ||
        !type_read_data(use->type, custom_data, &use->data))
        return 0;
    if (use->type->is_scaled)
        scale = (struct vector){use->data.size_x, 1, use->data.size_z};
    const struct type_body *bodies = type_find_bodies(use, room, &count);
    for (unsigned i = 0; i < count; i++)
        boxes[i] = box_of(&bodies[i], scale);
    return count;
}

static void include(const struct body_box *box, struct extent *extent)
{
    struct solid solid;
    solid_make(&solid, box->middle, box->size, box->turn);
    struct extent own = solid_extent(&solid);
    for (int i = 0; i < 3; i++) {
        extent->least[i] = fminf(extent->least[i], own.least[i]);
        extent->most[i] = fmaxf(extent->most[i], own.most[i]);
    }
}

bool type_find_extent(const struct type_use *use, ow_bytes custom_data, struct type_extent *extent)
{
    struct type_use read = *use;
    struct body_box boxes[MOST_BODIES];
    struct extent all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    unsigned count = find_boxes(&read, custom_data, boxes);
    for (unsigned i = 0; i < count; i++)
        include(&boxes[i], &all);
    double middle[3], size[3];
    for (int i = 0; i < 3; i++) {
        middle[i] = rounded_to_double((double)all.least[i] + (double)all.most[i]) / 2;
        size[i] = (double)all.most[i] - (double)all.least[i] + 2 * SOLID_TOUCH;
    }
    extent->middle = (struct vector){middle[0], middle[1], middle[2]};
    extent->size = (struct vector){size[0], size[1], size[2]};
    return count > 0;
}

unsigned type_find_solids(const struct type_use *use, ow_bytes custom_data, struct vector position,
                          struct rotation rotation, struct solid solids[MOST_BODIES])
{
    struct type_use read = *use;
    struct body_box boxes[MOST_BODIES];
    unsigned count = find_boxes(&read, custom_data, boxes), kept = 0;
    for (unsigned i = 0; i < count; i++) {
        struct vector middle = vector_add(position, vector_turn(rotation, boxes[i].middle));
        kept += solid_make(&solids[kept], middle, boxes[i].size,
                           rotation_multiply(rotation, boxes[i].turn));
    }
    return kept;
}
