/* Reading JSON of other programs without a tree: finds the members of an object in one pass, in
 * any order, and reads them in place. */
#ifndef OW_SRC_JSON_WALK_H
#define OW_SRC_JSON_WALK_H

#include "reader.h"

/* A value's place; `at` NULL: no value. */
struct member {
    const char *name;
    const char *at;
};

/* JSON text being read. */
struct json_walk {
    const char *begin, *end;
    bool is_partial; /* values that nobody asks for are passed without a check of their text */
    const ow_options *options; /* whose threads pass them; NULL: one thread */
    const char *at, *problem;  /* of the first invalid or unexpected thing */
};

struct json_cursor walk_cursor(const struct json_walk *walk, const char *at);

/* Records an error of the text. Returns false. */
bool walk_fail(struct json_walk *walk, const struct json_cursor *cursor, const char *problem);

/* Finds members of the object at `at` by name; of duplicates the last. Returns false if there is
 * no object, or no JSON. */
bool walk_members(struct json_walk *walk, const char *at, struct member *members, size_t count);

/* Reads the name of the next member, with the cursor after the brace or the last value; moves to
 * its value. Returns false after the last member. */
bool walk_name(struct json_cursor *cursor, bool first, struct json_token *name);

/* Iterates over the members of an object. Returns false at its end, or if there is no object. */
struct object_walk {
    struct json_walk *walk;
    struct json_cursor cursor;
    bool begun;
};
struct object_walk walk_object(struct json_walk *walk, const char *at);
bool next_object_member(struct object_walk *object, struct json_token *name, const char **at);

/* Iterates over the elements of an array. Returns false at its end, or if there is no array. */
struct elements {
    struct json_walk *walk;
    struct json_cursor cursor;
    uint64_t index; /* of the current element */
    bool begun;
};
struct elements walk_elements(struct json_walk *walk, const char *at);
bool next_element(struct elements *elements, const char **at);

/* The number of members or elements; 0 for other values or invalid JSON. */
size_t walk_count(const struct json_walk *walk, const char *at);

/* Returns true if the text is one value and nothing else. */
bool walk_whole(struct json_walk *walk);

/* Values. Each returns false, without an error and without a result, if the value is missing or of
 * another kind. */

/* A number in thousandths, rounded to the nearest and limited to 10^15 thousandths. */
bool value_thousandths(const struct json_walk *walk, const char *at, int64_t *value);

/* A non-negative integer: a string of digits, or a number, which is below 10^12 if it has a point
 * or an exponent. */
bool value_unsigned(const struct json_walk *walk, const char *at, uint64_t *value);
bool value_text(const struct json_walk *walk, const char *at, struct json_token *token);
bool value_is_text(const struct json_walk *walk, const char *at, const char *text);
bool value_is_true(const struct json_walk *walk, const char *at);

#endif
