/* Reads a Tiled map as a level: the map itself, and the order of reading. */
#include "read.h"

#include "../../json/base64.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool tiled_refuse(struct tiled_reader *reader, const char *pointer, const char *format, ...)
{
    char message[sizeof reader->error->message];
    va_list arguments;
    if (reader->status != OW_OK || reader->walk.problem)
        return false;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    reader->status = error_set(reader->error, OW_BAD_VALUE, 0, pointer, "%s", message);
    return false;
}

bool tiled_no_memory(struct tiled_reader *reader, const struct arena *arena)
{
    if (reader->status == OW_OK)
        reader->status = error_limited(reader->error, arena->status, reader->options.max_memory);
    return false;
}

bool tiled_go_on(struct tiled_reader *reader, const char *at)
{
    const ow_options *options = &reader->options;
    uint64_t size = (uint64_t)(reader->walk.end - reader->walk.begin);
    uint64_t done = (uint64_t)(at - reader->walk.begin) / 2 + (reader->filling ? size / 2 : 0);
    if (!options->progress || options->progress(options->progress_context, done, size))
        return true;
    reader->status = error_plain(reader->error, OW_CANCELLED);
    return false;
}

static bool take_bytes(struct tiled_reader *reader, ow_text text, const char *pointer,
                       ow_text *bytes)
{
    size_t size = base64_decoded_size(text.data, text.size);
    uint8_t *to = text.size % 4 == 0 ? arena_take(&reader->arena, size) : NULL;
    if (text.size % 4 == 0 && !to)
        return tiled_no_memory(reader, &reader->arena);
    if (!to || !base64_decode(text.data, text.size, to))
        return tiled_refuse(reader, pointer, "expected base64");
    *bytes = (ow_text){(const char *)to, size};
    return true;
}

bool tiled_take_text(struct tiled_reader *reader, const char *at, const char *pointer, bool base64,
                     ow_text *text)
{
    struct json_token token;
    if (!value_text(&reader->walk, at, &token))
        return tiled_refuse(reader, pointer, "expected a string");
    char *to = arena_take(&reader->arena, token.size);
    if (!to)
        return tiled_no_memory(reader, &reader->arena);
    *text = (ow_text){to, 0};
    if (!json_unescape(&token, to, &text->size))
        return tiled_refuse(reader, pointer, "the string has an unknown escape");
    return !base64 || take_bytes(reader, *text, pointer, text);
}

bool tiled_take_short_text(struct tiled_reader *reader, const char *at, const char *pointer,
                           bool base64, ow_text *text)
{
    if (!tiled_take_text(reader, at, pointer, base64, text))
        return false;
    return text->size <= TEXT_ROOM ||
           tiled_refuse(reader, pointer, "the text has %zu bytes; a level can store %d", text->size,
                        TEXT_ROOM);
}

uint32_t tiled_take_number(struct tiled_reader *reader, const char *at, uint32_t most,
                           const char *pointer)
{
    uint64_t value;
    if (value_unsigned(&reader->walk, at, &value) && value <= most)
        return (uint32_t)value;
    char words[LOSS_WORDS];
    snprintf(words, sizeof words,
             "values that are not whole numbers from 0 to %" PRIu32 ", taken as 0", most);
    tiled_warn(reader, words, pointer);
    return 0;
}

/* The reader visits everything twice but warns once. */
void tiled_warn(struct tiled_reader *reader, const char *words, const char *pointer)
{
    if (reader->filling)
        losses_note(&reader->losses, 1, words, "%s", pointer);
}

bool tiled_is_text_property(const struct json_token *name, const char *text, bool *base64)
{
    char longer[32];
    *base64 = false;
    if (json_token_is(name, text))
        return true;
    snprintf(longer, sizeof longer, "%s" BASE64_SUFFIX, text);
    *base64 = true;
    return json_token_is(name, longer);
}

