/* What the library makes of files, as digests: one line a file, the same on every system. Uses libc
 * and the public headers alone.
 *
 * Usage: digest [-d ROUNDS] FILE... or digest [-d ROUNDS] -l LIST, with a path on each line of
 * LIST. With ROUNDS each file is also damaged that often, in the same places everywhere. */
#include <overworld/overworld.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a. */
struct digest {
    uint64_t state;
};

static struct digest begin_digest(void)
{
    return (struct digest){UINT64_C(0xcbf29ce484222325)};
}

static void add_bytes(struct digest *digest, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        digest->state = (digest->state ^ bytes[i]) * UINT64_C(0x100000001b3);
}

/* The same bytes whatever the host's order. */
static void add_number(struct digest *digest, uint64_t number)
{
    for (int i = 0; i < 8; i++, number >>= 8)
        add_bytes(digest, &(unsigned char){(unsigned char)(number & 0xff)}, 1);
}

static void add_text(struct digest *digest, const char *text)
{
    add_number(digest, text ? strlen(text) : UINT64_MAX);
    if (text)
        add_bytes(digest, text, strlen(text));
}

/* From memory: see what ow_event says of its float. */
static void add_float(struct digest *digest, const float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    add_number(digest, bits);
}

static void add_double(struct digest *digest, const double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    add_number(digest, bits);
}

static void add_end(struct digest *digest, ow_status status, const ow_error *error)
{
    add_number(digest, (uint64_t)status);
    if (status == OW_OK)
        return;
    add_number(digest, error->offset);
    add_text(digest, error->pointer);
    add_text(digest, error->message);
}

static void add_value(struct digest *digest, const ow_event *event)
{
    switch (event->type) {
    case OW_INTEGER:
    case OW_BOOLEAN:
        add_number(digest, (uint64_t)event->value.integer);
        break;
    case OW_UNSIGNED_64:
        add_number(digest, event->value.unsigned_64);
        break;
    case OW_FLOAT:
        add_float(digest, &event->value.number);
        break;
    case OW_TEXT:
        add_bytes(digest, event->value.text.data, event->value.text.size);
        break;
    case OW_BYTES:
        add_number(digest, event->value.bytes.data != NULL);
        add_bytes(digest, event->value.bytes.data, event->value.bytes.size);
        break;
    }
}

static ow_visit add_event(void *context, const ow_event *event)
{
    struct digest *digest = context;
    add_number(digest, (uint64_t)event->kind);
    add_text(digest, event->name);
    add_number(digest, event->index);
    add_number(digest, event->count);
    add_number(digest, event->offset);
    add_number(digest, event->size);
    add_number(digest, event->spread + 2u * event->derived);
    if (event->kind == OW_VALUE) {
        add_number(digest, (uint64_t)event->type);
        add_value(digest, event);
    }
    return OW_GO_ON;
}

/* A sink that keeps what it gets. */
static bool keep(void *context, const void *data, size_t size)
{
    ow_buffer *kept = context;
    if (kept->capacity - kept->size < size) {
        size_t capacity = 2 * kept->capacity + size;
        uint8_t *memory = realloc(kept->data, capacity);
        if (!memory)
            return false;
        kept->data = memory;
        kept->capacity = capacity;
    }
    memcpy(kept->data + kept->size, data, size);
    kept->size += size;
    return true;
}

/* An image for every path, of 16 bits or 8, as odd as the path is long. */
static bool make_image(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    (void)context;
    snprintf(message, room, "no memory");
    *image = (ow_image){.width = 17, .height = 17, .depth = path.size % 2 ? 16 : 8};
    image->samples = malloc(sizeof *image->samples * 17 * 17);
    for (unsigned i = 0; image->samples && i < 17 * 17; i++)
        image->samples[i] = (uint16_t)(i * (path.size + 211) % (image->depth == 16 ? 65536 : 256));
    return image->samples != NULL;
}

static void release_image(void *context, ow_image *image)
{
    (void)context;
    free(image->samples);
}

static void add_written(struct digest *digest, const ow_document *document)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    ow_status status = ow_write_buffer(document, NULL, &buffer, &error);
    add_number(digest, buffer.size);
    add_bytes(digest, buffer.data, buffer.size);
    add_end(digest, status, &error);
    ow_buffer_free(&buffer, NULL);
}

