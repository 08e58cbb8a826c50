/* The custom properties of a map: what kind of level it is, and the parts of the level that the map
 * does not show. */
#include "read.h"

#include <stdio.h>

enum { ID_SIZE = 4, POINTER = 64 };

static void write_pointer(char pointer[POINTER], const struct property *property)
{
    snprintf(pointer, POINTER, "/properties/%u/value", (unsigned)property->index);
}

static bool read_version(struct tiled_reader *reader, const char *at, const char *pointer)
{
    uint64_t version = 0;
    if (!value_unsigned(&reader->walk, at, &version) || version > OW_LEVELD_NEWEST)
        return tiled_refuse(reader, pointer, "a level has version %d to %d", OW_LEVELD_OLDEST,
                            OW_LEVELD_NEWEST);
    reader->level.version = (uint16_t)version;
    return true;
}

static bool read_order(struct tiled_reader *reader, const char *at, const char *pointer)
{
    bool big = value_is_text(&reader->walk, at, "big");
    if (!big && !value_is_text(&reader->walk, at, "little"))
        return tiled_refuse(reader, pointer, "the byte order of a level is big or little");
    reader->level.byte_order = big ? OW_LEVELD_BIG : OW_LEVELD_LITTLE;
    return true;
}

/* Finds the variant of a name. Called when the version is known, which may come after the
 * variant. */
static bool find_variant(struct tiled_reader *reader, const char *at, const char *pointer)
{
    for (unsigned i = 0; at && i < LEVELD_VERSIONS; i++) {
        const struct version *row = &leveld_versions[i];
        if (row->name && row->version == reader->level.version &&
            value_is_text(&reader->walk, at, row->name)) {
            reader->level.variant = row->variant;
            return true;
        }
    }
    return !at || tiled_refuse(reader, pointer, "version %u does not have this variant",
                               (unsigned)reader->level.version);
}

/* "META MESH THNG" */
static bool read_block_list(struct tiled_reader *reader, const char *at, const char *pointer)
{
    struct json_token list;
    if (!value_text(&reader->walk, at, &list))
        return tiled_refuse(reader, pointer, "expected a string");
    size_t room = list.size / (ID_SIZE + 1) + 1;
    reader->plan = arena_take(&reader->scratch, room * sizeof *reader->plan);
    reader->plan_count = 0;
    if (!reader->plan)
        return tiled_no_memory(reader, &reader->scratch);
    for (size_t i = 0; i < list.size; i += ID_SIZE + 1) {
        unsigned id = 0;
        bool whole =
            i + ID_SIZE == list.size || (i + ID_SIZE < list.size && list.data[i + ID_SIZE] == ' ');
        while (whole && id < LEVELD_BLOCK_IDS &&
               memcmp(list.data + i, leveld_words[id].id, ID_SIZE) != 0)
            id++;
        if (!whole || id == LEVELD_BLOCK_IDS)
            return tiled_refuse(
                reader, pointer,
                "the blocks of a level must be META, MESH and so on, separated by single spaces");
        reader->plan[reader->plan_count++] = (struct planned){.block = {.id = (uint8_t)id}};
    }
    return true;
}

/* Reads the level's version, variant and blocks. */
static bool read_settings(struct tiled_reader *reader, const char *at)
{
    struct properties properties = walk_properties(&reader->walk, at);
    struct property property;
    const char *variant = NULL;
    char pointer[POINTER], variant_pointer[POINTER] = "";
    bool fine = true;
    reader->level.version = MAP_VERSION;
    while (fine && next_property(&properties, &property)) {
        write_pointer(pointer, &property);
        if (json_token_is(&property.name, PROPERTY_VERSION)) {
            fine = read_version(reader, property.value, pointer);
        } else if (json_token_is(&property.name, PROPERTY_ORDER)) {
            fine = read_order(reader, property.value, pointer);
        } else if (json_token_is(&property.name, PROPERTY_BLOCKS)) {
            fine = reader->has_list = read_block_list(reader, property.value, pointer);
        } else if (json_token_is(&property.name, PROPERTY_VARIANT)) {
            variant = property.value;
            write_pointer(variant_pointer, &property);
        }
    }
    leveld_set_defaults(&reader->level);
    return fine && !reader->walk.problem && find_variant(reader, variant, variant_pointer);
}

