/* A scene with items coloured, and with items of another scene in it. */
#include "pictures/scene_overlay.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_POINTER = 256 };

/* Opacity of removed items: what replaced them, or is behind them, stays visible. */
enum { GHOST = 56, GHOST_OF_SEGMENT = 150 };

/* The width of a removed bar, so that it stays inside one that replaced it. */
static const float ghost_width = 0.6f;

/* Makes unchanged items less prominent. */
static ow_color pale(ow_color color)
{
    enum { LIGHT = 232 };
    return (ow_color){(uint8_t)((color.red + 2 * LIGHT) / 3),
                      (uint8_t)((color.green + 2 * LIGHT) / 3),
                      (uint8_t)((color.blue + 2 * LIGHT) / 3), color.alpha};
}

/* Converts a colour to a grey of the same brightness, halfway to white. */
static void drain(ow_color *color)
{
    unsigned bright = (color->red * 3u + color->green * 6u + color->blue) / 10;
    color->red = color->green = color->blue = (uint8_t)((bright + 248) / 2);
}

/* Red means removed here, not on. */
static ow_color pale_state(ow_color color)
{
    drain(&color);
    return color;
}

static ow_scene_part pale_part(ow_scene_part part)
{
    part.color = pale(part.color);
    part.color_on = pale_state(part.color_on);
    return part;
}

/* Allocates memory for both counts and a few more; the caller copies the contents. */
static void *allocate(size_t count, size_t size)
{
    return count < SIZE_MAX / size ? malloc(count * size + 1) : NULL;
}

/* A part in the colour of its item, whatever colour it had. Meshes of the other scene are not
 * available here. */
static ow_scene_part painted_part(ow_scene_part part, bool is_before)
{
    part.paint = OW_PAINT_ITEM;
    if (is_before)
        part.material = OW_MARK; /* its outline is visible around what replaced it */
    else if (part.material == OW_BOARD)
        part.material = OW_PLAIN;
    if (part.solid == OW_SOLID_MESH && is_before)
        part.solid = OW_BOX;
    return part;
}

static void add_parts(struct overlay *overlay, const ow_scene *from, bool painted, bool is_before)
{
    ow_scene *scene = &overlay->scene;
    for (uint32_t i = 0; i < from->shape_count; i++) {
        ow_scene_shape shape = from->shapes[i];
        shape.first_part += scene->part_count;
        scene->shapes[scene->shape_count++] = shape;
    }
    for (uint32_t i = 0; i < from->part_count; i++)
        scene->parts[scene->part_count + i] =
            painted ? painted_part(from->parts[i], is_before) : pale_part(from->parts[i]);
    scene->part_count += from->part_count;
}

/* Adds the shape that marks a cell or a row of them, translucent. */
static void add_marker(ow_scene *scene)
{
    scene->shapes[scene->shape_count++] = (ow_scene_shape){scene->part_count, 1};
    scene->parts[scene->part_count++] = (ow_scene_part){.solid = OW_BOX,
                                                        .paint = OW_PAINT_ITEM,
                                                        .material = OW_MARK,
                                                        .size = {1, 1, 1},
                                                        .rotation = {0, 0, 0, 1}};
}

/* Joins the shapes of the scene after, pale and in one colour; those of the scene before in one
 * colour; and a marker. */
static bool join_shapes(struct overlay *overlay, const ow_scene *before, const ow_scene *after)
{
    ow_scene *scene = &overlay->scene;
    scene->shapes =
        allocate((size_t)after->shape_count * 2 + before->shape_count + 1, sizeof *scene->shapes);
    scene->parts =
        allocate((size_t)after->part_count * 2 + before->part_count + 1, sizeof *scene->parts);
    if (!scene->shapes || !scene->parts)
        return false;
    scene->shape_count = scene->part_count = 0;
    add_parts(overlay, after, false, false);
    add_parts(overlay, after, true, false);
    add_parts(overlay, before, true, true);
    add_marker(scene);
    overlay->painted = after->shape_count;
    return true;
}

static bool join_groups(ow_scene *scene, const ow_scene *before, const ow_scene *after)
{
    scene->groups =
        allocate((size_t)after->group_count + before->group_count, sizeof *scene->groups);
    if (!scene->groups)
        return false;
    if (after->group_count > 0)
        memcpy(scene->groups, after->groups, after->group_count * sizeof *scene->groups);
    for (uint32_t i = 0; i < before->group_count; i++) {
        ow_scene_group group = before->groups[i];
        group.parent += group.parent != OW_NONE ? after->group_count : 0;
        scene->groups[after->group_count + i] = group;
    }
    scene->group_count += before->group_count;
    return true;
}

