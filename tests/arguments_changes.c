/* The same as arguments.c of calls that change worlds, and of scenes and pictures. */
#include "support/documents.h"
#include "support/refusals.h"
#include "support/worlds.h"

/* Calls that change a world or compare two: what is refused for `document` in the place of a
 * world. */
static void assert_no_change_of(const ow_document *document, const ow_document *good)
{
    ow_document made;
    uint64_t count;
    ow_document *own = (ow_document *)(uintptr_t)document;
    ASSERT_REFUSED(ow_diff(document, good, NULL, NULL, NULL, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_diff(good, document, NULL, NULL, NULL, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_diff_patch(document, good, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_patch(document, "[]", 2, NULL, &made, error));
    ASSERT_REFUSED(ow_patch_back(document, "[]", 2, NULL, &made, error));
    ASSERT_REFUSED(ow_reversible_patch(document, "[]", 2, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_set(document, "/a", "1", 1, NULL, &made, error));
    ASSERT_REFUSED(ow_find_parts(document, NULL, NULL, NULL, NULL, &count, error));
    ASSERT_REFUSED(ow_remove_parts(own, "*", NULL, &count, error));
    ASSERT_REFUSED(ow_replace_parts(own, OW_REPLACE_TYPE, "1", "2", NULL, &count, error));
    ASSERT_REFUSED(ow_extract_parts(document, "*", NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(ow_merge(document, good, NULL, NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(ow_merge(good, document, NULL, NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(
        ow_merge3(document, good, good, NULL, NULL, NULL, NULL, NULL, NULL, &made, error));
    ASSERT_REFUSED(
        ow_merge3(good, good, document, NULL, NULL, NULL, NULL, NULL, NULL, &made, error));
    assert_null(made.format);
}

static void changes_need_worlds_of_one_format(void **state)
{
    (void)state;
    ow_document empty = {0};
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]), made;
        ow_document other = document_of(worlds[i > 0 ? 0 : 1]);
        assert_no_change_of(NULL, &document);
        assert_no_change_of(&empty, &document);
        ASSERT_REFUSED(ow_diff(&document, &other, NULL, NULL, NULL, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_merge(&document, &other, NULL, NULL, NULL, NULL, &made, error));
        ow_close(&other);
        ow_close(&document);
    }
}

static void changes_need_what_is_to_change(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]), made;
        ASSERT_REFUSED(ow_diff_patch(&document, &document, NULL, NULL, error));
        ASSERT_REFUSED(ow_diff_patch(&document, &document, NULL, &no_sink, error));
        ASSERT_REFUSED(ow_patch(&document, NULL, 2, NULL, &made, error));
        ASSERT_REFUSED(ow_patch(&document, "[]", 2, NULL, NULL, error));
        ASSERT_REFUSED(ow_patch_back(&document, NULL, 2, NULL, &made, error));
        ASSERT_REFUSED(ow_patch_back(&document, "[]", 2, NULL, NULL, error));
        ASSERT_REFUSED(ow_reversible_patch(&document, NULL, 2, NULL, &open_sink, error));
        ASSERT_REFUSED(ow_reversible_patch(&document, "[]", 2, NULL, NULL, error));
        ASSERT_REFUSED(ow_reversible_patch(&document, "[]", 2, NULL, &no_sink, error));
        ASSERT_REFUSED(ow_set(&document, NULL, "1", 1, NULL, &made, error));
        ASSERT_REFUSED(ow_set(&document, "/a", NULL, 1, NULL, &made, error));
        ASSERT_REFUSED(ow_set(&document, "/a", "1", 1, NULL, NULL, error));
        ASSERT_REFUSED(ow_remove_parts(&document, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_replace_parts(&document, OW_REPLACE_TYPE, NULL, "1", NULL, NULL, error));
        ASSERT_REFUSED(ow_replace_parts(&document, OW_REPLACE_TYPE, "1", NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_extract_parts(&document, NULL, NULL, NULL, NULL, &made, error));
        ASSERT_REFUSED(ow_extract_parts(&document, "*", NULL, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_merge(&document, &document, NULL, NULL, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_merge3(&document, &document, &document, NULL, NULL, NULL, NULL, NULL,
                                 NULL, NULL, error));
        ASSERT_FINE(ow_diff(&document, &document, NULL, NULL, NULL, NULL, NULL, NULL, error),
                    (void)0);
        ASSERT_FINE(ow_diff_patch(&document, &document, NULL, &open_sink, error), (void)0);
        ASSERT_FINE(ow_patch(&document, "[]", 2, NULL, &made, error), ow_close(&made));
        ASSERT_FINE(ow_patch_back(&document, "[]", 2, NULL, &made, error), ow_close(&made));
        ASSERT_FINE(ow_reversible_patch(&document, "[]", 2, NULL, &open_sink, error), (void)0);
        ASSERT_FINE(ow_find_parts(&document, NULL, NULL, NULL, NULL, NULL, error), (void)0);
        ASSERT_FINE(ow_merge3(&document, &document, &document, NULL, NULL, NULL, NULL, NULL, NULL,
                              &made, error),
                    ow_close(&made));
        ow_close(&document);
    }
}

static ow_scene scene_of(const ow_document *document)
{
    ow_scene scene;
    assert_int_equal(ow_scene_open_document(document, NULL, NULL, &scene, NULL), OW_OK);
    return scene;
}

static void scenes_need_a_world_and_a_place(void **state)
{
    (void)state;
    ow_document empty = {0};
    for (size_t i = 0; worlds[i]; i++) {
        struct world world = open_world(worlds[i]);
        const void *bytes = world.file.data;
        size_t size = world.file.size, count;
        uint32_t index;
        ow_scene scene;
        ASSERT_REFUSED(ow_scene_open(NULL, size, NULL, NULL, &scene, error));
        assert_null(scene.owner);
        ASSERT_REFUSED(ow_scene_open(bytes, size, NULL, NULL, NULL, error));
        ASSERT_REFUSED(ow_scene_open_document(NULL, NULL, NULL, &scene, error));
        ASSERT_REFUSED(ow_scene_open_document(&empty, NULL, NULL, &scene, error));
        ASSERT_REFUSED(ow_scene_open_document(&world.document, NULL, NULL, NULL, error));
        ASSERT_FINE(ow_scene_open(bytes, size, NULL, NULL, &scene, error), ow_scene_close(&scene));
        ASSERT_REFUSED(ow_scene_choose(NULL, NULL, error));
        ASSERT_REFUSED(ow_scene_choose(&scene, NULL, error));
        scene = scene_of(&world.document);
        ASSERT_FINE(ow_scene_choose(&scene, NULL, error), (void)0);
        ASSERT_REFUSED(ow_scene_find(NULL, "*", OW_IN_ITEMS, &index, 1, &count, error));
        ASSERT_REFUSED(ow_scene_find(&scene, NULL, OW_IN_ITEMS, &index, 1, &count, error));
        ASSERT_REFUSED(ow_scene_find(&scene, "*", OW_IN_ITEMS, NULL, 1, &count, error));
        ASSERT_REFUSED(ow_scene_find(&scene, "*", OW_IN_ITEMS, &index, 1, NULL, error));
        ASSERT_REFUSED(ow_scene_find(&scene, "*", OW_IN_LAYERS, &index, 1, &count, error));
        ow_scene_close(&scene);
        close_world(&world);
    }
}

static void pictures_need_a_scene_and_a_size(void **state)
{
    (void)state;
    static const ow_picture_options wide = {.width = OW_PICTURE_LARGEST + 1, .height = 8},
                                    high = {.width = 8, .height = OW_PICTURE_LARGEST + 1},
                                    fine = {.width = 8, .height = 8, .samples = 5},
                                    items = {.highlight_count = 2},
                                    segments = {.highlight_segment_count = 2};
    ow_document document = document_of(world_of_leveld);
    ow_scene scene = scene_of(&document);
    ow_picture picture;
    ASSERT_REFUSED(ow_picture_draw(NULL, NULL, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &wide, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &high, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &fine, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &items, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_draw(&scene, &segments, NULL, &picture, error));
    ASSERT_REFUSED(ow_picture_write_svg(&scene, &items, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_picture_write_svg(&scene, &segments, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_picture_write_svg(&scene, NULL, NULL, &no_sink, error));
    assert_null(picture.pixels);
    ASSERT_REFUSED(ow_picture_write_svg(NULL, NULL, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_picture_write_svg(&scene, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_picture_write_svg(&scene, &wide, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_gltf_write(NULL, NULL, NULL, &open_sink, error));
    ASSERT_REFUSED(ow_gltf_write(&scene, NULL, NULL, NULL, error));
    ASSERT_REFUSED(ow_gltf_write(&scene, NULL, NULL, &no_sink, error));
    ASSERT_FINE(ow_gltf_write(&scene, NULL, NULL, &open_sink, error), (void)0);
    ow_scene_close(&scene);
    ow_close(&document);
}

/* What a call would have made is zeroed, whatever stood there, so that it can be given back. */
#define ASSERT_ZEROED(made, call)                                                                  \
    do {                                                                                           \
        memset(&(made), OLD, sizeof(made));                                                        \
        ASSERT_REFUSED(call);                                                                      \
        for (size_t i_ = 0; i_ < sizeof(made); i_++)                                               \
            if (((const char *)&(made))[i_] != 0)                                                  \
                ROW_FAILED("%s leaves byte %zu\n", #call, i_);                                     \
    } while (0)

static void what_a_refused_call_would_make_is_zeroed(void **state)
{
    (void)state;
    enum { OLD = 0xa5 };
    ow_document made, document = document_of(worlds[0]);
    const ow_setting no_place = {.value = "1", .size = 1};
    ow_heights heights;
    ow_circuit_depths depths;
    ow_picture picture;
    ASSERT_ZEROED(made, ow_set(&document, NULL, "1", 1, NULL, &made, error));
    ASSERT_ZEROED(made, ow_set(&document, "/a", NULL, 1, NULL, &made, error));
    ASSERT_ZEROED(made, ow_set_values(&document, NULL, 1, NULL, &made, error));
    ASSERT_ZEROED(made, ow_set_values(&document, &no_place, 1, NULL, &made, error));
    ASSERT_ZEROED(heights, ow_get_heights(NULL, NULL, &heights, error));
    ASSERT_ZEROED(depths, ow_circuit_find_depths(NULL, NULL, &depths, error));
    ASSERT_ZEROED(picture, ow_picture_draw(NULL, NULL, NULL, &picture, error));
    ow_close(&document);
}

/* Several values need a place for the world that they make, as one value does. */
static void several_values_need_a_place(void **state)
{
    (void)state;
    ow_document document = document_of(worlds[0]);
    const ow_setting setting = {.place = "/version", .value = "4", .size = 1};
    ASSERT_REFUSED(ow_set_values(&document, &setting, 1, NULL, NULL, error));
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_need_worlds_of_one_format),
        cmocka_unit_test(changes_need_what_is_to_change),
        cmocka_unit_test(scenes_need_a_world_and_a_place),
        cmocka_unit_test(pictures_need_a_scene_and_a_size),
        cmocka_unit_test(what_a_refused_call_would_make_is_zeroed),
        cmocka_unit_test(several_values_need_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
