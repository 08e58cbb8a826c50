/* Labels: a page of dots on a surface, or upright on the picture. */
#include "labels.h"

#include "identity.h"
#include "surface.h"

#include "../scene/scene.h"

static ow_color dot_color(const struct surface *surface, ow_color face, int64_t u, int64_t v)
{
    static const ow_color nothing = {0};
    const struct page *page = surface->about;
    if (u < 0 || v < 0)
        return nothing;
    face.alpha = 255;
    return page_has_dot(page, (int32_t)(u >> 16), (int32_t)(v >> 16)) ? face : nothing;
}

/* With a light rim, or a dark rim around light dots: readable on every background. */
static ow_color rimmed_color(const struct surface *surface, ow_color face, int64_t u, int64_t v)
{
    static const ow_color light = {255, 255, 255, 255}, dark = {24, 32, 44, 255}, nothing = {0};
    const struct page *page = surface->about;
    int32_t column = (int32_t)(u >> 16) - 1, row = (int32_t)(v >> 16) - 1;
    face.alpha = 255;
    if (page_has_dot(page, column, row))
        return face;
    for (int32_t i = 0; i < 9; i++)
        if (page_has_dot(page, column + i % 3 - 1, row + i / 3 - 1))
            return face.red + 2 * face.green + face.blue > 640 ? dark : light;
    return nothing;
}

static void draw_page(struct painter *painter, const ow_scene_label *label, uint32_t id,
                      const struct page *page, const struct spot spots[4], bool has_rim)
{
    int32_t rim = has_rim ? 2 : 0;
    struct surface surface = {
        .color = has_rim ? rimmed_color : dot_color, .about = page, .is_seen_through = true};
    struct face face = {.corners = {&spots[0], &spots[1], &spots[2], &spots[3]},
                        .count = 4,
                        .id = id,
                        .color = label->color,
                        .opacity = 255,
                        .surface = &surface};
    face.color.alpha = 1;
    if (surface_lay_out(&surface, &painter->camera, &face, page->columns + rim, page->rows + rim))
        painter_draw_face(painter, &face);
}

/* Size of a dot in units: by the font size, smaller to fit the page. */
static double dot_size(const ow_scene_label *label, const struct page *page)
{
    double dot = rounded_to_double((double)label->font_size / LINE_ROWS);
    if (label->size[0] > 0 && dot * page->columns > (double)label->size[0])
        dot = rounded_to_double((double)label->size[0] / page->columns);
    if (label->size[1] > 0 && dot * page->rows > (double)label->size[1])
        dot = rounded_to_double((double)label->size[1] / page->rows);
    return dot;
}

/* Start of a block of `length` on a page that begins at -size / 2, by its alignment. */
static double begin(double size, double length, int align)
{
    double free = rounded_to_double((size > 0 ? size : 0) - length);
    return rounded_to_double(rounded_to_double(free * align - length) / 2);
}

struct label_block label_block_of(const ow_scene_label *label, const struct page *page)
{
    double dot = dot_size(label, page);
    return (struct label_block){begin((double)label->size[0],
                                      rounded_to_double(dot * page->columns),
                                      page_align(label->align_x)),
                                begin((double)label->size[1], rounded_to_double(dot * page->rows),
                                      -page_align(label->align_y)),
                                dot};
}

static void draw_on_surface(struct painter *painter, const ow_scene_label *label, uint32_t id,
                            const struct page *page)
{
    struct label_block block = label_block_of(label, page);
    double dot = block.dot, left = block.left, bottom = block.bottom;
    double width = rounded_to_double(dot * page->columns);
    double height = rounded_to_double(dot * page->rows);
    struct spot spots[4];
    if (!(dot > 0 && width < 1e9 && height < 1e9) || !(dot * painter->pixels_in_unit > 0.2))
        return;
    for (unsigned i = 0; i < 4; i++) {
        struct vector at = {i == 1 || i == 2 ? left + width : left,
                            i < 2 ? bottom + height : bottom, 0};
        at = vector_add(scene_vector(label->position),
                        vector_turn(scene_rotation(label->rotation), at));
        at = camera_see(&painter->camera, at);
        if (!(fabs(at.x) + fabs(at.y) + fabs(at.z) < 1e10))
            return;
        spots[i] = painter_spot(painter, at);
    }
    struct face face = {.corners = {&spots[0], &spots[3], &spots[2], &spots[1]}, .count = 4};
    if (face_area(&face) > 0) /* its back shows no text */
        draw_page(painter, label, id, page, spots, false);
}

void labels_draw(struct painter *painter)
{
    const ow_scene *scene = painter->projection.scene;
    struct page page;
    for (uint32_t i = 0; i < scene->label_count; i++) {
        const ow_scene_label *label = &scene->labels[i];
        if (label->flags & (painter->projection.unseen | OW_FACES_VIEWER) ||
            !((double)label->font_size * painter->pixels_in_unit >= 2))
            continue;
        page_set(&page, label->text, label->align_x);
        if (page.columns > 0)
            draw_on_surface(painter, label, identity_of_label(scene, i), &page);
    }
}

/* Dots are whole pixels there. */
void labels_draw_upright(struct painter *painter)
{
    const ow_scene *scene = painter->projection.scene;
    int32_t grid = SPOT_STEPS * (int32_t)painter->samples;
    struct page page;
    for (uint32_t i = 0; i < painter->place_count; i++) {
        const struct label_place *place = &painter->places[i];
        const ow_scene_label *label = &scene->labels[place->label];
        int32_t left = place->left * grid, right = left + place->width * grid;
        int32_t top = place->top * grid, bottom = top + place->height * grid;
        const struct spot spots[4] = {{left, top, NEAREST_DEPTH},
                                      {right, top, NEAREST_DEPTH},
                                      {right, bottom, NEAREST_DEPTH},
                                      {left, bottom, NEAREST_DEPTH}};
        page_set(&page, label->text, label->align_x);
        draw_page(painter, label, identity_of_label(scene, place->label), &page, spots, true);
    }
}
