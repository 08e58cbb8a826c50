/* Blotter told as events, and the words for an error that decode met. */
#include "../codec/trace.h"

#include "blotter.h"
#include "layout.h"

#include "../codec/locate.h"

static struct codec start(const void *bytes, size_t size, bool draft, const ow_options *options)
{
    return (struct codec){
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .variant = draft,
        .options = options,
    };
}

ow_status blotter_trace_variant(const void *bytes, size_t size, bool draft,
                                const ow_options *options, ow_visitor visit, void *context,
                                ow_error *error)
{
    struct codec codec = start(bytes, size, draft, options);
    codec.visit = visit;
    codec.visit_context = context;
    ow_blotter_save scratch = {0};
    begin_object(&codec, NULL);
    save(&codec, &scratch);
    end_object(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}

ow_status blotter_explain(const void *bytes, size_t size, bool draft, const ow_options *options,
                          ow_status status, ow_error *error)
{
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY || status == OW_CANCELLED)
        return error_limited(error, status, options->max_memory);
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status found = blotter_trace_variant(bytes, size, draft, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}

void blotter_locate(const void *bytes, size_t size, const ow_blotter_save *save,
                    enum blotter_part part, uint64_t record, const char *field, uint64_t *offset,
                    uint64_t *field_size)
{
    ow_options options = options_or_default(NULL, size);
    struct locator locator = {.rest = field};
    struct codec codec = start(bytes, size, save->draft, &options);
    codec.version = save->version;
    codec.at = codec.begin + record;
    codec.visit = locator_visit;
    codec.visit_context = &locator;
    union {
        ow_blotter_mod mod;
        ow_blotter_component_type type;
        ow_blotter_component component;
        ow_blotter_wire wire;
    } scratch = {0};
    begin_object(&codec, NULL);
    if (part == PART_MODS)
        mod(&codec, &scratch.mod);
    else if (part == PART_COMPONENT_TYPES)
        component_type(&codec, &scratch.type);
    else if (part == PART_COMPONENTS)
        component(&codec, &scratch.component);
    else
        wire(&codec, &scratch.wire);
    end_object(&codec);
    if (locator.found) {
        *offset = locator.offset;
        *field_size = locator.size;
    }
}
