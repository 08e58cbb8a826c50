/* .structure read whole: every record in one arena. */
#include "structure.h"

#include "../codec/decode.h"

/* The variant is known before the first byte. */
VERB void variant(struct codec *c, const ow_structure_variant *v)
{
    (void)c, (void)v;
}

#include "layout.h"

#include "../base/error.h"

ow_status structure_keep(struct arena *arena, const ow_structure_build *build,
                         ow_structure_build **kept, ow_error *error)
{
    void *copy;
    struct arena *owner = arena_adopt(arena, build, sizeof *build, &copy);
    if (!owner)
        return error_limited(error, arena->status, arena_limit(arena));
    *kept = copy;
    (*kept)->owner = owner;
    return OW_OK;
}

static ow_status decode(const void *bytes, size_t size, const ow_structure_variant *variant,
                        const ow_options *options, struct arena *arena, ow_structure_build *read)
{
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .arena = arena,
        .options = options,
    };
    *read = (ow_structure_build){.variant = *variant};
    if (variant->byte_order == OW_STRUCTURE_LITTLE) { /* each order gets code of its own */
        read->variant.byte_order = OW_STRUCTURE_LITTLE;
        build(&codec, read);
    } else {
        build(&codec, read);
    }
    return codec.status;
}

ow_status ow_structure_read_as(const void *bytes, size_t size, const ow_structure_variant *variant,
                               const ow_options *options, ow_structure_build **kept,
                               ow_error *error)
{
    *kept = NULL;
    const char *wrong = structure_wrong_switch(variant);
    if (wrong)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/variant",
                         "the variant's %s has a value that it cannot have", wrong);
    ow_options filled = options_or_default(options, size);
    struct arena arena;
    ow_structure_build read;
    arena_init(&arena, &filled);
    ow_status status = decode(bytes, size, variant, &filled, &arena, &read);
    if (status == OW_OK)
        return structure_keep(&arena, &read, kept, error);
    arena_free(&arena);
    return structure_explain(bytes, size, variant, &filled, status, error);
}

ow_status ow_structure_read(const void *bytes, size_t size, const ow_options *options,
                            ow_structure_build **kept, ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, size);
    struct arena arena;
    ow_structure_build read;
    arena_init(&arena, &filled);
    const char *why;
    ow_status status = filled.variant
                           ? OW_BAD_VALUE
                           : decode(bytes, size, &ow_structure_game, &filled, &arena, &read);
    if (status == OW_OK && structure_makes_sense(&read, &why)) /* the first choices: no search */
        return structure_keep(&arena, &read, kept, error);
    arena_free(&arena);
    if (status == OW_NO_MEMORY || status == OW_CANCELLED)
        return error_plain(error, status);
    struct structure_search search;
    status = structure_find_variant(bytes, size, &filled, false, &search);
    if (status != OW_OK)
        return error_limited(error, status, filled.max_memory);
    status = ow_structure_read_as(bytes, size, &search.variant, &filled, kept, error);
    if (status != OW_OK && !search.forced)
        structure_tell_search(&search, error);
    return status;
}

void ow_structure_free(ow_structure_build *build)
{
    if (build)
        arena_let_go(build->owner);
}
