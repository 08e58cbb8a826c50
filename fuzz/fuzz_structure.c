/* Builds alone, as bytes or as JSON, so that time is spent on them; and in variants that a
 * search would not come to: the last bytes of an input say which. */
#include "promises.h"

static void write_same(const ow_structure_build *build, const uint8_t *data, size_t size)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    PROMISE(ow_structure_write_buffer(build, NULL, &buffer, &error) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, data, size));
    ow_buffer_free(&buffer, NULL);
}

/* What reads is written back byte for byte, in whatever variant. */
static void read_in(const ow_structure_variant *variant, const uint8_t *data, size_t size)
{
    ow_structure_build *build;
    ow_error error = {0};
    ow_status status = ow_structure_read_as(data, size, variant, NULL, &build, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == (build != NULL));
    if (build)
        write_same(build, data, size);
    ow_structure_free(build);
}

static ow_structure_variant variant_of(const uint8_t *data, size_t size)
{
    ow_structure_variant variant =
        size > 2 && data[size - 1] & 128 ? ow_structure_spec : ow_structure_game;
    uint8_t switches = size > 2 ? data[size - 1] : 0, id = size > 2 ? data[size - 2] : 0;
    variant.byte_order ^= switches & 1;
    variant.tables ^= switches >> 1 & 1;
    variant.string_prefix ^= switches >> 2 & 1;
    if (id & 4 && variant.string_prefix == OW_STRUCTURE_U16)
        variant.string_prefix = OW_STRUCTURE_U16_BIG;
    variant.metadata_color_bytes = switches & 8 ? 3 : 4;
    variant.empty_custom_bounds = switches & 16;
    variant.wide_index_from = switches & 32 ? 256 : 257;
    variant.group_count_bytes = 2 - (id & 1);
    variant.group_value_bytes = id & 2 ? 2 : 4;
    if (switches & 64)
        variant.flipped_ids[id / 8] ^= (uint8_t)(1 << id % 8);
    return variant;
}

static void read_bytes(const uint8_t *data, size_t size)
{
    const ow_format *format = ow_identify(data, size);
    read_in(&ow_structure_game, data, size);
    read_in(&ow_structure_spec, data, size);
    ow_structure_variant variant = variant_of(data, size);
    read_in(&variant, data, size);
    if (format && strcmp(format->name, "structure") == 0)
        keep_promises_of_bytes(data, size);
}

/* A file that is made from JSON reads as it was meant; whether a search finds that variant is
 * another matter, as what JSON says may make no sense. */
static void read_json(const uint8_t *text, size_t size)
{
    ow_document document;
    ow_buffer buffer = {0};
    ow_error error = {0};
    ow_status status = ow_from_json((const char *)text, size, NULL, &document, &error);
    expect_clean(status, &error, size);
    bool build = status == OW_OK && strcmp(document.format->name, "structure") == 0;
    if (build && write_document(&document, &buffer) == OW_OK) {
        read_in(&document.as.structure->variant, buffer.data, buffer.size);
        read_bytes(buffer.data, buffer.size);
    }
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == '{')
        read_json(data, size);
    else
        read_bytes(data, size);
    return 0;
}
