/* What salvage kept of a file that breaks off, and what it lost. */
#ifndef OW_SRC_CODEC_SALVAGE_H
#define OW_SRC_CODEC_SALVAGE_H

#include <overworld/base.h>

enum { SALVAGE_LISTS = 16 };

/* A list of the document itself, or those of one name in all blocks. */
struct salvage_list {
    const char *name;
    uint64_t announced, kept;
    bool reached; /* nothing had broken off before it, or before the first of them */
};

struct salvage {
    ow_status status; /* of the first break; OW_OK: there was none */
    uint64_t offset;  /* where the first record that is not complete breaks off */
    char pointer[128];
    unsigned breaks; /* behind each but the last one the next block was found */
    unsigned list_count;
    struct salvage_list lists[SALVAGE_LISTS];
    uint64_t passed;  /* bytes behind breaks that are of no record that was read */
    uint64_t numbers; /* of a grid that is cut short: how many there are */
};

/* A list by its name, NULL where none such was met. */
static inline struct salvage_list *salvage_find(struct salvage *salvage, const char *name)
{
    for (unsigned i = 0; i < salvage->list_count; i++)
        if (strcmp(salvage->lists[i].name, name) == 0)
            return &salvage->lists[i];
    return NULL;
}

#endif
