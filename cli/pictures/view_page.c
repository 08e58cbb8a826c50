/* The page for worlds: one file of HTML with a place for them. */
#include "pictures/view_page.h"

#include "io/assets.h"
#include "io/folder.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

/* A list of {"name", "data", "files", "beside", "mods"}, as web/viewer reads it. The data is
 * base64. "files" are files beside the world that the page shows, by their relative paths.
 * "beside", if present, are the user's files. "mods", if present, are text files of mods: the first
 * world has those of all. */
static const char marker[] = "<script type=\"application/json\" id=\"worlds\">[]</script>";
enum { BEFORE_LIST = sizeof "<script type=\"application/json\" id=\"worlds\">" - 1 };

/* The path of this program, without links. In a changed root there may be no /proc; the kernel also
 * passes the path by which the program was started. */
static bool find_program(char program[PATH_MAX])
{
    ssize_t size = readlink("/proc/self/exe", program, PATH_MAX - 1);
    if (size > 0)
        program[size] = '\0';
#ifdef __linux__
    const char *started = size > 0 ? NULL : (const char *)getauxval(AT_EXECFN);
    return size > 0 || (started && realpath(started, program));
#else
    return size > 0;
#endif
}

/* Beside this program as installed, built or unpacked; then where it was to be installed. */
static bool find_page(char path[PATH_MAX])
{
    static const char *const places[] = {"../share/overworld/overworld.html",
                                         "../web/viewer/dist/overworld.html",
                                         "share/overworld/overworld.html"};
    char program[PATH_MAX];
    const char *end = find_program(program) ? strrchr(program, '/') : NULL;
    for (size_t i = 0; end && i < sizeof places / sizeof *places; i++) {
        int length = snprintf(path, PATH_MAX, "%.*s/%s", (int)(end - program), program, places[i]);
        if (length < PATH_MAX && access(path, R_OK) == 0)
            return true;
    }
    snprintf(path, PATH_MAX, "%s", OVERWORLD_DATA_FOLDER "/overworld.html");
    return access(path, R_OK) == 0;
}

static const uint8_t *find_marker(const uint8_t *bytes, size_t size)
{
    const uint8_t *end = bytes + size;
    for (const uint8_t *at = bytes; at && (size_t)(end - at) >= sizeof marker - 1; at++) {
        at = memchr(at, marker[0], (size_t)(end - at) - (sizeof marker - 2));
        if (!at)
            return NULL;
        if (memcmp(at, marker, sizeof marker - 1) == 0)
            return at;
    }
    return NULL;
}

bool page_find_place(struct page *page)
{
    const uint8_t *at = find_marker(page->file.bytes, page->file.size);
    if (at)
        page->place = (size_t)(at - page->file.bytes) + BEFORE_LIST;
    return at != NULL;
}

