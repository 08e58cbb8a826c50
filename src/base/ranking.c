/* Ranks sorted numbers by how often they occur. */
#include "ranking.h"

#include "compiler.h"

static inline ALWAYS_INLINE bool begins(const void *sorted, uint32_t at, bool wide)
{
    if (at == 0)
        return true;
    return wide ? ((const uint64_t *)sorted)[at] != ((const uint64_t *)sorted)[at - 1]
                : ((const uint32_t *)sorted)[at] != ((const uint32_t *)sorted)[at - 1];
}

static inline ALWAYS_INLINE ow_status rank(const void *sorted, uint32_t count, bool wide,
                                           struct arena *arena, struct ranking *ranking)
{
    uint32_t different = 0, first = 0;
    for (uint32_t i = 0; i < count; i++)
        different += begins(sorted, i, wide);
    ow_status status = ranking_open(ranking, different, arena);
    for (uint32_t end = 1; end <= count && status == OW_OK; end++) {
        if (end < count && !begins(sorted, end, wide))
            continue;
        ranking_add(ranking, end - first, first);
        first = end;
    }
    return status == OW_OK ? ranking_sort(ranking, arena) : status;
}

ow_status rank_u32(const uint32_t *sorted, uint32_t count, struct arena *arena,
                   struct ranking *ranking)
{
    return rank(sorted, count, false, arena, ranking);
}

ow_status rank_u64(const uint64_t *sorted, uint32_t count, struct arena *arena,
                   struct ranking *ranking)
{
    return rank(sorted, count, true, arena, ranking);
}
