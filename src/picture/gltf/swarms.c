/* glTF: instances, by EXT_mesh_gpu_instancing: a mesh once, and the place of each instance. */
#include "gltf.h"

/* A mesh that this pass has not made yet. */
#define UNMADE (OW_NONE - 1)

struct instance {
    float translation[3], rotation[4], scale[3];
    uint16_t color[4];
};

static const ow_scene_item neutral = {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};

uint32_t gltf_item_run(const struct gltf *gltf, uint32_t bucket, uint32_t at)
{
    uint32_t end = gltf->items.first[bucket + 1], next = at;
    const ow_scene_item *first = &gltf->scene->items[gltf->items.index[at]];
    while (next < end) {
        const ow_scene_item *item = &gltf->scene->items[gltf->items.index[next]];
        if (item->kind != first->kind || item->shape != first->shape)
            break;
        next++;
    }
    return next - at;
}

uint32_t gltf_segment_run(const struct gltf *gltf, uint32_t bucket, uint32_t at)
{
    uint32_t end = gltf->segments.first[bucket + 1], next = at;
    const ow_scene_segment *first = &gltf->scene->segments[gltf->segments.index[at]];
    while (next < end && gltf->scene->segments[gltf->segments.index[next]].kind == first->kind)
        next++;
    return next - at;
}

/* An instance cannot be a mirror image, nor have values that are not finite. */
static bool can_be_instance(const struct gltf *gltf, const ow_scene_item *item, uint32_t run)
{
    if (!gltf->asked.instancing || run < GLTF_LEAST_INSTANCES || item->flags & OW_HIDDEN)
        return false;
    struct vector scale = scene_vector(item->scale);
    bool is_mirrored = (scale.x < 0) != ((scale.y < 0) != (scale.z < 0));
    return vector_is_finite(scene_vector(item->position)) && vector_is_finite(scale) &&
           !is_mirrored;
}

bool gltf_item_is_instance(const struct gltf *gltf, const ow_scene_item *item, enum gltf_look look,
                           uint32_t run)
{
    return look != GLTF_GLASS && can_be_instance(gltf, item, run);
}

bool gltf_segment_is_instance(const struct gltf *gltf, const ow_scene_segment *segment,
                              uint32_t run)
{
    return gltf->asked.instancing && run >= GLTF_LEAST_INSTANCES &&
           !(segment->flags & (OW_HIDDEN | OW_ARROW)) && segment->color.alpha == 255 &&
           gltf_has_length(segment);
}

bool gltf_is_in_swarm(const struct gltf *gltf, const struct gltf_swarm *swarm, uint32_t at)
{
    const ow_scene *scene = gltf->scene;
    if (swarm->of_segments)
        return gltf_segment_is_instance(gltf, &scene->segments[gltf->segments.index[at]],
                                        swarm->run);
    const ow_scene_item *item = &scene->items[gltf->items.index[at]];
    if (!can_be_instance(gltf, item, swarm->run))
        return false;
    return !swarm->part ||
           gltf_part_look(swarm->part, gltf_part_color(gltf, item, swarm->part)) != GLTF_GLASS;
}

static void round_vector(struct vector from, float to[3])
{
    to[0] = rounded_to_float(from.x);
    to[1] = rounded_to_float(from.y);
    to[2] = rounded_to_float(from.z);
}

static void round_rotation(struct rotation from, float to[4])
{
    to[0] = rounded_to_float(from.x);
    to[1] = rounded_to_float(from.y);
    to[2] = rounded_to_float(from.z);
    to[3] = rounded_to_float(from.w);
}

/* A bar is the unit box scaled to its length, thickness and width. */
static void segment_instance(const struct gltf *gltf, const ow_scene_segment *segment,
                             struct instance *instance)
{
    struct gltf_frame frame;
    gltf_segment_frame(gltf->scene, segment, &frame);
    struct vector half = {vector_length(frame.axes[0]), vector_length(frame.axes[1]),
                          vector_length(frame.axes[2])};
    round_rotation(gltf_frame_rotation(&frame), instance->rotation);
    round_vector(vector_scale(half, 2), instance->scale);
}

/* The centre of a bar, as gltf_segment_frame has it. */
static void segment_place(const ow_scene_segment *segment, float translation[3])
{
    struct vector from = scene_vector(segment->from), to = scene_vector(segment->to);
    round_vector(vector_add(from, vector_scale(vector_subtract(to, from), 0.5)), translation);
}

/* The place in the scene. */
static void find_place(const struct gltf *gltf, const struct gltf_swarm *swarm, uint32_t at,
                       float translation[3])
{
    const ow_scene *scene = gltf->scene;
    if (swarm->of_segments)
        segment_place(&scene->segments[gltf->segments.index[at]], translation);
    else
        memcpy(translation, scene->items[gltf->items.index[at]].position, 3 * sizeof *translation);
}

