/* Memory: the caller's allocator, and arenas that are released in one call. */
#include "memory.h"

#include "arena_ranges.h"
#include "compiler.h"
#include "pool.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_FIRST = 16 << 10, CHUNK_USUAL = 1 << 20, CHUNK_LARGEST = 8 << 20 };

/* For tests that refuse each chunk in turn: with one block per chunk, each block is refused. */
#ifdef ARENA_OF_SINGLE_BLOCKS
enum { BLOCKS_SHARE_CHUNKS = 0 };
#else
enum { BLOCKS_SHARE_CHUNKS = 1 };
#endif

struct arena_chunk {
    struct arena_chunk *next;
    size_t size; /* of the whole chunk, with this header */
};

/* Requests huge pages for large blocks. They are not aligned: malloc maps them side by side, so
 * all but the first and last page can be huge. Aligned blocks would leave gaps, which glibc up to
 * 2.37 does not reuse. */
static void ask_for_huge_pages(void *memory, size_t size)
{
    size_t into_page = (uintptr_t)memory & (SMALL_PAGE - 1);
    if (memory && size >= 2 * HUGE_PAGE)
        ASK_FOR_HUGE_PAGES((uint8_t *)memory - into_page, size + into_page);
}

static void *allocate_with_malloc(void *context, size_t size)
{
    (void)context;
    void *memory = malloc(size);
    ask_for_huge_pages(memory, size);
    return memory;
}

static void *reallocate_with_realloc(void *context, void *memory, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    void *moved = realloc(memory, new_size);
    ask_for_huge_pages(moved, new_size);
    return moved;
}

static void release_with_free(void *context, void *memory, size_t size)
{
    (void)context;
    (void)size;
    free(memory);
}

ow_options options_or_default(const ow_options *options, uint64_t size)
{
    ow_options filled = {0};
    if (options)
        filled = *options;
    if (!filled.allocator.allocate) {
        filled.allocator.allocate = allocate_with_malloc;
        filled.allocator.reallocate = reallocate_with_realloc;
        filled.allocator.release = release_with_free;
    }
    if (filled.max_memory == 0)
        filled.max_memory = size > UINT64_MAX / 8 ? UINT64_MAX : size * 4 + (16u << 20);
    return filled;
}

void *allocator_take(const ow_allocator *allocator, size_t size)
{
    return allocator->allocate(allocator->context, size);
}

void *allocator_resize(const ow_allocator *allocator, void *memory, size_t old_size,
                       size_t new_size)
{
    if (!memory)
        return allocator->allocate(allocator->context, new_size);
    return allocator->reallocate(allocator->context, memory, old_size, new_size);
}

void allocator_give(const ow_allocator *allocator, void *memory, size_t size)
{
    if (memory)
        allocator->release(allocator->context, memory, size);
}

/* Target of `at` in an arena without chunks, so that an empty block is never NULL. */
static const uint8_t nothing[1];

static void forget_chunks(struct arena *arena)
{
    arena->chunks = NULL;
    arena->begin = arena->at = arena->end = (uint8_t *)(uintptr_t)nothing;
    arena->more_chunks = false;
    arena->own = 0;
    arena->capacities = NULL;
}

void arena_init(struct arena *arena, const ow_options *options)
{
    *arena = (struct arena){.allocator = options->allocator, .limit = options->max_memory};
    forget_chunks(arena);
}

static struct arena *account_of(struct arena *arena)
{
    return arena->account ? arena->account : arena;
}

void arena_share(struct arena *arena, struct arena *account)
{
    *arena = (struct arena){
        .allocator = account->allocator, .account = account_of(account), .pool = account->pool};
    forget_chunks(arena);
}

void arena_use_pool(struct arena *arena, const ow_options *options)
{
    arena->pool = pool_threads(options) > 1 ? options->pool : NULL;
}

struct untouched {
    uint8_t *begin;
    size_t size;
};

enum { TOUCHED_AT_ONCE = 2 * HUGE_PAGE };

static void touch_some(void *context, uint32_t piece)
{
    const struct untouched *untouched = context;
    size_t from = (size_t)piece * TOUCHED_AT_ONCE, left = untouched->size - from;
    uint8_t *at = untouched->begin + from;
    for (size_t i = 0; i < left && i < TOUCHED_AT_ONCE; i += SMALL_PAGE)
        at[i] = 0;
}

static void touch(const struct arena *arena, void *block, size_t size)
{
    const ow_options options = {.pool = arena->pool};
    struct untouched untouched = {block, size};
    if (arena->pool && size >= 2 * TOUCHED_AT_ONCE && size / TOUCHED_AT_ONCE < UINT32_MAX)
        pool_run(&options, (uint32_t)((size - 1) / TOUCHED_AT_ONCE) + 1, touch_some, &untouched);
}

static void give_chunks(struct arena *arena, struct arena_chunk *chunk)
{
    while (chunk) {
        struct arena_chunk *next = chunk->next;
        account_of(arena)->held -= chunk->size;
        arena->own -= chunk->size;
        allocator_give(&arena->allocator, chunk, chunk->size);
        chunk = next;
    }
}

void arena_free(struct arena *arena)
{
    give_chunks(arena, arena->chunks);
    forget_chunks(arena);
}

void arena_give_chunks(struct arena *arena)
{
    give_chunks(arena, arena->chunks->next);
    arena->chunks->next = NULL;
    arena->more_chunks = false;
}

