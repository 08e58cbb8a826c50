/* A city save read whole: every record in one arena. */
#include "city.h"

#include "../codec/decode.h"
#include "layout.h"

#include "../base/error.h"

ow_status city_keep(struct arena *arena, const ow_city_save *save, ow_city_save **kept,
                    ow_error *error)
{
    void *copy;
    struct arena *owner = arena_adopt(arena, save, sizeof *save, &copy);
    if (!owner)
        return error_limited(error, arena->status, arena_limit(arena));
    *kept = copy;
    (*kept)->owner = owner;
    return OW_OK;
}

/* The final variant gets code of its own: a choice at every field would cost more than the rest. */
static void decode(struct codec *c, ow_city_save *read)
{
    struct codec codec = *c; /* a copy whose cursor can live in a register */
    if (codec.variant == OW_CITY_D3) {
        codec.variant = OW_CITY_D3;
        save(&codec, read);
    } else {
        save(&codec, read);
    }
    *c = codec;
}

static ow_status read_as(const void *bytes, size_t size, uint8_t variant, const ow_options *options,
                         ow_city_save **kept, ow_error *error)
{
    struct arena arena;
    arena_init(&arena, options);
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .variant = variant,
        .arena = &arena,
        .options = options,
    };
    ow_city_save read = {0};
    decode(&codec, &read);
    if (codec.status == OW_OK)
        return city_keep(&arena, &read, kept, error);
    arena_free(&arena);
    return codec.status;
}

/* Whether another variant may fit where one did not. */
static bool may_retry(ow_status status)
{
    return status == OW_TRUNCATED || status == OW_BAD_VALUE || status == OW_UNKNOWN_VERSION;
}

ow_status ow_city_read(const void *bytes, size_t size, const ow_options *options,
                       ow_city_save **kept, ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, size);
    ow_status status = OW_OK;
    uint8_t count = city_count_variants(bytes, size);
    for (uint8_t variant = 0; variant < count; variant++) {
        status = read_as(bytes, size, variant, &filled, kept, error);
        if (*kept || !may_retry(status))
            break;
    }
    if (*kept)
        return OW_OK;
    return city_explain(bytes, size, city_find_variant(bytes, size), &filled, status, error);
}

void ow_city_free(ow_city_save *save)
{
    if (save)
        arena_let_go(save->owner);
}