/* All but the place and the colour. */
static void find_instance(const struct gltf *gltf, const struct gltf_swarm *swarm, uint32_t at,
                          struct instance *instance)
{
    if (swarm->of_segments) {
        segment_instance(gltf, &gltf->scene->segments[gltf->segments.index[at]], instance);
        return;
    }
    const ow_scene_item *item = &gltf->scene->items[gltf->items.index[at]];
    memcpy(instance->scale, item->scale, sizeof instance->scale);
    round_rotation(rotation_unit(scene_rotation(item->rotation)), instance->rotation);
}

static void find_color(const struct gltf *gltf, const struct gltf_swarm *swarm, uint32_t at,
                       uint16_t color[4])
{
    const ow_scene *scene = gltf->scene;
    gltf_linear(swarm->of_segments
                    ? scene->segments[gltf->segments.index[at]].color
                    : gltf_part_color(gltf, &scene->items[gltf->items.index[at]], swarm->part),
                color);
}

bool gltf_swarm_has_color(const struct gltf_swarm *swarm)
{
    return swarm->of_segments || swarm->part;
}

uint32_t gltf_swarm_accessors(const struct gltf_swarm *swarm)
{
    return 1u + swarm->has_rotation + swarm->has_scale + gltf_swarm_has_color(swarm);
}

/* Counts the members of the run in the swarm, and the memory they need. */
static void measure(const struct gltf *gltf, struct gltf_swarm *swarm)
{
    for (uint32_t at = swarm->first; at < swarm->first + swarm->run; at++) {
        struct instance instance;
        if (!gltf_is_in_swarm(gltf, swarm, at))
            continue;
        swarm->count++;
        if (swarm->has_rotation && swarm->has_scale)
            continue;
        find_instance(gltf, swarm, at, &instance);
        for (int i = 0; i < 3; i++) {
            swarm->has_rotation = swarm->has_rotation || instance.rotation[i] != 0;
            swarm->has_scale = swarm->has_scale || instance.scale[i] != 1;
        }
    }
}

static void note_swarm(struct gltf *gltf, const struct gltf_swarm *measured, uint32_t bucket)
{
    struct gltf_swarm *swarm = gltf_add(gltf, &gltf->swarms, sizeof *swarm);
    if (!swarm)
        return;
    *swarm = *measured;
    swarm->bucket = bucket;
    swarm->offset = gltf->size;
    gltf->buckets[bucket].swarm_count++;
}

/* Writes one attribute of all instances. */
static void write_attribute(struct gltf *gltf, const struct gltf_swarm *swarm, size_t place,
                            size_t size)
{
    if (!gltf->writing) {
        gltf->size += (uint64_t)swarm->count * size;
        return;
    }
    for (uint32_t at = swarm->first; at < swarm->first + swarm->run && gltf_go_on(gltf); at++) {
        struct instance instance;
        if (!gltf_is_in_swarm(gltf, swarm, at))
            continue;
        if (place == offsetof(struct instance, color)) {
            find_color(gltf, swarm, at, instance.color);
            gltf_put_shorts(gltf, instance.color, size / sizeof(uint16_t));
            continue;
        }
        if (place == offsetof(struct instance, translation))
            find_place(gltf, swarm, at, instance.translation);
        else
            find_instance(gltf, swarm, at, &instance);
        gltf_put_floats(gltf, (const void *)((const uint8_t *)&instance + place),
                        size / sizeof(float));
    }
}

static void write_swarm(struct gltf *gltf, const struct gltf_swarm *swarm)
{
#define WRITE(attribute)                                                                           \
    write_attribute(gltf, swarm, offsetof(struct instance, attribute),                             \
                    sizeof((struct instance *)NULL)->attribute)
    WRITE(translation);
    if (swarm->has_rotation)
        WRITE(rotation);
    if (swarm->has_scale)
        WRITE(scale);
    if (gltf_swarm_has_color(swarm))
        WRITE(color);
#undef WRITE
}

/* The first pass finds the swarms for the second. */
static void make_swarm(struct gltf *gltf, struct gltf_swarm swarm, uint32_t bucket)
{
    if (swarm.mesh == OW_NONE)
        return;
    measure(gltf, &swarm);
    if (swarm.count == 0)
        return;
    if (!gltf->writing)
        note_swarm(gltf, &swarm, bucket);
    write_swarm(gltf, &swarm);
}

static void add_shape_part(struct gltf *gltf, const ow_scene_part *part)
{
    struct gltf_frame frame;
    if (gltf_part_frame(gltf, &neutral, part, &frame))
        gltf_add_part(gltf, &frame, part, 0);
}

