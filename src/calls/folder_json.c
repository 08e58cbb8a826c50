/* The files of a save's folder in the JSON of its world: writing and reading them. */
#include "input.h"
#include "json.h"

#include "../base/error.h"
#include "../base/text.h"
#include "../jecs/folder.h"
#include "../json/base64.h"
#include "../json/walk.h"

#include <stdio.h>

#define MEMBER "folder"

/* The files of a folder, sorted. */
struct files {
    struct arena arena;
    const struct format_row *row;
    ow_folder_file *list;
    uint32_t count;
};

static bool is_world_name(const struct format_row *row, ow_text path)
{
    for (const char *const *name = row->about.folder_files; *name; name++)
        if (text_is_word(path, *name))
            return true;
    return false;
}

/* Whether a path is that of a file, and another one in the folder of the same path. */
static bool is_inside(ow_text path, ow_text folder)
{
    return path.size >= folder.size && memcmp(path.data, folder.data, folder.size) == 0 &&
           (path.size == folder.size || path.data[folder.size] == '/');
}

/* What is wrong with the path of a file, for a message; NULL: nothing. */
static const char *find_fault(const struct format_row *row, ow_text path)
{
    if (!ow_folder_path_is_portable(path))
        return "is no path in a folder: parts joined by \"/\", none of them hidden";
    return is_world_name(row, path) ? "is the name of a world" : NULL;
}

/* Sorts the files. Returns the ordinal of a file whose path an earlier one has, or else their
 * count. */
static ow_status sort_files(struct files *files, uint32_t *clash)
{
    void *other = arena_take(&files->arena, files->count * sizeof *files->list);
    *clash = files->count;
    if (!other)
        return files->arena.status;
    path_sort(files->list, other, files->count, sizeof *files->list);
    for (uint32_t i = files->count; i > 1; i--)
        if (is_inside(files->list[i - 1].path, files->list[i - 2].path))
            *clash = i - 1;
    return OW_OK;
}

/* The path with a zero byte behind it. NULL without memory. */
static char *copy_path(struct arena *arena, ow_text path)
{
    char *copy = arena_take(arena, path.size + 1);
    if (copy) {
        memcpy(copy, path.data, path.size);
        copy[path.size] = '\0';
    }
    return copy;
}

/* Writing. */

static ow_status take_file(struct files *files, const ow_folder_file *file, ow_error *error)
{
    const ow_text path = file->path;
    const char *fault = path.data ? find_fault(files->row, path) : "is missing";
    if (fault)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "the path \"%.*s\" %s",
                         text_shown_size(path), path.data ? path.data : "", fault);
    char *copy = copy_path(&files->arena, path);
    if (!copy)
        return error_limited(error, files->arena.status, files->arena.limit);
    files->list[files->count++] = (ow_folder_file){{copy, path.size}, file->bytes};
    return OW_OK;
}

static ow_status take_files(struct files *files, const ow_folder *folder, ow_error *error)
{
    uint32_t clash;
    files->list = arena_take(&files->arena, folder->file_count * sizeof *files->list);
    ow_status status = files->list ? OW_OK : files->arena.status;
    if (status != OW_OK)
        return error_limited(error, status, files->arena.limit);
    for (uint32_t i = 0; i < folder->file_count && status == OW_OK; i++)
        status = take_file(files, &folder->files[i], error);
    if (status != OW_OK)
        return status;
    status = sort_files(files, &clash);
    if (status != OW_OK)
        return error_limited(error, status, files->arena.limit);
    return clash == files->count ? OW_OK
                                 : error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                                             "the path \"%s\" is taken by another file",
                                             files->list[clash].path.data);
}

/* The memory that sorting takes. */
static uint64_t size_of(const ow_folder *folder)
{
    uint64_t size = folder->file_count * sizeof *folder->files;
    for (uint32_t i = 0; i < folder->file_count; i++)
        size += folder->files[i].path.size;
    return size;
}

