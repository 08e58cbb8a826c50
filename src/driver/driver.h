/* What is done the same way for every format: the order of runs behind each call. Knows no format. */
#ifndef OW_SRC_DRIVER_DRIVER_H
#define OW_SRC_DRIVER_DRIVER_H

#include "format.h"

/* Everything that a caller hands over is looked at before it is used: *error (which may be NULL) is
 * cleared, and OW_BAD_ARGUMENT says what may not be missing. */

ow_status driver_read(const struct format_row *row, const void *bytes, size_t size,
                      const ow_options *options, void **document, ow_error *error);

/* Reads a file in the first of its candidates that fits: the `read` of a row that has no other. */
ow_status driver_read_file(const struct file *file, void **document, ow_error *error);

/* The same in the variant of `preset`; none is searched for. */
ow_status driver_read_preset(const struct format_row *row, const void *bytes, size_t size,
                             const void *preset, const ow_options *options, void **document,
                             ow_error *error);

/* The same of a file that breaks off, as far as its records are complete. OW_BAD_VALUE where nothing is left. */
ow_status driver_salvage(const struct format_row *row, const struct file *file,
                         struct salvage *salvage, void **document, ow_error *error);

ow_status driver_parse(const struct format_row *row, const struct json_text *text,
                       const ow_options *options, void **document, ow_error *error);

/* Makes zeroed room a record with nothing in it, in the newest version. */
void driver_start(const struct format_row *row, void *record);

/* The same as a document of its own. */
ow_status driver_new(const struct format_row *row, const ow_options *options, void **document,
                     ow_error *error);

ow_status driver_copy(const struct format_row *row, const void *document, const ow_options *options,
                      void **copy, ow_error *error);

ow_status driver_write(const struct format_row *row, const void *document,
                       const ow_options *options, const ow_sink *sink, ow_error *error);
ow_status driver_write_buffer(const struct format_row *row, const void *document,
                              const ow_options *options, ow_buffer *buffer, ow_error *error);

ow_status driver_convert(const struct format_row *row, const void *document,
                         const ow_target *target, const ow_options *options, ow_warn warn,
                         void *warn_context, void **converted, ow_error *error);

/* The same with the format's own way to change records, see struct format_row. */
ow_status driver_convert_by(const struct format_row *row,
                            ow_status (*convert)(struct conversion *conversion,
                                                 const ow_target *target, ow_error *error),
                            const void *document, const ow_target *target,
                            const ow_options *options, ow_warn warn, void *warn_context,
                            void **converted, ow_error *error);

/* The same to the version and the variant of another document of the format. */
ow_status driver_convert_like(const struct format_row *row, const void *document, const void *like,
                              const ow_options *options, ow_warn warn, void *warn_context,
                              void **converted, ow_error *error);

/* Tells a document as the events of the bytes that it would be written as. */
ow_status driver_emit(const struct format_row *row, const void *document, const ow_options *options,
                      ow_visitor visit, void *context, ow_error *error);

/* The same of a part of it, see record_runs.h; places of bytes mean nothing then. */
ow_status driver_emit_part(const struct format_row *row, const void *document,
                           struct part_request *part, const ow_options *options, ow_visitor visit,
                           void *context, ow_error *error);

/* A document out of JSON that takes over runs of another document's lists. `is_misplaced` of them is set where
 * the text has one in a list of another kind: what then fails may be done without runs. */
ow_status driver_parse_runs(const struct format_row *row, const struct json_text *text,
                            struct record_runs *reused, const ow_options *options, void **document,
                            ow_error *error);

/* How many bytes a document takes as a file; 0 where it cannot be written. */
uint64_t driver_measure(const struct format_row *row, const void *document,
                        const ow_options *options);

/* Opens a file: `preset` gets the variant that options->variant names, and must stay where it is. */
ow_status driver_open(const struct format_row *row, const void *bytes, size_t size,
                      const ow_options *options, struct file *file, void *preset, ow_error *error);

/* A document as the file that it would be written as: its bytes go to *buffer, its variant to `preset`,
 * which both must stay where they are. */
ow_status driver_open_document(const struct format_row *row, const void *document,
                               const ow_options *options, ow_buffer *buffer, struct file *file,
                               void *preset, ow_error *error);

/* Memory for a preset: an empty document with its variant set. */
struct preset {
    _Alignas(8) unsigned char room[MOST_DOCUMENT];
};

/* Finds the variant of a file. */
void driver_find(const struct format_row *row, const struct file *file, void *preset);

/* Tells a file as events, in the variant that is found: the `trace` of a row that has no other. */
ow_status driver_trace_file(const struct file *file, ow_visitor visit, void *context,
                            ow_error *error);

/* The same in a variant. */
ow_status driver_trace(const struct format_row *row, const struct file *file, const void *preset,
                       ow_visitor visit, void *context, ow_error *error);

/* Finds the words for what stopped decode, by a trace of the same bytes in the same variant. */
ow_status driver_explain(const struct format_row *row, const struct file *file, const void *preset,
                         ow_status status, ow_error *error);

/* The `check` of a row without rules: what ends a walk through the file is the only issue. */
ow_status driver_check(const struct file *file, struct report *report, ow_error *error);

/* The `summarise` of a row without figures: tells the document's own fields. */
ow_status driver_summarise(const struct file *file, bool whole, struct emitter *emit,
                           ow_error *error);

/* Makes a document that was read into an arena the owner of that arena. Frees the arena when that
 * fails. */
ow_status driver_keep(const struct format_row *row, struct arena *arena, const void *record,
                      void **document, ow_error *error);

/* Whether another variant may fit where one did not. */
static inline bool driver_may_retry(ow_status status)
{
    return status == OW_TRUNCATED || status == OW_BAD_VALUE || status == OW_UNKNOWN_VERSION;
}

#endif
