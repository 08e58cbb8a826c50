/* A file on its way into a catalogue: from the walk, through a worker, to the writer. */
#ifndef OW_CATALOG_FOUND_H
#define OW_CATALOG_FOUND_H

#include "facts.h"
#include "marks.h"
#include "sidecars.h"

enum found_kind {
    FOUND_WORLD,     /* read by a worker, which adds its facts */
    FOUND_ARCHIVE,   /* listed, not opened */
    FOUND_UNREAD,    /* unreadable: `why` has the reason */
    FOUND_OPENED,    /* an archive whose worlds were all read */
    FOUND_BEGINNING, /* no file: the files below `folder`, an archive, are forgotten */
    FOUND_REFUSED,   /* taken out of the catalogue before */
    FOUND_DEADLY     /* several workers died while they read it */
};

/* A file without a place on the disk, such as standard input. */
struct given_file {
    const char *path; /* the one to record */
    const void *bytes;
    size_t size;
};

/* What a worker has of the queue (claims.h). */
struct claim {
    int64_t id;     /* of the row */
    int64_t number; /* of the worker's claims; 0: the file does not come from the queue */
};

struct found {
    struct found *next;
    enum found_kind kind;
    struct pool pool;          /* for the values below */
    char *path;                /* in the pool; the path to open */
    char *recorded;            /* in the pool; the path to report: as the catalogue has it */
    const char *file_name;     /* its last part */
    struct value folder, name; /* escaped */
    int64_t size, modified;
    bool is_known;     /* the catalogue has a row for the path */
    bool must_replace; /* the stored facts come from an earlier version of this program */
    bool was_skipped;  /* the table `skipped` has a row for it */
    bool was_opened;   /* an archive whose worlds the catalogue has as they are */
    bool is_unchanged; /* it is reported and not stored again */
    bool is_looked_up; /* had_bytes is set */
    bool had_bytes;    /* the catalogue had its bytes before, from this path or another one */
    uint8_t known_hash[DIGEST_SIZE];
    bool has_facts;
    bool clashes;    /* another world has the same key (store.c) */
    bool is_refused; /* its content was taken out of the catalogue (takedown.c), see `why` */
    struct facts facts;
    bool is_unkept; /* its path is too long for a key: it is reported and not stored */
    const struct given_file *given; /* not NULL: its bytes do not come from `path` */
    const struct path_marks *marks; /* for the file; NULL: none */
    struct sidecars sidecars;
    struct value why;
    struct claim claim; /* of the file, or of the archive that it is in */
    bool ends_claim;    /* nothing else follows for its claim */
    bool is_lost;       /* another worker has its claim by now: it is not stored */
};

/* A file of a folder; `recorded` is the folder in the catalogue. If its path is too long for a
 * catalogue, it is FOUND_UNREAD. NULL if memory runs out; found->pool.has_failed may be set too. */
struct found *found_at(enum found_kind kind, const char *folder, const char *recorded,
                       const char *name);
void found_free(struct found *found);

#endif
