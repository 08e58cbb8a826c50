/* What values stand for: told behind them, to visitors that ask for it. Knows no format. */
#ifndef OW_SRC_DRIVER_MEANINGS_H
#define OW_SRC_DRIVER_MEANINGS_H

#include "../base/emit.h"
#include "../base/memory.h"
#include "../codec/pattern.h"
#include "format.h"

/* What a format knows of its values: of a row. */
struct meanings {
    size_t state_size; /* of what it keeps on a walk, which begins as zeros */
    const char
        *table; /* the array whose inside it needs even where the visitor skips it; NULL: none */

    const char *const
        *paths; /* of the values that it tells of, "*" for any element; NULL ends them */

    /* Notes what that array of a document holds, which need not be passed then. NULL without one. */
    void (*note)(void *state, const void *document, struct arena *arena);

    /* Looks at an event, of a value or of the beginning of an array: `path` is its JSON Pointer with "*"
     * for any element. Notes what later ones need, and tells what this one stands for: one event or
     * object called "meaning", or nothing. Memory that is missing is told by the arena's status. */
    void (*emit)(void *state, const char *path, const ow_event *event, struct emitter *emit,
                 struct arena *arena);
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
    bool in_table, has_table;   /* inside it, and it was passed, which it is once */
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
