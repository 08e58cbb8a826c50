/* Records added to every kind of list of every format, and removed: the document is written, read
 * again and told as JSON. What was read has no room to spare, so that each list has to move. */
#include "support/test.h"

#include "support/documents.h"
#include "support/levels.h"

/* A document from its file. */
static ow_document opened(const char *json)
{
    ow_document built = document_of(json), document = {0};
    ow_buffer bytes = {0};
    ow_error error = {0};
    if (ow_write_buffer(&built, NULL, &bytes, &error) != OW_OK ||
        ow_open(bytes.data, bytes.size, NULL, &document, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    ow_buffer_free(&bytes, NULL);
    ow_close(&built);
    return document;
}

static void assert_closes_as(ow_document *document, const char *expected)
{
    char *text = text_of(document);
    assert_string_equal(text, expected);
    free(text);
    ow_close(document);
}

/* Leaves two zeroed records in place of those that were there: one was inserted in front of
 * them, one appended behind them. */
#define EXCHANGE(owner, list, count)                                                               \
    do {                                                                                           \
        assert_non_null(ow_list_insert(owner, list, count, 0, 1, NULL));                           \
        assert_non_null(ow_list_append(owner, list, count, NULL));                                 \
        assert_int_equal(ow_list_remove(owner, list, count, 1, (count)-2, NULL), OW_OK);           \
        assert_int_equal(count, 2);                                                                \
    } while (0)

/* The same for numbers, which are set. */
#define EXCHANGE_NUMBERS(owner, list, count, first, second)                                        \
    do {                                                                                           \
        EXCHANGE(owner, list, count);                                                              \
        (list)[0] = first;                                                                         \
        (list)[1] = second;                                                                        \
    } while (0)

#define SAVE(version, more, components, wires, states)                                             \
    "{'format': 'blotter', 'version': " version ", " more "'component_types': [{'id': 1, 'name': " \
    "'A'}], 'components': [" components "], 'wires': [" wires "]" states "}"
#define SEVENTH(mods)                                                                              \
    "'game_version': [0, 92, 3, 57], 'save_type': 'subassembly', 'mods': [" mods "], "
#define DRAFT  "'variant': 'draft', 'game_version': [0, 90, 0, 1], 'save_type': 'world', "
#define FOURTH "'game_version': [0, 90, 0, 1], "
#define COMPONENT(address, position, inputs, outputs)                                              \
    "{'address': " address ", 'parent': 0, 'type': 1, 'position': [" position                      \
    "], 'rotation': [0.0, 0.0, 0.0, 0.0], 'inputs': [" inputs "], 'outputs': [" outputs            \
    "], 'custom_data': null}"
#define WIRE(component)                                                                            \
    "{'first': {'kind': 'input', 'component': " component ", 'index': 0}, 'second': {'kind': "     \
    "'output', 'component': " component ", 'index': 0}, 'circuit_state': 3, 'rotation': 0.0}"

static void a_save_has_five_lists(void **state)
{
    (void)state;
    ow_document document = opened(SAVE("7", SEVENTH("{'id': 'M', 'version': [1, 2, 3, 4]}"),
                                       COMPONENT("1", "0, 0, 0", "1, 2, 3", "4"), WIRE("1"),
                                       ", 'circuit_states': [5]"));
    ow_blotter_save *save = document.as.blotter;
    EXCHANGE(save->owner, save->mods, save->mod_count);
    save->mods[0].id = OW_LITERAL("first");
    assert_int_equal(ow_keep_text(save->owner, ow_text_of("second"), &save->mods[1].id, NULL),
                     OW_OK);
    EXCHANGE(save->owner, save->components, save->component_count);
    for (uint32_t i = 0; i < 2; i++) {
        ow_blotter_component *component = &save->components[i];
        component->address = 10 + i;
        component->type = 1;
    }
    ow_blotter_component *component = &save->components[1];
    EXCHANGE_NUMBERS(save->owner, component->inputs, component->input_count, 21, 22);
    EXCHANGE_NUMBERS(save->owner, component->outputs, component->output_count, 23, 24);
    EXCHANGE(save->owner, save->wires, save->wire_count);
    for (uint32_t i = 0; i < 2; i++)
        save->wires[i] =
            (ow_blotter_wire){{OW_BLOTTER_INPUT, 10 + i, 0}, {OW_BLOTTER_OUTPUT, 10 + i, 0}, 3, 0};
    ow_blotter_circuit_states *states = &save->circuit_states;
    EXCHANGE_NUMBERS(save->owner, states->on, states->on_count, 31, 32);
    assert_closes_as(&document, SAVE("7",
                                     SEVENTH("{'id': 'first', 'version': [0, 0, 0, 0]}, "
                                             "{'id': 'second', 'version': [0, 0, 0, 0]}"),
                                     COMPONENT("10", "0, 0, 0", "", "") ", " COMPONENT(
                                         "11", "0, 0, 0", "21, 22", "23, 24"),
                                     WIRE("10") ", " WIRE("11"), ", 'circuit_states': [31, 32]"));
}

static void a_short_meta_has_two_texts_less(void **state)
{
    (void)state;
    static const struct {
        const char *field;
        ow_status status;
    } rows[] = {
        {"level_id", OW_BAD_ARGUMENT}, {"name", OW_BAD_ARGUMENT}, {"author", OW_OK},
        {"description", OW_OK},        {"timestamp", OW_OK},      {"mood", OW_BAD_ARGUMENT}};
    ow_document document =
        document_of("{'format': 'leveld', 'version': 0, 'variant': 'short-meta', "
                    "'byte_order': 'little', 'blocks': []}");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error = {0};
        ow_status status =
            ow_leveld_set_meta(document.as.leveld, rows[i].field, OW_LITERAL("1"), &error);
        if (status != rows[i].status || (status != OW_OK && !strstr(error.message, rows[i].field)))
            ROW_FAILED("%s: %s\n", rows[i].field, error.message);
    }
    ow_close(&document);
}

static void component_types_and_bits_change(void **state)
{
    (void)state;
    ow_document document = opened(SAVE("5", DRAFT, "", "", ", 'circuit_states': 'AQ=='"));
    ow_blotter_save *save = document.as.blotter;
    EXCHANGE(save->owner, save->component_types, save->component_type_count);
    ow_blotter_component_type one = {1, OW_LITERAL("A")}, two = {2, OW_LITERAL("B")};
    save->component_types[0] = one;
    save->component_types[1] = two;
    assert_int_equal(
        ow_list_remove(save->owner, save->component_types, save->component_type_count, 1, 1, NULL),
        OW_OK);
    ow_bytes on = {(const uint8_t *)"\x03\x80", 2};
    assert_int_equal(ow_keep_bytes(save->owner, on, &save->circuit_states.bits, NULL), OW_OK);
    assert_closes_as(&document, SAVE("5", DRAFT, "", "", ", 'circuit_states': 'A4A='"));
}

/* As the header shows it for two lists that have one count. */
static void inputs_and_their_flags_change_together(void **state)
{
    (void)state;
    ow_document document = opened(SAVE(
        "5", DRAFT, COMPONENT("1", "0.0, 0.0, 0.0", "{'exclusive': 1, 'circuit_state': 5}", ""), "",
        ", 'circuit_states': ''"));
    ow_blotter_save *save = document.as.blotter;
    ow_blotter_component *component = &save->components[0];
    uint32_t count = component->input_count;
    assert_int_equal(ow_list_reserve(save->owner, component->inputs, count, 2, NULL), OW_OK);
    assert_int_equal(ow_list_reserve(save->owner, component->inputs_exclusive, count, 2, NULL),
                     OW_OK);
    assert_non_null(ow_list_insert(save->owner, component->inputs_exclusive, count, 0, 2, NULL));
    assert_non_null(
        ow_list_insert(save->owner, component->inputs, component->input_count, 0, 2, NULL));
    component->inputs[0] = 7;
    component->inputs[1] = 8;
    component->inputs_exclusive[1] = 1;
    count = component->input_count;
    assert_int_equal(ow_list_remove(save->owner, component->inputs_exclusive, count, 0, 1, NULL),
                     OW_OK);
    assert_int_equal(
        ow_list_remove(save->owner, component->inputs, component->input_count, 0, 1, NULL), OW_OK);
    assert_closes_as(&document, SAVE("5", DRAFT,
                                     COMPONENT("1", "0.0, 0.0, 0.0",
                                               "{'exclusive': 1, 'circuit_state': 8}, "
                                               "{'exclusive': 1, 'circuit_state': 5}",
                                               ""),
                                     "", ", 'circuit_states': ''"));
}

static void flags_of_version_4_are_lists_of_their_own(void **state)
{
    (void)state;
    ow_document document = opened(SAVE(
        "4", FOURTH, COMPONENT("1", "0.0, 0.0, 0.0", "{'exclusive': 0}", "{'on': 0}"), "", ""));
    ow_blotter_save *save = document.as.blotter;
    ow_blotter_component *component = &save->components[0];
    ow_error error = {0};
    assert_null(ow_list_append(save->owner, component->inputs, component->input_count, &error));
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "a list of 1 records, but the pointer is NULL");
    EXCHANGE_NUMBERS(save->owner, component->inputs_exclusive, component->input_count, 0, 1);
    EXCHANGE_NUMBERS(save->owner, component->outputs_on, component->output_count, 1, 0);
    assert_closes_as(&document,
                     SAVE("4", FOURTH,
                          COMPONENT("1", "0.0, 0.0, 0.0", "{'exclusive': 0}, {'exclusive': 1}",
                                    "{'on': 1}, {'on': 0}"),
                          "", ""));
}

