/* XML text as a tree of elements, read by expat: nothing of it is written here that a library does
 * better. */
#ifndef OW_CLI_CONVERT_XML_H
#define OW_CLI_CONVERT_XML_H

#include <overworld/overworld.h>

struct xml_attribute {
    const char *name, *value;
};

struct xml_element {
    const char *name;
    struct xml_attribute *attributes; /* ends with one without a name */
    char *text;                       /* what stands in it beside its elements; "" */
    size_t text_size;
    struct xml_element *first, *last, *next;
};

struct xml_tree {
    struct xml_element *root;
    struct xml_block *blocks; /* its memory */
};

/* Reads XML text. Entities are refused where they are declared, so that none can grow and none is
 * fetched; a document type without declarations of its own is passed over. Elements nest at most
 * XML_DEPTH deep, and the tree takes at most `limit` bytes. On failure `error` says what is wrong and
 * where in the text. Close the tree either way. */
enum { XML_DEPTH = 24 };
ow_status xml_read(const void *bytes, size_t size, uint64_t limit, struct xml_tree *tree,
                   ow_error *error);
void xml_close(struct xml_tree *tree);

/* The value of an attribute, NULL where there is none. */
const char *xml_attribute(const struct xml_element *element, const char *name);

/* The first child of a name, NULL where there is none. */
const struct xml_element *xml_child(const struct xml_element *element, const char *name);

#endif
