/* What holds of any JSON text. */
#include "promises.h"

static void turn_again(const ow_buffer *file)
{
    struct collected json = {0};
    ow_sink sink = {.context = &json, .write = collect};
    ow_document document;
    ow_buffer buffer = {0};
    ow_error error = {0};
    PROMISE(ow_to_json(file->data, file->size, NULL, &sink, &error) == OW_OK);
    PROMISE(ow_from_json((const char *)json.data, json.size, NULL, &document, &error) == OW_OK);
    PROMISE(write_document(&document, &buffer) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, file->data, file->size));
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
    free(json.data);
}

/* City saves have no mark to be known by: one with no name and no size that is right is taken
 * for no world at all, but reads where it is said to be a city. */
static bool is_city_in_disguise(const ow_document *document, const ow_buffer *file)
{
    ow_city_save *save;
    ow_buffer buffer = {0};
    if (strcmp(document->format->name, "city") != 0 || ow_identify(file->data, file->size))
        return false;
    PROMISE(ow_city_read(file->data, file->size, NULL, &save, NULL) == OW_OK);
    PROMISE(ow_city_write_buffer(save, NULL, &buffer, NULL) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, file->data, file->size));
    ow_buffer_free(&buffer, NULL);
    ow_city_free(save);
    return true;
}

/* JSON may give a build any variant and any numbers, and only such as make sense are found again
 * by a search. In its own variant each reads. */
static bool is_build_of_any_variant(const ow_document *document, const ow_buffer *file)
{
    ow_document found;
    ow_error error = {0};
    if (!keep_promises_of_build(document, file))
        return false;
    bool is_found = ow_open(file->data, file->size, NULL, &found, &error) == OW_OK;
    ow_close(&found);
    return !is_found;
}

static void read_again(const ow_buffer *file)
{
    ow_document again;
    ow_buffer buffer = {0};
    ow_error error = {0};
    PROMISE(ow_open(file->data, file->size, NULL, &again, &error) == OW_OK);
    PROMISE(write_document(&again, &buffer) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, file->data, file->size));
    ow_buffer_free(&buffer, NULL);
    ow_close(&again);
}

/* Copies of the files beside a world. */
struct files {
    ow_folder_file list[64];
    uint32_t count;
};

static void copy_file(void *context, const ow_folder_file *file)
{
    struct files *files = context;
    PROMISE(ow_folder_path_is_portable(file->path));
    if (files->count == sizeof files->list / sizeof *files->list)
        return;
    char *path = malloc(file->path.size + 1);
    uint8_t *bytes = malloc(file->bytes.size + 1);
    PROMISE(path && bytes && file->path.data[file->path.size] == '\0');
    memcpy(path, file->path.data, file->path.size + 1);
    if (file->bytes.size > 0)
        memcpy(bytes, file->bytes.data, file->bytes.size);
    files->list[files->count++] =
        (ow_folder_file){{path, file->path.size}, {bytes, file->bytes.size}};
}

static void free_files(struct files *files)
{
    for (uint32_t i = 0; i < files->count; i++) {
        free((void *)(uintptr_t)files->list[i].path.data);
        free((void *)(uintptr_t)files->list[i].bytes.data);
    }
}

static void expect_same_files(const struct files *a, const struct files *b)
{
    PROMISE(a->count == b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        const ow_folder_file *one = &a->list[i], *two = &b->list[i];
        PROMISE(same_bytes(one->path.data, one->path.size, two->path.data, two->path.size));
        PROMISE(same_bytes(one->bytes.data, one->bytes.size, two->bytes.data, two->bytes.size));
    }
}

/* The files beside a world come back. */
static void turn_folder(const uint8_t *text, size_t size, const ow_buffer *world)
{
    struct files files = {0}, again = {0};
    struct collected json = {0};
    ow_sink sink = {.context = &json, .write = collect};
    ow_error error = {0};
    bool has_folder;
    ow_status status =
        ow_folder_from_json((const char *)text, size, NULL, &has_folder, copy_file, &files, &error);
    expect_clean(status, &error, size);
    PROMISE(status == OW_OK || files.count == 0);
    if (status == OW_OK && has_folder) {
        const ow_folder folder = {.files = files.list, .file_count = files.count};
        PROMISE(ow_folder_to_json(world->data, world->size, &folder, NULL, &sink, &error) == OW_OK);
        PROMISE(ow_folder_from_json((const char *)json.data, json.size, NULL, &has_folder,
                                    copy_file, &again, &error) == OW_OK);
        PROMISE(has_folder);
        expect_same_files(&files, &again);
    }
    free_files(&files);
    free_files(&again);
    free(json.data);
}

void keep_promises_of_json(const uint8_t *text, size_t size)
{
    ow_document document;
    ow_buffer buffer = {0};
    ow_error error = {0};
    ow_status status = ow_from_json((const char *)text, size, NULL, &document, &error);
    expect_clean(status, &error, size);
    if (status != OW_OK)
        return;
    bool written = write_document(&document, &buffer) == OW_OK;
    if (written && !is_city_in_disguise(&document, &buffer) &&
        !is_build_of_any_variant(&document, &buffer)) {
        read_again(&buffer);
        turn_again(&buffer);
        turn_folder(text, size, &buffer);
        keep_promises_of_conversions(&document);
    }
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
}
