/* The toy run as parse. */
#include "toy.h"

#include "codec/parse.h"
#include "layout.h"

ow_status toy_parse(const char *text, struct arena *arena, toy *read, ow_error *error)
{
    ow_options options = {0};
    struct codec codec = {
        .cursor = {.begin = text, .at = text, .end = text + strlen(text)},
        .arena = arena,
        .options = &options,
    };
    begin_document(&codec);
    document(&codec, read);
    end_document(&codec);
    *error = codec.error;
    return codec.error.status;
}
