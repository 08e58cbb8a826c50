/* .structure told as events, and the words for an error that decode met. */
#include "structure.h"

#include "../codec/trace.h"

#include "variant_names.h"

#include <string.h>

static void tell_number(struct codec *c, const char *name, int64_t value)
{
    number(c, name, value, 0, false);
}

static void tell_flipped_ids(struct codec *c, const ow_structure_variant *v)
{
    uint32_t count = 0;
    for (unsigned id = 0; id < 256; id++)
        count += structure_is_flipped(v, (uint8_t)id);
    open_container(c, OW_BEGIN_ARRAY, "flipped_ids", count);
    count = 0;
    for (unsigned id = 0; id < 256; id++) {
        if (!structure_is_flipped(v, (uint8_t)id))
            continue;
        path_move(&c->path, count++);
        tell_number(c, NULL, id);
    }
    close_container(c, OW_END_ARRAY);
}

/* The switches stand in no bytes: they are told where the first of them counts. */
TRACE_VERB void variant(struct codec *c, const ow_structure_variant *v)
{
    char name[STRUCTURE_VARIANT_NAME];
    structure_variant_name(v, name);
    c->field_at = offset_of(c, c->at);
    begin_object(c, "variant");
    deliver_text(c, "name", (ow_text){name, strlen(name)}, 0, false);
    tell_known(c, "byte_order", v->byte_order, byte_orders, 2);
    tell_known(c, "tables", v->tables, table_orders, 2);
    tell_known(c, "string_prefix", v->string_prefix, string_prefixes, 2);
    tell_number(c, "metadata_color_bytes", v->metadata_color_bytes);
    ow_event flag = {.kind = OW_VALUE, .type = OW_BOOLEAN, .name = "empty_custom_bounds"};
    flag.value.integer = v->empty_custom_bounds;
    deliver(c, &flag, c->field_at, 0);
    tell_number(c, "wide_index_from", v->wide_index_from);
    tell_flipped_ids(c, v);
    end_object(c);
}

#include "layout.h"

ow_status structure_trace_variant(const void *bytes, size_t size,
                                  const ow_structure_variant *variant, const ow_options *options,
                                  ow_visitor visit, void *context, ow_error *error)
{
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .visit = visit,
        .visit_context = context,
        .options = options,
    };
    ow_structure_build scratch = {.variant = *variant};
    begin_object(&codec, NULL);
    build(&codec, &scratch);
    end_object(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}

ow_status structure_explain(const void *bytes, size_t size, const ow_structure_variant *variant,
                            const ow_options *options, ow_status status, ow_error *error)
{
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY || status == OW_CANCELLED)
        return error_limited(error, status, options->max_memory);
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status found = structure_trace_variant(bytes, size, variant, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}

void structure_tell_search(const struct structure_search *search, ow_error *error)
{
    char name[STRUCTURE_VARIANT_NAME], message[sizeof error->message];
    if (!error || search->found || search->parsed ||
        (error->status != OW_TRUNCATED && error->status != OW_BAD_VALUE))
        return;
    structure_variant_name(&search->variant, name);
    memcpy(message, error->message, sizeof message);
    snprintf(error->message, sizeof error->message,
             "%s fits this build; in the one that gets furthest, \"%.70s\", %.130s%s",
             search->gave_up ? "no variant that was tried" : "no variant", name, message,
             search->met_vertices
                 ? " (the Java library JSW breaks custom blocks so: it writes vertices "
                   "in 32 bits, not 16)"
                 : "");
}
