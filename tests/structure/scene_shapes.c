/* What blocks look like: their colours, and shapes, those of their own vertices too. */
#include "seen.h"

static void colors_are_the_blocks_own_or_its_materials(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        ow_color color;
        bool inferred;
    } rows[] = {
        {BUILD(0, BLOCK(0, 52, ", 'color': 63488")), {255, 0, 0, 255}, false},
        {BUILD(0, BLOCK(1, 52, ", 'color': 2016")), {0, 255, 0, 255}, false},
        {BUILD(0, BLOCK(28, 52, ", 'color': 31")), {0, 0, 255, 112}, true}, /* seen through */
        {BUILD(0, BLOCK(0, 60, "")), {158, 165, 173, 255}, true},
        {BUILD(0, BLOCK(1, 60, "")), {182, 134, 84, 255}, true},
        {BUILD(0, BLOCK(28, 60, "")), {164, 214, 232, 112}, true},
        {BUILD(0, BLOCK(69, 60, "")), {182, 134, 84, 255}, true},
        {BUILD(0, BLOCK(200, 60, QUIET)), {196, 84, 178, 255}, true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of_json(rows[i].json, NULL);
        if (memcmp(&scene.items[0].color, &rows[i].color, sizeof rows[i].color) != 0 ||
            ((scene.items[0].flags & OW_INFERRED_COLOR) != 0) != rows[i].inferred)
            ROW_FAILED("row %zu: %d %d %d %d, flags %d\n", i, scene.items[0].color.red,
                       scene.items[0].color.green, scene.items[0].color.blue,
                       scene.items[0].color.alpha, scene.items[0].flags);
        ow_scene_close(&scene);
    }
}

/* Version 0 has alpha, which glass does not gain by. */
static void alpha_of_version_0_counts(void **state)
{
    (void)state;
    static const struct {
        const char *block;
        uint8_t alpha;
        bool inferred;
    } rows[] = {
        {"'id': 0, 'root': 0, 'mask': 52, 'speed': 0, 'signal': 0, 'color': [1, 2, 3, 90]", 90,
         false},
        {"'id': 28, 'root': 0, 'mask': 52, 'speed': 0, 'signal': 0, 'color': [1, 2, 3, 90]", 90,
         false},
        {"'id': 28, 'root': 0, 'mask': 52, 'speed': 0, 'signal': 0, 'color': [1, 2, 3, 255]", 112,
         true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "{'format': 'structure', 'version': 0, 'roots': [{'position': [0.0, 0.0, 0.0], "
                 "'rotation': [0.0, 0.0, 0.0]}], 'blocks': [{'position': [0.5, 1.0, -2.0], "
                 "'rotation': [0, 0, 0], %s}]}",
                 rows[i].block);
        ow_scene scene = scene_of_json(json, NULL);
        const ow_scene_item *item = &scene.items[0];
        assert_int_equal(item->color.red, 1);
        assert_int_equal(item->color.alpha, rows[i].alpha);
        assert_int_equal((item->flags & OW_INFERRED_COLOR) != 0, rows[i].inferred);
        assert_true(near(item->position, (const float[]){-0.5f, 0, 0}, 3, 0)); /* of 0.5, 1, 2 */
        ow_scene_close(&scene);
    }
}

/* The first part of the first item. */
static const ow_scene_part *first_part(const ow_scene *scene)
{
    return &scene->parts[scene->shapes[scene->items[0].shape].first_part];
}

