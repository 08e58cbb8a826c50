/* Comparing two JSON texts. */
#ifndef OW_SRC_JSON_EQUAL_H
#define OW_SRC_JSON_EQUAL_H

#include "reader.h"

/* Compares two values by RFC 6902, section 4.6: objects in any order of members, numbers by value.
 * Fractions are compared as their nearest 32-bit floats. Returns false if one is not JSON. Objects
 * take quadratic time in their members. */
bool json_equal(struct json_text a, struct json_text b);

#endif