static void write_files(void *context, ow_json_writer *writer)
{
    const struct files *files = context;
    ow_event event = {.kind = OW_BEGIN_OBJECT, .name = MEMBER, .spread = true};
    ow_json_visit(writer, &event);
    for (uint32_t i = 0; i < files->count; i++) {
        const ow_bytes bytes = files->list[i].bytes;
        ow_event file = {.kind = OW_VALUE, .type = OW_TEXT, .name = files->list[i].path.data};
        file.value.text = (ow_text){bytes.data ? (const char *)bytes.data : "", bytes.size};
        ow_json_visit(writer, &file);
    }
    event.kind = OW_END_OBJECT;
    ow_json_visit(writer, &event);
}

ow_status ow_folder_to_json(const void *bytes, size_t size, const ow_folder *folder,
                            const ow_options *options, const ow_sink *sink, ow_error *error)
{
    struct input input;
    error_clear(error);
    if (!folder || (!folder->files && folder->file_count > 0))
        return error_missing(error, "folder with its files");
    ow_status status = input_open(&input, bytes, size, options, error);
    if (status != OW_OK)
        return status;
    struct files files = {.row = input.row};
    if (!files.row->about.folder_files[0])
        return format_has_no(files.row, "folder for a world: they are files", error);
    const ow_options used = options_or_default(options, size_of(folder));
    arena_init(&files.arena, &used);
    status = take_files(&files, folder, error);
    if (status == OW_OK)
        status = json_write_file(bytes, size, &(struct json_extra){write_files, &files}, options,
                                 sink, error);
    arena_free(&files.arena);
    return status;
}

/* Reading. */

struct reading {
    struct json_world world;
    struct json_walk walk;
    struct files files;
    ow_error *error;
};

static ow_status fail_at(struct reading *reading, const char *at, const char *message)
{
    uint64_t line, column;
    json_place(reading->walk.begin, at, &line, &column);
    return error_set(reading->error, OW_BAD_JSON,
                     (uint64_t)(at - reading->walk.begin) + reading->world.mark, "/" MEMBER,
                     "line %llu, column %llu: %s", (unsigned long long)line,
                     (unsigned long long)column, message);
}

static ow_status fail_walk(struct reading *reading)
{
    char message[128];
    snprintf(message, sizeof message, "expected %s", reading->walk.problem);
    return fail_at(reading, reading->walk.at, message);
}

static ow_status fail_without_memory(struct reading *reading)
{
    const struct arena *arena = &reading->files.arena;
    return error_limited(reading->error, arena->status, arena->limit);
}

/* A string without its escapes. *text has a zero byte behind it. */
static ow_status read_string(struct reading *reading, const struct json_token *token, ow_text *text)
{
    char *to = arena_take(&reading->files.arena, token->size + 1);
    if (!to)
        return fail_without_memory(reading);
    *text = (ow_text){to, 0};
    if (!json_unescape(token, to, &text->size) || !ow_text_is_utf8(*text))
        return fail_at(reading, token->data - 1,
                       "the string is not UTF-8, or has a bare control character or an unknown "
                       "escape; write {\"base64\": ...} for other bytes");
    to[text->size] = '\0';
    return OW_OK;
}

/* Bytes that are not UTF-8: the object at `at` has the member "base64" alone. */
static ow_status read_base64(struct reading *reading, const char *at, ow_bytes *bytes)
{
    struct member member = {.name = "base64"};
    struct json_token token;
    ow_text text;
    if (!walk_members(&reading->walk, at, &member, 1))
        return fail_walk(reading);
    if (walk_count(&reading->walk, at) != 1 || !value_text(&reading->walk, member.at, &token))
        return fail_at(reading, at, "expected a text, or {\"base64\": ...}");
    ow_status status = read_string(reading, &token, &text);
    if (status != OW_OK)
        return status;
    if (text.size % 4 != 0)
        return fail_at(reading, at, "expected base64 with a length that is a multiple of four");
    bytes->size = base64_decoded_size(text.data, text.size);
    uint8_t *decoded = arena_take(&reading->files.arena, bytes->size + 1);
    if (!decoded)
        return fail_without_memory(reading);
    bytes->data = decoded;
    return base64_decode(text.data, text.size, decoded)
               ? OW_OK
               : fail_at(reading, at, "the string is not valid base64");
}

