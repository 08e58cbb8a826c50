/* What tells the records of a list from each other. Knows no format. */
#ifndef OW_SRC_CHANGE_IDENTITY_H
#define OW_SRC_CHANGE_IDENTITY_H

/* What tells a record from others of its list: fields of it, whichever comes first. The last one of a
 * table has no list. */
struct identity {
    const char *list; /* a JSON Pointer, "*" for any element */
    const char *fields[2];
};

#endif
