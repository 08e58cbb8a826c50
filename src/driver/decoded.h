/* Values in a player's words, put into a world: the opposite direction of meanings. Knows no format. */
#ifndef OW_SRC_DRIVER_DECODED_H
#define OW_SRC_DRIVER_DECODED_H

#include "../base/compiler.h"
#include "../base/memory.h"
#include "../codec/pattern.h"
#include "../json/reader.h"

#include <overworld/overworld.h>

struct format_row;

/* A JSON value that has nothing inside. */
enum leaf_kind { LEAF_NULL, LEAF_BOOLEAN, LEAF_NUMBER, LEAF_TEXT };

struct leaf {
    enum leaf_kind kind;
    ow_text text; /* of a text, without escapes; of all others, as they are written */
};

enum decoded_outcome {
    DECODED_NOT,   /* the pointer leads to no decoded field, or the value is not in words */
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

/* What is going to change in a document. Several decoded fields may be of one field of the file, so a
 * change continues from the value that an earlier one left. */
struct decoded_change {
    const struct format_row *row;
    const void *document;
    struct arena *arena; /* of all values */
    ow_error *error;
    struct decoded_value *values;
    uint32_t count, room;

    /* Of the pointer at hand. */
    char pattern[PATTERN_ROOM];      /* with "*" for each number */
    uint32_t indexes[DECODED_STEPS]; /* what stands for each "*" */
    unsigned index_count;
    const char *place; /* the pointer as text */
};

/* Puts JSON into what a pointer leads to, if that is in words: a decoded field, or a name in the place of
 * a number. An object or a list sets each of its members. */
enum decoded_outcome decoded_set(struct decoded_change *change, ow_text pointer,
                                 struct json_text json);

/* The JSON of a value, in the arena. `data` NULL without memory. */
struct json_text decoded_json(const struct decoded_change *change,
                              const struct decoded_value *value);

/* For formats. The value of a field of the file, by its pointer: with a count of 0 if no earlier change
 * was made. NULL without memory. */
struct decoded_value *decoded_value(struct decoded_change *change, const char *format, ...)
    OW_PRINTF(2, 3);

/* Fails, with the pointer of the change. */
enum decoded_outcome decoded_fail(struct decoded_change *change, ow_status status,
                                  const char *format, ...) OW_PRINTF(3, 4);
enum decoded_outcome decoded_no_memory(struct decoded_change *change);

/* What a leaf says. They fail with a sentence of what was expected, and return false. */
bool leaf_integer(struct decoded_change *change, const struct leaf *leaf, int64_t least,
                  int64_t most, int64_t *value);
bool leaf_number(struct decoded_change *change, const struct leaf *leaf, double *value);
bool leaf_boolean(struct decoded_change *change, const struct leaf *leaf, bool *value);
bool leaf_color(struct decoded_change *change, const struct leaf *leaf, uint8_t rgb[3]);

/* Whether a type has a name, in full or without its mod; case counts. */
bool type_is_called(ow_text type, ow_text name);

#endif
