/* glTF: grounds with their sides, and the water over them, in blocks. */
#include "gltf.h"

#include "../layers.h"

#define R(number) rounded_to_double(number)

enum { BLOCK = 128 }; /* cells along a side */

/* A block's first vertex and its cells. */
struct block {
    uint32_t x, z, width, height;
};

static size_t place_of(const ow_scene_ground *ground, uint32_t x, uint32_t z)
{
    return (size_t)z * ground->width + x;
}

static struct vector point_of(const ow_scene_ground *ground, uint32_t x, uint32_t z, float height)
{
    struct vector steps = vector_scale((struct vector){x, 0, z}, (double)ground->spacing);
    steps.y = height;
    return vector_add(scene_vector(ground->position), steps);
}

static void add_cell(struct gltf *gltf, uint32_t first, uint32_t row)
{
    gltf_triangle(gltf, first, first + row, first + row + 1);
    gltf_triangle(gltf, first, first + row + 1, first + 1);
}

static void add_ground_block(struct gltf *gltf, const ow_scene_ground *ground, struct block block)
{
    uint32_t row = block.width + 1;
    uint32_t first = gltf_room(gltf, row * (block.height + 1), block.width * block.height * 6);
    for (uint32_t z = block.z; z <= block.z + block.height; z++)
        for (uint32_t x = block.x; x <= block.x + block.width; x++) {
            ow_color color = ground->colors[place_of(ground, x, z)];
            color.alpha = 255;
            gltf_linear(color, gltf->color);
            gltf_vertex(gltf, point_of(ground, x, z, ground->heights[place_of(ground, x, z)]));
        }
    for (uint32_t z = 0; z < block.height; z++)
        for (uint32_t x = 0; x < block.width; x++)
            add_cell(gltf, first + z * row + x, row);
}

/* The depth of a vertex, 0 (dry) to 1 (full depth). */
static double depth_at(const ow_scene_ground *ground, uint32_t x, uint32_t z)
{
    double depth = R((double)ground->water_level - (double)ground->heights[place_of(ground, x, z)]);
    if (!(depth > 0))
        return 0;
    return ground->water_depth > 0 && depth < ground->water_depth
               ? R(depth / (double)ground->water_depth)
               : 1;
}

/* Returns true if any corner of a cell is under water. */
static bool is_wet(const ow_scene_ground *ground, uint32_t x, uint32_t z)
{
    return depth_at(ground, x, z) > 0 || depth_at(ground, x + 1, z) > 0 ||
           depth_at(ground, x, z + 1) > 0 || depth_at(ground, x + 1, z + 1) > 0;
}

static bool is_dry(const ow_scene_ground *ground, struct block block)
{
    for (uint32_t z = block.z; z < block.z + block.height; z++)
        for (uint32_t x = block.x; x < block.x + block.width; x++)
            if (is_wet(ground, x, z))
                return false;
    return true;
}

static void add_water_block(struct gltf *gltf, const ow_scene_ground *ground, struct block block)
{
    uint32_t row = block.width + 1;
    if (is_dry(ground, block))
        return;
    uint32_t first = gltf_room(gltf, row * (block.height + 1), block.width * block.height * 6);
    for (uint32_t z = block.z; z <= block.z + block.height; z++)
        for (uint32_t x = block.x; x <= block.x + block.width; x++) {
            gltf_linear(ground->water, gltf->color);
            gltf->color[3] = (uint16_t)rint(R(gltf->color[3] * depth_at(ground, x, z)));
            gltf_vertex(gltf, point_of(ground, x, z, ground->water_level));
        }
    for (uint32_t z = 0; z < block.height; z++)
        for (uint32_t x = 0; x < block.width; x++)
            if (is_wet(ground, block.x + x, block.z + z))
                add_cell(gltf, first + z * row + x, row);
}

static void add_blocks(struct gltf *gltf, const ow_scene_ground *ground,
                       void (*add)(struct gltf *, const ow_scene_ground *, struct block))
{
    if (ground->width < 2 || ground->height < 2)
        return;
    uint32_t width = ground->width - 1, height = ground->height - 1;
    for (uint32_t z = 0; z < height; z += BLOCK)
        for (uint32_t x = 0; x < width && gltf_go_on(gltf); x += BLOCK)
            add(gltf, ground,
                (struct block){x, z, width - x < BLOCK ? width - x : BLOCK,
                               height - z < BLOCK ? height - z : BLOCK});
}

/* One of the four sides, from left to right as seen from outside. */
struct edge {
    uint32_t x, z, count; /* its first vertex, and the number of vertices */
    int step_x, step_z;
};

/* Adds vertices of an edge from number `from` on, with those at the foot of the earth below. */
static void add_wall(struct gltf *gltf, const ow_scene_ground *ground, const struct edge *edge,
                     uint32_t from, uint32_t count, float foot)
{
    uint32_t first = gltf_room(gltf, count * 2, (count - 1) * 6);
    for (uint32_t i = from; i < from + count; i++) {
        uint32_t x = (uint32_t)((int64_t)edge->x + (int64_t)i * edge->step_x);
        uint32_t z = (uint32_t)((int64_t)edge->z + (int64_t)i * edge->step_z);
        gltf_vertex(gltf, point_of(ground, x, z, foot));
        gltf_vertex(gltf, point_of(ground, x, z, ground->heights[place_of(ground, x, z)]));
    }
    for (uint32_t low = first; low < first + (count - 1) * 2; low += 2) {
        gltf_triangle(gltf, low, low + 2, low + 3);
        gltf_triangle(gltf, low, low + 3, low + 1);
    }
}

static void add_sides(struct gltf *gltf, const ow_scene_ground *ground)
{
    if (ground->width < 2 || ground->height < 2)
        return;
    uint32_t right = ground->width - 1, front = ground->height - 1;
    const struct edge edges[4] = {{0, front, ground->width, 1, 0},
                                  {right, front, ground->height, 0, -1},
                                  {right, 0, ground->width, -1, 0},
                                  {0, 0, ground->height, 0, 1}};
    float foot = (float)R(ground_base(ground) - (double)ground->position[1]);
    gltf_linear(ground_earth, gltf->color);
    for (int side = 0; side < 4; side++)
        for (uint32_t at = 0; at + 1 < edges[side].count && gltf_go_on(gltf); at += BLOCK) {
            uint32_t left = edges[side].count - at;
            add_wall(gltf, ground, &edges[side], at, left < BLOCK + 1 ? left : BLOCK + 1, foot);
        }
}

void gltf_add_ground(struct gltf *gltf, const ow_scene_ground *ground)
{
    add_blocks(gltf, ground, add_ground_block);
    add_sides(gltf, ground);
}

void gltf_add_water(struct gltf *gltf, const ow_scene_ground *ground)
{
    if (ground->has_water)
        add_blocks(gltf, ground, add_water_block);
}
