/* LevelD told as events, and the words for an error that decode met. */
#include "leveld.h"

#include "../codec/locate.h"
#include "../codec/trace.h"
#include "layout.h"

static struct codec start(const void *bytes, size_t size, struct leveld_variant variant,
                          const ow_options *options)
{
    return (struct codec){
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .variant = variant.variant,
        .big_endian = variant.byte_order == OW_LEVELD_BIG,
        .options = options,
    };
}

ow_status leveld_trace_variant(const void *bytes, size_t size, struct leveld_variant variant,
                               const ow_options *options, ow_visitor visit, void *context,
                               ow_error *error)
{
    struct codec codec = start(bytes, size, variant, options);
    codec.visit = visit;
    codec.visit_context = context;
    ow_leveld_level scratch = {0};
    begin_object(&codec, NULL);
    level(&codec, &scratch);
    end_object(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}

ow_status leveld_explain(const void *bytes, size_t size, struct leveld_variant variant,
                         const ow_options *options, ow_status status, ow_error *error)
{
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY || status == OW_CANCELLED)
        return error_limited(error, status, options->max_memory);
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status found = leveld_trace_variant(bytes, size, variant, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}

void leveld_locate(const void *bytes, size_t size, const ow_leveld_level *level, unsigned part,
                   uint64_t record, const char *field, uint64_t *offset, uint64_t *field_size)
{
    ow_options options = options_or_default(NULL, size);
    struct leveld_variant variant = {level->byte_order, level->variant};
    struct locator locator = {.rest = field};
    struct codec codec = start(bytes, size, variant, &options);
    codec.version = level->version;
    codec.at = codec.begin + record;
    codec.visit = locator_visit;
    codec.visit_context = &locator;
    union {
        ow_leveld_meta meta;
        ow_leveld_mesh mesh;
        ow_leveld_actor actor;
        ow_leveld_thing thing;
        ow_leveld_trigger trigger;
        ow_leveld_path path;
        ow_leveld_point point;
    } scratch = {0};
    begin_object(&codec, NULL);
    if (part == OW_LEVELD_META)
        meta(&codec, &scratch.meta);
    else if (part == OW_LEVELD_MESH)
        mesh(&codec, &scratch.mesh);
    else if (part == OW_LEVELD_THNG)
        thing(&codec, &scratch.thing);
    else if (part == OW_LEVELD_TRIG)
        trigger(&codec, &scratch.trigger);
    else if (part == OW_LEVELD_PATH)
        path(&codec, &scratch.path);
    else if (part == LEVELD_POINT)
        point(&codec, &scratch.point);
    else
        actor(&codec, &scratch.actor);
    end_object(&codec);
    if (locator.found) {
        *offset = locator.offset;
        *field_size = locator.size;
    }
}
