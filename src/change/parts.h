/* The records of a world that can be found, taken out and put in: how a format tells them. Knows no
 * format. */
#ifndef OW_SRC_CHANGE_PARTS_H
#define OW_SRC_CHANGE_PARTS_H

#include "../base/compiler.h"
#include "../base/memory.h"
#include "../base/selectors.h"

#include <overworld/parts.h>

#define NO_PART UINT32_MAX

/* Records that stand in one list. */
struct part_list {
    char pointer[32];
    const char *kind;
    uint32_t first; /* the ordinal of its first record: records are counted through all lists */
    uint32_t count;
    uint32_t number; /* the format's own */
};

struct part_calls;

/* The records of a document. */
struct parts {
    const struct part_calls *calls;
    const void *document;
    struct arena arena;
    struct part_list *lists;
    uint32_t list_count, count; /* of lists, and of records in all of them */
    uint32_t *parents;          /* of each record: what it is on, or NO_PART. NULL: nothing is */
    void *own;                  /* the format's */
    uint8_t *chosen;            /* of each record: whether it is */
    bool has_box;               /* a box: chose some: what all of them take */
    double least[3], most[3];
};

/* Who hears of what changes on the way. */
struct part_notes {
    ow_warn warn;
    void *context;
};

/* A format that lacks one has that of PART_DEFAULTS, see driver/row.h. */
struct part_calls {
    bool in_cells; /* a position is in a cell, and not a point */

    /* Adds the lists, and fills in `parents` and `own`. */
    ow_status (*open)(struct parts *parts, ow_error *error);

    /* Tells a record: `part` is zeroed but for pointer and kind. What it points to lives until the next. */
    void (*fill)(const struct parts *parts, const struct part_list *list, uint32_t index,
                 ow_part *part);

    /* Marks the records that wires join with a component, and those wires. Returns whether the component is
     * there. NULL: the format has no wires. */
    bool (*mark_wired)(const struct parts *parts, uint32_t address, uint8_t *marks);

    /* Takes the chosen records out of the document that they are of. `chosen` has all that is on a record that
     * it has. On failure nothing has changed. */
    ow_status (*remove)(void *document, struct parts *parts, ow_error *error);

    /* Gives records of one type another, see ow_replace_parts. On failure nothing has changed; OW_NOT_THERE, without
     * words, if nothing is of the first type. */
    ow_status (*replace)(void *document, ow_replaced what, ow_text from, ow_text to,
                         uint64_t *count, ow_error *error);

    /* Leaves of a document the chosen records alone, as a world of its own. What they are of is a copy, that
     * may be spoilt on failure. */
    ow_status (*extract)(void *document, struct parts *parts, const struct part_notes *notes,
                         ow_error *error);

    /* Moves the chosen records, or adds copies of them, see ow_rearrangement. `chosen` has all that is on a record
     * that it has. The document may be spoilt on failure. `count` gets how many records moved or were added.
     * FORMAT_HAS_NONE of copies: they are extracted and merged. */
    ow_status (*rearrange)(void *document, struct parts *parts, const ow_rearrangement *how,
                           const struct part_notes *notes, uint64_t *count, ow_error *error);

    /* Where what `extract` makes of the chosen records would be merged to stand `placement->at` away from where they do. NULL: as
     * `placement` is. */
    void (*find_origin)(const struct parts *parts, ow_placement *placement);

    /* See ow_part_files. */
    ow_status (*list_files)(ow_text title, ow_part_file_visitor visit, void *context);

    /* Puts what `part` holds into a world of the same version and variant. Both are copies in one arena, the
     * world's, and may be spoilt on failure. */
    ow_status (*merge)(void *world, void *part, const ow_placement *placement,
                       const struct part_notes *notes, ow_error *error);
};

/* Tells a note, one sentence, if there is somebody to hear it. */
void parts_note(const struct part_notes *notes, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* Opens the records of a document, none of them chosen. Close them also after a failure. */
ow_status parts_open(struct parts *parts, const struct part_calls *calls, const void *document,
                     const ow_options *options, ow_error *error);
void parts_close(struct parts *parts);

/* For open: adds a list, whose pointer is "/blocks/3/things" where `within` is "blocks" and `number` 3;
 * `within` may be NULL. A list of no records is left out. */
ow_status parts_add_list(struct parts *parts, const char *within, uint32_t number, const char *name,
                         const char *kind, uint64_t count);

/* Chooses the records that selectors match. A selector that matches nothing is noted; without `notes` it
 * is an error. */
ow_status parts_choose(struct parts *parts, const char *selectors, const struct part_notes *notes,
                       ow_error *error);

/* Leaves of what is chosen what the rest of a choice allows, all but its conditions. A type, a text or a
 * tag that no record has is noted. */
ow_status parts_narrow(struct parts *parts, const ow_part_choice *choice, ow_error *error);

/* Chooses what is on anything that is chosen. */
ow_status parts_choose_above(struct parts *parts);

/* Moves the records of a list that are not chosen together; returns how many there are. `chosen` is that of
 * its first record. */
uint32_t parts_leave_out(void *records, uint32_t count, size_t record_size, const uint8_t *chosen);

uint64_t parts_count_chosen(const struct parts *parts);

/* Tells one record, with its pointer, which lives in `pointer`. */
void parts_fill(const struct parts *parts, const struct part_list *list, uint32_t index,
                char pointer[48], ow_part *part);

#endif
