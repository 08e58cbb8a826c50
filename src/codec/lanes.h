/* Reading a long list on several threads. Each has a lane: a part of the bytes of the list. The
 * first record of a lane is found by passing all records before it, which is faster than reading
 * them. So each thread passes the records before its lane, and then reads its own. All threads find
 * the same places, so they need not wait for each other. */
#ifndef OW_SRC_CODEC_LANES_H
#define OW_SRC_CODEC_LANES_H

#include "../base/memory.h"
#include "../base/pool.h"
#include "record_place.h"

/* Shorter lists are read before a thread has started. */
enum { LANES_LEAST = PIECE(4096, 3) };

/* Runs of a format for its records. */
struct lane_runs {
    /* See struct runs. */
    uint32_t (*pass_records)(const struct record_place *first, uint32_t most, uint64_t *end,
                             const void *bytes, size_t size, const void *document,
                             const ow_options *options, struct arena *scratch);

    /* Reads up to `*count` records that begin before `*stop`. Sets both to what was read. Items
     * that are not of `item_size` bytes are not read. */
    ow_status (*decode_records)(const struct record_place *first, uint32_t *count, uint64_t *stop,
                                void *items, size_t item_size, const void *bytes, size_t size,
                                const void *document, const ow_options *options,
                                struct arena *arena);

    const char *(*record_pointer)(unsigned kind);
};

/* A file that is read. */
struct lanes {
    struct lane_runs runs;
    const void *bytes;
    size_t size;
    const void *document; /* what was read of it so far */
    size_t document_size;
    const ow_options *options;
    struct arena *arena; /* of the document */
};

/* A list of the document. */
struct lane_list {
    const char *name;
    void *items;
    const uint32_t *count; /* the document's own */
    size_t item_size;
    uint64_t offset; /* where it begins, and then, where it ends */
};

/* Reads all records of a list. Returns OW_OK; OW_CANCELLED; or another status if lanes cannot read
 * this list: `items` are undefined, and nothing else has changed. */
ow_status lanes_read(const struct lanes *lanes, struct lane_list *list);

/* The kind of the records of a list of the document. Returns false if there is none, or several, as
 * for the blocks of levels. Builds have no kind 0, so theirs are not found: 65,535 blocks are soon
 * done. */
bool lanes_find_kind(const char *(*record_pointer)(unsigned kind), const char *list,
                     unsigned *kind);

/* Whether a list's count is a member of the document itself, whose records can have lanes. */
static inline bool lanes_has_count(const void *document, size_t document_size,
                                   const uint32_t *count)
{
    const uintptr_t begin = (uintptr_t)document, at = (uintptr_t)count;
    return at >= begin && at - begin < document_size;
}

#endif
