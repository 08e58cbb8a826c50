/* JSON text of another program, taken apart without a tree: the members of an object are found in one pass,
 * in whatever order they stand, and looked at where they are. */
#ifndef OW_SRC_JSON_WALK_H
#define OW_SRC_JSON_WALK_H

#include "reader.h"

/* Where a value stands; `at` NULL: there is none. */
struct member {
    const char *name;
    const char *at;
};

/* JSON text that is walked through. */
struct json_walk {
    const char *begin, *end;
    const char *at,
        *problem; /* of the first thing that is no JSON, or not of the shape that was asked for */
};

struct json_cursor walk_cursor(const struct json_walk *walk, const char *at);

/* Notes what is wrong with the text. Returns false. */
bool walk_fail(struct json_walk *walk, const struct json_cursor *cursor, const char *problem);

/* Finds members of the object at `at` by name; of repeated ones the last. False where there is no
 * object, or no JSON. */
bool walk_members(struct json_walk *walk, const char *at, struct member *members, size_t count);

/* The name of the next member, with the cursor, which stands behind the brace or the last value, at its
 * value; false behind the last one. */
bool walk_name(struct json_cursor *cursor, bool first, struct json_token *name);

/* The members of an object, one after another: false at its end, or where there is none. */
struct object_walk {
    struct json_walk *walk;
    struct json_cursor cursor;
    bool begun;
};
struct object_walk walk_object(struct json_walk *walk, const char *at);
bool next_object_member(struct object_walk *object, struct json_token *name, const char **at);

/* The elements of an array, one after another: false at its end, or where there is none. */
struct elements {
    struct json_walk *walk;
    struct json_cursor cursor;
    uint64_t index; /* of the element at hand */
    bool begun;
};
struct elements walk_elements(struct json_walk *walk, const char *at);
bool next_element(struct elements *elements, const char **at);

/* How many members an object has, or elements an array; 0 where it is neither, or no JSON. */
size_t walk_count(const struct json_walk *walk, const char *at);

/* Whether the text is one value and nothing else. */
bool walk_whole(struct json_walk *walk);

/* Values. Each is false, and no problem, where the value is missing or of another kind. */

/* A number in thousandths, rounded to the nearest; beyond 10^15 thousandths it becomes these. */
bool value_thousandths(const struct json_walk *walk, const char *at, int64_t *value);

/* A whole number that is not negative: a number, or a string of digits. */
bool value_unsigned(const struct json_walk *walk, const char *at, uint64_t *value);
bool value_text(const struct json_walk *walk, const char *at, struct json_token *token);
bool value_is_text(const struct json_walk *walk, const char *at, const char *text);
bool value_is_true(const struct json_walk *walk, const char *at);

#endif
