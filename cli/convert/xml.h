/* Reads XML text as a tree of elements, with expat. */
#ifndef OW_CLI_CONVERT_XML_H
#define OW_CLI_CONVERT_XML_H

#include <overworld/overworld.h>

struct xml_attribute {
    const char *name, *value;
};

struct xml_element {
    const char *name;
    struct xml_attribute *attributes; /* ends with one without a name */
    char *text;                       /* its text without that of its elements; "" */
    size_t text_size;
    struct xml_element *first, *last, *next;
};

struct xml_tree {
    struct xml_element *root;
    struct xml_block *blocks; /* its memory */
};

/* Reads XML text. Refuses declarations of entities, so none can expand or be loaded. Ignores a
 * document type without declarations. Elements nest at most XML_DEPTH deep, and the tree takes at
 * most `limit` bytes. On failure `error` has the reason and the place in the text. Close the tree
 * in both cases. */
enum { XML_DEPTH = 24 };
ow_status xml_read(const void *bytes, size_t size, uint64_t limit, struct xml_tree *tree,
                   ow_error *error);
void xml_close(struct xml_tree *tree);

/* The value of an attribute; NULL if there is none. */
const char *xml_attribute(const struct xml_element *element, const char *name);

/* The first child with a name; NULL if there is none. */
const struct xml_element *xml_child(const struct xml_element *element, const char *name);

#endif
