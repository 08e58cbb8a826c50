/* Reads Tiled maps. */
#include "convert/tiled.h"

#include "convert/tmx.h"
#include "io/assets.h"
#include "io/output.h"
#include "pictures/png.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

bool is_tiled_map(const struct input *input)
{
    return looks_like_xml(input->bytes, input->size) ||
           (looks_like_json(input->bytes, input->size) &&
            ow_tiled_is_map((const char *)input->bytes, input->size));
}

/* Decompresses with zlib, which detects whether the data is zlib or gzip. */
static bool unpack(void *context, const void *packed, size_t packed_size, void *cells, size_t size)
{
    enum { EITHER = 32 };
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)packed, .next_out = cells};
    struct input *input = context;
    if (packed_size > UINT_MAX || size > UINT_MAX)
        return false;
    stream.avail_in = (uInt)packed_size;
    stream.avail_out = (uInt)size;
    int status = inflateInit2(&stream, EITHER + MAX_WBITS);
    if (status == Z_OK) {
        status = inflate(&stream, Z_FINISH);
        inflateEnd(&stream);
    }
    input->trouble |= status == Z_MEM_ERROR;
    return status == Z_STREAM_END && stream.avail_out == 0;
}

/* Reads a tileset's file as JSON. */
static bool read_tileset(void *context, ow_text path, ow_bytes *text)
{
    struct asset asset;
    char message[512];
    struct input *input = context;
    bool found = asset_read(input, path, &asset, message, sizeof message);
    input->trouble |= asset.trouble;
    if (!found)
        return false;
    *text = (ow_bytes){asset.bytes, asset.size};
    if (!looks_like_xml(asset.bytes, asset.size))
        return true;
    ow_buffer json = {0};
    ow_status status = tmx_to_json(asset.bytes, asset.size, NULL, &json, NULL);
    free(asset.bytes);
    input->trouble |= status == OW_NO_MEMORY;
    if (status != OW_OK)
        ow_buffer_free(&json, NULL);
    *text = (ow_bytes){json.data, json.size};
    return status == OW_OK;
}

static void release(void *context, ow_bytes *text)
{
    (void)context;
    free((void *)(uintptr_t)text->data);
    *text = (ow_bytes){0};
}

int open_tiled_map(struct input *input, ow_warn warn, void *warn_context, ow_document *document)
{
    ow_tiled_options tiled = {
        .context = input, .inflate = unpack, .read = read_tileset, .release = release};
    ow_options options = input_options(input, "reading");
    ow_buffer json = {0};
    ow_error error = {0};
    ow_leveld_level *level = NULL;
    const char *text = (const char *)input->bytes;
    size_t size = input->size;
    ow_status status = OW_OK;
    if (looks_like_xml(input->bytes, size)) {
        status = tmx_to_json(input->bytes, size, &options, &json, &error);
        text = (const char *)json.data;
        size = json.size;
    }
    if (status == OW_OK)
        status =
            ow_leveld_from_tiled(text, size, &tiled, &options, warn, warn_context, &level, &error);
    ow_buffer_free(&json, NULL);
    clear_progress();
    if (status != OW_OK && !input->trouble)
        return input_failed(input, &error);
    if (input->trouble) {
        complain(
            "%s: the map is incomplete: a file that it names cannot be read, or not enough memory",
            input->path);
        ow_leveld_free(level);
        return EXIT_FILES;
    }
    *document = (ow_document){.format = ow_format_by_name("leveld"), .as.leveld = level};
    return EXIT_FINE;
}

/* Writes levels as Tiled maps: the map, and the tileset that it needs beside it. */

/* If the sink fails, the library stops and only reports that it was stopped. Reports the sink's
 * error instead. */
static ow_status finish_tmx(struct tmx_writer *writer, ow_status status, ow_error *error)
{
    ow_status closed = writer ? tmx_close(writer) : OW_NO_MEMORY;
    if (closed != OW_OK)
        *error = (ow_error){.status = closed};
    return closed != OW_OK ? closed : status;
}

