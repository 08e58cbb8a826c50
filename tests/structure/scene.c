/* What builds look like: places, rotations, colours and shapes, in numbers. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/documents.h"

#include <overworld/scene.h>

#include <math.h>

#define ROOT(last)                                                                                 \
    "{'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0], 'bounds_center': [0.0, 0.0, "      \
    "0.0], 'bounds_size': [32767.0, 32767.0, 32767.0], 'last_block': " #last "}"
#define BUILD(last, blocks)                                                                        \
    "{'format': 'structure', 'version': 6, 'colors': null, 'rotations': null, 'roots': [" ROOT(    \
        last) "], 'blocks': [" blocks "]}"
#define PLACED(x, y, z, a, b, c, id, mask, rest)                                                   \
    "{'position': [" #x ", " #y ", " #z "], 'rotation': [" #a ", " #b ", " #c "], 'id': " #id      \
    ", 'mask': " #mask rest "}"
#define BLOCK(id, mask, rest) PLACED(0, 0, 0, 0, 0, 0, id, mask, rest)
#define QUIET                 ", 'speed': 0, 'signal': 0"
#define CUSTOM(id, min, max, vertices)                                                             \
    BLOCK(id, 56,                                                                                  \
          QUIET ", 'metadata': {'booleans': [], 'floats': [], 'min': " #min ", 'max': " #max       \
                ", 'vertices': [" vertices "], 'bytes': []}")

static ow_scene scene_of(const ow_document *document, struct warnings *warnings)
{
    ow_scene scene;
    ow_error error = {0};
    ow_scene_options asked = {.warn = warnings ? note_warning : NULL, .warn_context = warnings};
    if (ow_scene_open_document(document, NULL, &asked, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return scene;
}

static ow_scene scene_of_json(const char *json, struct warnings *warnings)
{
    ow_document document = document_of(json);
    ow_scene scene = scene_of(&document, warnings);
    ow_close(&document);
    return scene;
}

static bool near(const float *found, const float *expected, int count, float within)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(found[i] - expected[i]) <= within))
            return false;
    return true;
}

/* The game's frame is left-handed: z is mirrored, the middle subtracted in whole units. */
static void blocks_stand_where_they_stand_with_z_mirrored(void **state)
{
    (void)state;
    static const float expected[][3] = {{-5, -3, 2}, {5, 3, -2}, {1, 0, 0}};
    ow_scene scene = scene_of_json(
        BUILD(2, PLACED(0, 1, 2, 0, 0, 0, 0, 60, "") ", " PLACED(
                     10, 7, 6, 0, 0, 0, 1, 60, "") ", " PLACED(6, 4, 4, 0, 0, 0, 28, 60, "")),
        NULL);
    assert_true(scene.origin[0] == 5 && scene.origin[1] == 4 && scene.origin[2] == -4);
    assert_string_equal(scene.unit_name, "block");
    assert_int_equal(scene.item_count, 3);
    for (int i = 0; i < 3; i++) {
        if (!near(scene.items[i].position, expected[i], 3, 0))
            ROW_FAILED("block %d at %g %g %g\n", i, scene.items[i].position[0],
                       scene.items[i].position[1], scene.items[i].position[2]);
        assert_int_equal(scene.items[i].subject, i);
        assert_string_equal(scene.kinds[scene.items[i].kind].list, "/blocks");
        assert_int_equal(scene.items[i].flags & OW_INFERRED_SHAPE, 0);
    }
    assert_true(near(scene.least, (const float[]){-5.5f, -3.5f, -2.5f}, 3, 0));
    assert_true(near(scene.most, (const float[]){5.5f, 3.5f, 2.5f}, 3, 0));
    ow_scene_free(&scene);
}

