/* The identity of records in a list. Knows no format. */
#ifndef OW_SRC_CHANGE_IDENTITY_H
#define OW_SRC_CHANGE_IDENTITY_H

#include <stdint.h>

/* The fields that identify a record in its list; the first that is there counts. A table ends with
 * a row without a list. */
struct identity {
    const char *list; /* a JSON Pointer, "*" for any element */
    const char *fields[2];

    /* A number made of the same fields of a record in memory, or of a hash of them. NULL: the
     * fields are read from events. */
    uint64_t (*key)(const void *record);
};

#endif
