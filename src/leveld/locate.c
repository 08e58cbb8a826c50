/* Finds the fields of one record of a level by a trace of that record. */
#include "leveld.h"

#include "../codec/locate.h"
#include "../codec/trace.h"

#include "layout.h"

void leveld_locate(const struct file *file, const ow_leveld_level *of, unsigned part,
                   uint64_t record, const char *field, uint64_t *offset, uint64_t *field_size)
{
    ow_options options = options_or_default(NULL, file->size);
    struct locator locator = {.rest = field};
    struct codec codec = trace_from(file->bytes, file->size, record, &options);
    codec.version = leveld_layout_of(of);
    codec.variant = of->variant;
    codec.big_endian = of->byte_order == OW_LEVELD_BIG;
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
    locator_get(&locator, offset, field_size);
}
