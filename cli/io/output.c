/* Writes a file completely or not at all. */
#include "io/output.h"

#include "io/output_place.h"
#include "terminal/terminal.h"
#include "verb.h"

#include "../../files/below.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The system begins to store what was written while more is made: syncing the file at the end takes
 * less time. */
static bool write_and_begin_to_sync(struct output_file *output, const void *data, size_t size)
{
    enum { AT_ONCE = 8 << 20 };
    const uint8_t *at = data;
    while (size > 0) {
        size_t left = AT_ONCE - (size_t)(output->size % AT_ONCE), part = size < left ? size : left;
        if (!write_whole(output->descriptor, at, part))
            return false;
        output->size += part;
        if (part == left)
            begin_to_sync(output->descriptor, output->size - AT_ONCE, AT_ONCE);
        at += part;
        size -= part;
    }
    return true;
}

static bool write_elsewhere(struct output_file *output, const void *data, size_t size)
{
    bool on_terminal = !output->path && is_terminal(output->descriptor);
    output->size += size;
    return on_terminal ? print_data(data, size) && fflush(stdout) == 0
                       : write_whole(output->descriptor, data, size);
}

static bool write_to_file(void *context, const void *data, size_t size)
{
    struct output_file *output = context;
    bool written = output->folder >= 0 ? write_and_begin_to_sync(output, data, size)
                                       : write_elsewhere(output, data, size);
    if (!written)
        output->problem = errno;
    return written;
}

