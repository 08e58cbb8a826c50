/* Levels on their way to Tiled: the map, and beside it the tileset that it needs. */
#include "output.h"
#include "png.h"
#include "terminal.h"
#include "tile_images.h"
#include "tiled.h"
#include "tmx.h"
#include "verb.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* "dir/level.tmj" and "-tiles.png" make "dir/level-tiles.png". */
static char *beside(const char *out, const char *suffix)
{
    const char *slash = strrchr(out, '/'), *dot = strrchr(out, '.');
    size_t size =
        dot && dot > out && (!slash || dot > slash + 1) ? (size_t)(dot - out) : strlen(out);
    char *path = malloc(size + strlen(suffix) + 1);
    if (path) {
        memcpy(path, out, size);
        strcpy(path + size, suffix);
    }
    return path;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool may_write(const char *path, bool force)
{
    struct stat about;
    if (!path || force || stat(path, &about) != 0)
        return true;
    complain("%s: exists already, and a tileset is to be made there; add --force to replace it, or "
             "--tileset and an image",
             path);
    return false;
}

static ow_status write_tileset_file(const struct tiled_output *output, const ow_sink *sink,
                                    ow_error *error)
{
    ow_tiled_tileset inside = output->options.tiles;
    if (output->xml) {
        struct tmx_writer *writer = tmx_open(sink);
        if (!writer)
            return OW_NO_MEMORY;
        ow_status status = ow_tiled_tell_tileset(&inside, tmx_visit, writer, error);
        ow_status closed = tmx_close(writer);
        return status == OW_OK ? closed : status;
    }
    ow_json_writer *writer;
    ow_status status = ow_json_open(NULL, NULL, sink, &writer, error);
    if (status != OW_OK)
        return status;
    status = ow_tiled_tell_tileset(&inside, ow_json_visit, writer, error);
    ow_status closed = ow_json_close(writer, error);
    return status == OW_OK ? closed : status;
}

enum made { TILES_IMAGE, TILES_FILE, BLOCKS_IMAGE };

static int make(const struct tiled_output *output, const char *path, enum made what)
{
    struct output_file file;
    ow_error error = {0};
    if (!path)
        return EXIT_FINE;
    int opened = output_file_open(path, &file);
    if (opened != EXIT_FINE)
        return opened;
    ow_status status =
        what == TILES_FILE ? write_tileset_file(output, &file.sink, &error)
        : what == TILES_IMAGE
            ? write_tile_image(&output->options.tiles, ow_leveld_paint_tiles, &file.sink, &error)
            : write_tile_image(&output->options.blocks, ow_leveld_paint_blocks, &file.sink, &error);
    if (status == OW_OK)
        return output_file_commit(&file);
    output_file_abandon(&file);
    if (status != OW_WRITE_FAILED)
        complain_of_error(path, &error);
    return exit_status_of(status);
}

static int make_all(const struct tiled_output *output)
{
    int status = make(output, output->tiles_image, TILES_IMAGE);
    if (status == EXIT_FINE)
        status = make(output, output->tiles_file, TILES_FILE);
    if (status == EXIT_FINE)
        status = make(output, output->blocks_image, BLOCKS_IMAGE);
    if (status != EXIT_FINE)
        return status;
    if (output->tiles_image)
        complain("made %s and %s, the tileset, and %s, the mark of impassable cells: keep them "
                 "beside the map",
                 output->tiles_image, output->tiles_file, output->blocks_image);
    else if (output->blocks_image)
        complain("made %s, the mark of impassable cells: keep it beside the map",
                 output->blocks_image);
    return EXIT_FINE;
}

/* The image that the user has: tiles of the level's size, row by row. */
static int take_image(struct tiled_output *output, const char *path)
{
    ow_tiled_tileset *tiles = &output->options.tiles;
    struct input file;
    uint32_t width = 0, height = 0;
    int status = open_raw_input(path, &file);
    if (status != EXIT_FINE)
        return status;
    bool image = png_size(file.bytes, file.size, &width, &height);
    close_input(&file);
    if (!image || width < tiles->tile_width || height < tiles->tile_height) {
        complain("%s: is no PNG image with tiles of %u x %u pixels", path, tiles->tile_width,
                 tiles->tile_height);
        return EXIT_BROKEN;
    }
    tiles->image = path;
    tiles->image_width = width;
    tiles->image_height = height;
    tiles->columns = width / tiles->tile_width;
    tiles->tile_count = tiles->columns * (height / tiles->tile_height);
    return EXIT_FINE;
}

static int name_files(struct tiled_output *output, const char *out, bool tileset, bool force)
{
    ow_tiled_options *options = &output->options;
    if (options->blocks.image_width > 0) {
        output->blocks_image = beside(out, "-blocks.png");
        options->blocks.image = output->blocks_image ? last_part(output->blocks_image) : NULL;
    }
    if (!tileset && options->tiles.image_width > 0) {
        output->tiles_image = beside(out, "-tiles.png");
        output->tiles_file = beside(out, output->xml ? "-tiles.tsx" : "-tiles.tsj");
        options->tiles.image = output->tiles_image ? last_part(output->tiles_image) : NULL;
        options->tiles.source = output->tiles_file ? last_part(output->tiles_file) : NULL;
    }
    if (!tileset && !output->tiles_image)
        complain("%s: no image of tiles of %u x %u pixels is made: Tiled shows none; add --tileset "
                 "and an image",
                 out, options->tiles.tile_width, options->tiles.tile_height);
    return may_write(output->tiles_image, force) && may_write(output->tiles_file, force) &&
                   may_write(output->blocks_image, force)
               ? EXIT_FINE
               : EXIT_FILES;
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
    int result = tileset ? take_image(output, tileset) : EXIT_FINE;
    if (result != EXIT_FINE)
        return result;
    if (strcmp(out, "-") == 0) {
        if (!tileset)
            complain("no tileset is made beside a stream: Tiled will show no tiles until %s and %s "
                     "are there; name a file as OUT to have them made",
                     "tiles.png", "blocks.png");
        options->tiles.image = tileset ? tileset : "tiles.png";
        options->blocks.image = "blocks.png";
        return EXIT_FINE;
    }
    result = name_files(output, out, tileset, force);
    return result == EXIT_FINE ? make_all(output) : result;
}

void tiled_output_close(struct tiled_output *output)
{
    free(output->tiles_image);
    free(output->tiles_file);
    free(output->blocks_image);
    *output = (struct tiled_output){0};
}

ow_status tiled_output_write(const struct tiled_output *output, const ow_options *options,
                             const ow_sink *sink, ow_error *error)
{
    if (!output->xml)
        return ow_leveld_to_tiled(output->level, &output->options, options, sink, error);
    struct tmx_writer *writer = tmx_open(sink);
    if (!writer) {
        *error = (ow_error){.status = OW_NO_MEMORY, .message = "there is not enough memory"};
        return OW_NO_MEMORY;
    }
    ow_status status =
        ow_leveld_tell_tiled(output->level, &output->options, options, tmx_visit, writer, error);
    ow_status closed = tmx_close(writer);
    if (status == OW_OK && closed != OW_OK)
        *error = (ow_error){.status = closed};
    return status == OW_OK ? closed : status;
}
