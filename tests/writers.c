/* What cannot be written names its field, its place and what would fit, whichever call has to
 * write: values without room, null pointers, and values that the version or variant has no field
 * for. */
#include "support/test.h"

#include "support/documents.h"
#include "support/worlds.h"

#include "codec/locate.h"

/* One thing wrong with a sound world. */
struct row {
    const char *world;
    void (*change)(void *document);
    ow_status status;
    const char *pointer, *words;
};

/* Of a field that is not there. Another may have its name. */
static const char no_place[] = "cannot store it";

static char long_text[70001];
static uint8_t many[70000 * 64]; /* zeroed records of any kind */

#define TEXT(size) ((ow_text){long_text, size})
#define ROW(world, change, pointer, words)                                                         \
    {                                                                                              \
        world_of_##world, change, OW_BAD_VALUE, pointer, words                                     \
    }
#define NULL_ROW(world, change, pointer)                                                           \
    {                                                                                              \
        world_of_##world, change, OW_BAD_ARGUMENT, pointer, "NULL pointer"                         \
    }
#define ROW_OF_VERSION(world, change, words)                                                       \
    {                                                                                              \
        world_of_##world, change, OW_UNKNOWN_VERSION, "/version", words                            \
    }

static bool swallow(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

/* All rows of a table are told that fail. */
static unsigned failures;

static void assert_reported(const struct row *row, const char *call, ow_status status,
                            const ow_error *error)
{
    if (status != row->status || error->status != status ||
        strcmp(error->pointer, row->pointer) != 0 || !strstr(error->message, row->words))
        failures++,
            print_error("%s: %s at %s: \"%s\", not \"%s\" at %s\n", call, ow_status_name(status),
                        error->pointer, error->message, row->words, row->pointer);
}

/* Where the field stands in the sound file; false where it is none of its fields. */
static bool find(const struct row *row, const ow_document *document, uint64_t *offset)
{
    struct locator locator = {.rest = row->pointer};
    assert_int_equal(ow_trace_document(document, NULL, locator_visit, &locator, NULL), OW_OK);
    *offset = locator.offset;
    return locator.found;
}

/* A conversion drops or cuts, or is refused: what comes out can be written. */
static void assert_converted_to_what_can_be_written(const struct row *row,
                                                    const ow_document *document)
{
    ow_document converted;
    ow_sink sink = {.write = swallow};
    ow_error error = {0};
    ow_status status = ow_convert(document, NULL, NULL, NULL, NULL, &converted, &error);
    if (status != OW_OK)
        assert_reported(row, "ow_convert", status, &error);
    else if (ow_write(&converted, NULL, &sink, &error) != OW_OK)
        failures++, print_error("converted: %s: %s\n", error.pointer, error.message);
    ow_close(&converted);
}

static void assert_not_written(const struct row *row, bool has_places)
{
    ow_document document = document_of(row->world);
    ow_sink sink = {.write = swallow};
    ow_buffer buffer = {0};
    ow_error error = {0};
    uint64_t offset;
    bool found = find(row, &document, &offset);
    row->change(document.as.any);
    assert_reported(row, "ow_write", ow_write(&document, NULL, &sink, &error), &error);
    if (has_places && found && row->words != no_place && error.offset != offset)
        failures++, print_error("%s: byte %u, not %u\n", row->pointer, (unsigned)error.offset,
                                (unsigned)offset);
    assert_reported(row, "ow_write_buffer", ow_write_buffer(&document, NULL, &buffer, &error),
                    &error);
    assert_int_equal(buffer.size, 0);
    assert_reported(row, "ow_trace_document",
                    ow_trace_document(&document, NULL, NULL, NULL, &error), &error);
    assert_reported(row, "ow_document_to_json", ow_document_to_json(&document, NULL, &sink, &error),
                    &error);
    assert_reported(row, "ow_check_document",
                    ow_check_document(&document, NULL, NULL, NULL, &error), &error);
    assert_converted_to_what_can_be_written(row, &document);
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
}

/* `has_places`: all that stands before the field is as in the sound file. */
static void assert_rows(const struct row *rows, size_t count, bool has_places)
{
    failures = 0;
    for (size_t i = 0; i < count; i++)
        assert_not_written(&rows[i], has_places);
    assert_int_equal(failures, 0);
}

#define CHANGE(name, type, ...)                                                                    \
    static void name(void *document)                                                               \
    {                                                                                              \
        type *v = document;                                                                        \
        __VA_ARGS__;                                                                               \
    }

#define SAVE(name, ...) CHANGE(name, ow_blotter_save, __VA_ARGS__)
SAVE(save_kind, v->wires[0].second.kind = 77)
SAVE(save_type, v->save_type = 9)
SAVE(save_version, v->version = 9)
SAVE(save_variant, v->variant = 7)
SAVE(save_draft, v->variant = OW_BLOTTER_DRAFT)
SAVE(save_mod_text, v->mods[0].id = TEXT(3); v->mods[0].id.data = NULL)
SAVE(save_type_text, v->component_types[0].name.data = NULL)
SAVE(save_custom, v->components[0].custom_data.data = NULL)
SAVE(save_inputs, v->components[0].inputs = NULL)
SAVE(save_outputs, v->components[1].outputs = NULL)
SAVE(save_mods, v->mods = NULL)
SAVE(save_types, v->component_types = NULL)
SAVE(save_components, v->components = NULL)
SAVE(save_wires, v->wires = NULL)
SAVE(save_bits, v->circuit_states.bits.data = NULL)
SAVE(save_trailing, v->trailing = (ow_bytes){NULL, 3})
SAVE(save_exclusive, v->components[0].inputs_exclusive = many)
SAVE(save_outputs_on, v->components[1].outputs_on = many)
SAVE(save_on, v->circuit_states.on = (int32_t *)(void *)many; v->circuit_states.on_count = 1)
SAVE(save_subassembly, v->save_type = OW_BLOTTER_SUBASSEMBLY)

static const struct row blotter_rows[] = {
    ROW(blotter, save_kind, "/wires/0/second/kind", "kind is 77"),
    ROW(blotter, save_type, "/save_type", "save_type is 9"),
    ROW_OF_VERSION(blotter, save_version, "version 9"),
    ROW(blotter, save_variant, "/variant", "variant is 7"),
    ROW(blotter, save_draft, "/variant", "which version 7 does not have"),
    NULL_ROW(blotter, save_mod_text, "/mods/0/id"),
    NULL_ROW(blotter, save_type_text, "/component_types/0/name"),
    NULL_ROW(blotter, save_custom, "/components/0/custom_data"),
    NULL_ROW(blotter, save_inputs, "/components/0/inputs"),
    NULL_ROW(blotter, save_outputs, "/components/1/outputs"),
    NULL_ROW(blotter, save_mods, "/mods"),
    NULL_ROW(blotter, save_types, "/component_types"),
    NULL_ROW(blotter, save_components, "/components"),
    NULL_ROW(blotter, save_wires, "/wires"),
    NULL_ROW(blotter, save_bits, "/circuit_states"),
    NULL_ROW(blotter, save_trailing, "/trailing"),
    ROW(blotter, save_exclusive, "/components/0/inputs_exclusive", no_place),
    ROW(blotter, save_outputs_on, "/components/1/outputs_on", no_place),
    ROW(blotter, save_on, "/circuit_states", no_place),
    ROW(blotter, save_subassembly, "/circuit_states", no_place),
};

/* A save of version 7 as an older one: what it has there is set to nothing, but for one field. */
static void make_old(ow_blotter_save *v, uint8_t version)
{
    static ow_blotter_component component = {.address = 10};
    static ow_blotter_wire wire = {{OW_BLOTTER_INPUT, 10, 0}, {OW_BLOTTER_INPUT, 10, 0}, 0, 0};
    component = (ow_blotter_component){.address = 10};
    wire = (ow_blotter_wire){{OW_BLOTTER_INPUT, 10, 0}, {OW_BLOTTER_INPUT, 10, 0}, 0, 0};
    *v = (ow_blotter_save){.version = version,
                           .component_count = 1,
                           .wire_count = 1,
                           .components = &component,
                           .wires = &wire,
                           .owner = v->owner};
    v->variant = version == 5 ? OW_BLOTTER_DRAFT : OW_BLOTTER_PLAIN;
    v->save_type = version == 5 ? OW_BLOTTER_WORLD : 0;
}

#define OLD_SAVE(name, version, ...) SAVE(name, make_old(v, version); __VA_ARGS__)
OLD_SAVE(old_save_type, 4, v->save_type = OW_BLOTTER_WORLD)
OLD_SAVE(old_mods, 4, v->mods = (void *)many; v->mod_count = 1)
OLD_SAVE(old_state, 4, v->wires[0].circuit_state = 1)
OLD_SAVE(old_inputs, 4, v->components[0].inputs = (void *)many)
OLD_SAVE(old_outputs, 4, v->components[0].outputs = (void *)many)
OLD_SAVE(old_bits, 4, v->circuit_states.bits = ((ow_bytes){many, 1}))
OLD_SAVE(old_index, 4, v->wires[0].first.index = 256)
OLD_SAVE(old_negative_index, 4, v->wires[0].first.index = -1)
OLD_SAVE(old_flags, 4, v->components[0].input_count = 1)
OLD_SAVE(old_on, 4, v->components[0].output_count = 1)
OLD_SAVE(draft_mods, 5, v->mods = (void *)many; v->mod_count = 1)
OLD_SAVE(draft_index, 5, v->wires[0].second.index = 300)
OLD_SAVE(draft_inputs, 5, v->components[0].input_count = 256;
         v->components[0].inputs = (void *)many; v->components[0].inputs_exclusive = many)
OLD_SAVE(draft_outputs, 5, v->components[0].output_count = 256;
         v->components[0].outputs = (void *)many)
OLD_SAVE(draft_flags, 5, v->components[0].input_count = 1; v->components[0].inputs = (void *)many)

static const struct row old_blotter_rows[] = {
    ROW(blotter, old_save_type, "/save_type", no_place),
    ROW(blotter, old_mods, "/mods", no_place),
    ROW(blotter, old_state, "/wires/0/circuit_state", no_place),
    ROW(blotter, old_inputs, "/components/0/inputs", no_place),
    ROW(blotter, old_outputs, "/components/0/outputs", no_place),
    ROW(blotter, old_bits, "/circuit_states", no_place),
    ROW(blotter, old_index, "/wires/0/first/index", "index is 256; the file can store 0 to 255"),
    ROW(blotter, old_negative_index, "/wires/0/first/index", "index is -1"),
    NULL_ROW(blotter, old_flags, "/components/0/inputs"),
    NULL_ROW(blotter, old_on, "/components/0/outputs"),
    ROW(blotter, draft_mods, "/mods", no_place),
    ROW(blotter, draft_index, "/wires/0/second/index", "index is 300"),
    ROW(blotter, draft_inputs, "/components/0/input_count", "is 256; the file can store 255"),
    ROW(blotter, draft_outputs, "/components/0/output_count", "is 256; the file can store 255"),
    NULL_ROW(blotter, draft_flags, "/components/0/inputs/0"),
};

#define LEVEL(name, ...) CHANGE(name, ow_leveld_level, __VA_ARGS__)
#define THING            v->blocks[2].things[0]
#define TRIGGER          v->blocks[3].triggers[0]
#define ONE_BLOCK(index) v->blocks[0] = v->blocks[index], v->block_count = 1
LEVEL(level_metadata, THING.metadata = TEXT(300))
LEVEL(level_trigger_metadata, TRIGGER.metadata = TEXT(256))
LEVEL(level_name, v->blocks[0].meta->name = TEXT(256))
LEVEL(level_id, v->blocks[2].id = 8)
LEVEL(level_version, v->version = 5)
LEVEL(level_order, v->byte_order = 3)
LEVEL(level_variant, v->variant = OW_LEVELD_1B)
LEVEL(level_blocks, v->blocks = NULL)
LEVEL(level_meta, v->blocks[0].meta = NULL)
LEVEL(level_mesh, v->blocks[1].mesh = NULL)
LEVEL(level_layers, v->blocks[1].mesh->layers = NULL)
LEVEL(level_cells, v->blocks[1].mesh->layers[1].cells = NULL)
LEVEL(level_things, v->blocks[2].things = NULL)
LEVEL(level_triggers, v->blocks[3].triggers = NULL)
LEVEL(level_paths, v->blocks[4].paths = NULL)
LEVEL(level_points, v->blocks[4].paths[0].points = NULL)
LEVEL(level_text, v->blocks[0].meta->author.data = NULL)
LEVEL(level_actors, v->blocks[2].id = OW_LEVELD_NPCS; v->blocks[2].things = NULL)
LEVEL(level_thing_layer, v->version = 3; ONE_BLOCK(2))
LEVEL(level_trigger_layer, v->version = 3; ONE_BLOCK(3))
LEVEL(level_path_layer, v->version = 3; ONE_BLOCK(4))
LEVEL(level_radius, TRIGGER.radius = 1)
LEVEL(level_circle, TRIGGER.area_type = OW_LEVELD_CIRCLE)
LEVEL(level_area, TRIGGER.area_type = 9)
LEVEL(level_meta_count, v->blocks[0].count = 1)
LEVEL(level_two_layers, v->version = 2; ONE_BLOCK(1); v->blocks[0].mesh->height = 0)
LEVEL(level_height, v->version = 2; ONE_BLOCK(1); v->blocks[0].mesh->layer_count = 1)
LEVEL(level_tile_size, v->version = 1; v->byte_order = 0; ONE_BLOCK(1);
      v->blocks[0].mesh->layer_count = 1; v->blocks[0].mesh->height = 0)
LEVEL(level_actor_id, v->version = 0; v->byte_order = 0; ONE_BLOCK(2);
      v->blocks[0].id = OW_LEVELD_ITEM; v->blocks[0].count = 2;
      v->blocks[0].actors = (void *)(many + 3200); v->blocks[0].actors[1].id = 4)
LEVEL(level_short_meta, v->version = 0; v->byte_order = 0; v->variant = OW_LEVELD_SHORT_META;
      ONE_BLOCK(0))

static const struct row leveld_rows[] = {
    ROW(leveld, level_metadata, "/blocks/2/things/0/metadata",
        "metadata has 300 bytes; the file can store 255"),
    ROW(leveld, level_trigger_metadata, "/blocks/3/triggers/0/metadata", "has 256 bytes"),
    ROW(leveld, level_name, "/blocks/0/name", "name has 256 bytes"),
    ROW(leveld, level_id, "/blocks/2/id", "id is 8; the highest valid value is 7"),
    ROW_OF_VERSION(leveld, level_version, "version 5"),
    ROW(leveld, level_order, "/byte_order", "byte_order is 3"),
    ROW(leveld, level_variant, "/variant", "which version 4 does not have"),
    NULL_ROW(leveld, level_blocks, "/blocks"),
    NULL_ROW(leveld, level_meta, "/blocks/0/META"),
    NULL_ROW(leveld, level_mesh, "/blocks/1/MESH"),
    NULL_ROW(leveld, level_layers, "/blocks/1/layers"),
    NULL_ROW(leveld, level_cells, "/blocks/1/layers/1"),
    NULL_ROW(leveld, level_things, "/blocks/2/things"),
    NULL_ROW(leveld, level_triggers, "/blocks/3/triggers"),
    NULL_ROW(leveld, level_paths, "/blocks/4/paths"),
    NULL_ROW(leveld, level_points, "/blocks/4/paths/0/points"),
    NULL_ROW(leveld, level_text, "/blocks/0/author"),
    NULL_ROW(leveld, level_actors, "/blocks/2/actors"),
    ROW(leveld, level_thing_layer, "/blocks/0/things/0/layer_id", no_place),
    ROW(leveld, level_trigger_layer, "/blocks/0/triggers/0/layer_id", no_place),
    ROW(leveld, level_path_layer, "/blocks/0/paths/0/layer_id", no_place),
    ROW(leveld, level_radius, "/blocks/3/triggers/0/radius", no_place),
    ROW(leveld, level_circle, "/blocks/3/triggers/0/width", no_place),
    ROW(leveld, level_area, "/blocks/3/triggers/0/width", no_place),
    ROW(leveld, level_meta_count, "/blocks/0/count", no_place),
    ROW(leveld, level_two_layers, "/blocks/0/layers", "version 2 has one layer, not 2"),
    ROW(leveld, level_height, "/blocks/0/height", no_place),
    ROW(leveld, level_tile_size, "/blocks/0/tile_width", no_place),
    ROW(leveld, level_actor_id, "/blocks/0/actors/1/id", no_place),
    ROW(leveld, level_short_meta, "/blocks/0/level_id", no_place),
};

#define CITY(name, ...) CHANGE(name, ow_city_save, __VA_ARGS__)
/* A terrain that is an image, and nothing else. */
#define IMAGE(in)                                                                                  \
    v->variant = in, v->terrain = (ow_city_terrain){.image_path = TEXT(2)}, v->thing_count = 0,    \
    v->meta_thing_count = 0
CITY(city_name, v->name = TEXT(65536))
CITY(city_path, IMAGE(OW_CITY_D3); v->terrain.image_path = TEXT(65536))
CITY(city_meta_thing, v->meta_things[1] = TEXT(65536))
CITY(city_kind, v->terrain.kind = 2)
CITY(city_raw_kind, v->terrain.kind = 256 + 7)
CITY(city_variant, v->variant = 5)
CITY(city_version, v->version = 1)
CITY(city_heights, v->terrain.heights = NULL)
CITY(city_many_heights, v->terrain.heights = NULL;
     v->terrain.x_vertices = v->terrain.y_vertices = UINT32_MAX)
CITY(city_meta_things, v->meta_things = NULL)
CITY(city_things, v->things = NULL)
CITY(city_reserved, v->things[0].reserved.data = NULL)
CITY(city_text, v->meta_things[0].data = NULL)
CITY(city_image_path, v->terrain.image_path = TEXT(2))
CITY(city_z_scale_of_heights, v->terrain.z_scale = 1)
CITY(city_x_vertices, IMAGE(OW_CITY_D3); v->terrain.x_vertices = 1)
CITY(city_y_vertices, IMAGE(OW_CITY_D3); v->terrain.y_vertices = 1)
CITY(city_heights_of_image, IMAGE(OW_CITY_D3); v->terrain.heights = (void *)many)
CITY(city_z_scale, IMAGE(OW_CITY_S1); v->terrain.z_scale = 1)
CITY(city_early_z_scale, IMAGE(OW_CITY_L1); v->terrain.z_scale = 1)
CITY(city_early_version, IMAGE(OW_CITY_L2); v->version = 1)
CITY(city_early_things, v->variant = OW_CITY_L2; v->meta_thing_count = 0)
CITY(city_early_meta_things, v->variant = OW_CITY_L2)
CITY(city_p0_reserved, v->variant = OW_CITY_P0)

static const struct row city_rows[] = {
    ROW(city, city_name, "/name", "name has 65536 bytes; the file can store 65535"),
    ROW(city, city_path, "/terrain/image_path", "has 65536 bytes; the file can store 65535"),
    ROW(city, city_meta_thing, "/meta_things/1", "has 65536 bytes"),
    ROW(city, city_kind, "/terrain/kind", "kind is 2"),
    ROW(city, city_raw_kind, "/terrain/kind", "unknown kind of terrain 7"),
    ROW(city, city_variant, "/variant", "variant is 5"),
    ROW_OF_VERSION(city, city_version, "version 1"),
    NULL_ROW(city, city_heights, "/terrain/heights"),
    NULL_ROW(city, city_many_heights, "/terrain/heights"),
    NULL_ROW(city, city_meta_things, "/meta_things"),
    NULL_ROW(city, city_things, "/things"),
    NULL_ROW(city, city_reserved, "/things/0/reserved"),
    NULL_ROW(city, city_text, "/meta_things/0"),
    ROW(city, city_image_path, "/terrain/image_path", no_place),
    ROW(city, city_z_scale_of_heights, "/terrain/z_scale", no_place),
    ROW(city, city_x_vertices, "/terrain/x_vertices", no_place),
    ROW(city, city_y_vertices, "/terrain/y_vertices", no_place),
    ROW(city, city_heights_of_image, "/terrain/heights", no_place),
    ROW(city, city_z_scale, "/terrain/z_scale", no_place),
    ROW(city, city_early_z_scale, "/terrain/z_scale", no_place),
    ROW(city, city_early_version, "/version", no_place),
    ROW(city, city_early_things, "/things", no_place),
    ROW(city, city_early_meta_things, "/meta_things", no_place),
    ROW(city, city_p0_reserved, "/things/0/reserved", no_place),
};

#define BUILD(name, ...)          CHANGE(name, ow_structure_build, __VA_ARGS__)
#define BLOCK(index)              v->blocks[index]
#define SEAT                      v->blocks[1].settings
#define LIST(list, count, number) list = (void *)many, count = number
BUILD(build_version, v->version = 7)
BUILD(build_order, v->variant.byte_order = 2)
BUILD(build_tables, v->variant.tables = 2)
BUILD(build_prefix, v->variant.string_prefix = 9)
BUILD(build_color_bytes, v->variant.metadata_color_bytes = 77)
BUILD(build_wide_index, v->variant.wide_index_from = 5)
BUILD(build_colors, LIST(v->colors, v->color_count, 255))
BUILD(build_rotations, LIST(v->rotations, v->rotation_count, 65535))
BUILD(build_roots, LIST(v->roots, v->root_count, 65536))
BUILD(build_blocks, LIST(v->blocks, v->block_count, 65536))
BUILD(build_null_colors, v->colors = NULL)
BUILD(build_null_rotations, v->rotations = NULL)
BUILD(build_null_roots, v->roots = NULL)
BUILD(build_null_blocks, v->blocks = NULL)
BUILD(build_settings, SEAT = NULL)
BUILD(build_metadata, SEAT->metadata = NULL)
BUILD(build_connections, SEAT->connections = NULL)
BUILD(build_integers, SEAT->integers = NULL)
BUILD(build_name, SEAT->name.data = NULL)
BUILD(build_booleans, SEAT->metadata->booleans = NULL)
BUILD(build_floats, SEAT->metadata->floats = NULL)
BUILD(build_groups, SEAT->metadata->groups = NULL)
BUILD(build_group, SEAT->metadata->groups[0].values = NULL)
BUILD(build_bytes, SEAT->metadata->bytes = NULL)
BUILD(build_gradient, SEAT->metadata->gradients[0].alphas = NULL)
BUILD(build_gradient_colors, SEAT->metadata->gradients[0].colors = NULL)
BUILD(build_vertices, BLOCK(2).settings->metadata->vertices = NULL)
BUILD(build_inputs, BLOCK(3).settings->metadata->inputs = NULL)

static const struct row structure_rows[] = {
    ROW_OF_VERSION(structure, build_version, "version 7, which exists"),
    ROW(structure, build_order, "/variant/byte_order", "byte_order is 2"),
    ROW(structure, build_tables, "/variant/tables", "tables is 2"),
    ROW(structure, build_prefix, "/variant/string_prefix", "string_prefix is 9"),
    ROW(structure, build_color_bytes, "/variant/metadata_color_bytes", "is 77; expected 3 to 4"),
    ROW(structure, build_wide_index, "/variant/wide_index_from", "is 5; expected 256 to 257"),
    ROW(structure, build_colors, "/color_count", "is 255; the file can store 254"),
    ROW(structure, build_rotations, "/rotation_count", "is 65535; the file can store 65534"),
    ROW(structure, build_roots, "/root_count", "is 65536; the file can store 65535"),
    ROW(structure, build_blocks, "/block_count", "is 65536; the file can store 65535"),
    NULL_ROW(structure, build_null_colors, "/colors"),
    NULL_ROW(structure, build_null_rotations, "/rotations"),
    NULL_ROW(structure, build_null_roots, "/roots"),
    NULL_ROW(structure, build_null_blocks, "/blocks"),
    NULL_ROW(structure, build_settings, "/blocks/1/settings"),
    NULL_ROW(structure, build_metadata, "/blocks/1/metadata"),
    NULL_ROW(structure, build_connections, "/blocks/1/connections"),
    NULL_ROW(structure, build_integers, "/blocks/1/integers"),
    NULL_ROW(structure, build_name, "/blocks/1/name"),
    NULL_ROW(structure, build_booleans, "/blocks/1/metadata/booleans"),
    NULL_ROW(structure, build_floats, "/blocks/1/metadata/floats"),
    NULL_ROW(structure, build_groups, "/blocks/1/metadata/groups"),
    NULL_ROW(structure, build_group, "/blocks/1/metadata/groups/0"),
    NULL_ROW(structure, build_bytes, "/blocks/1/metadata/bytes"),
    NULL_ROW(structure, build_gradient, "/blocks/1/metadata/gradients/0/alphas"),
    NULL_ROW(structure, build_gradient_colors, "/blocks/1/metadata/gradients/0/colors"),
    NULL_ROW(structure, build_vertices, "/blocks/2/metadata/vertices"),
    NULL_ROW(structure, build_inputs, "/blocks/3/metadata/inputs"),
};

BUILD(block_index, BLOCK(0).rotation_index = 256)
BUILD(block_settings, BLOCK(0).settings = SEAT)
BUILD(block_speed, BLOCK(0).speed = 1)
BUILD(block_color, BLOCK(2).color = 1)
BUILD(block_name, BLOCK(2).settings->name = TEXT(1))
BUILD(block_long_name, v->variant.string_prefix = OW_STRUCTURE_U16; SEAT->name = TEXT(65536))
BUILD(block_bearing, SEAT->bearing = 1)
BUILD(block_connections, LIST(SEAT->connections, SEAT->connection_count, 256))
BUILD(block_integers, LIST(SEAT->integers, SEAT->integer_count, 256))
BUILD(block_no_connections,
      LIST(BLOCK(2).settings->connections, BLOCK(2).settings->connection_count, 1))
BUILD(block_no_integers, LIST(BLOCK(2).settings->integers, BLOCK(2).settings->integer_count, 1))
BUILD(block_no_metadata, BLOCK(1).mask |= OW_STRUCTURE_NO_METADATA)
#define METADATA(index) BLOCK(index).settings->metadata
BUILD(metadata_booleans, LIST(METADATA(1)->booleans, METADATA(1)->boolean_count, 256))
BUILD(metadata_floats, LIST(METADATA(1)->floats, METADATA(1)->float_count, 256))
BUILD(metadata_vectors, LIST(METADATA(1)->vectors, METADATA(1)->vector_count, 256))
BUILD(metadata_groups, LIST(METADATA(1)->groups, METADATA(1)->group_count, 129))
BUILD(metadata_bytes, LIST(METADATA(1)->bytes, METADATA(1)->byte_count, 64))
BUILD(metadata_colors, LIST(METADATA(1)->colors, METADATA(1)->color_count, 256))
BUILD(metadata_alpha, v->variant.metadata_color_bytes = 3; METADATA(1)->colors[0][3] = 1)
BUILD(metadata_gradients, LIST(METADATA(1)->gradients, METADATA(1)->gradient_count, 256))
BUILD(metadata_formula, METADATA(1)->formula = TEXT(1))
BUILD(metadata_long_formula, METADATA(3)->formula = TEXT(65536))
BUILD(metadata_inputs, LIST(METADATA(1)->inputs, METADATA(1)->input_count, 1))
BUILD(metadata_slots, LIST(METADATA(1)->slots, METADATA(1)->slot_count, 1))
BUILD(metadata_vertices, LIST(METADATA(1)->vertices, METADATA(1)->vertex_count, 1))
BUILD(metadata_min, METADATA(1)->min = 1)
BUILD(metadata_empty_min, METADATA(2)->vertex_count = 0)
BUILD(metadata_custom_vectors, LIST(METADATA(2)->vectors, METADATA(2)->vector_count, 1))
BUILD(metadata_custom_groups, LIST(METADATA(2)->groups, METADATA(2)->group_count, 1))

static const struct row block_rows[] = {
    ROW(structure, block_index, "/blocks/0/rotation_index", "is 256; the file can store 0 to"),
    ROW(structure, block_settings, "/blocks/0/settings", no_place),
    ROW(structure, block_speed, "/blocks/0/speed", no_place),
    ROW(structure, block_color, "/blocks/2/color", no_place),
    ROW(structure, block_name, "/blocks/2/name", no_place),
    ROW(structure, block_long_name, "/blocks/1/name", "has 65536 bytes; the file can store 65535"),
    ROW(structure, block_bearing, "/blocks/1/bearing", no_place),
    ROW(structure, block_connections, "/blocks/1/connection_count", "is 256"),
    ROW(structure, block_integers, "/blocks/1/integer_count", "is 256; the file can store 255"),
    ROW(structure, block_no_connections, "/blocks/2/connections", no_place),
    ROW(structure, block_no_integers, "/blocks/2/integers", no_place),
    ROW(structure, block_no_metadata, "/blocks/1/metadata", no_place),
    ROW(structure, metadata_booleans, "/blocks/1/metadata/booleans", "is 256"),
    ROW(structure, metadata_floats, "/blocks/1/metadata/float_count", "is 256"),
    ROW(structure, metadata_vectors, "/blocks/1/metadata/vector_count", "is 256"),
    ROW(structure, metadata_groups, "/blocks/1/metadata/group_length", "129 groups are too many"),
    ROW(structure, metadata_bytes, "/blocks/1/metadata/byte_length",
        "64 bytes are too many; the file can store 63"),
    ROW(structure, metadata_colors, "/blocks/1/metadata/color_count", "is 256"),
    ROW(structure, metadata_alpha, "/blocks/1/metadata/colors/0", no_place),
    ROW(structure, metadata_gradients, "/blocks/1/metadata/gradient_count", "is 256"),
    ROW(structure, metadata_formula, "/blocks/1/metadata/formula", no_place),
    ROW(structure, metadata_long_formula, "/blocks/3/metadata/formula", "has 65536 bytes"),
    ROW(structure, metadata_inputs, "/blocks/1/metadata/inputs", no_place),
    ROW(structure, metadata_slots, "/blocks/1/metadata/slots", no_place),
    ROW(structure, metadata_vertices, "/blocks/1/metadata/vertices", no_place),
    ROW(structure, metadata_min, "/blocks/1/metadata/min", no_place),
    ROW(structure, metadata_empty_min, "/blocks/2/metadata/min", no_place),
    ROW(structure, metadata_custom_vectors, "/blocks/2/metadata/vectors", no_place),
    ROW(structure, metadata_custom_groups, "/blocks/2/metadata/groups", no_place),
};

/* A build of version 6 as an older one: what it has there is set to nothing, but for one field.
 * Version 0 has settings in every block. */
static void make_older(ow_structure_build *v, uint8_t version)
{
    static ow_structure_settings settings;
    static int32_t wide[2];
    v->version = version;
    v->colors = NULL, v->rotations = NULL;
    v->color_count = v->rotation_count = 0;
    if (version < 5) {
        METADATA(1)->wide_bytes = wide;
        METADATA(1)->groups[0].wide_values = wide;
    }
    if (version < 2)
        v->roots[0].last_block = 0;
    if (version > 0)
        return;
    memset(v->roots, 0, sizeof *v->roots);
    for (uint32_t i = 0; i < v->block_count; i++)
        memset(BLOCK(i).world_position, 0, sizeof BLOCK(i).world_position);
    BLOCK(0).settings = &settings;
    METADATA(2)->vertex_count = 0;
    METADATA(2)->min = METADATA(2)->max = 0;
}

#define OLDER(name, of_version, ...) BUILD(name, make_older(v, of_version); __VA_ARGS__)
OLDER(older_colors, 5, LIST(v->colors, v->color_count, 1))
OLDER(older_rotations, 5, LIST(v->rotations, v->rotation_count, 1))
OLDER(older_spare_bits, 4, METADATA(1)->booleans[0] |= 1)
OLDER(older_booleans, 4, LIST(METADATA(1)->booleans, METADATA(1)->boolean_count, 256))
OLDER(older_bytes, 4, LIST(METADATA(1)->wide_bytes, METADATA(1)->byte_count, 256))
OLDER(older_group_values, 4, v->variant.group_value_bytes = 3)
OLDER(older_speed, 2, BLOCK(0).mask |= OW_STRUCTURE_HAS_SPEED; BLOCK(0).speed = 1)
OLDER(older_root, 2, BLOCK(3).root = 1)
OLDER(older_last_block, 1, v->roots[0].last_block = 3)
OLDER(older_vectors, 1, LIST(METADATA(2)->vectors, METADATA(2)->vector_count, 1))
OLDER(oldest_group_counts, 0, v->variant.group_count_bytes = 3)
OLDER(oldest_center, 0, v->roots[0].bounds_center[2] = 1)
OLDER(oldest_size, 0, v->roots[0].bounds_size[0] = 1)
OLDER(oldest_settings, 0, BLOCK(0).settings = NULL)
OLDER(oldest_alpha, 0, BLOCK(2).rgba[3] = 1)
OLDER(oldest_vertices, 0, METADATA(2)->vertex_count = 1)
OLDER(oldest_min, 0, METADATA(2)->min = -1)
OLDER(oldest_booleans, 0, LIST(METADATA(1)->booleans, METADATA(1)->boolean_count, 65536))
OLDER(oldest_groups, 0, LIST(METADATA(1)->groups, METADATA(1)->group_count, 32769))

static const struct row older_rows[] = {
    ROW(structure, older_colors, "/colors", no_place),
    ROW(structure, older_rotations, "/rotations", no_place),
    ROW(structure, older_spare_bits, "/blocks/1/metadata/spare_bits", no_place),
    ROW(structure, older_booleans, "/blocks/1/metadata/boolean_count", "is 256"),
    ROW(structure, older_bytes, "/blocks/1/metadata/byte_count", "is 256"),
    ROW(structure, older_group_values, "/variant/group_value_bytes", "is 3; it can be 2 or 4"),
    ROW(structure, older_speed, "/blocks/0/speed", no_place),
    ROW(structure, older_root, "/blocks/3/root", no_place),
    ROW(structure, older_last_block, "/roots/0/last_block", no_place),
    ROW(structure, older_vectors, "/blocks/2/metadata/vectors", no_place),
    ROW(structure, oldest_group_counts, "/variant/group_count_bytes", "is 3; expected 1 to 2"),
    ROW(structure, oldest_center, "/roots/0/bounds_center", no_place),
    ROW(structure, oldest_size, "/roots/0/bounds_size", no_place),
    NULL_ROW(structure, oldest_settings, "/blocks/0/settings"),
    ROW(structure, oldest_alpha, "/blocks/2/color", no_place),
    ROW(structure, oldest_vertices, "/blocks/2/metadata/vertices", no_place),
    ROW(structure, oldest_min, "/blocks/2/metadata/min", no_place),
    ROW(structure, oldest_booleans, "/blocks/1/metadata/boolean_count", "is 65536"),
    ROW(structure, oldest_groups, "/blocks/1/metadata/group_length",
        "32769 groups are too many; the file can store 32768"),
};

static void what_a_save_cannot_hold_is_reported_by_field(void **state)
{
    (void)state;
    assert_rows(blotter_rows, LENGTH(blotter_rows), true);
    assert_rows(old_blotter_rows, LENGTH(old_blotter_rows), false);
}

static void what_a_level_cannot_hold_is_reported_by_field(void **state)
{
    (void)state;
    assert_rows(leveld_rows, LENGTH(leveld_rows), true);
}

static void what_a_city_cannot_hold_is_reported_by_field(void **state)
{
    (void)state;
    assert_rows(city_rows, LENGTH(city_rows), true);
}

static void what_a_build_cannot_hold_is_reported_by_field(void **state)
{
    (void)state;
    assert_rows(structure_rows, LENGTH(structure_rows), true);
    assert_rows(block_rows, LENGTH(block_rows), true);
    assert_rows(older_rows, LENGTH(older_rows), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_save_cannot_hold_is_reported_by_field),
        cmocka_unit_test(what_a_level_cannot_hold_is_reported_by_field),
        cmocka_unit_test(what_a_city_cannot_hold_is_reported_by_field),
        cmocka_unit_test(what_a_build_cannot_hold_is_reported_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
