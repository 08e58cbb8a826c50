/* Files that a world refers to. An untrusted world must not open anything but files that belong to
 * it. */
#include "io/assets.h"

#include "io/threads.h"
#include "pictures/png.h"
#include "terminal/terminal.h"
#include "verb.h"

#include "../../files/below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_LIMIT = 256 << 20 };

static const char *asset_folder;
static const char cannot_be_read[] = "cannot be read";
static const char no_memory[] = "cannot be read: not enough memory";

int set_asset_folder(const char *folder)
{
    struct stat about;
    asset_folder = folder;
    if (!folder || (stat(folder, &about) == 0 && S_ISDIR(about.st_mode)))
        return EXIT_FINE;
    int problem = stat(folder, &about) == 0 ? ENOTDIR : errno;
    complain("--assets %s: %s", folder, strerror(problem));
    return EXIT_FILES;
}

uint64_t asset_limit(void)
{
    return memory_limit() ? memory_limit() : USUAL_LIMIT;
}

const char *asset_too_large(void)
{
    return memory_limit() ? "is larger than --max-memory allows"
                          : "is larger than 256 MiB; --max-memory can allow more";
}

/* Whether a path is relative and has plain names. The library has checked it already; as the file
 * may be untrusted, it is checked again before it is opened. */
static bool is_plain(ow_text path)
{
    return path.size > 0 && path.size < PATH_MAX && !memchr(path.data, '\0', path.size) &&
           !memchr(path.data, '\\', path.size);
}

/* Ends the search: the file exists, but cannot be read. */
static bool report_unreadable(struct asset *asset, const char *what, const char **problem)
{
    *problem = what;
    asset->trouble = true;
    return true;
}

/* Returns whether the search has ended. A link, or anything but a regular file, counts as
 * missing. */
static bool take(enum below why, struct asset *asset, const char **problem)
{
    switch (why) {
    case BELOW_FINE:
        return true;
    case BELOW_TOO_LARGE:
        *problem = asset_too_large();
        return true;
    case BELOW_NO_MEMORY:
        return report_unreadable(asset, no_memory, problem);
    case BELOW_FAILED:
        return errno != ENXIO && report_unreadable(asset, cannot_be_read, problem);
    default:
        return false;
    }
}

static bool read_below(const char *folder, const char *path, struct asset *asset,
                       const char **problem)
{
    return take(below_read(folder, path, asset_limit(), &asset->bytes, &asset->size), asset,
                problem);
}

void folder_of_file(const char *file, char folder[PATH_MAX])
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (slash)
        snprintf(folder, PATH_MAX, "%.*s", slash > file ? (int)(slash - file) : 1, file);
    else
        strcpy(folder, ".");
}

static bool find(const struct input *input, const char *path, struct asset *asset,
                 const char **problem)
{
    char folder[PATH_MAX];
    folder_of_file(input->file, folder);
    const char *slash = strrchr(path, '/');
    return read_below(folder, path, asset, problem) ||
           (asset_folder && read_below(asset_folder, path, asset, problem)) ||
           (slash && read_below(folder, slash + 1, asset, problem));
}

/* Ends a search. If nothing was found, the message is always the same, so that a world cannot
 * detect which files a machine has. */
static bool finish(struct asset *asset, bool found, const char *problem, char *message, size_t room)
{
    if (found && !problem)
        return true;
    free(asset->bytes);
    asset->bytes = NULL;
    if (problem)
        snprintf(message, room, "%s %s", asset->name, problem);
    else
        snprintf(message, room, "%s is outside the world's own folder%s", asset->name,
                 asset_folder ? " and that of --assets"
                              : "; add --assets FOLDER, the folder where the game keeps its files");
    return false;
}

bool asset_read(const struct input *input, ow_text path, struct asset *asset, char *message,
                size_t room)
{
    const char *problem = NULL;
    bool found = false;
    *asset = (struct asset){0};
    snprintf(asset->name, sizeof asset->name, "%.*s",
             path.size < sizeof asset->name ? (int)path.size : (int)sizeof asset->name, path.data);
    if (is_plain(path)) {
        char *plain = strndup(path.data, path.size);
        asset->trouble = !plain;
        problem = plain ? NULL : no_memory;
        found = plain && below_is_plain(plain) && find(input, plain, asset, &problem);
        free(plain);
    }
    return finish(asset, found, problem, message, room);
}

bool asset_read_named(const char *path, struct asset *asset, char *message, size_t room)
{
    const char *problem = NULL;
    *asset = (struct asset){0};
    snprintf(asset->name, sizeof asset->name, "%s", path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        problem = strerror(errno);
        asset->trouble = errno != ENOENT && errno != ENOTDIR && errno != ELOOP && errno != ENXIO;
    } else if (!take(below_read_all(file, asset_limit(), &asset->bytes, &asset->size), asset,
                     &problem))
        problem = "is not a regular file";
    if (file >= 0)
        close(file);
    return finish(asset, true, problem, message, room);
}

/* Images that a world refers to, searched near its file. */

static bool load(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    struct input *input = context;
    struct asset asset;
    char wrong[160];
    bool loaded = asset_read(input, path, &asset, message, room);
    ow_status status = OW_OK;
    if (loaded)
        status = png_decode(asset.bytes, asset.size, asset_limit(), image, wrong, sizeof wrong);
    if (status != OW_OK) {
        snprintf(message, room, "%s %s", asset.name, wrong);
        loaded = false;
    }
    free(asset.bytes);
    if (asset.trouble || status == OW_NO_MEMORY) {
        complain("%s: %s", input->path, message);
        input->trouble = true;
    }
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
    options.pool = threads_for(input->size);
    options.json_note = &input->json_note;
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