static bool copy_items(struct overlay *overlay, const ow_scene *after)
{
    ow_scene *scene = &overlay->scene;
    overlay->item_room = after->item_count;
    scene->items = allocate(after->item_count, sizeof *scene->items);
    scene->segments = allocate(after->segment_count, sizeof *scene->segments);
    scene->grounds = allocate(after->ground_count, sizeof *scene->grounds);
    if (!scene->items || !scene->segments || !scene->grounds)
        return false;
    if (after->item_count > 0)
        memcpy(scene->items, after->items, after->item_count * sizeof *scene->items);
    if (after->segment_count > 0)
        memcpy(scene->segments, after->segments, after->segment_count * sizeof *scene->segments);
    for (uint32_t i = 0; i < after->item_count; i++)
        scene->items[i].color = pale(scene->items[i].color);
    for (uint32_t i = 0; i < after->segment_count; i++)
        scene->segments[i].color = pale_state(scene->segments[i].color);
    if (after->ground_count > 0)
        memcpy(scene->grounds, after->grounds, after->ground_count * sizeof *scene->grounds);
    return true;
}

static bool copy_ground(struct overlay *overlay, const ow_scene *after)
{
    for (uint32_t i = 0; i < after->ground_count; i++)
        overlay->scene.grounds[i].colors = NULL;
    for (uint32_t i = 0; i < after->ground_count; i++) {
        size_t count = (size_t)after->grounds[i].width * after->grounds[i].height;
        ow_color *colors = allocate(count, sizeof *colors);
        if (!colors)
            return false;
        for (size_t at = 0; at < count; at++)
            colors[at] = pale(after->grounds[i].colors[at]);
        overlay->scene.grounds[i].colors = colors;
    }
    return true;
}

static bool copy_tiles(struct overlay *overlay, const ow_scene *after)
{
    ow_color *colors = allocate(after->tile_color_count, sizeof *colors);
    overlay->scene.tile_colors = colors;
    for (uint32_t i = 0; colors && i < after->tile_color_count; i++)
        colors[i] = pale(after->tile_colors[i]);
    return colors != NULL;
}

bool overlay_open(struct overlay *overlay, const ow_scene *before, const ow_scene *after)
{
    *overlay = (struct overlay){.scene = *after, .before = before};
    ow_scene *scene = &overlay->scene;
    scene->owner = NULL;
    scene->items = NULL;
    scene->segments = NULL;
    scene->shapes = NULL;
    scene->parts = NULL;
    scene->groups = NULL;
    scene->grounds = NULL;
    scene->tile_colors = NULL;
    return copy_tiles(overlay, after) && join_shapes(overlay, before, after) &&
           join_groups(scene, before, after) && copy_items(overlay, after) &&
           copy_ground(overlay, after);
}

void overlay_close(struct overlay *overlay)
{
    ow_scene *scene = &overlay->scene;
    for (uint32_t i = 0; scene->grounds && i < scene->ground_count; i++)
        free((void *)(uintptr_t)scene->grounds[i].colors);
    free(scene->grounds);
    free(scene->tile_colors);
    free(scene->items);
    free(scene->segments);
    free(scene->shapes);
    free(scene->parts);
    free(scene->groups);
    *overlay = (struct overlay){.painted = 0};
}

static bool add_item(struct overlay *overlay, const ow_scene_item *item)
{
    ow_scene *scene = &overlay->scene;
    if (scene->item_count == overlay->item_room) {
        size_t room = overlay->item_room + overlay->item_room / 2 + 256;
        ow_scene_item *more = room < UINT32_MAX ? realloc(scene->items, room * sizeof *more) : NULL;
        if (!more)
            return false;
        scene->items = more;
        overlay->item_room = room;
    }
    scene->items[scene->item_count++] = *item;
    return true;
}

/* Cells of one row of a layer. */
static bool mark_cells(struct overlay *overlay, const ow_scene_layer *layer, uint64_t first,
                       uint64_t count, ow_color color)
{
    static const float thick = 0.02f;
    float x = (float)(first % layer->width), z = (float)(first / layer->width);
    const ow_scene_item marker = {
        .position = {layer->position[0] + x + (float)count / 2, layer->position[1] + thick,
                     layer->position[2] + z + 0.5f},
        .rotation = {0, 0, 0, 1},
        .scale = {(float)count, thick, 1},
        .color = {color.red, color.green, color.blue, 176},
        .shape = overlay->scene.shape_count - 1,
        .group = layer->group,
        .subject = layer->subject,
        .kind = layer->kind,
    };
    return add_item(overlay, &marker);
}

static void mark_heights(ow_scene_ground *ground, uint64_t first, uint64_t count, ow_color color)
{
    ow_color *colors = (ow_color *)(uintptr_t)ground->colors;
    uint64_t all = (uint64_t)ground->width * ground->height;
    for (uint64_t i = first; i < first + count && i < all; i++)
        colors[i] = color;
}

static const ow_scene_layer *layer_of(const ow_scene *scene, const char *list)
{
    char pointer[LONGEST_POINTER];
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        size_t size = ow_scene_pointer(scene, OW_IN_LAYERS, i, pointer, sizeof pointer);
        if (size > 0 && strncmp(list, pointer, size) == 0 &&
            (list[size] == '/' || list[size] == '\0'))
            return &scene->layers[i];
    }
    return NULL;
}

