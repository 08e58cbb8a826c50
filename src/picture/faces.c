/* Splitting solids into the faces towards the viewer, each with one normal and one light. */
#include "faces.h"

#include "board.h"
#include "rings.h"
#include "surface.h"

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

/* The normal of a face with three or four corners. */
static struct vector normal_of(const struct corners *corners, const uint8_t *at, unsigned count)
{
    const struct vector *seen = corners->seen;
    struct vector across = vector_subtract(seen[at[2]], seen[at[0]]);
    if (count == 4)
        return vector_cross(across, vector_subtract(seen[at[3]], seen[at[1]]));
    return vector_cross(vector_subtract(seen[at[1]], seen[at[0]]), across);
}

/* A code that distinguishes samples of one side from those of its neighbours. */
static uint8_t side_code(const struct solid *solid, unsigned side)
{
    return (uint8_t)(1 + (solid->part * 7 + side) % 255);
}

static ow_color toned(ow_color color)
{
    static const ow_color tone = {255, 176, 0, 255};
    return (ow_color){(uint8_t)((color.red + 3 * tone.red) / 4),
                      (uint8_t)((color.green + 3 * tone.green) / 4),
                      (uint8_t)((color.blue + 3 * tone.blue) / 4), color.alpha};
}

enum { USUAL_OF_MARKS = 72 };

/* Lines around something fainter than usual marks must not cover it. */
static double line_width(const struct painter *painter, const struct solid *solid)
{
    static const double usual = 1.2;
    double thin = rounded_to_double(painter->pixels_in_unit * 0.08);
    if (painter->pass == PASS_HIGHLIGHTS)
        return 2;
    return solid->color.alpha < USUAL_OF_MARKS && thin < usual ? thin : usual;
}

/* Draws lines around a side of something translucent or highlighted. */
static void outline(struct painter *painter, const struct solid *solid, const struct face *face)
{
    static const ow_color highlight = {255, 140, 0, 255};
    ow_color color = painter->pass == PASS_HIGHLIGHTS ? highlight : solid->color;
    double width = line_width(painter, solid);
    color.alpha = 255;
    for (unsigned i = 0; i < face->count; i++)
        painter_draw_line(painter, *face->corners[i],
                          *face->corners[i + 1 < face->count ? i + 1 : 0], width, color, solid->id);
}

static uint8_t opacity_of(const struct solid *solid)
{
    if (solid->material == OW_MARK && solid->color.alpha == 255)
        return USUAL_OF_MARKS;
    return solid->color.alpha;
}

static void paint(struct painter *painter, const struct solid *solid, struct face *face,
                  struct vector normal, double times, unsigned side)
{
    ow_color color = solid->color;
    if (painter->pass == PASS_HIGHLIGHTS) {
        outline(painter, solid, face);
        return;
    }
    if (painter_is_highlighted(painter, solid->id))
        color = toned(color);
    face->id = solid->id;
    face->facing = facing_of(normal);
    face->opacity = opacity_of(solid);
    face->color = light_color(&painter->light, normal, color, times);
    face->color.alpha = side_code(solid, side);
    painter_draw_face(painter, face);
    if (solid->material == OW_MARK)
        outline(painter, solid, face);
}

/* Axes along a side of a box from its first corner to the second, and to the fourth. */
static double side_length(const struct solid *solid, unsigned side, bool is_across)
{
    static const uint8_t along[6] = {1, 2, 2, 0, 0, 1}, across[6] = {2, 1, 0, 2, 1, 0};
    return vector_length(solid->axes[is_across ? across[side] : along[side]]);
}

/* The two faces with the y axis as normal have squares, the other four are the rim. */
static void paint_board_side(struct painter *painter, const struct solid *solid, struct face *face,
                             struct vector normal, unsigned side)
{
    struct surface surface;
    struct face painted = *face;
    bool is_rim = side != 2 && side != 3;
    if (!is_rim && board_squares(painter, face, side_length(solid, side, false),
                                 side_length(solid, side, true), &surface))
        painted.surface = &surface;
    paint(painter, solid, &painted, normal, board_brightness(painter, normal, solid->color, is_rim),
          side);
}

