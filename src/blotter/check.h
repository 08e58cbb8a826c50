/* Declarations that the rules of a check share. */
#ifndef OW_SRC_BLOTTER_CHECK_H
#define OW_SRC_BLOTTER_CHECK_H

#include "codes.h"
#include "pegs.h"
#include "states.h"
#include "survey.h"
#include "types/types.h"

#include "../base/report.h"
#include "../driver/records.h"

/* TYPE_LISTED is set from the beginning, TYPE_IN_MAP once the rules have reached the type. */
enum { TYPE_IN_MAP = 1, TYPE_USED = 2, TYPE_LISTED = 4 };

struct checker {
    struct survey survey;
    struct report *report;
    struct record_reporter records;
    struct peg_notes pegs;
    struct state_marks marks;  /* the STATE_ flags of all pegs */
    struct state_set spread;   /* the same if ids are too high for marks */
    int32_t lowest_state;      /* of all pegs, 0 if there is none */
    int32_t highest_state;     /* of all pegs, later also of all wires; -1 if there is none */
    uint32_t walk_at;          /* the current component while components are walked */
    struct wire_search *wires; /* what a thread has found ahead; NULL: nothing */
    uint8_t *types;            /* TYPE_ flags by numeric id */
    uint8_t *rows; /* index in type_list + 1, by numeric id, of types that have rules; 0: none */
    uint32_t type_room; /* numeric ids of all listed types, and of components, are below */
};

/* The STATE_ flags of a circuit state; NULL if no peg has it. */
static inline uint8_t *flags_of_state(const struct checker *check, int32_t id)
{
    return check->marks.sparse ? states_flags(&check->spread, id) : marks_flags(&check->marks, id);
}

/* Whether this version and variant store circuit states. */
static inline bool has_states(const struct checker *check)
{
    return check->survey.save.version >= 5;
}

/* Whether an id exceeds the states that a world stores. A subassembly stores no limit. */
static inline bool is_outside(const struct checker *check, int32_t id)
{
    const ow_blotter_save *save = &check->survey.save;
    return id < 0 || (save->save_type == OW_BLOTTER_WORLD &&
                      (uint64_t)id / 8 >= save->circuit_states.bits.size);
}

/* Whether a rule may find an issue in this component, which is the next one. Rules that need all
 * components are not considered. */
bool component_is_odd(const struct checker *check, const ow_blotter_component *record);

/* Moves the walk to a component, from its current position if that is shortly before. */
struct record_place check_walk_to(struct checker *check, uint32_t ordinal);

/* Reads the component at the walk's position, and moves on. */
void check_read_component(struct checker *check, ow_blotter_component *record);

/* Wires that join the same pegs are found without components, so a thread may look for them while
 * another one reads components. wires_look_ahead prepares this; NULL without memory. Then
 * wires_find_duplicates does it, whose options report no progress. */
struct wire_search *wires_look_ahead(struct checker *check, struct arena *arena);
void wires_find_duplicates(struct checker *check, struct wire_search *search,
                           const ow_options *quiet, struct arena *scratch);

/* The rules, in the order in which they run. */
ow_status check_header(struct checker *check);
ow_status check_components(struct checker *check);
ow_status check_overlaps(struct checker *check);
void check_types_used(struct checker *check);
ow_status check_wires(struct checker *check);
void check_states(struct checker *check);

#endif