bool overlay_add_run(struct overlay *overlay, const char *list, uint64_t first, uint64_t count,
                     uint32_t row_length, ow_color color)
{
    const ow_scene_layer *layer = layer_of(&overlay->scene, list);
    if (!layer && overlay->scene.ground_count > 0)
        mark_heights(&overlay->scene.grounds[0], first, count, color);
    while (layer && layer->width == row_length && count > 0 && first < layer->cell_count) {
        uint64_t row = layer->width - first % layer->width, some = count < row ? count : row;
        if (!mark_cells(overlay, layer, first, some, color))
            return false;
        first += some;
        count -= some;
    }
    return true;
}

void overlay_drain(struct overlay *overlay)
{
    ow_scene *scene = &overlay->scene;
    for (uint32_t i = 0; i < scene->part_count; i++) {
        drain(&scene->parts[i].color);
        scene->parts[i].color_on = scene->parts[i].color;
    }
    for (uint32_t i = 0; i < scene->item_count; i++)
        drain(&scene->items[i].color);
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        drain(&scene->segments[i].color);
        scene->segments[i].on = true; /* off would be darker */
    }
}

static void paint_segment(ow_scene_segment *segment, ow_color color)
{
    segment->color = color;
    segment->on = true; /* off would be darker */
}

void overlay_paint(struct overlay *overlay, overlay_tone tone, void *context, float wider)
{
    ow_scene *scene = &overlay->scene;
    for (uint32_t i = 0; i < scene->item_count; i++) {
        ow_scene_item *item = &scene->items[i];
        const ow_color *color = item->shape + 1 < scene->shape_count
                                    ? tone(context, item->kind, item->subject)
                                    : NULL; /* a marker */
        if (!color)
            continue;
        item->color = *color;
        item->shape += overlay->painted;
    }
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        ow_scene_segment *segment = &scene->segments[i];
        const ow_color *color = tone(context, segment->kind, segment->subject);
        if (!color)
            continue;
        paint_segment(segment, *color);
        segment->width *= wider;
        segment->thickness *= wider;
    }
}

/* Moves a position from the centre of one scene to that of the other. */
static void shift_position(const struct overlay *overlay, float position[3])
{
    for (int axis = 0; axis < 3; axis++)
        position[axis] += (float)(overlay->before->origin[axis] - overlay->scene.origin[axis]);
}

/* Makes space for items before all others, so that these are drawn over them. */
static bool make_room(struct overlay *overlay, uint32_t count)
{
    ow_scene *scene = &overlay->scene;
    size_t room = (size_t)scene->item_count + count;
    ow_scene_item *more = room < UINT32_MAX ? realloc(scene->items, room * sizeof *more + 1) : NULL;
    if (!more)
        return false;
    memmove(more + count, more, scene->item_count * sizeof *more);
    scene->items = more;
    overlay->item_room = scene->item_count = (uint32_t)room;
    return true;
}

static bool add_items(struct overlay *overlay, overlay_tone tone, void *context)
{
    const ow_scene *before = overlay->before;
    uint32_t groups = overlay->scene.group_count - before->group_count, count = 0;
    for (uint32_t i = 0; i < before->item_count; i++)
        count += tone(context, before->items[i].kind, before->items[i].subject) != NULL;
    if (!make_room(overlay, count))
        return false;
    ow_scene_item *next = overlay->scene.items;
    for (uint32_t i = 0; i < before->item_count; i++) {
        ow_scene_item item = before->items[i];
        const ow_color *color = tone(context, item.kind, item.subject);
        if (!color)
            continue;
        item.color = (ow_color){color->red, color->green, color->blue, GHOST};
        item.shape += 2 * overlay->painted;
        item.group += item.group != OW_NONE ? groups : 0;
        item.type = item.first_state = 0;
        shift_position(overlay, item.position);
        *next++ = item;
    }
    return true;
}

static bool add_segments(struct overlay *overlay, overlay_tone tone, void *context)
{
    ow_scene *scene = &overlay->scene;
    const ow_scene *before = overlay->before;
    uint32_t groups = scene->group_count - before->group_count, wanted = 0;
    for (uint32_t i = 0; i < before->segment_count; i++)
        wanted += tone(context, before->segments[i].kind, before->segments[i].subject) != NULL;
    size_t count = (size_t)scene->segment_count + wanted;
    ow_scene_segment *more =
        count < UINT32_MAX ? realloc(scene->segments, count * sizeof *more + 1) : NULL;
    if (!more)
        return false;
    scene->segments = more;
    for (uint32_t i = 0; i < before->segment_count; i++) {
        ow_scene_segment segment = before->segments[i];
        const ow_color *color = tone(context, segment.kind, segment.subject);
        if (!color)
            continue;
        paint_segment(&segment, *color);
        segment.color.alpha = GHOST_OF_SEGMENT;
        segment.width *= ghost_width;
        segment.thickness *= ghost_width;
        segment.group += segment.group != OW_NONE ? groups : 0;
        shift_position(overlay, segment.from);
        shift_position(overlay, segment.to);
        scene->segments[scene->segment_count++] = segment;
    }
    return true;
}

bool overlay_add_before(struct overlay *overlay, overlay_tone tone, void *context)
{
    return add_items(overlay, tone, context) && add_segments(overlay, tone, context);
}