static void a_map_gets_layers_and_layers_cells(void **state)
{
    (void)state;
    ow_document document = opened(LEVEL(MESH));
    ow_leveld_level *level = document.as.leveld;
    ow_leveld_mesh *mesh = level->blocks[0].mesh;
    EXCHANGE(level->owner, mesh->layers, mesh->layer_count);
    for (uint32_t i = 0; i < 2; i++) {
        ow_leveld_layer *layer = &mesh->layers[i];
        EXCHANGE_NUMBERS(level->owner, layer->cells, layer->cell_count, 1, 2);
        assert_non_null(ow_list_insert(level->owner, layer->cells, layer->cell_count, 1, 4, NULL));
        layer->cells[1] = (uint16_t)(i + 5);
    }
    assert_closes_as(&document,
                     LEVEL(MESH_OF("16", "3", "2", "[1, 5, 0, 0, 0, 2], [1, 6, 0, 0, 0, 2]")));
}

/* Every kind of block has its records behind one count. */
static void blocks_and_their_records_change(void **state)
{
    (void)state;
    ow_document document = opened(LEVEL(THNG(THING("9", "9", "9", "9", "9")),
                                        TRIG(TRIGGER("9", "9", "9", RECTANGLE, "9", "9")),
                                        PATHS(PATH("1", "9", "9", POINT("9", "9")))));
    ow_leveld_level *level = document.as.leveld;
    ow_leveld_block *blocks = level->blocks;
    EXCHANGE(level->owner, blocks[0].things, blocks[0].count);
    blocks[0].things[0].id = 1;
    blocks[0].things[1].id = 2;
    EXCHANGE(level->owner, blocks[1].triggers, blocks[1].count);
    blocks[1].triggers[0].width = blocks[1].triggers[0].height = 8;
    blocks[1].triggers[1] = blocks[1].triggers[0];
    blocks[1].triggers[1].tag = 3;
    EXCHANGE(level->owner, blocks[2].paths, blocks[2].count);
    ow_leveld_path *path = &blocks[2].paths[1];
    EXCHANGE(level->owner, path->points, path->point_count);
    path->points[1].x = 4;
    ow_leveld_block *block =
        ow_list_insert(level->owner, level->blocks, level->block_count, 0, 1, NULL);
    block->id = OW_LEVELD_META;
    block->meta = ow_take_one(level->owner, ow_leveld_meta, NULL);
    assert_int_equal(ow_list_remove(level->owner, level->blocks, level->block_count, 0, 1, NULL),
                     OW_OK);
    block = ow_list_append(level->owner, level->blocks, level->block_count, NULL);
    block->id = OW_LEVELD_META;
    block->meta = ow_take_one(level->owner, ow_leveld_meta, NULL);
    assert_closes_as(
        &document,
        LEVEL(THNG(THING("1", "0", "0", "0", "0"), THING("2", "0", "0", "0", "0")),
              TRIG(TRIGGER("0", "0", "0", RECTANGLE, "0", "0"),
                   TRIGGER("0", "0", "0", RECTANGLE, "0", "3")),
              PATHS(PATH("0", "0", "0", ""), PATH("0", "0", "0", POINT("0", "0"), POINT("4", "0"))),
              META));
}

