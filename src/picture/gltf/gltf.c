/* glTF: a scene as a file, binary or text. */
#include "gltf.h"

#include "../../base/error.h"
#include "../../json/writer.h"

#include <overworld/overworld.h>

enum {
    HEADER_SIZE = 12, /* of a .glb: "glTF", 2, the size of the file */
    CHUNK_HEADER_SIZE = 8,
    GLB_MAGIC = 0x46546c67,
    JSON_CHUNK = 0x4e4f534a,
    BINARY_CHUNK = 0x004e4942,
    THINGS_BETWEEN = 4096 /* between calls of the progress callback */
};

/* The sizes in a .glb are numbers of 32 bits. */
static const uint64_t most_bytes = UINT32_MAX;

void *gltf_take(struct gltf *gltf, size_t count, size_t size)
{
    if (gltf->status != OW_OK)
        return NULL;
    void *memory = count <= SIZE_MAX / size ? arena_take(&gltf->arena, count * size) : NULL;
    if (!memory)
        gltf_fail(gltf, count <= SIZE_MAX / size ? gltf->arena.status : OW_TOO_MUCH_MEMORY);
    return memory;
}

void *gltf_reserve(struct gltf *gltf, struct gltf_list *list, size_t more, size_t size)
{
    enum { LEAST_ROOM = 64 };
    if (list->room - list->count < more) {
        size_t room = list->room * 2 + LEAST_ROOM + more;
        void *data = gltf_take(gltf, room, size);
        if (!data)
            return NULL;
        if (list->count > 0)
            memcpy(data, list->data, list->count * size);
        list->data = data;
        list->room = room;
    }
    return (uint8_t *)list->data + size * list->count;
}

void *gltf_add(struct gltf *gltf, struct gltf_list *list, size_t size)
{
    void *added = gltf_reserve(gltf, list, 1, size);
    list->count += added != NULL;
    return added;
}

bool gltf_fail(struct gltf *gltf, ow_status status)
{
    if (gltf->status == OW_OK)
        gltf->status = status;
    gltf->writing = false;
    return false;
}

bool gltf_pass(struct gltf *gltf, uint64_t things)
{
    const ow_options *options = &gltf->options;
    uint64_t before = gltf->done;
    if (gltf->size > most_bytes)
        return gltf_fail(gltf, OW_BAD_ARGUMENT);
    if (gltf->bin && gltf->bin->status != OW_OK)
        return gltf_fail(gltf, gltf->bin->status);
    gltf->done += things;
    if (gltf->whole)
        return (gltf_pass(gltf->whole, things) || gltf_fail(gltf, gltf->whole->status)) &&
               gltf->status == OW_OK;
    if (gltf->is_copy)
        return gltf->status == OW_OK;
    if (gltf->done / THINGS_BETWEEN != before / THINGS_BETWEEN && options->progress &&
        !options->progress(options->progress_context,
                           gltf->done < gltf->total ? gltf->done : gltf->total, gltf->total))
        return gltf_fail(gltf, OW_CANCELLED);
    return gltf->status == OW_OK;
}

bool gltf_go_on(struct gltf *gltf)
{
    return gltf_pass(gltf, 1);
}

/* Writes the buffer: builds the geometry a second time. */
static void write_buffer(struct gltf *gltf, const ow_sink *sink)
{
    struct output output;
    if (gltf->status != OW_OK)
        return;
    ow_status status = output_to_sink(&output, &gltf->options, sink);
    if (status != OW_OK) {
        gltf_fail(gltf, status);
        return;
    }
    gltf->bin = &output;
    gltf->writing = true;
    gltf_write_slices(gltf);
    gltf->bin = NULL;
    status = output_close_sink(&output);
    if (status != OW_OK)
        gltf_fail(gltf, status);
}

static bool write_base64(void *context, const void *data, size_t size)
{
    return json_more_base64(context, data, size);
}

void gltf_emit_buffer(struct gltf *gltf, ow_json_writer *writer)
{
    const ow_sink sink = {.context = writer, .write = write_base64};
    if (!gltf->asked.as_text)
        return;
    json_begin_base64(writer, "uri", "data:application/octet-stream;base64,");
    write_buffer(gltf, &sink);
    json_end_base64(writer);
}

static ow_status write_json(struct gltf *gltf, const ow_sink *sink)
{
    ow_json_writer *writer;
    ow_status status = ow_json_open(NULL, &gltf->options, sink, &writer, NULL);
    if (status != OW_OK)
        return status;
    gltf_emit(gltf, writer);
    status = ow_json_close(writer, NULL);
    return gltf->status != OW_OK ? gltf->status : status;
}

static bool count_bytes(void *context, const void *data, size_t size)
{
    (void)data;
    *(uint64_t *)context += size;
    return true;
}

