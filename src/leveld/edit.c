/* Changes a level's metadata. */
#include "leveld.h"

#include <overworld/edit.h>

#include "../base/error.h"

#include <string.h>

enum { LONGEST_TEXT = 255 };

static bool read_number(ow_text text, uint64_t *number)
{
    *number = 0;
    if (!text.data)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (digit > 9 || *number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return text.size > 0;
}

/* The META field with a name. NULL for the timestamp, which is not text, and for unknown names. */
static ow_text *text_field(ow_leveld_meta *meta, const char *field)
{
    struct {
        const char *name;
        ow_text *text;
    } fields[] = {{"level_id", &meta->level_id},
                  {"name", &meta->name},
                  {"author", &meta->author},
                  {"description", &meta->description}};
    for (size_t i = 0; field && i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].name, field) == 0)
            return fields[i].text;
    return NULL;
}

static ow_status check_text(const ow_leveld_level *level, const char *field, ow_text value,
                            ow_error *error)
{
    if (!value.data && value.size > 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "%s has %zu bytes, but its pointer is NULL", field, value.size);
    if (value.size > LONGEST_TEXT)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "%s has %zu bytes; a level can store %d",
                         field, value.size, LONGEST_TEXT);
    if (!ow_text_is_utf8(value))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "%s is not valid UTF-8", field);
    if (level->variant == OW_LEVELD_SHORT_META &&
        (strcmp(field, "level_id") == 0 || strcmp(field, "name") == 0))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "levels of this variant (short-meta) have no %s", field);
    return OW_OK;
}

/* Returns the META that a game uses. If there is none, adds one as the first block. NULL if memory
 * runs out. */
static ow_leveld_meta *meta_to_change(ow_leveld_level *level, ow_error *error)
{
    ow_leveld_block *block = NULL;
    for (uint32_t i = level->block_count; i > 0 && !block; i--)
        if (level->blocks[i - 1].id == OW_LEVELD_META)
            block = &level->blocks[i - 1];
    if (block && block->meta)
        return block->meta;
    ow_leveld_meta *meta = ow_take_one(level->owner, ow_leveld_meta, error);
    if (meta && !block)
        block = ow_list_insert(level->owner, level->blocks, level->block_count, 0, 1, error);
    if (!meta || !block)
        return NULL;
    block->id = OW_LEVELD_META;
    return block->meta = meta;
}

/* OW_OK if the level has such a field. Sets *timestamp if the field is the timestamp. */
static ow_status check_field(const ow_leveld_level *level, const char *field, ow_text value,
                             bool is_text, uint64_t *timestamp, ow_error *error)
{
    if (is_text)
        return check_text(level, field, value, error);
    if (!field || strcmp(field, "timestamp") != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "unknown field \"%s\" of a level; known are timestamp, level_id, name, "
                         "author and description",
                         field ? field : "");
    if (!read_number(value, timestamp))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "timestamp takes a whole number, the seconds since 1970");
    return OW_OK;
}

ow_status ow_leveld_set_meta(ow_leveld_level *level, const char *field, ow_text value,
                             ow_error *error)
{
    ow_leveld_meta none;
    ow_error local_error = {0};
    uint64_t timestamp = 0;
    bool is_text = text_field(&none, field) != NULL;
    error = error ? error : &local_error;
    error_clear(error);
    if (!level || !level->owner)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the level cannot be changed: its owner is NULL");
    ow_status status = check_field(level, field, value, is_text, &timestamp, error);
    ow_text kept = {0};
    if (status == OW_OK && is_text)
        status = ow_keep_text(level->owner, value, &kept, error);
    if (status != OW_OK)
        return status;
    ow_leveld_meta *meta = meta_to_change(level, error);
    if (!meta)
        return error->status;
    if (is_text)
        *text_field(meta, field) = kept;
    else
        meta->timestamp = timestamp;
    return OW_OK;
}