static void rotations_are_unitys_mirrored(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        float rotation[4];
        unsigned flags;
    } rows[] = {
        {BUILD(0, PLACED(0, 0, 0, 0, 0, 0, 0, 60, "")), {0, 0, 0, 1}, 0},
        {BUILD(0, PLACED(0, 0, 0, 16383, 0, 0, 0, 60, "")), {-0.70710678f, 0, 0, 0.70710678f}, 0},
        {BUILD(0, PLACED(0, 0, 0, 0, 16384, 0, 0, 60, "")), {0, -0.70710678f, 0, 0.70710678f}, 0},
        {BUILD(0, PLACED(0, 0, 0, 0, 0, 49151, 0, 60, "")), {0, 0, 0.70710678f, -0.70710678f}, 0},
        {BUILD(0, PLACED(0, 0, 0, 0, 65535, 0, 0, 60, "")), {0, 0, 0, -1}, 0},
        {BUILD(0, PLACED(0, 0, 0, 16383, 16383, 0, 0, 60, "")),
         {-0.5f, -0.5f, -0.5f, 0.5f},
         OW_INFERRED_PLACE},
        {BUILD(0, PLACED(0, 0, 0, 0, 1000, 0, 0, 60, "")), {0, -0.0479185f, 0, 0.9988513f}, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of_json(rows[i].json, NULL);
        const float *found = scene.items[0].rotation;
        if (!near(found, rows[i].rotation, 4, 1e-6f) ||
            (scene.items[0].flags & OW_INFERRED_PLACE) != (int)rows[i].flags)
            ROW_FAILED("row %zu: %g %g %g %g, flags %d\n", i, (double)found[0], (double)found[1],
                       (double)found[2], (double)found[3], scene.items[0].flags);
        ow_scene_free(&scene);
    }
}

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
        ow_scene_free(&scene);
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
        ow_scene_free(&scene);
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
        ow_scene_free(&scene);
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
        ow_scene_free(&scene);
    }
}

/* Six times the volume of a mesh whose triangles are counter-clockwise from outside, seen from a point
 * on none of its faces. */
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

/* A pyramid's stump of 2 x 2 and 1 x 1, 1 high: 7 thirds; whichever of its faces is called the upper. */
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
        ow_scene_free(&scene);
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
    ow_scene_free(&scene);
}

static void connections_point_from_surface_to_surface(void **state)
{
    (void)state;
    struct warnings warnings = {0};
    ow_scene scene = scene_of_json(
        BUILD(2, PLACED(0, 0, 0, 0, 0, 0, 9, 62, QUIET ", 'connections': [1, 0, 77]") ", " PLACED(
                     4, 0, 0, 0, 0, 0, 0, 60,
                     "") ", " PLACED(4, 2, 0, 0, 0, 0, 13, 44,
                                     ", 'speed': 0, 'signal': 0, 'bearing': 1")),
        &warnings);
    static const struct {
        float from[3], to[3];
        uint32_t subject;
        const char *kind;
    } rows[] = {
        {{-1.75f, -1, 0}, {1.5f, -1, 0}, 0, "connection"}, /* a switch is half a block wide */
        {{-2, -1, 0}, {-2, -1, 0}, 0, "connection"},       /* to itself */
        {{2, 0.5f, 0}, {2, -0.5f, 0}, 2, "bearing"},
    };
    assert_int_equal(scene.segment_count, LENGTH(rows));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ow_scene_segment *segment = &scene.segments[i];
        if (!near(segment->from, rows[i].from, 3, 1e-6f) ||
            !near(segment->to, rows[i].to, 3, 1e-6f))
            ROW_FAILED("row %zu: %g %g %g to %g %g %g\n", i, (double)segment->from[0],
                       (double)segment->from[1], (double)segment->from[2], (double)segment->to[0],
                       (double)segment->to[1], (double)segment->to[2]);
        assert_int_equal(segment->subject, rows[i].subject);
        assert_int_equal(segment->flags, OW_ARROW);
        assert_string_equal(scene.kinds[segment->kind].name, rows[i].kind);
    }
    assert_memory_not_equal(&scene.segments[0].color, &scene.segments[2].color, sizeof(ow_color));
    char pointer[32];
    assert_int_equal(ow_scene_pointer(&scene, OW_IN_SEGMENTS, 2, pointer, sizeof pointer), 9);
    assert_string_equal(pointer, "/blocks/2");
    assert_non_null(strstr(warnings.text, "/blocks 1 connections"));
    ow_scene_free(&scene);
}

