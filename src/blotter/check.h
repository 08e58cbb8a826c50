/* What the rules of a check share. */
#ifndef OW_SRC_BLOTTER_CHECK_H
#define OW_SRC_BLOTTER_CHECK_H

#include "codes.h"
#include "pegs.h"
#include "states.h"
#include "survey.h"
#include "types/types.h"

#include "../base/report.h"

/* TYPE_LISTED stands from the beginning, TYPE_IN_MAP from when the rules came by the type. */
enum { TYPE_IN_MAP = 1, TYPE_USED = 2, TYPE_LISTED = 4 };

struct checker {
    struct survey survey;
    struct report *report;
    struct peg_notes pegs;
    struct state_set states;
    int32_t lowest_state;  /* of all pegs, 0 where there is none */
    int32_t highest_state; /* of all pegs, later of all wires too, -1 where there is none */
    struct {
        uint64_t record;
        bool inputs;
        uint64_t first, size; /* of its first element */
    } list;                   /* the list of pegs that an issue was last placed in */
    uint32_t walk_at; /* the component that the walk stands at, while components are looked at */
    uint8_t *types;   /* TYPE_ flags by numeric id */
    uint8_t *rows;    /* of type_list by numeric id, + 1, of types that have rules; 0: none */
};

/* The part of a save that an issue is in. */
struct place {
    enum blotter_part part;
    uint64_t index;  /* of the record in its list; for PART_SAVE none */
    uint64_t offset; /* of the record */
};

/* Whether version and variant have circuit states at all. */
static inline bool has_states(const struct checker *check)
{
    return check->survey.save.version >= 5;
}

/* Ids beyond what a world stores are outside; a subassembly stores no bound. */
static inline bool is_outside(const struct checker *check, int32_t id)
{
    const ow_blotter_save *save = &check->survey.save;
    return id < 0 || (save->save_type == OW_BLOTTER_WORLD &&
                      (uint64_t)id / 8 >= save->circuit_states.bits.size);
}

/* Hands out an issue that report_counts asked for. `field` is the rest of the JSON Pointer behind
 * the record's, such as "/first/index", or "". */
void check_issue(struct checker *check, enum blotter_code code, struct place place,
                 const char *field, const char *format, ...) OW_PRINTF(5, 6);

/* Whether a rule on this component, which comes next, may have something to say of it, as far as that can be
 * known before all are. */
bool component_is_odd(const struct checker *check, const ow_blotter_component *record);

/* Moves the walk to a component: from where it stands, if that is shortly before. */
struct place check_walk_to(struct checker *check, uint32_t ordinal);

/* Reads the component that the walk stands at, and moves on. */
void check_read_component(struct checker *check, ow_blotter_component *record);

/* The rules, in the order in which they are run. */
ow_status check_header(struct checker *check);
ow_status check_components(struct checker *check);
ow_status check_overlaps(struct checker *check);
void check_types_used(struct checker *check);
ow_status check_wires(struct checker *check);
void check_states(struct checker *check);

#endif
