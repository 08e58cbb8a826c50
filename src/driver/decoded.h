/* Setting decoded fields in a world: the inverse of meanings. Knows no format. */
#ifndef OW_SRC_DRIVER_DECODED_H
#define OW_SRC_DRIVER_DECODED_H

#include "../base/compiler.h"
#include "../base/memory.h"
#include "../codec/pattern.h"
#include "../json/reader.h"

#include <overworld/formats.h>

struct format_row;

/* A JSON value without members or elements. */
enum leaf_kind { LEAF_NULL, LEAF_BOOLEAN, LEAF_NUMBER, LEAF_TEXT };

struct leaf {
    enum leaf_kind kind;
    ow_text text; /* of a text, with escapes decoded; of others, as written */
};

enum decoded_outcome {
    DECODED_NOT,   /* the pointer is not that of a decoded field, or the value is not a meaning */
    DECODED_DONE,  /* the change has the new value of a field of the file */
    DECODED_FAILED /* *error says why */
};

enum { DECODED_VALUES = 4, DECODED_STEPS = 8 };

/* The new value of a field of the file: a value, or a list of up to four. */
struct decoded_value {
    const char *pointer;
    bool is_list;
    unsigned count;
    ow_value values[DECODED_VALUES];
};

/* A change of a document. Several decoded fields may belong to one field of the file, so a change
 * continues from the value of the earlier one. */
struct decoded_change {
    const struct format_row *row;
    const void *document;
    struct arena *arena; /* of all values */
    ow_error *error;
    struct decoded_value *values;
    uint32_t count, room;

    /* Of the current pointer. */
    char pattern[PATTERN_ROOM];      /* with "*" for each number */
    uint32_t indexes[DECODED_STEPS]; /* the number for each "*" */
    unsigned index_count;
    const char *place; /* the pointer as text */
};

/* Sets JSON at a pointer to a decoded field, or to a field with a meaning. An object or a list
 * sets each of its members. */
enum decoded_outcome decoded_set(struct decoded_change *change, ow_text pointer,
                                 struct json_text json);

/* The JSON of a value, in the arena. `data` NULL without memory. */
struct json_text decoded_json(const struct decoded_change *change,
                              const struct decoded_value *value);

/* For formats. Gets the value of a field of the file by its pointer; a count of 0: no earlier
 * change. NULL without memory. */
struct decoded_value *decoded_value(struct decoded_change *change, const char *format, ...)
    OW_PRINTF(2, 3);

/* Puts one value in place of that of a field. `value` NULL: memory is missing. */
enum decoded_outcome decoded_put(struct decoded_change *change, struct decoded_value *value,
                                 ow_value put);

/* Reports an error with the pointer of the change. Returns DECODED_FAILED. */
enum decoded_outcome decoded_fail(struct decoded_change *change, ow_status status,
                                  const char *format, ...) OW_PRINTF(3, 4);
enum decoded_outcome decoded_no_memory(struct decoded_change *change);

/* Read the value of a leaf. On failure they report what was expected, and return false. */
bool leaf_integer(struct decoded_change *change, const struct leaf *leaf, int64_t least,
                  int64_t most, int64_t *value);
bool leaf_number(struct decoded_change *change, const struct leaf *leaf, double *value);
bool leaf_boolean(struct decoded_change *change, const struct leaf *leaf, bool *value);
bool leaf_color(struct decoded_change *change, const struct leaf *leaf, uint8_t rgb[3]);

/* Returns true if a type has a name, with or without its mod; case counts. */
bool type_is_called(ow_text type, ow_text name);

#endif
