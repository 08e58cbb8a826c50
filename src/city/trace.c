/* City saves told as events, and the words for an error that decode met. */
#include "city.h"

#include "../codec/trace.h"
#include "layout.h"

#include "../codec/locate.h"

static struct codec start(const void *bytes, size_t size, uint8_t variant,
                          const ow_options *options)
{
    return (struct codec){
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .variant = variant,
        .options = options,
    };
}

static ow_status finish(const struct codec *codec, ow_error *error)
{
    if (codec->error.status != OW_OK && error)
        *error = codec->error;
    return codec->error.status;
}

ow_status city_trace_variant(const void *bytes, size_t size, uint8_t variant,
                             const ow_options *options, ow_visitor visit, void *context,
                             ow_error *error)
{
    struct codec codec = start(bytes, size, variant, options);
    codec.visit = visit;
    codec.visit_context = context;
    ow_city_save scratch = {0};
    begin_object(&codec, NULL);
    save(&codec, &scratch);
    end_object(&codec);
    return finish(&codec, error);
}

static void read_tables_front(struct codec *c, struct city_front *front)
{
    front->table_at = offset_of(c, c->at);
    meta_things(c, &front->save);
    front->save.meta_things = NULL; /* what was one record's scratch */
    front->sections += healthy(c);
    if (!healthy(c))
        return;
    front->things_at = offset_of(c, c->at);
    things_head(c, &front->save);
    front->sections += healthy(c);
}

ow_status city_read_front(const void *bytes, size_t size, uint8_t variant,
                          const ow_options *options, struct city_front *front, ow_error *error)
{
    struct codec codec = start(bytes, size, variant, options);
    *front = (struct city_front){.sections = 0};
    ow_city_save *save = &front->save;
    begin_object(&codec, NULL);
    begin_save(&codec, save);
    header(&codec, save);
    front->sections += healthy(&codec);
    front->terrain_at = offset_of(&codec, codec.at);
    begin_object(&codec, "terrain");
    terrain(&codec, &save->terrain);
    end_object(&codec);
    front->sections += healthy(&codec);
    if (healthy(&codec)) /* what heights there are end the section */
        front->heights_at = offset_of(&codec, codec.at) -
                            4ull * save->terrain.x_vertices * save->terrain.y_vertices;
    if (healthy(&codec) && !is_early(&codec))
        read_tables_front(&codec, front);
    front->first_thing_at = offset_of(&codec, codec.at);
    if (is_early(&codec))
        end_of_file(&codec);
    end_object(&codec);
    return finish(&codec, error);
}

ow_status city_open_file(struct city_file *file, const void *bytes, size_t size,
                         const ow_options *options, ow_error *error)
{
    *file = (struct city_file){
        .bytes = bytes,
        .size = size,
        .variant = city_find_variant(bytes, size),
        .options = options_or_default(options, size),
        .allowed = options ? options->max_memory : 0,
    };
    ow_status status =
        city_trace_variant(bytes, size, file->variant, &file->options, NULL, NULL, error);
    if (status != OW_OK)
        return status;
    ow_options quiet = file->options; /* it was told already how far this goes */
    quiet.progress = NULL;
    return city_read_front(bytes, size, file->variant, &quiet, &file->front, error);
}

void city_locate(const void *bytes, size_t size, uint8_t variant, enum city_part part,
                 uint64_t record, const char *field, uint64_t *offset, uint64_t *field_size)
{
    ow_options options = options_or_default(NULL, size);
    struct locator locator = {.rest = field};
    struct codec codec = start(bytes, size, variant, &options);
    ow_city_save scratch = {0};
    begin_save(&codec, &scratch); /* takes no bytes: what a layout knows of the variant */
    codec.at = codec.begin + record;
    codec.visit = locator_visit;
    codec.visit_context = &locator;
    begin_object(&codec, NULL);
    if (part == CITY_HEADER) {
        header(&codec, &scratch);
    } else if (part == CITY_TERRAIN) {
        terrain(&codec, &scratch.terrain);
    } else {
        ow_city_thing one;
        thing(&codec, &one);
    }
    end_object(&codec);
    if (locator.found) {
        *offset = locator.offset;
        *field_size = locator.size;
    }
}

ow_status city_explain(const void *bytes, size_t size, uint8_t variant, const ow_options *options,
                       ow_status status, ow_error *error)
{
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY || status == OW_CANCELLED)
        return error_limited(error, status, options->max_memory);
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status found = city_trace_variant(bytes, size, variant, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}
