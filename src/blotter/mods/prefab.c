/* The shape of a mod's component: the blocks and pegs of its prefab, in squares. */
#include "mods.h"

#include "../../base/angles.h"
#include "../../base/text.h"
#include "../types/forms.h"

/* Limits in squares and degrees. Real components are at most about fifty squares wide. */
static const double most_place = 1000, most_turn = 100000;

/* A flat quad; a buffer's high and low end. */
static const double quad_height = 0.002, buffer_height = 1.5;
#define BUFFER_LOW 0.55333333333333334

/* The child of a node with a value; NULL if there is none. */
static const ow_jecs_node *find(const ow_jecs_node *node, const char *key)
{
    const ow_jecs_node *child = ow_jecs_find(node, key);
    return child && child->kind != OW_JECS_NULL && child->kind != OW_JECS_EMPTY ? child : NULL;
}

/* Reports an invalid value. */
static bool refuse_value(struct mod_reader *reader, const ow_jecs_node *node, const char *key,
                         const char *expected)
{
    if (node->kind != OW_JECS_TEXT)
        return mod_refuse(reader, node, "\"%s\": expected %s", key, expected);
    return mod_refuse(reader, node, "\"%s\" is \"%.*s\"; expected %s", key,
                      text_shown_size(node->value), node->value.data, expected);
}

static bool is_within(double value, double least, double most)
{
    return value >= least && value <= most;
}

/* Reads three numbers. Missing ones keep their value. */
static bool read_vector(struct mod_reader *reader, const ow_jecs_node *node, const char *key,
                        double least, double most, struct vector *vector)
{
    const ow_jecs_node *child = find(node, key);
    double axes[3] = {vector->x, vector->y, vector->z};
    if (!child)
        return true;
    if (!ow_jecs_vector(child, axes, 3))
        return refuse_value(reader, child, key, "three numbers, such as (1, 0.5, 0)");
    for (int i = 0; i < 3; i++)
        if (!is_within(axes[i], least, most))
            return refuse_value(reader, child, key,
                                least < 0 ? most > most_place ? "degrees from -100000 to 100000"
                                                              : "numbers from -1000 to 1000"
                                          : "numbers from 0 to 1000");
    *vector = (struct vector){axes[0], axes[1], axes[2]};
    return true;
}

static bool read_number(struct mod_reader *reader, const ow_jecs_node *node, const char *key,
                        double most, double *value)
{
    const ow_jecs_node *child = find(node, key);
    double read;
    if (!child)
        return true;
    if (!ow_jecs_number(child, &read) || !is_within(read, 0, most))
        return refuse_value(reader, child, key,
                            most > 1 ? "a number from 0 to 1000" : "a number from 0 to 1");
    *value = read;
    return true;
}

/* Reads the position and rotation of a block or a peg. */
static bool read_place(struct mod_reader *reader, const ow_jecs_node *node, struct vector *foot,
                       struct rotation *turn)
{
    struct vector degrees = {0, 0, 0};
    *foot = (struct vector){0, 0, 0};
    if (!read_vector(reader, node, "position", -most_place, most_place, foot) ||
        !read_vector(reader, node, "rotation", -most_turn, most_turn, &degrees))
        return false;
    const double euler[3] = {degrees.x, degrees.y, degrees.z};
    *turn = rotation_of_euler_zxy(euler);
    return true;
}

/* Moves the foot of a body along its own y axis. */
static void raise(struct type_body *body, double by)
{
    body->foot = vector_add(body->foot, vector_turn(body->turn, (struct vector){0, by, 0}));
}

/* Gives a body the form of its mesh. Returns false if the mesh is unknown; the body is a box
 * then. */
