/* City saves told as events, and the words for an error that decode met. */
#include "city.h"

#include "../codec/trace.h"
#include "layout.h"

ow_status city_trace_dialect(const void *bytes, size_t size, uint8_t dialect,
                             const ow_options *options, ow_visitor visit, void *context,
                             ow_error *error)
{
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .layout = dialect,
        .visit = visit,
        .visit_context = context,
        .options = options,
    };
    ow_city_save scratch = {0};
    begin_object(&codec, NULL);
    save(&codec, &scratch);
    end_object(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}

ow_status city_explain(const void *bytes, size_t size, uint8_t dialect, const ow_options *options,
                       ow_status status, ow_error *error)
{
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY || status == OW_CANCELLED)
        return error_plain(error, status);
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status found = city_trace_dialect(bytes, size, dialect, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}
