/* Writes a level as a Tiled map: the map itself and its properties. */
#include "write.h"

#include "../../base/error.h"
#include "../../json/base64.h"

#include <inttypes.h>
#include <stdio.h>

enum { NAME_ROOM = 64, VERSION_SIZE = 2 };

bool tiled_is_shown(const struct tiled_writer *writer, uint32_t block)
{
    return leveld_is_seen(writer->level, &writer->shown, block) &&
           !writer->fields.travels[writer->level->blocks[block].id];
}

const ow_leveld_mesh *tiled_shown_mesh(const struct tiled_writer *writer)
{
    uint32_t index = writer->shown.of[OW_LEVELD_MESH];
    return index == NO_BLOCK || writer->fields.travels[OW_LEVELD_MESH]
               ? NULL
               : writer->level->blocks[index].mesh;
}

static void begin_property(struct tiled_writer *writer, const char *name, const char *type)
{
    emit_begin_object(&writer->emit, NULL);
    emit_string(&writer->emit, "name", name);
    emit_string(&writer->emit, "type", type);
}

void tiled_write_string_property(struct tiled_writer *writer, const char *name, const char *value)
{
    begin_property(writer, name, "string");
    emit_string(&writer->emit, "value", value);
    emit_end_object(&writer->emit);
}

void tiled_write_property(struct tiled_writer *writer, const char *name, uint32_t value)
{
    char digits[16];
    if (value > INT32_MAX) {
        snprintf(digits, sizeof digits, "%" PRIu32, value);
        tiled_write_string_property(writer, name, digits);
        return;
    }
    begin_property(writer, name, "int");
    emit_integer(&writer->emit, "value", value);
    emit_end_object(&writer->emit);
}

void tiled_write_base64_property(struct tiled_writer *writer, const char *name,
                                 const uint8_t *bytes, size_t size)
{
    char *text = arena_take(&writer->arena, base64_size(size));
    if (!text) {
        writer->status = writer->arena.status;
        return;
    }
    base64_encode(bytes, size, text);
    begin_property(writer, name, "string");
    emit_text(&writer->emit, "value", (ow_text){text, base64_size(size)});
    emit_end_object(&writer->emit);
    arena_reset(&writer->arena);
}

void tiled_write_text_property(struct tiled_writer *writer, const char *name, ow_text text)
{
    char base64_name[NAME_ROOM];
    if (tiled_keeps_text(text)) {
        begin_property(writer, name, "string");
        emit_text(&writer->emit, "value", text.size > 0 ? text : ow_text_of(NULL));
        emit_end_object(&writer->emit);
        return;
    }
    snprintf(base64_name, sizeof base64_name, "%s" BASE64_SUFFIX, name);
    tiled_write_base64_property(writer, base64_name, (const uint8_t *)text.data, text.size);
}

static void write_meta(struct tiled_writer *writer, const ow_leveld_meta *meta)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, meta->timestamp);
    tiled_write_string_property(writer, "timestamp", digits);
    tiled_write_text_property(writer, "level_id", meta->level_id);
    tiled_write_text_property(writer, "name", meta->name);
    tiled_write_text_property(writer, "author", meta->author);
    tiled_write_text_property(writer, "description", meta->description);
}

/* "META MESH THNG": the level's blocks, in order. */
static void write_block_list(struct tiled_writer *writer)
{
    enum { EACH = 5 };
    const ow_leveld_level *level = writer->level;
    char *text = arena_take(&writer->arena, (size_t)level->block_count * EACH);
    if (!text) {
        writer->status = writer->arena.status;
        return;
    }
    for (uint32_t i = 0; i < level->block_count; i++) {
        memcpy(text + (size_t)i * EACH, leveld_words[level->blocks[i].id].id, EACH);
        text[(size_t)i * EACH + EACH - 1] = ' ';
    }
    size_t size = level->block_count > 0 ? (size_t)level->block_count * EACH - 1 : 0;
    begin_property(writer, PROPERTY_BLOCKS, "string");
    emit_text(&writer->emit, "value", (ow_text){text, size});
    emit_end_object(&writer->emit);
    arena_reset(&writer->arena);
}

