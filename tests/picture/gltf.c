/* Scenes as glTF, read back: nodes, colours, materials, instances. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "gltf_worlds.h"

#include "scene/build.h"

#include <math.h>

static void nothing_is_a_file_with_a_scene(void **state)
{
    (void)state;
    for (int as_text = 0; as_text < 2; as_text++) {
        struct scene_builder builder;
        scene_begin(&builder, NULL, 0, NULL);
        ow_gltf_options asked = {.as_text = as_text, .title = "of nothing"};
        struct gltf_file gltf = written_world(&builder, &asked);
        assert_int_equal(gltf.buffer_size, 0);
        assert_string_equal(gltf_text(&gltf, "/scenes/0/name"), "of nothing");
        assert_false(gltf_has(&gltf, "/nodes"));
        assert_false(gltf_has(&gltf, "/meshes"));
        assert_false(gltf_has(&gltf, "/buffers"));
        gltf_free(&gltf);
    }
}

static void colours_are_linear(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    for (int i = 0; i < 256; i += 3) {
        ow_scene_part part = cube;
        part.color = (ow_color){(uint8_t)i, (uint8_t)(i + 1), (uint8_t)(i + 2), 255};
        if (i == 255)
            part.color = (ow_color){255, 255, 255, 255};
        stand_item(&builder, add_solid(&builder, &part), (float)(3 * i), 0, 0);
    }
    struct gltf_file gltf = written_world(&builder, NULL);
    struct gltf_primitive primitive = gltf_primitive(&gltf, 0, 0);
    for (uint32_t i = 0; i < 256; i++) {
        double c = i / 255.0;
        double linear = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
        double found = gltf_value(&gltf, primitive.color, i / 3 * 8, i % 3);
        if (fabs(found - 65535 * linear) > 0.5001)
            ROW_FAILED("step %u is %f\n", (unsigned)i, found);
    }
    assert_int_equal(gltf_value(&gltf, primitive.color, 0, 3), 65535);
    gltf_free(&gltf);
}

static void pieces_have_indices_of_sixteen_bits(void **state)
{
    (void)state;
    enum { BOXES = 20000 };
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    for (int i = 0; i < BOXES; i++)
        stand_item(&builder, shape, (float)(2 * i), 0, 0);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/meshes"), 1);
    assert_int_equal(gltf_count(&gltf, "/meshes/0/primitives"), 3);
    uint32_t vertices = 0;
    for (uint32_t i = 0; i < 3; i++)
        vertices += gltf_primitive(&gltf, 0, i).vertices;
    assert_int_equal(vertices, BOXES * 8);
    gltf_free(&gltf);
}

/* The things of each kind in a list of their own, numbered as in the world's file. */
static void vertices_carry_what_they_stand_for(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    for (int i = 0; i < 9000; i++)
        stand_item(&builder, shape, (float)(2 * i), 0, 0);
    ow_scene_segment wire = {.to = {1, 0, 0},
                             .width = 0.1f,
                             .thickness = 0.1f,
                             .color = {9, 9, 9, 255},
                             .kind = WIRES,
                             .subject = 5};
    scene_segment(&builder, &wire);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/meshes/0/primitives"), 3);
    for (uint32_t k = 0; k < 2; k++) {
        struct gltf_primitive primitive = gltf_primitive(&gltf, 0, k);
        uint32_t count = gltf_count(&gltf, "/meshes/0/primitives/%u/extras/subjects", k);
        assert_string_equal(gltf_text(&gltf, "/meshes/0/primitives/%u/extras/list", k), "/things");
        assert_int_equal(gltf_count(&gltf, "/meshes/0/primitives/%u/extras/starts", k), count);
        for (uint32_t i = 0; i < count; i += 97) {
            double subject = gltf_number(&gltf, "/meshes/0/primitives/%u/extras/subjects/%u", k, i);
            double start = gltf_number(&gltf, "/meshes/0/primitives/%u/extras/starts/%u", k, i);
            struct vector corner = gltf_position(&gltf, &primitive, (uint32_t)start);
            assert_true(corner.x == 2 * subject - 0.5);
        }
    }
    assert_string_equal(gltf_text(&gltf, "/meshes/0/primitives/2/extras/list"), "/wires");
    assert_int_equal(gltf_number(&gltf, "/meshes/0/primitives/2/extras/subjects/0"), 5);
    gltf_free(&gltf);
}