static void paint_hatched_side(struct painter *painter, const struct solid *solid,
                               struct face *face, struct vector normal, unsigned side)
{
    static const double period = 0.4;
    struct surface surface = {0};
    struct face painted = *face;
    if (surface_lay_out(&surface, &painter->camera, face, side_length(solid, side, false),
                        side_length(solid, side, true)) &&
        surface_hatch(&surface, face, painter->samples, period))
        painted.surface = &surface;
    paint(painter, solid, &painted, normal, 1, side);
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
        struct vector normal = normal_of(corners, at, sides[i].count);
        if (solid->kind == OW_BOX && solid->material == OW_BOARD)
            paint_board_side(painter, solid, &face, normal, i);
        else if (solid->kind == OW_BOX && solid->material == OW_HATCHED)
            paint_hatched_side(painter, solid, &face, normal, i);
        else
            paint(painter, solid, &face, normal, 1, i);
    }
}

/* All sides of the mantle have one code, so that no lines are drawn between them. */
static void draw_cylinder(struct painter *painter, const struct solid *solid,
                          const struct corners *corners)
{
    for (unsigned i = 0; i < CYLINDER_SIDES; i++) {
        unsigned next = (i + 1) % CYLINDER_SIDES;
        const uint8_t at[4] = {(uint8_t)(2 * i), (uint8_t)(2 * next), (uint8_t)(2 * next + 1),
                               (uint8_t)(2 * i + 1)};
        struct face face = {.count = 4};
        for (unsigned c = 0; c < 4; c++)
            face.corners[c] = &corners->spots[at[c]];
        if (face_area(&face) > 0)
            paint(painter, solid, &face, normal_of(corners, at, 4), 1, 0);
    }
    for (unsigned top = 0; top < 2; top++) {
        struct face face = {.count = CYLINDER_SIDES};
        for (unsigned i = 0; i < CYLINDER_SIDES; i++)
            face.corners[i] = &corners->spots[2 * (top ? i : CYLINDER_SIDES - 1 - i) + top];
        if (face_area(&face) > 0)
            paint(painter, solid, &face, vector_scale(solid->axes[1], top ? 1 : -1), 1, 1 + top);
    }
}

/* The winding of a file's triangles is unknown: both sides are drawn. */
static void draw_mesh(struct painter *painter, const struct solid *solid)
{
    const ow_scene *scene = painter->projection.scene;
    const ow_scene_mesh *mesh = solid->mesh;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *triangle = scene->triangles[mesh->first_triangle + i];
        struct vector seen[3];
        struct spot spots[3];
        struct face face = {.corners = {&spots[0], &spots[1], &spots[2]}, .count = 3};
        for (int c = 0; c < 3; c++) {
            struct vector at = scene_vector(scene->vertices[mesh->first_vertex + triangle[c]]);
            seen[c] = solid_point(solid, at.x, at.y, at.z);
            spots[c] = painter_spot(painter, seen[c]);
        }
        int64_t area = face_area(&face);
        struct vector normal =
            vector_cross(vector_subtract(seen[1], seen[0]), vector_subtract(seen[2], seen[0]));
        if (area != 0)
            paint(painter, solid, &face, vector_scale(normal, area > 0 ? 1 : -1), 1, i);
    }
}

static bool is_for_pass(const struct painter *painter, const struct solid *solid)
{
    bool is_seen_through = solid->material == OW_MARK || solid->color.alpha < 255;
    if (painter->pass == PASS_HIGHLIGHTS)
        return painter_is_highlighted(painter, solid->id);
    return is_seen_through == (painter->pass == PASS_SEEN_THROUGH);
}

