/* What a layout says of its format, found by running it with made-up values: the JSON Schema, and the
 * table of its fields. Knows no format. */
#ifndef OW_SRC_SCHEMA_SCHEMA_H
#define OW_SRC_SCHEMA_SCHEMA_H

#include "../codec/description.h"
#include "../driver/driver.h"

/* The JSON Schema of a format, and its fields as events: see ow_schema and ow_fields. */
ow_status schema_write(const struct format_row *row, const ow_options *options, const ow_sink *sink,
                       ow_error *error);
ow_status schema_fields(const struct format_row *row, const ow_options *options, ow_visitor visit,
                        void *context, ow_error *error);

/* A type as ow_field.type names it. */
const char *schema_type_name(enum type_kind kind);

/* The same in short, see ow_list_fields. */
ow_status schema_list_fields(const struct format_row *row, const ow_options *options,
                             ow_field_visitor visit, void *context, ow_error *error);

#endif
