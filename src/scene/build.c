/* Building a scene: growing lists in an arena, and counts of kinds and types. */
#include "build.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The default memory limit of a scene is 16 times the input + 64 MiB, because records of ten bytes
 * become items of 72. */
enum { MOST_TIMES_INPUT = 16, MOST_BESIDES = 64 << 20, MOST_WARNING = 384, FIRST_ROOM = 16 };

/* Beyond this a float has no precision for a square, and a sum of squares none for its digits. */
static const double farthest = 1e9;

void scene_begin(struct scene_builder *builder, const ow_options *options, uint64_t input_size,
                 const ow_scene_options *asked)
{
    static const ow_scene_light daylight = {
        {0.62f, 0.64f, 0.68f},
        {{0.16f, 0.40f, 0.26f}, {0.16f, 0.39f, 0.25f}, {0.15f, 0.37f, 0.24f}}};
    *builder = (struct scene_builder){.options = options_or_default(options, input_size)};
    builder->is_limited = options && options->max_memory > 0;
    if (!builder->is_limited)
        builder->options.max_memory = input_size > UINT64_MAX / MOST_TIMES_INPUT / 2
                                          ? UINT64_MAX
                                          : input_size * MOST_TIMES_INPUT + MOST_BESIDES;
    if (asked)
        builder->asked = *asked;
    arena_init(&builder->arena, &builder->options);
    builder->total = input_size;
    builder->scene.unit_name = "unit";
    builder->scene.light = daylight;
}

void scene_allow(struct scene_builder *builder, uint64_t bytes)
{
    if (builder->is_limited)
        return;
    uint64_t room = UINT64_MAX - builder->options.max_memory;
    builder->options.max_memory += bytes < room ? bytes : room;
    builder->arena.limit = builder->options.max_memory;
}

void *scene_take(struct scene_builder *builder, size_t count, size_t size)
{
    void *memory = NULL;
    if (builder->status != OW_OK)
        return NULL;
    if (count > SIZE_MAX / size)
        builder->status = OW_TOO_MUCH_MEMORY;
    else if (!(memory = arena_take(&builder->arena, count * size)))
        builder->status = builder->arena.status;
    return memory;
}

/* Makes room for `more` records after `count` of a list; returns the list's place. */
static void *grow(struct scene_builder *builder, struct scene_list *list, void *records,
                  size_t count, size_t more, size_t size)
{
    if (builder->status != OW_OK || count + more <= list->room)
        return records;
    if (count + more >= OW_NONE) {
        builder->status = OW_TOO_MUCH_MEMORY;
        return records;
    }
    size_t room = list->room + list->room / 2 < count + more ? count + more : list->room * 3 / 2;
    if (room < FIRST_ROOM)
        room = FIRST_ROOM;
    void *grown = scene_take(builder, room, size);
    if (!grown)
        return records;
    if (count > 0)
        memcpy(grown, records, count * size);
    list->room = room;
    return grown;
}

/* Adds a record to a list of the scene; NULL without memory. */
#define APPEND(builder, list, count)                                                               \
    ((builder)->scene.list = grow(builder, &(builder)->list, (builder)->scene.list,                \
                                  (builder)->scene.count, 1, sizeof *(builder)->scene.list),       \
     (builder)->status == OW_OK ? &(builder)->scene.list[(builder)->scene.count++] : NULL)

void scene_expect(struct scene_builder *builder, size_t items, size_t segments)
{
    ow_scene *scene = &builder->scene;
    scene->items = grow(builder, &builder->items, scene->items, scene->item_count, items,
                        sizeof *scene->items);
    scene->segments = grow(builder, &builder->segments, scene->segments, scene->segment_count,
                           segments, sizeof *scene->segments);
}

void scene_expect_groups(struct scene_builder *builder, size_t groups)
{
    ow_scene *scene = &builder->scene;
    scene->groups = grow(builder, &builder->groups, scene->groups, scene->group_count, groups,
                         sizeof *scene->groups);
}

void scene_center(struct scene_builder *builder, struct vector origin)
{
    if (vector_is_finite(origin))
        builder->origin = origin;
    builder->scene.origin[0] = builder->origin.x;
    builder->scene.origin[1] = builder->origin.y;
    builder->scene.origin[2] = builder->origin.z;
}

double scene_within(double value)
{
    if (isnan(value))
        return 0;
    return value > farthest ? farthest : value < -farthest ? -farthest : value;
}

void scene_place(const struct scene_builder *builder, struct vector position, float placed[3])
{
    struct vector at = vector_subtract(position, builder->origin);
    placed[0] = rounded_to_float(scene_within(at.x));
    placed[1] = rounded_to_float(scene_within(at.y));
    placed[2] = rounded_to_float(scene_within(at.z));
}

void scene_turn(struct rotation rotation, float turned[4])
{
    struct rotation unit = rotation_unit(rotation);
    turned[0] = rounded_to_float(unit.x);
    turned[1] = rounded_to_float(unit.y);
    turned[2] = rounded_to_float(unit.z);
    turned[3] = rounded_to_float(unit.w);
}