static ow_status write_tileset_file(const struct tiled_output *output, const ow_sink *sink,
                                    ow_error *error)
{
    ow_tiled_tileset inside = output->options.tiles;
    if (output->xml) {
        struct tmx_writer *writer = tmx_open(sink);
        ow_status status =
            writer ? ow_tiled_trace_tileset(&inside, tmx_visit, writer, error) : OW_NO_MEMORY;
        return finish_tmx(writer, status, error);
    }
    ow_json_writer *writer;
    ow_status status = ow_json_open(NULL, NULL, sink, &writer, error);
    if (status != OW_OK)
        return status;
    status = ow_tiled_trace_tileset(&inside, ow_json_visit, writer, error);
    ow_status closed = ow_json_close(writer, error);
    return status == OW_OK ? closed : status;
}

static void take_tiles(void *context, uint32_t y, ow_color *row)
{
    ow_leveld_paint_tiles(context, y, (uint8_t *)row);
}

static void take_blocks(void *context, uint32_t y, ow_color *row)
{
    ow_leveld_paint_blocks(context, y, (uint8_t *)row);
}

static ow_status write_image(struct made_file *made, ow_tiled_tileset tileset,
                             void (*take)(void *context, uint32_t y, ow_color *row),
                             const ow_sink *sink, ow_error *error)
{
    const struct png_rows rows = {.width = tileset.image_width,
                                  .height = tileset.image_height,
                                  .has_alpha = true,
                                  .context = &tileset,
                                  .take = take};
    made->width = rows.width;
    made->height = rows.height;
    return png_encode_rows(&rows, sink, error);
}

static ow_status write_one(const struct tiled_output *output, struct made_file *made,
                           ow_error *error)
{
    const ow_tiled_options *options = &output->options;
    const ow_sink sink = sink_to_memory(&made->bytes);
    if (made == &output->tiles_image)
        return write_image(made, options->tiles, take_tiles, &sink, error);
    if (made == &output->blocks_image)
        return write_image(made, options->blocks, take_blocks, &sink, error);
    return write_tileset_file(output, &sink, error);
}

static ow_status fill(const struct tiled_output *output, struct made_file *made, ow_error *error)
{
    return memory_sink_status(write_one(output, made, error), error);
}

static void report_images(const struct tiled_output *output)
{
    if (output->tiles_image.path)
        complain("wrote %s and %s, the tileset, and %s, the mark of impassable cells: keep them "
                 "beside the map",
                 output->tiles_image.path, output->tiles_file.path, output->blocks_image.path);
    else if (output->blocks_image.path)
        complain("wrote %s, the mark of impassable cells: keep it beside the map",
                 output->blocks_image.path);
}

/* Checks all files before it writes the first. */
static int make_all(struct tiled_output *output, bool force)
{
    struct made_file *const all[] = {&output->tiles_image, &output->tiles_file,
                                     &output->blocks_image};
    int status = EXIT_FINE;
    bool news = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ow_error error = {0};
        ow_status made = all[i]->path ? fill(output, all[i], &error) : OW_OK;
        if (made != OW_OK) {
            complain_of_error(all[i]->path, &error);
            return exit_status_of(made);
        }
        if (!made_file_may_be(all[i], "a tileset", ", or --tileset and an image", force))
            return EXIT_FILES;
        news |= all[i]->path && !all[i]->there;
    }
    for (size_t i = 0; i < sizeof all / sizeof *all && status == EXIT_FINE; i++)
        status = made_file_write(all[i], force);
    if (status == EXIT_FINE && news)
        report_images(output);
    return status;
}

static int no_memory(const char *file)
{
    complain("%s: not enough memory", file);
    return EXIT_FILES;
}

/* An image as the map names it: relative to the map's folder if it is inside, otherwise absolute.
 * NULL if memory runs out. */
static char *relative_path(const char *out, const char *image)
{
    char *copy = strdup(out), *real = realpath(image, NULL);
    char *folder = copy ? realpath(dirname(copy), NULL) : NULL;
    size_t size = folder ? strlen(folder) : 0;
    if (real && size > 1 && strncmp(real, folder, size) == 0 && real[size] == '/')
        memmove(real, real + size + 1, strlen(real + size + 1) + 1);
    free(folder);
    free(copy);
    return real ? real : strdup(image);
}

