/* What holds of any bytes. */
#include "promises.h"

#include "../tests/support/back.h"

static const uint16_t picture_samples[] = {0, 255, 50, 51, 100, 7};

/* A path is one that can only lead to a place below: names with slashes between them. */
static bool is_plain(ow_text path)
{
    size_t begin = 0;
    for (size_t i = 0; i <= path.size; i++) {
        if (i < path.size && path.data[i] != '/')
            continue;
        size_t size = i - begin;
        const char *name = path.data + begin;
        if (size == 0 || (name[0] == '.' && (size == 1 || (size == 2 && name[1] == '.'))))
            return false;
        begin = i + 1;
    }
    return memchr(path.data, '\0', path.size) == NULL;
}

static bool load_picture(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    (void)context, (void)message, (void)room;
    PROMISE(is_plain(path));
    ow_image picture = {.width = 3, .height = 2, .depth = 8};
    picture.samples = malloc(sizeof picture_samples);
    PROMISE(picture.samples);
    memcpy(picture.samples, picture_samples, sizeof picture_samples);
    *image = picture;
    return true;
}

static void release_picture(void *context, ow_image *image)
{
    (void)context;
    free(image->samples);
    *image = (ow_image){0};
}

ow_options options_with_pictures(void)
{
    return (ow_options){.images = {.load = load_picture, .release = release_picture}};
}

static ow_visit pass(void *context, const ow_event *event)
{
    uint64_t *last = context;
    PROMISE(event->offset + event->size >= event->offset);
    *last = event->offset + event->size;
    return event->index % 7 == 3 ? OW_SKIP : OW_GO_ON;
}

static void pass_issue(void *context, const ow_issue *issue)
{
    const size_t *size = context;
    PROMISE(issue->offset <= *size && issue->size <= *size - issue->offset);
    PROMISE(issue->message[0] && (issue->pointer[0] == '/' || !issue->pointer[0]));
}

static void walk(const uint8_t *data, size_t size, bool reads)
{
    ow_error error = {0};
    uint64_t last = 0;
    ow_status status = ow_trace(data, size, NULL, pass, &last, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == reads && last <= size);
    for (int whole = 0; whole < 2; whole++) {
        status = ow_summarise(data, size, NULL, whole, pass, &last, &error);
        expect_clean(status, &error, size);
        PROMISE(status == OW_OK || !reads);
    }
    ow_check_totals totals;
    ow_check_options check = {.issue = pass_issue, .issue_context = &size, .max_issues = 200};
    status = ow_check(data, size, NULL, &check, &totals, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == reads);
}

static void draw(const uint8_t *data, size_t size)
{
    ow_options options = options_with_pictures();
    ow_map map;
    ow_error error = {0};
    size_t sum = 0;
    ow_status status = ow_map_open(data, size, &options, &map, &error);
    expect_clean(status, &error, size);
    size_t cells = (size_t)map.width * map.height * map.layer_count;
    for (size_t i = 0; i < cells; i++)
        sum +=
            (size_t)map.cells[i].red + (map.cells[i].symbol >= ' ' && map.cells[i].symbol <= '~');
    PROMISE(sum >= cells);
    ow_map_close(&map);
}

static void stream(const uint8_t *data, size_t size, bool reads)
{
    ow_blotter_reader *reader;
    const ow_blotter_component *component = NULL;
    const ow_blotter_wire *wire = NULL;
    ow_error error = {0};
    ow_status status = ow_blotter_reader_open(data, size, NULL, &reader, &error);
    while (status == OW_OK &&
           (status = ow_blotter_next_component(reader, &component, &error)) == OW_OK && component)
        PROMISE(ow_blotter_record_offset(reader) < size);
    while (status == OW_OK && (status = ow_blotter_next_wire(reader, &wire, &error)) == OW_OK &&
           wire)
        PROMISE(ow_blotter_record_offset(reader) < size);
    if (status == OW_OK)
        status = ow_blotter_reader_finish(reader, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == reads);
    ow_blotter_reader_close(reader);
}

static void through_json(const uint8_t *data, size_t size)
{
    struct collected json = {0};
    ow_sink sink = {.context = &json, .write = collect};
    ow_document document;
    ow_buffer buffer = {0};
    ow_error error = {0};
    PROMISE(ow_to_json(data, size, NULL, &sink, &error) == OW_OK);
    PROMISE(ow_from_json((const char *)json.data, json.size, NULL, &document, &error) == OW_OK);
    PROMISE(write_document(&document, &buffer) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, data, size));
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
    free(json.data);
}

bool keep_promises_of_build(const ow_document *document, const ow_buffer *file)
{
    ow_structure_build *build;
    ow_buffer buffer = {0};
    if (strcmp(document->format->name, "structure") != 0)
        return false;
    PROMISE(ow_structure_read_as(file->data, file->size, &document->as.structure->variant, NULL,
                                 &build, NULL) == OW_OK);
    PROMISE(ow_structure_write_buffer(build, NULL, &buffer, NULL) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, file->data, file->size));
    ow_buffer_free(&buffer, NULL);
    ow_structure_free(build);
    return true;
}

static struct collected json_of(const ow_document *document)
{
    struct collected json = {0};
    ow_sink sink = {.context = &json, .write = collect};
    PROMISE(ow_document_to_json(document, NULL, &sink, NULL) == OW_OK);
    return json;
}

