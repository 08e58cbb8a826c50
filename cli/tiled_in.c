/* Maps of Tiled on their way in. */
#include "images.h"
#include "terminal.h"
#include "tiled.h"
#include "tmx.h"
#include "verb.h"

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

/* By zlib, which finds out itself whether it is zlib's format or gzip's. */
static bool unpack(void *context, const void *packed, size_t packed_size, void *cells, size_t size)
{
    enum { EITHER = 32 };
    z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)packed, .next_out = cells};
    (void)context;
    if (packed_size > UINT_MAX || size > UINT_MAX ||
        inflateInit2(&stream, EITHER + MAX_WBITS) != Z_OK)
        return false;
    stream.avail_in = (uInt)packed_size;
    stream.avail_out = (uInt)size;
    int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status == Z_STREAM_END && stream.avail_out == 0;
}

/* A file below the map's own folder, through no link that leads out of it; NULL where there is none such. */
static char *find_below(const struct input *map, ow_text path)
{
    char folder[PATH_MAX], joined[PATH_MAX];
    const char *slash = map->file ? strrchr(map->file, '/') : NULL;
    size_t before = slash ? (size_t)(slash - map->file) + 1 : 0;
    if (!map->file || path.size == 0 || *path.data == '/' || memchr(path.data, '\0', path.size) ||
        before + path.size >= sizeof joined)
        return NULL;
    snprintf(joined, sizeof joined, "%.*s", (int)before, map->file);
    if (!realpath(before > 0 ? joined : ".", folder))
        return NULL;
    snprintf(joined + before, sizeof joined - before, "%.*s", (int)path.size, path.data);
    char *real = realpath(joined, NULL);
    size_t inside = strlen(folder);
    struct stat about;
    bool below =
        real && (inside == 1 || (strncmp(real, folder, inside) == 0 && real[inside] == '/'));
    if (below && stat(real, &about) == 0 && S_ISREG(about.st_mode))
        return real;
    free(real);
    return NULL;
}

/* The file of a tileset as JSON: what a map names, a stranger may have written. */
static bool read_tileset(void *context, ow_text path, ow_bytes *text)
{
    const struct input *map = context;
    struct input file;
    char *real = find_below(map, path);
    bool read = real && open_raw_input(real, &file) == EXIT_FINE;
    ow_buffer copy = {0};
    if (read && looks_like_xml(file.bytes, file.size))
        read = tmx_to_json(file.bytes, file.size, NULL, &copy, NULL) == OW_OK;
    else if (read && (copy.data = malloc(file.size + 1)))
        memcpy(copy.data, file.bytes, copy.size = file.size);
    if (real && file.path)
        close_input(&file);
    free(real);
    *text = (ow_bytes){copy.data, copy.size};
    return read && copy.data;
}

static void release(void *context, ow_bytes *text)
{
    (void)context;
    free((void *)(uintptr_t)text->data);
    *text = (ow_bytes){0};
}

static void print_warning(void *context, const char *pointer, const char *message)
{
    const struct input *input = context;
    clear_progress();
    complain("%s: warning: %s (%s)", input->path, message, pointer);
}

int open_tiled_map(struct input *input, ow_document *document)
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
        status = ow_leveld_from_tiled(text, size, &tiled, &options, print_warning, input, &level,
                                      &error);
    ow_buffer_free(&json, NULL);
    clear_progress();
    if (status != OW_OK)
        return input_failed(input, &error);
    *document = (ow_document){.format = ow_format_by_name("leveld"), .as.leveld = level};
    return EXIT_FINE;
}
