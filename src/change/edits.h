/* What one world did to another, kept so that it can be looked up: a side of a merge. Knows no format. */
#ifndef OW_SRC_CHANGE_EDITS_H
#define OW_SRC_CHANGE_EDITS_H

#include "compare.h"
#include "list_steps.h"
#include "record_buffer.h"

enum edit_kind {
    EDIT_VALUE, /* a value, a list of values, or something that stands for another thing */
    EDIT_GONE,  /* a member */
    EDIT_COME,  /* a member */
    EDIT_LIST   /* elements of it went, came or moved */
};

/* An element of a list that went, came or moved. */
struct element_edit {
    struct list_change change;
    uint64_t key,
        hash;      /* of one that came: what tells it from others (0: nothing), and all in it */
    uint32_t edit; /* whose list it is of */
    bool reported; /* of one that went: a conflict was */
};

/* What happened in one place. Pointers lead into the base and into the other world, to what a member that is
 * gone was, or that has come will be. */
struct edit {
    const char *base, *other;
    uint64_t hash; /* of `base` */
    uint8_t kind;
    bool is_values; /* both are lists of values, of one length */
    bool has_moves; /* of EDIT_LIST */
    bool reported;  /* a conflict was */
    uint32_t count; /* of values, where they are such lists; of elements */
    uint32_t first; /* of EDIT_LIST: among `elements` */
    uint32_t gone_count, placed_count;
    /* Of EDIT_LIST, ascending: indexes before of what went or moved, indexes after of what came or moved; in
     * the low half the number of its element. */
    uint64_t *gone, *placed;
};

struct edits {
    struct arena *account;
    struct arena texts;
    struct record_buffer edit_buffer, element_buffer, slot_buffer;
    struct edit *edits;
    struct element_edit *elements; /* once they are settled, those of a list stand together */
    uint32_t *slots;               /* numbers of edits from 1 on, by the hash of their pointer */
    uint64_t *touched;             /* hashes of the pointers that an edit is at, or below */
    uint32_t count, element_count, slot_count, touched_slots;
    uint32_t last; /* the edit that the element before was of */
    ow_status status;
};

void edits_init(struct edits *edits, struct arena *account);
void edits_free(struct edits *edits);

/* Takes findings of a comparison of the base with the other world, as a difference_sink hands them out. */
bool edits_find(void *context, struct comparison *comparison, const struct finding *finding);

/* To be called when all have come, before any of what follows. False without memory. */
bool edits_finish(struct edits *edits);

/* What happened at a pointer into the base, of so many bytes; NULL: nothing. */
const struct edit *edits_at(const struct edits *edits, const char *base, size_t size);

/* Whether anything happened at a pointer into the base, or below it. */
bool edits_touch(const struct edits *edits, const char *base);

/* The number of an element of the base's list that went or moved; NO_INDEX: it did not. */
uint32_t edits_element_before(const struct edit *list, uint32_t before);

/* Where an element of the base's list stands in the other world; NO_INDEX: it is gone. */
uint32_t edits_index_after(const struct edits *edits, const struct edit *list, uint32_t before);

/* Where an element of the other world's list, which neither came nor moved, stood in the base. */
uint32_t edits_index_before(const struct edit *list, uint32_t after);

/* The pointer into the other world to what one into the base leads to. False where it is gone, or something
 * else stands in its place: `gone` is how much of `base` leads to what that happened to. */
bool edits_pointer(const struct edits *edits, const char *base, char after[POINTER_ROOM],
                   size_t *gone);

#endif
