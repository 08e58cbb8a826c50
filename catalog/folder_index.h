/* The files of one folder that a catalogue has, so that a walk can skip those that have not
 * changed. */
#ifndef OW_CATALOG_FOLDER_INDEX_H
#define OW_CATALOG_FOLDER_INDEX_H

#include "found.h"
#include "schema.h"

struct indexed_file {
    struct value name; /* in the pool */
    uint8_t hash[DIGEST_SIZE];
    int64_t size, modified, sidecar; /* INT64_MIN: it had none */
    bool is_current;                 /* its world's facts are those of this version */
    bool was_passed_by, is_archive;
};

struct folder_index {
    struct pool pool;
    bool pictures, has_failed; /* a world without a picture is not current; memory ended */
    struct indexed_file *list; /* by name */
    size_t count, room;
};

/* False with catalog_failure. With `pictures` a world without one is not current. */
bool folder_index_open(struct folder_index *index, struct catalog *catalog,
                       const struct value *folder, bool pictures);
void folder_index_close(struct folder_index *index);

/* Those of a name, *count of them: none, one, or, after a run beside another, several. */
const struct indexed_file *folder_index_find(const struct folder_index *index,
                                             const struct value *name, size_t *count);

#endif