static void add_trace(struct digest *digest, const ow_bytes *file, const ow_options *options)
{
    ow_error error = {0};
    ow_status status = ow_trace(file->data, file->size, options, add_event, digest, &error);
    add_end(digest, status, &error);
}

/* The JSON, and what is read from it, written as bytes. */
static void add_json(struct digest *digest, struct digest *back, const ow_bytes *file,
                     const ow_options *options)
{
    ow_error error = {0};
    ow_buffer text = {0};
    ow_document document;
    ow_sink sink = {.context = &text, .write = keep};
    ow_status status = ow_to_json(file->data, file->size, options, &sink, &error);
    add_bytes(digest, text.data, text.size);
    add_end(digest, status, &error);
    if (status == OW_OK) {
        status = ow_from_json((const char *)text.data, text.size, options, &document, &error);
        add_end(back, status, &error);
        if (status == OW_OK)
            add_written(back, &document);
        ow_close(&document);
    }
    free(text.data);
}

static void add_issue(void *context, const ow_issue *issue)
{
    struct digest *digest = context;
    add_text(digest, issue->code->code);
    add_text(digest, issue->pointer);
    add_number(digest, issue->offset);
    add_number(digest, issue->size);
    add_text(digest, issue->message);
}

static void add_check(struct digest *digest, const ow_bytes *file, const ow_options *options)
{
    ow_error error = {0};
    ow_check_totals totals = {0};
    ow_check_options check = {.issue = add_issue, .issue_context = digest};
    ow_status status = ow_check(file->data, file->size, options, &check, &totals, &error);
    add_number(digest, totals.errors);
    add_number(digest, totals.warnings);
    add_number(digest, totals.infos);
    add_end(digest, status, &error);
}

static void add_summary(struct digest *digest, const ow_bytes *file, const ow_options *options)
{
    for (int whole = 0; whole < 2; whole++) {
        ow_error error = {0};
        ow_status status =
            ow_summarise(file->data, file->size, options, whole, add_event, digest, &error);
        add_end(digest, status, &error);
    }
}

static void add_map(struct digest *digest, const ow_bytes *file, const ow_options *options)
{
    ow_error error = {0};
    ow_map map = {0};
    ow_status status = ow_map_open(file->data, file->size, options, &map, &error);
    size_t cells = status == OW_OK ? (size_t)map.width * map.height * map.layer_count : 0;
    add_number(digest, map.width);
    add_number(digest, map.height);
    add_number(digest, map.layer_count);
    for (size_t i = 0; i < cells; i++) {
        const ow_map_cell *cell = &map.cells[i];
        add_bytes(digest, (const uint8_t[]){cell->red, cell->green, cell->blue}, 3);
        add_bytes(digest, &cell->symbol, 1);
    }
    for (int i = 0; i < OW_MAP_KEYS && map.keys[i].meaning; i++)
        add_text(digest, map.keys[i].meaning);
    add_end(digest, status, &error);
    if (status == OW_OK)
        ow_map_close(&map);
}

/* Heights as an image, and what the image is read as. */
static void add_image(struct digest *digest, const ow_heights *heights)
{
    ow_error error = {0};
    ow_image image;
    float largest_error = 0;
    ow_status status = ow_heights_to_image(heights, NULL, &image, &largest_error, &error);
    add_end(digest, status, &error);
    if (status != OW_OK)
        return;
    add_float(digest, &largest_error);
    add_double(digest, &image.scale);
    add_double(digest, &image.offset);
    for (size_t i = 0; i < (size_t)image.width * image.height; i++)
        add_number(digest, image.samples[i]);
    ow_image_free(&image);
}

static void add_ground(struct digest *digest, const ow_document *document,
                       const ow_options *options)
{
    ow_error error = {0};
    ow_heights heights;
    ow_status status = ow_get_heights(document, options, &heights, &error);
    add_end(digest, status, &error);
    if (status != OW_OK)
        return;
    for (size_t i = 0; i < (size_t)heights.x_vertices * heights.y_vertices; i++)
        add_float(digest, &heights.values[i]);
    for (int i = 0; i < 64; i++) {
        float height = 0;
        if (ow_heights_at(&heights, (float)(i % 8) * 0.8125f, (float)i / 8, &height))
            add_float(digest, &height);
    }
    add_image(digest, &heights);
    ow_heights_free(&heights);
}