static bool shape_body(struct type_body *body, ow_text mesh, bool is_socket)
{
    if (mesh.size == 0 || text_is_word(mesh, "OriginCube"))
        return true;
    if (text_is_word(mesh, "Cube")) {
        raise(body, -body->size.y / 2);
        return true;
    }
    if (text_is_word(mesh, "FlatQuad")) {
        body->size.y = quad_height;
        body->paint = is_socket ? BODY_CONTACT : BODY_OWN;
        raise(body, -quad_height);
        return true;
    }
    if (text_is_word(mesh, "BufferBody") || text_is_word(mesh, "BufferBody_Long")) {
        bool is_long = mesh.size > strlen("BufferBody");
        body->size.y = rounded_to_double(body->size.y * buffer_height);
        body->size.z = body->size.z * (is_long ? 2 : 1);
        body->low = BUFFER_LOW;
        if (is_long)
            body->foot = vector_add(
                body->foot, vector_turn(body->turn, (struct vector){0, 0, body->size.z / 4}));
    }
    return false;
}

static ow_text text_at(const ow_jecs_node *node, const char *key)
{
    const ow_jecs_node *child = find(node, key);
    return child && child->kind == OW_JECS_TEXT ? child->value : (ow_text){"", 0};
}

static bool read_block(struct mod_reader *reader, const ow_jecs_node *node, bool is_socket,
                       struct type_body *body, struct component_type *type)
{
    const ow_jecs_node *color = find(node, "color");
    struct vector size = {1, 1, 1};
    *body = (struct type_body){.color = WHITE};
    if (!read_place(reader, node, &body->foot, &body->turn) ||
        !read_vector(reader, node, "scale", 0, most_place, &size))
        return false;
    if (color && !ow_jecs_color(color, &body->color))
        return refuse_value(reader, color, "color", "RRGGBB in hexadecimal digits");
    body->size = size;
    ow_text mesh = text_at(node, "mesh");
    if (!shape_body(body, mesh.size > 0 ? mesh : text_at(node, "meshType"), is_socket))
        type->flags |= OW_INFERRED_SHAPE;
    return true;
}

static bool read_peg(struct mod_reader *reader, const ow_jecs_node *node, bool output,
                     struct peg_place *place)
{
    double length = output ? OUTPUT_LENGTH : INPUT_LENGTH, point = WIRE_POINT;
    if (!read_place(reader, node, &place->foot, &place->turn) ||
        (!output && (!read_number(reader, node, "length", most_place, &length) ||
                     !read_number(reader, node, "wirePointHeight", 1, &point))))
        return false;
    struct vector up = {0, rounded_to_double(length * point), 0};
    place->length = length;
    place->wire = vector_add(place->foot, vector_turn(place->turn, up));
    return true;
}

/* Finds a list of the prefab and its length. */
static bool find_list(struct mod_reader *reader, const ow_jecs_node *prefab, const char *key,
                      uint32_t most, const ow_jecs_node **first, uint32_t *count)
{
    const ow_jecs_node *list = find(prefab, key);
    *first = NULL;
    *count = 0;
    if (!list)
        return true;
    if (list->kind != OW_JECS_LIST)
        return refuse_value(reader, list, key, "a list");
    if (list->child_count > most)
        return mod_refuse(reader, list, "\"%s\" has %u elements; at most %u are read", key,
                          (unsigned)list->child_count, (unsigned)most);
    *first = list->first;
    *count = list->child_count;
    return true;
}

static bool allocate(struct mod_reader *reader, const void *block)
{
    if (!block)
        reader->status = reader->arena->status;
    return block != NULL;
}

static bool read_blocks(struct mod_reader *reader, const ow_jecs_node *prefab, bool is_socket,
                        struct component_type *type)
{
    const ow_jecs_node *node;
    uint32_t count;
    if (!find_list(reader, prefab, "blocks", OW_MOD_BLOCKS, &node, &count))
        return false;
    struct type_body *bodies = arena_take(reader->arena, count * sizeof *bodies);
    if (!allocate(reader, bodies))
        return false;
    type->bodies = bodies;
    for (; node; node = node->next)
        if (!read_block(reader, node, is_socket, &bodies[type->body_count++], type))
            return false;
    return true;
}

