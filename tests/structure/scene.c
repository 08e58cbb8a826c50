/* What builds look like: where blocks stand and are turned, what joins them, in numbers. */
#include "seen.h"

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
    ow_scene_close(&scene);
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
        ow_scene_close(&scene);
    }
}

static void connections_point_from_surface_to_surface(void **state)
{
    (void)state;
    struct warnings warnings = {0};
    ow_scene scene = scene_of_json(
        BUILD(3, PLACED(0, 0, 0, 0, 0, 0, 9, 62, QUIET ", 'connections': [1, 0, 77]") ", " PLACED(
                     4, 0, 0, 0, 0, 0, 0, 60,
                     "") ", " PLACED(4, 2, 0, 0, 0, 0, 13, 44,
                                     QUIET ", 'bearing': 1") ", " PLACED(4, 2, 0, 0, 0, 0, 13, 44,
                                                                         QUIET ", 'bearing': 77")),
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
    assert_non_null(
        strstr(warnings.text, "/blocks connections and bearings to missing blocks, not drawn: 2"));
    ow_scene_close(&scene);
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
        ow_scene_close(&scene);
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
    ow_scene_close(&scene);
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
        assert_non_null(
            strstr(warnings.text,
                   "blocks without a root, drawn at 0, 0, 0 because their position is unknown: 1"));
        ow_scene_close(&scene);
    }
}

/* A block's place by the scene and its origin, so that scenes with another middle can be
 * compared. */
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
        ow_scene_close(&before);
        ow_scene_close(&after);
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
        ow_scene_close(&scene);
        bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_stand_where_they_stand_with_z_mirrored),
        cmocka_unit_test(rotations_are_unitys_mirrored),
        cmocka_unit_test(connections_point_from_surface_to_surface),
        cmocka_unit_test(names_and_letters_are_labels),
        cmocka_unit_test(roots_are_groups),
        cmocka_unit_test(hostile_builds_have_a_scene),
        cmocka_unit_test(a_converted_build_looks_like_its_source),
        cmocka_unit_test(real_builds_have_their_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
