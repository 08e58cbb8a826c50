/* JSON text of a map, taken apart without a tree: the members of an object are found in one pass, in
 * whatever order they stand, and looked at where they are. */
#ifndef OW_SRC_LEVELD_TILED_MEMBERS_H
#define OW_SRC_LEVELD_TILED_MEMBERS_H

#include "../../json/reader.h"

/* Where a value stands; `at` NULL: there is none. */
struct member {
    const char *name;
    const char *at;
};

/* JSON text that is walked through. */
struct json_walk {
    const char *begin, *end;
    const char *at, *problem; /* of the first thing that is no JSON, or not of the shape of a map */
};

struct json_cursor walk_cursor(const struct json_walk *walk, const char *at);

/* Notes what is wrong with the text. Returns false. */
bool walk_fail(struct json_walk *walk, const struct json_cursor *cursor, const char *problem);

/* Finds members of the object at `at` by name; of repeated ones the last. False where there is no
 * object, or no JSON. */
bool walk_members(struct json_walk *walk, const char *at, struct member *members, size_t count);

/* The elements of an array, one after another: false at its end, or where there is none. */
struct elements {
    struct json_walk *walk;
    struct json_cursor cursor;
    uint64_t index; /* of the element at hand */
    bool begun;
};
struct elements walk_elements(struct json_walk *walk, const char *at);
bool next_element(struct elements *elements, const char **at);

/* The custom properties of anything: an array of objects, or, as Tiled wrote them before 1.2, an object. */
struct property {
    struct json_token name;
    const char *value;
    uint64_t index;
};
struct properties {
    struct elements elements;
    bool object;
};
struct properties walk_properties(struct json_walk *walk, const char *at);
bool next_property(struct properties *properties, struct property *property);

/* Values. Each is false, and no problem, where the value is missing or of another kind. */

/* A number in thousandths, rounded to the nearest; what is out of reach of any level becomes the largest. */
bool value_thousandths(const struct json_walk *walk, const char *at, int64_t *value);

/* A whole number that is not negative: a number, or a string of digits. */
bool value_unsigned(const struct json_walk *walk, const char *at, uint64_t *value);
bool value_text(const struct json_walk *walk, const char *at, struct json_token *token);
bool value_is_text(const struct json_walk *walk, const char *at, const char *text);
bool value_is_true(const struct json_walk *walk, const char *at);

#endif
