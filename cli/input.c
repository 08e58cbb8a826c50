/* A world file on its way in: a file, a save's folder, or standard input; binary or JSON. */
#include "input.h"

#include "images.h"
#include "output.h"
#include "stream.h"
#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char *join(const char *folder, const char *file)
{
    size_t size = strlen(folder) + strlen(file) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, file);
    return path;
}

/* The last part of a path, without the extension of a file. */
static char *name_of(const char *path, bool folder)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    size_t dot = end;
    while (dot > begin && path[dot] != '.')
        dot--;
    if (!folder && dot > begin)
        end = dot;
    return strndup(path + begin, end - begin);
}

/* The files that a save's folder may hold the world in, "a, b". */
static const char *folder_files(void)
{
    static char names[256];
    const ow_format *format;
    size_t size = 0;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (const char *const *file = format->folder_files; *file && size < sizeof names; file++)
            size += (size_t)snprintf(names + size, sizeof names - size, "%s%s",
                                     size > 0 ? ", " : "", *file);
    return names;
}

/* The file that holds the world in a save's folder, or NULL. */
static char *find_in_folder(const char *folder)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        for (const char *const *file = format->folder_files; *file; file++) {
            char *path = join(folder, *file);
            if (path && access(path, F_OK) == 0)
                return path;
            free(path);
        }
    }
    return NULL;
}

static int cannot(struct input *input, const char *what, const char *why)
{
    complain("%s: %s%s",
             input->file    ? input->file
             : *input->path ? input->path
                            : "\"\"",
             what, why);
    snprintf(input->error.message, sizeof input->error.message, "%s%s", what, why);
    return EXIT_FILES;
}

/* A mapped file that shrinks under the reader would kill it without a word. */
static void on_bus_error(int signal)
{
    static const char message[] = "overworld: the file changed while it was being read\n";
    (void)signal;
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    output_remove_leftover();
    _exit(EXIT_FILES);
}

static int map(int file, size_t size, struct input *input)
{
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED)
        return cannot(input, "cannot be mapped: ", strerror(errno));
    struct sigaction action = {.sa_handler = on_bus_error};
    sigaction(SIGBUS, &action, NULL);
    madvise(memory, size, MADV_SEQUENTIAL);
    input->mapped = memory;
    input->mapped_size = size;
    input->bytes = memory;
    input->size = size;
    return EXIT_FINE;
}

static int too_large(struct input *input, uint64_t limit)
{
    char why[80], bytes[32];
    snprintf(why, sizeof why, "%s bytes; --max-size %s", with_commas((long long)limit, bytes),
             file_limit() ? "says so" : "allows more");
    return cannot(input, "is larger than ", why);
}

/* What a stream begins with is of no format: told as of any file. */
static int ruled_out(struct input *input)
{
    ow_trace(input->bytes, input->size, NULL, NULL, NULL, &input->error);
    complain_of_error(input->path, &input->error);
    return exit_status_of(input->error.status);
}

/* What has no size of its own: standard input, pipes. */
static int read_all(int file, bool world, struct input *input)
{
    struct stream stream;
    enum stream_end end = read_stream(file, world, &stream);
    input->owned = stream.bytes;
    input->bytes = stream.bytes;
    input->size = stream.size;
    switch (end) {
    case STREAM_READ:
        return EXIT_FINE;
    case STREAM_FAILED:
        return cannot(input, "cannot be read: ", strerror(errno));
    case STREAM_NO_MEMORY:
        return cannot(input, "is too large for the memory", "");
    case STREAM_TOO_LARGE:
        return too_large(input, stream_limit());
    case STREAM_RULED_OUT:
        break;
    }
    return ruled_out(input);
}

static int read_file(bool world, struct input *input)
{
    int file = open(input->file, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0) {
        int status = cannot(input, "cannot be opened: ", strerror(errno));
        if (file >= 0)
            close(file);
        return status;
    }
    int status;
    if (!S_ISREG(about.st_mode) || about.st_size <= 0)
        status = read_all(file, world, input);
    else if (file_limit() && (uint64_t)about.st_size > file_limit())
        status = too_large(input, file_limit());
    else
        status = map(file, (size_t)about.st_size, input);
    close(file);
    return status;
}

static int open_path(const char *path, bool world, struct input *input)
{
    *input = (struct input){.path = path};
    struct stat about;
    if (strcmp(path, "-") == 0) {
        input->path = "standard input";
        input->name = strdup("standard input");
        return read_all(STDIN_FILENO, world, input);
    }
    if (stat(path, &about) != 0)
        return cannot(input, "cannot be opened: ", strerror(errno));
    bool folder = S_ISDIR(about.st_mode);
    input->name = name_of(path, folder);
    input->file = folder ? find_in_folder(path) : strdup(path);
    if (!input->file) {
        char looked_for[300];
        snprintf(looked_for, sizeof looked_for, " (no %s)", folder_files());
        return cannot(input, "is a folder without a save in it", looked_for);
    }
    /* The file of a save's folder is called "data" in all of them: the folder has the name. */
    if (!folder && input->name && strcmp(input->name, "data") == 0) {
        char *slash = strrchr(input->file, '/');
        if (slash && slash > input->file) {
            char *parent = strndup(path, (size_t)(slash - input->file));
            free(input->name);
            input->name = name_of(parent, true);
            free(parent);
        }
    }
    return read_file(world, input);
}

int open_raw_input(const char *path, struct input *input)
{
    return open_path(path, true, input);
}

int open_other_file(const char *path, struct input *input)
{
    return open_path(path, false, input);
}

bool looks_like_json(const uint8_t *bytes, size_t size)
{
    size_t at = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size && strchr(" \t\r\n", bytes[at]) && bytes[at])
        at++;
    return at < size && bytes[at] == '{';
}

static int encode_json(struct input *input)
{
    ow_options options = input_options(input, "reading JSON");
    ow_document document;
    ow_error *error = &input->error;
    ow_status status =
        ow_from_json((const char *)input->bytes, input->size, &options, &document, error);
    if (status == OW_OK)
        status = ow_write_buffer(&document, &options, &input->encoded, error);
    ow_close(&document);
    clear_progress();
    if (status != OW_OK) {
        complain_of_error(input->path, error);
        return exit_status_of(status);
    }
    input->was_json = true;
    input->bytes = input->encoded.data;
    input->size = input->encoded.size;
    return EXIT_FINE;
}

int open_input(const char *path, struct input *input)
{
    int status = open_raw_input(path, input);
    if (status == EXIT_FINE && looks_like_json(input->bytes, input->size))
        status = encode_json(input);
    return status;
}

void close_input(struct input *input)
{
    if (input->mapped)
        munmap(input->mapped, input->mapped_size);
    free(input->owned);
    free(input->name);
    free(input->file);
    ow_buffer_free(&input->encoded, NULL);
    *input = (struct input){0};
}
