/* Tilesets of a map: which tile of a level a gid stands for. */
#include "read.h"

#include <stdio.h>

enum { POINTER = 64, FLIPS_AT = 28 };

static bool is_blocks(struct tiled_reader *reader, const char *at)
{
    struct member name = {.name = "name"};
    return walk_members(&reader->walk, at, &name, 1) &&
           value_is_text(&reader->walk, name.at, BLOCKS_TILESET);
}

/* The same of a tileset that stands in a file of its own. Whose file cannot be had is taken for tiles. */
static bool file_is_blocks(struct tiled_reader *reader, const char *source, const char *pointer)
{
    const ow_tiled_options *tiled = reader->tiled;
    struct json_token token;
    ow_bytes text = {0};
    if (!value_text(&reader->walk, source, &token))
        return false;
    char *path = arena_take(&reader->scratch, token.size);
    if (!path)
        return tiled_starve(reader, &reader->scratch);
    ow_text name = {path, 0};
    if (!tiled->read || !json_unescape(&token, path, &name.size) ||
        !tiled->read(tiled->context, name, &text)) {
        reader->unread_tilesets++;
        snprintf(reader->unread_tileset, sizeof reader->unread_tileset, "%s", pointer);
        return false;
    }
    struct json_walk walk = reader->walk;
    reader->walk = (struct json_walk){.begin = (const char *)text.data,
                                      .end = (const char *)text.data + text.size};
    bool found = is_blocks(reader, reader->walk.begin);
    reader->walk = walk;
    if (tiled->release)
        tiled->release(tiled->context, &text);
    return found;
}

static bool read_tileset(struct tiled_reader *reader, const char *at, uint64_t index)
{
    enum { FIRST_GID, SOURCE, MEMBERS };
    struct member members[MEMBERS] = {
        [FIRST_GID] = {.name = "firstgid"}, [SOURCE] = {.name = "source"}};
    char pointer[POINTER];
    uint64_t first = 0;
    snprintf(pointer, sizeof pointer, "/tilesets/%u", (unsigned)index);
    if (!walk_members(&reader->walk, at, members, MEMBERS))
        return false;
    if (!value_unsigned(&reader->walk, members[FIRST_GID].at, &first) || first == 0 ||
        first >> FLIPS_AT)
        return tiled_refuse(reader, pointer, "the tileset has no firstgid, a number from 1 on");
    struct tileset *tileset = &reader->tilesets[reader->tileset_count++];
    if (reader->tileset_count > 1 && tileset[-1].first > first)
        return tiled_refuse(reader, pointer, "the tilesets are not in the order of their firstgid");
    *tileset = (struct tileset){.first = (uint32_t)first};
    tileset->blocks = members[SOURCE].at ? file_is_blocks(reader, members[SOURCE].at, pointer)
                                         : is_blocks(reader, at);
    return reader->status == OW_OK && !reader->walk.problem;
}

/* Ids go on from one tileset to the next, those of marks left out. */
static void number_tiles(struct tiled_reader *reader)
{
    int64_t marks = 0;
    for (uint32_t i = 0; i < reader->tileset_count; i++) {
        struct tileset *tileset = &reader->tilesets[i];
        tileset->base = -(int64_t)reader->tilesets[0].first - marks;
        bool more = i + 1 < reader->tileset_count;
        if (tileset->blocks && more && tileset[1].first > tileset->first)
            marks += tileset[1].first - tileset->first;
    }
}

bool tiled_read_tilesets(struct tiled_reader *reader, const char *at)
{
    const char *tilesets = at;
    struct elements elements = walk_elements(&reader->walk, at);
    uint64_t count = 0;
    while (next_element(&elements, &at))
        count++;
    if (count > SIZE_MAX / sizeof *reader->tilesets)
        return tiled_refuse(reader, "/tilesets", "the map has more tilesets than memory has bytes");
    reader->tilesets = arena_take(&reader->scratch, (size_t)count * sizeof *reader->tilesets);
    if (!reader->tilesets)
        return tiled_starve(reader, &reader->scratch);
    elements = walk_elements(&reader->walk, tilesets);
    while (next_element(&elements, &at))
        if (!read_tileset(reader, at, elements.index))
            return false;
    number_tiles(reader);
    if (reader->unread_tilesets > 0 && reader->tileset_count > 2)
        losses_note(&reader->losses, reader->unread_tilesets,
                    "tilesets whose files could not be read: their tiles are numbered as they "
                    "stand in the map",
                    "%s", reader->unread_tileset);
    return !reader->walk.problem;
}

/* How many tilesets begin at a gid or before it: they stand in order. */
static uint32_t count_up_to(const struct tiled_reader *reader, uint32_t gid)
{
    uint32_t low = 0, high = reader->tileset_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (reader->tilesets[middle].first <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The tileset with the largest first gid that is not above: where several share one, as Tiled writes
 * them after images were missing, the first. */
static const struct tileset *tileset_of(const struct tiled_reader *reader, uint32_t gid)
{
    uint32_t count = count_up_to(reader, gid);
    if (count == 0)
        return NULL;
    uint32_t first = reader->tilesets[count - 1].first;
    return &reader->tilesets[count_up_to(reader, first - 1)];
}

bool tiled_tile_of(struct tiled_reader *reader, uint32_t gid, const char *pointer, uint16_t *tile,
                   bool *block)
{
    if (gid >> FLIPS_AT)
        tiled_warn(reader,
                   "tiles that are flipped or turned, which a level does not know: they "
                   "stand straight",
                   pointer);
    gid &= (1u << FLIPS_AT) - 1;
    *tile = 0;
    *block = false;
    if (gid == 0)
        return false;
    const struct tileset *tileset = tileset_of(reader, gid);
    int64_t id = tileset ? (int64_t)gid + tileset->base : -1;
    *block = tileset && tileset->blocks;
    if (*block)
        return true;
    if (id < 0 || id > OW_LEVELD_TILE)
        tiled_warn(reader,
                   "tiles of no tileset, or beyond the 32767 that a level knows: they are "
                   "tile 0 now",
                   pointer);
    else
        *tile = (uint16_t)id;
    return true;
}
