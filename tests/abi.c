/* What compiled programs rely on, docs/reference/abi.md: sizes and last members of public
 * structs, and the values of enums. A row that fails asks for a new soname, or for a member out
 * of `reserved`. */
#include "support/test.h"

#define ROW(type, last, size, offset)                                                              \
    {                                                                                              \
#type, sizeof(type), size, offsetof(type, last), offset                                    \
    }

struct row {
    const char *name;
    size_t size, expected_size, last, expected_last;
};

static void assert_rows(const struct row *rows, size_t count)
{
    if (sizeof(void *) != 8 || sizeof(size_t) != 8)
        skip(); /* pinned where pointers have 64 bits */
    for (size_t i = 0; i < count; i++)
        if (rows[i].size != rows[i].expected_size || rows[i].last != rows[i].expected_last)
            ROW_FAILED("%s: %zu bytes, last member at %zu; pinned are %zu and %zu\n", rows[i].name,
                       rows[i].size, rows[i].last, rows[i].expected_size, rows[i].expected_last);
}

/* What a program allocates and hands over by pointer: it has room, and keeps its size. */
static void what_a_program_hands_over_keeps_its_size(void **state)
{
    (void)state;
    static const struct row rows[] = {
        ROW(ow_allocator, reserved, 48, 32),
        ROW(ow_image_source, reserved, 56, 24),
        ROW(ow_options, reserved, 272, 176),
        ROW(ow_json_note, reserved, 40, 24),
        ROW(ow_pool, reserved, 40, 24),
        ROW(ow_sink, reserved, 32, 16),
        ROW(ow_buffer, reserved, 40, 24),
        ROW(ow_error, reserved, 560, 528),
        ROW(ow_target, reserved, 80, 16),
        ROW(ow_check_options, reserved, 104, 48),
        ROW(ow_check_totals, reserved, 64, 32),
        ROW(ow_event, value, 72, 56),
        ROW(ow_image, reserved, 80, 48),
        ROW(ow_heights, reserved, 56, 24),
        ROW(ow_map, reserved, 256, 224),
        ROW(ow_document, reserved, 32, 16),
        ROW(ow_leveld_view, reserved, 96, 64),
        ROW(ow_blotter_save, reserved, 160, 128),
        ROW(ow_leveld_level, reserved, 56, 24),
        ROW(ow_city_save, reserved, 176, 144),
        ROW(ow_structure_build, reserved, 144, 112),
        ROW(ow_structure_variant, reserved, 48, 44),
        ROW(ow_pixels, reserved, 40, 24),
        ROW(ow_scene, reserved, 440, 392),
        ROW(ow_scene_files, reserved, 72, 40),
        ROW(ow_scene_options, reserved, 168, 120),
        ROW(ow_scene_choice, reserved, 104, 72),
        ROW(ow_picture_options, reserved, 160, 152),
        ROW(ow_picture, reserved, 64, 32),
        ROW(ow_gltf_options, reserved, 80, 16),
        ROW(ow_tiled_tileset, reserved, 72, 40),
        ROW(ow_change_totals, reserved, 64, 32),
        ROW(ow_repair_options, reserved, 112, 48),
        ROW(ow_repair_totals, reserved, 56, 24),
        ROW(ow_tiled_options, reserved, 240, 176),
        ROW(ow_part_choice, reserved, 120, 88),
        ROW(ow_placement, reserved, 64, 32),
        ROW(ow_netlist_options, reserved, 104, 40),
        ROW(ow_build_options, reserved, 88, 48),
        ROW(ow_build_report, reserved, 64, 40),
        ROW(ow_circuit_options, reserved, 96, 72),
        ROW(ow_circuit, reserved, 256, 192),
        ROW(ow_circuit_depths, reserved, 64, 32),
        ROW(ow_simulation_options, reserved, 96, 40),
        ROW(ow_device, reserved, 72, 40),
        ROW(ow_switch_grids, reserved, 56, 24),
        ROW(ow_bench_options, reserved, 112, 48),
        ROW(ow_bench_totals, reserved, 64, 32),
        ROW(ow_folder, reserved, 48, 16),
    };
    assert_rows(rows, LENGTH(rows));
}