/* A block that the map does not show: its bytes, as in the file. */
static void write_hidden_block(struct tiled_writer *writer, uint32_t index)
{
    char name[NAME_ROOM];
    ow_leveld_level single = *writer->level;
    ow_buffer buffer = {0};
    single.blocks = &writer->level->blocks[index];
    single.block_count = 1;
    writer->status = ow_leveld_write_buffer(&single, &writer->options, &buffer, NULL);
    if (writer->status == OW_OK) {
        snprintf(name, sizeof name, PROPERTY_BLOCK "%" PRIu32, index);
        tiled_write_base64_property(writer, name, buffer.data + VERSION_SIZE,
                                    buffer.size - VERSION_SIZE);
    }
    ow_buffer_free(&buffer, &writer->options);
}

/* Cells of an incomplete last row, in versions without a stored height. */
static void write_left_cells(struct tiled_writer *writer, const ow_leveld_mesh *mesh)
{
    enum { LONGEST = 6 };
    uint32_t whole = tiled_height(writer->level, mesh) * mesh->width;
    uint32_t left = mesh->layer_count > 0 ? mesh->layers[0].cell_count : 0;
    if (leveld_layout_of(writer->level) >= 3 || left <= whole)
        return;
    size_t room = (size_t)(left - whole) * LONGEST + 1, size = 0;
    char *text = arena_take(&writer->arena, room);
    if (!text) {
        writer->status = writer->arena.status;
        return;
    }
    for (uint32_t i = whole; i < left; i++)
        size += (size_t)snprintf(text + size, room - size, "%s%u", i > whole ? "," : "",
                                 (unsigned)mesh->layers[0].cells[i]);
    begin_property(writer, PROPERTY_LEFT_CELLS, "string");
    emit_text(&writer->emit, "value", (ow_text){text, size});
    emit_end_object(&writer->emit);
    arena_reset(&writer->arena);
}

static void write_tile_size(struct tiled_writer *writer, const ow_leveld_mesh *mesh)
{
    char text[16];
    if (!leveld_has_tile_size(writer->level) || (mesh->tile_width > 0 && mesh->tile_height > 0))
        return;
    snprintf(text, sizeof text, "%u %u", mesh->tile_width, mesh->tile_height);
    tiled_write_string_property(writer, PROPERTY_TILE_SIZE, text);
}

static const char *variant_name(const ow_leveld_level *level)
{
    for (unsigned i = 0; i < LEVELD_VERSIONS; i++)
        if (leveld_versions[i].version == level->version &&
            leveld_versions[i].variant == level->variant)
            return leveld_versions[i].name;
    return NULL;
}

static void write_properties(struct tiled_writer *writer)
{
    const ow_leveld_level *level = writer->level;
    const ow_leveld_mesh *mesh = tiled_shown_mesh(writer);
    uint32_t meta = writer->shown.of[OW_LEVELD_META];
    emit_begin_array(&writer->emit, "properties", OW_UP_TO_THE_END);
    tiled_write_property(writer, PROPERTY_VERSION, level->version);
    tiled_write_string_property(writer, PROPERTY_ORDER,
                                level->byte_order == OW_LEVELD_BIG ? "big" : "little");
    if (variant_name(level))
        tiled_write_string_property(writer, PROPERTY_VARIANT, variant_name(level));
    if (meta != NO_BLOCK && !writer->fields.travels[OW_LEVELD_META])
        write_meta(writer, level->blocks[meta].meta);
    if (mesh) {
        write_tile_size(writer, mesh);
        write_left_cells(writer, mesh);
    }
    write_block_list(writer);
    for (uint32_t i = 0; i < level->block_count && writer->status == OW_OK; i++)
        if (!tiled_is_shown(writer, i))
            write_hidden_block(writer, i);
    emit_end_array(&writer->emit);
}

void tiled_begin_layer(struct tiled_writer *writer, const char *type, const char *name)
{
    struct emitter *emit = &writer->emit;
    emit_begin_lines(emit, NULL);
    emit_string(emit, "type", type);
    emit_integer(emit, "id", writer->next_layer++);
    emit_string(emit, "name", name);
}

static void write_layers(struct tiled_writer *writer)
{
    emit_begin_array(&writer->emit, "layers", OW_UP_TO_THE_END);
    if (tiled_shown_mesh(writer))
        tiled_write_tile_layers(writer);
    for (uint32_t i = 0; i < writer->level->block_count && writer->status == OW_OK; i++)
        if (writer->level->blocks[i].id >= OW_LEVELD_PLRS && tiled_is_shown(writer, i))
            tiled_write_objects(writer, i);
    emit_end_array(&writer->emit);
}