static void actors_of_old_levels_change(void **state)
{
    (void)state;
    ow_document document = opened(LEVEL_IN("2", "big", "", PLRS("1", "2")));
    ow_leveld_level *level = document.as.leveld;
    ow_leveld_block *block = &level->blocks[0];
    EXCHANGE(level->owner, block->actors, block->count);
    block->actors[0].id = 7;
    block->actors[0].x = 8;
    assert_int_equal(ow_list_remove(level->owner, block->actors, block->count, 1, 1, NULL), OW_OK);
    assert_closes_as(&document, LEVEL_IN("2", "big", "", PLRS("8", "0")));
}

#define CITY(header, terrain, vertices, names_size, names, things_size, things)                    \
    "{'format': 'city', 'variant': 'd3', " header                                                  \
    "'version': 0, 'name': 'T', 'terrain': {" terrain "'kind': 'heights', " vertices               \
    "}, " names_size "'meta_things': [" names "], " things_size "'things': [" things "]}"
#define CITY_THING(direction)                                                                      \
    "{'meta_thing': 0, 'direction': " direction ", 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}"

static void a_city_gets_names_things_and_another_row_of_heights(void **state)
{
    (void)state;
    ow_document document =
        opened(CITY("", "", "'x_vertices': 1, 'y_vertices': 2, 'heights': [1.0, 2.0]", "", "'tree'",
                    "", CITY_THING("7")));
    ow_city_save *save = document.as.city;
    EXCHANGE(save->owner, save->meta_things, save->meta_thing_count);
    save->meta_things[0] = OW_LITERAL("oak");
    save->meta_things[1] = OW_LITERAL("elm");
    EXCHANGE(save->owner, save->things, save->thing_count);
    save->things[0].direction = 1;
    save->things[1].direction = 2;
    ow_city_terrain *terrain = &save->terrain;
    uint32_t vertices = terrain->x_vertices * terrain->y_vertices;
    *ow_list_append(save->owner, terrain->heights, vertices, NULL) = 3;
    terrain->y_vertices++;
    assert_closes_as(&document, CITY("'header_size': 7, ", "'size': 25, ",
                                     "'x_vertices': 1, 'y_vertices': 3, 'heights': [1.0, 2.0, 3.0]",
                                     "'meta_things_size': 18, ", "'oak', 'elm'",
                                     "'things_size': 50, ", CITY_THING("1") ", " CITY_THING("2")));
}