static void names_and_letters_are_labels(void **state)
{
    (void)state;
    static const struct {
        const char *json, *text;
        bool stands;
    } rows[] = {
        {BUILD(0, BLOCK(9, 61, ", 'speed': 0, 'name': 'Light', 'signal': 0")), "Light", true},
        {BUILD(0, BLOCK(9, 61, ", 'speed': 51, 'name': 'A', 'signal': 51")),
         "A, signal 0.2, speed 0.2", true},
        {BUILD(0, BLOCK(9, 125, ", 'speed': 200, 'name': 'a\\nb', 'signal': 0")), "a b, speed 200",
         true},
        {BUILD(0, BLOCK(9, 61,
                        ", 'speed': 0, 'name': "
                        "'12345678901234567890123456789012345678901234567é8', 'signal': 0")),
         "12345678901234567890123456789012345678901234567...", true},
        {BUILD(0, BLOCK(79, 60, QUIET)), "NAND", false},
        {BUILD(0, BLOCK(129, 60, QUIET)), "f(x)", false},
        {BUILD(0, BLOCK(9, 60, ", 'speed': 1, 'signal': 51")), NULL, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of_json(rows[i].json, NULL);
        assert_int_equal(scene.label_count, rows[i].text != NULL);
        if (rows[i].text) {
            assert_text(scene.labels[0].text, rows[i].text);
            assert_int_equal((scene.labels[0].flags & OW_FACES_VIEWER) != 0, rows[i].stands);
        }
        ow_scene_free(&scene);
    }
}

static void roots_are_groups(void **state)
{
    (void)state;
    ow_scene scene = scene_of_json(
        "{'format': 'structure', 'version': 6, 'colors': null, 'rotations': null, 'roots': [" ROOT(
            0) ", {'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 90.0, 0.0], 'bounds_center': "
               "[0.0, 0.0, 0.0], 'bounds_size': [1.0, 1.0, 1.0], 'last_block': 2}], 'blocks': "
               "[" BLOCK(0, 60, "") ", " BLOCK(0, 60, "") ", " BLOCK(0, 60, "") "]}",
        NULL);
    assert_int_equal(scene.group_count, 2);
    assert_text(scene.groups[1].name, "root 1");
    assert_int_equal(scene.groups[1].subject, 1);
    assert_string_equal(scene.kinds[scene.groups[1].kind].list, "/roots");
    assert_true(
        near(scene.groups[1].rotation, (const float[]){0, -0.70710678f, 0, 0.70710678f}, 4, 1e-6f));
    assert_int_equal(scene.items[0].group, 0);
    assert_int_equal(scene.items[1].group, 1);
    assert_int_equal(scene.items[2].group, 1);
    ow_scene_free(&scene);
}

/* What is nowhere, beyond everything or no number at all. */
static void hostile_builds_have_a_scene(void **state)
{
    (void)state;
    static const char *const words[] = {"1e38", "-1e38", "'NaN'", "'Infinity'", "'-Infinity'"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        char json[1536];
        snprintf(json, sizeof json,
                 "{'format': 'structure', 'version': 0, 'roots': [{'position': [%s, 0.0, 0.0], "
                 "'rotation': [%s, %s, 0.0]}], 'blocks': [{'position': [%s, 1.0, %s], 'rotation': "
                 "[65535, 1, 2], 'id': 109, 'root': 0, 'mask': 24, 'speed': 0, 'signal': 0, "
                 "'integers': [], 'metadata': {'booleans': [], 'floats': [], 'vectors': [[%s, 0.0, "
                 "1.0], [1.0, %s, 1.0], [0.0, 0.0, 0.0], [1.0, 1.0, %s]], 'groups': [], 'bytes': "
                 "[], 'colors': [], 'gradients': []}}, {'position': [1.0, 2.0, 3.0], 'rotation': "
                 "[0, 0, 0], 'id': 0, 'root': 9, 'mask': 60, 'speed': 0, 'signal': 0}]}",
                 words[i], words[i], words[i], words[i], words[i], words[i], words[i], words[i]);
        struct warnings warnings = {0};
        ow_scene scene = scene_of_json(json, &warnings);
        assert_int_equal(scene.item_count, 2);
        for (int axis = 0; axis < 3; axis++)
            if (!(scene.least[axis] >= -4e9f && scene.most[axis] <= 4e9f))
                ROW_FAILED("%s: %g to %g\n", words[i], (double)scene.least[axis],
                           (double)scene.most[axis]);
        assert_true(scene.items[1].flags & OW_INFERRED_PLACE);
        assert_true(scene.items[1].group < scene.group_count);
        assert_non_null(strstr(warnings.text, "/roots 1 blocks belong to no root"));
        ow_scene_free(&scene);
    }
}

/* A block's place by the scene and its origin, so that scenes with another middle can be compared. */
static double place_of(const ow_scene *scene, uint32_t item, int axis)
{
    return scene->origin[axis] + (double)scene->items[item].position[axis];
}

static void assert_same_scenes(const char *name, const ow_scene *found, const ow_scene *expected)
{
    assert_int_equal(found->item_count, expected->item_count);
    assert_int_equal(found->segment_count, expected->segment_count);
    assert_int_equal(found->mesh_count > 0, expected->mesh_count > 0);
    for (uint32_t i = 0; i < found->item_count; i++) {
        const ow_scene_item *a = &found->items[i], *b = &expected->items[i];
        for (int axis = 0; axis < 3; axis++)
            if (fabs(place_of(found, i, axis) - place_of(expected, i, axis)) > 0.001)
                ROW_FAILED("%s: block %u, axis %d\n", name, (unsigned)i, axis);
        assert_memory_equal(a->rotation, b->rotation, sizeof a->rotation);
        assert_memory_equal(a->scale, b->scale, sizeof a->scale);
        assert_int_equal(a->group, b->group);
        assert_int_equal(a->flags & OW_INFERRED_SHAPE, b->flags & OW_INFERRED_SHAPE);
        assert_int_equal(found->shapes[a->shape].part_count, expected->shapes[b->shape].part_count);
        assert_true(abs(a->color.red - b->color.red) < 9 &&
                    abs(a->color.green - b->color.green) < 9 &&
                    abs(a->color.blue - b->color.blue) < 9);
    }
}

static void a_converted_build_looks_like_its_source(void **state)
{
    (void)state;
    static const char *const names[] = {"build-v0", "build-v1", "build-v2",     "build-v3",
                                        "build-v4", "build-v5", "build-song-v0"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        char path[64];
        snprintf(path, sizeof path, "samples/%s.structure", names[i]);
        struct bytes bytes = read_file(path);
        ow_document document;
        ow_error error = {0};
        struct warnings warnings = {0};
        if (!bytes.data || ow_open(bytes.data, bytes.size, NULL, &document, &error) != OW_OK)
            ROW_FAILED("%s: %s\n", path, error.message);
        ow_document converted =
            converted_to(&document, &(ow_target){.version = 6, .has_version = true}, &warnings);
        ow_scene before = scene_of(&document, NULL), after = scene_of(&converted, NULL);
        assert_int_equal(converted.as.structure->version, 6);
        assert_same_scenes(names[i], &after, &before);
        ow_scene_free(&before);
        ow_scene_free(&after);
        ow_close(&document);
        ow_close(&converted);
        bytes_free(&bytes);
    }
}

static void real_builds_have_their_blocks(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t items, segments;
        float least[3], most[3];
    } rows[] = {
        {"game/TEST.structure", 4, 3, {-1, -0.5382f, -0.5f}, {0.75f, -0.1132f, 1.25f}},
        {"jsw-b1.1.0/picture_16x16_palette4.structure",
         256,
         0,
         {-8.5f, -8.5f, -0.5f},
         {7.5f, 7.5f, 0.5f}},
        {"jsw-b1.1.0/readme_150_guns.structure",
         151,
         150,
         {-0.25f, -0.21f, -0.6f},
         {0.25f, 0.21f, 0.3f}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/structure/%s", corpus_folder(), rows[i].path);
        struct bytes bytes = read_file(path);
        if (!bytes.data)
            skip();
        ow_scene scene;
        ow_error error = {0};
        assert_int_equal(ow_scene_open(bytes.data, bytes.size, NULL, NULL, &scene, &error), OW_OK);
        assert_int_equal(scene.item_count, rows[i].items);
        assert_int_equal(scene.segment_count, rows[i].segments);
        if (!near(scene.least, rows[i].least, 3, 0.01f) ||
            !near(scene.most, rows[i].most, 3, 0.01f))
            ROW_FAILED("%s\n", rows[i].path);
        ow_scene_free(&scene);
        bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_stand_where_they_stand_with_z_mirrored),
        cmocka_unit_test(rotations_are_unitys_mirrored),
        cmocka_unit_test(colors_are_the_blocks_own_or_its_materials),
        cmocka_unit_test(alpha_of_version_0_counts),
        cmocka_unit_test(shapes_that_nobody_knows_are_flagged),
        cmocka_unit_test(custom_blocks_lie_between_their_faces),
        cmocka_unit_test(meshes_are_closed_and_seen_from_outside),
        cmocka_unit_test(blocks_of_one_shape_share_it),
        cmocka_unit_test(connections_point_from_surface_to_surface),
        cmocka_unit_test(names_and_letters_are_labels),
        cmocka_unit_test(roots_are_groups),
        cmocka_unit_test(hostile_builds_have_a_scene),
        cmocka_unit_test(a_converted_build_looks_like_its_source),
        cmocka_unit_test(real_builds_have_their_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
