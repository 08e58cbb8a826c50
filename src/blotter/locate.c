/* Finds the fields of one record of a save by a trace of that record. */
#include "blotter.h"

#include "../codec/locate.h"
#include "../codec/trace.h"

#include "layout.h"

void blotter_locate(const struct file *file, const ow_blotter_save *save, enum blotter_part part,
                    uint64_t record, const char *field, uint64_t *offset, uint64_t *field_size)
{
    ow_options options = options_or_default(NULL, file->size);
    struct locator locator = {.rest = field};
    struct codec codec = trace_from(file->bytes, file->size, record, &options);
    codec.version = save->version;
    codec.variant = save->variant;
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
    locator_get(&locator, offset, field_size);
}