static uint32_t size_of(struct tiled_reader *reader, const struct member *member, uint32_t least,
                        uint32_t most, const char *pointer)
{
    uint64_t value = 0;
    if (!value_unsigned(&reader->walk, member->at, &value) || value < least || value > most)
        tiled_refuse(reader, pointer, "a map's %s must be a number from %" PRIu32 " to %" PRIu32,
                     member->name, least, most);
    return (uint32_t)value;
}

enum {
    MAP_TYPE,
    ORIENTATION,
    INFINITE,
    WIDTH,
    HEIGHT,
    TILE_WIDTH,
    TILE_HEIGHT,
    PROPERTIES,
    TILESETS,
    LAYERS,
    MAP_MEMBERS
};

static bool check_kind(struct tiled_reader *reader, const struct member *map)
{
    struct json_token token;
    if (map[MAP_TYPE].at && !value_is_text(&reader->walk, map[MAP_TYPE].at, "map"))
        return tiled_refuse(reader, "/type", "this is not a map of Tiled");
    if (!map[LAYERS].at || !map[WIDTH].at)
        return tiled_refuse(reader, "", "this is not a map of Tiled: it has no layers or no width");
    if (value_text(&reader->walk, map[ORIENTATION].at, &token) &&
        !json_token_is(&token, "orthogonal"))
        return tiled_refuse(
            reader, "/orientation",
            "the orientation of the map is %.*s; only orthogonal maps can become levels",
            token.size < 32 ? (int)token.size : 32, token.data);
    if (value_is_true(&reader->walk, map[INFINITE].at))
        return tiled_refuse(reader, "/infinite",
                            "the map is infinite, but a level has a size; turn off Infinite in "
                            "Tiled's Map Properties");
    return true;
}

static bool read_size(struct tiled_reader *reader, const struct member *map)
{
    reader->width = size_of(reader, &map[WIDTH], 0, INT32_MAX, "/width");
    reader->height = size_of(reader, &map[HEIGHT], 0, INT32_MAX, "/height");
    reader->tile_width = size_of(reader, &map[TILE_WIDTH], 1, UINT16_MAX, "/tilewidth");
    reader->tile_height = size_of(reader, &map[TILE_HEIGHT], 1, UINT16_MAX, "/tileheight");
    return reader->status == OW_OK;
}

static bool read_map(struct tiled_reader *reader)
{
    struct member map[MAP_MEMBERS] = {
        [MAP_TYPE] = {.name = "type"},          [ORIENTATION] = {.name = "orientation"},
        [INFINITE] = {.name = "infinite"},      [WIDTH] = {.name = "width"},
        [HEIGHT] = {.name = "height"},          [TILE_WIDTH] = {.name = "tilewidth"},
        [TILE_HEIGHT] = {.name = "tileheight"}, [PROPERTIES] = {.name = "properties"},
        [TILESETS] = {.name = "tilesets"},      [LAYERS] = {.name = "layers"},
    };
    if (!walk_members(&reader->walk, reader->walk.begin, map, MAP_MEMBERS) ||
        !check_kind(reader, map) || !read_size(reader, map) ||
        !tiled_read_map_properties(reader, map[PROPERTIES].at) ||
        !tiled_read_tilesets(reader, map[TILESETS].at) ||
        !tiled_read_layers(reader, map[LAYERS].at, "/layers", 0) ||
        !tiled_pair_tile_layers(reader) || !tiled_plan_records(reader))
        return false;
    reader->filling = true;
    if (!reader->has_fields)
        tiled_find_fields(&reader->level, &reader->options, &reader->fields);
    return tiled_read_map_properties(reader, map[PROPERTIES].at) &&
           tiled_read_layers(reader, map[LAYERS].at, "/layers", 0) && tiled_read_cells(reader) &&
           tiled_finish_blocks(reader);
}

/* Explains the failure if the text itself is invalid. */
static ow_status explain(struct tiled_reader *reader)
{
    uint64_t line, column;
    const struct json_walk *walk = &reader->walk;
    if (!walk->problem)
        return reader->status;
    json_place(walk->begin, walk->at, &line, &column);
    return error_set(reader->error, OW_BAD_JSON, (uint64_t)(walk->at - walk->begin), NULL,
                     "line %" PRIu64 ", column %" PRIu64 ": expected %s", line, column,
                     walk->problem);
}

