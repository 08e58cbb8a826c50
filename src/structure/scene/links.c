/* Connections, bearings and names of blocks. */
#include "stage.h"

#include "../../base/compiler.h"
#include "../../base/utf8.h"

#include <stdio.h>

/* More connections would be neither readable nor worth the time to draw them. */
enum { MOST_LINKS = 1 << 20, MOST_LABEL = 96 };

static const ow_color connection_color = {255, 176, 32, 255}, bearing_color = {64, 196, 255, 255};

/* The distance from a block's middle to its surface in the direction of another, as a fraction of
 * the way. */
static double reach(struct stage *stage, uint32_t index, struct vector way)
{
    struct look look = structure_look_of(stage->build->blocks[index].id);
    double longest = fmax(fabs(way.x), fmax(fabs(way.y), fabs(way.z)));
    return longest > 0 ? rounded_to_double(look.size / 2 / longest) : 0;
}

/* Draws a link from the surface of one block to that of the other, if there is space between
 * them. */
static void span_link(struct stage *stage, uint32_t from, uint32_t to, ow_scene_segment *segment)
{
    const ow_scene_item *items = stage->builder->scene.items;
    struct vector start = scene_vector(items[from].position);
    struct vector end = scene_vector(items[to].position);
    struct vector way = vector_subtract(end, start);
    double leave = reach(stage, from, way), arrive = 1 - reach(stage, to, way);
    if (!(arrive - leave > 0.1)) {
        leave = 0;
        arrive = 1;
    }
    struct vector first = vector_add(start, vector_scale(way, leave));
    struct vector last = vector_add(start, vector_scale(way, arrive));
    const double points[2][3] = {{first.x, first.y, first.z}, {last.x, last.y, last.z}};
    for (int axis = 0; axis < 3; axis++) {
        segment->from[axis] = rounded_to_float(points[0][axis]);
        segment->to[axis] = rounded_to_float(points[1][axis]);
    }
}

static void add_link(struct stage *stage, uint32_t from, uint32_t to, uint16_t kind)
{
    bool is_bearing = kind == stage->bearing;
    ow_scene_segment segment = {
        .width = is_bearing ? 0.1f : 0.06f,
        .thickness = is_bearing ? 0.1f : 0.06f,
        .color = is_bearing ? bearing_color : connection_color,
        .group = stage->builder->scene.items[from].group,
        .subject = from,
        .kind = kind,
        .flags = OW_ARROW,
    };
    span_link(stage, from, to, &segment);
    scene_segment(stage->builder, &segment);
}

static bool has_bearing(const ow_structure_block *block)
{
    return block->settings && !(block->mask & OW_STRUCTURE_NO_BEARING);
}

static uint64_t count_links(const ow_structure_build *build)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < build->block_count; i++)
        if (build->blocks[i].settings)
            count += build->blocks[i].settings->connection_count + has_bearing(&build->blocks[i]);
    return count;
}

/* Adds the links of one block. Returns how many refer to missing blocks. */
static uint32_t add_links_of(struct stage *stage, uint32_t index, uint64_t most)
{
    const ow_structure_build *build = stage->build;
    const ow_structure_block *block = &build->blocks[index];
    uint32_t outside = 0;
    if (has_bearing(block) && block->settings->bearing < build->block_count)
        add_link(stage, index, block->settings->bearing, stage->bearing);
    else
        outside += has_bearing(block);
    for (uint32_t i = 0; i < block->settings->connection_count && i < most; i++) {
        if (!scene_go_on(stage->builder))
            return outside;
        if (block->settings->connections[i] < build->block_count)
            add_link(stage, index, block->settings->connections[i], stage->connection);
        else
            outside++;
    }
    return outside;
}

