/* Where the fields of one record stand, and why it breaks off, by a trace of that record alone. */
#include "locate.h"

#include "../codec/locate.h"
#include "../codec/trace.h"

/* No record has a variant. */
TRACE_VERB void variant(struct codec *c, const ow_structure_variant *v)
{
    (void)c, (void)v;
}

#include "layout.h"

static struct codec start(const void *bytes, size_t size, const ow_structure_build *of,
                          uint64_t record, const ow_options *options)
{
    return (struct codec){
        .begin = bytes,
        .at = (const uint8_t *)bytes + record,
        .end = (const uint8_t *)bytes + size,
        .big_endian = of->variant.byte_order == OW_STRUCTURE_BIG,
        .options = options,
    };
}

static void trace_block(struct codec *c, const ow_structure_build *of)
{
    ow_structure_block scratch;
    struct shape shape;
    make_shape(of, &shape);
    begin_object(c, NULL);
    block(c, &scratch, &shape);
    end_object(c);
}

static void take_place(const struct locator *locator, uint64_t *offset, uint64_t *field_size)
{
    if (!locator->found)
        return;
    *offset = locator->offset;
    *field_size = locator->size;
}

void structure_locate_in_root(const void *bytes, size_t size, const ow_structure_build *of,
                              uint64_t record, const char *field, uint64_t *offset,
                              uint64_t *field_size)
{
    ow_options options = options_or_default(NULL, size);
    struct locator locator = {.rest = field};
    struct codec codec = start(bytes, size, of, record, &options);
    codec.visit = locator_visit;
    codec.visit_context = &locator;
    ow_structure_root scratch;
    begin_object(&codec, NULL);
    root(&codec, &scratch);
    end_object(&codec);
    take_place(&locator, offset, field_size);
}

void structure_locate_in_block(const void *bytes, size_t size, const ow_structure_build *of,
                               uint64_t record, const char *field, uint64_t *offset,
                               uint64_t *field_size)
{
    ow_options options = options_or_default(NULL, size);
    struct locator locator = {.rest = field};
    struct codec codec = start(bytes, size, of, record, &options);
    codec.visit = locator_visit;
    codec.visit_context = &locator;
    trace_block(&codec, of);
    take_place(&locator, offset, field_size);
}

void structure_explain_block(const void *bytes, size_t size, const ow_structure_build *of,
                             uint64_t record, ow_error *error)
{
    ow_options options = options_or_default(NULL, size);
    struct codec codec = start(bytes, size, of, record, &options);
    trace_block(&codec, of);
    *error = codec.error;
}