static ow_status check_arguments(const char *text, ow_leveld_level **level, ow_error *error)
{
    if (!level)
        return error_missing(error, "output for the level");
    *level = NULL;
    return text ? OW_OK : error_missing(error, "text");
}

static ow_status read(struct tiled_reader *reader, ow_leveld_level **level)
{
    void *kept = NULL;
    bool done = read_map(reader) && (!reader->has_added || tiled_read_added(reader, level));
    ow_status status = done ? OW_OK : explain(reader);
    arena_free(&reader->data);
    arena_free(&reader->scratch);
    if (status != OW_OK || *level) {
        arena_free(&reader->arena);
        return status;
    }
    status = driver_keep(&leveld_format, &reader->arena, &reader->level, &kept, reader->error);
    *level = kept;
    return status;
}

ow_status ow_leveld_from_tiled(const char *text, size_t size, const ow_tiled_options *tiled,
                               const ow_options *options, ow_warn warn, void *warn_context,
                               ow_leveld_level **level, ow_error *error)
{
    return tiled_read(text, size, tiled, NULL, options, warn, warn_context, level, error);
}

ow_status tiled_read(const char *text, size_t size, const ow_tiled_options *tiled,
                     const struct tiled_fields *fields, const ow_options *options, ow_warn warn,
                     void *warn_context, ow_leveld_level **level, ow_error *error)
{
    static const ow_tiled_options nothing;
    ow_error local_error = {0};
    error = error ? error : &local_error;
    error_clear(error);
    ow_status status = check_arguments(text, level, error);
    if (status != OW_OK)
        return status;
    ow_options filled = options_or_default(options, size);
    struct tiled_reader *reader = allocator_take(&filled.allocator, sizeof *reader);
    if (!reader)
        return error_plain(error, OW_NO_MEMORY);
    memset(reader, 0, sizeof *reader); /* too large for a temporary on the stack */
    reader->walk = (struct json_walk){.begin = text, .end = text + size};
    reader->tiled = tiled ? tiled : &nothing;
    reader->has_fields = fields != NULL;
    if (fields)
        reader->fields = *fields;
    reader->options = filled;
    reader->error = error;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        reader->walk.begin += 3;
    arena_init(&reader->arena, &filled);
    arena_share(&reader->scratch, &reader->arena);
    arena_share(&reader->data, &reader->arena);
    status = read(reader, level);
    if (status == OW_OK)
        losses_warn(&reader->losses, warn, warn_context);
    allocator_give(&filled.allocator, reader, sizeof *reader);
    return status;
}

/* Members that only Tiled writes. One of them comes early in any order of members. */
static bool is_distinctive(const struct json_token *name)
{
    static const char *const names[] = {"compressionlevel", "infinite",     "orientation",
                                        "renderorder",      "tiledversion", "tilewidth",
                                        "nextlayerid",      "nextobjectid", "tilesets"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_token_is(name, names[i]))
            return true;
    return false;
}

bool ow_tiled_is_map(const char *text, size_t size)
{
    enum { MARK = 3 };
    if (!text)
        return false;
    bool marked = size >= MARK && memcmp(text, "\xef\xbb\xbf", MARK) == 0;
    struct json_cursor cursor = {
        .begin = text, .at = text + (marked ? MARK : 0), .end = text + size};
    struct json_token name;
    if (!json_take(&cursor, '{', "an object"))
        return false;
    while (json_string(&cursor, &name) && json_take(&cursor, ':', "a colon")) {
        if (json_token_is(&name, "format")) /* a world's own JSON, of any size */
            return false;
        if (is_distinctive(&name))
            return true;
        if (!json_skip(&cursor) || !json_take(&cursor, ',', "a comma"))
            return false;
    }
    return false;
}