static bool read_pegs(struct mod_reader *reader, const ow_jecs_node *prefab, bool output,
                      struct component_type *type)
{
    const ow_jecs_node *node;
    uint32_t count;
    if (!find_list(reader, prefab, output ? "outputs" : "inputs", OW_MOD_PEGS, &node, &count))
        return false;
    struct peg_place *places = arena_take(reader->arena, count * sizeof *places);
    if (!allocate(reader, places))
        return false;
    type->placed[output] = places;
    for (; node; node = node->next)
        if (!read_peg(reader, node, output, &places[type->placed_count[output]++]))
            return false;
    return true;
}

/* Reads twelve numbers: the corners of the contact, in order around it. That it faces the side from
 * which they run counterclockwise is inferred from a single mod. */
static bool read_contact(struct mod_reader *reader, const ow_jecs_node *node,
                         struct type_contact *contact)
{
    enum { CORNERS = 4, NUMBERS = 3 * CORNERS };
    static const double widest = 0.5, thinnest = 0.01;
    const ow_jecs_node *list = find(node, "codeInfoFloats"), *number;
    double axes[NUMBERS];
    unsigned count = 0;
    for (number = list ? list->first : NULL; number && count < NUMBERS; number = number->next)
        if (!ow_jecs_number(number, &axes[count++]) || !is_within(axes[count - 1], -1000, 1000))
            return refuse_value(reader, number, "codeInfoFloats",
                                "12 numbers, the corners of the contact");
    if (count < NUMBERS)
        return mod_refuse(
            reader, list ? list : node,
            "a socket needs 12 numbers in \"codeInfoFloats\": the four corners of its "
            "contact");
    struct vector corners[CORNERS];
    for (unsigned i = 0; i < CORNERS; i++)
        corners[i] = (struct vector){axes[3 * i], axes[3 * i + 1], axes[3 * i + 2]};
    struct vector up = vector_subtract(corners[1], corners[0]);
    struct vector across = vector_subtract(corners[3], corners[0]);
    *contact = (struct type_contact){
        .middle = vector_scale(vector_add(corners[0], corners[2]), 0.5),
        .across = vector_unit(across),
        .up = vector_unit(up),
        .half_across = vector_length(across) / 2,
        .half_up = vector_length(up) / 2,
    };
    double lean = vector_dot(contact->across, contact->up);
    if (is_within(contact->half_across, thinnest, widest) &&
        is_within(contact->half_up, thinnest, widest) && is_within(lean, -0.001, 0.001))
        return true;
    return mod_refuse(
        reader, list,
        "the corners of the contact must go round a rectangle whose sides are 0.02 to "
        "1 long");
}

/* The colour of a type in a legend: that of its first block that is not a contact. */
static uint32_t color_of_type(const struct component_type *type)
{
    enum { PEG_COLOR = 0x1a1718 };
    for (unsigned i = 0; i < type->body_count; i++)
        if (type->bodies[i].paint == BODY_OWN)
            return type->bodies[i].color;
    return PEG_COLOR;
}

bool mod_read_type(struct mod_reader *reader, const ow_jecs_node *node, ow_mod_type *about,
                   struct component_type *type)
{
    const ow_jecs_node *prefab = ow_jecs_find(node, "prefab");
    ow_text code = text_at(node, "logicCode");
    bool is_socket = text_is_word(code, "LogicWorld.LogicCode.Socket");
    *type = type_unknown;
    if (is_socket || (code.size == 0 && !find(node, "logicScript")))
        type->logic = OW_LOGIC_NONE;
    if (!prefab || prefab->kind == OW_JECS_NULL || prefab->kind == OW_JECS_TEXT)
        return true;
    type->flags = 0;
    type->body_count = 0;
    if (!read_blocks(reader, prefab, is_socket, type) || !read_pegs(reader, prefab, false, type) ||
        !read_pegs(reader, prefab, true, type) ||
        (is_socket && !read_contact(reader, node, &type->contact)))
        return false;
    type->color = color_of_type(type);
    about->has_shape = true;
    about->inputs = type->placed_count[false];
    about->outputs = type->placed_count[true];
    return true;
}
