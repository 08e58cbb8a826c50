/* The solids that a scene is made of, one after the other, as they stand in view space. */
#ifndef OW_SRC_PICTURE_SOLID_H
#define OW_SRC_PICTURE_SOLID_H

#include "camera.h"
#include "watch.h"
#include "window.h"

/* What a solid is besides those of a scene. */
enum { SOLID_TIP = OW_SOLID_MESH + 1 /* of an arrow: a pyramid that points along +z */ };

enum { CYLINDER_SIDES = 20, MOST_CORNERS = 2 * CYLINDER_SIDES };

/* A point of the unit solid stands at center + axes[0] * x + axes[1] * y + axes[2] * z. */
struct solid {
    struct vector center, axes[3];
    unsigned kind; /* an ow_solid or one of the above */
    ow_material material;
    double low;
    const ow_scene_mesh *mesh;
    ow_color color; /* before light falls on it */
    uint32_t id;    /* of the item or segment, see identity.h */
    uint32_t part;  /* which of the item's */
    bool is_segment;
};

/* What to look at, and how. */
struct projection {
    const ow_scene *scene;
    const ow_picture_options *options;
    const struct camera *camera;
    uint16_t unseen;    /* flags of what is left out */
    double least_width; /* of a segment, in units: thinner ones are drawn as thick as that */
    const ow_color *off_colors; /* of each kind's segments, where states do not count; or NULL */
    uint64_t most_cost;         /* of an item: what comes after that is left out */
    struct window window;
    struct watch *watch;
};

/* Returns false to stop. */
typedef bool solid_visitor(void *context, const struct solid *solid);

/* All that is not hidden, items before segments. Returns false where the visitor stopped it. */
bool solid_walk(const struct projection *projection, solid_visitor *visit, void *context);

/* How many solids, triangles and vertices a part is. */
uint64_t solid_cost(const ow_scene *scene, const ow_scene_part *part);

/* The corners of a solid in view space: their number. A mesh has its own: 0. */
unsigned solid_corners(const struct solid *solid, struct vector corners[MOST_CORNERS]);

struct vector solid_point(const struct solid *solid, double x, double y, double z);

/* Whether the numbers of a solid are ones to reckon with. */
bool solid_is_sane(const struct solid *solid);

#endif