static uint32_t count_layers(const struct tiled_writer *writer)
{
    const ow_leveld_mesh *mesh = tiled_shown_mesh(writer);
    uint32_t count = mesh ? 2 * mesh->layer_count : 0;
    for (uint32_t i = 0; i < writer->level->block_count; i++)
        count += writer->level->blocks[i].id >= OW_LEVELD_PLRS && tiled_is_shown(writer, i);
    return count;
}

static uint64_t count_objects(const struct tiled_writer *writer)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < writer->level->block_count; i++)
        if (writer->level->blocks[i].id >= OW_LEVELD_PLRS && tiled_is_shown(writer, i))
            count += writer->level->blocks[i].count;
    return count;
}

static void write_map(struct tiled_writer *writer)
{
    struct emitter *emit = &writer->emit;
    const ow_leveld_mesh *mesh = tiled_shown_mesh(writer);
    writer->next_layer = writer->next_object = 1;
    emit_begin_lines(emit, NULL);
    emit_string(emit, "type", "map");
    emit_string(emit, "version", "1.8");
    emit_string(emit, "tiledversion", "1.8.2");
    emit_string(emit, "orientation", "orthogonal");
    emit_string(emit, "renderorder", "right-down");
    emit_integer(emit, "width", mesh ? mesh->width : 1);
    emit_integer(emit, "height", mesh ? tiled_height(writer->level, mesh) : 1);
    emit_integer(emit, "tilewidth", writer->grid_width);
    emit_integer(emit, "tileheight", writer->grid_height);
    emit_boolean(emit, "infinite", false);
    emit_integer(emit, "compressionlevel", -1);
    emit_integer(emit, "nextlayerid", count_layers(writer) + 1);
    emit_integer(emit, "nextobjectid", (int64_t)count_objects(writer) + 1);
    write_properties(writer);
    tiled_write_tilesets(writer);
    write_layers(writer);
    emit_end_object(emit);
}

static bool swallow(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

/* Refuses levels that no file could hold, with the errors of the writer, before any output. */
static ow_status check(const ow_leveld_level *level, const ow_options *options, ow_error *error)
{
    const ow_sink nowhere = {.write = swallow};
    if (!level)
        return error_missing(error, "level");
    ow_leveld_view view;
    ow_status status = ow_leveld_view_open(level, options, &view, error);
    ow_leveld_view_close(&view);
    return status == OW_OK ? ow_leveld_write(level, options, &nowhere, error) : status;
}

ow_status ow_leveld_trace_tiled(const ow_leveld_level *level, const ow_tiled_options *tiled,
                                const ow_options *options, ow_visitor visit, void *context,
                                ow_error *error)
{
    return tiled_trace(level, tiled, NULL, options, visit, context, error);
}

ow_status tiled_trace(const ow_leveld_level *level, const ow_tiled_options *tiled,
                      const struct tiled_fields *fields, const ow_options *options,
                      ow_visitor visit, void *context, ow_error *error)
{
    static const ow_tiled_options nothing;
    error_clear(error);
    if (!visit)
        return error_missing(error, "visitor");
    ow_status status = check(level, options, error);
    if (status != OW_OK)
        return status;
    struct tiled_writer writer = {.emit = {.visit = visit, .context = context}};
    ow_leveld_level completed = *level;
    leveld_set_defaults(&completed);
    writer.level = &completed;
    writer.options = options_or_default(options, 0);
    if (!options || !options->max_memory)
        writer.options.max_memory = UINT64_MAX; /* the level is in memory already */
    arena_init(&writer.arena, &writer.options);
    writer.shown = tiled_find_shown(&completed);
    if (fields)
        writer.fields = *fields;
    else
        tiled_find_fields(&completed, &writer.options, &writer.fields);
    tiled_choose_tilesets(&writer, tiled ? tiled : &nothing);
    write_map(&writer);
    arena_free(&writer.arena);
    return writer.status == OW_OK ? OW_OK
                                  : error_limited(error, writer.status, writer.options.max_memory);
}

ow_status ow_leveld_to_tiled(const ow_leveld_level *level, const ow_tiled_options *tiled,
                             const ow_options *options, const ow_sink *sink, ow_error *error)
{
    ow_json_writer *json = NULL;
    ow_error closing;
    ow_status status = ow_json_open(NULL, options, sink, &json, error);
    if (status != OW_OK)
        return status;
    status = ow_leveld_trace_tiled(level, tiled, options, ow_json_visit, json, error);
    ow_status closed = ow_json_close(json, &closing);
    if (status == OW_OK && closed != OW_OK) {
        status = closed;
        if (error)
            *error = closing;
    }
    return status;
}