uint16_t scene_kind(struct scene_builder *builder, const char *name, const char *list)
{
    if (builder->scene.kind_count >= UINT16_MAX) {
        if (builder->status == OW_OK)
            builder->status = OW_TOO_MUCH_MEMORY;
        return 0;
    }
    char *copy = scene_take(builder, strlen(list) + 1, 1);
    if (copy)
        memcpy(copy, list, strlen(list) + 1);
    ow_scene_kind *kind = copy ? APPEND(builder, kinds, kind_count) : NULL;
    if (!kind)
        return 0;
    *kind = (ow_scene_kind){.name = name, .list = copy};
    return (uint16_t)(builder->scene.kind_count - 1);
}

static ow_text keep_text(struct scene_builder *builder, ow_text text)
{
    char *copy = scene_take(builder, text.size + 1, 1);
    if (!copy)
        return (ow_text){"", 0};
    if (text.size > 0)
        memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return (ow_text){copy, text.size};
}

uint32_t scene_type(struct scene_builder *builder, ow_text name, ow_color color, uint32_t flags)
{
    ow_text kept = keep_text(builder, name);
    ow_scene_type *type = APPEND(builder, types, type_count);
    if (!type)
        return 0;
    *type = (ow_scene_type){.name = kept, .color = color, .flags = flags};
    return builder->scene.type_count - 1;
}

uint32_t scene_blank_group(struct scene_builder *builder, size_t name_size, uint16_t kind,
                           uint32_t subject, uint32_t parent)
{
    char *name = scene_take(builder, name_size + 1, 1);
    ow_scene_group *group = name ? APPEND(builder, groups, group_count) : NULL;
    if (!group)
        return 0;
    name[name_size] = '\0';
    *group = (ow_scene_group){
        .name = {name, name_size}, .kind = kind, .subject = subject, .parent = parent};
    return builder->scene.group_count - 1;
}

void scene_fill_group(const struct scene_builder *builder, uint32_t group, const char *name,
                      struct rotation rotation)
{
    ow_scene_group *filled = &builder->scene.groups[group];
    if (filled->name.size > 0)
        memcpy((char *)filled->name.data, name, filled->name.size);
    scene_turn(rotation, filled->rotation);
}

uint32_t scene_group(struct scene_builder *builder, ow_text name, uint16_t kind, uint32_t subject,
                     uint32_t parent, struct rotation rotation)
{
    uint32_t group = scene_blank_group(builder, name.size, kind, subject, parent);
    if (builder->status == OW_OK)
        scene_fill_group(builder, group, name.data, rotation);
    return group;
}

uint32_t scene_shape(struct scene_builder *builder, const uint64_t key[3])
{
    ow_scene_shape *shape = APPEND(builder, shapes, shape_count);
    if (!shape)
        return 0;
    *shape = (ow_scene_shape){.first_part = builder->scene.part_count};
    scene_note_shape(builder, key, builder->scene.shape_count - 1);
    return builder->scene.shape_count - 1;
}

void scene_part(struct scene_builder *builder, const ow_scene_part *part)
{
    if (builder->scene.shape_count == 0)
        return;
    ow_scene_part *kept = APPEND(builder, parts, part_count);
    if (!kept)
        return;
    *kept = *part;
    bool has_rotation = false;
    for (int i = 0; i < 4; i++)
        has_rotation = has_rotation || part->rotation[i] != 0;
    if (!has_rotation)
        kept->rotation[3] = 1;
    builder->scene.shapes[builder->scene.shape_count - 1].part_count++;
}

uint32_t scene_mesh(struct scene_builder *builder, const float (*vertices)[3],
                    uint32_t vertex_count, const uint32_t (*triangles)[3], uint32_t triangle_count)
{
    ow_scene *scene = &builder->scene;
    scene->vertices = grow(builder, &builder->vertices, scene->vertices, scene->vertex_count,
                           vertex_count, sizeof *scene->vertices);
    scene->triangles = grow(builder, &builder->triangles, scene->triangles, scene->triangle_count,
                            triangle_count, sizeof *scene->triangles);
    ow_scene_mesh *mesh = APPEND(builder, meshes, mesh_count);
    if (!mesh)
        return 0;
    *mesh =
        (ow_scene_mesh){scene->vertex_count, vertex_count, scene->triangle_count, triangle_count};
    if (vertex_count > 0)
        memcpy(scene->vertices + scene->vertex_count, vertices, vertex_count * sizeof *vertices);
    if (triangle_count > 0)
        memcpy(scene->triangles + scene->triangle_count, triangles,
               triangle_count * sizeof *triangles);
    scene->vertex_count += vertex_count;
    scene->triangle_count += triangle_count;
    return scene->mesh_count - 1;
}