static void shapes_that_nobody_knows_are_flagged(void **state)
{
    (void)state;
    static const struct {
        const char *json, *type;
        ow_solid solid;
        ow_material material;
        float size;
        bool known;
    } rows[] = {
        {BUILD(0, BLOCK(0, 60, "")), "Metal block", OW_BOX, OW_PLAIN, 1, true},
        {BUILD(0, BLOCK(28, 60, "")), "Glass block", OW_BOX, OW_PLAIN, 1, true},
        {BUILD(0, BLOCK(33, 60, "")), "Metal halfblock 1", OW_WEDGE, OW_PLAIN, 1, false},
        {BUILD(0, BLOCK(88, 60, "")), "Wood halfblock 8", OW_WEDGE, OW_PLAIN, 1, false},
        {BUILD(0, BLOCK(13, 60, QUIET)), "Wheel", OW_CYLINDER, OW_PLAIN, 1, false},
        {BUILD(0, BLOCK(106, 60, QUIET)), "Tiny wheel", OW_CYLINDER, OW_PLAIN, 0.45f, false},
        {BUILD(0, BLOCK(9, 60, QUIET)), "Switch", OW_BOX, OW_PLAIN, 0.5f, false},
        {BUILD(0, BLOCK(7, 60, QUIET)), "Connector", OW_BOX, OW_HATCHED, 1, false},
        {BUILD(0, BLOCK(200, 60, QUIET)), "unknown type 200", OW_BOX, OW_HATCHED, 1, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of_json(rows[i].json, NULL);
        const ow_scene_item *item = &scene.items[0];
        const ow_scene_part *part = first_part(&scene);
        assert_text(scene.types[item->type].name, rows[i].type);
        if (part->solid != rows[i].solid || part->material != rows[i].material ||
            item->scale[0] != rows[i].size ||
            ((item->flags & OW_INFERRED_SHAPE) == 0) != rows[i].known)
            ROW_FAILED("%s: solid %d of material %d, %g, flags %d\n", rows[i].type, part->solid,
                       part->material, (double)item->scale[0], item->flags);
        ow_scene_close(&scene);
    }
}

/* Of four vertices the first and third are middles of faces, the others their sizes. */
static void custom_blocks_lie_between_their_faces(void **state)
{
    (void)state;
    static const struct {
        const char *what, *json;
        float least[3], most[3];
        bool mesh;
    } rows[] = {
        {"a box twice as wide as high",
         BUILD(0, CUSTOM(109, -1, 1,
                         "[32767, 49151, 32767], [65535, 32767, 65535], [32767, 16383, 32767], "
                         "[65535, 32767, 65535]")),
         {-0.5f, -0.5f, -0.5f},
         {0.5f, 0.5f, 0.5f},
         true},
        {"faces the wrong way round",
         BUILD(0, CUSTOM(120, 0, 2,
                         "[32767, 0, 32767], [65535, 0, 32767], [32767, 65535, 32767], "
                         "[65535, 0, 32767]")),
         {0, 0, -1.5f},
         {2, 2, -0.5f},
         true},
        {"the box around three vertices",
         BUILD(0, CUSTOM(121, 0, 2, "[0, 0, 0], [65535, 32767, 0], [0, 0, 65535]")),
         {0, 0, -2},
         {2, 1, 0},
         true},
        {"none", BUILD(0, CUSTOM(130, 0, 0, "")), {-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document;
        char json[2048];
        /* Without vertices there are no bounds. */
        const char *bounds = strstr(rows[i].json, "'min': 0, 'max': 0, ");
        if (bounds)
            snprintf(json, sizeof json, "%.*s%s", (int)(bounds - rows[i].json), rows[i].json,
                     bounds + strlen("'min': 0, 'max': 0, "));
        document = document_of(bounds ? json : rows[i].json);
        ow_scene scene = scene_of(&document, NULL);
        ow_close(&document);
        if ((first_part(&scene)->solid == OW_SOLID_MESH) != rows[i].mesh ||
            !near(scene.least, rows[i].least, 3, 1e-4f) ||
            !near(scene.most, rows[i].most, 3, 1e-4f))
            ROW_FAILED("%s: %g %g %g to %g %g %g\n", rows[i].what, (double)scene.least[0],
                       (double)scene.least[1], (double)scene.least[2], (double)scene.most[0],
                       (double)scene.most[1], (double)scene.most[2]);
        assert_true(scene.items[0].flags & OW_INFERRED_SHAPE);
        ow_scene_close(&scene);
    }
}

/* Six times the volume of a mesh whose triangles are counter-clockwise from outside, seen from a
 * point on none of its faces. */
static double volume_of(const ow_scene *scene, const ow_scene_mesh *mesh)
{
    static const double from[3] = {10, -7, 5};
    double volume = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *corners = scene->triangles[mesh->first_triangle + i];
        double p[3][3];
        for (int k = 0; k < 9; k++)
            p[k / 3][k % 3] =
                (double)scene->vertices[mesh->first_vertex + corners[k / 3]][k % 3] - from[k % 3];
        volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
                  p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
                  p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return volume;
}

/* Whether each edge is passed once in each direction, as on a closed surface. */
static bool is_closed(const ow_scene *scene, const ow_scene_mesh *mesh)
{
    int passed[8][8] = {{0}};
    for (uint32_t i = 0; i < mesh->triangle_count * 3; i++) {
        const uint32_t *corners = scene->triangles[mesh->first_triangle + i / 3];
        passed[corners[i % 3]][corners[(i + 1) % 3]]++;
    }
    for (int i = 0; i < 64; i++)
        if (passed[i / 8][i % 8] > 1 || passed[i / 8][i % 8] != passed[i % 8][i / 8])
            return false;
    return true;
}

/* A pyramid's stump of 2 x 2 and 1 x 1, 1 high: 7 thirds; whichever of its faces is called the
 * upper. */
static void meshes_are_closed_and_seen_from_outside(void **state)
{
    (void)state;
    static const char *const rows[] = {
        BUILD(0, CUSTOM(109, 0, 2,
                        "[32767, 32767, 32767], [32767, 0, 32767], [32767, 0, 32767], [65535, 0, "
                        "65535]")),
        BUILD(0, CUSTOM(109, 0, 2,
                        "[32767, 0, 32767], [32767, 0, 32767], [32767, 32767, 32767], [65535, 0, "
                        "65535]")),
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of_json(rows[i], NULL);
        assert_int_equal(scene.mesh_count, 1);
        double volume = volume_of(&scene, &scene.meshes[0]);
        if (fabs(volume - 14) > 0.01 || !is_closed(&scene, &scene.meshes[0]))
            ROW_FAILED("row %zu: %g\n", i, volume);
        ow_scene_close(&scene);
    }
}

static void blocks_of_one_shape_share_it(void **state)
{
    (void)state;
    const char *solid = CUSTOM(109, 0, 1, "[0, 0, 0], [9, 9, 9], [65535, 65535, 65535], [7, 0, 7]");
    const char *other = CUSTOM(109, 0, 1, "[0, 0, 0], [9, 9, 9], [65535, 65535, 65535], [8, 0, 7]");
    char json[4096];
    snprintf(json, sizeof json, BUILD(5, "%s, %s, %s, %s, %s, %s"), solid, BLOCK(13, 60, QUIET),
             other, solid, other, BLOCK(13, 60, QUIET));
    ow_scene scene = scene_of_json(json, NULL);
    assert_int_equal(scene.mesh_count, 2);
    assert_int_equal(scene.shape_count, 3);
    assert_int_equal(scene.items[0].shape, scene.items[3].shape);
    assert_int_equal(scene.items[2].shape, scene.items[4].shape);
    assert_int_equal(scene.items[1].shape, scene.items[5].shape);
    assert_int_not_equal(scene.items[0].shape, scene.items[2].shape);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_are_the_blocks_own_or_its_materials),
        cmocka_unit_test(alpha_of_version_0_counts),
        cmocka_unit_test(shapes_that_nobody_knows_are_flagged),
        cmocka_unit_test(custom_blocks_lie_between_their_faces),
        cmocka_unit_test(meshes_are_closed_and_seen_from_outside),
        cmocka_unit_test(blocks_of_one_shape_share_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