/* Chunks grow with the arena, so that small files stay small, and large ones take few calls and
 * huge pages. Beyond the usual size a chunk is a small part of what the limit leaves, because its
 * spare memory may be missing elsewhere. So is every chunk if the limit leaves little. */
static size_t next_chunk_size(const struct arena *arena, const struct arena *account)
{
    uint64_t size = arena->own / 4, left = account->limit - account->held;
    uint64_t most = left / 8 < CHUNK_LARGEST ? left / 8 : CHUNK_LARGEST;
    most = most < CHUNK_USUAL ? CHUNK_USUAL : most;
    size = size < CHUNK_FIRST ? CHUNK_FIRST : size;
    size = size > most ? most : size;
    if (left < 8 * (uint64_t)CHUNK_FIRST)
        size = left / 8;
    return (size_t)(size > left ? left : size);
}

static struct arena_chunk *new_chunk(struct arena *arena, size_t size)
{
    struct arena *account = account_of(arena);
    if (size > account->limit || account->held > account->limit - size) {
        arena->status = OW_TOO_MUCH_MEMORY;
        return NULL;
    }
    struct arena_chunk *chunk = allocator_take(&arena->allocator, size);
    if (!chunk) {
        arena->status = OW_NO_MEMORY;
        return NULL;
    }
    account->held += size;
    arena->own += size;
    chunk->size = size;
    return chunk;
}

void *arena_grow(struct arena *arena, size_t size)
{
    size_t chunk_size = next_chunk_size(arena, account_of(arena));
    bool own_chunk = !BLOCKS_SHARE_CHUNKS || size > chunk_size / 4;
    if (own_chunk && size > SIZE_MAX - sizeof(struct arena_chunk)) {
        arena->status = OW_TOO_MUCH_MEMORY;
        return NULL;
    }
    struct arena_chunk *chunk =
        new_chunk(arena, own_chunk ? size + sizeof(struct arena_chunk) : chunk_size);
    if (!chunk)
        return NULL;
    uint8_t *block = (uint8_t *)(chunk + 1);
    if (own_chunk)
        touch(arena, block, size);
    if (own_chunk && arena->chunks) { /* after the current chunk, which still has room */
        chunk->next = arena->chunks->next;
        arena->chunks->next = chunk;
        arena->more_chunks = true;
        return block;
    }
    chunk->next = arena->chunks;
    arena->more_chunks = arena->chunks != NULL;
    arena->chunks = chunk;
    arena->begin = block;
    arena->at = block + size;
    arena->end = (uint8_t *)chunk + chunk->size;
    return block;
}

void arena_list_ranges(const struct arena *arena, struct arena_ranges *ranges)
{
    *ranges = (struct arena_ranges){0};
    for (const struct arena_chunk *chunk = arena->chunks; chunk; chunk = chunk->next) {
        unsigned at = ranges->count;
        while (at > 0 && ranges->largest[at - 1].size < chunk->size)
            at--;
        if (at == ARENA_RANGES)
            continue;
        ranges->count += ranges->count < ARENA_RANGES;
        for (unsigned i = ranges->count - 1; i > at; i--)
            ranges->largest[i] = ranges->largest[i - 1];
        ranges->largest[at].begin = (const uint8_t *)chunk;
        ranges->largest[at].size = chunk->size;
    }
}

char *arena_string(struct arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = arena_take(arena, size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

void *arena_take_unlimited(struct arena *arena, size_t size)
{
    struct arena *account = account_of(arena);
    uint64_t limit = account->limit, held = account->held;
    account->limit = UINT64_MAX;
    void *block = arena_take(arena, size);
    uint64_t more = account->held - held;
    account->limit = limit < UINT64_MAX - more ? limit + more : UINT64_MAX;
    return block;
}

struct arena *arena_adopt(struct arena *arena, const void *record, size_t size, void **copy)
{
    *copy = arena_take(arena, size);
    struct arena *kept = *copy ? allocator_take(&arena->allocator, sizeof *kept) : NULL;
    if (!kept) {
        if (*copy)
            arena->status = OW_NO_MEMORY;
        arena_free(arena);
        return NULL;
    }
    memcpy(*copy, record, size);
    *kept = *arena;
    kept->pool = NULL;
    return kept;
}

static void move_chunks(struct arena *into, const struct arena *from)
{
    struct arena_chunk *last = from->chunks;
    while (last->next)
        last = last->next;
    last->next = into->chunks->next; /* after the current chunk, which still has room */
    into->chunks->next = from->chunks;
    into->more_chunks = true;
    into->own += from->own;
    account_of(into)->held += from->own;
}

void arena_split(struct arena *part, struct arena *whole, unsigned parts)
{
    const struct arena *account = account_of(whole);
    uint64_t left = account->limit > account->held ? account->limit - account->held : 0;
    const ow_options options = {.allocator = whole->allocator, .max_memory = left / parts};
    arena_init(part, &options);
}

void arena_absorb(struct arena *whole, struct arena *part)
{
    if (part->chunks)
        move_chunks(whole, part);
    forget_chunks(part);
    part->held = 0;
}

void arena_join(struct arena *into, struct arena *from)
{
    ow_allocator allocator = from->allocator;
    move_chunks(into, from); /* a kept arena has at least one */
    into->limit = into->limit > UINT64_MAX - from->held ? UINT64_MAX : into->limit + from->held;
    allocator_give(&allocator, from, sizeof *from);
}

void arena_release(struct arena *kept)
{
    if (!kept)
        return;
    ow_allocator allocator = kept->allocator;
    arena_free(kept);
    allocator_give(&allocator, kept, sizeof *kept);
}
