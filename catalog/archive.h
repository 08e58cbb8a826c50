/* Archives on their way into a catalogue: a file for each world in them. */
#ifndef OW_CATALOG_ARCHIVE_H
#define OW_CATALOG_ARCHIVE_H

#include "found.h"
#include "schema.h"
#include "unpack.h"

struct archive_plan {
    const struct unpack_limits *limits;
    uint64_t max_size; /* of the archive; 0: any */
    const struct fact_options *facts;
    bool (*put)(void *context, struct found *found); /* owns the file; false stops */
    void *context;
};

/* Opens an archive and puts a beginning, each world with its facts, and then `found` itself, which
 * becomes FOUND_OPENED, or FOUND_UNREAD with the reason. Files in an archive have its path as the
 * beginning of their folder. Returns false if `put` did; `found` is freed in any case. */
bool archive_read(struct found *found, const struct archive_plan *plan);

/* Removes the files of those archives of a list that begin in it, inside a transaction. */
bool archive_forget_begun(struct catalog *catalog, const struct found *list);

/* Returns true if a name ends as those of archives do. */
bool is_archive_name(const char *name);

#endif
