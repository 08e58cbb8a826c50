/* Changes to a level's metadata. */
#include "leveld.h"

#include "../base/error.h"

#include <string.h>

enum { LONGEST_TEXT = 255 };

static bool read_number(ow_text text, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (digit > 9 || *number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return text.size > 0;
}

/* The field of a META that a name stands for; NULL for the timestamp, which is no text, and for a name
 * that stands for nothing. */
static ow_text *text_field(ow_leveld_meta *meta, const char *field)
{
    struct {
        const char *name;
        ow_text *text;
    } fields[] = {{"level_id", &meta->level_id},
                  {"name", &meta->name},
                  {"author", &meta->author},
                  {"description", &meta->description}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, field) == 0)
            return fields[i].text;
    return NULL;
}

static ow_status check_text(const ow_leveld_level *level, const char *field, ow_text value,
                            ow_error *error)
{
    if (value.size > LONGEST_TEXT)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "%s of %zu bytes: a level has room for %d", field, value.size,
                         LONGEST_TEXT);
    if (!ow_text_is_utf8(value))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "%s is not UTF-8", field);
    if (level->variant == OW_LEVELD_SHORT_META &&
        (strcmp(field, "level_id") == 0 || strcmp(field, "name") == 0))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "levels of this variant (short-meta) have no %s", field);
    return OW_OK;
}

/* The META that counts, or a new one in front. NULL without memory. */
static ow_leveld_meta *meta_to_change(ow_leveld_level *level, struct arena *arena)
{
    for (uint32_t i = level->block_count; i > 0; i--)
        if (level->blocks[i - 1].id == OW_LEVELD_META)
            return level->blocks[i - 1].meta;
    uint32_t count = level->block_count + 1;
    ow_leveld_block *blocks = arena_take(arena, count * sizeof *blocks);
    ow_leveld_meta *meta = arena_take(arena, sizeof *meta);
    if (!blocks || !meta)
        return NULL;
    *meta = (ow_leveld_meta){0};
    blocks[0] = (ow_leveld_block){.id = OW_LEVELD_META, .meta = meta};
    if (level->block_count > 0)
        memcpy(blocks + 1, level->blocks, level->block_count * sizeof *blocks);
    level->blocks = blocks;
    level->block_count = count;
    return meta;
}

ow_status ow_leveld_set_meta(ow_leveld_level *level, const char *field, ow_text value,
                             ow_error *error)
{
    ow_leveld_meta none;
    uint64_t timestamp = 0;
    struct arena *arena = level->owner;
    bool is_text = text_field(&none, field) != NULL;
    if (!arena)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "the level has no memory of its own");
    if (!is_text && strcmp(field, "timestamp") != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a level has no \"%s\"; it has timestamp, level_id, name, author and "
                         "description",
                         field);
    if (!is_text && !read_number(value, &timestamp))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "timestamp takes seconds since 1970, a whole number");
    ow_status status = is_text ? check_text(level, field, value, error) : OW_OK;
    if (status != OW_OK)
        return status;
    char *copy = arena_take(arena, value.size);
    ow_leveld_meta *meta = copy ? meta_to_change(level, arena) : NULL;
    if (!meta)
        return error_limited(error, arena->status, arena_limit(arena));
    if (!is_text) {
        meta->timestamp = timestamp;
        return OW_OK;
    }
    if (value.size > 0)
        memcpy(copy, value.data, value.size);
    *text_field(meta, field) = (ow_text){copy, value.size};
    return OW_OK;
}
