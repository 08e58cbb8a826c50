/* A file on its way into a catalogue: from the walk, through a worker, to the writer. */
#ifndef OW_CATALOG_FOUND_H
#define OW_CATALOG_FOUND_H

#include "facts.h"
#include "sidecar.h"

enum found_kind {
    FOUND_WORLD,   /* to be read, then with its facts */
    FOUND_ARCHIVE, /* named, not opened */
    FOUND_UNREAD   /* could not be read: `why` says more */
};

struct found {
    struct found *next;
    enum found_kind kind;
    struct pool pool;          /* of the values below */
    char *path;                /* in the pool, to open */
    const char *file_name;     /* its last part */
    struct value folder, name; /* escaped */
    int64_t size, modified;
    bool is_known;      /* there is a row for the path */
    bool must_replace;  /* the facts that there are come of an earlier version of this program */
    bool was_passed_by; /* there is a row of passed_by for it */
    uint8_t known_hash[DIGEST_SIZE];
    bool has_facts;
    struct facts facts;
    bool is_unkept; /* its path has no room in a key: it is told and not written down */
    struct sidecar sidecar;
    struct value why;
};

void found_free(struct found *found);

#endif