static struct collected content_of(ow_document *document)
{
    forget_how_it_is_written(document);
    return json_of(document);
}

/* What converted without a warning converts back to the same content. */
static void come_back(const ow_document *document, const ow_document *converted)
{
    ow_document back, plain;
    ow_error error = {0};
    ow_status status = convert_back(converted, document, &back, &error);
    expect_clean(status, &error, SIZE_MAX);
    PROMISE(status == OW_OK || status == OW_BAD_ARGUMENT);
    if (status != OW_OK)
        return;
    PROMISE(ow_copy(document, NULL, &plain, NULL) == OW_OK);
    struct collected found = content_of(&back), expected = content_of(&plain);
    PROMISE(same_bytes(found.data, found.size, expected.data, expected.size));
    free(found.data);
    free(expected.data);
    ow_close(&plain);
    ow_close(&back);
}

static void count_warning(void *context, const char *pointer, const char *message)
{
    ++*(unsigned *)context;
    PROMISE(message[0] && (pointer[0] == '/' || !pointer[0]));
}

static void convert_to(const ow_document *document, const ow_target *target)
{
    ow_document converted, again;
    ow_buffer buffer = {0};
    ow_error error = {0};
    unsigned warnings = 0;
    ow_status status =
        ow_convert(document, target, NULL, count_warning, &warnings, &converted, &error);
    expect_clean(status, &error, SIZE_MAX);
    PROMISE(status == OW_OK || status == OW_BAD_ARGUMENT || status == OW_BAD_VALUE);
    PROMISE(status == OW_OK || target->variant || status == OW_BAD_VALUE);
    if (status == OW_OK && warnings == 0)
        come_back(document, &converted);
    if (status == OW_OK && write_document(&converted, &buffer) == OW_OK &&
        !keep_promises_of_build(&converted, &buffer)) {
        PROMISE(ow_open(buffer.data, buffer.size, NULL, &again, &error) == OW_OK);
        ow_close(&again);
    }
    ow_buffer_free(&buffer, NULL);
    ow_close(&converted);
}

void keep_promises_of_conversions(const ow_document *document)
{
    const ow_format *format = document->format;
    ow_target target = {.has_version = true};
    for (target.version = format->oldest_written; target.version <= format->newest_version;
         target.version++) {
        target.variant = NULL;
        convert_to(document, &target);
        for (size_t i = 0; (target.variant = format->variants[i]); i++)
            convert_to(document, &target);
    }
}

/* Eight bytes for all that was told so far. */
static ow_visit mix_event(void *context, const ow_event *event)
{
    uint64_t *hash = context;
    const uint64_t numbers[] = {(uint64_t)event->kind, event->index,  event->count,  event->offset,
                                event->size,           event->spread, event->derived};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *hash = (*hash ^ numbers[i]) * 0x100000001b3u;
    for (size_t i = 0; event->name && event->name[i]; i++)
        *hash = (*hash ^ (uint8_t)event->name[i]) * 0x100000001b3u;
    return OW_GO_ON;
}

/* A document is told as its file is, and a copy is written as it when the original is gone. */
static void compare_answers(ow_document *document, const uint8_t *data, size_t size)
{
    uint64_t of_file = 0, of_document = 0;
    struct collected json = {0}, other;
    ow_sink sink = {.context = &json, .write = collect};
    ow_buffer buffer = {0};
    ow_document copy;
    PROMISE(ow_trace(data, size, NULL, mix_event, &of_file, NULL) == OW_OK);
    PROMISE(ow_trace_document(document, NULL, mix_event, &of_document, NULL) == OW_OK);
    PROMISE(of_file == of_document);
    PROMISE(ow_to_json(data, size, NULL, &sink, NULL) == OW_OK);
    other = json_of(document);
    PROMISE(same_bytes(json.data, json.size, other.data, other.size));
    free(json.data);
    free(other.data);
    PROMISE(ow_check_document(document, NULL, NULL, NULL, NULL) == OW_OK);
    PROMISE(ow_copy(document, NULL, &copy, NULL) == OW_OK);
    ow_close(document);
    PROMISE(write_document(&copy, &buffer) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, data, size));
    ow_buffer_free(&buffer, NULL);
    ow_close(&copy);
}

void keep_promises_of_bytes(const uint8_t *data, size_t size)
{
    const ow_format *format = ow_identify(data, size);
    ow_document document;
    ow_error error = {0};
    ow_status status = ow_open(data, size, NULL, &document, &error);
    expect_clean(status, &error, size);
    PROMISE(format || status == OW_UNKNOWN_FORMAT);
    walk(data, size, status == OW_OK);
    draw(data, size);
    if (!format || strcmp(format->name, "blotter") == 0)
        stream(data, size, status == OW_OK);
    if (status == OW_OK) {
        ow_buffer buffer = {0};
        PROMISE(write_document(&document, &buffer) == OW_OK);
        PROMISE(same_bytes(buffer.data, buffer.size, data, size));
        ow_buffer_free(&buffer, NULL);
        through_json(data, size);
        keep_promises_of_conversions(&document);
        compare_answers(&document, data, size);
    }
    ow_close(&document);
}