int page_open(struct page *page, const char *path)
{
    char found[PATH_MAX];
    if (!path && !find_page(found)) {
        complain("the viewer page is not installed: `make web` builds it in web/viewer/dist, and "
                 "`make install` installs it; --page FILE uses another page");
        return EXIT_FILES;
    }
    int status = open_other_file(path ? path : found, &page->file);
    if (status != EXIT_FINE)
        return status;
    if (!page_find_place(page)) {
        complain("%s: this page has no place for worlds: it lacks %s", page->file.path, marker);
        return EXIT_BROKEN;
    }
    return EXIT_FINE;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int read_beside(struct page *page, const char *path)
{
    struct input *file = &page->beside[page->beside_count++];
    size_t size = 0;
    int status = open_other_file(path, file);
    for (size_t i = 0; i < page->beside_count && status == EXIT_FINE; i++) {
        const struct input *other = &page->beside[i];
        size += other->size;
        if (other != file && strcmp(last_part(other->path), last_part(path)) == 0) {
            complain(
                "%s: another file with this name is already beside the worlds; rename one of them",
                path);
            status = EXIT_USAGE;
        }
    }
    if (status == EXIT_FINE && size > MOST_BESIDE_BYTES) {
        complain("%s: the files beside the worlds can take up to 64 MiB", path);
        status = EXIT_FILES;
    }
    return status;
}

int page_take_beside(struct page *page, const struct arguments *arguments)
{
    const char *path;
    int count = 0, status = EXIT_FINE;
    while (option_value_at(arguments, "beside", count))
        count++;
    page->beside = calloc(count > 0 ? (size_t)count : 1, sizeof *page->beside);
    if (!page->beside) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    for (int i = 0; i < count && status == EXIT_FINE; i++)
        if ((path = option_value_at(arguments, "beside", i)))
            status = read_beside(page, path);
    return status;
}

/* Escapes the character that begins an end tag or a comment; in JSON it only occurs in texts. */
static bool write_escaped(void *context, const void *data, size_t size)
{
    const ow_sink *sink = context;
    const char *text = data, *end = text + size;
    while (text < end) {
        const char *sign = memchr(text, '<', (size_t)(end - text));
        size_t plain = (size_t)((sign ? sign : end) - text);
        if ((plain > 0 && !sink->write(sink->context, text, plain)) ||
            (sign && !sink->write(sink->context, "\\u003c", 6)))
            return false;
        text = sign ? sign + 1 : end;
    }
    return true;
}

/* Writes the file's own name; for JSON, the name of the world that it was converted to. */
static void write_name(ow_json_writer *writer, const struct input *input)
{
    const char *const *extensions = ow_file_extensions(input->bytes, input->size);
    char name[512];
    snprintf(name, sizeof name, "%s.%s", input->name ? input->name : "world",
             extensions && *extensions ? *extensions : "bin");
    bool is_as_it_was = input->file && !input->was_text;
    json_add_string(writer, "name", is_as_it_was ? last_part(input->file) : name);
}

static void write_data(ow_json_writer *writer, ow_bytes bytes)
{
    ow_event data = {.kind = OW_VALUE, .type = OW_BYTES, .name = "data"};
    data.value.bytes = bytes;
    ow_json_visit(writer, &data);
}

static void write_file(void *context, const char *path, ow_bytes bytes)
{
    ow_json_writer *writer = context;
    json_begin_object(writer, NULL);
    json_add_string(writer, "name", path);
    write_data(writer, bytes);
    json_end_object(writer);
}

static void write_beside(ow_json_writer *writer, const struct page *page)
{
    if (page->beside_count == 0)
        return;
    json_begin_array(writer, "beside");
    for (size_t i = 0; i < page->beside_count; i++)
        write_file(writer, last_part(page->beside[i].path),
                   (ow_bytes){page->beside[i].bytes, page->beside[i].size});
    json_end_array(writer);
}

static void write_mods(ow_json_writer *writer, const ow_folder *mods)
{
    if (!mods || mods->file_count == 0)
        return;
    json_begin_array(writer, "mods");
    for (uint32_t i = 0; i < mods->file_count; i++)
        write_file(writer, mods->files[i].path.data, mods->files[i].bytes);
    json_end_array(writer);
}

static bool write_world(ow_json_writer *writer, const struct page *page, struct input *input,
                        const ow_folder *mods)
{
    json_begin_object(writer, NULL);
    write_name(writer, input);
    write_data(writer, (ow_bytes){input->bytes, input->size});
    json_begin_array(writer, "files");
    bool is_whole = each_file_beside(input, page->warns, write_file, writer);
    json_end_array(writer);
    write_beside(writer, page);
    write_mods(writer, mods);
    json_end_object(writer);
    return is_whole;
}

bool page_write(const struct page *page, struct input *inputs, size_t count, const ow_sink *sink)
{
    const uint8_t *html = page->file.bytes;
    const size_t behind = page->place + sizeof "[]" - 1;
    const ow_sink escaped = {.context = (void *)(uintptr_t)sink, .write = write_escaped};
    ow_json_writer *writer;
    if (!sink->write(sink->context, html, page->place) ||
        ow_json_open(NULL, NULL, &escaped, &writer, NULL) != OW_OK)
        return false;
    json_begin_array(writer, NULL);
    bool is_whole = true;
    for (size_t i = 0; i < count; i++)
        is_whole = write_world(writer, page, &inputs[i], i == 0 ? page->mods : NULL) && is_whole;
    json_end_array(writer);
    bool is_written = ow_json_close(writer, NULL) == OW_OK;
    return is_whole && is_written &&
           sink->write(sink->context, html + behind, page->file.size - behind);
}

void page_close(struct page *page)
{
    close_input(&page->file);
    for (size_t i = 0; i < page->beside_count; i++)
        close_input(&page->beside[i]);
    free(page->beside);
}

/* Files beside a world that the page shows. Those of its picture are found by opening the scene,
 * which loads them. */

enum { MOST_FILES = 2000 }; /* the most files beside a world */

struct gathering {
    struct input *input;
    void (*take)(void *context, const char *path, ow_bytes bytes);
    void *context;
    char *taken[MOST_FILES], *missing[MOST_FILES];
    size_t count, bytes, missing_count;
    bool warns, is_full;
};

/* Reports a file that exists but cannot be read; no page is made without it. */
static void report_trouble(struct gathering *gathering, const char *message)
{
    if (!gathering->input->trouble)
        complain("%s: %s", gathering->input->path, message);
    gathering->input->trouble = true;
}

static bool is_in(char *const *paths, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(paths[i], path) == 0)
            return true;
    return false;
}

