/* The names of a batch on their way into a catalogue: each once, with its number. */
#ifndef OW_CATALOG_NAMES_H
#define OW_CATALOG_NAMES_H

#include "database.h"

/* A name has a few parts, such as the kind and the name of a type. */
enum { NAME_PARTS = 4 };

struct name {
    struct value parts[NAME_PARTS]; /* as they were given: their bytes are not copied */
    size_t count;
    int64_t id;
    uint64_t mixed;
};

/* Initialise with zeros. */
struct names {
    struct name *list;
    uint32_t *slots; /* of a table of hashes: the number of a name, counted from 1 */
    size_t count, room;
    char *joined; /* the parts of a name with newlines between them */
    size_t joined_room;
};

/* Sets *id to the number of a name: the beginning of the hash of its parts, with a newline between
 * two. An absent part counts as empty. Returns false if memory runs out. */
bool names_find(struct names *names, const struct value *parts, size_t count, int64_t *id);

/* Forgets all names and releases their memory. */
void names_free(struct names *names);

#endif
