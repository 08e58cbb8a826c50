/* The JSON Schema of a format and the table of its fields, found by running its layout with
 * made-up values. Knows no format. */
#ifndef OW_SRC_SCHEMA_SCHEMA_H
#define OW_SRC_SCHEMA_SCHEMA_H

#include "../codec/description.h"
#include "../driver/driver.h"
#include "table.h"

/* See ow_schema and ow_fields. */
ow_status schema_write(const struct format_row *row, const ow_options *options, const ow_sink *sink,
                       ow_error *error);

/* As schema_write, for a format that was explored, with the tables of make_tables. Memory is taken
 * from the exploration's arena. */
ow_status schema_write_explored(struct exploration *e, struct table *tables,
                                const ow_options *options, const ow_sink *sink, ow_error *error);
ow_status schema_fields(const struct format_row *row, const ow_options *options, ow_visitor visit,
                        void *context, ow_error *error);

/* The name of a type in ow_field.type. */
const char *schema_type_name(enum type_kind kind);

/* See ow_list_fields. */
ow_status schema_list_fields(const struct format_row *row, const ow_options *options,
                             ow_field_visitor visit, void *context, ow_error *error);

#endif
