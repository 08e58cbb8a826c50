/* Grounds: cells of four heights, subdivided if they are large, with the water above them. */
#include "identity.h"
#include "layers.h"

#include "../scene/scene.h"

/* Most pieces of a cell's side, and of all cells: near a ground every cell is large. */
enum { MOST_CUTS = 8, MOST_PIECES = 1 << 20 };

/* A ground that is being drawn. */
struct terrain {
    struct painter *painter;
    const ow_scene_ground *ground;
    uint32_t id;
    int cuts; /* along a cell's side */
    bool is_water;
};

static double height_at(const ow_scene_ground *ground, uint32_t x, uint32_t z)
{
    return (double)ground->heights[(size_t)z * ground->width + x];
}

/* The normal at a vertex, from neighbouring heights, in view space. */
static struct vector normal_at(const struct terrain *terrain, uint32_t x, uint32_t z)
{
    const ow_scene_ground *ground = terrain->ground;
    uint32_t left = x > 0 ? x - 1 : 0, right = x + 1 < ground->width ? x + 1 : x;
    uint32_t back = z > 0 ? z - 1 : 0, front = z + 1 < ground->height ? z + 1 : z;
    double step = (double)ground->spacing;
    struct vector along = {rounded_to_double((right - left) * step),
                           height_at(ground, right, z) - height_at(ground, left, z), 0};
    struct vector across = {0, height_at(ground, x, front) - height_at(ground, x, back),
                            rounded_to_double((front - back) * step)};
    return vector_unit(camera_see(&terrain->painter->camera, vector_cross(across, along)));
}

/* Corner 0 to 3 of a cell: bit 0 is x, bit 1 z. */
struct cell {
    struct vector at[4];
    double channels[4][3]; /* lit colours, or the opacity of water */
};

static double between(const double values[4], double x, double z)
{
    double back = rounded_to_double(values[0] + rounded_to_double((values[1] - values[0]) * x));
    double front = rounded_to_double(values[2] + rounded_to_double((values[3] - values[2]) * x));
    return rounded_to_double(back + rounded_to_double((front - back) * z));
}

static struct spot spot_in(const struct terrain *terrain, const struct cell *cell, int x, int z)
{
    double u = (double)x / terrain->cuts, v = (double)z / terrain->cuts;
    struct vector at;
    const double ys[4] = {cell->at[0].y, cell->at[1].y, cell->at[2].y, cell->at[3].y};
    at.x =
        rounded_to_double(cell->at[0].x + rounded_to_double((cell->at[3].x - cell->at[0].x) * u));
    at.z =
        rounded_to_double(cell->at[0].z + rounded_to_double((cell->at[3].z - cell->at[0].z) * v));
    at.y = between(ys, u, v);
    return painter_spot(terrain->painter, camera_see(&terrain->painter->camera, at));
}

static double channel_in(const struct terrain *terrain, const struct cell *cell, int channel, int x,
                         int z)
{
    const double values[4] = {cell->channels[0][channel], cell->channels[1][channel],
                              cell->channels[2][channel], cell->channels[3][channel]};
    return between(values, (x + 0.5) / terrain->cuts, (z + 0.5) / terrain->cuts);
}

static uint8_t to_channel(double value)
{
    return value > 0 ? (uint8_t)(value < 254.5 ? rounded_to_double(value + 0.500001) : 255) : 0;
}

/* One piece of a cell: two triangles of one colour. */
static void draw_piece(const struct terrain *terrain, const struct cell *cell, int x, int z)
{
    const struct spot spots[4] = {spot_in(terrain, cell, x, z), spot_in(terrain, cell, x, z + 1),
                                  spot_in(terrain, cell, x + 1, z + 1),
                                  spot_in(terrain, cell, x + 1, z)};
    const ow_scene_ground *ground = terrain->ground;
    struct face face = {.count = 3, .id = terrain->id, .opacity = 255};
    if (terrain->is_water) {
        face.color = ground->water;
        face.opacity = to_channel(channel_in(terrain, cell, 0, x, z));
    } else {
        face.color.red = to_channel(channel_in(terrain, cell, 0, x, z));
        face.color.green = to_channel(channel_in(terrain, cell, 1, x, z));
        face.color.blue = to_channel(channel_in(terrain, cell, 2, x, z));
    }
    face.color.alpha = 1;
    for (int half = 0; half < 2; half++) {
        face.corners[0] = &spots[0];
        face.corners[1] = &spots[half ? 2 : 1];
        face.corners[2] = &spots[half ? 3 : 2];
        if (face.opacity > 0)
            painter_draw_face(terrain->painter, &face);
    }
}

