/* Opens a world file: a file, a save's folder, or standard input; binary or JSON. */
#include "io/input.h"

#include "convert/tiled.h"
#include "io/assets.h"
#include "io/output.h"
#include "io/stream.h"
#include "terminal/terminal.h"
#include "verb.h"

#include "../../files/below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
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

/* The last part of the first `end` bytes of a path, without a file's extension. */
static char *name_of(const char *path, size_t end, bool folder)
{
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

/* The name of a world. A save's folder always has a file "data", so the folder has the name. */
static char *name_world(const char *path, bool folder)
{
    const char *slash = strrchr(path, '/');
    char *name = name_of(path, strlen(path), folder);
    if (folder || !name || strcmp(name, "data") != 0 || !slash || slash == path)
        return name;
    free(name);
    return name_of(path, (size_t)(slash - path), true);
}

/* The names of files that may have the world in a save's folder, "a, b". */
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

/* Opens the file with the world in a save's folder. Only a regular file, because the folder may be
 * untrusted. *FOUND is its path, in memory of malloc; NULL if there is none, or if memory ran
 * out. */
static enum below find_in_folder(const char *folder, char **found, int *file)
{
    const ow_format *format;
    *found = NULL;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        for (const char *const *name = format->folder_files; *name; name++) {
            enum below opened = below_open(folder, *name, file);
            if (opened == BELOW_MISSING)
                continue;
            *found = join(folder, *name);
            return *found ? opened : BELOW_NO_MEMORY;
        }
    }
    return BELOW_MISSING;
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

/* The mapped file that is being read, for the handler below. */
static struct {
    const char *path;
    const uint8_t *begin, *end;
} mapped;

static void write_error(const char *text)
{
    (void)write_whole(STDERR_FILENO, text, strlen(text));
}

/* If a mapped file shrinks or the disk fails, reading it raises SIGBUS, which would kill the
 * command without a message. Data read so far cannot be trusted, so the run ends. Other causes of
 * this signal keep their default effect. */
static void on_bus_error(int number, siginfo_t *information, void *context)
{
    const uint8_t *at = information->si_addr;
    (void)context;
    if (at < mapped.begin || at >= mapped.end) {
        temporary_remove_all();
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    write_error("overworld: ");
    write_error(mapped.path);
    write_error(": cannot be read completely: the file became shorter, or its disk failed\n");
    temporary_remove_all();
    _exit(EXIT_FILES);
}

/* Returns false if the system cannot map the file. */
static bool map(int file, size_t size, struct input *input)
{
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED)
        return false;
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    sigaction(SIGBUS, &action, NULL);
    madvise(memory, size, MADV_SEQUENTIAL);
    input->mapped = memory;
    input->mapped_size = size;
    input->bytes = memory;
    input->size = size;
    mapped.path = input->path;
    mapped.begin = memory;
    mapped.end = mapped.begin + size;
    return true;
}

void rest_input(const struct input *input)
{
    if (input->mapped)
        madvise(input->mapped, input->mapped_size, MADV_DONTNEED);
}

static int too_large(struct input *input, uint64_t limit)
{
    char why[80], bytes[32];
    snprintf(why, sizeof why, "%s bytes; --max-size %s", with_commas((long long)limit, bytes),
             file_limit() ? "is the limit" : "can allow more");
    return cannot(input, "is larger than ", why);
}

/* Reports that the first bytes of a stream belong to no format, with the message for files. */
static int refuse_unknown(struct input *input)
{
    ow_trace(input->bytes, input->size, NULL, NULL, NULL, &input->error);
    complain_of_error(input->path, &input->error);
    return exit_status_of(input->error.status);
}

/* Reads input without a known size, such as standard input and pipes, and files that cannot be
 * mapped. */
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
        return cannot(input, "is too large for the available memory", "");
    case STREAM_TOO_LARGE:
        return too_large(input, stream_limit());
    case STREAM_RULED_OUT:
        break;
    }
    return refuse_unknown(input);
}

/* Reads and closes an open file; reports one that could not be opened. */
static int read_file(int file, bool world, struct input *input)
{
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0) {
        int status = cannot(input, "cannot be opened: ", strerror(errno));
        if (file >= 0)
            close(file);
        return status;
    }
    int status = EXIT_FINE;
    if (S_ISREG(about.st_mode))
        input->mark = mark_of(&about);
    bool has_size = S_ISREG(about.st_mode) && about.st_size > 0;
    if (has_size && file_limit() && (uint64_t)about.st_size > file_limit())
        status = too_large(input, file_limit());
    else if (!has_size || !map(file, (size_t)about.st_size, input))
        status = read_all(file, world, input);
    close(file);
    return status;
}

static int no_memory(struct input *input)
{
    return cannot(input, "not enough memory", "");
}

static int open_standard_input(bool world, struct input *input)
{
    input->path = "standard input";
    input->name = strdup(input->path);
    return input->name ? read_all(STDIN_FILENO, world, input) : no_memory(input);
}

static int open_folder(bool world, struct input *input)
{
    char looked_for[300];
    int file = -1;
    enum below problem = find_in_folder(input->path, &input->file, &file);
    input->is_folder = problem == BELOW_FINE;
    if (problem == BELOW_FINE)
        return read_file(file, world, input);
    if (file >= 0)
        close(file);
    if (problem == BELOW_NO_MEMORY)
        return no_memory(input);
    if (problem == BELOW_MISSING) {
        snprintf(looked_for, sizeof looked_for, " (no %s)", folder_files());
        return cannot(input, "is a folder without a save", looked_for);
    }
    const char *words = below_words(problem);
    return problem == BELOW_FAILED || problem == BELOW_NO_FOLDER
               ? cannot(input, "cannot be opened: ", words)
               : cannot(input, words, "");
}

