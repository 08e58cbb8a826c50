/* Finds the fields of one record, and why it cannot be read, by a trace of that record. */
#include "locate.h"

#include "../codec/locate.h"
#include "../codec/trace.h"

#include "layout.h"

static struct codec start(const void *bytes, size_t size, const ow_structure_build *of,
                          uint64_t record, const ow_options *options)
{
    struct codec codec = trace_from(bytes, size, record, options);
    codec.version = of->version;
    codec.big_endian = of->variant.byte_order == OW_STRUCTURE_BIG;
    return codec;
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
    locator_get(&locator, offset, field_size);
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
    locator_get(&locator, offset, field_size);
}

void structure_explain_block(const void *bytes, size_t size, const ow_structure_build *of,
                             uint64_t record, ow_error *error)
{
    ow_options options = options_or_default(NULL, size);
    struct codec codec = start(bytes, size, of, record, &options);
    trace_block(&codec, of);
    *error = codec.error;
}
