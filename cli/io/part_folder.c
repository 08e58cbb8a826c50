/* Writes a part to a folder of its own, with the files that its game keeps beside it. */
#include "io/part_folder.h"

#include "io/output.h"
#include "terminal/terminal.h"

#include "../../files/below.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct part_folder {
    const char *path;
    char *world; /* the file of the world itself */
    bool force, writes;
    int status;
};

bool is_folder(const char *path)
{
    struct stat about;
    size_t size = strlen(path);
    return (size > 1 && path[size - 1] == '/') ||
           (stat(path, &about) == 0 && S_ISDIR(about.st_mode));
}

static int write_text(const char *path, ow_text text, bool force)
{
    struct output_file file;
    int status = output_file_open(path, force, &file);
    if (status != EXIT_FINE)
        return status;
    if (file.sink.write(file.sink.context, text.data, text.size))
        return output_file_commit(&file);
    output_file_abandon(&file);
    return EXIT_FILES;
}

/* Called twice for each file: first to check whether it exists, then to write it. The world itself
 * is written separately. */
static void visit(void *context, const char *name, ow_text text)
{
    struct part_folder *folder = context;
    if (folder->status != EXIT_FINE)
        return;
    char *path = below_join(folder->path, name);
    if (!path) {
        complain("not enough memory");
        folder->status = EXIT_FILES;
    } else if (!text.data && !folder->world) {
        folder->world = path;
        return;
    } else if (text.data) {
        folder->status = folder->writes ? write_text(path, text, folder->force)
                                        : check_output_path(path, folder->force);
    }
    free(path);
}

/* The title of a part is the name of its folder. */
static ow_text title_of(const char *path)
{
    size_t end = strlen(path), begin;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/';)
        begin--;
    return (ow_text){path + begin, end - begin};
}

static int print_files(struct part_folder *folder, const ow_format *format)
{
    ow_error error = {0};
    if (ow_part_files(format, title_of(folder->path), visit, folder, &error) == OW_OK)
        return folder->status;
    complain("%s: %s", folder->path, error.message);
    return EXIT_USAGE;
}

int write_part_folder(const struct arguments *arguments, const ow_format *format,
                      int (*write)(void *context, const char *out), void *context)
{
    struct part_folder folder = {.path = option_value(arguments, "output"),
                                 .force = option_set(arguments, "force")};
    bool made = mkdir(folder.path, 0777) == 0;
    int status = EXIT_FINE;
    if (!made && errno != EEXIST) {
        complain("%s: cannot be created: %s", folder.path, strerror(errno));
        return EXIT_FILES;
    }
    status = print_files(&folder, format);
    if (status == EXIT_FINE)
        status = write(context, folder.world);
    folder.writes = true;
    if (status == EXIT_FINE)
        status = print_files(&folder, format);
    if (status != EXIT_FINE && made)
        rmdir(folder.path); /* only removes an empty folder */
    free(folder.world);
    return status;
}
