/* Whether two JSON texts say the same. */
#ifndef OW_SRC_JSON_EQUAL_H
#define OW_SRC_JSON_EQUAL_H

#include "reader.h"

/* Whether two values are equal as RFC 6902, section 4.6 has it: objects whatever the order of their members,
 * numbers by their value; what is no whole number, by the 32-bit float that is nearest to it. False where one
 * of them is no JSON. Objects take the square of their members. */
bool json_equal(struct json_text a, struct json_text b);

#endif