#define BUILD(colors, rotations, roots, blocks)                                                    \
    "{'format': 'structure', 'version': 6, 'variant': {'name': 'game', 'byte_order': 'little', "   \
    "'tables': 'counts_first', 'string_prefix': 'varint', 'metadata_color_bytes': 4, "             \
    "'empty_custom_bounds': false, 'wide_index_from': 257, 'flipped_ids': []}, 'colors': " colors  \
    ", 'rotations': " rotations ", 'roots': [" roots "], 'blocks': [" blocks "]}"
#define ROOT(last)                                                                                 \
    "{'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0], 'bounds_center': [0.0, 0.0, "      \
    "0.0], 'bounds_size': [0.0, 0.0, 0.0], 'last_block': " last "}"
#define BLOCK(turned, id, mask, rest)                                                              \
    "{'position': [0, 0, 0], " turned ", 'id': " id ", 'mask': " mask rest "}"
#define TURN  "'rotation': [0, 0, 0]"
#define QUIET ", 'speed': 0, 'signal': 0"
/* 0 is metal, without settings; 5 a seat with all there is, 109 a custom block, 129 the math
 * block. */
#define METAL(turned) BLOCK(turned, "0", "60", "")
#define SEAT(lists, metadata)                                                                      \
    BLOCK(TURN, "5", "26", QUIET ", 'connections': [" lists ", 'metadata': {" metadata "}")