/* What a program puts into arrays, or walks in one: nothing can be added. */
static void records_keep_their_size(void **state)
{
    (void)state;
    static const struct row rows[] = {
        ROW(ow_bytes, size, 16, 8),
        ROW(ow_text, size, 16, 8),
        ROW(ow_stated_size, keep, 8, 4),
        ROW(ow_issue_code, advice, 32, 24),
        ROW(ow_map_cell, symbol, 4, 3),
        ROW(ow_map_key, meaning, 16, 8),
        ROW(ow_blotter_mod, version, 32, 16),
        ROW(ow_blotter_component_type, name, 24, 8),
        ROW(ow_blotter_component, custom_data, 96, 80),
        ROW(ow_blotter_peg, index, 12, 8),
        ROW(ow_blotter_wire, rotation, 32, 28),
        ROW(ow_blotter_circuit_states, on_count, 32, 24),
        ROW(ow_leveld_meta, description, 72, 56),
        ROW(ow_leveld_layer, cells, 16, 8),
        ROW(ow_leveld_mesh, layers, 24, 16),
        ROW(ow_leveld_actor, flags, 16, 12),
        ROW(ow_leveld_thing, metadata, 40, 24),
        ROW(ow_leveld_trigger, metadata, 72, 56),
        ROW(ow_leveld_point, value, 12, 8),
        ROW(ow_leveld_path, points, 24, 16),
        ROW(ow_leveld_block, paths, 16, 8),
        ROW(ow_leveld_cell, impassable, 4, 2),
        ROW(ow_city_terrain, heights, 56, 48),
        ROW(ow_city_thing, reserved, 40, 24),
        ROW(ow_structure_root, last_block, 52, 48),
        ROW(ow_structure_group, values, 16, 8),
        ROW(ow_structure_gradient, alpha_positions, 48, 40),
        ROW(ow_structure_metadata, slots, 144, 136),
        ROW(ow_structure_settings, metadata, 56, 48),
        ROW(ow_structure_block, settings, 40, 32),
        ROW(ow_structure_block_type, russian_name, 24, 16),
        ROW(ow_structure_rotation_scale, other_fitting_count, 24, 20),
        ROW(ow_color, alpha, 4, 3),
        ROW(ow_scene_part, reserved, 80, 76),
        ROW(ow_scene_switch, on_shape, 12, 8),
        ROW(ow_scene_display, reserved, 24, 21),
        ROW(ow_scene_controls, display_count, 24, 20),
        ROW(ow_scene_mesh, triangle_count, 16, 12),
        ROW(ow_scene_shape, part_count, 8, 4),
        ROW(ow_scene_item, flags, 72, 70),
        ROW(ow_scene_segment, reserved, 56, 53),
        ROW(ow_scene_label, subject, 80, 72),
        ROW(ow_scene_layer, flags, 48, 46),
        ROW(ow_scene_ground, flags, 64, 56),
        ROW(ow_scene_kind, count, 24, 16),
        ROW(ow_scene_type, count, 32, 24),
        ROW(ow_scene_group, rotation, 48, 28),
        ROW(ow_scene_light, sun, 48, 12),
        ROW(ow_scene_tileset, count, 72, 68),
        ROW(ow_circuit_component, type, 40, 36),
        ROW(ow_circuit_input, net, 12, 8),
        ROW(ow_circuit_output, reserved, 24, 21),
        ROW(ow_circuit_net, reserved, 64, 63),
        ROW(ow_circuit_link, reserved, 20, 18),
        ROW(ow_circuit_port, kind, 20, 16),
        ROW(ow_circuit_memory, reserved, 80, 64),
        ROW(ow_circuit_type, reserved, 80, 56),
        ROW(ow_circuit_name, peg, 32, 16),
        ROW(ow_circuit_step, ticks, 12, 8),
        ROW(ow_circuit_tie, kind, 16, 12),
        ROW(ow_switch_grid, reserved, 40, 24),
        ROW(ow_bench_failure, found, 80, 72),
        ROW(ow_wave, count, 32, 24),
        ROW(ow_folder_file, bytes, 32, 16),
        ROW(ow_mod_type, padding, 48, 45),
    };
    assert_rows(rows, LENGTH(rows));
}

