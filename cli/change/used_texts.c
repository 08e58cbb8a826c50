/* Texts beside a save that a part of it uses, such as colours of displays. */
#include "change/used_texts.h"

#include "io/assets.h"
#include "io/new_folder.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <stdlib.h>
#include <string.h>

enum { ENDING = 5 /* ".jecs" */ };

int find_used_texts(struct input *input, const ow_document *document, struct used_texts *used)
{
    ow_error error = {0};
    *used = (struct used_texts){0};
    int status = with_trouble(input, read_folder(input, &used->folder));
    const ow_folder *folder = &used->folder.folder;
    if (status != EXIT_FINE || folder->file_count == 0)
        return status;
    used->belongs = calloc(folder->file_count, sizeof *used->belongs);
    if (!used->belongs) {
        complain("%s: there is not enough memory for the files beside it", input->path);
        return EXIT_FILES;
    }
    ow_status found = ow_find_used_texts(document, folder, NULL, used->belongs, &error);
    return found == OW_OK ? EXIT_FINE : input_failed(input, &error);
}

void free_used_texts(struct used_texts *used)
{
    free_folder(&used->folder);
    free(used->belongs);
    *used = (struct used_texts){0};
}

static bool is_used(const struct used_texts *used, uint32_t i)
{
    return used->belongs && used->belongs[i];
}

/* The file of a folder with a path, whatever its ending. */
static const ow_folder_file *find_file(const ow_folder *folder, ow_text path)
{
    for (uint32_t i = 0; i < folder->file_count; i++)
        if (folder->files[i].path.size == path.size &&
            memcmp(folder->files[i].path.data, path.data, path.size - ENDING) == 0)
            return &folder->files[i];
    return NULL;
}

static ow_status compare_files(const ow_format *format, const ow_folder_file *first,
                               const ow_folder_file *second, bool *differ, ow_error *error)
{
    const ow_folder before = {.files = first, .file_count = 1};
    const ow_folder after = {.files = second, .file_count = 1};
    ow_change_totals totals;
    ow_status status = ow_diff_folders(format, &before, &after, NULL, NULL, NULL, &totals, error);
    *differ = totals.added + totals.removed + totals.changed > 0;
    return status;
}

static ow_status omit_known(struct used_texts *used, const char *path, const struct input *other,
                            const ow_folder *known, ow_error *error)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < used->folder.folder.file_count && status == OW_OK; i++) {
        const ow_folder_file *file = &used->folder.folder.files[i];
        const ow_folder_file *same = is_used(used, i) ? find_file(known, file->path) : NULL;
        bool differ = false;
        if (!same)
            continue;
        used->belongs[i] = false;
        status = compare_files(ow_identify(other->bytes, other->size), file, same, &differ, error);
        if (differ)
            warn_of("%s: warning: the world has another %s, which the part now uses", path,
                    same->path.data);
    }
    return status;
}

int omit_known_texts(struct used_texts *used, const char *path, struct input *other)
{
    struct save_folder known;
    ow_error error = {0};
    int status = with_trouble(other, read_folder(other, &known));
    if (status == EXIT_FINE && omit_known(used, path, other, &known.folder, &error) != OW_OK)
        status = input_failed(other, &error);
    free_folder(&known);
    return status;
}

static void take_text(void *context, const ow_carried_text *text)
{
    struct carried_texts *carried = context;
    if (text->clashes) {
        warn_of("%s: warning: the world has another %s, which the part now uses", carried->part,
                text->path);
        return;
    }
    carried->no_memory |= !folder_add_copy(text->replaces ? &carried->changed : &carried->added,
                                           text->path, text->bytes);
}

static int carry(const struct save_folder *known, const ow_document *document, struct input *input,
                 ow_document *part, struct carried_texts *carried)
{
    struct save_folder own;
    ow_error error = {0};
    ow_options options = input_options(input, "reading");
    int status = with_trouble(input, read_folder(input, &own));
    if (status == EXIT_FINE && ow_carry_texts(document, &known->folder, part, &own.folder, &options,
                                              take_text, carried, &error) != OW_OK)
        status = input_failed(input, &error);
    free_folder(&own);
    if (!carried->no_memory)
        return status;
    complain("%s: there is not enough memory for the files beside it", input->path);
    return EXIT_FILES;
}

int carry_used_texts(struct input *world, const ow_document *document, struct input *input,
                     ow_document *part, struct carried_texts *carried)
{
    struct save_folder known;
    *carried = (struct carried_texts){.part = input->path};
    int status = with_trouble(world, read_folder(world, &known));
    if (status == EXIT_FINE && part->format == document->format)
        status = carry(&known, document, input, part, carried);
    free_folder(&known);
    return status;
}

static int write_all(const struct save_folder *folder, const char *path, bool replace)
{
    int status = EXIT_FINE;
    for (uint32_t i = 0; i < folder->folder.file_count && status == EXIT_FINE; i++)
        status = write_folder_file(&folder->folder.files[i], path, path, replace);
    return status;
}

int write_carried_texts(const struct carried_texts *carried, const char *folder)
{
    int status = write_all(&carried->added, folder, false);
    return status == EXIT_FINE ? write_all(&carried->changed, folder, true) : status;
}

void free_carried_texts(struct carried_texts *carried)
{
    free_folder(&carried->added);
    free_folder(&carried->changed);
}

void warn_of_used_texts(const struct used_texts *used, const char *path, const char *advice)
{
    for (uint32_t i = 0; i < used->folder.folder.file_count; i++)
        if (is_used(used, i))
            warn_of("%s: warning: the part uses %s, which is not copied; %s", path,
                    used->folder.folder.files[i].path.data, advice);
}

int write_used_texts(const struct used_texts *used, const char *folder, bool force)
{
    int status = EXIT_FINE;
    for (uint32_t i = 0; i < used->folder.folder.file_count && status == EXIT_FINE; i++)
        if (is_used(used, i))
            status = write_folder_file(&used->folder.folder.files[i], folder, folder, force);
    return status;
}
