/* What refers to records by their place in a list. Knows no format. */
#ifndef OW_SRC_CHANGE_REFERENCES_H
#define OW_SRC_CHANGE_REFERENCES_H

/* Lists whose elements are referred to by their index, and the fields that do; both are JSON Pointers with "*" for
 * any element, and end with NULL. */
struct references {
    const char *lists[5];
    const char *fields[8];
};

#endif
