/* What is the same for every format: the order of runs of each call. Knows no format. */
#ifndef OW_SRC_DRIVER_DRIVER_H
#define OW_SRC_DRIVER_DRIVER_H

#include "format.h"

/* All calls check the caller's arguments first: they clear *error (which may be NULL) and report a
 * missing argument as OW_BAD_ARGUMENT. */

ow_status driver_read(const struct format_row *row, const void *bytes, size_t size,
                      const ow_options *options, void **document, ow_error *error);

/* Reads a file in the first candidate that fits: the default `read` of a row. */
ow_status driver_read_file(const struct file *file, void **document, ow_error *error);

/* Reads a file in the variant of `preset`, without a search. */
ow_status driver_read_preset(const struct format_row *row, const void *bytes, size_t size,
                             const void *preset, const ow_options *options, void **document,
                             ow_error *error);

/* Reads the complete records of a truncated file. OW_BAD_VALUE if nothing is left. */
ow_status driver_salvage(const struct format_row *row, const struct file *file,
                         struct salvage *salvage, void **document, ow_error *error);

ow_status driver_parse(const struct format_row *row, const struct json_text *text,
                       const ow_options *options, void **document, ow_error *error);

/* Makes an empty document of the newest version in zeroed memory. */
void driver_start(const struct format_row *row, void *record);

/* Makes an empty document with memory of its own. */
ow_status driver_new(const struct format_row *row, const ow_options *options, void **document,
                     ow_error *error);

ow_status driver_copy(const struct format_row *row, const void *document, const ow_options *options,
                      void **copy, ow_error *error);

/* Makes a document of a record whose memory is partly in the arena, which it takes; what is
 * elsewhere is copied. */
ow_status driver_own(const struct format_row *row, const ow_options *options, struct arena *arena,
                     void *record, void **document, ow_error *error);

ow_status driver_write(const struct format_row *row, const void *document,
                       const ow_options *options, const ow_sink *sink, ow_error *error);
ow_status driver_write_buffer(const struct format_row *row, const void *document,
                              const ow_options *options, ow_buffer *buffer, ow_error *error);

ow_status driver_convert(const struct format_row *row, const void *document,
                         const ow_target *target, const ow_options *options, ow_warn warn,
                         void *warn_context, void **converted, ow_error *error);

/* Converts with the format's own function for records, see struct format_row. */
ow_status driver_convert_by(const struct format_row *row,
                            ow_status (*convert)(struct conversion *conversion,
                                                 const ow_target *target, ow_error *error),
                            const void *document, const ow_target *target,
                            const ow_options *options, ow_warn warn, void *warn_context,
                            void **converted, ow_error *error);

/* Converts to the version and variant of another document of the format. */
ow_status driver_convert_like(const struct format_row *row, const void *document, const void *like,
                              const ow_options *options, ow_warn warn, void *warn_context,
                              void **converted, ow_error *error);

/* Passes a document to a visitor as the events of its bytes. */
ow_status driver_emit(const struct format_row *row, const void *document, const ow_options *options,
                      ow_visitor visit, void *context, ow_error *error);

/* Passes a part of a document to a visitor, see record_runs.h; places of bytes are then
 * meaningless. */
ow_status driver_emit_part(const struct format_row *row, const void *document,
                           struct part_request *part, const ow_options *options, ow_visitor visit,
                           void *context, ow_error *error);

/* Reads a document from JSON that takes over runs of another document's lists. Sets `is_misplaced`
 * of them if a run is in a list of another kind; a failure may then be avoidable without runs. */
ow_status driver_parse_runs(const struct format_row *row, const struct json_text *text,
                            struct record_runs *reused, const ow_options *options, void **document,
                            ow_error *error);

/* The size of a document as a file, in bytes; 0 if it cannot be written. */
uint64_t driver_measure(const struct format_row *row, const void *document,
                        const ow_options *options);

/* Opens a file. `preset` receives the variant of options->variant; it must not move. */
ow_status driver_open(const struct format_row *row, const void *bytes, size_t size,
                      const ow_options *options, struct file *file, void *preset, ow_error *error);

/* Opens a document as a file: its bytes go to *buffer, its variant to `preset`; both must not
 * move. */
ow_status driver_open_document(const struct format_row *row, const void *document,
                               const ow_options *options, ow_buffer *buffer, struct file *file,
                               void *preset, ow_error *error);

/* Memory for a preset: an empty document with a variant. */
struct preset {
    _Alignas(8) unsigned char room[MOST_DOCUMENT];
};

/* Finds the variant of a file. */
void driver_find(const struct format_row *row, const struct file *file, void *preset);

/* Passes a file to a visitor in the variant that fits: the default `trace` of a row. */
ow_status driver_trace_file(const struct file *file, ow_visitor visit, void *context,
                            ow_error *error);

/* Passes a file to a visitor in a given variant. */
ow_status driver_trace(const struct format_row *row, const struct file *file, const void *preset,
                       ow_visitor visit, void *context, ow_error *error);

/* Finds the error that stopped decode, by a trace of the same bytes in the same variant. */
ow_status driver_explain(const struct format_row *row, const struct file *file, const void *preset,
                         ow_status status, ow_error *error);

/* The default `check` of a row: the only issue is the error that ends reading. */
ow_status driver_check(const struct file *file, struct report *report, ow_error *error);

/* The default `summarise` of a row: the document's own fields. */
ow_status driver_summarise(const struct file *file, bool whole, struct emitter *emit,
                           ow_error *error);

/* Makes a document the owner of the arena it was read into. Frees the arena on failure. */
ow_status driver_keep(const struct format_row *row, struct arena *arena, const void *record,
                      void **document, ow_error *error);

/* Returns true if another variant may fit after this error. */
static inline bool driver_may_retry(ow_status status)
{
    return status == OW_TRUNCATED || status == OW_BAD_VALUE || status == OW_UNKNOWN_VERSION;
}

#endif
