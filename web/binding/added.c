/* What pictures of a comparison show in addition to the scene: removed parts in red, and sheets
 * over changed cells and heights. They are arrays of the same kinds as the scene's, with indices as
 * if they followed those; drawing joins the two. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

/* Most cells and heights to mark. */
enum { MOST_SHEETS = 200000 };

static const ow_color red = {224, 41, 46, 255}, orange = {247, 144, 16, 217};

void *room_for_one(void *array_of, uint32_t *count, size_t size)
{
    char *array;
    memcpy(&array, array_of, sizeof array);
    /* The capacity is the next power of two. */
    if ((*count & (*count - 1)) == 0) {
        char *larger = realloc(array, (*count == 0 ? 1 : (size_t)*count * 2) * size);
        if (!larger)
            return NULL;
        array = larger;
        memcpy(array_of, &array, sizeof array);
    }
    return memset(array + (size_t)(*count)++ * size, 0, size);
}

#define ADD(scene, array, count)                                                                   \
    room_for_one(&(scene)->array, &(scene)->count, sizeof *(scene)->array)

static ow_color reddened(ow_color color)
{
    return (ow_color){(uint8_t)((color.red * 3 + red.red * 17) / 20),
                      (uint8_t)((color.green * 3 + red.green * 17) / 20),
                      (uint8_t)((color.blue * 3 + red.blue * 17) / 20), color.alpha};
}

/* Makes its parts red, whatever their states are. */
static bool add_parts(struct scene *scene, const ow_scene *before, const ow_scene_shape *shape)
{
    for (uint32_t i = 0; i < shape->part_count; i++) {
        ow_scene_part *part = ADD(&scene->added, parts, part_count);
        if (!part)
            return false;
        *part = before->parts[shape->first_part + i];
        bool is_of_item = part->paint == OW_PAINT_ITEM || part->paint == OW_PAINT_ITEM_STATE ||
                          part->paint == OW_PAINT_ITEM_VALUE;
        part->paint = is_of_item ? OW_PAINT_ITEM : OW_PAINT_PART;
        part->color = reddened(part->color);
        part->state = 0;
        part->mesh += scene->scene.mesh_count;
    }
    return true;
}

/* Copies the shape of an item of another scene. `shapes` has the copied ones, plus one. */
static bool add_shape(struct scene *scene, const ow_scene *before, uint32_t *shapes, uint32_t index)
{
    if (shapes[index])
        return true;
    const ow_scene_shape *from = &before->shapes[index];
    uint32_t first = scene->scene.part_count + scene->added.part_count;
    ow_scene_shape *shape = ADD(&scene->added, shapes, shape_count);
    if (!shape)
        return false;
    *shape = (ow_scene_shape){first, from->part_count};
    shapes[index] = scene->added.shape_count;
    return add_parts(scene, before, from);
}

static void move(float place[3], const ow_scene *from, const ow_scene *to)
{
    for (unsigned axis = 0; axis < 3; axis++)
        place[axis] = (float)((double)place[axis] + from->origin[axis] - to->origin[axis]);
}

static bool add_item(struct scene *scene, const ow_scene *before, uint32_t *shapes,
                     const ow_scene_item *from)
{
    if (!add_shape(scene, before, shapes, from->shape))
        return false;
    ow_scene_item *item = ADD(&scene->added, items, item_count);
    if (!item)
        return false;
    *item = *from;
    move(item->position, before, &scene->scene);
    item->color = reddened(item->color);
    item->shape = scene->scene.shape_count + shapes[from->shape] - 1;
    item->type = item->group = OW_NONE;
    item->first_state = 0;
    item->flags &= (uint16_t)~OW_HIDDEN;
    return true;
}

static bool add_segment(struct scene *scene, const ow_scene *before, const ow_scene_segment *from)
{
    uint32_t number = scene->scene.group_count + scene->added.group_count;
    ow_scene_group *group = ADD(&scene->added, groups, group_count);
    ow_scene_segment *segment = group ? ADD(&scene->added, segments, segment_count) : NULL;
    if (!segment)
        return false;
    *group = (ow_scene_group){.parent = OW_NONE, .subject = OW_NONE, .rotation = {0, 0, 0, 1}};
    if (from->group < before->group_count)
        memcpy(group->rotation, before->groups[from->group].rotation, sizeof group->rotation);
    *segment = *from;
    move(segment->from, before, &scene->scene);
    move(segment->to, before, &scene->scene);
    segment->color = reddened(segment->color);
    segment->group = number;
    segment->flags &= (uint16_t)~OW_HIDDEN;
    return true;
}