uint32_t scene_states(struct scene_builder *builder, uint32_t count)
{
    ow_scene *scene = &builder->scene;
    uint64_t used = (scene->state_count + 7) / 8, wanted = (scene->state_count + count + 7) / 8;
    if (scene->state_count + count >= OW_NONE && builder->status == OW_OK)
        builder->status = OW_TOO_MUCH_MEMORY;
    scene->states =
        grow(builder, &builder->states, scene->states, (size_t)used, (size_t)(wanted - used), 1);
    if (builder->status != OW_OK)
        return 0;
    if (wanted > used)
        memset(scene->states + used, 0, (size_t)(wanted - used));
    uint32_t first = (uint32_t)scene->state_count;
    scene->state_count += count;
    return first;
}

void scene_set_state(struct scene_builder *builder, uint32_t state)
{
    if (builder->status == OW_OK && state < builder->scene.state_count)
        builder->scene.states[state / 8] |= (uint8_t)(1u << state % 8);
}

static void count_kind(struct scene_builder *builder, uint16_t kind)
{
    if (kind < builder->scene.kind_count)
        builder->scene.kinds[kind].count++;
}

ow_scene_item *scene_next_item(struct scene_builder *builder, uint16_t kind, uint32_t number,
                               uint16_t flags)
{
    ow_scene_item *item = APPEND(builder, items, item_count);
    if (!item)
        return NULL;
    item->kind = kind;
    item->type = number;
    item->flags = flags;
    count_kind(builder, kind);
    if (number < builder->scene.type_count) {
        ow_scene_type *type = &builder->scene.types[number];
        type->count++;
        type->flags |= flags & (OW_INFERRED_SHAPE | OW_INFERRED_COLOR | OW_INFERRED_PLACE);
    }
    return item;
}

void scene_item(struct scene_builder *builder, const ow_scene_item *item)
{
    ow_scene_item *kept = scene_next_item(builder, item->kind, item->type, item->flags);
    if (kept)
        *kept = *item;
}

void scene_switch(struct scene_builder *builder, uint32_t off_shape, uint32_t on_shape)
{
    ow_scene_controls *controls = &builder->controls;
    controls->switches = grow(builder, &builder->switches, controls->switches,
                              controls->switch_count, 1, sizeof *controls->switches);
    if (builder->status == OW_OK)
        controls->switches[controls->switch_count++] =
            (ow_scene_switch){builder->scene.item_count - 1, off_shape, on_shape};
}

void scene_display(struct scene_builder *builder, const ow_scene_display *display)
{
    ow_scene_controls *controls = &builder->controls;
    controls->displays = grow(builder, &builder->displays, controls->displays,
                              controls->display_count, 1, sizeof *controls->displays);
    if (builder->status != OW_OK)
        return;
    ow_scene_display *kept = &controls->displays[controls->display_count++];
    *kept = *display;
    kept->item = builder->scene.item_count - 1;
}

void scene_segment(struct scene_builder *builder, const ow_scene_segment *segment)
{
    ow_scene_segment *kept = APPEND(builder, segments, segment_count);
    if (kept) {
        *kept = *segment;
        count_kind(builder, segment->kind);
    }
}

void scene_keep_segments(struct scene_builder *builder, const ow_scene_segment *segments,
                         uint32_t count, uint16_t kind)
{
    ow_scene *scene = &builder->scene;
    if (builder->status != OW_OK)
        return;
    ow_scene_segment *kept = scene->segments + scene->segment_count;
    if (kept != segments)
        memmove(kept, segments, count * sizeof *kept);
    scene->segment_count += count;
    if (kind < scene->kind_count)
        scene->kinds[kind].count += count;
}

void scene_label(struct scene_builder *builder, const ow_scene_label *label)
{
    ow_text text = keep_text(builder, label->text);
    ow_scene_label *kept = APPEND(builder, labels, label_count);
    if (kept) {
        *kept = *label;
        kept->text = text;
        count_kind(builder, label->kind);
    }
}

ow_scene_layer *scene_layer(struct scene_builder *builder, const ow_scene_layer *layer)
{
    ow_scene_layer *kept = APPEND(builder, layers, layer_count);
    if (kept) {
        *kept = *layer;
        count_kind(builder, layer->kind);
    }
    return kept;
}

ow_scene_ground *scene_ground(struct scene_builder *builder, const ow_scene_ground *ground)
{
    ow_scene_ground *kept = APPEND(builder, grounds, ground_count);
    if (kept) {
        *kept = *ground;
        count_kind(builder, ground->kind);
    }
    return kept;
}

void scene_warn(struct scene_builder *builder, const char *pointer, const char *format, ...)
{
    char message[MOST_WARNING];
    va_list arguments;
    if (!builder->asked.warn)
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    builder->asked.warn(builder->asked.warn_context, pointer ? pointer : "", message);
}

bool scene_pass(struct scene_builder *builder, uint32_t records)
{
    enum { RECORDS_BETWEEN = 4096 };
    const ow_options *options = &builder->options;
    uint64_t before = builder->done / RECORDS_BETWEEN;
    builder->done += records;
    if (builder->status == OW_OK && builder->done / RECORDS_BETWEEN != before &&
        options->progress &&
        !options->progress(options->progress_context, builder->done, builder->total))
        builder->status = OW_CANCELLED;
    return builder->status == OW_OK;
}

bool scene_go_on(struct scene_builder *builder)
{
    return scene_pass(builder, 1);
}