#define CUSTOM(metadata) BLOCK(TURN, "109", "56", QUIET ", 'metadata': {" metadata "}")
#define MATH(metadata)   BLOCK(TURN, "129", "56", QUIET ", 'metadata': {" metadata "}")

static void tables_roots_and_blocks_of_a_build_change(void **state)
{
    (void)state;
    ow_document document = opened(BUILD("null", "[]", ROOT("1"), METAL(TURN) ", " METAL(TURN)));
    ow_structure_build *build = document.as.structure;
    assert_true(!build->colors && build->rotations && build->rotation_count == 0);
    assert_non_null(ow_list_insert(build->owner, build->colors, build->color_count, 0, 0, NULL));
    assert_non_null(build->colors);
    EXCHANGE_NUMBERS(build->owner, build->colors, build->color_count, 31, 63488);
    EXCHANGE(build->owner, build->rotations, build->rotation_count);
    build->rotations[1][0] = 7;
    EXCHANGE(build->owner, build->roots, build->root_count);
    build->roots[1].last_block = 1;
    EXCHANGE(build->owner, build->blocks, build->block_count);
    build->blocks[0].mask = build->blocks[1].mask = 60;
    build->blocks[1].rotation_index = 1;
    assert_closes_as(&document,
                     BUILD("[31, 63488]", "[[0, 0, 0], [7, 0, 0]]", ROOT("0") ", " ROOT("1"),
                           METAL("'rotation_index': 0") ", " METAL("'rotation_index': 1")));
}

static void add_boolean(ow_structure_build *build, ow_structure_metadata *metadata, bool value)
{
    uint32_t bytes = (metadata->boolean_count + 7) / 8;
    if (metadata->boolean_count % 8 == 0)
        assert_non_null(ow_list_append(build->owner, metadata->booleans, bytes, NULL));
    if (value)
        metadata->booleans[metadata->boolean_count / 8] |=
            (uint8_t)(0x80 >> metadata->boolean_count % 8);
    metadata->boolean_count++;
}

static void change_gradients(ow_structure_build *build, ow_structure_metadata *metadata)
{
    EXCHANGE(build->owner, metadata->gradients, metadata->gradient_count);
    ow_structure_gradient *gradient = &metadata->gradients[1];
    EXCHANGE(build->owner, gradient->colors, gradient->color_count);
    gradient->colors[1][2] = 8;
    EXCHANGE_NUMBERS(build->owner, gradient->color_positions, gradient->color_position_count, 0, 1);
    EXCHANGE_NUMBERS(build->owner, gradient->alphas, gradient->alpha_count, 1, 0);
    EXCHANGE_NUMBERS(build->owner, gradient->alpha_positions, gradient->alpha_position_count, 0, 1);
}

