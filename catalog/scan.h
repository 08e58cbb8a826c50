/* overworld catalog scan: worlds that have to be read into the queue of a catalogue, without
 * reading them. */
#ifndef OW_CATALOG_SCAN_H
#define OW_CATALOG_SCAN_H

#include "add.h"

struct scan_totals {
    uint64_t files;                   /* found below the paths */
    uint64_t queued;                  /* of these: new in the queue */
    uint64_t waiting;                 /* of these: in the queue before */
    uint64_t unchanged;               /* of these: the catalogue has them as they are */
    uint64_t archives;                /* listed, not to be opened */
    uint64_t unread;                  /* unreadable */
    uint64_t files_gone, worlds_gone; /* forgotten */
};

/* Queues what is below the paths, as catalog_add would read it. Of the options, those count that
 * say which files have to be read. Returns false with *failure; what was queued before stays. */
bool catalog_scan(const struct add_options *options, struct scan_totals *totals,
                  struct database_failure *failure);

#endif
