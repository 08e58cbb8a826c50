/* Lines of a level: paths, and connections between objects that share a tag. */
#include "level.h"

#include "../../base/sort.h"

static const ow_color color_of_ties = {255, 214, 92, 255};

/* ---- paths ---- */

struct way {
    const ow_leveld_path *path;
    struct object at; /* the common values of its points */
    ow_scene_segment segment;
};

static void place_point(struct level_scene *scene, struct way *way, uint32_t point, float placed[3])
{
    way->at.x = way->path->points[point].x;
    way->at.y = way->path->points[point].y;
    leveld_place(scene, &way->at, PATH_LEVEL, placed);
}

/* Draws the line from one point to the next, unless both are the same. */
static void add_stretch(struct level_scene *scene, struct way *way, uint32_t from, uint32_t to)
{
    const ow_leveld_point *a = &way->path->points[from], *b = &way->path->points[to];
    if (a->x == b->x && a->y == b->y)
        return;
    place_point(scene, way, from, way->segment.from);
    place_point(scene, way, to, way->segment.to);
    scene_segment(scene->builder, &way->segment);
}

/* The mark at the beginning of a path: the only visible part of a path with a single point. */
static void add_beginning(struct level_scene *scene, struct way *way)
{
    ow_scene_item item = leveld_item(scene, &way->at, way->segment.kind);
    item.color = way->segment.color;
    item.shape = leveld_marker(scene->builder, OW_LEVELD_PATH, false);
    item.type = scene->path_type;
    scene_item(scene->builder, &item);
}

static void add_path(struct level_scene *scene, uint32_t block, uint32_t index, uint16_t kind)
{
    const ow_leveld_path *path = &scene->level->blocks[block].paths[index];
    struct way way = {.path = path, .at = leveld_object(scene, block, index)};
    way.segment = (ow_scene_segment){.width = 0.1f,
                                     .thickness = 0.04f,
                                     .color = leveld_color_of_id(path->tag),
                                     .group = leveld_group_of(scene, way.at.layer),
                                     .subject = index,
                                     .kind = kind,
                                     .flags = OW_ARROW | OW_INFERRED_COLOR};
    if (!path->points || path->point_count == 0)
        return;
    add_beginning(scene, &way);
    for (uint32_t i = 1; i < path->point_count && scene_go_on(scene->builder); i++)
        add_stretch(scene, &way, i - 1, i);
    if (path->looping && path->point_count > 2)
        add_stretch(scene, &way, path->point_count - 1, 0);
}

void leveld_add_paths(struct level_scene *scene)
{
    uint32_t block = scene->last.of[OW_LEVELD_PATH];
    if (block == NO_BLOCK || !leveld_is_drawn(scene, block))
        return;
    uint16_t kind = leveld_kind(scene, "path", block);
    for (uint32_t i = 0; i < scene->level->blocks[block].count && scene_go_on(scene->builder); i++)
        add_path(scene, block, i, kind);
}

/* ---- tags ---- */

struct tagged {
    float position[3];
    uint32_t group, index;
    uint16_t kind;
};

struct ties {
    uint64_t *keys; /* tag in the high half, number of the object in the low half */
    struct tagged *objects;
    size_t count, room;
};

/* Visits all tagged objects; notes them if there is memory. */
static void note_tagged(struct level_scene *scene, struct ties *ties)
{
    static const uint8_t order[] = {OW_LEVELD_THNG, OW_LEVELD_TRIG, OW_LEVELD_PATH};
    ties->count = 0;
    for (unsigned k = 0; k < sizeof order; k++) {
        uint32_t block = scene->last.of[order[k]];
        if (block == NO_BLOCK || !leveld_is_drawn(scene, block))
            continue;
        uint16_t kind = ties->room > 0 ? leveld_kind(scene, "tag", block) : 0;
        for (uint32_t i = 0; i < scene->level->blocks[block].count; i++) {
            struct object object = leveld_object(scene, block, i);
            if (object.tag == 0)
                continue;
            if (ties->count < ties->room) {
                struct tagged *tagged = &ties->objects[ties->count];
                ties->keys[ties->count] = (uint64_t)object.tag << 32 | ties->count;
                *tagged = (struct tagged){
                    .group = leveld_group_of(scene, object.layer), .index = i, .kind = kind};
                leveld_place(scene, &object, TAG_LEVEL, tagged->position);
            }
            ties->count++;
        }
    }
}

static bool is_tied(const struct ties *ties, size_t to_the_one_before)
{
    return ties->keys[to_the_one_before] >> 32 == ties->keys[to_the_one_before - 1] >> 32;
}

/* Connects each object to the next one with its tag; all pairs would be too many. */
static void tie(struct level_scene *scene, const struct ties *ties)
{
    size_t count = 0;
    for (size_t i = 1; i < ties->count; i++)
        count += is_tied(ties, i);
    scene_expect(scene->builder, 0, count);
    for (size_t i = 1; i < ties->count && scene_go_on(scene->builder); i++) {
        if (!is_tied(ties, i))
            continue;
        const struct tagged *from = &ties->objects[ties->keys[i - 1] & UINT32_MAX];
        const struct tagged *to = &ties->objects[ties->keys[i] & UINT32_MAX];
        ow_scene_segment segment = {.width = 0.06f,
                                    .thickness = 0.03f,
                                    .color = color_of_ties,
                                    .group = from->group,
                                    .subject = from->index,
                                    .kind = from->kind,
                                    .flags = OW_INFERRED_COLOR};
        for (int axis = 0; axis < 3; axis++) {
            segment.from[axis] = from->position[axis];
            segment.to[axis] = to->position[axis];
        }
        scene_segment(scene->builder, &segment);
    }
}

void leveld_add_tags(struct level_scene *scene)
{
    struct ties ties = {0};
    note_tagged(scene, &ties);
    ties.room = ties.count;
    if (ties.room < 2 || scene->builder->status != OW_OK)
        return;
    if (ties.room > UINT32_MAX || ties.room > SIZE_MAX / sizeof *ties.objects) {
        scene->builder->status = OW_TOO_MUCH_MEMORY;
        return;
    }
    ties.keys = arena_take(&scene->scratch, ties.room * sizeof *ties.keys);
    ties.objects = arena_take(&scene->scratch, ties.room * sizeof *ties.objects);
    ow_status status = ties.keys && ties.objects ? OW_OK : scene->scratch.status;
    if (status == OW_OK) {
        note_tagged(scene, &ties);
        status = sort_u64(ties.keys, ties.count, 0, &scene->scratch);
    }
    if (status == OW_OK)
        tie(scene, &ties);
    else if (scene->builder->status == OW_OK)
        scene->builder->status = status;
}
