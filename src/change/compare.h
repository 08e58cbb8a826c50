/* Comparing two trees of fields. */
#ifndef OW_SRC_CHANGE_COMPARE_H
#define OW_SRC_CHANGE_COMPARE_H

#include "outline.h"

/* For a pointer to any field of any format; a test of the schemas holds layouts against it. */
enum { POINTER_ROOM = 512 };

/* The places of two walks, as JSON Pointers. */
struct places {
    char before[POINTER_ROOM], after[POINTER_ROOM];
    size_t before_size, after_size;
    size_t record_before, record_after; /* length of the innermost record's pointer; 0: none */
};

enum finding_kind {
    FOUND_REMOVED,
    FOUND_ADDED,
    FOUND_MOVED,
    FOUND_CHANGED, /* two values, or a value and something else */
    FOUND_FOLDED,  /* two nodes that differ inside, at least one of them folded */
    FOUND_GUESSED  /* the same, but perhaps different things */
};

#define NO_NODE UINT32_MAX

/* A finding of a comparison. `places` are those of its list or object; the index or name completes
 * the pointer. */
struct finding {
    enum finding_kind kind;
    const struct places *places;
    uint16_t name; /* 0: a list element */
    bool is_part;  /* a part of a long list of values; `places` are the list's */
    uint32_t index_before, index_after; /* of an element, or of the first of a part */
    uint32_t node_before, node_after;   /* NO_NODE: none */
};

struct comparison {
    const struct outline *before, *after;
    const struct field_names *names;
    struct arena *account;
    void *context;
    bool (*find)(void *context, const struct finding *finding); /* returns false to stop */
    struct places places;
    ow_status status;
    bool stopped;
};

/* Compares two nodes at `places`. */
void compare_nodes(struct comparison *comparison, uint32_t before, uint32_t after);

/* Compares the nodes of a finding, whatever its kind, inside `places`. Nodes that were paired by
 * `guess` may turn out to be different things. */
void compare_pair(struct comparison *comparison, struct finding pair, bool guess);

/* Enters a step, and leaves it. */
struct places_mark {
    size_t before_size, after_size, record_before, record_after;
};
struct places_mark places_enter(struct places *places, const char *name, uint32_t index_before,
                                uint32_t index_after);
void places_leave(struct places *places, struct places_mark mark);

/* Floats bit by bit. */
bool values_are_same(const ow_value *first, const ow_value *second);

/* Returns true if two records paired by place may be one changed record: half of their fields are
 * equal. */
bool compare_are_alike(const struct comparison *comparison, uint32_t before, uint32_t after);

#endif