static bool write_to_memory(void *context, const void *data, size_t size)
{
    ow_buffer *buffer = context;
    if (buffer->capacity - buffer->size < size) {
        size_t capacity = (buffer->size + size) * 2;
        uint8_t *larger = realloc(buffer->data, capacity);
        if (!larger)
            return false;
        buffer->data = larger;
        buffer->capacity = capacity;
    }
    if (size > 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return true;
}

ow_sink sink_to_memory(ow_buffer *buffer)
{
    return (ow_sink){.context = buffer, .write = write_to_memory};
}

ow_status memory_sink_status(ow_status status, ow_error *error)
{
    if (status != OW_WRITE_FAILED)
        return status;
    *error = (ow_error){.status = OW_NO_MEMORY};
    return OW_NO_MEMORY;
}

/* `file` relative to the folder of `beside`. */
static char *path_beside(const char *beside, const char *file)
{
    const char *slash = below_is_absolute(file) ? NULL : strrchr(beside, '/');
    size_t folder = slash ? (size_t)(slash - beside) + 1 : 0, size = strlen(file) + 1;
    char *path = malloc(folder + size);
    if (path) {
        memcpy(path, beside, folder);
        memcpy(path + folder, file, size);
    }
    return path;
}

char *linked_file(const char *path)
{
    enum { MOST_LINKS = 40 };
    char target[4096], *file = strdup(path);
    for (int links = 0; file; links++) {
        ssize_t size = readlink(file, target, sizeof target - 1);
        if (size < 0)
            return file;
        target[size] = '\0';
        char *next = links < MOST_LINKS ? path_beside(file, target) : NULL;
        if (links == MOST_LINKS)
            errno = ELOOP;
        free(file);
        file = next;
    }
    return NULL;
}

/* The length of its name is fixed, because the file's own name may have the maximum length. */
static bool open_temporary(struct output_file *output)
{
    output->descriptor = temporary_make(output->folder, &output->temporary);
    return output->descriptor >= 0;
}

static int exists_already(const char *path)
{
    complain("%s: already exists; add --force to replace it", path);
    return EXIT_FILES;
}

static int failed(struct output_file *output, const char *what)
{
    if (errno == EEXIST)
        exists_already(output->path);
    else
        complain("%s: %s: %s", output->path, what, strerror(errno));
    output_file_abandon(output);
    return EXIT_FILES;
}

int check_output_path(const char *path, bool replace)
{
    struct stat about;
    if (strcmp(path, "-") == 0)
        return EXIT_FINE;
    if (stat(path, &about) == 0)
        return replace || !S_ISREG(about.st_mode) ? EXIT_FINE : exists_already(path);
    if (errno == ENOENT)
        return EXIT_FINE;
    complain("%s: cannot be written: %s", path, strerror(errno));
    return EXIT_FILES;
}

/* A pipe or a device is written to, not replaced. A file that was created in its place is not. */
static bool open_device(struct output_file *output)
{
    struct stat about;
    output->descriptor = open(output->path, O_WRONLY | O_CLOEXEC);
    if (output->descriptor < 0 || fstat(output->descriptor, &about) != 0)
        return false;
    if (S_ISREG(about.st_mode))
        errno = EEXIST;
    return !S_ISREG(about.st_mode);
}

static void take_name(struct output_file *output)
{
    const char *slash = strrchr(output->file, '/');
    output->name = slash ? slash + 1 : output->file;
}

/* Opens the user's folder, following links. */
static bool open_folder(struct output_file *output)
{
    char *folder = path_beside(output->file, "."); /* "a/b" gives "a/." */
    if (folder && below_open_folder(folder, "", false, &output->folder) == BELOW_FINE)
        take_name(output);
    int problem = errno;
    free(folder);
    errno = problem;
    return output->folder >= 0;
}

static bool open_file(struct output_file *output)
{
    output->file = linked_file(output->path);
    return output->file && open_folder(output) && open_temporary(output);
}

static void begin(const char *path, bool replace, struct output_file *output)
{
    *output = (struct output_file){.path = path,
                                   .descriptor = -1,
                                   .folder = -1,
                                   .held = -1,
                                   .temporary = {.lock = -1},
                                   .replace = replace};
    output->sink = (ow_sink){.context = output, .write = write_to_file};
}

/* Opens the folder of a file with an untrusted name, and checks what exists there. */
static enum below open_below(const char *folder, const char *path, struct output_file *output)
{
    const char *slash = strrchr(path, '/');
    bool is_there;
    char *above = strndup(path, slash ? (size_t)(slash - path) : 0);
    output->file = above ? path_beside("", path) : NULL;
    if (!output->file) {
        free(above);
        return BELOW_NO_MEMORY;
    }
    take_name(output);
    enum below why = below_is_plain(path) ? below_open_folder(folder, above, false, &output->folder)
                                          : BELOW_OUTSIDE;
    free(above);
    if (why == BELOW_FINE)
        why = below_look_at(output->folder, output->name, &is_there);
    if (why == BELOW_FINE && is_there && !output->replace) {
        errno = EEXIST;
        why = BELOW_FAILED;
    }
    return why;
}

int output_file_open_below(const char *folder, const char *path, const char *shown, bool replace,
                           struct output_file *output)
{
    begin(shown, replace, output);
    enum below why = open_below(folder, path, output);
    if (why == BELOW_FINE && open_temporary(output))
        return EXIT_FINE;
    if (why == BELOW_MISSING)
        return failed(output, "cannot be created: its folder does not exist");
    if (why == BELOW_FINE || why == BELOW_FAILED)
        return failed(output, "cannot be written");
    complain("%s: %s", shown, below_words(why));
    output_file_abandon(output);
    return EXIT_FILES;
}

void complain_of_no_output(const char *path)
{
    complain("%s: nothing was written; add -o OUT to write the result, or -i to replace the file",
             path);
}

int refuse_for_warnings(const char *path)
{
    complain("%s: nothing was written because of --strict and a warning",
             strcmp(path, "-") == 0 ? "standard output" : path);
    return EXIT_PROBLEMS;
}

/* Warns about a file with other names (hard links), before it is touched. */
static int warn_about_other_names(struct output_file *output)
{
    unsigned long names = output_other_names(output);
    if (names > 0)
        warn_of("%s: warning: the file has %lu other name%s (hard links), which still refer to the "
                "old contents",
                output->path, names, plural(names));
    if (!strict_refuses())
        return EXIT_FINE;
    int status = refuse_for_warnings(output->path);
    output_file_abandon(output);
    return status;
}

int output_file_open(const char *path, bool replace, struct output_file *output)
{
    struct stat about;
    bool is_standard = strcmp(path, "-") == 0;
    begin(is_standard ? NULL : path, replace, output);
    output->descriptor = is_standard ? STDOUT_FILENO : -1;
    if (strict_refuses())
        return refuse_for_warnings(path);
    if (is_standard)
        return EXIT_FINE;
    int status = check_output_path(path, replace);
    if (status != EXIT_FINE)
        return status;
    bool is_device = stat(path, &about) == 0 && !S_ISREG(about.st_mode);
    if (is_device ? open_device(output) : open_file(output))
        return is_device ? EXIT_FINE : warn_about_other_names(output);
    return failed(output, errno == ENOENT ? "cannot be created: its folder does not exist"
                                          : "cannot be written");
}

static void close_folder(int *folder)
{
    if (*folder >= 0)
        close(*folder);
    *folder = -1;
}

/* Releases what an output holds. */
static void release(struct output_file *output)
{
    close_folder(&output->held);
    close_folder(&output->folder);
    free(output->file);
    output->file = NULL;
}

static int sync_place(const struct output_file *output)
{
    if (sync_folder(output->folder))
        return EXIT_FINE;
    complain("%s: written, but it may be lost in a crash: its folder cannot be synced: %s",
             output->path, strerror(errno));
    return EXIT_FILES;
}

int output_file_commit(struct output_file *output)
{
    int status = EXIT_FINE;
    if (!output->path)
        return EXIT_FINE;
    bool is_file = output->folder >= 0;
    if (strict_refuses() && is_file) {
        status = refuse_for_warnings(output->path);
        output_file_abandon(output);
        return status;
    }
    if (is_file && !output_place(output))
        return failed(output, "cannot be written");
    if (is_file) {
        temporary_forget(output->folder, &output->temporary);
        close_folder(&output->held);
        status = sync_place(output);
    } else if (close(output->descriptor) != 0 && errno != EINTR) {
        output->descriptor = -1;
        return failed(output, "cannot be written");
    }
    release(output);
    return status;
}

void output_file_abandon(struct output_file *output)
{
    if (output->problem)
        complain("%s: cannot be written: %s", output->path ? output->path : "standard output",
                 strerror(output->problem));
    if (!output->path)
        return;
    if (output->descriptor >= 0)
        close(output->descriptor);
    temporary_remove(output->folder, &output->temporary);
    release(output);
}

int output_file_write(struct output_file *output, ow_bytes contents)
{
    if (output->sink.write(output->sink.context, contents.data, contents.size))
        return output_file_commit(output);
    output_file_abandon(output);
    return EXIT_FILES;
}
