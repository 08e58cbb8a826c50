/* Worlds: open, make, write, convert and close them. */
#include "calls.h"
#include "host.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>

ow_options options_of(const struct world *world)
{
    ow_options options = world->options;
    options.format = *world->format_name ? world->format_name : NULL;
    options.variant = *world->variant ? world->variant : NULL;
    options.progress = host_goes_on;
    options.images = host_images();
    return options;
}

ow_status need_bytes(struct world *world)
{
    if (world->bytes.data)
        return OW_OK;
    ow_options options = options_of(world);
    return ow_write_buffer(&world->document, &options, &world->bytes, fresh_error());
}

ow_status need_document(struct world *world)
{
    if (world->document.format)
        return OW_OK;
    ow_options options = options_of(world);
    return ow_open(world->bytes.data, world->bytes.size, &options, &world->document, fresh_error());
}

static struct world *fresh_world(void)
{
    struct world *world = calloc(1, sizeof *world);
    if (!world)
        fresh_error()->status = OW_NO_MEMORY;
    return world;
}

EXPORTED void web_close(struct world *world)
{
    if (world && world->holders > 0) {
        world->holders--;
        return;
    }
    if (!world)
        return;
    ow_close(&world->document);
    ow_buffer_free(&world->bytes, NULL);
    ow_tracer_close(world->tracer);
    free(world);
}

struct world *world_of(ow_document *document, const struct world *like)
{
    struct world *world = fresh_world();
    if (!world) {
        ow_close(document);
        return NULL;
    }
    /* The new world has its own variant, not the one that was forced for reading. */
    world->options = like->options;
    world->document = *document;
    return world;
}

struct open_settings {
    const char *format, *variant;
    uint64_t max_memory;
    bool strict;
};

static ow_status take_settings(struct world *world, const char *text)
{
    static const struct setting table[] = {
        {"format", SETTING_TEXT, offsetof(struct open_settings, format), NULL, 0},
        {"variant", SETTING_TEXT, offsetof(struct open_settings, variant), NULL, 0},
        {"max_memory", SETTING_U64, offsetof(struct open_settings, max_memory), NULL, 0},
        {"strict", SETTING_FLAG, offsetof(struct open_settings, strict), NULL, 0},
        {0}};
    struct open_settings settings = {0};
    ow_status status = read_settings(text, table, &settings);
    if (status != OW_OK)
        return status;
    if (settings.format && !ow_format_by_name(settings.format))
        return refuse(settings.format, "unknown format");
    if (settings.variant && strlen(settings.variant) >= sizeof world->variant)
        return refuse(settings.variant, "unknown variant");
    world->options.max_memory = settings.max_memory;
    world->options.strict = settings.strict;
    snprintf(world->format_name, sizeof world->format_name, "%s",
             settings.format ? settings.format : "");
    snprintf(world->variant, sizeof world->variant, "%s", settings.variant ? settings.variant : "");
    return OW_OK;
}

/* Makes a world of bytes and takes ownership of them, also if it fails. Reads only what identifies
 * the format, so a truncated file can be opened, shown and checked. */
EXPORTED struct world *web_open(uint8_t *bytes, size_t size, const char *settings)
{
    struct world *world = fresh_world();
    ow_error *error = fresh_error();
    if (!world) {
        free(bytes);
        return NULL;
    }
    world->bytes = (ow_buffer){.data = bytes, .size = size, .capacity = size};
    if (take_settings(world, settings) == OW_OK && !*world->format_name &&
        !ow_identify(bytes, size)) {
        /* A reader has a better message. */
        ow_options options = options_of(world);
        ow_open(bytes, size, &options, &world->document, error);
    }
    if (error->status == OW_OK)
        return world;
    web_close(world);
    return NULL;
}

/* Makes a world from text with `make`. */
static struct world *open_text(const char *text, size_t size, const char *settings,
                               ow_status (*make)(struct world *world, const char *text,
                                                 size_t size))
{
    struct world *world = fresh_world();
    if (!world)
        return NULL;
    ow_status status = take_settings(world, settings);
    if (status == OW_OK)
        status = make(world, text, size);
    if (status == OW_OK)
        return world;
    web_close(world);
    return NULL;
}

static ow_status read_json(struct world *world, const char *text, size_t size)
{
    ow_options options = options_of(world);
    return ow_from_json(text, size, &options, &world->document, fresh_error());
}

EXPORTED struct world *web_from_json(const char *text, size_t size, const char *settings)
{
    return open_text(text, size, settings, read_json);
}

static ow_status make_new(struct world *world, const char *name, size_t size)
{
    (void)size;
    const ow_format *format = ow_format_by_name(name);
    ow_options options = options_of(world);
    return format ? ow_new(format, &options, &world->document, fresh_error())
                  : refuse(name, "unknown format");
}

EXPORTED struct world *web_new(const char *format)
{
    return open_text(format, 0, NULL, make_new);
}

/* The format of a world. */

EXPORTED const char *web_format(struct world *world)
{
    const ow_format *format = world->document.format;
    if (!format && *world->format_name)
        return world->format_name;
    if (!format)
        format = ow_identify(world->bytes.data, world->bytes.size);
    return format ? format->name : "";
}

/* The usual extension of its file. */
EXPORTED const char *web_extension(struct world *world)
{
    const char *const *extensions = world->document.format
                                        ? ow_document_extensions(&world->document)
                                        : ow_file_extensions(world->bytes.data, world->bytes.size);
    return extensions && *extensions ? *extensions : "";
}

EXPORTED int web_need_bytes(struct world *world)
{
    fresh_error();
    return (int)need_bytes(world);
}

/* Call web_need_bytes before these two. */
EXPORTED const uint8_t *web_bytes(const struct world *world)
{
    return world->bytes.data;
}

EXPORTED double web_size(const struct world *world)
{
    return (double)world->bytes.size;
}

/* Passes the JSON to the host. It is not an answer, because it is several times as long as the
 * file. */
EXPORTED int web_to_json(struct world *world)
{
    ow_sink sink = host_sink();
    ow_options options = options_of(world);
    ow_error *error = fresh_error();
    return (int)(world->bytes.data
                     ? ow_to_json(world->bytes.data, world->bytes.size, &options, &sink, error)
                     : ow_document_to_json(&world->document, &options, &sink, error));
}

/* Converts. Answers with {"losses": [...]}. */
EXPORTED struct world *web_convert(struct world *world, const char *settings)
{
    static const struct setting table[] = {
        {"version", SETTING_U32, offsetof(ow_target, version), NULL, GIVEN(ow_target, has_version)},
        {"variant", SETTING_TEXT, offsetof(ow_target, variant), NULL, 0},
        {0}};
    ow_target target = {0};
    ow_document converted = {0};
    if (read_settings(settings, table, &target) != OW_OK || need_document(world) != OW_OK)
        return NULL;
    ow_json_writer *writer = open_answer();
    if (!writer)
        return NULL;
    ow_options options = options_of(world);
    json_begin_object(writer, NULL);
    json_begin_array(writer, "losses");
    ow_status status = ow_convert(&world->document, &target, &options, answer_loss, writer,
                                  &converted, last_error());
    json_end_array(writer);
    json_end_object(writer);
    status = close_answer(writer, status);
    if (status == OW_OK)
        return world_of(&converted, world);
    ow_close(&converted);
    return NULL;
}