static void nodes_are_groups_with_what_they_stand_for(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    scene_group(&builder, OW_LITERAL("empty"), THINGS, 8, 1, no_turn);
    ow_scene_item board = standing;
    board.shape = shape;
    board.group = 1;
    board.subject = 7;
    board.address = 77;
    board.type = scene_type(&builder, OW_LITERAL("MHG.\xff\"Board\""), cube.color, 0);
    scene_item(&builder, &board);
    ow_scene_label label = {.text = OW_LITERAL("two\nlines"), .group = 1, .subject = 7};
    scene_label(&builder, &label);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/nodes"), 2);
    assert_int_equal(gltf_count(&gltf, "/scenes/0/nodes"), 1);
    assert_int_equal(gltf_number(&gltf, "/scenes/0/nodes/0"), 0);
    assert_string_equal(gltf_text(&gltf, "/nodes/0/name"), "root");
    assert_string_equal(gltf_text(&gltf, "/nodes/0/extras/pointer"), "/things/0");
    assert_int_equal(gltf_number(&gltf, "/nodes/0/children/0"), 1);
    assert_false(gltf_has(&gltf, "/nodes/0/mesh"));
    assert_string_equal(gltf_text(&gltf, "/nodes/1/name"), "board");
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/pointer"), "/things/7");
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/type"), "MHG.?\"Board\"");
    assert_int_equal(gltf_number(&gltf, "/nodes/1/extras/address"), 77);
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/labels/0/text"), "two\nlines");
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/labels/0/pointer"), "/things/7");
    gltf_free(&gltf);
}

static void parents_that_go_round_end_somewhere(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    stand_item(&builder, shape, 0, 0, 0);
    ow_scene scene = finish_world(&builder);
    scene.groups[0].parent = 1;
    struct gltf_file gltf = gltf_of(&scene, NULL);
    gltf_assert_sound(&gltf);
    assert_int_equal(gltf_count(&gltf, "/scenes/0/nodes"), 1);
    assert_int_equal(gltf_count(&gltf, "/nodes/0/children") +
                         gltf_count(&gltf, "/nodes/1/children"),
                     gltf_count(&gltf, "/nodes") - 1);
    gltf_free(&gltf);
    ow_scene_close(&scene);
}

/* Red of the first vertex of the only primitive. */
static double red_of(const ow_scene *scene, bool without_states)
{
    ow_gltf_options asked = {.without_states = without_states};
    struct gltf_file gltf = gltf_of(scene, &asked);
    struct gltf_primitive primitive = gltf_primitive(&gltf, 0, 0);
    double red = gltf_value(&gltf, primitive.color, 0, 0);
    gltf_free(&gltf);
    return red;
}

static void parts_have_the_colour_of_their_state(void **state)
{
    (void)state;
    enum { OF_PART = 0, OF_PART_ON = 65535, OF_ITEM = 32957 }; /* linear: of 0, 255, 188 */
    static const struct {
        ow_paint paint;
        bool on;
        double shown, without;
    } rows[] = {
        {OW_PAINT_PART, true, OF_PART, OF_PART},
        {OW_PAINT_ITEM, true, OF_ITEM, OF_ITEM},
        {OW_PAINT_STATE, true, OF_PART_ON, OF_PART},
        {OW_PAINT_STATE, false, OF_PART, OF_PART},
        {OW_PAINT_ITEM_STATE, true, OF_ITEM, OF_PART},
        {OW_PAINT_ITEM_STATE, false, OF_PART, OF_PART},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder = begin_world();
        ow_scene_part part = cube;
        part.paint = rows[i].paint;
        part.state = 1;
        part.color = (ow_color){0, 0, 0, 255};
        part.color_on = (ow_color){255, 255, 255, 255};
        ow_scene_item item = standing;
        item.shape = add_solid(&builder, &part);
        item.color = (ow_color){188, 188, 188, 255};
        scene_states(&builder, 9);
        item.first_state = scene_states(&builder, 2);
        if (rows[i].on)
            scene_set_state(&builder, item.first_state + 1);
        scene_item(&builder, &item);
        ow_scene scene = finish_world(&builder);
        if (red_of(&scene, false) != rows[i].shown || red_of(&scene, true) != rows[i].without)
            ROW_FAILED("row %u: %f, %f\n", (unsigned)i, red_of(&scene, false),
                       red_of(&scene, true));
        ow_scene_close(&scene);
    }
}

