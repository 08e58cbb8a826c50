/* Images that a world refers to, found near its file. */
#include "images.h"

#include "png.h"
#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FOLDERS = 8, USUAL_LIMIT = 256 << 20 };

/* Where an image is looked for, and what became of it. */
struct search {
    char path[PATH_MAX]; /* as the world has it */
    char folder[PATH_MAX];
    uint8_t *bytes;
    size_t size;
    const char *problem; /* of a file that was found */
};

uint64_t image_limit(void)
{
    return memory_limit() ? memory_limit() : USUAL_LIMIT;
}

/* A relative path of plain names. The library has made sure of it; a path from a stranger's file that
 * is about to be opened is looked at twice. */
static bool is_plain(ow_text path)
{
    if (path.size == 0 || path.size >= PATH_MAX || memchr(path.data, '\0', path.size) ||
        memchr(path.data, '\\', path.size))
        return false;
    for (size_t at = 0; at <= path.size;) {
        const char *part = path.data + at;
        const char *slash = memchr(part, '/', path.size - at);
        size_t size = slash ? (size_t)(slash - part) : path.size - at;
        if (size == 0 || (size == 1 && *part == '.') || (size == 2 && memcmp(part, "..", 2) == 0))
            return false;
        at += size + 1;
    }
    return true;
}

/* Reads a file whole. False where it is none to read; `problem` where it is one, but too much. */
static bool read_whole(int file, struct search *search)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    if ((uint64_t)about.st_size > image_limit()) {
        search->problem = memory_limit() ? "is larger than --max-memory allows"
                                         : "is larger than 256 MiB; --max-memory allows more";
        return true;
    }
    size_t size = (size_t)about.st_size;
    search->bytes = malloc(size + 1);
    while (search->bytes && search->size < size) {
        ssize_t got = read(file, search->bytes + search->size, size - search->size);
        if (got < 0 && errno != EINTR)
            search->problem = "cannot be read";
        if (got == 0 || search->problem)
            break;
        search->size += got > 0 ? (size_t)got : 0;
    }
    if (!search->bytes)
        search->problem = "is too large for the memory";
    return true;
}

/* Opens `path` under a folder, through no link that leads out of it. Pipes and devices are not waited
 * for. */
static bool try_under(const char *folder, const char *path, struct search *search)
{
    char joined[PATH_MAX], real[PATH_MAX];
    int size = snprintf(joined, sizeof joined, "%s/%s", folder, path);
    if (size < 0 || (size_t)size >= sizeof joined || !realpath(joined, real))
        return false;
    size_t inside = strlen(folder);
    bool leads_out = inside > 1 && (strncmp(real, folder, inside) != 0 || real[inside] != '/');
    if (leads_out)
        return false;
    int file = open(real, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 && errno == EACCES)
        search->problem = "may not be read";
    if (file < 0)
        return search->problem != NULL;
    bool found = read_whole(file, search);
    close(file);
    return found;
}

static bool find(struct search *search)
{
    char folder[PATH_MAX];
    strcpy(folder, search->folder);
    for (int i = 0; i < MOST_FOLDERS; i++) {
        char *slash = strrchr(folder, '/');
        if (try_under(folder, search->path, search))
            return true;
        if (!slash || slash[1] == '\0') /* the root */
            break;
        slash[slash == folder ? 1 : 0] = '\0';
    }
    const char *slash = strrchr(search->path, '/');
    return slash && try_under(search->folder, slash + 1, search);
}

/* The folder of a world's file as the user wrote it, with its slash. */
static void name_folder(const struct input *input, char *name, size_t room)
{
    const char *file = input->file, *slash = file ? strrchr(file, '/') : NULL;
    if (slash)
        snprintf(name, room, "%.*s", (int)(slash - file) + 1, file);
    else
        snprintf(name, room, "the current folder");
}

static bool find_and_decode(const struct input *input, struct search *search, ow_image *image,
                            char *message, size_t room)
{
    char folder[PATH_MAX], wrong[160];
    name_folder(input, folder, sizeof folder);
    const char *real = realpath(strchr(folder, '/') ? folder : ".", search->folder);
    if (!real || !find(search)) {
        snprintf(message, room, "%s is not under %s or the folders above it, nor beside the world",
                 search->path, folder);
        return false;
    }
    if (search->problem)
        snprintf(wrong, sizeof wrong, "%s", search->problem);
    else if (png_decode(search->bytes, search->size, image_limit(), image, wrong, sizeof wrong) ==
             OW_OK)
        return true;
    snprintf(message, room, "%s %s", search->path, wrong);
    return false;
}

static bool load(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    struct input *input = context;
    struct search *search = calloc(1, sizeof *search);
    bool loaded = false;
    if (!search)
        snprintf(message, room, "there is not enough memory");
    else if (!is_plain(path))
        snprintf(message, room, "the image's path is no relative one of plain names");
    else {
        memcpy(search->path, path.data, path.size);
        loaded = find_and_decode(input, search, image, message, room);
        free(search->bytes);
    }
    free(search);
    input->image_missing |= !loaded;
    return loaded;
}

static void release(void *context, ow_image *image)
{
    (void)context;
    png_release(image);
}

ow_options input_options(struct input *input, const char *doing)
{
    ow_options options = options_with_progress(doing);
    options.images = (ow_image_source){.context = input, .load = load, .release = release};
    options.variant = input->variant;
    return options;
}

int input_failed(const struct input *input, const ow_error *error)
{
    bool image_missing = error->status == OW_BAD_VALUE && input->image_missing;
    clear_progress();
    if (image_missing)
        complain("%s: %s", input->path, error->message);
    else
        complain_of_error(input->path, error);
    return image_missing ? EXIT_FILES : exit_status_of(error->status);
}
