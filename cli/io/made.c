/* Outputs in a folder: no two inputs may become the same file. */
#include "io/made.h"

#include "io/input.h"
#include "io/output.h"
#include "io/walk.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Whether two paths are the same file, as with links and on case-insensitive file systems. */
static bool is_same_file(const char *first, const char *second)
{
    struct stat one, other;
    return strcmp(first, second) == 0 || (stat(first, &one) == 0 && stat(second, &other) == 0 &&
                                          one.st_dev == other.st_dev && one.st_ino == other.st_ino);
}

bool is_not_made(const struct made_list *list, const char *in, const char *out)
{
    for (size_t i = 0; i < list->count; i++) {
        if (!is_same_file(list->pairs[i].out, out))
            continue;
        complain("%s: would be written to %s, and so would %s; write to two folders", in, out,
                 list->pairs[i].in);
        return false;
    }
    return true;
}

bool note_made(struct made_list *list, const char *in, const char *out)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 16;
        struct made_pair *larger = realloc(list->pairs, room * sizeof *larger);
        if (!larger)
            return false;
        list->pairs = larger;
        list->room = room;
    }
    struct made_pair pair = {strdup(in), strdup(out)};
    if (pair.in && pair.out) {
        list->pairs[list->count++] = pair;
        return true;
    }
    free(pair.in);
    free(pair.out);
    return false;
}

void free_made(struct made_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->pairs[i].in);
        free(list->pairs[i].out);
    }
    free(list->pairs);
}

/* Files beside an output: a tileset beside a map, an image beside a city. */

bool is_stream(const char *out)
{
    struct stat about;
    return strcmp(out, "-") == 0 || (stat(out, &about) == 0 && !S_ISREG(about.st_mode));
}

const char *made_file_name(struct made_file *made, const char *out, const char *suffix)
{
    const char *slash = strrchr(out, '/'), *dot = strrchr(out, '.');
    size_t size =
        dot && dot > out && (!slash || dot > slash + 1) ? (size_t)(dot - out) : strlen(out);
    made->path = malloc(size + strlen(suffix) + 1);
    if (!made->path)
        return NULL;
    memcpy(made->path, out, size);
    strcpy(made->path + size, suffix);
    return slash ? made->path + (slash - out) + 1 : made->path;
}

/* An existing file is only replaced on request. If it has the same contents, it is left alone. */
bool made_file_may_be(struct made_file *made, const char *what, const char *else_help, bool force)
{
    struct input file;
    struct stat about;
    if (!made->path)
        return true;
    if (stat(made->path, &about) != 0)
        return check_output_path(made->path, force) == EXIT_FINE;
    if (S_ISREG(about.st_mode)) {
        made->there = open_other_file(made->path, &file) == EXIT_FINE &&
                      file.size == made->bytes.size &&
                      (file.size == 0 || memcmp(file.bytes, made->bytes.data, file.size) == 0);
        close_input(&file);
    }
    if (made->there || force)
        return true;
    complain("%s: already exists, and %s would be written there; add --force to replace it%s",
             made->path, what, else_help);
    return false;
}

int made_file_write(const struct made_file *made, bool force)
{
    struct output_file file;
    if (!made->path || made->there)
        return EXIT_FINE;
    int status = output_file_open(made->path, force, &file);
    if (status != EXIT_FINE)
        return status;
    return output_file_write(&file, (ow_bytes){made->bytes.data, made->bytes.size});
}

void made_file_report(const struct made_file *made, struct written *written)
{
    if (!made->path || made->there)
        return;
    struct written_file file = {.path = made->path,
                                .kind = extension_of(made->path),
                                .bytes = made->bytes.size,
                                .width = made->width,
                                .height = made->height};
    written_add(written, &file);
}

void made_file_close(struct made_file *made)
{
    free(made->path);
    free(made->bytes.data);
    *made = (struct made_file){0};
}

/* Makes folders for outputs. */

int make_parent_folders(const char *path)
{
    char *folder = strdup(path);
    int status = EXIT_FINE;
    if (!folder) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    for (char *slash = *folder ? strchr(folder + 1, '/') : NULL; slash && status == EXIT_FINE;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            complain("%s: cannot be created: %s", folder, strerror(errno));
            status = EXIT_FILES;
        }
        *slash = '/';
    }
    free(folder);
    return status;
}
