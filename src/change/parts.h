/* The records of a world that can be found, extracted and inserted, as a format lists them. Knows
 * no format. */
#ifndef OW_SRC_CHANGE_PARTS_H
#define OW_SRC_CHANGE_PARTS_H

#include "../base/compiler.h"
#include "../base/memory.h"
#include "../base/selectors.h"

#include <overworld/parts.h>

#define NO_PART UINT32_MAX

/* The records of one list. */
struct part_list {
    char pointer[32];
    const char *kind;
    uint32_t first; /* number of its first record; records are numbered through all lists */
    uint32_t count;
    uint32_t number; /* the format's own */
};

struct part_calls;

/* The nets of a world, for net:. */
struct part_nets {
    void *context;
    /* Marks the records on a net. `found` is false if there is no such net. */
    ow_status (*mark)(void *context, ow_text name, uint8_t *marks, bool *found, ow_error *error);
    /* Suggests the nearest name, see nearest_words. Called after `mark` has found no net. */
    void (*hint)(void *context, ow_text name, char *words);
    void (*close)(void *context);
};

/* The records of a document. */
struct parts {
    const struct part_calls *calls;
    const void *document;
    const ow_options *options; /* whose pool looks at long lists */
    struct arena arena;
    struct part_list *lists;
    uint32_t list_count, count; /* number of lists, and of records in all of them */
    uint32_t *parents;          /* of each record: its parent, or NO_PART. NULL: no parents */
    bool are_related;           /* see parts_relate */
    void *own;                  /* the format's */
    uint8_t *chosen;            /* of each record: it is selected */
    struct part_nets nets;      /* all NULL: nobody looks for nets */
    bool has_box;               /* the union of all box: selectors */
    double least[3], most[3];
};

/* The receiver of warnings. */
struct part_notes {
    ow_warn warn;
    void *context;
};

/* A format's calls; the defaults are PART_DEFAULTS, see driver/row.h. */
struct part_calls {
    bool in_cells;      /* a position means a cell, not a point */
    bool fills_at_once; /* `fill` writes to *part alone, so threads may call it at once */
    bool y_is_up;       /* two numbers are not a place on the ground, so selectors need three */

    /* Adds the lists, and sets `own`. */
    ow_status (*open)(struct parts *parts, ow_error *error);

    /* Sets `parents`, and finds what `fill` needs for positions, see parts_relate.
     * parts_without_relations: `open` has done so. */
    ow_status (*relate)(struct parts *parts, ow_error *error);

    /* Describes a record. `part` is zeroed except for its kind. What it points to is valid
     * until the next call. */
    void (*fill)(const struct parts *parts, const struct part_list *list, uint32_t index,
                 ow_part *part);

    /* Marks the records that wires connect to a component, and those wires. Returns false if there
     * is no such component. parts_without_wires if the format has no wires. */
    bool (*mark_wired)(const struct parts *parts, uint32_t address, uint8_t *marks);

    /* Removes the selected records from their document. `chosen` includes everything on a selected
     * record. A failure changes nothing. */
    ow_status (*remove)(void *document, struct parts *parts, ow_error *error);

    /* Changes the type of records, see ow_replace_parts. A failure changes nothing. Returns
     * OW_NOT_THERE without a message if nothing has the first type. */
    ow_status (*replace)(void *document, ow_replaced what, ow_text from, ow_text to,
                         uint64_t *count, ow_error *error);

    /* Reduces a document to the selected records, as a world of its own. The document is a copy,
     * which a failure may damage. */
    ow_status (*extract)(void *document, struct parts *parts, const struct part_notes *notes,
                         ow_error *error);

    /* Moves the selected records, or adds copies of them, see ow_rearrangement. `chosen` includes
     * everything on a selected record. The document is a copy, which the caller drops on failure.
     * `count` receives how many records moved or were added. Returns FORMAT_HAS_NONE for copies
     * that the caller makes by `extract` and `merge`. */
    ow_status (*rearrange)(void *document, struct parts *parts, const ow_rearrangement *how,
                           const struct part_notes *notes, uint64_t *count, ow_error *error);

    /* Finds the placement for merging the result of `extract` so that it is `placement->at` away
     * from the selected records. parts_keep_origin: `placement` is right. */
    void (*find_origin)(const struct parts *parts, ow_placement *placement);

    /* See ow_part_files. */
    ow_status (*list_files)(const void *part, ow_text title, const ow_allocator *allocator,
                            ow_part_file_visitor visit, void *context);

    /* Inserts `part` into a world of the same version and variant. Both are copies in the world's
     * arena, which a failure may damage. */
    ow_status (*merge)(void *world, void *part, const ow_placement *placement,
                       const struct part_notes *notes, ow_error *error);
};

/* Reports a warning of one sentence, if there is a receiver. */
void parts_note(const struct part_notes *notes, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* The `find_origin` of a format whose placements need no change. */
void parts_keep_origin(const struct parts *parts, ow_placement *placement);

/* The `mark_wired` of a format without wires. Marks nothing. */
bool parts_without_wires(const struct parts *parts, uint32_t address, uint8_t *marks);

/* The `relate` that does nothing. */
ow_status parts_without_relations(struct parts *parts, ow_error *error);

/* Opens the records of a document, none of them selected. The options must stay where they are.
 * Close the records also after a failure. */
ow_status parts_open(struct parts *parts, const struct part_calls *calls, const void *document,
                     const ow_options *options, ow_error *error);
void parts_close(struct parts *parts);

/* Finds parents and positions, the first time. To select and count by types, texts and tags they
 * are not needed, and in large worlds they take longer than that. */
ow_status parts_relate(struct parts *parts, ow_error *error);

/* For `open`: adds a list. Its pointer is "/blocks/3/things" if `within` is "blocks" and `number`
 * 3; `within` may be NULL. Empty lists are skipped. */
ow_status parts_add_list(struct parts *parts, const char *within, uint32_t number, const char *name,
                         const char *kind, uint64_t count);

/* Selects the records that match. Warns about a selector that matches nothing; without `notes`
 * that is an error. */
ow_status parts_choose(struct parts *parts, const char *selectors, const struct part_notes *notes,
                       ow_error *error);

/* Narrows the selection to the rest of a choice, except its conditions. Warns about a type, text
 * or tag that no record has. */
ow_status parts_narrow(struct parts *parts, const ow_part_choice *choice, ow_error *error);

/* Selects everything on a selected record. */
ow_status parts_choose_above(struct parts *parts);

/* Compacts a list to the records that are not selected; returns their number. `chosen` is that of
 * its first record. */
uint32_t parts_leave_out(void *records, uint32_t count, size_t record_size, const uint8_t *chosen);

uint64_t parts_count_chosen(const struct parts *parts);

/* Describes one record, except for its pointer. */
void parts_fill(const struct parts *parts, const struct part_list *list, uint32_t index,
                ow_part *part);

/* Looks at the records of a list in ranges, on several threads if the format allows it. Each range
 * has a number below MOST_RANGES. Returns how many there are. */
enum { MOST_RANGES = 16 };
struct part_range {
    const struct part_list *list;
    unsigned number;
    uint32_t first, end; /* indexes of the list */
};
unsigned parts_look(const struct parts *parts, const struct part_list *list, bool at_once,
                    void (*look)(void *context, const struct part_range *range), void *context);

/* Writes the pointer of a record, which takes longer than most descriptions. */
enum { PART_POINTER = 48 };
void parts_point(const struct part_list *list, uint32_t index, char pointer[PART_POINTER]);

#endif