static void add_picture(struct digest *digest, const ow_scene *scene, ow_view_kind view)
{
    ow_error error = {0};
    ow_picture picture = {0};
    const ow_picture_options small = {.width = 90,
                                      .height = 70,
                                      .view = view,
                                      .yaw = 33.5,
                                      .pitch = 21.25,
                                      .perspective = view == OW_VIEW_ANGLES,
                                      .labels = true,
                                      .legend = view == OW_VIEW_ISO};
    ow_status status = ow_picture_draw(scene, &small, NULL, &picture, &error);
    size_t pixels = status == OW_OK ? (size_t)picture.width * picture.height : 0;
    for (size_t i = 0; i < pixels; i++) {
        const ow_color *color = &picture.pixels[i];
        add_bytes(digest, (const uint8_t[]){color->red, color->green, color->blue, color->alpha},
                  4);
    }
    add_end(digest, status, &error);
    ow_picture_free(&picture);
}

static void add_mesh(struct digest *digest, const ow_scene *scene)
{
    ow_error error = {0};
    ow_buffer bytes = {0};
    ow_sink sink = {.context = &bytes, .write = keep};
    ow_status status = ow_gltf_write(scene, NULL, NULL, &sink, &error);
    add_bytes(digest, bytes.data, bytes.size);
    add_end(digest, status, &error);
    free(bytes.data);
}

static void add_looks(struct digest *picture, struct digest *mesh, const ow_bytes *file,
                      const ow_options *options)
{
    ow_error error = {0};
    ow_scene scene;
    ow_status status = ow_scene_open(file->data, file->size, options, NULL, &scene, &error);
    add_end(picture, status, &error);
    if (status != OW_OK)
        return;
    add_picture(picture, &scene, OW_VIEW_USUAL);
    add_picture(picture, &scene, OW_VIEW_ISO);
    add_picture(picture, &scene, OW_VIEW_ANGLES);
    add_mesh(mesh, &scene);
    ow_scene_close(&scene);
}

static void add_warning(void *context, const char *pointer, const char *message)
{
    add_text(context, pointer);
    add_text(context, message);
}

static void add_converted(struct digest *digest, const ow_document *document,
                          const ow_target *target)
{
    ow_error error = {0};
    ow_document converted;
    ow_status status = ow_convert(document, target, NULL, add_warning, digest, &converted, &error);
    add_end(digest, status, &error);
    if (status == OW_OK)
        add_written(digest, &converted);
    ow_close(&converted);
}

/* To every version that is written, and to every way of writing one. */
static void add_conversions(struct digest *digest, const ow_document *document)
{
    const ow_format *format = document->format;
    for (unsigned version = format->oldest_written; version <= format->newest_version; version++)
        add_converted(digest, document, &(ow_target){.has_version = true, .version = version});
    for (const char *const *variant = format->variants; variant && *variant; variant++)
        add_converted(digest, document, &(ow_target){.variant = *variant});
}

enum { BYTES, EVENTS, JSON, BACK, CHECK, SUMMARY, MAP, GROUND, CONVERTED, PICTURE, MESH, DIGESTS };
static const char *const names[DIGESTS] = {"bytes",     "events",  "json", "back",
                                           "check",     "summary", "map",  "ground",
                                           "converted", "picture", "mesh"};