static bool put_numbers(const ow_sink *sink, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4];
        for (int k = 0; k < 4; k++)
            bytes[k] = (uint8_t)(numbers[i] >> (8 * k));
        if (!sink->write(sink->context, bytes, sizeof bytes))
            return false;
    }
    return true;
}

/* Writes JSON once only to measure it. */
static ow_status write_binary(struct gltf *gltf, const ow_sink *sink)
{
    uint64_t text = 0;
    const ow_sink counter = {.context = &text, .write = count_bytes};
    gltf->measured = &text;
    ow_status status = write_json(gltf, &counter);
    gltf->measured = NULL;
    if (status != OW_OK)
        return status;
    size_t padding = (size_t)(-text % 4);
    uint64_t buffer = gltf->size > 0 ? CHUNK_HEADER_SIZE + gltf->size : 0;
    uint64_t size = HEADER_SIZE + CHUNK_HEADER_SIZE + text + padding + buffer;
    if (size > most_bytes)
        return OW_BAD_ARGUMENT;
    const uint32_t begin[] = {GLB_MAGIC, 2, (uint32_t)size, (uint32_t)(text + padding), JSON_CHUNK};
    const uint32_t middle[] = {(uint32_t)gltf->size, BINARY_CHUNK};
    if (!put_numbers(sink, begin, sizeof begin / sizeof *begin))
        return OW_WRITE_FAILED;
    status = write_json(gltf, sink);
    if (status != OW_OK)
        return status;
    if ((padding > 0 && !sink->write(sink->context, "   ", padding)) ||
        (buffer > 0 && !put_numbers(sink, middle, sizeof middle / sizeof *middle)))
        return OW_WRITE_FAILED;
    if (buffer > 0)
        write_buffer(gltf, sink);
    return gltf->status;
}

static ow_status write_all(struct gltf *gltf, const ow_sink *sink)
{
    gltf_put_in_order(gltf);
    if (gltf->status == OW_OK && gltf_open_crew(gltf))
        gltf_measure(gltf);
    if (gltf->status != OW_OK)
        return gltf->status;
    gltf_plant_tree(gltf);
    gltf_find_words(gltf);
    if (gltf->status != OW_OK)
        return gltf->status;
    return gltf->asked.as_text ? write_json(gltf, sink) : write_binary(gltf, sink);
}

/* The size of the scene, of which the memory limit is a multiple. */
static uint64_t size_of_scene(const ow_scene *scene)
{
    uint64_t size = (uint64_t)scene->item_count * sizeof *scene->items +
                    (uint64_t)scene->segment_count * sizeof *scene->segments +
                    (uint64_t)scene->group_count * sizeof *scene->groups +
                    (uint64_t)scene->label_count * sizeof *scene->labels +
                    (uint64_t)scene->layer_count * sizeof *scene->layers +
                    (uint64_t)scene->part_count * sizeof *scene->parts;
    for (uint32_t i = 0; i < scene->layer_count; i++)
        size += (uint64_t)scene->layers[i].cell_count * sizeof(uint16_t);
    for (uint32_t i = 0; i < scene->ground_count; i++)
        size += (uint64_t)scene->grounds[i].width * scene->grounds[i].height * sizeof(float);
    return size;
}

/* An estimate for progress: each thing is visited for each material, in two passes. */
static uint64_t count_things(const ow_scene *scene)
{
    uint64_t things = (uint64_t)scene->item_count + scene->segment_count;
    for (uint32_t i = 0; i < scene->layer_count; i++)
        things += scene->layers[i].height;
    return things * 2 * GLTF_LOOKS + scene->item_count;
}

static ow_status explain_failure(ow_error *error, ow_status status, uint64_t limit)
{
    if (status == OW_BAD_ARGUMENT)
        return error_set(error, status, 0, NULL,
                         "the scene is larger than 4 GiB, the limit of a glTF file; instancing "
                         "makes it about ten times smaller");
    return error_limited(error, status, limit);
}

ow_status ow_gltf_write(const ow_scene *scene, const ow_gltf_options *gltf_options,
                        const ow_options *options, const ow_sink *sink, ow_error *error)
{
    error_clear(error);
    if (!scene)
        return error_missing(error, "scene");
    if (!sink || !sink->write)
        return error_missing(error, "sink to write to");
    struct gltf gltf = {.scene = scene,
                        .options = options_or_default(options, size_of_scene(scene)),
                        .total = count_things(scene)};
    if (gltf_options)
        gltf.asked = *gltf_options;
    arena_init(&gltf.arena, &gltf.options);
    ow_status status = write_all(&gltf, sink);
    gltf_close_crew(&gltf);
    arena_free(&gltf.arena);
    return status == OW_OK ? OW_OK : explain_failure(error, status, gltf.options.max_memory);
}
