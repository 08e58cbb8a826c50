/* Writes a part to a folder of its own, with the files that its game keeps beside it. */
#include "io/part_folder.h"

#include "io/output.h"
#include "terminal/terminal.h"

#include "../../answers/held_files.h"
#include "../../files/below.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool is_folder(const char *path)
{
    struct stat about;
    size_t size = strlen(path);
    return strcmp(path, "-") != 0 && ((size > 0 && path[size - 1] == '/') ||
                                      (stat(path, &about) == 0 && S_ISDIR(about.st_mode)));
}

static int write_text(const struct part_folder *folder, const ow_folder_file *text)
{
    struct output_file file;
    char *path = below_join(folder->path, text->path.data);
    int status = EXIT_FILES;
    if (path)
        status = output_file_open(path, folder->force, &file);
    else
        complain("not enough memory");
    free(path);
    return status == EXIT_FINE ? output_file_write(&file, text->bytes) : status;
}

/* Whether a file of the part's folder may be written. Notes where the world itself goes. */
static void check_file(void *context, const char *name, ow_text text)
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
        folder->status = check_output_path(path, folder->force);
    }
    free(path);
}

static void keep_file(void *context, const char *name, ow_text text)
{
    struct part_folder *folder = context;
    if (!text.data || folder->status != EXIT_FINE ||
        folder_copy_file(&folder->texts, ow_text_of(name),
                         (ow_bytes){(const uint8_t *)text.data, text.size}))
        return;
    complain("not enough memory");
    folder->status = EXIT_FILES;
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

static int list_files(struct part_folder *folder, const ow_format *format, const ow_document *part,
                      ow_part_file_visitor visit)
{
    ow_error error = {0};
    ow_status status =
        ow_part_files(format, part, title_of(folder->path), NULL, visit, folder, &error);
    if (status == OW_OK)
        return folder->status;
    complain("%s: %s", folder->path, error.message);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : EXIT_FILES;
}

int part_folder_open(const struct arguments *arguments, const ow_format *format,
                     struct part_folder *folder)
{
    *folder = (struct part_folder){.path = option_value(arguments, "output"),
                                   .force = option_set(arguments, "force")};
    folder->is_made = mkdir(folder->path, 0777) == 0;
    if (folder->is_made || errno == EEXIST)
        return list_files(folder, format, NULL, check_file);
    complain("%s: cannot be created: %s", folder->path, strerror(errno));
    return EXIT_FILES;
}

int part_folder_list(struct part_folder *folder, const ow_document *part)
{
    return list_files(folder, part->format, part, keep_file);
}

int part_folder_close(struct part_folder *folder, int status)
{
    for (uint32_t i = 0; i < folder->texts.file_count && status == EXIT_FINE; i++)
        status = write_text(folder, &folder->texts.files[i]);
    if (status != EXIT_FINE && folder->is_made)
        rmdir(folder->path); /* only removes an empty folder */
    folder_free_files(&folder->texts);
    free(folder->world);
    return status;
}
