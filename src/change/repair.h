/* Mending what a check finds: the issues of a document, and the fix of each code. Knows no format. */
#ifndef OW_SRC_CHANGE_REPAIR_H
#define OW_SRC_CHANGE_REPAIR_H

#include "../base/memory.h"

#include <overworld/change.h>

enum { FOUND_STEPS = 4, SHAPES = 96, SHAPE_ROOM = 96 };

/* The shapes of pointers that were met: JSON Pointers, "*" for any element. */
struct shapes {
    unsigned count;
    char text[SHAPES][SHAPE_ROOM];
};

/* Where an issue is: a shape, and the indexes that stand for its first elements. */
struct found {
    uint8_t code, shape;
    uint32_t at[FOUND_STEPS];
};

/* Takes a pointer apart. False where there is no room for its shape. */
bool found_set(struct found *found, struct shapes *shapes, const char *pointer);

/* The pointer again. */
void found_put_pointer(const struct found *found, const struct shapes *shapes, char *pointer,
                       size_t size);

/* A fix at work: a document and the issues of one code, in file order. */
struct repair {
    void *document;
    void *owner;         /* of the document, for what is new in it: see edit.h */
    struct arena *arena; /* for the fix itself, given back behind it */
    const struct found *found;
    uint32_t count;
    const struct shapes *shapes;
};

/* The fix of a code: a row of a format's table, which ends with a row without a name. */
struct remedy {
    ow_remedy about;
    unsigned code;
    ow_status (*apply)(struct repair *repair); /* NULL: a conversion does it, or salvage */
    bool moves; /* records are removed, or stand elsewhere: other issues are to be found anew */
    const ow_target *to; /* what a conversion does in place of a call; NULL: none */
};

#define REMEDY(code, name, what, apply, moves)                                                     \
    {                                                                                              \
        {name, what}, code, apply, moves, NULL                                                     \
    }
#define REMEDY_BY_SALVAGE(code, what) REMEDY(code, "salvage", what, NULL, true)
#define REMEDY_BY_CONVERSION(code, what, to)                                                       \
    {                                                                                              \
        {"convert", what}, code, NULL, true, to                                                    \
    }
#define NO_MORE_REMEDIES REMEDY(0, NULL, NULL, NULL, false)

/* Whether an issue's pointer is of a shape, such as "/wires/ * /circuit_state" without spaces. */
bool found_is(const struct repair *repair, const struct found *found, const char *shape);

/* Memory of the document's own, zeroed; NULL where there is none. */
void *repair_take(struct repair *repair, size_t count, size_t size);

/* Removes from a list the records whose index is element `step` of the issues from `first` up to `end`. */
ow_status repair_remove(const struct repair *repair, uint32_t first, uint32_t end, unsigned step,
                        void *list, uint32_t *count, size_t record_size);

/* The end of the issues that have the same record as issue `first` in element 0. */
uint32_t repair_group_end(const struct repair *repair, uint32_t first);

/* Puts "?" in place of each byte of a text that is not UTF-8. */
ow_status repair_text(struct repair *repair, ow_text *text);

/* Makes numbers that are infinite or none at all zero. */
void repair_floats(float *numbers, size_t count);

#endif
