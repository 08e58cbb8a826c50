/* Blotter inside the library: what its files share, and its row of the registry. */
#ifndef OW_SRC_BLOTTER_BLOTTER_H
#define OW_SRC_BLOTTER_BLOTTER_H

#include "../base/memory.h"
#include "../format.h"

#include <overworld/blotter.h>

/* How much of a file may be looked at to tell the draft of version 5 from version 5. */
enum blotter_effort { BLOTTER_WHOLE_FILE, BLOTTER_FIRST_RECORDS };

/* Whether a file is the early draft of version 5. Both variants have version byte 5; the one that
 * parses to the footer is the right one, or else the one that gets further. */
bool blotter_is_draft(const void *bytes, size_t size, const ow_options *options,
                      enum blotter_effort effort);

/* Opens a reader that looks no further ahead than `effort`. */
ow_status blotter_reader_open(const void *bytes, size_t size, const ow_options *options,
                              enum blotter_effort effort, ow_blotter_reader **reader,
                              ow_error *error);

/* Moves a save that was read into its own arena, which becomes its owner. Frees the arena when that
 * fails. */
ow_status blotter_keep(struct arena *arena, const ow_blotter_save *save, ow_blotter_save **kept,
                       ow_error *error);

/* Tells a file as events, in the variant that `draft` says. */
ow_status blotter_trace_variant(const void *bytes, size_t size, bool draft,
                                const ow_options *options, ow_visitor visit, void *context,
                                ow_error *error);

/* Finds the words for what decode met: `status` at some byte. */
ow_status blotter_explain(const void *bytes, size_t size, bool draft, const ow_options *options,
                          ow_status status, ow_error *error);

/* The parts of a save that an issue can be in. */
enum blotter_part {
    PART_SAVE,
    PART_MODS,
    PART_COMPONENT_TYPES,
    PART_COMPONENTS,
    PART_WIRES,
    PART_CIRCUIT_STATES,
};

/* Finds a field of one record: `part` is its list, `record` its offset,
 * `field` the rest of the JSON Pointer ("" for the record itself). Leaves offset and size alone
 * where there is no such field. */
void blotter_locate(const void *bytes, size_t size, const ow_blotter_save *save,
                    enum blotter_part part, uint64_t record, const char *field, uint64_t *offset,
                    uint64_t *field_size);

/* Calls of the row in format.c, see struct format_row. */
ow_status blotter_parse(const struct json_text *text, const ow_options *options,
                        ow_blotter_save **save, ow_error *error);
ow_status blotter_check(const void *bytes, size_t size, const ow_options *options,
                        struct report *report, ow_error *error);
ow_status blotter_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                            struct emitter *emit, ow_error *error);

extern const ow_issue_code blotter_issue_codes[];

#endif
