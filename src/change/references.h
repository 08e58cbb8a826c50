/* References to records by index. Knows no format. */
#ifndef OW_SRC_CHANGE_REFERENCES_H
#define OW_SRC_CHANGE_REFERENCES_H

/* Lists with elements that are referred to by index, and the fields that refer. Both are JSON
 * Pointers with "*" for any element, and end with NULL. */
struct references {
    const char *lists[5];
    const char *fields[8];
};

#endif
