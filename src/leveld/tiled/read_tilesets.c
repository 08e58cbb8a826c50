/* Tilesets of a map: converts a gid to a tile of a level. */
#include "read.h"

#include <stdio.h>
#include <string.h>

enum { POINTER = 64, FLIPS_AT = 28 };

static bool is_blocks(struct tiled_reader *reader, const char *at)
{
    struct member name = {.name = "name"};
    return walk_members(&reader->walk, at, &name, 1) &&
           value_is_text(&reader->walk, name.at, BLOCKS_TILESET);
}

/* A file that was read, by its name: a map may refer to it many times. */
struct tileset_file {
    struct tileset_file *next;
    ow_text name;
    bool is_read, blocks;
};

/* The most bytes of tileset files that are read for a map; real tilesets are a few kilobytes.
 * Different names may refer to the same file, so the number of names is not a sufficient limit. */
enum { MOST_FILE_BYTES = 64 << 20 };

static bool is_blocks_file(struct tiled_reader *reader, ow_bytes text)
{
    struct json_walk walk = reader->walk;
    reader->walk = (struct json_walk){.begin = (const char *)text.data,
                                      .end = (const char *)text.data + text.size};
    bool found = is_blocks(reader, reader->walk.begin);
    reader->walk = walk;
    return found;
}

static void read_file(struct tiled_reader *reader, struct tileset_file *file)
{
    const ow_tiled_options *tiled = reader->tiled;
    ow_bytes text = {0};
    if (!tiled->read || reader->file_bytes > MOST_FILE_BYTES ||
        !tiled->read(tiled->context, file->name, &text))
        return;
    file->is_read = true;
    file->blocks = is_blocks_file(reader, text);
    reader->file_bytes += text.size;
    if (tiled->release)
        tiled->release(tiled->context, &text);
}

/* FNV-1a. */
static uint32_t hash_of(ow_text name)
{
    uint32_t hash = 0x811c9dc5u;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (uint8_t)name.data[i]) * 0x01000193u;
    return hash;
}

/* The file with a name; reads it on first use. NULL if memory runs out. */
static const struct tileset_file *find_file(struct tiled_reader *reader, ow_text name)
{
    struct tileset_file **bucket = &reader->files[hash_of(name) & (reader->file_buckets - 1)];
    struct tileset_file *file = *bucket;
    while (file &&
           (file->name.size != name.size || memcmp(file->name.data, name.data, name.size) != 0))
        file = file->next;
    if (file)
        return file;
    file = arena_take(&reader->scratch, sizeof *file);
    if (!file)
        return NULL;
    *file = (struct tileset_file){.next = *bucket, .name = name};
    *bucket = file;
    read_file(reader, file);
    return file;
}

static bool open_files(struct tiled_reader *reader, uint64_t count)
{
    enum { MOST_BUCKETS = 1 << 16 };
    reader->file_buckets = 1;
    while (reader->file_buckets < count && reader->file_buckets < MOST_BUCKETS)
        reader->file_buckets *= 2;
    reader->files = arena_take(&reader->scratch, reader->file_buckets * sizeof *reader->files);
    if (!reader->files)
        return tiled_no_memory(reader, &reader->scratch);
    for (uint32_t i = 0; i < reader->file_buckets; i++)
        reader->files[i] = NULL;
    return true;
}

/* Whether a tileset in a separate file marks impassable cells. If the file cannot be read, assumes
 * tiles. */
static bool file_is_blocks(struct tiled_reader *reader, const char *source, const char *pointer)
{
    struct json_token token;
    if (!value_text(&reader->walk, source, &token))
        return false;
    char *path = arena_take(&reader->scratch, token.size);
    if (!path)
        return tiled_no_memory(reader, &reader->scratch);
    ow_text name = {path, 0};
    const struct tileset_file *file = NULL;
    if (json_unescape(&token, path, &name.size) && !(file = find_file(reader, name)))
        return tiled_no_memory(reader, &reader->scratch);
    if (file && file->is_read)
        return file->blocks;
    reader->unread_tilesets++;
    snprintf(reader->unread_tileset, sizeof reader->unread_tileset, "%s", pointer);
    return false;
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
        return tiled_refuse(reader, pointer, "the tileset has no firstgid, a number from 1 up");
    struct tileset *tileset = &reader->tilesets[reader->tileset_count++];
    if (reader->tileset_count > 1 && tileset[-1].first > first)
        return tiled_refuse(reader, pointer, "the tilesets are not sorted by firstgid");
    *tileset = (struct tileset){.first = (uint32_t)first};
    tileset->blocks = members[SOURCE].at ? file_is_blocks(reader, members[SOURCE].at, pointer)
                                         : is_blocks(reader, at);
    return reader->status == OW_OK && !reader->walk.problem;
}

/* Ids continue from one tileset to the next, without those of marks. */
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
        return tiled_refuse(reader, "/tilesets", "the map has more tilesets than fit into memory");
    reader->tilesets = arena_take(&reader->scratch, (size_t)count * sizeof *reader->tilesets);
    if (!reader->tilesets)
        return tiled_no_memory(reader, &reader->scratch);
    if (!open_files(reader, count))
        return false;
    elements = walk_elements(&reader->walk, tilesets);
    while (next_element(&elements, &at))
        if (!read_tileset(reader, at, elements.index))
            return false;
    number_tiles(reader);
    if (reader->unread_tilesets > 0 && reader->tileset_count > 2)
        losses_note(&reader->losses, reader->unread_tilesets,
                    "tilesets whose files cannot be read: their tiles keep the numbers of the map",
                    "%s", reader->unread_tileset);
    return !reader->walk.problem;
}

/* How many tilesets begin at or before a gid: they are in order. */
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

/* The tileset with the largest first gid that is not above a gid. If several share it, as Tiled
 * writes them after images were missing, the first one. */
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
        tiled_warn(
            reader,
            "flipped or rotated tiles, which levels cannot store: flips and rotations removed",
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
                   "tiles of no tileset, or beyond the 32767 that a level can store, now tile 0",
                   pointer);
    else
        *tile = (uint16_t)id;
    return true;
}