/* Warns once about each missing image. */
static void warn_about_missing(struct gathering *gathering, ow_text path, const char *message)
{
    char *copy =
        gathering->warns && !gathering->input->trouble ? strndup(path.data, path.size) : NULL;
    if (!copy || gathering->missing_count == MOST_FILES ||
        is_in(gathering->missing, gathering->missing_count, copy)) {
        free(copy);
        return;
    }
    gathering->missing[gathering->missing_count++] = copy;
    warn_of("%s: warning: %s", gathering->input->path, message);
}

static void warn_about_limit(struct gathering *gathering, const char *path)
{
    if (gathering->warns && !gathering->is_full)
        warn_of("%s: warning: %s does not fit into the page, which holds up to %d files and 64 MiB "
                "beside a world",
                gathering->input->path, path, MOST_FILES);
    gathering->is_full = true;
}

/* Whether to pass on this file: only the first time, and within the limits. */
static bool is_new(struct gathering *gathering, const char *path, size_t size)
{
    if (is_in(gathering->taken, gathering->count, path))
        return false;
    if (gathering->count == MOST_FILES || size > MOST_BESIDE_BYTES - gathering->bytes) {
        warn_about_limit(gathering, path);
        return false;
    }
    char *copy = strdup(path);
    if (!copy) {
        report_trouble(gathering, "not enough memory for the files beside it");
        return false;
    }
    gathering->taken[gathering->count++] = copy;
    gathering->bytes += size;
    return true;
}

static bool read_file(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room)
{
    struct gathering *gathering = context;
    struct asset asset = {.trouble = false};
    char name[1024];
    snprintf(name, sizeof name, "%.*s", (int)path.size, path.data);
    if (path.size >= sizeof name || !asset_read(gathering->input, path, &asset, message, room)) {
        if (asset.trouble)
            report_trouble(gathering, message);
        return false;
    }
    *bytes = (ow_bytes){asset.bytes, asset.size};
    if (is_new(gathering, name, asset.size))
        gathering->take(gathering->context, name, *bytes);
    return true;
}

static void release_file(void *context, ow_bytes *bytes)
{
    (void)context;
    free((void *)(uintptr_t)bytes->data);
    *bytes = (ow_bytes){0};
}

/* The scene is not drawn: its images are passed on, but not decoded. */
static bool collect_file(struct gathering *gathering, ow_text path, char *message, size_t room)
{
    ow_bytes bytes;
    if (read_file(gathering, path, &bytes, message, room)) {
        release_file(NULL, &bytes);
        snprintf(message, room, "%.*s is not searched", (int)path.size, path.data);
    } else {
        warn_about_missing(gathering, path, message);
    }
    return false;
}

static bool load_pixels(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room)
{
    (void)pixels;
    return collect_file(context, path, message, room);
}

static bool load_image(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    (void)image;
    return collect_file(context, path, message, room);
}

/* Takes the texts of a save's folder that the scene did not load. */
static void take_texts(struct gathering *gathering)
{
    struct input *input = gathering->input;
    struct save_folder folder;
    if (read_folder(input, &folder) != EXIT_FINE)
        input->trouble = true;
    for (uint32_t i = 0; i < folder.folder.file_count && !input->trouble; i++) {
        const ow_folder_file *file = &folder.folder.files[i];
        if (is_new(gathering, file->path.data, file->bytes.size))
            gathering->take(gathering->context, file->path.data, file->bytes);
    }
    free_folder(&folder);
}

bool each_file_beside(struct input *input, bool warns,
                      void (*take)(void *context, const char *path, ow_bytes bytes), void *context)
{
    struct gathering *gathering = calloc(1, sizeof *gathering);
    if (!gathering) {
        complain("%s: not enough memory for the files beside it", input->path);
        return !(input->trouble = true);
    }
    gathering->input = input;
    gathering->warns = warns;
    gathering->take = take;
    gathering->context = context;
    const ow_options options = {.variant = input->variant,
                                .images = {.context = gathering, .load = load_image}};
    const ow_scene_options asked = {
        .files = {
            .context = gathering, .read = read_file, .release = release_file, .load = load_pixels}};
    ow_scene scene = {0};
    ow_error error;
    /* A truncated file has loaded its images before its end, so its error does not matter here. */
    if (ow_scene_open(input->bytes, input->size, &options, &asked, &scene, &error) == OW_NO_MEMORY)
        report_trouble(gathering, "not enough memory to look for files beside it");
    ow_scene_close(&scene);
    if (!input->trouble)
        take_texts(gathering);
    for (size_t i = 0; i < gathering->count; i++)
        free(gathering->taken[i]);
    for (size_t i = 0; i < gathering->missing_count; i++)
        free(gathering->missing[i]);
    free(gathering);
    return !input->trouble;
}
