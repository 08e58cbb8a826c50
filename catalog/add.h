/* overworld catalog add: worlds below paths into a catalogue, by several workers at once. */
#ifndef OW_CATALOG_ADD_H
#define OW_CATALOG_ADD_H

#include "claims.h"
#include "facts.h"
#include "found.h"
#include "patience.h"
#include "unpack.h"

struct add_totals {
    uint64_t files;      /* found below the paths */
    uint64_t unchanged;  /* of these: skipped */
    uint64_t added;      /* of these: read, and given a row */
    uint64_t broken;     /* of those read: the world could not be opened */
    uint64_t incomplete; /* of those read: a text beside it cannot be read, and is tried again */
    uint64_t archives;   /* listed, not opened */
    uint64_t opened;     /* archives that were opened; their worlds are files too */
    uint64_t unread;     /* unreadable or too large */
    uint64_t refused;    /* taken out of the catalogue before */
    uint64_t lost;       /* read, but another worker has their claims by now */
    uint64_t files_gone, worlds_gone; /* forgotten */
};

/* What became of a file. */
enum add_verdict {
    ADD_ADDED,      /* the catalogue did not have its bytes */
    ADD_KNOWN,      /* it was read, and the catalogue had its bytes from this path or another one */
    ADD_UNCHANGED,  /* it was not read: size and time are those of the last run */
    ADD_SKIPPED,    /* an archive that is not opened */
    ADD_OPENED,     /* an archive whose worlds were read */
    ADD_UNREADABLE, /* it cannot be read or is too large */
    ADD_REFUSED,    /* its content was taken out of the catalogue before */
    ADD_QUEUED,     /* a scan queued it */
    ADD_WAITING     /* it was in the queue before */
};

struct added_file {
    const char *path;
    enum add_verdict verdict;
    const uint8_t *hash; /* NULL: unknown */
    const char *status;  /* "ok", or why the world cannot be opened; NULL: it was not read */
    ow_text message;     /* escaped as in a catalogue; data NULL: none */
};

#define LACKS_DIGESTS                                                                              \
    "this build cannot add worlds: it was built without libmd; it can only read catalogues"

struct add_options {
    const char *place; /* of the catalogue */
    char *const *paths;
    size_t path_count;
    const struct given_file *given;       /* of the path "-"; may be NULL */
    const struct work_options *work;      /* take files from the queue, not from paths; or NULL */
    const struct roots *roots;            /* may be NULL */
    struct patience *patience;            /* for a server that is away */
    unsigned jobs;                        /* 0: as many as there are processors */
    uint64_t max_size;                    /* of a file; 0: any */
    const struct unpack_limits *archives; /* NULL: archives are listed, not opened */
    const struct path_marks *marks;       /* for all files that are read; NULL: none */
    bool prune; /* forget files below the paths that are gone, and worlds without a file */
    struct fact_options facts;
    void *context; /* of the callbacks below, which may be NULL and run in the caller's thread */
    void (*report_unread)(void *context, const char *path, const char *why);
    /* Called once for each file, after it is in the catalogue, in no particular order. */
    void (*report_file)(void *context, const struct added_file *file);
    void (*progress)(void *context, uint64_t files);
};

/* Adds what is below the paths, or what is in the queue. Returns false with *failure; what was
 * added before stays. */
bool catalog_add(const struct add_options *options, struct add_totals *totals,
                 struct database_failure *failure);

#endif
