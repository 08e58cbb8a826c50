/* Opens the text files of a folder. */
#include "folder.h"

#include "../base/error.h"
#include "../base/text.h"

#include <stdio.h>

enum { ENDING = 5, MOST_PARTS = 8 };

static bool is_text_name(ow_text path)
{
    const char *ending = path.data + path.size - ENDING;
    return path.size > ENDING &&
           (memcmp(ending, ".jecs", ENDING) == 0 || memcmp(ending, ".succ", ENDING) == 0);
}

static bool is_plain_part(const char *part, size_t size)
{
    return size > 0 && part[0] != '\0' && !memchr(part, '\0', size) &&
           !(size == 1 && part[0] == '.') && !(size == 2 && memcmp(part, "..", 2) == 0);
}

/* For any system: not hidden, and without a separator or a control character. */
static bool is_portable_part(const char *part, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)part[i] < ' ' || part[i] == '\x7f' || part[i] == '\\')
            return false;
    return size > 0 && part[0] != '.';
}

/* Whether a path is relative and has not too many parts, each of them fit. */
static bool has_parts(ow_text path, bool (*is_fit)(const char *part, size_t size))
{
    const char *at = path.data, *end = at + path.size;
    for (unsigned parts = 0; at && parts < MOST_PARTS; parts++) {
        const char *slash = at < end ? memchr(at, '/', (size_t)(end - at)) : NULL;
        if (!is_fit(at, (size_t)((slash ? slash : end) - at)))
            return false;
        if (!slash)
            return true;
        at = slash + 1;
    }
    return false;
}

bool ow_folder_path_is_portable(ow_text path)
{
    enum { LONGEST = 2048 };
    return path.size <= LONGEST && ow_text_is_utf8(path) && has_parts(path, is_portable_part);
}

int path_compare(ow_text a, ow_text b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < size; i++) {
        if (a.data[i] == b.data[i])
            continue;
        if (a.data[i] == '/' || b.data[i] == '/')
            return a.data[i] == '/' ? -1 : 1;
        return (unsigned char)a.data[i] < (unsigned char)b.data[i] ? -1 : 1;
    }
    return a.size < b.size ? -1 : a.size > b.size;
}

static ow_text path_at(const uint8_t *records, size_t index, size_t size)
{
    ow_text path;
    memcpy(&path, records + index * size, sizeof path);
    return path;
}

/* Merge sort. */
void path_sort(void *records, void *other, size_t count, size_t size)
{
    uint8_t *from = records, *to = other;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = middle + width < count ? middle + width : count;
            size_t left = begin, right = middle;
            for (size_t at = begin; at < end; at++) {
                bool take_left = left < middle &&
                                 (right == end || path_compare(path_at(from, left, size),
                                                               path_at(from, right, size)) <= 0);
                memcpy(to + at * size, from + (take_left ? left++ : right++) * size, size);
            }
        }
        memcpy(from, to, count * size);
    }
}

static ow_status open_file(struct texts *texts, struct text_file *file, ow_bytes bytes)
{
    const struct arena *account = texts->arena->account ? texts->arena->account : texts->arena;
    const ow_options options = {
        .allocator = texts->arena->allocator,
        .max_memory = account->limit > account->held ? account->limit - account->held : 1};
    file->error = arena_take(texts->arena, sizeof *file->error);
    if (!file->error)
        return texts->arena->status;
    ow_status status = ow_jecs_read(bytes.data, bytes.size, &options, &file->text, file->error);
    return status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY ? status : OW_OK;
}

static ow_status note_file(struct texts *texts, const ow_folder_file *given, uint32_t ordinal)
{
    struct text_file *file = &texts->files[texts->count];
    if (!is_text_name(given->path))
        return OW_OK;
    *file = (struct text_file){.path = given->path,
                               .stem = {given->path.data, given->path.size - ENDING},
                               .content = {(const char *)given->bytes.data, given->bytes.size},
                               .ordinal = ordinal};
    texts->count++;
    return open_file(texts, file, given->bytes);
}

static ow_status check_paths(const ow_folder *folder, ow_error *error)
{
    for (uint32_t i = 0; i < folder->file_count; i++)
        if (!folder->files[i].path.data || !has_parts(folder->files[i].path, is_plain_part))
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                             "file %u of the folder has a path that is not plain", (unsigned)i);
    return OW_OK;
}

ow_status texts_open(struct texts *texts, const ow_folder *folder, struct arena *arena,
                     ow_error *error)
{
    *texts = (struct texts){.folder = folder, .arena = arena};
    ow_status status = check_paths(folder, error);
    if (status != OW_OK)
        return status;
    size_t size = folder->file_count * sizeof *texts->files;
    texts->files = arena_take(arena, size);
    struct text_file *other = texts->files ? arena_take(arena, size) : NULL;
    status = other ? OW_OK : arena->status;
    for (uint32_t i = 0; status == OW_OK && i < folder->file_count; i++)
        status = note_file(texts, &folder->files[i], i);
    if (status != OW_OK)
        return error_limited(error, status, arena_limit(arena));
    path_sort(texts->files, other, texts->count, sizeof *texts->files);
    return OW_OK;
}

void texts_close(struct texts *texts)
{
    for (uint32_t i = 0; i < texts->count; i++)
        ow_jecs_free(texts->files[i].text);
    texts->count = 0;
}

const struct text_file *texts_find(const struct texts *texts, const char *stem)
{
    const ow_text wanted = ow_text_of(stem);
    for (uint32_t i = 0; i < texts->count; i++)
        if (text_is_same(texts->files[i].stem, wanted))
            return &texts->files[i]; /* .jecs comes before .succ */
    return NULL;
}

const ow_jecs_node *texts_root(const struct texts *texts, const char *stem)
{
    const struct text_file *file = texts_find(texts, stem);
    return file && file->text ? file->text->root : NULL;
}

void text_pointer(const struct text_file *file, const ow_jecs_node *node,
                  struct jecs_places *places, char *pointer, size_t room)
{
    size_t size = (size_t)snprintf(pointer, room, "/folder/");
    for (size_t i = 0; i < file->path.size && size + 3 < room; i++) {
        char character = file->path.data[i];
        pointer[size++] = character;
        if (character == '~')
            pointer[size++] = '0';
    }
    pointer[size] = '\0';
    if (node)
        jecs_pointer(node, places, pointer + size, room - size);
}