static ow_status read_content(struct reading *reading, const char *at, ow_bytes *bytes)
{
    struct json_token token;
    ow_text text;
    if (!value_text(&reading->walk, at, &token))
        return read_base64(reading, at, bytes);
    ow_status status = read_string(reading, &token, &text);
    *bytes = (ow_bytes){(const uint8_t *)text.data, text.size};
    return status;
}

static ow_status read_file(struct reading *reading, const struct json_token *name, const char *at)
{
    struct files *files = &reading->files;
    ow_folder_file *file = &files->list[files->count];
    ow_status status = read_string(reading, name, &file->path);
    const char *fault = status == OW_OK ? find_fault(files->row, file->path) : NULL;
    if (fault) {
        char message[256];
        snprintf(message, sizeof message, "\"%.*s\" %s", text_shown_size(file->path),
                 file->path.data, fault);
        return fail_at(reading, name->data - 1, message);
    }
    if (status == OW_OK)
        status = read_content(reading, at, &file->bytes);
    files->count++;
    return status;
}

/* Reads the files of the object at `at`. */
static ow_status read_files(struct reading *reading, const char *at)
{
    struct files *files = &reading->files;
    struct object_walk object = walk_object(&reading->walk, at);
    struct json_token name;
    const char *value;
    const size_t count = walk_count(&reading->walk, at);
    uint32_t clash;
    if (count > INT32_MAX)
        return fail_at(reading, at, "the folder has too many files");
    files->list = arena_take(&files->arena, count * sizeof *files->list);
    if (!files->list)
        return fail_without_memory(reading);
    while (files->count < count && next_object_member(&object, &name, &value)) {
        ow_status status = read_file(reading, &name, value);
        if (status != OW_OK)
            return status;
    }
    if (reading->walk.problem)
        return fail_walk(reading);
    if (sort_files(files, &clash) != OW_OK)
        return fail_without_memory(reading);
    if (clash == files->count)
        return OW_OK;
    char message[128];
    snprintf(message, sizeof message, "the path \"%.*s\" is taken by another file",
             text_shown_size(files->list[clash].path), files->list[clash].path.data);
    return fail_at(reading, at, message);
}

/* The value of the member; `at` NULL: there is none. Returns false if the text is no JSON. */
static bool find_member(struct reading *reading, const ow_json_note *note, const char **at)
{
    const struct json_world *world = &reading->world;
    const char *text = world->text.data - world->mark;
    size_t size = world->text.size + world->mark;
    struct member member = {.name = MEMBER};
    if (note && note->text == text && note->size == size && note->folder < size) {
        *at = note->folder > world->mark ? text + note->folder : NULL;
        return true;
    }
    bool is_sound = walk_members(&reading->walk, reading->walk.begin, &member, 1);
    *at = member.at;
    return is_sound;
}

static ow_status read_member(struct reading *reading, const ow_options *options, bool *has_folder)
{
    const char *at;
    const struct json_world *world = &reading->world;
    reading->walk = (struct json_walk){.begin = world->text.data,
                                       .end = world->text.data + world->text.size,
                                       .is_partial = true,
                                       .options = options};
    reading->files.row = world->row;
    if (!world->row->about.folder_files[0])
        return OW_OK;
    if (!find_member(reading, options->json_note, &at))
        return fail_walk(reading);
    *has_folder = at != NULL;
    if (at && *at != '{')
        return fail_at(reading, at, "expected an object: the files beside the world");
    return at ? read_files(reading, at) : OW_OK;
}

ow_status ow_folder_from_json(const char *text, size_t size, const ow_options *options,
                              bool *has_folder, ow_folder_file_visitor visit, void *context,
                              ow_error *error)
{
    struct reading reading = {.error = error};
    bool unused = false;
    has_folder = has_folder ? has_folder : &unused;
    *has_folder = false;
    error_clear(error);
    if (!visit)
        return error_missing(error, "a visitor");
    ow_status status = json_world_open(&reading.world, text, size, error);
    if (status != OW_OK)
        return status;
    const ow_options used = options_or_default(options, size);
    arena_init(&reading.files.arena, &used);
    status = read_member(&reading, &used, has_folder);
    for (uint32_t i = 0; i < reading.files.count && status == OW_OK; i++)
        visit(context, &reading.files.list[i]);
    arena_free(&reading.files.arena);
    return status;
}