static const struct world_path *walked;

void set_walked(const struct world_path *world)
{
    walked = world && world->is_walked ? world : NULL;
}

static int open_walked(bool world, struct input *input)
{
    char root[PATH_MAX];
    size_t size = (size_t)(walked->below - walked->path);
    int file = -1;
    input->name = name_world(input->path, false);
    input->file = strdup(input->path);
    if (!input->name || !input->file)
        return no_memory(input);
    if (size >= sizeof root)
        return cannot(input, "cannot be opened: ", strerror(ENAMETOOLONG));
    memcpy(root, walked->path, size);
    root[size] = '\0';
    enum below why = below_open(root, walked->below, &file);
    if (why == BELOW_FINE)
        return read_file(file, world, input);
    const char *words = below_words(why);
    return why == BELOW_FAILED || why == BELOW_MISSING ? cannot(input, "cannot be opened: ", words)
                                                       : cannot(input, words, "");
}

static int open_path(const char *path, bool world, struct input *input)
{
    struct stat about;
    *input = (struct input){.path = path};
    if (walked && path == walked->path)
        return open_walked(world, input);
    if (strcmp(path, "-") == 0)
        return open_standard_input(world, input);
    if (stat(path, &about) != 0)
        return cannot(input, "cannot be opened: ", strerror(errno));
    input->name = name_world(path, S_ISDIR(about.st_mode));
    if (!input->name)
        return no_memory(input);
    if (S_ISDIR(about.st_mode))
        return open_folder(world, input);
    input->file = strdup(path);
    return input->file ? read_file(open(path, O_RDONLY | O_CLOEXEC), world, input)
                       : no_memory(input);
}

int open_raw_input(const char *path, struct input *input)
{
    int status = open_path(path, true, input);
    input->file_size = input->size;
    return status;
}

static enum below read_below_root(const char *path, uint64_t most, struct input *input)
{
    char root[4];
    const char *below = below_root(path, root);
    return below_read(root, below, most, &input->owned, &input->size);
}

int open_strange_input(const char *path, uint64_t most, struct input *input)
{
    *input = (struct input){.path = path, .name = name_world(path, false), .file = strdup(path)};
    enum below why = BELOW_OUTSIDE;
    if (!input->name || !input->file)
        why = BELOW_NO_MEMORY;
    else if (below_is_absolute(path))
        why = read_below_root(path, most, input);
    input->bytes = input->owned;
    input->file_size = input->size;
    input->trouble = why == BELOW_NO_MEMORY || (why == BELOW_FAILED && errno != EACCES);
    return why == BELOW_FINE ? EXIT_FINE : cannot(input, below_words(why), "");
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

static ow_status document_of_json(struct input *input, ow_document *document)
{
    ow_options options = input_options(input, "reading JSON");
    ow_status status =
        ow_from_json((const char *)input->bytes, input->size, &options, document, &input->error);
    clear_progress();
    if (status != OW_OK)
        complain_of_error(input->path, &input->error);
    return status;
}

static void print_loss(void *context, const char *pointer, const char *message)
{
    const struct input *input = context;
    warn_of("%s: warning: %s (%s)", input->path, message, pointer);
}

/* Converts text to the bytes of the world that it describes. */
static int encode(struct input *input, ow_document *document)
{
    ow_options options = input_options(input, "reading");
    ow_status status = ow_write_buffer(document, &options, &input->encoded, &input->error);
    clear_progress();
    if (status != OW_OK) {
        complain_of_error(input->path, &input->error);
        return exit_status_of(status);
    }
    input->was_text = true;
    if (!input->tiled)
        input->json = (ow_text){(const char *)input->bytes, input->size};
    input->bytes = input->encoded.data;
    input->size = input->encoded.size;
    return EXIT_FINE;
}

bool is_text(const struct input *input)
{
    return looks_like_json(input->bytes, input->size) || is_tiled_map(input);
}

int read_text(struct input *input)
{
    ow_document document = {0};
    input->tiled = is_tiled_map(input);
    int status = input->tiled ? open_tiled_map(input, print_loss, input, &document)
                              : exit_status_of(document_of_json(input, &document));
    if (status == EXIT_FINE)
        status = encode(input, &document);
    ow_close(&document);
    return status;
}

int open_input(const char *path, struct input *input)
{
    int status = open_raw_input(path, input);
    return status == EXIT_FINE && is_text(input) ? read_text(input) : status;
}

int with_trouble(const struct input *input, int status)
{
    return input->trouble && status < EXIT_FILES ? EXIT_FILES : status;
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

/* The variant that a file is read as. */

int read_as(struct input *input, const struct arguments *arguments, int opened)
{
    static const char message[] =
        "describes a world in JSON or XML; --read-as works only with the bytes of a format";
    input->variant = option_value(arguments, "read-as");
    if (opened != EXIT_FINE || !input->variant || !(input->was_text || is_text(input)))
        return opened;
    input->error.status = OW_BAD_ARGUMENT;
    snprintf(input->error.message, sizeof input->error.message, "%s", message);
    complain_of_error(input->path, &input->error);
    return EXIT_USAGE;
}

int open_world(const struct arguments *arguments, const char *path, struct input *input,
               ow_document *document)
{
    int status = read_as(input, arguments, open_input(path, input));
    if (status != EXIT_FINE)
        return status;
    ow_options options = input_options(input, "reading");
    ow_status opened = ow_open(input->bytes, input->size, &options, document, &input->error);
    clear_progress();
    return opened == OW_OK ? EXIT_FINE : input_failed(input, &input->error);
}