static double opacity_at(const ow_scene_ground *ground, double height)
{
    double depth = rounded_to_double((double)ground->water_level - height);
    double most = ground->water.alpha, deepest = (double)ground->water_depth;
    if (!(deepest > 0))
        return depth > 0 ? most : 0;
    double share = rounded_to_double(depth / deepest);
    return rounded_to_double(most * (share < 1 ? share : 1));
}

static void fill_corner(const struct terrain *terrain, struct cell *cell, int corner, uint32_t x,
                        uint32_t z, struct vector normal)
{
    const ow_scene_ground *ground = terrain->ground;
    double step = (double)ground->spacing, height = height_at(ground, x, z);
    cell->at[corner] = (struct vector){
        rounded_to_double((double)ground->position[0] + rounded_to_double(x * step)),
        rounded_to_double((double)ground->position[1] +
                          (terrain->is_water ? (double)ground->water_level : height)),
        rounded_to_double((double)ground->position[2] + rounded_to_double(z * step))};
    if (terrain->is_water) {
        cell->channels[corner][0] = opacity_at(ground, height);
        return;
    }
    ow_color color = light_color(&terrain->painter->light, normal,
                                 ground->colors[(size_t)z * ground->width + x], 1);
    cell->channels[corner][0] = color.red;
    cell->channels[corner][1] = color.green;
    cell->channels[corner][2] = color.blue;
}

static bool is_dry(const ow_scene_ground *ground, uint32_t x, uint32_t z)
{
    double level = (double)ground->water_level;
    return height_at(ground, x, z) >= level && height_at(ground, x + 1, z) >= level &&
           height_at(ground, x, z + 1) >= level && height_at(ground, x + 1, z + 1) >= level;
}

static void draw_row_of_cells(const struct terrain *terrain, uint32_t z)
{
    const ow_scene_ground *ground = terrain->ground;
    for (uint32_t x = 0; x + 1 < ground->width; x++) {
        struct cell cell;
        if (terrain->is_water && is_dry(ground, x, z))
            continue;
        for (int corner = 0; corner < 4; corner++) {
            uint32_t right = corner & 1, below = (uint32_t)corner >> 1;
            fill_corner(terrain, &cell, corner, x + right, z + below,
                        terrain->painter->normals[(below ? ground->width : 0) + x + right]);
        }
        for (int i = 0; i < terrain->cuts * terrain->cuts; i++)
            draw_piece(terrain, &cell, i % terrain->cuts, i / terrain->cuts);
    }
}

static void find_normals(const struct terrain *terrain, uint32_t z, struct vector *normals)
{
    for (uint32_t x = 0; x < terrain->ground->width; x++)
        normals[x] = normal_at(terrain, x, z);
}

static bool draw_ground(struct terrain *terrain)
{
    const ow_scene_ground *ground = terrain->ground;
    for (uint32_t z = 0; z + 1 < ground->height; z++) {
        if (!terrain->is_water) {
            find_normals(terrain, z, terrain->painter->normals);
            find_normals(terrain, z + 1, terrain->painter->normals + ground->width);
        }
        draw_row_of_cells(terrain, z);
        if (!watch_go_on(terrain->painter->projection.watch, ground->width))
            return false;
    }
    return true;
}

/* Pieces of about three pixels; whole cells if few faces are better. */
static int cuts_of(const struct painter *painter, const ow_scene_ground *ground)
{
    double pixels = rounded_to_double((double)ground->spacing * painter->pixels_in_unit / 3);
    uint64_t cells = (uint64_t)ground->width * ground->height;
    if (painter->take_face || cells > MOST_PIECES)
        return 1;
    pixels = fmin(pixels, sqrt((double)(MOST_PIECES / cells)));
    return pixels < 1 ? 1 : pixels > MOST_CUTS ? MOST_CUTS : (int)pixels;
}

bool grounds_draw(struct painter *painter)
{
    const ow_scene *scene = painter->projection.scene;
    for (uint32_t i = 0; i < scene->ground_count; i++) {
        const ow_scene_ground *ground = &scene->grounds[i];
        struct terrain terrain = {.painter = painter,
                                  .ground = ground,
                                  .id = identity_of_ground(scene, i),
                                  .cuts = cuts_of(painter, ground),
                                  .is_water = painter->pass == PASS_SEEN_THROUGH};
        if (ground->flags & OW_HIDDEN || ground->width < 2 || ground->height < 2 ||
            (terrain.is_water && !ground->has_water))
            continue;
        skirt_draw(painter, ground, terrain.id);
        if (!draw_ground(&terrain))
            return false;
    }
    return true;
}
