/* What salvage kept of a truncated file, and what it lost. */
#ifndef OW_SRC_CODEC_SALVAGE_H
#define OW_SRC_CODEC_SALVAGE_H

#include <overworld/base.h>

enum { SALVAGE_LISTS = 16 };

/* A list of the document itself, or the lists of one name in all blocks together. */
struct salvage_list {
    const char *name;
    uint64_t announced, kept;
    bool reached; /* no error came before it, or before the first of them */
};

struct salvage {
    ow_status status; /* of the first error; OW_OK: none */
    uint64_t offset;  /* end of the data in the first incomplete record */
    char pointer[128];
    unsigned breaks; /* errors; after all but the last, the next block was found */
    unsigned list_count;
    struct salvage_list lists[SALVAGE_LISTS];
    uint64_t passed;  /* bytes after errors that belong to no record */
    uint64_t numbers; /* of a truncated grid: number of values */
};

/* Finds a list by name; NULL: none. */
static inline struct salvage_list *salvage_find(struct salvage *salvage, const char *name)
{
    for (unsigned i = 0; i < salvage->list_count; i++)
        if (strcmp(salvage->lists[i].name, name) == 0)
            return &salvage->lists[i];
    return NULL;
}

#endif
