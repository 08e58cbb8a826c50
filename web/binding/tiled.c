/* Levels as maps of Tiled, and maps as levels. */
#include "calls.h"
#include "host.h"
#include "settings.h"

#include <stdlib.h>

static bool inflate(void *context, const void *packed, size_t packed_size, void *cells, size_t size)
{
    (void)context;
    return host_inflate(packed, packed_size, cells, size) != 0;
}

/* A level, and the options of its map. */
struct for_tiled {
    const ow_leveld_level *level;
    ow_tiled_options options;
};

static ow_status begin_for_tiled(struct world *world, const char *text, struct for_tiled *made)
{
    static const struct setting table[] = {
        {"tiles_image", SETTING_TEXT, offsetof(ow_tiled_options, tiles.image), NULL, 0},
        {"tiles_file", SETTING_TEXT, offsetof(ow_tiled_options, tiles.source), NULL, 0},
        {"blocks_image", SETTING_TEXT, offsetof(ow_tiled_options, blocks.image), NULL, 0},
        {0}};
    ow_tiled_options named = {0};
    *made = (struct for_tiled){0};
    if (read_settings(text, table, &named) != OW_OK || need_document(world) != OW_OK)
        return last_error()->status;
    if (strcmp(world->document.format->name, "leveld") != 0)
        return refuse(world->document.format->title,
                      "only levels can be converted to maps of Tiled");
    made->level = world->document.as.leveld;
    ow_status status =
        ow_leveld_tilesets(made->level, &made->options.tiles, &made->options.blocks, fresh_error());
    made->options.tiles.image = named.tiles.image;
    made->options.tiles.source = named.tiles.source;
    made->options.blocks.image = named.blocks.image;
    return status;
}

/* Answers with a map as JSON (TMJ). */
EXPORTED int web_to_tiled(struct world *world, const char *text)
{
    struct for_tiled made;
    ow_status status = begin_for_tiled(world, text, &made);
    if (status != OW_OK)
        return (int)status;
    ow_options options = options_of(world);
    ow_sink sink = answer_sink();
    return (int)ow_leveld_to_tiled(made.level, &made.options, &options, &sink, fresh_error());
}

/* Answers with the tileset's file (TSJ). */
EXPORTED int web_tiled_tileset(struct world *world, const char *text)
{
    struct for_tiled made;
    ow_status status = begin_for_tiled(world, text, &made);
    ow_json_writer *writer = status == OW_OK ? open_answer() : NULL;
    if (!writer)
        return (int)last_error()->status;
    ow_tiled_tileset inside = made.options.tiles;
    inside.source = NULL;
    return (int)close_answer(writer,
                             ow_tiled_trace_tileset(&inside, ow_json_visit, writer, fresh_error()));
}

/* Answers with the image of the tiles, or of the mark of impassable cells: rows of red, green, blue
 * and opacity, with the width of web_tiled_width; empty if the size of tiles is invalid. */
EXPORTED int web_tiled_image(struct world *world, int blocks)
{
    struct for_tiled made;
    ow_status status = begin_for_tiled(world, "", &made);
    const ow_tiled_tileset *tileset = blocks ? &made.options.blocks : &made.options.tiles;
    ow_sink sink = answer_sink();
    size_t row_size = (size_t)tileset->image_width * sizeof(ow_color);
    uint8_t *row = status == OW_OK ? malloc(row_size + 1) : NULL;
    if (status == OW_OK && !row)
        status = fresh_error()->status = OW_NO_MEMORY;
    for (uint32_t y = 0; status == OW_OK && y < tileset->image_height; y++) {
        (blocks ? ow_leveld_paint_blocks : ow_leveld_paint_tiles)(tileset, y, row);
        if (!sink.write(sink.context, row, row_size))
            status = fresh_error()->status = OW_NO_MEMORY;
    }
    free(row);
    return (int)status;
}

/* Returns 0 if there is no image. */
EXPORTED uint32_t web_tiled_width(struct world *world, int blocks)
{
    struct for_tiled made;
    if (begin_for_tiled(world, "", &made) != OW_OK)
        return 0;
    return (blocks ? &made.options.blocks : &made.options.tiles)->image_width;
}

/* Makes a level from a map. Answers with {"losses": [...]}. */
EXPORTED struct world *web_from_tiled(const char *text, size_t size)
{
    const ow_tiled_options tiled = {.inflate = inflate, .read = host_read, .release = host_release};
    ow_json_writer *writer = open_answer();
    ow_leveld_level *level = NULL;
    if (!writer)
        return NULL;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "losses");
    ow_status status =
        ow_leveld_from_tiled(text, size, &tiled, NULL, answer_loss, writer, &level, fresh_error());
    json_end_array(writer);
    json_end_object(writer);
    if (close_answer(writer, status) != OW_OK) {
        ow_leveld_free(level);
        return NULL;
    }
    ow_document document = {.format = ow_format_by_name("leveld"), .as = {.leveld = level}};
    return world_of(&document, &(struct world){0});
}

EXPORTED int web_is_tiled(const char *text, size_t size)
{
    return ow_tiled_is_map(text, size);
}
