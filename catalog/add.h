/* overworld catalog add: worlds below paths into a catalogue, by several workers at once. */
#ifndef OW_CATALOG_ADD_H
#define OW_CATALOG_ADD_H

#include "facts.h"
#include "schema.h"

struct add_totals {
    uint64_t files;      /* found below the paths */
    uint64_t unchanged;  /* of these: skipped */
    uint64_t added;      /* of these: read, and given a row */
    uint64_t broken;     /* of those read: the world could not be opened */
    uint64_t incomplete; /* of those read: a text beside it cannot be read, and is tried again */
    uint64_t archives;   /* listed, not opened */
    uint64_t unread;     /* unreadable or too large */
    uint64_t refused;    /* taken out of the catalogue before */
    uint64_t files_gone, worlds_gone; /* forgotten */
};

struct add_options {
    const char *place; /* of the catalogue */
    char *const *paths;
    size_t path_count;
    unsigned jobs;     /* 0: as many as there are processors */
    uint64_t max_size; /* of a file; 0: any */
    bool prune;        /* forget files below the paths that are gone, and worlds without a file */
    struct fact_options facts;
    void *context; /* of both callbacks below, which may be NULL and run in the caller's thread */
    void (*report_unread)(void *context, const char *path, const char *why);
    void (*progress)(void *context, uint64_t files);
};

/* Adds what is below the paths. Returns false with *failure; what was added before stays. */
bool catalog_add(const struct add_options *options, struct add_totals *totals,
                 struct database_failure *failure);

#endif
