/* Solids into faces: those that look at the viewer, each with one normal and one light. */
#include "faces.h"

#include "board.h"

#include "../scene/scene.h"

/* A face as indices of corners, counter-clockwise from outside. */
struct side {
    uint8_t corners[4];
    uint8_t count;
};

/* Corner numbers as of scene_corner: +x, -x, +y, -y, +z, -z. */
static const struct side box_sides[6] = {{{1, 3, 7, 5}, 4}, {{0, 4, 6, 2}, 4}, {{2, 6, 7, 3}, 4},
                                         {{0, 1, 5, 4}, 4}, {{4, 5, 7, 6}, 4}, {{0, 2, 3, 1}, 4}};
static const struct side tip_sides[5] = {
    {{0, 2, 3, 1}, 4}, {{0, 1, 4}, 3}, {{1, 3, 4}, 3}, {{3, 2, 4}, 3}, {{2, 0, 4}, 3}};

/* A solid's corners, in view space and on the picture. */
struct corners {
    struct vector seen[MOST_CORNERS];
    struct spot spots[MOST_CORNERS];
};

static struct vector normal_of(const struct vector *a, const struct vector *b,
                               const struct vector *c, const struct vector *d)
{
    return vector_cross(vector_subtract(*c, *a), vector_subtract(*d, *b));
}

/* Samples of one side are told from those of its neighbours by this. */
static uint8_t side_code(const struct solid *solid, unsigned side)
{
    return (uint8_t)(1 + (solid->part * 7 + side) % 255);
}

static void paint(struct painter *painter, const struct solid *solid, struct face *face,
                  struct vector normal, double times, unsigned side)
{
    face->id = solid->id;
    face->color = light_color(&painter->light, normal, solid->color, times);
    face->color.alpha = side_code(solid, side);
    raster_draw(&painter->raster, face);
}

/* The two faces whose normal is the y axis are squared, the other four are its rim. */
static void paint_board_side(struct painter *painter, const struct solid *solid, struct face *face,
                             struct vector normal, unsigned side)
{
    static const unsigned char along[6] = {1, 2, 2, 0, 0, 1}, across[6] = {2, 1, 0, 2, 1, 0};
    struct surface surface;
    bool is_rim = side != 2 && side != 3;
    if (!is_rim && board_squares(painter, face, vector_length(solid->axes[along[side]]),
                                 vector_length(solid->axes[across[side]]), &surface))
        face->surface = &surface;
    paint(painter, solid, face, normal, board_brightness(painter, normal, is_rim), side);
}

static void draw_sides(struct painter *painter, const struct solid *solid,
                       const struct corners *corners, const struct side *sides, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *at = sides[i].corners;
        struct face face = {.count = sides[i].count};
        for (unsigned c = 0; c < sides[i].count; c++)
            face.corners[c] = &corners->spots[at[c]];
        if (face_area(&face) <= 0)
            continue;
        struct vector normal =
            normal_of(&corners->seen[at[0]], &corners->seen[at[1]], &corners->seen[at[2]],
                      &corners->seen[at[sides[i].count == 4 ? 3 : 0]]);
        if (sides[i].count == 3)
            normal = vector_cross(vector_subtract(corners->seen[at[1]], corners->seen[at[0]]),
                                  vector_subtract(corners->seen[at[2]], corners->seen[at[0]]));
        if (solid->material == OW_BOARD && sides == box_sides)
            paint_board_side(painter, solid, &face, normal, i);
        else
            paint(painter, solid, &face, normal, 1, i);
    }
}

/* All sides of the mantle are one to the eye, so that no lines are drawn between them. */
static void draw_cylinder(struct painter *painter, const struct solid *solid,
                          const struct corners *corners)
{
    for (unsigned i = 0; i < CYLINDER_SIDES; i++) {
        unsigned next = (i + 1) % CYLINDER_SIDES;
        const unsigned at[4] = {2 * i, 2 * next, 2 * next + 1, 2 * i + 1};
        struct face face = {.count = 4};
        for (unsigned c = 0; c < 4; c++)
            face.corners[c] = &corners->spots[at[c]];
        if (face_area(&face) > 0)
            paint(painter, solid, &face,
                  normal_of(&corners->seen[at[0]], &corners->seen[at[1]], &corners->seen[at[2]],
                            &corners->seen[at[3]]),
                  1, 0);
    }
    for (unsigned top = 0; top < 2; top++) {
        struct face face = {.count = CYLINDER_SIDES};
        for (unsigned i = 0; i < CYLINDER_SIDES; i++)
            face.corners[i] = &corners->spots[2 * (top ? i : CYLINDER_SIDES - 1 - i) + top];
        if (face_area(&face) > 0)
            paint(painter, solid, &face, vector_scale(solid->axes[1], top ? 1 : -1), 1, 1 + top);
    }
}

/* Nobody can know which way round a file's own triangles are: both sides are seen. */
static void draw_mesh(struct painter *painter, const struct solid *solid)
{
    const ow_scene *scene = painter->gaze.scene;
    const ow_scene_mesh *mesh = solid->mesh;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *triangle = scene->triangles[mesh->first_triangle + i];
        struct vector seen[3];
        struct spot spots[3];
        struct face face = {.corners = {&spots[0], &spots[1], &spots[2]}, .count = 3};
        for (int c = 0; c < 3; c++) {
            struct vector at = scene_vector(scene->vertices[mesh->first_vertex + triangle[c]]);
            seen[c] = solid_point(solid, at.x, at.y, at.z);
            spots[c] = camera_snap(&painter->camera, camera_project(&painter->camera, seen[c]));
        }
        int64_t area = face_area(&face);
        struct vector normal =
            vector_cross(vector_subtract(seen[1], seen[0]), vector_subtract(seen[2], seen[0]));
        if (area != 0)
            paint(painter, solid, &face, vector_scale(normal, area > 0 ? 1 : -1), 1, i);
    }
}

bool painter_draw_solid(void *context, const struct solid *solid)
{
    struct painter *painter = context;
    struct corners corners;
    unsigned count = solid_corners(solid, corners.seen);
    for (unsigned i = 0; i < count; i++)
        corners.spots[i] =
            camera_snap(&painter->camera, camera_project(&painter->camera, corners.seen[i]));
    switch (solid->kind) {
    case OW_SOLID_MESH:
        draw_mesh(painter, solid);
        break;
    case OW_CYLINDER:
        draw_cylinder(painter, solid, &corners);
        break;
    case SOLID_TIP:
        draw_sides(painter, solid, &corners, tip_sides, 5);
        break;
    default:
        draw_sides(painter, solid, &corners, box_sides, 6);
    }
    return true;
}