static void settings_and_metadata_of_a_block_change(void **state)
{
    (void)state;
    ow_document document = opened(BUILD(
        "null", "null", ROOT("0"),
        SEAT("0], 'integers': [1]",
             "'booleans': [true, true, true, true, true, true, true], 'floats': [9.0], 'vectors': "
             "[[1.0, 2.0, 3.0]], 'groups': [[1]], 'bytes': [1], 'colors': [[1, 2, 3, 4]], "
             "'gradients': [{'colors': [], 'color_positions': [], 'alphas': [], "
             "'alpha_positions': []}]")));
    ow_structure_build *build = document.as.structure;
    ow_structure_settings *settings = build->blocks[0].settings;
    ow_structure_metadata *metadata = settings->metadata;
    EXCHANGE_NUMBERS(build->owner, settings->connections, settings->connection_count, 0, 0);
    EXCHANGE_NUMBERS(build->owner, settings->integers, settings->integer_count, -3, 4);
    add_boolean(build, metadata, false);
    add_boolean(build, metadata, true);
    EXCHANGE_NUMBERS(build->owner, metadata->floats, metadata->float_count, 0.5f, 1);
    EXCHANGE(build->owner, metadata->vectors, metadata->vector_count);
    metadata->vectors[1][1] = 6;
    EXCHANGE(build->owner, metadata->groups, metadata->group_count);
    ow_structure_group *group = &metadata->groups[1];
    EXCHANGE_NUMBERS(build->owner, group->values, group->value_count, 11, 12);
    EXCHANGE_NUMBERS(build->owner, metadata->bytes, metadata->byte_count, 13, 14);
    EXCHANGE(build->owner, metadata->colors, metadata->color_count);
    metadata->colors[0][0] = 15;
    change_gradients(build, metadata);
    assert_closes_as(
        &document,
        BUILD(
            "null", "null", ROOT("0"),
            SEAT(
                "0, 0], 'integers': [-3, 4]",
                "'booleans': [true, true, true, true, true, true, true, false, true], 'floats': "
                "[0.5, 1.0], 'vectors': [[0.0, 0.0, 0.0], [0.0, 6.0, 0.0]], 'groups': [[], [11, "
                "12]], 'bytes': [13, 14], 'colors': [[15, 0, 0, 0], [0, 0, 0, 0]], 'gradients': "
                "[{'colors': [], 'color_positions': [], 'alphas': [], 'alpha_positions': []}, "
                "{'colors': [[0, 0, 0, 0], [0, 0, 8, 0]], 'color_positions': [0.0, 1.0], 'alphas': "
                "[1.0, 0.0], 'alpha_positions': [0.0, 1.0]}]")));
}

static void custom_and_math_blocks_have_lists_of_their_own(void **state)
{
    (void)state;
    ow_document document = opened(
        BUILD("null", "null", ROOT("1"),
              CUSTOM("'booleans': [], 'floats': [], 'min': -1, 'max': 1, 'vertices': [[1, 2, "
                     "3]], 'bytes': []") ", " MATH("'booleans': [], 'floats': [], 'groups': [], "
                                                   "'bytes': [], 'formula': 'A', 'inputs': [1], "
                                                   "'slots': [2]")));
    ow_structure_build *build = document.as.structure;
    ow_structure_metadata *custom = build->blocks[0].settings->metadata;
    ow_structure_metadata *math = build->blocks[1].settings->metadata;
    EXCHANGE(build->owner, custom->vertices, custom->vertex_count);
    custom->vertices[1][2] = 65535;
    EXCHANGE_NUMBERS(build->owner, math->inputs, math->input_count, 3, 4);
    EXCHANGE_NUMBERS(build->owner, math->slots, math->slot_count, 5, 6);
    math->formula = OW_LITERAL("A + B");
    assert_closes_as(
        &document,
        BUILD("null", "null", ROOT("1"),
              CUSTOM("'booleans': [], 'floats': [], 'min': -1, 'max': 1, 'vertices': [[0, 0, "
                     "0], [0, 0, 65535]], 'bytes': []") ", " MATH("'booleans': [], 'floats': [], "
                                                                  "'groups': [], 'bytes': [], "
                                                                  "'formula': 'A + "
                                                                  "B', 'inputs': [3, 4], 'slots': "
                                                                  "[5, 6]")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_save_has_five_lists),
        cmocka_unit_test(component_types_and_bits_change),
        cmocka_unit_test(a_short_meta_has_two_texts_less),
        cmocka_unit_test(inputs_and_their_flags_change_together),
        cmocka_unit_test(flags_of_version_4_are_lists_of_their_own),
        cmocka_unit_test(a_map_gets_layers_and_layers_cells),
        cmocka_unit_test(blocks_and_their_records_change),
        cmocka_unit_test(actors_of_old_levels_change),
        cmocka_unit_test(a_city_gets_names_things_and_another_row_of_heights),
        cmocka_unit_test(tables_roots_and_blocks_of_a_build_change),
        cmocka_unit_test(settings_and_metadata_of_a_block_change),
        cmocka_unit_test(custom_and_math_blocks_have_lists_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
