/* Memory: the caller's allocator, and arenas that are released in one call. */
#ifndef OW_SRC_BASE_MEMORY_H
#define OW_SRC_BASE_MEMORY_H

#include <overworld/base.h>

/* A copy of the options with the allocator filled in, and with the limit for an input of `size`
 * bytes. */
ow_options options_or_default(const ow_options *options, uint64_t size);

/* The allocator's three calls. Releasing NULL is allowed. */
void *allocator_take(const ow_allocator *allocator, size_t size);
void *allocator_resize(const ow_allocator *allocator, void *memory, size_t old_size,
                       size_t new_size);
void allocator_give(const ow_allocator *allocator, void *memory, size_t size);

struct arena_chunk;
struct capacities;

/* An arena: blocks of memory that are released together. */
struct arena {
    uint8_t *begin, *at, *end; /* of the current chunk; free from `at` on */
    struct arena_chunk *chunks;
    bool more_chunks; /* besides the current one */
    ow_allocator allocator;
    uint64_t own; /* bytes of its chunks */
    uint64_t held, limit;
    struct arena *account; /* whose `held` and `limit` apply, see arena_share; NULL: its own */
    ow_status status;      /* why the last arena_take returned NULL */
    const ow_pool *pool;   /* see arena_use_pool */
    /* of lists that grew in it, see list_capacities.h; NULL: none did */
    struct capacities *capacities;
};

void arena_init(struct arena *arena, const ow_options *options);
void arena_free(struct arena *arena);

/* The system clears new memory when it is first touched, which takes longer than much of the work.
 * From now on the threads of the options touch large blocks as soon as they are taken. For blocks
 * that are soon filled, on this thread, during the call that has the options: arena_adopt forgets
 * the pool. */
void arena_use_pool(struct arena *arena, const ow_options *options);

/* Makes an empty arena that shares the limit and the pool of another, which must not move. If that
 * shares a limit itself, uses that limit. */
void arena_share(struct arena *arena, struct arena *account);

/* Limit in bytes of the arena and those that share it. */
static inline uint64_t arena_limit(const struct arena *arena)
{
    return arena->account ? arena->account->limit : arena->limit;
}

/* Releases every chunk but the current one: the slow path of arena_reset. */
void arena_give_chunks(struct arena *arena);

/* Drops every block; keeps the current chunk. */
static inline void arena_reset(struct arena *arena)
{
    if (!arena->chunks)
        return;
    if (arena->more_chunks)
        arena_give_chunks(arena);
    arena->at = arena->begin;
}

/* The slow path of arena_take. */
void *arena_grow(struct arena *arena, size_t size);

/* Allocates a block, aligned to 8 bytes. Returns NULL without memory or beyond the limit. */
static inline void *arena_take(struct arena *arena, size_t size)
{
    if (size <= SIZE_MAX - 7)
        size = (size + 7) & ~(size_t)7;
    if ((size_t)(arena->end - arena->at) < size)
        return arena_grow(arena, size);
    void *block = arena->at;
    arena->at += size;
    return block;
}

/* Copies a string with its zero. NULL as above. */
char *arena_string(struct arena *arena, const char *text);

/* Allocates a block for the program's own edits. It does not count against the limit, which rises
 * by its size. */
void *arena_take_unlimited(struct arena *arena, size_t size);

/* Moves a record into its own arena, and the arena into memory of its own, so that the record can
 * own it. On failure frees the arena; its status says why. */
struct arena *arena_adopt(struct arena *arena, const void *record, size_t size, void **copy);

/* Moves the chunks of one arena from arena_adopt into another with the same allocator, and frees
 * `from`. */
void arena_join(struct arena *into, struct arena *from);

/* Makes an empty arena for a thread of its own. It may take one of `parts` equal parts of what the
 * limit of `whole` leaves. */
void arena_split(struct arena *part, struct arena *whole, unsigned parts);

/* Moves the chunks of such a part into the whole, which has a chunk already. */
void arena_absorb(struct arena *whole, struct arena *part);

/* Frees an arena from arena_adopt with everything in it. */
void arena_release(struct arena *kept);

#endif
