/* The files of one folder in a catalogue, so that a walk can skip unchanged ones. */
#ifndef OW_CATALOG_FOLDER_INDEX_H
#define OW_CATALOG_FOLDER_INDEX_H

#include "found.h"
#include "schema.h"

struct indexed_file {
    struct value name; /* in the pool */
    uint8_t hash[DIGEST_SIZE];
    int64_t size, modified, sidecars; /* the mark; INT64_MIN: no sidecars */
    bool is_current;                  /* the facts of its world have the current version */
    bool was_skipped, is_archive, is_deadly;
    bool is_opened; /* an archive that was opened by this version, with pictures if asked */
};

struct folder_index {
    struct pool pool;
    bool pictures, has_failed; /* a world without a picture is not current; memory ran out */
    struct indexed_file *list; /* by name */
    size_t count, room;
};

/* 1 if the world of a row of `file` needs no picture, or has one; else 0. */
#define PICTURE_IS_THERE                                                                           \
    "CASE WHEN world.status <> 'ok' OR EXISTS (SELECT 1 FROM world_picture"                        \
    " WHERE world_picture.key = file.key) THEN 1 ELSE 0 END"

/* What a catalogue has as the message of an archive that was opened by this version. */
const char *opened_message(bool pictures);

/* With `pictures`, a world without a picture is not current. Returns false with catalog_failure. */
bool folder_index_open(struct folder_index *index, struct catalog *catalog,
                       const struct value *folder, bool pictures);
void folder_index_close(struct folder_index *index);

/* Finds the files of a name, *count of them: none, one, or several if runs overlapped. */
const struct indexed_file *folder_index_find(const struct folder_index *index,
                                             const struct value *name, size_t *count);

#endif
