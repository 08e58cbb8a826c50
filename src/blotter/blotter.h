/* Declarations that the files of Blotter share, and its row in the registry. */
#ifndef OW_SRC_BLOTTER_BLOTTER_H
#define OW_SRC_BLOTTER_BLOTTER_H

#include "../base/memory.h"
#include "../change/repair.h"
#include "../driver/driver.h"

#include <overworld/blotter.h>

#define DOCUMENT          ow_blotter_save
#define SAVES_ARE_FOLDERS 1 /* see codec/runs/run.h */

/* See versions.c. */
enum { BLOTTER_VERSIONS = 5 };
extern const struct version blotter_versions[BLOTTER_VERSIONS];

/* See struct format_row. */
extern const char *const blotter_variants[];
void blotter_take_variant(const void *from, void *to);
void blotter_name_variant(void *preset, const char *name);
unsigned blotter_candidates(const struct file *file, void *preset);
ow_status blotter_convert(struct conversion *conversion, const ow_target *target, ow_error *error);

extern const struct format_row blotter_format;

/* Creates circuit states for a save of version 4, which stores none. Each output gets its own
 * state. Inputs joined by wires share one state; it is on if any output wired to them is on. */
ow_status blotter_make_states(ow_blotter_save *save, struct arena *arena);

/* Opens a reader that reads only the first records, to detect the variant. The file must stay at
 * its address. */
ow_status blotter_read_front(const struct file *file, ow_blotter_reader **reader, ow_error *error);

/* A component's position relative to its parent, in thousandths of a game unit. Returns false if a
 * coordinate is not a finite number; 0 replaces it. */
bool blotter_place_of(const ow_blotter_save *save, const ow_blotter_component *component,
                      double place[3]);

/* Converts one coordinate as versions up to 5 store it: a float in game units. */
bool blotter_thousandths(const float *units, double *value);

/* The records of a save that an issue can refer to, see RECORDS of the layout. */
enum blotter_part {
    PART_MODS,
    PART_COMPONENT_TYPES,
    PART_COMPONENTS,
    PART_WIRES,
    PART_CIRCUIT_STATES,
};

/* Functions of the row in format.c, see struct format_row. */
ow_status blotter_check(const struct file *file, struct report *report, ow_error *error);
ow_status blotter_summarise(const struct file *file, bool whole, struct emitter *emit,
                            ow_error *error);

extern const struct remedy blotter_remedies[];
bool blotter_finish_salvaged(void *document, struct salvage *salvage);

extern const ow_issue_code blotter_issue_codes[];
extern const struct field_note blotter_notes[];

#endif
