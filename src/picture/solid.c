/* Transforming the parts of items, and segments as bars, into view space. */
#include "solid.h"

#include "../base/angles.h"
#include "../base/pieces.h"
#include "identity.h"

#include "../scene/looks.h"
#include "../scene/scene.h"

#include <string.h>

/* Limit of distance and size of what is drawn. */
static const double farthest = 1e10;

struct vector solid_point(const struct solid *solid, double x, double y, double z)
{
    struct vector point = vector_add(solid->center, vector_scale(solid->axes[0], x));
    point = vector_add(point, vector_scale(solid->axes[1], y));
    return vector_add(point, vector_scale(solid->axes[2], z));
}

static double reach(struct vector v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

bool solid_is_sane(const struct solid *solid)
{
    return reach(solid->center) + reach(solid->axes[0]) + reach(solid->axes[1]) +
               reach(solid->axes[2]) <
           farthest;
}

static unsigned box_corners(const struct solid *solid, struct vector corners[MOST_CORNERS])
{
    for (unsigned corner = 0; corner < 8; corner++) {
        struct vector unit = scene_corner(corner);
        if (solid->kind == OW_WEDGE && unit.y > 0 && unit.z < 0)
            unit.y = rounded_to_double(solid->low - 0.5);
        corners[corner] = solid_point(solid, unit.x, unit.y, unit.z);
    }
    return 8;
}

/* The place of a side's edge on a circle one unit wide; a quarter turn further for the other
 * axis. */
static double on_circle(unsigned side)
{
    enum { QUARTER = CYLINDER_SIDES / 4 };
    static const double quarter[QUARTER + 1] = {
        0, 0.15450849718747373, 0.29389262614623657, 0.40450849718747373, 0.47552825814757677, 0.5};
    unsigned place = side % QUARTER;
    switch (side / QUARTER % 4) {
    case 0:
        return quarter[place];
    case 1:
        return quarter[QUARTER - place];
    case 2:
        return -quarter[place];
    default:
        return -quarter[QUARTER - place];
    }
}

/* A corner below and one above for each side. */
static unsigned cylinder_corners(const struct solid *solid, struct vector corners[MOST_CORNERS])
{
    for (unsigned side = 0; side < CYLINDER_SIDES; side++) {
        double x = on_circle(side), z = on_circle(side + CYLINDER_SIDES / 4);
        corners[2 * side] = solid_point(solid, x, -0.5, z);
        corners[2 * side + 1] = solid_point(solid, x, 0.5, z);
    }
    return MOST_CORNERS;
}

/* The foot's four, then the tip. */
static unsigned tip_corners(const struct solid *solid, struct vector corners[MOST_CORNERS])
{
    for (unsigned corner = 0; corner < 4; corner++)
        corners[corner] =
            solid_point(solid, corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, -0.5);
    corners[4] = solid_point(solid, 0, 0, 0.5);
    return 5;
}

unsigned solid_corners(const struct solid *solid, struct vector corners[MOST_CORNERS])
{
    switch (solid->kind) {
    case OW_SOLID_MESH:
        return 0;
    case OW_CYLINDER:
        return cylinder_corners(solid, corners);
    case SOLID_TIP:
        return tip_corners(solid, corners);
    default:
        return box_corners(solid, corners);
    }
}

/* Boxes and similar solids are symmetric: negating one axis makes a mirrored one right-handed
 * again. */
static void make_right_handed(struct solid *solid)
{
    if (vector_dot(vector_cross(solid->axes[0], solid->axes[1]), solid->axes[2]) < 0)
        solid->axes[0] = vector_scale(solid->axes[0], -1);
}

static double largest_scale(const ow_scene_item *item)
{
    return fmax(fabs((double)item->scale[0]),
                fmax(fabs((double)item->scale[1]), fabs((double)item->scale[2])));
}

static bool may_be_seen(const struct projection *projection, const ow_scene_item *item,
                        struct vector position)
{
    const struct window *window = &projection->window;
    const struct gaps *gaps = projection->gaps;
    if (!window->is_asked && !gaps)
        return true;
    double scale = largest_scale(item);
    if (gaps && gaps_hide(gaps, position, gaps->reaches[item->shape] * scale,
                          gaps->reaches[item->shape] * scale))
        return false;
    return !window->is_asked ||
           window_shows(window, position, rounded_to_double(window->reaches[item->shape] * scale));
}

struct vector solid_reach(const struct solid *solid)
{
    const struct vector *axes = solid->axes;
    return (struct vector){(fabs(axes[0].x) + fabs(axes[1].x) + fabs(axes[2].x)) / 2,
                           (fabs(axes[0].y) + fabs(axes[1].y) + fabs(axes[2].y)) / 2,
                           (fabs(axes[0].z) + fabs(axes[1].z) + fabs(axes[2].z)) / 2};
}

static bool lies_in_gap(const struct gaps *gaps, const struct solid *solid)
{
    struct vector reach = solid_reach(solid);
    return solid->kind != OW_SOLID_MESH && solid->material != OW_MARK &&
           gaps_hide(gaps, solid->center, reach.x, reach.y);
}

static bool show(const struct projection *projection, const struct solid *solid,
                 solid_visitor *visit, void *context)
{
    return (projection->gaps && lies_in_gap(projection->gaps, solid)) || visit(context, solid);
}

/* The axes of an item's frame in view space; kept for the next item, which often has the same. */
struct frame {
    float rotation[4];
    struct vector axes[3];
    bool known;
};

static void find_frame(struct frame *frame, const struct camera *camera, const ow_scene_item *item)
{
    static const struct vector units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (frame->known && memcmp(frame->rotation, item->rotation, sizeof frame->rotation) == 0)
        return;
    for (int i = 0; i < 3; i++)
        frame->axes[i] = camera_see(camera, vector_turn(scene_rotation(item->rotation), units[i]));
    memcpy(frame->rotation, item->rotation, sizeof frame->rotation);
    frame->known = true;
}

/* A vector of an item's shape in view space. */
static struct vector in_view(const struct frame *frame, const ow_scene_item *item, struct vector v)
{
    struct vector sum =
        vector_scale(frame->axes[0], rounded_to_double(v.x * (double)item->scale[0]));
    sum = vector_add(sum,
                     vector_scale(frame->axes[1], rounded_to_double(v.y * (double)item->scale[1])));
    return vector_add(
        sum, vector_scale(frame->axes[2], rounded_to_double(v.z * (double)item->scale[2])));
}

static void place_part(const struct projection *projection, const struct frame *frame,
                       const ow_scene_item *item, const ow_scene_part *part, struct solid *solid)
{
    static const struct vector units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    bool is_turned = part->rotation[0] != 0 || part->rotation[1] != 0 || part->rotation[2] != 0;
    solid->center = vector_add(solid->center, in_view(frame, item, scene_vector(part->center)));
    for (int i = 0; i < 3; i++) {
        struct vector axis = vector_scale(units[i], (double)part->size[i]);
        if (is_turned)
            axis = vector_turn(scene_rotation(part->rotation), axis);
        solid->axes[i] = in_view(frame, item, axis);
    }
    solid->kind = part->solid;
    solid->material = part->material;
    solid->low = part->low >= 0 && part->low <= 1 ? (double)part->low : 1;
    solid->color =
        scene_part_color(projection->scene, item, part, projection->options->without_states);
    if (part->solid == OW_SOLID_MESH)
        solid->mesh = &projection->scene->meshes[part->mesh];
    else
        make_right_handed(solid);
}

uint64_t solid_cost(const ow_scene *scene, const ow_scene_part *part)
{
    if (part->solid != OW_SOLID_MESH)
        return 1;
    const ow_scene_mesh *mesh = &scene->meshes[part->mesh];
    return UINT64_C(1) + mesh->triangle_count + mesh->vertex_count;
}

static bool walk_item(const struct projection *projection, struct frame *frame, uint32_t index,
                      solid_visitor *visit, void *context)
{
    const ow_scene *scene = projection->scene;
    const ow_scene_item *item = &scene->items[index];
    const ow_scene_shape *shape = &scene->shapes[item->shape];
    struct vector position = camera_see(projection->camera, scene_vector(item->position));
    if (!may_be_seen(projection, item, position))
        return watch_go_on(projection->watch, 1);
    find_frame(frame, projection->camera, item);
    uint64_t cost = 0;
    for (uint32_t i = 0; i < shape->part_count && cost <= projection->most_cost; i++) {
        const ow_scene_part *part = &scene->parts[shape->first_part + i];
        if (part->is_hidden)
            continue;
        struct solid solid = {.center = position, .id = identity_of_item(index), .part = i};
        place_part(projection, frame, item, part, &solid);
        cost += solid_cost(scene, part);
        if (cost <= projection->most_cost && solid_is_sane(&solid) &&
            !show(projection, &solid, visit, context))
            return false;
    }
    return watch_go_on(projection->watch, 1 + cost);
}

/* The directions of a segment's wide and thin side. Segments along `up` take the group's z. */
static void find_sides(const struct projection *projection, const ow_scene_segment *segment,
                       struct vector along, struct vector *wide, struct vector *thin)
{
    static const struct vector y = {0, 1, 0}, z = {0, 0, 1};
    struct rotation turned = {0, 0, 0, 1};
    if (segment->group < projection->scene->group_count)
        turned = scene_rotation(projection->scene->groups[segment->group].rotation);
    struct vector side = vector_cross(along, vector_turn(turned, y));
    if (!(vector_length(side) > vector_length(along) * 1e-4))
        side = vector_cross(along, vector_turn(turned, z));
    struct vector across = vector_unit(side);
    struct vector above = vector_unit(vector_cross(across, along));
    if (segment->roll == 0) {
        *wide = across;
        *thin = above;
        return;
    }
    double sine, cosine;
    angle_parts((double)segment->roll, &sine, &cosine);
    *wide = vector_add(vector_scale(across, cosine), vector_scale(above, sine));
    *thin = vector_subtract(vector_scale(above, cosine), vector_scale(across, sine));
}

static double at_least(double size, double least)
{
    return size > least ? size : least;
}

static ow_color color_of_segment(const struct projection *projection,
                                 const ow_scene_segment *segment)
{
    if (projection->options->without_states && segment->on && projection->off_colors &&
        segment->kind < projection->scene->kind_count)
        return projection->off_colors[segment->kind];
    return segment->color;
}

/* The tip replaces the end of the bar, which ends where the tip begins. */
static bool visit_arrow(const struct projection *projection, const struct solid *bar,
                        const ow_scene_segment *segment, double length, solid_visitor *visit,
                        void *context)
{
    struct solid shaft = *bar, tip = *bar;
    double wide = at_least((double)segment->width, (double)segment->thickness) * 4;
    double share = wide > 0 && wide < length / 2 ? rounded_to_double(wide / length) : 0.5;
    shaft.axes[2] = vector_scale(bar->axes[2], rounded_to_double(1 - share));
    shaft.center = solid_point(bar, 0, 0, -share / 2);
    tip.axes[2] = vector_scale(bar->axes[2], share);
    tip.center = solid_point(bar, 0, 0, rounded_to_double(0.5 - share / 2));
    for (int i = 0; i < 2; i++)
        tip.axes[i] = vector_scale(vector_unit(bar->axes[i]), rounded_to_double(wide * 0.75));
    tip.kind = SOLID_TIP;
    tip.part = 1;
    return show(projection, &shaft, visit, context) && show(projection, &tip, visit, context);
}

/* How far a segment may reach from its middle line. */
static double reach_around(const struct projection *projection, const ow_scene_segment *segment)
{
    return 4 * at_least(at_least((double)segment->width, (double)segment->thickness),
                        projection->least_width);
}

/* Whether a segment from -half to +half around its middle may be visible, with its width. */
static bool may_see_segment(const struct projection *projection, const ow_scene_segment *segment,
                            struct vector middle, struct vector half)
{
    const struct gaps *gaps = projection->gaps;
    double around = reach_around(projection, segment);
    if (gaps && gaps_hide(gaps, middle, fabs(half.x) + around, fabs(half.y) + around))
        return false;
    double length = projection->window.is_asked ? vector_length(half) : 0;
    return window_shows(&projection->window, middle, length + around);
}

/* The middle line of a segment. */
struct middle_line {
    struct vector along;        /* from end to end in the world */
    struct vector seen, middle; /* the same, and its middle, in view space */
};

static struct middle_line middle_line_of(const struct projection *projection,
                                         const ow_scene_segment *segment)
{
    struct vector from = scene_vector(segment->from), to = scene_vector(segment->to);
    struct middle_line line = {.along = vector_subtract(to, from)};
    line.seen = camera_see(projection->camera, line.along);
    line.middle = camera_see(projection->camera, vector_scale(vector_add(from, to), 0.5));
    return line;
}

static bool walk_segment(const struct projection *projection, uint32_t index, solid_visitor *visit,
                         void *context)
{
    const ow_scene_segment *segment = &projection->scene->segments[index];
    struct middle_line line = middle_line_of(projection, segment);
    struct vector wide, thin;
    if (!may_see_segment(projection, segment, line.middle, vector_scale(line.seen, 0.5)))
        return true;
    double length = vector_length(line.along);
    if (!(length > 0))
        return true;
    find_sides(projection, segment, line.along, &wide, &thin);
    wide = vector_scale(wide, at_least((double)segment->width, projection->least_width));
    thin = vector_scale(thin, at_least((double)segment->thickness, projection->least_width));
    struct solid solid = {.center = line.middle,
                          .axes = {camera_see(projection->camera, wide),
                                   camera_see(projection->camera, thin), line.seen},
                          .kind = OW_BOX,
                          .color = color_of_segment(projection, segment),
                          .id = identity_of_segment(projection->scene, index),
                          .is_segment = true};
    make_right_handed(&solid);
    if (!solid_is_sane(&solid))
        return true;
    if (segment->flags & OW_ARROW)
        return visit_arrow(projection, &solid, segment, length, visit, context);
    return show(projection, &solid, visit, context);
}

struct walk {
    const struct projection *projection;
    struct frame frame;
    uint32_t first; /* number of the first thing */
    solid_visitor *visit;
    void *context;
};

static uint32_t next_thing(const struct projection *projection, uint32_t first, uint32_t end)
{
    const struct gaps *gaps = projection->gaps;
    return gaps && gaps->shown ? gaps_next(gaps, first, end) : first;
}

static bool walk_items(void *context, uint32_t first, uint32_t end)
{
    struct walk *walk = context;
    const struct projection *projection = walk->projection;
    uint64_t passed = end - first;
    end += walk->first;
    for (uint32_t i = next_thing(projection, walk->first + first, end); i < end;
         i = next_thing(projection, i + 1, end), passed--)
        if (!(projection->scene->items[i].flags & projection->unseen) &&
            !walk_item(projection, &walk->frame, i, walk->visit, walk->context))
            return false;
    return watch_go_on(projection->watch, passed);
}

static bool walk_segments(void *context, uint32_t first, uint32_t end)
{
    const struct walk *walk = context;
    const struct projection *projection = walk->projection;
    const ow_scene *scene = projection->scene;
    uint32_t before = scene->item_count + walk->first;
    uint64_t passed = end - first;
    end += before;
    for (uint32_t i = next_thing(projection, before + first, end); i < end;
         i = next_thing(projection, i + 1, end), passed--)
        if (!(scene->segments[i - scene->item_count].flags & projection->unseen) &&
            (!walk_segment(projection, i - scene->item_count, walk->visit, walk->context) ||
             !watch_go_on(projection->watch, 1)))
            return false;
    return watch_go_on(projection->watch, passed);
}

bool solid_walk_some(const struct projection *projection, uint32_t first, uint32_t end,
                     solid_visitor *visit, void *context)
{
    uint32_t items = projection->scene->item_count;
    struct walk walk = {.projection = projection, .visit = visit, .context = context};
    if (first < items) {
        walk.first = first;
        if (!run_in_pieces((end < items ? end : items) - first, walk_items, &walk))
            return false;
    }
    walk.first = first < items ? 0 : first - items;
    return end <= items || run_in_pieces(end - items - walk.first, walk_segments, &walk);
}

static struct parts_shown parts_of_item(const struct projection *projection,
                                        const ow_scene_item *item)
{
    double reach = projection->gaps->reaches[item->shape] * largest_scale(item);
    struct vector position = camera_see(projection->camera, scene_vector(item->position));
    return gaps_parts(projection->gaps, position, reach, reach);
}

static struct parts_shown parts_of_segment(const struct projection *projection,
                                           const ow_scene_segment *segment)
{
    struct middle_line line = middle_line_of(projection, segment);
    struct vector half = vector_scale(line.seen, 0.5);
    double around = reach_around(projection, segment);
    return gaps_parts(projection->gaps, line.middle, fabs(half.x) + around, fabs(half.y) + around);
}

void solid_find_parts(const struct projection *projection, uint32_t first, uint32_t end,
                      struct parts_shown *shown)
{
    const ow_scene *scene = projection->scene;
    for (uint32_t i = first; i < end; i++)
        shown[i] = i < scene->item_count
                       ? parts_of_item(projection, &scene->items[i])
                       : parts_of_segment(projection, &scene->segments[i - scene->item_count]);
}

bool solid_walk(const struct projection *projection, solid_visitor *visit, void *context)
{
    return solid_walk_some(projection, 0, solid_things(projection->scene), visit, context);
}