void structure_add_links(struct stage *stage)
{
    const ow_structure_build *build = stage->build;
    uint64_t count = count_links(build);
    uint32_t outside = 0;
    scene_expect(stage->builder, 0, (size_t)(count < MOST_LINKS ? count : MOST_LINKS));
    for (uint32_t i = 0; i < build->block_count && stage->builder->status == OW_OK; i++) {
        uint32_t drawn = stage->builder->scene.segment_count;
        if (build->blocks[i].settings && drawn < MOST_LINKS)
            outside += add_links_of(stage, i, MOST_LINKS - drawn);
    }
    if (outside > 0)
        scene_warn(stage->builder, "/blocks",
                   "connections and bearings to missing blocks, not drawn: %u", (unsigned)outside);
    if (count > MOST_LINKS)
        scene_warn(stage->builder, "/blocks",
                   "of %llu connections and bearings, the first %d are drawn",
                   (unsigned long long)count, MOST_LINKS);
}

/* Cuts a name that is too long, between characters. Replaces characters that would break the line
 * by spaces. */
static size_t cut_name(ow_text name, char *text, size_t room)
{
    size_t used = utf8_cut(name, room);
    for (size_t i = 0; i < used; i++)
        text[i] = (unsigned char)name.data[i] < ' ' ? ' ' : name.data[i];
    if (used == name.size)
        return used;
    return used + (size_t)snprintf(text + used, 4, "...");
}

/* Writes a block's name, with its signal and speed if it has them. */
static size_t write_name(const ow_structure_block *block, char text[MOST_LABEL])
{
    enum { MOST_NAME = 48 };
    size_t used = cut_name(block->settings->name, text, MOST_NAME);
    double signal = ow_structure_signal(block->settings->signal), speed = ow_structure_speed(block);
    if (signal > 0)
        used += (size_t)snprintf(text + used, MOST_LABEL - used, ", signal %.3g", signal);
    if (speed > 0)
        used += (size_t)snprintf(text + used, MOST_LABEL - used, ", speed %.4g", speed);
    return used;
}

/* Adds text to a block: on a face, for letters of a gate, or above it, for names. */
static void label_block(struct stage *stage, uint32_t index, ow_text text, bool stands)
{
    const ow_scene_item *item = &stage->builder->scene.items[index];
    struct look look = structure_look_of(stage->build->blocks[index].id);
    struct rotation turn = scene_rotation(item->rotation);
    struct rotation lie = {-0.70710678118654752, 0, 0, 0.70710678118654752};
    struct vector above = {0, rounded_to_double(look.size * (stands ? 0.7 : 0.21)), 0};
    struct vector place =
        vector_add(scene_vector(item->position), stands ? above : vector_turn(turn, above));
    ow_scene_label label = {
        .font_size = rounded_to_float(rounded_to_double(look.size * (stands ? 0.4 : 0.36))),
        .kind = stage->label,
        .flags = stands ? OW_FACES_VIEWER : OW_INFERRED_SHAPE,
        .text = text,
        .color = stands ? (ow_color){28, 30, 36, 255} : (ow_color){255, 255, 255, 255},
        .group = item->group,
        .subject = index,
    };
    label.position[0] = rounded_to_float(place.x);
    label.position[1] = rounded_to_float(place.y);
    label.position[2] = rounded_to_float(place.z);
    label.size[0] = label.size[1] =
        stands ? 0 : rounded_to_float(rounded_to_double(look.size * 0.9));
    scene_turn(stands ? (struct rotation){0, 0, 0, 1} : rotation_multiply(turn, lie),
               label.rotation);
    scene_label(stage->builder, &label);
}

void structure_add_label(struct stage *stage, uint32_t index)
{
    const ow_structure_block *block = &stage->build->blocks[index];
    char text[MOST_LABEL];
    if (structure_look_of(block->id).stand_in == GATE) {
        const char *letters =
            block->id == OW_STRUCTURE_MATH_BLOCK ? "f(x)" : structure_types[block->id].name;
        label_block(stage, index, ow_text_of(letters), false);
    }
    if (block->settings && block->settings->name.size > 0) {
        ow_text name = {text, write_name(block, text)};
        label_block(stage, index, name, true);
    }
}
