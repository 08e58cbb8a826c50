/* The solids of a scene, one after another, in view space. */
#ifndef OW_SRC_PICTURE_SOLID_H
#define OW_SRC_PICTURE_SOLID_H

#include "camera.h"
#include "gaps.h"
#include "watch.h"
#include "window.h"

/* Additional kinds of solids. */
enum { SOLID_TIP = OW_SOLID_MESH + 1 /* of an arrow: a pyramid that points along +z */ };

enum { CYLINDER_SIDES = 20, MOST_CORNERS = 2 * CYLINDER_SIDES };

/* A point of the unit solid is at center + axes[0] * x + axes[1] * y + axes[2] * z. */
struct solid {
    struct vector center, axes[3];
    unsigned kind; /* an ow_solid or one of the above */
    ow_material material;
    double low;
    const ow_scene_mesh *mesh;
    ow_color color; /* before lighting */
    uint32_t id;    /* of the item or segment, see identity.h */
    uint32_t part;  /* number of the item's part */
    bool is_segment;
};

/* The scene, and how to view it. */
struct projection {
    const ow_scene *scene;
    const ow_picture_options *options;
    const struct camera *camera;
    uint16_t unseen;            /* flags of what is not drawn */
    double least_width;         /* of a segment, in units: a minimum */
    const ow_color *off_colors; /* of each kind's segments, to ignore states; or NULL */
    uint64_t most_cost;         /* of an item: parts beyond it are omitted */
    struct window window;
    const struct gaps *gaps; /* leave out what lies in them; NULL: nothing */
    struct watch *watch;
};

/* Returns false to stop. */
typedef bool solid_visitor(void *context, const struct solid *solid);

/* Visits everything visible, items before segments. Returns false if the visitor stopped it. */
bool solid_walk(const struct projection *projection, solid_visitor *visit, void *context);

/* The number of items and segments, see identities_fit. */
static inline uint32_t solid_things(const ow_scene *scene)
{
    return scene->item_count + scene->segment_count;
}

/* The same for the things from number `first` up to `end`. */
bool solid_walk_some(const struct projection *projection, uint32_t first, uint32_t end,
                     solid_visitor *visit, void *context);

/* Which parts of the picture may show the things from number `first` up to `end`, whose elements of
 * `shown` are set. */
void solid_find_parts(const struct projection *projection, uint32_t first, uint32_t end,
                      struct parts_shown *shown);

/* The cost of a part: solids, triangles and vertices. */
uint64_t solid_cost(const ow_scene *scene, const ow_scene_part *part);

/* The corners of a solid in view space; returns their number, 0 for a mesh, which has its own. */
unsigned solid_corners(const struct solid *solid, struct vector corners[MOST_CORNERS]);

struct vector solid_point(const struct solid *solid, double x, double y, double z);

/* How far the corners of a solid without a mesh are from its centre, along each axis of the
 * picture: within half of its axes. */
struct vector solid_reach(const struct solid *solid);

/* Returns true if the numbers of a solid are finite and within limits. */
bool solid_is_sane(const struct solid *solid);

#endif
