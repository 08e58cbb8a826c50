/* .structure read whole: every record in one arena. */
#include "structure.h"

#include "../codec/decode.h"

/* The reading is known before the first byte. */
VERB void reading(struct codec *c, const ow_structure_reading *v)
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
        return error_plain(error, arena->status);
    *kept = copy;
    (*kept)->owner = owner;
    return OW_OK;
}

static ow_status decode(const void *bytes, size_t size, const ow_structure_reading *reading,
                        const ow_options *options, struct arena *arena, ow_structure_build *read)
{
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .arena = arena,
        .options = options,
    };
    *read = (ow_structure_build){.reading = *reading};
    if (reading->byte_order == OW_STRUCTURE_LITTLE) { /* each order gets code of its own */
        read->reading.byte_order = OW_STRUCTURE_LITTLE;
        build(&codec, read);
    } else {
        build(&codec, read);
    }
    return codec.status;
}

ow_status ow_structure_read_as(const void *bytes, size_t size, const ow_structure_reading *reading,
                               const ow_options *options, ow_structure_build **kept,
                               ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, size);
    struct arena arena;
    ow_structure_build read;
    arena_init(&arena, &filled);
    ow_status status = decode(bytes, size, reading, &filled, &arena, &read);
    if (status == OW_OK)
        return structure_keep(&arena, &read, kept, error);
    arena_free(&arena);
    return structure_explain(bytes, size, reading, &filled, status, error);
}

/* The first choices, without a search. */
static bool reads_as_game(const void *bytes, size_t size, const ow_options *options,
                          struct arena *arena, ow_structure_build *read)
{
    const char *why;
    return decode(bytes, size, &ow_structure_game, options, arena, read) == OW_OK &&
           structure_makes_sense(read, &why);
}

ow_status ow_structure_read(const void *bytes, size_t size, const ow_options *options,
                            ow_structure_build **kept, ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, size);
    struct arena arena;
    ow_structure_build read;
    arena_init(&arena, &filled);
    if (reads_as_game(bytes, size, &filled, &arena, &read))
        return structure_keep(&arena, &read, kept, error);
    arena_free(&arena);
    struct structure_search search;
    ow_status status = structure_find_reading(bytes, size, &filled, false, &search);
    if (status != OW_OK)
        return error_plain(error, status);
    return ow_structure_read_as(bytes, size, &search.reading, &filled, kept, error);
}

void ow_structure_free(ow_structure_build *build)
{
    if (build)
        arena_let_go(build->owner);
}
