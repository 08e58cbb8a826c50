/* Memory: the caller's allocator, and arenas that are given back in one call. */
#ifndef OW_SRC_BASE_MEMORY_H
#define OW_SRC_BASE_MEMORY_H

#include <overworld/base.h>

/* The options to use: a copy with an allocator and, for an input of `size` bytes, a limit. */
ow_options options_or_default(const ow_options *options, uint64_t size);

/* The allocator's three calls; giving NULL back is fine. */
void *allocator_take(const ow_allocator *allocator, size_t size);
void *allocator_resize(const ow_allocator *allocator, void *memory, size_t old_size,
                       size_t new_size);
void allocator_give(const ow_allocator *allocator, void *memory, size_t size);

struct arena_chunk;
struct capacities;

/* Blocks of memory that live and die together. */
struct arena {
    uint8_t *begin, *at, *end; /* of the current chunk; free from `at` on */
    struct arena_chunk *chunks;
    bool more_chunks; /* than the current one */
    ow_allocator allocator;
    uint64_t own; /* bytes of its chunks */
    uint64_t held, limit;
    struct arena *account; /* whose `held` and `limit` count, see arena_share; NULL: its own */
    ow_status status;      /* why the last arena_take returned NULL */
    struct capacities
        *capacities; /* of the lists that grew in it, see list_capacities.h; NULL before one did */
};

void arena_init(struct arena *arena, const ow_options *options);
void arena_free(struct arena *arena);

/* An empty arena that shares the limit of another one, which must stay where it is; of one that shares
 * a limit itself, that limit. */
void arena_share(struct arena *arena, struct arena *account);

/* How many bytes it and those that share with it may hold. */
static inline uint64_t arena_limit(const struct arena *arena)
{
    return arena->account ? arena->account->limit : arena->limit;
}

/* Gives every chunk but the current one back: the slow path of arena_reset. */
void arena_give_chunks(struct arena *arena);

/* Forgets every block; keeps the current chunk for the next ones. */
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

/* A block, aligned for any record (8 bytes). NULL when there is no memory or the limit is hit. */
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

/* A copy of a string, with its zero. NULL as above. */
char *arena_string(struct arena *arena, const char *text);

/* A block that the program asked for in so many words, not a file: it does not count against the limit,
 * which rises by it. */
void *arena_take_unlimited(struct arena *arena, size_t size);

/* Moves a record that was made in an arena into it, and the arena itself into memory of its own, so
 * that the record can own it all. On failure the arena is freed and its status says why. */
struct arena *arena_adopt(struct arena *arena, const void *record, size_t size, void **copy);

/* Moves what one arena from arena_adopt holds into another, whose allocator is the same: it lives and dies
 * with that from then on. `from` itself is freed. */
void arena_join(struct arena *into, struct arena *from);

/* Frees an arena from arena_adopt with everything in it. */
void arena_release(struct arena *kept);

#endif
