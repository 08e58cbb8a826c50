/* The shapes of custom blocks, from their vertices.
 *
 * If there are four vertices, the first and third are the middles of the upper and the lower face,
 * and the second and fourth the sizes of these (inferred): the block is the solid between two
 * rectangles. The meaning of other numbers of vertices is not known: such a block is drawn as their
 * bounding box. */
#include "stage.h"

#include "../../base/compiler.h"
#include "../../base/floats.h"
#include "../../base/hash.h"

/* A horizontal face of a solid. */
struct face {
    double y, least_x, most_x, least_z, most_z;
};

enum { FACES = 4, CORNERS = 8 };

static struct face face_between(const double middle[3], const double size[3])
{
    double x = scene_within(middle[0]), z = -scene_within(middle[2]); /* mirrored */
    double across = fabs(scene_within(size[0])) / 2, along = fabs(scene_within(size[2])) / 2;
    return (struct face){scene_within(middle[1]), x - across, x + across, z - along, z + along};
}

/* The bounding box of vertices. */
static void box_around(const double (*vertices)[3], uint32_t count, struct face faces[2])
{
    struct scene_bounds box = {0};
    for (uint32_t i = 0; i < count; i++)
        scene_include(&box,
                      (struct vector){scene_within(vertices[i][0]), scene_within(vertices[i][1]),
                                      scene_within(vertices[i][2])});
    const double *least = box.least, *most = box.most;
    faces[0] = faces[1] = (struct face){least[1], least[0], most[0], -most[2], -least[2]};
    faces[1].y = most[1];
}

/* Finds the lower and the upper face. Returns false if there are no vertices. */
static bool find_faces(struct stage *stage, const ow_structure_block *block, struct face faces[2])
{
    const uint32_t scale = OW_STRUCTURE_VERTEX_SCALE;
    double four[FACES][3];
    uint32_t count = ow_structure_shape(stage->build, block, scale, four, FACES);
    if (count == FACES) {
        faces[1] = face_between(four[0], four[1]);
        faces[0] = face_between(four[2], four[3]);
        if (faces[1].y < faces[0].y) {
            struct face lower = faces[1];
            faces[1] = faces[0];
            faces[0] = lower;
        }
        return true;
    }
    struct arena passing;
    arena_share(&passing, &stage->builder->arena);
    double(*vertices)[3] = count > 0 ? arena_take(&passing, count * sizeof *vertices) : NULL;
    if (vertices) {
        ow_structure_shape(stage->build, block, scale, vertices, count);
        box_around((const double(*)[3])vertices, count, faces);
    } else if (count > 0 && stage->builder->status == OW_OK) {
        stage->builder->status = passing.status;
    }
    arena_free(&passing);
    return vertices != NULL;
}

static void find_corners(const struct face faces[2], float corners[CORNERS][3])
{
    for (int i = 0; i < CORNERS; i++) {
        const struct face *face = &faces[i >> 1 & 1];
        corners[i][0] = rounded_to_float(i & 1 ? face->most_x : face->least_x);
        corners[i][1] = rounded_to_float(face->y);
        corners[i][2] = rounded_to_float(i & 4 ? face->most_z : face->least_z);
    }
}

/* A hash of corners. */
static uint64_t hash_corners(float corners[CORNERS][3])
{
    return hash_on(EMPTY_HASH, corners, sizeof(float[CORNERS][3]));
}

static bool has_corners(const ow_scene *scene, uint32_t shape, float corners[CORNERS][3])
{
    const ow_scene_part *part = &scene->parts[scene->shapes[shape].first_part];
    const ow_scene_mesh *mesh = &scene->meshes[part->mesh];
    return mesh->vertex_count == CORNERS &&
           memcmp(scene->vertices[mesh->first_vertex], corners, sizeof(float[CORNERS][3])) == 0;
}

static uint32_t add_solid(struct scene_builder *builder, const uint64_t key[3],
                          float corners[CORNERS][3])
{
    static const uint32_t triangles[12][3] = {
        {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2},
        {1, 3, 7}, {1, 7, 5}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
    };
    ow_scene_part part = {.solid = OW_SOLID_MESH, .paint = OW_PAINT_ITEM, .size = {1, 1, 1}};
    uint32_t shape = scene_shape(builder, key);
    part.mesh = scene_mesh(builder, (const float(*)[3])corners, CORNERS, triangles, 12);
    scene_part(builder, &part);
    return shape;
}

uint32_t structure_custom_shape(struct stage *stage, const ow_structure_block *block)
{
    struct face faces[2];
    float corners[CORNERS][3];
    if (!find_faces(stage, block, faces))
        return structure_stand_in(stage, CUSTOM);
    find_corners(faces, corners);
    const uint64_t key[3] = {hash_corners(corners), 0, 0};
    uint32_t known = scene_known_shape(stage->builder, key);
    if (known == OW_NONE)
        return add_solid(stage->builder, key, corners);
    return stage->builder->status == OW_OK && has_corners(&stage->builder->scene, known, corners)
               ? known
               : add_solid(stage->builder, NULL, corners);
}