/* Copies all meshes of another scene: few scenes have any. */
static bool add_meshes(ow_scene *added, const ow_scene *scene, const ow_scene *before)
{
    for (uint32_t i = 0; i < before->mesh_count; i++) {
        ow_scene_mesh *mesh = ADD(added, meshes, mesh_count);
        if (!mesh)
            return false;
        *mesh = before->meshes[i];
        mesh->first_vertex += scene->vertex_count;
        mesh->first_triangle += scene->triangle_count;
    }
    for (uint32_t i = 0; i < before->vertex_count; i++) {
        float(*vertex)[3] = ADD(added, vertices, vertex_count);
        if (!vertex)
            return false;
        memcpy(*vertex, before->vertices[i], sizeof *vertex);
    }
    for (uint32_t i = 0; i < before->triangle_count; i++) {
        uint32_t(*triangle)[3] = ADD(added, triangles, triangle_count);
        if (!triangle)
            return false;
        memcpy(*triangle, before->triangles[i], sizeof *triangle);
    }
    return true;
}

bool add_removed(struct scene *scene, const ow_scene *before, const struct records *removed)
{
    uint32_t *shapes = calloc((size_t)before->shape_count + 1, sizeof *shapes);
    bool is_fine = shapes && add_meshes(&scene->added, &scene->scene, before);
    for (uint32_t i = 0; is_fine && i < before->item_count; i++)
        if (is_noted(removed, before->items[i].kind, before->items[i].subject))
            is_fine = add_item(scene, before, shapes, &before->items[i]);
    for (uint32_t i = 0; is_fine && i < before->segment_count; i++)
        if (is_noted(removed, before->segments[i].kind, before->segments[i].subject))
            is_fine = add_segment(scene, before, &before->segments[i]);
    free(shapes);
    return is_fine;
}

/* Two triangles of four corners around a square. */
static bool add_square(ow_scene *added, ow_scene_mesh *mesh, float corners[4][3])
{
    static const uint32_t around[2][3] = {{0, 1, 2}, {0, 2, 3}};
    uint32_t first = mesh->vertex_count;
    for (unsigned i = 0; i < 4; i++, mesh->vertex_count++) {
        float(*vertex)[3] = ADD(added, vertices, vertex_count);
        if (!vertex)
            return false;
        memcpy(*vertex, corners[i], sizeof *vertex);
    }
    for (unsigned i = 0; i < 2; i++, mesh->triangle_count++) {
        uint32_t(*triangle)[3] = ADD(added, triangles, triangle_count);
        if (!triangle)
            return false;
        for (unsigned c = 0; c < 3; c++)
            (*triangle)[c] = first + around[i][c];
    }
    return true;
}

static bool add_cell(ow_scene *added, ow_scene_mesh *mesh, const ow_scene_layer *layer,
                     uint64_t cell)
{
    const float above = 0.02F;
    if (layer->width == 0 || cell >= layer->cell_count)
        return true;
    float left = layer->position[0] + (float)(cell % layer->width);
    float top = layer->position[2] + (float)(cell / layer->width);
    float y = layer->position[1] + above;
    float corners[4][3] = {
        {left, y, top}, {left, y, top + 1}, {left + 1, y, top + 1}, {left + 1, y, top}};
    return add_square(added, mesh, corners);
}

static void find_vertex(const ow_scene_ground *ground, uint64_t x, uint64_t z, float place[3])
{
    const float above = 0.05F * ground->spacing;
    place[0] = ground->position[0] + (float)x * ground->spacing;
    place[1] = ground->position[1] + ground->heights[z * ground->width + x] + above;
    place[2] = ground->position[2] + (float)z * ground->spacing;
}

/* The squares around a vertex. */
static bool add_vertex(ow_scene *added, ow_scene_mesh *mesh, const ow_scene_ground *ground,
                       uint64_t vertex)
{
    if (vertex >= (uint64_t)ground->width * ground->height)
        return true;
    uint64_t column = vertex % ground->width, row = vertex / ground->width;
    for (uint64_t i = 0; i < 4; i++) {
        uint64_t x = column + i % 2, z = row + i / 2; /* the square's far corner */
        if (x == 0 || z == 0 || x >= ground->width || z >= ground->height)
            continue;
        float corners[4][3];
        find_vertex(ground, x - 1, z - 1, corners[0]);
        find_vertex(ground, x - 1, z, corners[1]);
        find_vertex(ground, x, z, corners[2]);
        find_vertex(ground, x, z - 1, corners[3]);
        if (!add_square(added, mesh, corners))
            return false;
    }
    return true;
}

