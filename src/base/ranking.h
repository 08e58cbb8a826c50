/* Ranking: counts of things, sorted. */
#ifndef OW_SRC_BASE_RANKING_H
#define OW_SRC_BASE_RANKING_H

#include "sort.h"

struct ranking {
    uint64_t *rows; /* sort key: inverted count in the high half, the thing in the low */
    uint32_t size;
};

/* Allocates `most` rows. Fails only without memory. */
static inline ow_status ranking_open(struct ranking *ranking, uint32_t most, struct arena *arena)
{
    *ranking = (struct ranking){.rows = arena_take(arena, most * sizeof *ranking->rows)};
    return ranking->rows ? OW_OK : arena->status;
}

/* `what` is the caller's number of the counted thing. */
static inline void ranking_add(struct ranking *ranking, uint32_t count, uint32_t what)
{
    ranking->rows[ranking->size++] = (uint64_t)(UINT32_MAX - count) << 32 | what;
}

/* Sorts: the largest count first; at equal counts the smallest `what`. */
static inline ow_status ranking_sort(struct ranking *ranking, struct arena *account)
{
    return sort_u64(ranking->rows, ranking->size, 0, account);
}

static inline uint32_t ranking_count(const struct ranking *ranking, uint32_t row)
{
    return UINT32_MAX - (uint32_t)(ranking->rows[row] >> 32);
}

static inline uint32_t ranking_what(const struct ranking *ranking, uint32_t row)
{
    return (uint32_t)ranking->rows[row];
}

/* Ranks sorted numbers by how often they occur. `what` is the index of the first of its kind. */
ow_status rank_u32(const uint32_t *sorted, uint32_t count, struct arena *arena,
                   struct ranking *ranking);
ow_status rank_u64(const uint64_t *sorted, uint32_t count, struct arena *arena,
                   struct ranking *ranking);

#endif
