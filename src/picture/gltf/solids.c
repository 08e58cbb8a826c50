/* glTF: boxes, wedges, cylinders, meshes and bars as triangles. */
#include "gltf.h"

#define R(number) rounded_to_double(number)

enum { BOX_FACES = 6, SIDES = 16 };

/* Corners of each face, counter-clockwise from outside; a corner as in scene_corner. */
static const uint8_t faces[BOX_FACES][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

/* Adds a triangle with the right winding, also in mirrored frames. */
static void add_triangle(struct gltf *gltf, bool mirrored, uint32_t a, uint32_t b, uint32_t c)
{
    if (mirrored)
        gltf_triangle(gltf, a, c, b);
    else
        gltf_triangle(gltf, a, b, c);
}

static void add_quad(struct gltf *gltf, bool mirrored, uint32_t a, uint32_t b, uint32_t c,
                     uint32_t d)
{
    add_triangle(gltf, mirrored, a, b, c);
    add_triangle(gltf, mirrored, a, c, d);
}

/* The point of a frame with coordinates from -1 to 1. */
static struct vector point_in(const struct gltf_frame *frame, double x, double y, double z)
{
    struct vector point = vector_add(frame->center, vector_scale(frame->axes[0], x));
    point = vector_add(point, vector_scale(frame->axes[1], y));
    return vector_add(point, vector_scale(frame->axes[2], z));
}

static unsigned corners_of(unsigned hidden)
{
    unsigned corners = 0;
    if (hidden == 0)
        return 0xff;
    for (unsigned face = 0; face < BOX_FACES; face++)
        for (unsigned i = 0; i < 4 && !(hidden >> face & 1); i++)
            corners |= 1u << faces[face][i];
    return corners;
}

/* The corners of a box. Its end at +z is whole; at -z, its top is at `top`, from -1 to 1. */
static void find_corners(const struct gltf_frame *frame, double top, struct vector corners[8])
{
    const struct vector *axes = frame->axes;
    struct vector sides[2] = {vector_subtract(frame->center, axes[0]),
                              vector_add(frame->center, axes[0])};
    for (unsigned side = 0; side < 2; side++) {
        struct vector bottom = vector_subtract(sides[side], axes[1]);
        struct vector whole = vector_add(sides[side], axes[1]);
        struct vector low = top < 1 ? vector_add(sides[side], vector_scale(axes[1], top)) : whole;
        corners[side] = vector_subtract(bottom, axes[2]);
        corners[side + 2] = vector_subtract(low, axes[2]);
        corners[side + 4] = vector_add(bottom, axes[2]);
        corners[side + 6] = vector_add(whole, axes[2]);
    }
}

/* Corners of all faces of a box, and of one in a mirrored frame. */
static const uint16_t all_faces[2][BOX_FACES * 6] = {
    {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
     2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6},
    {0, 6, 4, 0, 2, 6, 1, 7, 3, 1, 5, 7, 0, 5, 1, 0, 4, 5,
     2, 7, 6, 2, 3, 7, 0, 3, 2, 0, 1, 3, 4, 7, 5, 4, 6, 7}};

/* Adds all faces of a box, whose first vertex has this number. */
static void add_all_faces(struct gltf *gltf, const struct gltf_frame *frame, uint32_t first)
{
    const uint16_t *from = all_faces[gltf_is_mirrored(frame)];
    for (unsigned i = 0; i < BOX_FACES * 6 && gltf->writing; i++)
        gltf->indices[gltf->index_count + i] = (uint16_t)(first + from[i]);
    gltf->index_count += BOX_FACES * 6;
}

/* Writes the corners of a box in a piece with no vertex that is too far, so none needs a limit. */
static void put_corners(struct gltf *gltf, const struct gltf_frame *frame)
{
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    const double along[3][3] = {{frame->axes[0].x, frame->axes[1].x, frame->axes[2].x},
                                {frame->axes[0].y, frame->axes[1].y, frame->axes[2].y},
                                {frame->axes[0].z, frame->axes[1].z, frame->axes[2].z}};
    float corners[8][3];
    for (int i = 0; i < 3; i++) {
        double x = along[i][0], y = along[i][1], z = along[i][2];
        const double sides[2] = {R(center[i] - x), R(center[i] + x)};
        const double edges[4] = {R(sides[0] - y), R(sides[1] - y), R(sides[0] + y),
                                 R(sides[1] + y)};
        for (int edge = 0; edge < 4; edge++) {
            corners[edge][i] = rounded_to_float(edges[edge] - z);
            corners[edge + 4][i] = rounded_to_float(edges[edge] + z);
        }
    }
    memcpy(gltf->positions[gltf->vertex_count], corners, sizeof corners);
    for (int i = 0; i < 8; i++)
        memcpy(gltf->colors[gltf->vertex_count + (uint32_t)i], gltf->color, sizeof gltf->color);
    gltf->vertex_count += 8;
}

/* Adds a box to the extents. Rounding keeps order, so those of its corners are sums of absolute
 * values. Returns false, and adds nothing, if a sum is too far or zero, whose sign is then that of
 * a corner. */
static bool note_box(struct gltf *gltf, const struct gltf_frame *frame)
{
    const double farthest = GLTF_FARTHEST;
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    const double along[3][3] = {{frame->axes[0].x, frame->axes[1].x, frame->axes[2].x},
                                {frame->axes[0].y, frame->axes[1].y, frame->axes[2].y},
                                {frame->axes[0].z, frame->axes[1].z, frame->axes[2].z}};
    float least[3], most[3];
    bool is_usual = true;
    for (int i = 0; i < 3; i++) {
        double x = fabs(along[i][0]), y = fabs(along[i][1]), z = fabs(along[i][2]);
        double low = R(R(R(center[i] - x) - y) - z), high = R(R(R(center[i] + x) + y) + z);
        least[i] = rounded_to_float(low);
        most[i] = rounded_to_float(high);
        is_usual &= low > -farthest && high < farthest && least[i] != 0 && most[i] != 0;
    }
    for (int i = 0; i < 3 && is_usual; i++) {
        gltf->least[i] = least[i] < gltf->least[i] ? least[i] : gltf->least[i];
        gltf->most[i] = most[i] > gltf->most[i] ? most[i] : gltf->most[i];
    }
    return is_usual;
}

void gltf_add_box(struct gltf *gltf, const struct gltf_frame *frame, double low, unsigned hidden)
{
    unsigned shown = corners_of(hidden);
    uint32_t number[8] = {0};
    struct vector corners[8];
    if (shown == 0)
        return;
    uint32_t first = gltf_room(gltf, 8, BOX_FACES * 6), next = first;
    if (!gltf->writing && hidden == 0 && low == 1 && note_box(gltf, frame)) {
        gltf->vertex_count += 8;
        gltf->index_count += BOX_FACES * 6;
        return;
    }
    if (gltf->writing && hidden == 0 && low == 1 && gltf->is_near) {
        put_corners(gltf, frame);
        add_all_faces(gltf, frame, first);
        return;
    }
    find_corners(frame, R(R(2 * low) - 1), corners);
    for (unsigned corner = 0; corner < 8; corner++) {
        if (!(shown >> corner & 1))
            continue;
        number[corner] = next++;
        gltf_vertex(gltf, corners[corner]);
    }
    if (hidden == 0) {
        add_all_faces(gltf, frame, first);
        return;
    }
    bool mirrored = gltf_is_mirrored(frame);
    for (unsigned face = 0; face < BOX_FACES; face++) {
        const uint8_t *corner = faces[face];
        if (!(hidden >> face & 1))
            add_quad(gltf, mirrored, number[corner[0]], number[corner[1]], number[corner[2]],
                     number[corner[3]]);
    }
}

static void add_wedge(struct gltf *gltf, const struct gltf_frame *frame, float low)
{
    enum { LOW_END = 1u << 4 };
    if (!(low > 0)) /* then only an edge of the face is left */
        gltf_add_box(gltf, frame, 0, LOW_END);
    else
        gltf_add_box(gltf, frame, low < 1 ? low : 1, 0);
}

static void add_cylinder(struct gltf *gltf, const struct gltf_frame *frame)
{
    /* Cosines of the first quarter of a turn in SIDES steps. */
    static const double cosines[SIDES / 4 + 1] = {1, 0.92387953251128674, 0.70710678118654752,
                                                  0.38268343236508977, 0};
    bool mirrored = gltf_is_mirrored(frame);
    uint32_t first = gltf_room(gltf, 2 * SIDES, (2 * SIDES + 2 * (SIDES - 2)) * 3);
    for (int i = 0; i < SIDES; i++) {
        int quarter = i / (SIDES / 4), step = i % (SIDES / 4);
        double along = cosines[step], across = cosines[SIDES / 4 - step];
        double x = quarter == 0 ? along : quarter == 1 ? -across : quarter == 2 ? -along : across;
        double z = quarter == 0 ? across : quarter == 1 ? along : quarter == 2 ? -across : -along;
        gltf_vertex(gltf, point_in(frame, x, -1, z));
        gltf_vertex(gltf, point_in(frame, x, 1, z));
    }
    for (uint32_t i = 0; i < SIDES; i++) {
        uint32_t here = first + 2 * i, next = first + 2 * ((i + 1) % SIDES);
        add_quad(gltf, mirrored, here, here + 1, next + 1, next);
    }
    for (uint32_t i = 1; i + 1 < SIDES; i++) {
        uint32_t here = first + 2 * i;
        add_triangle(gltf, mirrored, first, here, here + 2);
        add_triangle(gltf, mirrored, first + 1, here + 3, here + 1);
    }
}

/* Each triangle has its own vertices: meshes are small, and the distance of shared ones is
 * unknown. */
static void add_mesh(struct gltf *gltf, const struct gltf_frame *frame, uint32_t number)
{
    const ow_scene *scene = gltf->scene;
    if (number >= scene->mesh_count)
        return;
    const ow_scene_mesh *mesh = &scene->meshes[number];
    bool mirrored = gltf_is_mirrored(frame);
    for (uint32_t i = 0; i < mesh->triangle_count && gltf->status == OW_OK; i++) {
        const uint32_t *corners = scene->triangles[mesh->first_triangle + i];
        if (corners[0] >= mesh->vertex_count || corners[1] >= mesh->vertex_count ||
            corners[2] >= mesh->vertex_count)
            continue;
        uint32_t first = gltf_room(gltf, 3, 3);
        for (int k = 0; k < 3; k++) {
            struct vector at =
                vector_scale(scene_vector(scene->vertices[mesh->first_vertex + corners[k]]), 2);
            gltf_vertex(gltf, point_in(frame, at.x, at.y, at.z));
        }
        add_triangle(gltf, mirrored, first, first + 1, first + 2);
    }
}

void gltf_add_part(struct gltf *gltf, const struct gltf_frame *frame, const ow_scene_part *part,
                   unsigned hidden)
{
    switch (part->solid) {
    case OW_BOX:
        gltf_add_box(gltf, frame, 1, hidden);
        break;
    case OW_WEDGE:
        add_wedge(gltf, frame, part->low);
        break;
    case OW_CYLINDER:
        add_cylinder(gltf, frame);
        break;
    case OW_SOLID_MESH:
        add_mesh(gltf, frame, part->mesh);
        break;
    }
}

/* A pyramid on the end of a bar. */
static void add_arrow(struct gltf *gltf, const struct gltf_frame *bar)
{
    static const double long_as = 4, wide_as = 3,
                        most = 0.5; /* times the bar's width; share of its length */
    double thick = vector_length(bar->axes[1]), wide = vector_length(bar->axes[2]);
    double widest = thick > wide ? thick : wide;
    double share = R(R(widest * long_as) / vector_length(bar->axes[0]));
    double foot = R(1 - R(2 * (share < most ? share : most)));
    double y = R(R(widest * wide_as) / thick), z = R(R(widest * wide_as) / wide);
    uint32_t first = gltf_room(gltf, 5, 6 * 3);
    gltf_vertex(gltf, point_in(bar, 1, 0, 0));
    gltf_vertex(gltf, point_in(bar, foot, -y, -z));
    gltf_vertex(gltf, point_in(bar, foot, y, -z));
    gltf_vertex(gltf, point_in(bar, foot, y, z));
    gltf_vertex(gltf, point_in(bar, foot, -y, z));
    for (uint32_t i = 0; i < 4; i++)
        gltf_triangle(gltf, first, first + 1 + i, first + 1 + (i + 1) % 4);
    gltf_triangle(gltf, first + 1, first + 4, first + 3);
    gltf_triangle(gltf, first + 1, first + 3, first + 2);
}

void gltf_add_segment(struct gltf *gltf, const ow_scene_segment *segment)
{
    struct gltf_frame frame;
    if (!gltf_segment_frame(gltf->scene, segment, &frame))
        return;
    gltf_add_box(gltf, &frame, 1, 0);
    if (segment->flags & OW_ARROW)
        add_arrow(gltf, &frame);
}