static bool add_run(struct scene *scene, ow_scene_mesh *mesh, const struct run *run, uint64_t *left)
{
    for (uint64_t i = 0; *left > 0 && i < run->count; i++, (*left)--) {
        uint64_t at = run->from + i;
        bool is_fine =
            run->ground == OW_NONE
                ? add_cell(&scene->added, mesh, &scene->scene.layers[run->layer], at)
                : add_vertex(&scene->added, mesh, &scene->scene.grounds[run->ground], at);
        if (!is_fine)
            return false;
    }
    return true;
}

/* Adds an item with one part, which is a mesh. */
static bool add_mesh_item(struct scene *scene, const ow_scene_mesh *from)
{
    const ow_scene *of = &scene->scene;
    ow_scene *added = &scene->added;
    ow_scene_mesh *mesh = ADD(added, meshes, mesh_count);
    ow_scene_part *part = mesh ? ADD(added, parts, part_count) : NULL;
    ow_scene_shape *shape = part ? ADD(added, shapes, shape_count) : NULL;
    ow_scene_item *item = shape ? ADD(added, items, item_count) : NULL;
    if (!item)
        return false;
    *mesh = *from;
    *part = (ow_scene_part){.solid = OW_SOLID_MESH,
                            .mesh = of->mesh_count + added->mesh_count - 1,
                            .size = {1, 1, 1},
                            .rotation = {0, 0, 0, 1},
                            .color = orange};
    *shape = (ow_scene_shape){of->part_count + added->part_count - 1, 1};
    *item = (ow_scene_item){.rotation = {0, 0, 0, 1},
                            .scale = {1, 1, 1},
                            .color = orange,
                            .shape = of->shape_count + added->shape_count - 1,
                            .type = OW_NONE,
                            .group = OW_NONE,
                            .subject = OW_NONE};
    return true;
}

bool add_sheets(struct scene *scene, const struct run *runs, size_t count)
{
    ow_scene_mesh mesh = {.first_vertex = scene->scene.vertex_count + scene->added.vertex_count,
                          .first_triangle =
                              scene->scene.triangle_count + scene->added.triangle_count};
    uint64_t left = MOST_SHEETS;
    for (size_t i = 0; i < count; i++)
        if (!add_run(scene, &mesh, &runs[i], &left))
            return false;
    return mesh.triangle_count == 0 || add_mesh_item(scene, &mesh);
}

void forget_added(struct scene *scene)
{
    ow_scene *added = &scene->added;
    free(added->items);
    free(added->segments);
    free(added->groups);
    free(added->shapes);
    free(added->parts);
    free(added->meshes);
    free(added->vertices);
    free(added->triangles);
    *added = (ow_scene){0};
}

static bool join(void *array_of, uint32_t *count, const void *more, uint32_t more_count,
                 size_t size)
{
    if (more_count == 0)
        return true;
    const void *array;
    memcpy(&array, array_of, sizeof array);
    char *both = malloc(((size_t)*count + more_count) * size);
    if (!both)
        return false;
    if (*count > 0)
        memcpy(both, array, (size_t)*count * size);
    memcpy(both + (size_t)*count * size, more, (size_t)more_count * size);
    memcpy(array_of, &both, sizeof both);
    *count += more_count;
    /* cppcheck-suppress memleak ; handed over by memcpy */
    return true;
}

#define JOIN(array, count)                                                                         \
    join(&both->array, &both->count, added->array, added->count, sizeof *added->array)

bool join_scene(const struct scene *scene, ow_scene *both)
{
    const ow_scene *added = &scene->added;
    *both = scene->scene;
    return JOIN(items, item_count) && JOIN(segments, segment_count) && JOIN(groups, group_count) &&
           JOIN(shapes, shape_count) && JOIN(parts, part_count) && JOIN(meshes, mesh_count) &&
           JOIN(vertices, vertex_count) && JOIN(triangles, triangle_count);
}

#define SPLIT(array)                                                                               \
    if (both->array != scene->scene.array)                                                         \
    free(both->array)

void split_scene(const struct scene *scene, ow_scene *both)
{
    SPLIT(items);
    SPLIT(segments);
    SPLIT(groups);
    SPLIT(shapes);
    SPLIT(parts);
    SPLIT(meshes);
    SPLIT(vertices);
    SPLIT(triangles);
}
