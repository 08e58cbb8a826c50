/* Repairs: the issues of a document, and the fix of each code. Knows no format. */
#ifndef OW_SRC_CHANGE_REPAIR_H
#define OW_SRC_CHANGE_REPAIR_H

#include "../base/memory.h"

#include <overworld/change.h>

enum { FOUND_STEPS = 4, SHAPES = 96, SHAPE_ROOM = 96 };

/* The shapes of pointers of issues: JSON Pointers with "*" for any element. */
struct shapes {
    unsigned count;
    char text[SHAPES][SHAPE_ROOM];
};

/* The place of an issue: a shape, and the indices of its first elements. */
struct found {
    uint8_t code, shape;
    uint32_t at[FOUND_STEPS];
};

/* Splits a pointer. Returns false if its shape does not fit. */
bool found_set(struct found *found, struct shapes *shapes, const char *pointer);

/* Writes the pointer. */
void found_put_pointer(const struct found *found, const struct shapes *shapes, char *pointer,
                       size_t size);

/* A running fix: a document and the issues of one code, in file order. */
struct repair {
    void *document;
    void *owner;         /* of the document, for new memory: see edit.h */
    struct arena *arena; /* for the fix itself, released after it */
    const struct found *found;
    uint32_t count;
    const struct shapes *shapes;
};

/* The fix of a code: a row of a format's table, which ends with a row without a name. */
struct remedy {
    ow_remedy about;
    unsigned code;
    ow_status (*apply)(struct repair *repair); /* NULL: done by a conversion, or by salvage */
    bool moves;          /* records are removed or moved: other issues have to be found again */
    const ow_target *to; /* the target of the conversion that fixes it; NULL: none */
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

/* Returns true if an issue's pointer has a shape, such as "/wires/ * /circuit_state" without
 * spaces. */
bool found_is(const struct repair *repair, const struct found *found, const char *shape);

/* Allocates zeroed memory of the document; NULL without memory. */
void *repair_take(struct repair *repair, size_t count, size_t size);

/* Removes the records of a list whose index is element `step` of the issues from `first` to before
 * `end`. */
ow_status repair_remove(const struct repair *repair, uint32_t first, uint32_t end, unsigned step,
                        void *list, uint32_t *count, size_t record_size);

/* The end of the issues with the same record as issue `first` in element 0. */
uint32_t repair_group_end(const struct repair *repair, uint32_t first);

/* Replaces each byte of a text that is not UTF-8 by "?". */
ow_status repair_text(struct repair *repair, ow_text *text);

/* Sets numbers that are not finite to zero. */
void repair_floats(float *numbers, size_t count);

#endif
