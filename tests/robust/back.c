/* What converts without a warning converts back to the same content: every file to every version
 * and variant that can be written, builds to each switch of their variant besides. */
#include "harness.h"

#include "../support/back.h"

static void count_warning(void *context, const char *pointer, const char *message)
{
    unsigned *count = context;
    if (!*pointer || *pointer == '/')
        ++*count;
    if (!*message || strlen(pointer) >= 128)
        broken("a warning without words, or at no place: \"%s\"", pointer);
}

static struct bytes content_of(ow_document *document)
{
    struct bytes json = {0};
    ow_sink sink = sink_to(&json);
    ow_error error = {0};
    forget_how_it_is_written(document);
    if (ow_document_to_json(document, NULL, &sink, &error) != OW_OK)
        broken("no JSON: %s at %s", error.message, error.pointer);
    return json;
}

/* Where the lines of two texts differ first. */
static void compare(const char *name, const struct bytes *found, const struct bytes *expected)
{
    size_t at = 0, line = 1;
    while (at < found->size && at < expected->size && found->data[at] == expected->data[at])
        line += found->data[at++] == '\n';
    if (found->size != expected->size || at < expected->size)
        broken("%s and back, which lost nothing: other content from line %zu on", name, line);
}

static void there_and_back(const char *name, const ow_document *source, const ow_document *there,
                           const struct bytes *expected)
{
    ow_document back;
    ow_error error = {0};
    ow_status status = convert_back(there, source, &back, &error);
    if (status == OW_OK) {
        struct bytes found = content_of(&back);
        compare(name, &found, expected);
        bytes_free(&found);
    } else if (status != OW_BAD_ARGUMENT || !*error.message) {
        broken("%s does not come back: %s at %s", name, error.message, error.pointer);
    }
    ow_close(&back);
}

static void through_target(const ow_document *source, const ow_target *target,
                           const struct bytes *expected)
{
    char name[64];
    unsigned warnings = 0;
    ow_document there;
    ow_error error = {0};
    snprintf(name, sizeof name, "version %u, %s", target->version,
             target->variant ? target->variant : "no variant");
    if (ow_convert(source, target, NULL, count_warning, &warnings, &there, &error) == OW_OK &&
        warnings == 0)
        there_and_back(name, source, &there, expected);
    ow_close(&there);
}

static void through_switch(const char *name, const ow_document *source,
                           const ow_structure_variant *variant, const struct bytes *expected)
{
    unsigned warnings = 0;
    ow_document there = {.format = source->format};
    ow_error error = {0};
    ow_status status =
        ow_structure_convert_as(source->as.structure, source->as.structure->version, variant, NULL,
                                count_warning, &warnings, &there.as.structure, &error);
    if (status != OW_OK)
        broken("to another %s: %s at %s", name, error.message, error.pointer);
    else if (warnings == 0)
        there_and_back(name, source, &there, expected);
    ow_close(&there);
}

static void through_switches(const ow_document *source, const struct bytes *expected)
{
    static const char *const names[] = {"byte_order",  "tables", "string_prefix",
                                        "color bytes", "bounds", "wide_index_from",
                                        "types"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        ow_structure_variant variant = source->as.structure->variant;
        variant.byte_order ^= i == 0;
        variant.tables ^= i == 1;
        if (i == 2)
            variant.string_prefix =
                variant.string_prefix ? OW_STRUCTURE_VARINT : OW_STRUCTURE_U16_BIG;
        if (i == 3)
            variant.metadata_color_bytes = variant.metadata_color_bytes == 4 ? 3 : 4;
        variant.empty_custom_bounds ^= i == 4;
        if (i == 5)
            variant.wide_index_from = variant.wide_index_from == 256 ? 257 : 256;
        for (unsigned k = 0; k < sizeof variant.flipped_ids && i == 6; k++)
            variant.flipped_ids[k] ^= 0xff;
        through_switch(names[i], source, &variant, expected);
    }
}

static void back(const struct test_file *file)
{
    ow_document document, plain;
    ow_error error = {0};
    if (ow_open(file->data, file->size, NULL, &document, &error) != OW_OK)
        return;
    if (ow_copy(&document, NULL, &plain, &error) != OW_OK)
        broken("no copy: %s", error.message);
    struct bytes expected = content_of(&plain);
    const ow_format *format = document.format;
    ow_target target = {.has_version = true};
    for (target.version = format->oldest_written; target.version <= format->newest_version;
         target.version++) {
        target.variant = NULL;
        through_target(&document, &target, &expected);
        for (size_t i = 0; (target.variant = format->variants[i]); i++)
            through_target(&document, &target, &expected);
    }
    if (strcmp(format->name, "structure") == 0)
        through_switches(&document, &expected);
    bytes_free(&expected);
    ow_close(&plain);
    ow_close(&document);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "converted there and back", 0, back);
}
