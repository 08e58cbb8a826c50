/* Files that are made beside an output: a tileset beside a map, an image beside a city. */
#include "made_file.h"

#include "input.h"
#include "output.h"
#include "terminal.h"
#include "verb.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* What a file has is replaced where the user said so, and left alone where it is the same. */
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
    complain("%s: exists already, and %s is to be made there; add --force to replace it%s",
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
    if (file.sink.write(file.sink.context, made->bytes.data, made->bytes.size))
        return output_file_commit(&file);
    output_file_abandon(&file);
    return EXIT_FILES;
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
