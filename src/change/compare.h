/* Two trees of fields, side by side. */
#ifndef OW_SRC_CHANGE_COMPARE_H
#define OW_SRC_CHANGE_COMPARE_H

#include "outline.h"

enum { POINTER_ROOM = 512 };

/* Where two walks stand, as JSON Pointers. */
struct places {
    char before[POINTER_ROOM], after[POINTER_ROOM];
    size_t before_size, after_size;
    size_t record_before,
        record_after; /* how much of them is the innermost record's; 0: there is none */
};

enum finding_kind {
    FOUND_REMOVED,
    FOUND_ADDED,
    FOUND_MOVED,
    FOUND_CHANGED, /* two values, or a value and something else */
    FOUND_FOLDED,  /* two nodes that differ inside, one of which is folded at least */
    FOUND_GUESSED  /* the same, of two that may be different things */
};

#define NO_NODE UINT32_MAX

/* What a comparison found. `places` are those of the list or the object around it; the rest of the pointer
 * is the index or the name. */
struct finding {
    enum finding_kind kind;
    const struct places *places;
    uint16_t name;                      /* 0: an element */
    bool is_part;                       /* of a long list of values; `places` are the list's */
    uint32_t index_before, index_after; /* of an element, or of the first one of a part */
    uint32_t node_before, node_after;   /* NO_NODE: there is none */
};

struct comparison {
    const struct outline *before, *after;
    const struct field_names *names;
    struct arena *account;
    void *context;
    bool (*find)(void *context, const struct finding *finding); /* false: no more */
    struct places places;
    ow_status status;
    bool stopped;
};

/* Compares two nodes; `places` are theirs. */
void compare_nodes(struct comparison *comparison, uint32_t before, uint32_t after);

/* Compares the nodes of a finding, whose kind does not count; `places` are those around them. Those that
 * were paired by `guess` may turn out to be different things. */
void compare_pair(struct comparison *comparison, struct finding pair, bool guess);

/* A step on, and back. */
struct places_mark {
    size_t before_size, after_size, record_before, record_after;
};
struct places_mark places_enter(struct places *places, const char *name, uint32_t index_before,
                                uint32_t index_after);
void places_leave(struct places *places, struct places_mark mark);

/* Floats bit by bit. */
bool values_are_same(const ow_value *first, const ow_value *second);

/* Whether two records that were paired by their places may be one that changed: half of their fields are
 * the same. */
bool compare_are_alike(const struct comparison *comparison, uint32_t before, uint32_t after);

#endif
