/* The registry for the calls that work on any format: who asks here need not know any. */
#ifndef OW_SRC_FORMATS_H
#define OW_SRC_FORMATS_H

#include "driver/driver.h"
#include "json/reader.h"

const struct format_row *format_row_by_name(const char *name);

/* The first whose format the bytes look like; NULL where there is none. */
const struct format_row *format_row_of_bytes(const void *bytes, size_t size);

/* The row of the format of which a sound file begins behind bytes that are of none; NULL where
 * there is none. */
const struct format_row *format_row_behind(const void *bytes, size_t size, uint64_t *offset);

/* The row that `about` is the first member of. */
const struct format_row *format_row_of(const ow_format *format);

/* The row that a JSON document's "format" names; `cursor` stops there, or at a problem. */
const struct format_row *format_row_of_json(struct json_cursor *cursor);

/* Whether a format is one of those that the library hands out, and no copy of one. */
bool format_is_ours(const ow_format *format);

#endif