/* The mesh of a shape's parts with their own colour. */
static uint32_t shape_mesh(struct gltf *gltf, uint32_t number)
{
    const ow_scene_shape *shape = &gltf->scene->shapes[number];
    if (gltf->shape_meshes[number] != UNMADE)
        return gltf->shape_meshes[number];
    gltf_begin_mesh(gltf);
    for (enum gltf_look look = GLTF_SOLID; look < GLTF_GLASS; look++) {
        gltf_begin_piece(gltf, look, UINT16_MAX);
        for (uint32_t i = 0; i < shape->part_count; i++) {
            const ow_scene_part *part = &gltf->scene->parts[shape->first_part + i];
            ow_color color = gltf_part_color(gltf, &neutral, part);
            if (part->is_hidden || !gltf_has_own_color(part) || gltf_part_look(part, color) != look)
                continue;
            gltf_linear(color, gltf->color);
            add_shape_part(gltf, part);
        }
    }
    return gltf->shape_meshes[number] = gltf_end_mesh(gltf);
}

/* The mesh of another part: white, because its instances have the colour. */
static uint32_t part_mesh(struct gltf *gltf, uint32_t number)
{
    static const uint16_t white[4] = {UINT16_MAX, UINT16_MAX, UINT16_MAX, UINT16_MAX};
    const ow_scene_part *part = &gltf->scene->parts[number];
    if (gltf->part_meshes[number] != UNMADE)
        return gltf->part_meshes[number];
    gltf_begin_mesh(gltf);
    gltf_begin_piece(gltf, part->solid == OW_SOLID_MESH ? GLTF_SHEET : GLTF_SOLID, UINT16_MAX);
    memcpy(gltf->color, white, sizeof white);
    add_shape_part(gltf, part);
    return gltf->part_meshes[number] = gltf_end_mesh(gltf);
}

static uint32_t bar_mesh(struct gltf *gltf)
{
    static const struct gltf_frame unit = {.axes = {{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}};
    if (*gltf->bar_mesh != UNMADE)
        return *gltf->bar_mesh;
    gltf_begin_mesh(gltf);
    gltf_begin_piece(gltf, GLTF_SOLID, UINT16_MAX);
    memset(gltf->color, UINT8_MAX, sizeof gltf->color);
    gltf_add_box(gltf, &unit, 1, 0);
    return *gltf->bar_mesh = gltf_end_mesh(gltf);
}

static void swarms_of_shape(struct gltf *gltf, uint32_t bucket, uint32_t first, uint32_t run)
{
    const ow_scene *scene = gltf->scene;
    uint32_t number = scene->items[gltf->items.index[first]].shape;
    const ow_scene_shape *shape = &scene->shapes[number];
    struct gltf_swarm swarm = {.first = first, .run = run, .mesh = shape_mesh(gltf, number)};
    make_swarm(gltf, swarm, bucket);
    for (uint32_t i = 0; i < shape->part_count && gltf->status == OW_OK; i++) {
        uint32_t part = shape->first_part + i;
        if (scene->parts[part].is_hidden || gltf_has_own_color(&scene->parts[part]))
            continue;
        swarm.part = &scene->parts[part];
        swarm.mesh = part_mesh(gltf, part);
        make_swarm(gltf, swarm, bucket);
    }
}

void gltf_forget_meshes(struct gltf *gltf)
{
    const ow_scene *scene = gltf->scene;
    if (!gltf->asked.instancing)
        return;
    if (!gltf->shape_meshes) {
        gltf->shape_meshes = gltf_take(gltf, scene->shape_count, sizeof *gltf->shape_meshes);
        gltf->part_meshes = gltf_take(gltf, scene->part_count, sizeof *gltf->part_meshes);
        gltf->bar_mesh = gltf_take(gltf, 1, sizeof *gltf->bar_mesh);
    }
    if (gltf->status != OW_OK)
        return;
    for (uint32_t i = 0; i < scene->shape_count; i++)
        gltf->shape_meshes[i] = UNMADE;
    for (uint32_t i = 0; i < scene->part_count; i++)
        gltf->part_meshes[i] = UNMADE;
    *gltf->bar_mesh = UNMADE;
}

void gltf_make_swarms(struct gltf *gltf, uint32_t bucket)
{
    uint32_t at = gltf->items.first[bucket];
    while (at < gltf->items.first[bucket + 1] && gltf->status == OW_OK) {
        uint32_t run = gltf_item_run(gltf, bucket, at);
        if (run >= GLTF_LEAST_INSTANCES)
            swarms_of_shape(gltf, bucket, at, run);
        at += run;
    }
    at = gltf->segments.first[bucket];
    while (at < gltf->segments.first[bucket + 1] && gltf->status == OW_OK) {
        uint32_t run = gltf_segment_run(gltf, bucket, at);
        if (run >= GLTF_LEAST_INSTANCES) {
            struct gltf_swarm swarm = {
                .first = at, .run = run, .of_segments = true, .mesh = bar_mesh(gltf)};
            make_swarm(gltf, swarm, bucket);
        }
        at += run;
    }
}
