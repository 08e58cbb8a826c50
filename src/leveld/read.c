/* LevelD read whole: every record in one arena. */
#include "leveld.h"

#include "../codec/decode.h"
#include "layout.h"

#include "../base/error.h"

ow_status leveld_keep(struct arena *arena, const ow_leveld_level *level, ow_leveld_level **kept,
                      ow_error *error)
{
    void *copy;
    struct arena *owner = arena_adopt(arena, level, sizeof *level, &copy);
    if (!owner)
        return error_limited(error, arena->status, arena_limit(arena));
    *kept = copy;
    (*kept)->owner = owner;
    return OW_OK;
}

/* Each byte order gets code of its own: a choice at every number would cost more than the rest. */
static void decode(struct codec *c, ow_leveld_level *read)
{
    struct codec codec = *c; /* a copy whose cursor can live in a register */
    if (codec.big_endian) {
        codec.big_endian = true;
        level(&codec, read);
    } else {
        codec.big_endian = false;
        level(&codec, read);
    }
    *c = codec;
}

static ow_status read_as(const void *bytes, size_t size, struct leveld_variant variant,
                         const ow_options *options, ow_leveld_level **kept, ow_error *error)
{
    struct arena arena;
    arena_init(&arena, options);
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .variant = variant.variant,
        .big_endian = variant.byte_order == OW_LEVELD_BIG,
        .arena = &arena,
        .options = options,
    };
    ow_leveld_level read = {0};
    decode(&codec, &read);
    if (codec.status == OW_OK)
        return leveld_keep(&arena, &read, kept, error);
    arena_free(&arena);
    return codec.status;
}

/* Whether another variant may fit where one did not. */
static bool may_retry(ow_status status)
{
    return status == OW_TRUNCATED || status == OW_BAD_VALUE || status == OW_UNKNOWN_VERSION;
}

ow_status ow_leveld_read(const void *bytes, size_t size, const ow_options *options,
                         ow_leveld_level **kept, ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, size);
    struct leveld_variant candidates[LEVELD_MOST_CANDIDATES];
    unsigned count = leveld_candidates(bytes, size, candidates);
    ow_status status = OW_OK;
    for (unsigned i = 0; i < count; i++) {
        status = read_as(bytes, size, candidates[i], &filled, kept, error);
        if (*kept || !may_retry(status))
            break;
    }
    if (*kept)
        return OW_OK;
    return leveld_explain(bytes, size, leveld_find_variant(bytes, size), &filled, status, error);
}

void ow_leveld_free(ow_leveld_level *level)
{
    if (level)
        arena_let_go(level->owner);
}
