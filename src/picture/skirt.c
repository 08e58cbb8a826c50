/* The sides of a ground: a body of earth, with a body of water if there is water at its edge. */
#include "identity.h"
#include "layers.h"

#include "../scene/scene.h"

/* Codes of the four sides. */
enum { FIRST_SIDE = 2 };

const ow_color ground_earth = {178, 150, 118, 255};

double ground_base(const ow_scene_ground *ground)
{
    static const double share = 0.05; /* of the shorter side, below the lowest place */
    uint32_t cells = ground->width < ground->height ? ground->width : ground->height;
    double least = 0;
    size_t count = (size_t)ground->width * ground->height;
    for (size_t i = 0; i < count; i++)
        least = i == 0 || (double)ground->heights[i] < least ? (double)ground->heights[i] : least;
    double deep = rounded_to_double((double)ground->spacing * (cells - 1) * share);
    return rounded_to_double((double)ground->position[1] + least - deep);
}

/* One of the four sides, from left to right as seen from outside. */
struct edge {
    uint32_t x, z, count; /* its first vertex, and the number of vertices */
    int step_x, step_z;
    struct vector normal;
};

struct skirt {
    struct painter *painter;
    const ow_scene_ground *ground;
    uint32_t id;
    uint8_t side;
    double base;
};

/* A vertex of an edge: the height of the ground, and the projection of any height. */
struct post {
    double x, z, height;
};

static struct post post_at(const struct skirt *skirt, const struct edge *edge, uint32_t i)
{
    const ow_scene_ground *ground = skirt->ground;
    uint32_t x = edge->step_x < 0 ? edge->x - i : edge->x + i * (uint32_t)edge->step_x;
    uint32_t z = edge->step_z < 0 ? edge->z - i : edge->z + i * (uint32_t)edge->step_z;
    double step = (double)ground->spacing;
    return (struct post){
        rounded_to_double((double)ground->position[0] + rounded_to_double(x * step)),
        rounded_to_double((double)ground->position[2] + rounded_to_double(z * step)),
        rounded_to_double((double)ground->position[1] +
                          (double)ground->heights[(size_t)z * ground->width + x])};
}

static struct spot spot_of(const struct skirt *skirt, const struct post *post, double height)
{
    const struct camera *camera = &skirt->painter->camera;
    return painter_spot(skirt->painter,
                        camera_see(camera, (struct vector){post->x, height, post->z}));
}

/* Draws the wall between two posts, between two heights at each. */
static void draw_wall(const struct skirt *skirt, const struct post posts[2], const double low[2],
                      const double high[2], ow_color color)
{
    const struct spot spots[4] = {
        spot_of(skirt, &posts[0], low[0]), spot_of(skirt, &posts[1], low[1]),
        spot_of(skirt, &posts[1], high[1]), spot_of(skirt, &posts[0], high[0])};
    struct face face = {.corners = {&spots[0], &spots[1], &spots[2], &spots[3]},
                        .count = 4,
                        .color = color,
                        .id = skirt->id,
                        .opacity = color.alpha};
    face.color.alpha = skirt->side;
    if (face_area(&face) > 0)
        painter_draw_face(skirt->painter, &face);
}

static void draw_water_wall(const struct skirt *skirt, struct post posts[2])
{
    const ow_scene_ground *ground = skirt->ground;
    double level = rounded_to_double((double)ground->position[1] + (double)ground->water_level);
    for (int i = 0; i < 2; i++) {
        struct post *dry = &posts[i], *wet = &posts[1 - i];
        if (!(dry->height > level && wet->height < level))
            continue;
        double share = rounded_to_double((level - wet->height) / (dry->height - wet->height));
        dry->x = rounded_to_double(wet->x + rounded_to_double((dry->x - wet->x) * share));
        dry->z = rounded_to_double(wet->z + rounded_to_double((dry->z - wet->z) * share));
        dry->height = level;
    }
    if (posts[0].height < level || posts[1].height < level)
        draw_wall(skirt, posts, (const double[2]){posts[0].height, posts[1].height},
                  (const double[2]){level, level}, ground->water);
}

static void draw_edge(const struct skirt *skirt, const struct edge *edge)
{
    struct painter *painter = skirt->painter;
    ow_color color =
        light_color(&painter->light, camera_see(&painter->camera, edge->normal), ground_earth, 1);
    for (uint32_t i = 0; i + 1 < edge->count; i++) {
        struct post posts[2] = {post_at(skirt, edge, i), post_at(skirt, edge, i + 1)};
        if (painter->pass == PASS_SEEN_THROUGH)
            draw_water_wall(skirt, posts);
        else
            draw_wall(skirt, posts, (const double[2]){skirt->base, skirt->base},
                      (const double[2]){posts[0].height, posts[1].height}, color);
    }
}

void skirt_draw(struct painter *painter, const ow_scene_ground *ground, uint32_t id)
{
    uint32_t right = ground->width - 1, front = ground->height - 1;
    const struct edge edges[4] = {{0, front, ground->width, 1, 0, {0, 0, 1}},
                                  {right, front, ground->height, 0, -1, {1, 0, 0}},
                                  {right, 0, ground->width, -1, 0, {0, 0, -1}},
                                  {0, 0, ground->height, 0, 1, {-1, 0, 0}}};
    struct skirt skirt = {painter, ground, id, FIRST_SIDE, ground_base(ground)};
    if (painter->pass == PASS_SEEN_THROUGH && !ground->has_water)
        return;
    for (int i = 0; i < 4; i++, skirt.side++)
        if (camera_see(&painter->camera, edges[i].normal).z > 0 || painter->camera.perspective)
            draw_edge(&skirt, &edges[i]);
}
