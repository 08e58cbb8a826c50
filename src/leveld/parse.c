/* LevelD from JSON text. */
#include "leveld.h"

#include "../codec/parse.h"
#include "layout.h"

ow_status leveld_parse(const struct json_text *text, const ow_options *options,
                       ow_leveld_level **kept, ow_error *error)
{
    *kept = NULL;
    ow_options filled = options_or_default(options, text->size);
    struct arena arena;
    arena_init(&arena, &filled);
    struct codec codec = {
        .cursor = {.begin = text->data, .at = text->data, .end = text->data + text->size},
        .arena = &arena,
        .options = &filled,
    };
    ow_leveld_level read = {0};
    begin_document(&codec);
    level(&codec, &read);
    end_document(&codec);
    if (codec.error.status == OW_OK)
        return leveld_keep(&arena, &read, kept, error);
    arena_free(&arena);
    if (error)
        *error = codec.error;
    return codec.error.status;
}
