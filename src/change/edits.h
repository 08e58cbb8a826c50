/* The changes of one side of a merge, stored for look-up. Knows no format. */
#ifndef OW_SRC_CHANGE_EDITS_H
#define OW_SRC_CHANGE_EDITS_H

#include "compare.h"
#include "list_steps.h"
#include "record_buffer.h"

enum edit_kind {
    EDIT_VALUE, /* a value or a list of values changed, or something was replaced */
    EDIT_GONE,  /* a member */
    EDIT_COME,  /* a member */
    EDIT_LIST   /* elements were removed, added or moved */
};

/* An element of a list that was removed, added or moved. */
struct element_edit {
    struct list_change change;
    uint64_t key, hash; /* if added: its identity (0: none), and the hash of its contents */
    uint32_t edit;      /* the edit of its list */
    bool reported;      /* if removed: a conflict was reported */
};

/* A change at one place. Pointers lead into the base and into the other world; for a removed or
 * added member, to where it was or will be. */
struct edit {
    const char *base, *other;
    uint64_t hash; /* of `base` */
    uint8_t kind;
    bool is_values; /* both are lists of values of equal length */
    bool has_moves; /* of EDIT_LIST */
    bool reported;  /* a conflict was reported */
    uint32_t count; /* of values in such lists; of elements */
    uint32_t first; /* of EDIT_LIST: index into `elements` */
    uint32_t gone_count, placed_count;
    /* Of EDIT_LIST, ascending: old indices of removed and moved elements, new indices of added and
     * moved ones; the number of the element in the low half. */
    uint64_t *gone, *placed;
};

struct edits {
    struct arena *account;
    struct arena texts;
    struct record_buffer edit_buffer, element_buffer, slot_buffer;
    struct edit *edits;
    struct element_edit *elements; /* after edits_finish, grouped by list */
    uint32_t *slots;               /* numbers of edits from 1 on, by the hash of their pointer */
    uint64_t *touched;             /* hashes of all pointers to edits and of their prefixes */
    uint32_t count, element_count, slot_count, touched_slots;
    uint32_t last; /* the edit of the previous element */
    ow_status status;
};

void edits_init(struct edits *edits, struct arena *account);
void edits_free(struct edits *edits);

/* Receives findings of a comparison of the base with the other world, as a difference_sink. */
bool edits_find(void *context, struct comparison *comparison, const struct finding *finding);

/* Call after the last finding and before the look-ups below. Returns false without memory. */
bool edits_finish(struct edits *edits);

/* The edit at a pointer into the base, of `size` bytes; NULL: none. */
const struct edit *edits_at(const struct edits *edits, const char *base, size_t size);

/* Returns true if there is an edit at a pointer into the base, or below. */
bool edits_touch(const struct edits *edits, const char *base);

/* The number of a removed or moved element of the base's list; NO_INDEX: neither. */
uint32_t edits_element_before(const struct edit *list, uint32_t before);

/* The index of an element of the base's list in the other world; NO_INDEX: removed. */
uint32_t edits_index_after(const struct edits *edits, const struct edit *list, uint32_t before);

/* The index in the base of an element of the other world's list that was neither added nor
 * moved. */
uint32_t edits_index_before(const struct edit *list, uint32_t after);

/* Translates a pointer into the base to the other world. Returns false if its target was removed
 * or replaced; `gone` is then the length of the pointer to what was removed. */
bool edits_pointer(const struct edits *edits, const char *base, char after[POINTER_ROOM],
                   size_t *gone);

#endif