static void materials_are_those_that_are_used(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    ow_scene_part mark = cube;
    mark.material = OW_MARK;
    stand_item(&builder, add_solid(&builder, &mark), 0, 0, 0);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/materials"), 1);
    assert_string_equal(gltf_text(&gltf, "/materials/0/alphaMode"), "BLEND");
    assert_true(gltf_has(&gltf, "/materials/0/doubleSided"));
    assert_int_equal(gltf_value(&gltf, 1, 0, 3), 96 * 257);
    gltf_free(&gltf);
    builder = begin_world();
    stand_item(&builder, add_solid(&builder, &cube), 0, 0, 0);
    gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/materials"), 1);
    assert_false(gltf_has(&gltf, "/materials/0/alphaMode"));
    assert_false(gltf_has(&gltf, "/materials/0/doubleSided"));
    assert_int_equal(gltf_number(&gltf, "/materials/0/pbrMetallicRoughness/metallicFactor"), 0);
    gltf_free(&gltf);
}

static void include_point(struct vector at, double least[3], double most[3])
{
    const double axes[3] = {at.x, at.y, at.z};
    for (int k = 0; k < 3; k++) {
        least[k] = fmin(least[k], axes[k]);
        most[k] = fmax(most[k], axes[k]);
    }
}

static struct vector vector_of(const struct gltf_file *gltf, uint32_t accessor, uint32_t index)
{
    return (struct vector){gltf_value(gltf, accessor, index, 0),
                           gltf_value(gltf, accessor, index, 1),
                           gltf_value(gltf, accessor, index, 2)};
}

/* The volume and the bounds of all meshes. */
static double measure_meshes(const struct gltf_file *gltf, double least[3], double most[3])
{
    double volume = 0;
    for (int k = 0; k < 3; k++)
        least[k] = INFINITY, most[k] = -INFINITY;
    for (uint32_t mesh = gltf_count(gltf, "/meshes"); mesh-- > 0;)
        for (uint32_t i = gltf_count(gltf, "/meshes/%u/primitives", mesh); i-- > 0;) {
            struct gltf_primitive primitive = gltf_primitive(gltf, mesh, i);
            volume += gltf_volume(gltf, &primitive);
            for (uint32_t v = 0; v < primitive.vertices; v++)
                include_point(gltf_position(gltf, &primitive, v), least, most);
        }
    return volume / 6;
}

/* The volume and the bounds of what the instances of a node are. */
static double include_instances(const struct gltf_file *gltf, uint32_t node, double least[3],
                                double most[3])
{
    char path[96];
    double volume = 0;
    uint32_t accessors[3];
    static const char *const names[] = {"TRANSLATION", "ROTATION", "SCALE"};
    snprintf(path, sizeof path, "/nodes/%u/extensions/EXT_mesh_gpu_instancing/attributes",
             (unsigned)node);
    for (int i = 0; i < 3; i++)
        accessors[i] = (uint32_t)gltf_number(gltf, "%s/%s", path, names[i]);
    uint32_t mesh = (uint32_t)gltf_number(gltf, "/nodes/%u/mesh", (unsigned)node);
    struct gltf_primitive primitive = gltf_primitive(gltf, mesh, 0);
    uint32_t count = (uint32_t)gltf_number(gltf, "/accessors/%u/count", accessors[0]);
    assert_int_equal(gltf_count(gltf, "/nodes/%u/extras/subjects", node), count);
    for (uint32_t i = 0; i < count; i++) {
        struct vector place = vector_of(gltf, accessors[0], i),
                      scale = vector_of(gltf, accessors[2], i);
        struct vector axis = vector_of(gltf, accessors[1], i);
        struct rotation turn = {axis.x, axis.y, axis.z, gltf_value(gltf, accessors[1], i, 3)};
        volume += gltf_volume(gltf, &primitive) * scale.x * scale.y * scale.z;
        for (uint32_t v = 0; v < primitive.vertices; v++)
            include_point(
                vector_add(
                    place,
                    vector_turn(turn, vector_multiply(gltf_position(gltf, &primitive, v), scale))),
                least, most);
    }
    return volume / 6;
}

/* Those that are merged are the meshes of nodes without the extension: here, what is seen
 * through. */
