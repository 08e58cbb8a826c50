/* What values stand for: told behind them, to visitors that ask for it; and decoded fields, which
 * take a field of the file apart. Knows no format. */
#ifndef OW_SRC_DRIVER_MEANINGS_H
#define OW_SRC_DRIVER_MEANINGS_H

#include "../base/emit.h"
#include "../base/memory.h"
#include "../codec/pattern.h"
#include "decoded.h"
#include "format.h"

/* What a format knows of its values: of a row. */
struct meanings {
    size_t state_size; /* of what it keeps on a walk, which begins as zeros */

    /* Objects and arrays whose members it needs even if the visitor skips them, "*" for any
     * element; what is nested in them is needed only if it is listed too. NULL ends the list. */
    const char *const *tables;

    /* The same for what decoded fields are made of, even if the tables of a document were noted. */
    const char *const *sources;

    const char *const
        *paths; /* of the values that it tells of, "*" for any element; NULL ends them */

    /* Decoded fields, "*" for any element: those that are values or have values inside. NULL ends
     * the list; NULL itself: there are none. */
    const char *const *decoded;

    /* Notes what the tables of a document hold, which need not be passed then. NULL without tables. */
    void (*note)(void *state, const void *document, struct arena *arena);

    /* Looks at an event: a value, or the beginning or the end of an object or array. Of what the visitor
     * skips, it sees tables alone; of tables that were noted, values alone.
     * `path` is its JSON Pointer with "*" for any element. Notes what later events need. Tells what
     * a value stands for, as one value called "meaning", and decoded fields under their names.
     * If memory runs out, the arena's status says so. */
    void (*emit)(void *state, const char *path, const ow_event *event, struct emitter *emit,
                 struct arena *arena);

    /* Puts one value into a decoded field, or into one of `paths`, see decoded.h. NULL if neither
     * can be set. */
    enum decoded_outcome (*set)(struct decoded_change *change, const struct leaf *leaf);
};

/* A walk that tells meanings: between a trace and a visitor. */
struct meaning_walk {
    const struct meanings *meanings;
    ow_visitor visit;
    void *context;
    struct arena *arena;
    void *state;
    const ow_event *value;      /* the one whose meaning is told */
    struct emitter emit;        /* by which it is told */
    ow_visit result;            /* what the visitor answered */
    unsigned hidden;            /* how deep the one stands that the visitor skips; 0: none */
    bool has_tables;            /* a document's were noted */
    struct list_places *places; /* that the trace knows, see places.h; NULL: none */
    struct pattern pattern;
};

/* Begins a walk of a trace with such places or without. OW_NO_MEMORY or OW_TOO_MUCH_MEMORY where there is no room for its state. */
ow_status meanings_open(struct meaning_walk *walk, const struct meanings *meanings,
                        ow_visitor visit, void *context, struct list_places *places,
                        struct arena *arena);

/* For a walk of a document that may leave out the table of its meanings: notes it at once. */
void meanings_note(struct meaning_walk *walk, const void *document);

/* A visitor for a trace; the context is the walk. */
ow_visit meanings_visit(void *context, const ow_event *event);

#endif
