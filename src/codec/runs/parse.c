/* JSON text into records. */
#include "run.h"

#include "../parse.h"

#include FORMAT_LAYOUT

ow_status RUN(parse)(const struct json_text *text, struct record_runs *reused,
                     const ow_options *options, struct arena *arena, void *read, ow_error *error)
{
    struct codec codec = {
        .cursor = {.begin = text->data, .at = text->data, .end = text->data + text->size},
        .arena = arena,
        .options = options,
        .reused = reused,
    };
    begin_document(&codec);
    document(&codec, read);
#ifdef SAVES_ARE_FOLDERS
    skip_folder(&codec);
#endif
    end_document(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}