/* These are only ever handed out, and grow at their end: what is there stays where it is. */
static void what_the_library_hands_out_keeps_its_members(void **state)
{
    (void)state;
    if (sizeof(void *) != 8)
        skip();
    assert_int_equal(offsetof(ow_issue, message), 32);
    assert_int_equal(offsetof(ow_format, issue_codes), 56);
    assert_int_equal(offsetof(ow_format, folder_codes), 64);
    assert_int_equal(offsetof(ow_jecs_node, tail), 108);
    assert_int_equal(offsetof(ow_jecs, owner), 32);
}

static void enums_keep_their_values_and_grow_at_their_end(void **state)
{
    (void)state;
    static const int statuses[] = {
        OW_OK,           OW_NO_MEMORY, OW_TOO_MUCH_MEMORY, OW_UNKNOWN_FORMAT, OW_UNKNOWN_VERSION,
        OW_TRUNCATED,    OW_BAD_VALUE, OW_BAD_JSON,        OW_WRITE_FAILED,   OW_CANCELLED,
        OW_BAD_ARGUMENT, OW_NOT_THERE};
    static const int kinds[] = {OW_BEGIN_OBJECT, OW_END_OBJECT, OW_BEGIN_ARRAY, OW_END_ARRAY,
                                OW_VALUE};
    static const int types[] = {OW_INTEGER, OW_FLOAT, OW_BOOLEAN,
                                OW_TEXT,    OW_BYTES, OW_UNSIGNED_64};
    static const int visits[] = {OW_GO_ON, OW_SKIP, OW_STOP, OW_LEAVE};
    static const int severities[] = {OW_SEVERITY_INFO, OW_SEVERITY_WARNING, OW_SEVERITY_ERROR};
    static const int fixes[] = {OW_NO_FIX, OW_LOSSLESS_FIX, OW_LOSSY_FIX};
    static const int conflicts[] = {
        OW_CONFLICT_CHANGED, OW_CONFLICT_REMOVED_BY_OURS, OW_CONFLICT_REMOVED_BY_THEIRS,
        OW_CONFLICT_ADDED,   OW_CONFLICT_ORDER,           OW_CONFLICT_REFERENCES,
        OW_CONFLICT_FORM};
    static const int solids[] = {OW_BOX, OW_WEDGE, OW_CYLINDER, OW_SOLID_MESH};
    static const int shown[] = {OW_SHOWN_STATE, OW_SHOWN_WIRE, OW_SHOWN_ITEM};
    static const int paints[] = {OW_PAINT_PART, OW_PAINT_ITEM, OW_PAINT_STATE, OW_PAINT_ITEM_STATE,
                                 OW_PAINT_ITEM_VALUE};
    static const int materials[] = {OW_PLAIN, OW_BOARD, OW_MARK, OW_HATCHED};
    static const int seen[] = {OW_SEEN_ANYHOW, OW_SEEN_FROM_ABOVE, OW_SEEN_AS_CITY};
    static const int parts[] = {OW_IN_NOTHING, OW_IN_ITEMS,  OW_IN_SEGMENTS,
                                OW_IN_LABELS,  OW_IN_LAYERS, OW_IN_GROUNDS};
    static const int replaced[] = {OW_REPLACE_TYPE, OW_REPLACE_TILE};
    static const int views[] = {OW_VIEW_USUAL, OW_VIEW_ISO,  OW_VIEW_TOP,   OW_VIEW_BOTTOM,
                                OW_VIEW_FRONT, OW_VIEW_BACK, OW_VIEW_LEFT,  OW_VIEW_RIGHT,
                                OW_VIEW_CITY,  OW_VIEW_GAME, OW_VIEW_ANGLES};
    static const int logics[] = {
        OW_LOGIC_NONE,        OW_LOGIC_UNKNOWN, OW_LOGIC_INVERTER,      OW_LOGIC_AND,
        OW_LOGIC_XOR,         OW_LOGIC_BUFFER,  OW_LOGIC_LATCH,         OW_LOGIC_DELAYER,
        OW_LOGIC_RANDOMIZER,  OW_LOGIC_SWITCH,  OW_LOGIC_BUTTON,        OW_LOGIC_RELAY,
        OW_LOGIC_FAST_BUFFER, OW_LOGIC_RAM,     OW_LOGIC_BCD,           OW_LOGIC_FIFO,
        OW_LOGIC_TABLE,       OW_LOGIC_MEMORY,  OW_LOGIC_DUAL_PORT_RAM, OW_LOGIC_TIMER};
    static const int net_names[] = {OW_NET_BY_NUMBER, OW_NET_BY_LABEL, OW_NET_BY_USER};
    static const int port_kinds[] = {OW_PORT_SOCKET, OW_PORT_SWITCH, OW_PORT_BUTTON,
                                     OW_PORT_DISPLAY};
    static const int delayers[] = {OW_DELAYER_COUNTS, OW_DELAYER_RESTARTS};
    static const int jecs_kinds[] = {OW_JECS_EMPTY, OW_JECS_NULL, OW_JECS_TEXT, OW_JECS_KEYS,
                                     OW_JECS_LIST};
    const struct {
        const int *values;
        size_t count, width;
    } rows[] = {{statuses, LENGTH(statuses), sizeof(ow_status)},
                {kinds, LENGTH(kinds), sizeof(ow_event_kind)},
                {types, LENGTH(types), sizeof(ow_value_type)},
                {visits, LENGTH(visits), sizeof(ow_visit)},
                {severities, LENGTH(severities), sizeof(ow_severity)},
                {fixes, LENGTH(fixes), sizeof(ow_fix)},
                {conflicts, LENGTH(conflicts), sizeof(ow_conflict_kind)},
                {solids, LENGTH(solids), sizeof(ow_solid)},
                {paints, LENGTH(paints), sizeof(ow_paint)},
                {shown, LENGTH(shown), sizeof(ow_shown)},
                {materials, LENGTH(materials), sizeof(ow_material)},
                {seen, LENGTH(seen), sizeof(ow_scene_view)},
                {parts, LENGTH(parts), sizeof(ow_scene_part_kind)},
                {replaced, LENGTH(replaced), sizeof(ow_replaced)},
                {views, LENGTH(views), sizeof(ow_view_kind)},
                {logics, LENGTH(logics), sizeof(ow_logic)},
                {net_names, LENGTH(net_names), sizeof(ow_net_name)},
                {port_kinds, LENGTH(port_kinds), sizeof(ow_port_kind)},
                {jecs_kinds, LENGTH(jecs_kinds), sizeof(ow_jecs_kind)},
                {delayers, LENGTH(delayers), sizeof(ow_delayer_reading)}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        assert_int_equal(rows[i].width, sizeof(int));
        for (size_t k = 0; k < rows[i].count; k++)
            if (rows[i].values[k] != (int)k)
                ROW_FAILED("enum %zu, value %zu is %d\n", i, k, rows[i].values[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_program_hands_over_keeps_its_size),
        cmocka_unit_test(records_keep_their_size),
        cmocka_unit_test(what_the_library_hands_out_keeps_its_members),
        cmocka_unit_test(enums_keep_their_values_and_grow_at_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
