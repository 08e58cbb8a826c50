/* Reads the bytes of a city save before its things */
#include "city.h"

#include "../codec/trace.h"

#include "layout.h"

static void read_tables_front(struct codec *c, struct city_front *front)
{
    front->table_at = offset_now(c);
    meta_things(c, &front->save);
    front->sections += healthy(c);
    if (!healthy(c))
        return;
    front->things_at = offset_now(c);
    things_head(c, &front->save);
    front->sections += healthy(c);
}

ow_status city_read_front(const void *bytes, size_t size, uint8_t variant,
                          const ow_options *options, struct city_front *front, ow_error *error)
{
    struct codec codec = trace_from(bytes, size, 0, options);
    *front = (struct city_front){.save = {.variant = variant}};
    ow_city_save *save = &front->save;
    begin_object(&codec, NULL);
    begin_save(&codec, save);
    header(&codec, save);
    front->sections += healthy(&codec);
    front->terrain_at = offset_now(&codec);
    begin_object(&codec, "terrain");
    terrain(&codec, &save->terrain);
    end_object(&codec);
    front->sections += healthy(&codec);
    if (healthy(&codec)) /* heights are the end of the section */
        front->heights_at =
            offset_now(&codec) - 4ull * save->terrain.x_vertices * save->terrain.y_vertices;
    if (healthy(&codec) && !is_early(&codec))
        read_tables_front(&codec, front);
    front->first_thing_at = offset_now(&codec);
    if (is_early(&codec))
        end_of_file(&codec);
    end_object(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}

ow_status city_open_file(struct city_file *opened, const struct file *file, ow_error *error)
{
    ow_city_save preset = {.variant = city_find_variant(file)};
    *opened = (struct city_file){
        .bytes = file->bytes,
        .size = file->size,
        .variant = preset.variant,
        .options = file->options,
        .allowed = file->asked_memory,
    };
    ow_status status = driver_trace(&city_format, file, &preset, NULL, NULL, error);
    if (status != OW_OK)
        return status;
    ow_options quiet = file->options; /* progress has been reported already */
    quiet.progress = NULL;
    return city_read_front(file->bytes, file->size, preset.variant, &quiet, &opened->front, error);
}