/* How far a vector goes along a direction on the picture, either way. */
static double extent_along(struct vector vector, struct vector direction)
{
    return fabs(rounded_to_double(rounded_to_double(vector.x * direction.x) +
                                  rounded_to_double(vector.y * direction.y)));
}

/* What a thin bar shows: its outline is along its middle line, as wide as it seems, and has the
 * light of the wider one of the two long sides that are seen. */
struct thin_bar {
    struct vector across; /* on the picture: from the middle line to one edge */
    struct vector normal; /* of the side: twice the way from the middle line to it */
    unsigned side;
};

/* Returns false for a bar that is wider than a sample, or shorter, or a tall plate that is seen
 * along its length. */
static bool find_thin_bar(const struct camera *camera, const struct solid *solid,
                          struct thin_bar *bar)
{
    const struct vector *axes = solid->axes, along = {axes[2].x, axes[2].y, 0};
    const double sample = rounded_to_double(1 / camera->scale), length = vector_length(along);
    if (!(length > sample))
        return false;
    const struct vector way = vector_scale(along, rounded_to_double(1 / length)),
                        across = {-way.y, way.x, 0};
    const double widths[2] = {extent_along(axes[0], across), extent_along(axes[1], across)};
    const double width = rounded_to_double(widths[0] + widths[1]);
    const double beyond =
        rounded_to_double(extent_along(axes[0], way) + extent_along(axes[1], way));
    if (!(width < sample && beyond < sample))
        return false;
    const unsigned normal = widths[0] < widths[1] ? 0 : 1;
    const bool is_behind = axes[normal].z < 0;
    if (axes[normal].z == 0)
        return false;
    *bar = (struct thin_bar){.across = vector_scale(across, width / 2),
                             .normal = vector_scale(axes[normal], is_behind ? -1 : 1),
                             .side = 2 * normal + is_behind};
    return true;
}

/* A point of the outline, at a place on the picture relative to the solid's centre: as near as the
 * plane of the side is there. */
static struct vector point_of_outline(const struct solid *solid, const struct vector *normal,
                                      struct vector at)
{
    const double ahead = vector_dot(*normal, *normal) / 2;
    const double sideways = rounded_to_double(rounded_to_double(normal->x * at.x) +
                                              rounded_to_double(normal->y * at.y));
    at.z = rounded_to_double(rounded_to_double(ahead - sideways) / normal->z);
    return vector_add(solid->center, at);
}

/* Draws a bar that is thinner than a sample as one face instead of two or three. Large worlds have
 * millions of such wires. Returns false for another solid. */
static bool draw_thin_bar(struct painter *painter, const struct solid *solid)
{
    struct thin_bar bar;
    struct spot spots[4];
    if (!solid->is_segment || solid->kind != OW_BOX || painter->camera.perspective ||
        painter->take_face || painter->pass == PASS_HIGHLIGHTS ||
        !find_thin_bar(&painter->camera, solid, &bar))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const double end = i == 1 || i == 2 ? 0.5 : -0.5, edge = i < 2 ? -1 : 1;
        const struct vector at =
            vector_add(vector_scale(solid->axes[2], end), vector_scale(bar.across, edge));
        spots[i] = painter_spot(painter, point_of_outline(solid, &bar.normal, at));
    }
    struct face face = {.corners = {&spots[0], &spots[1], &spots[2], &spots[3]}, .count = 4};
    if (face_area(&face) != 0)
        paint(painter, solid, &face, bar.normal, 1, bar.side);
    return true;
}

bool painter_draw_solid(void *context, const struct solid *solid)
{
    struct painter *painter = context;
    struct corners corners;
    if (!is_for_pass(painter, solid) || draw_thin_bar(painter, solid))
        return true;
    unsigned count = solid_corners(solid, corners.seen);
    for (unsigned i = 0; i < count; i++)
        corners.spots[i] = painter_spot(painter, corners.seen[i]);
    if (painter->pass == PASS_HIGHLIGHTS)
        ring_include(painter, solid, corners.spots, count);
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