static void instances_stand_where_merged_ones_do(void **state)
{
    (void)state;
    ow_scene scene = varied_scene();
    ow_gltf_options asked = {.instancing = true};
    struct gltf_file merged = gltf_of(&scene, NULL), instanced = gltf_of(&scene, &asked);
    gltf_assert_sound(&instanced);
    double least[3], most[3], found_least[3], found_most[3], volume = 0;
    double expected = measure_meshes(&merged, least, most);
    for (int k = 0; k < 3; k++)
        found_least[k] = INFINITY, found_most[k] = -INFINITY;
    uint32_t swarms = 0;
    for (uint32_t node = 0; node < gltf_count(&instanced, "/nodes"); node++) {
        if (gltf_has(&instanced, "/nodes/%u/extensions", node)) {
            volume += include_instances(&instanced, node, found_least, found_most);
            swarms++;
        } else {
            uint32_t mesh = (uint32_t)gltf_number(&instanced, "/nodes/%u/mesh", node);
            assert_int_equal(gltf_count(&instanced, "/meshes/%u/primitives", mesh), 1);
            struct gltf_primitive glass = gltf_primitive(&instanced, mesh, 0);
            volume += gltf_volume(&instanced, &glass) / 6;
            for (int k = 0; k < 3; k++)
                found_most[k] = fmax(found_most[k], gltf_number(&instanced, "/accessors/%u/max/%d",
                                                                glass.position, k));
        }
    }
    assert_int_equal(swarms, 2 * 4);
    assert_string_equal(gltf_text(&instanced, "/extensionsRequired/0"), "EXT_mesh_gpu_instancing");
    assert_false(gltf_has(&merged, "/extensionsUsed"));
    if (fabs(volume - expected) > 1e-3)
        ROW_FAILED("volume %f instead of %f\n", volume, expected);
    for (int k = 0; k < 3; k++)
        if (fabs(found_least[k] - least[k]) > 1e-4 || fabs(found_most[k] - most[k]) > 1e-4)
            ROW_FAILED("axis %d: %f to %f instead of %f to %f\n", k, found_least[k], found_most[k],
                       least[k], most[k]);
    gltf_free(&merged);
    gltf_free(&instanced);
    ow_scene_close(&scene);
}

/* Rolled bars in all directions: each component is the largest one of some rotation. */
static void bars_are_turned_alike_as_instances_and_merged(void **state)
{
    (void)state;
    enum { BARS = 8 };
    static const ow_gltf_options asked = {.instancing = true};
    for (int i = 0; i < 3 * 3 * 3 * 2; i++) {
        const int to[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 % 3 - 1}, roll = i / 27 * 90 + 10;
        struct scene_builder builder = begin_world();
        for (int k = 0; k < BARS; k++)
            scene_segment(&builder,
                          &(ow_scene_segment){.to = {(float)(4 * to[0] + 1), (float)(5 * to[1]),
                                                     (float)(6 * to[2])},
                                              .width = 2,
                                              .thickness = 1,
                                              .roll = (float)roll,
                                              .color = {9, 9, 9, 255},
                                              .kind = WIRES});
        ow_scene scene = finish_world(&builder);
        struct gltf_file merged = gltf_of(&scene, NULL), instanced = gltf_of(&scene, &asked);
        double bounds[2][3],
            found[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        measure_meshes(&merged, bounds[0], bounds[1]);
        for (uint32_t node = 0; node < gltf_count(&instanced, "/nodes"); node++)
            if (gltf_has(&instanced, "/nodes/%u/extensions", node))
                include_instances(&instanced, node, found[0], found[1]);
        for (int k = 0; k < 6; k++)
            if (fabs(bounds[k / 3][k % 3] - found[k / 3][k % 3]) > 1e-5)
                ROW_FAILED("to %d %d %d, roll %d: %f instead of %f on axis %d\n", to[0], to[1],
                           to[2], roll, found[k / 3][k % 3], bounds[k / 3][k % 3], k % 3);
        gltf_free(&merged);
        gltf_free(&instanced);
        ow_scene_close(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_a_file_with_a_scene),
        cmocka_unit_test(colours_are_linear),
        cmocka_unit_test(pieces_have_indices_of_sixteen_bits),
        cmocka_unit_test(vertices_carry_what_they_stand_for),
        cmocka_unit_test(nodes_are_groups_with_what_they_stand_for),
        cmocka_unit_test(parents_that_go_round_end_somewhere),
        cmocka_unit_test(parts_have_the_colour_of_their_state),
        cmocka_unit_test(materials_are_those_that_are_used),
        cmocka_unit_test(instances_stand_where_merged_ones_do),
        cmocka_unit_test(bars_are_turned_alike_as_instances_and_merged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
