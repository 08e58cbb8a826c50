/* What a catalogue knows of the files in one folder, for a walk that passes by what has not changed. */
#ifndef OW_CATALOG_KNOWN_H
#define OW_CATALOG_KNOWN_H

#include "found.h"
#include "schema.h"

struct known_file {
    struct value name; /* in the pool */
    uint8_t hash[DIGEST_SIZE];
    int64_t size, modified, sidecar; /* INT64_MIN: it had none */
    bool is_current;                 /* its world's facts are those of this version */
    bool was_passed_by, is_archive;
};

struct known {
    struct pool pool;
    bool pictures, has_failed; /* a world without a picture is not current; memory ended */
    struct known_file *list;   /* by name */
    size_t count, room;
};

/* False with catalog_failure. With `pictures` a world without one is not current. */
bool known_open(struct known *known, struct catalog *catalog, const struct value *folder,
                bool pictures);
void known_close(struct known *known);

/* Those of a name, *count of them: none, one, or, after a run beside another, several. */
const struct known_file *known_find(const struct known *known, const struct value *name,
                                    size_t *count);

#endif
