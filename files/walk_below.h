/* Walks through the entries of a folder and of folders below it, through no link. */
#ifndef OW_FILES_WALK_BELOW_H
#define OW_FILES_WALK_BELOW_H

#include "below.h"

#include <sys/stat.h>

struct below_entry {
    int folder;       /* the open folder that it is in */
    const char *path; /* of that folder, from the first one: empty, or with a slash at its end */
    const char *name;
    unsigned depth; /* 0: in the first folder */
    const struct stat *about;
};

enum below_step {
    BELOW_GO_ON,
    BELOW_ENTER, /* of a folder: its entries are next */
    BELOW_STOP
};

struct below_walk {
    void *context;
    /* Called for each entry, in no order. */
    enum below_step (*visit)(void *context, const struct below_entry *entry);
    /* Called for what cannot be looked at, or not to its end. May be NULL. */
    void (*cannot)(void *context, const char *path, const char *name, enum below why);
};

/* Walks from an open folder, which may be one of O_PATH and stays open. Returns false if memory ran
 * out. */
bool walk_below(int folder, const struct below_walk *walk);

#endif
