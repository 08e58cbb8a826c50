/* The registry: the one file that knows every format, by the list in formats.def. */
#include "formats.h"

#include "base/ascii.h"

#include <string.h>

/* Tests have a longer list, see tests/pond. */
#ifndef FORMAT_LIST
#define FORMAT_LIST "formats.def"
#endif

#define SCENE(name, filler)
#define FORMAT(name, type) extern const struct format_row name##_format;
#include FORMAT_LIST
#undef FORMAT

#define FORMAT(name, type) &name##_format,
static const struct format_row *const rows[] = {
#include FORMAT_LIST
};
#undef FORMAT

enum { ROW_COUNT = sizeof rows / sizeof *rows };

const ow_format *ow_format_at(size_t index)
{
    return index < ROW_COUNT ? &rows[index]->about : NULL;
}

const struct format_row *format_row_by_name(const char *name)
{
    for (size_t i = 0; i < ROW_COUNT && name; i++)
        if (strcmp(rows[i]->about.name, name) == 0)
            return rows[i];
    return NULL;
}

const ow_format *ow_format_by_name(const char *name)
{
    const struct format_row *row = format_row_by_name(name);
    return row ? &row->about : NULL;
}

const ow_format *ow_format_by_extension(const char *extension)
{
    for (size_t i = 0; i < ROW_COUNT && extension; i++)
        for (const char *const *known = rows[i]->about.extensions; *known; known++)
            if (same_but_for_case(*known, extension))
                return &rows[i]->about;
    return NULL;
}

const struct format_row *format_row_of_bytes(const void *bytes, size_t size)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i]->sniff(bytes, size))
            return rows[i];
    return NULL;
}

const struct format_row *format_row_behind(const void *bytes, size_t size, uint64_t *offset)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i]->find_behind && rows[i]->find_behind(bytes, size, offset))
            return rows[i];
    return NULL;
}

/* `about` is the first member of its row. */
const struct format_row *format_row_of(const ow_format *format)
{
    return (const struct format_row *)(const void *)format;
}

/* Whether a format is one of those that the library hands out, and no copy of one. */
bool format_is_ours(const ow_format *format)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (format == &rows[i]->about)
            return true;
    return false;
}

const ow_format *ow_identify(const void *bytes, size_t size)
{
    const struct format_row *row = bytes || size == 0 ? format_row_of_bytes(bytes, size) : NULL;
    return row ? &row->about : NULL;
}

/* The row that a JSON document's "format" names; `cursor` stops there, or at a problem. */
const struct format_row *format_row_of_json(struct json_cursor *cursor)
{
    struct json_token key, value;
    json_take(cursor, '{', "an object");
    if (json_take_if(cursor, '}'))
        return NULL;
    do {
        if (!json_string(cursor, &key) || !json_take(cursor, ':', "a colon after the field's name"))
            return NULL;
        if (json_token_is(&key, "format")) {
            if (!json_string(cursor, &value))
                return NULL;
            for (size_t i = 0; i < ROW_COUNT; i++)
                if (json_token_is(&value, rows[i]->about.name))
                    return rows[i];
            return NULL;
        }
    } while (json_skip(cursor) && json_take_if(cursor, ','));
    json_take(cursor, '}', "a comma or the end of the object");
    return NULL;
}
