/* Meanings of values: events after the values, for visitors that ask for them. Knows no format. */
#ifndef OW_SRC_DRIVER_MEANINGS_H
#define OW_SRC_DRIVER_MEANINGS_H

#include "../base/emit.h"
#include "../base/memory.h"
#include "../codec/pattern.h"
#include "decoded.h"
#include "format.h"

#include <overworld/formats.h>

/* A field that is decoded from others; members as those of ow_field. */
struct decoded_field {
    const char *path, *type, *note;
    uint32_t count; /* of a list, whose elements are floats */
};

/* The meanings of a format's values; a member of its row. */
struct meanings {
    size_t state_size; /* of its state during a walk, initially zero */

    /* Objects and arrays whose members it needs even if the visitor skips them, "*" for any
     * element; what is nested in them is needed only if it is listed too. NULL ends the list. */
    const char *const *tables;

    /* The same for the sources of decoded fields, even if the tables of a document were stored. */
    const char *const *sources;

    /* of the values with meanings, "*" for any element; ends with NULL */
    const char *const *paths;

    /* Decoded fields: values, lists and objects. Ends with a NULL path; NULL itself: none. */
    const struct decoded_field *decoded;

    /* Lists the fields of those that are objects. NULL: none is an object. */
    ow_visit (*list_inside)(ow_field_visitor visit, void *context);

    /* Stores the tables of a document, which are then not walked. NULL without tables. */
    void (*note)(void *state, const void *document, struct arena *arena);

    /* Handles an event: a value, or the beginning or end of an object or array. Of what the
     * visitor skips, it gets only tables; of stored tables, only values. `path` is its JSON
     * Pointer with "*" for any element. Stores what later events need. Emits a value's meaning as
     * one value called "meaning", and decoded fields under their names. Missing memory is reported
     * by the arena's status. */
    void (*emit)(void *state, const char *path, const ow_event *event, struct emitter *emit,
                 struct arena *arena);

    /* Sets one value of a decoded field, or of one of `paths`, see decoded.h. NULL if neither can
     * be set. */
    enum decoded_outcome (*set)(struct decoded_change *change, const struct leaf *leaf);
};

/* A walk with meanings, between a trace and a visitor. */
struct meaning_walk {
    const struct meanings *meanings;
    ow_visitor visit;
    void *context;
    struct arena *arena;
    void *state;
    const ow_event *value;      /* the value whose meaning is emitted */
    struct emitter emit;        /* emits it */
    ow_visit result;            /* the visitor's last result */
    unsigned hidden;            /* depth of the container that the visitor skips; 0: none */
    bool has_tables;            /* those of a document were stored */
    struct list_places *places; /* of the trace, see places.h; NULL: none */
    struct pattern pattern;
};

/* Begins a walk of a trace, with places or without. OW_NO_MEMORY or OW_TOO_MUCH_MEMORY if its
 * state does not fit. */
ow_status meanings_open(struct meaning_walk *walk, const struct meanings *meanings,
                        ow_visitor visit, void *context, struct list_places *places,
                        struct arena *arena);

/* For walks of documents that may leave out the table of meanings: stores it at once. */
void meanings_note(struct meaning_walk *walk, const void *document);

/* A visitor for a trace; the context is the walk. */
ow_visit meanings_visit(void *context, const ow_event *event);

#endif