/* "leveld_block_12" */
static bool names_block(const struct json_token *name, uint64_t *index)
{
    const size_t prefix = sizeof PROPERTY_BLOCK - 1;
    if (name->escaped || name->size <= prefix || memcmp(name->data, PROPERTY_BLOCK, prefix) != 0)
        return false;
    const struct json_token digits = {.data = name->data + prefix, .size = name->size - prefix};
    return json_unsigned(&digits, index);
}

static bool find_bytes_of_blocks(struct tiled_reader *reader, const char *at)
{
    struct properties properties = walk_properties(&reader->walk, at);
    struct property property;
    uint64_t index;
    while (next_property(&properties, &property))
        if (names_block(&property.name, &index) && index < reader->plan_count)
            reader->plan[index].bytes = property.value;
    for (uint32_t i = 0; i < reader->plan_count; i++)
        if (!reader->plan[i].bytes)
            reader->last[reader->plan[i].block.id] = &reader->plan[i];
    return !reader->walk.problem;
}

static bool read_timestamp(struct tiled_reader *reader, const char *at, const char *pointer)
{
    reader->meta.timestamp = 0;
    if (!value_unsigned(&reader->walk, at, &reader->meta.timestamp))
        tiled_warn(reader, "timestamps that are not a number of seconds, now 0", pointer);
    return true;
}

/* Reads a field of META; *known is false for other properties. */
static bool read_meta(struct tiled_reader *reader, const struct property *property,
                      const char *pointer, bool *known)
{
    ow_leveld_meta *meta = &reader->meta;
    const struct {
        const char *name;
        ow_text *text;
        bool is_late; /* the first versions did not have it */
    } fields[] = {{"level_id", &meta->level_id, true},
                  {"name", &meta->name, true},
                  {"author", &meta->author, false},
                  {"description", &meta->description, false}};
    bool base64;
    *known = reader->has_meta = true;
    if (json_token_is(&property->name, "timestamp"))
        return read_timestamp(reader, property->value, pointer);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (!tiled_is_text_property(&property->name, fields[i].name, &base64))
            continue;
        ow_text text = {0};
        if (!tiled_take_short_text(reader, property->value, pointer, base64, &text))
            return false;
        bool no_room = fields[i].is_late && reader->level.variant == OW_LEVELD_SHORT_META;
        if (no_room && text.size > 0)
            tiled_warn(reader, "level_id and name, which this variant of a level does not have",
                       pointer);
        else if (!no_room)
            *fields[i].text = text;
        return true;
    }
    *known = false;
    return true;
}

/* "0 32": Tiled has no tiles of size 0. */
static void read_tile_size(struct tiled_reader *reader, const char *at, const char *pointer)
{
    struct json_token token;
    if (!value_text(&reader->walk, at, &token)) {
        tiled_warn(reader, "invalid tile sizes", pointer);
        return;
    }
    const char *space = memchr(token.data, ' ', token.size);
    size_t width = space ? (size_t)(space - token.data) : token.size;
    reader->no_tile_width = width == 1 && token.data[0] == '0';
    reader->no_tile_height = space && token.size - width == 2 && space[1] == '0';
}

static bool is_setting(const struct json_token *name)
{
    uint64_t index;
    return json_token_is(name, PROPERTY_VERSION) || json_token_is(name, PROPERTY_ORDER) ||
           json_token_is(name, PROPERTY_BLOCKS) || json_token_is(name, PROPERTY_VARIANT) ||
           names_block(name, &index);
}

static bool read_contents(struct tiled_reader *reader, const char *at)
{
    struct properties properties = walk_properties(&reader->walk, at);
    struct property property;
    char pointer[POINTER];
    reader->has_meta = false;
    bool any_meta = false;
    while (next_property(&properties, &property)) {
        bool known = false;
        write_pointer(pointer, &property);
        if (is_setting(&property.name))
            continue;
        if (json_token_is(&property.name, PROPERTY_TILE_SIZE)) {
            read_tile_size(reader, property.value, pointer);
        } else if (json_token_is(&property.name, PROPERTY_LEFT_CELLS)) {
            reader->left_cells = property.value;
        } else {
            if (!read_meta(reader, &property, pointer, &known))
                return false;
            any_meta |= known;
            if (!known)
                tiled_warn(reader, UNKNOWN_PROPERTIES, pointer);
        }
    }
    reader->has_meta = any_meta;
    return !reader->walk.problem;
}

bool tiled_read_map_properties(struct tiled_reader *reader, const char *at)
{
    return reader->filling ? read_contents(reader, at)
                           : read_settings(reader, at) && find_bytes_of_blocks(reader, at);
}