static void add_file(struct digest digests[DIGESTS], const ow_bytes *file)
{
    ow_error error = {0};
    ow_document document;
    const ow_options options = {.images = {.load = make_image, .release = release_image}};
    ow_status status = ow_open(file->data, file->size, &options, &document, &error);
    add_end(&digests[BYTES], status, &error);
    if (status == OW_OK) {
        add_written(&digests[BYTES], &document);
        add_ground(&digests[GROUND], &document, &options);
        add_conversions(&digests[CONVERTED], &document);
        ow_close(&document);
    } else { /* it may be JSON of its own */
        status = ow_from_json((const char *)file->data, file->size, &options, &document, &error);
        add_end(&digests[BACK], status, &error);
        if (status == OW_OK)
            add_written(&digests[BACK], &document);
        ow_close(&document);
    }
    add_trace(&digests[EVENTS], file, &options);
    add_json(&digests[JSON], &digests[BACK], file, &options);
    add_check(&digests[CHECK], file, &options);
    add_summary(&digests[SUMMARY], file, &options);
    add_map(&digests[MAP], file, &options);
    add_looks(&digests[PICTURE], &digests[MESH], file, &options);
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* Floats that hosts may see differently: signalling and quiet, infinite, tiny, a constant of a
 * game. */
static void damage(uint8_t *bytes, size_t size, uint64_t *random)
{
    static const uint8_t numbers[][4] = {
        {0x7f, 0xa0, 0, 1}, {0xff, 0xc0, 0, 0},       {0x7f, 0x80, 0, 0}, {0xff, 0x80, 0, 0},
        {0, 0, 0, 1},       {0x3d, 0xcc, 0xcc, 0xcd}, {0x80, 0, 0, 0},    {0x7f, 0x7f, 0xff, 0xff}};
    for (uint32_t changes = 1 + next_random(random) % 4; changes > 0; changes--) {
        size_t at = next_random(random) % size;
        uint32_t kind = next_random(random) % 4;
        const uint8_t *number = numbers[next_random(random) % 8];
        for (size_t i = 0; i < 4 && kind > 1 && at + 4 <= size; i++)
            bytes[at + i] = number[kind == 2 ? i : 3 - i];
        if (kind <= 1)
            bytes[at] = kind ? (uint8_t)next_random(random) : (uint8_t)(bytes[at] ^ 1);
    }
}

static void add_damaged(struct digest digests[DIGESTS], const ow_bytes *file, unsigned rounds)
{
    uint64_t random = file->size;
    uint8_t *copy = malloc(file->size + 1);
    for (unsigned i = 0; i < rounds && copy && file->size > 0; i++) {
        memcpy(copy, file->data, file->size);
        damage(copy, file->size, &random);
        size_t size = i % 8 == 7 ? next_random(&random) % file->size : file->size;
        add_file(digests, &(ow_bytes){copy, size});
    }
    free(copy);
}

static void print_digests(const char *path, const char *what, const struct digest *digests)
{
    printf("%s%s:", path, what);
    for (int i = 0; i < DIGESTS; i++)
        printf(" %s=%016" PRIx64, names[i], digests[i].state);
    printf("\n");
}

static bool print_file(const char *path, unsigned rounds)
{
    ow_buffer file = {0};
    struct digest digests[DIGESTS];
    FILE *stream = fopen(path, "rb");
    char block[4096];
    if (!stream) {
        perror(path);
        return false;
    }
    for (size_t size; (size = fread(block, 1, sizeof block, stream)) > 0;)
        if (!keep(&file, block, size))
            abort();
    fclose(stream);
    for (int i = 0; i < DIGESTS; i++)
        digests[i] = begin_digest();
    add_file(digests, &(ow_bytes){file.data, file.size});
    print_digests(path, "", digests);
    if (rounds > 0) {
        add_damaged(digests, &(ow_bytes){file.data, file.size}, rounds);
        print_digests(path, " (damaged)", digests);
    }
    free(file.data);
    return true;
}

static bool print_listed(const char *list, unsigned rounds)
{
    char path[4096];
    bool fine = true;
    FILE *stream = fopen(list, "rb");
    if (!stream) {
        perror(list);
        return false;
    }
    while (fgets(path, sizeof path, stream)) {
        path[strcspn(path, "\r\n")] = '\0';
        fine = print_file(path, rounds) && fine;
    }
    fclose(stream);
    return fine;
}

int main(int argc, char **argv)
{
    unsigned rounds = 0;
    bool fine = true;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-d") == 0 && i + 1 < argc)
            rounds = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-l") == 0 && i + 1 < argc)
            fine = print_listed(argv[++i], rounds) && fine;
        else
            fine = print_file(argv[i], rounds) && fine;
    }
    return fine ? 0 : 1;
}
