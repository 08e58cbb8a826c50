/* Blotter read whole: every record in one arena. */
#include "../codec/decode.h"

#include "blotter.h"
#include "layout.h"

#include "../base/error.h"

ow_status blotter_keep(struct arena *arena, const ow_blotter_save *save, ow_blotter_save **kept,
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

ow_status ow_blotter_read(const void *bytes, size_t size, const ow_options *options,
                          ow_blotter_save **kept, ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, size);
    bool draft = blotter_is_draft(bytes, size, &filled, BLOTTER_WHOLE_FILE);
    struct arena arena;
    arena_init(&arena, &filled);
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .variant = draft,
        .arena = &arena,
        .options = &filled,
    };
    ow_blotter_save read = {0};
    save(&codec, &read);
    if (codec.status == OW_OK)
        return blotter_keep(&arena, &read, kept, error);
    arena_free(&arena);
    return blotter_explain(bytes, size, draft, &filled, codec.status, error);
}

void ow_blotter_free(ow_blotter_save *save)
{
    if (save)
        arena_let_go(save->owner);
}