/* The user's image: tiles of the level's size, row by row. */
static int take_image(struct tiled_output *output, const char *out, const char *path)
{
    ow_tiled_tileset *tiles = &output->options.tiles;
    struct input file;
    uint32_t width = 0, height = 0;
    int status = open_other_file(path, &file);
    if (status != EXIT_FINE)
        return status;
    bool image = png_size(file.bytes, file.size, &width, &height);
    close_input(&file);
    if (!image || width < tiles->tile_width || height < tiles->tile_height) {
        complain("%s: not a PNG image with tiles of %u x %u pixels", path, tiles->tile_width,
                 tiles->tile_height);
        return EXIT_BROKEN;
    }
    tiles->image = output->image = strcmp(out, "-") == 0 ? strdup(path) : relative_path(out, path);
    if (!tiles->image)
        return no_memory(path);
    tiles->image_width = width;
    tiles->image_height = height;
    tiles->columns = width / tiles->tile_width;
    tiles->tile_count = tiles->columns * (height / tiles->tile_height);
    return EXIT_FINE;
}

static const char *name_file(struct made_file *made, const char *out, const char *suffix)
{
    return made_file_name(made, out, suffix);
}

/* Returns false if memory runs out. */
static bool name_files(struct tiled_output *output, const char *out, bool tileset)
{
    ow_tiled_options *options = &output->options;
    if (options->blocks.image_width > 0)
        options->blocks.image = name_file(&output->blocks_image, out, "-blocks.png");
    bool named = options->blocks.image_width == 0 || options->blocks.image;
    if (tileset)
        return named;
    if (options->tiles.image_width == 0) {
        complain("%s: no image for tiles of %u x %u pixels was written, so Tiled shows no tiles; "
                 "add --tileset with an image",
                 out, options->tiles.tile_width, options->tiles.tile_height);
        return named;
    }
    options->tiles.image = name_file(&output->tiles_image, out, "-tiles.png");
    options->tiles.source =
        name_file(&output->tiles_file, out, output->xml ? "-tiles.tsx" : "-tiles.tsj");
    return named && options->tiles.image && options->tiles.source;
}

int tiled_output_open(struct tiled_output *output, const ow_leveld_level *level, const char *out,
                      const char *tileset, bool xml, bool force)
{
    ow_error error = {0};
    *output = (struct tiled_output){.level = level, .xml = xml};
    ow_tiled_options *options = &output->options;
    ow_status status = ow_leveld_tilesets(level, &options->tiles, &options->blocks, &error);
    if (status != OW_OK) {
        complain_of_error(out, &error);
        return exit_status_of(status);
    }
    int result = tileset ? take_image(output, out, tileset) : EXIT_FINE;
    if (result != EXIT_FINE)
        return result;
    if (is_stream(out)) {
        if (!tileset)
            complain("no tileset is written beside a stream, so Tiled shows no tiles until %s and "
                     "%s exist; write to a file to have them written too",
                     "tiles.png", "blocks.png");
        options->tiles.image = tileset ? options->tiles.image : "tiles.png";
        options->blocks.image = "blocks.png";
        return EXIT_FINE;
    }
    return name_files(output, out, tileset != NULL) ? make_all(output, force) : no_memory(out);
}

void tiled_output_report(const struct tiled_output *output, struct written *written)
{
    made_file_report(&output->tiles_image, written);
    made_file_report(&output->tiles_file, written);
    made_file_report(&output->blocks_image, written);
}

void tiled_output_close(struct tiled_output *output)
{
    struct made_file *const all[] = {&output->tiles_image, &output->tiles_file,
                                     &output->blocks_image};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        made_file_close(all[i]);
    free(output->image);
    *output = (struct tiled_output){0};
}

ow_status tiled_output_write(const struct tiled_output *output, const ow_options *options,
                             const ow_sink *sink, ow_error *error)
{
    if (!output->xml)
        return ow_leveld_to_tiled(output->level, &output->options, options, sink, error);
    struct tmx_writer *writer = tmx_open(sink);
    ow_status status = writer ? ow_leveld_trace_tiled(output->level, &output->options, options,
                                                      tmx_visit, writer, error)
                              : OW_NO_MEMORY;
    return finish_tmx(writer, status, error);
}
