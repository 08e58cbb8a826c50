/* Reads mods, for every world of a run. */
#include "io/mods.h"

#include "io/folder.h"
#include "terminal/terminal.h"

#include <stdlib.h>

static struct {
    ow_mods *mods;
    struct save_folder files; /* if `keeps_files` */
    bool keeps_files, is_read;
    int status;
} kept;

static void warn(void *context, const char *pointer, const char *message)
{
    const char *folder = context;
    (void)pointer;
    warn_of("%s: warning: %s", folder, message);
}

static int read_mods(const char *path)
{
    struct save_folder folder;
    ow_error error;
    ow_options options = {.max_memory = memory_limit()};
    int status = read_mod_folder(path, &folder);
    if (status == EXIT_FINE && ow_mods_read(&folder.folder, &options, warn, (void *)(uintptr_t)path,
                                            &kept.mods, &error) != OW_OK) {
        complain_of_error(path, &error);
        status = exit_status_of(error.status);
    }
    if (status == EXIT_FINE && kept.keeps_files)
        kept.files = folder;
    else
        free_folder(&folder);
    if (status == EXIT_FINE && kept.mods->mod_count == 0)
        warn_of("%s: warning: there is no mod in this folder: no manifest.jecs or manifest.succ",
                path);
    return status;
}

int find_mods(const struct arguments *arguments, const ow_mods **mods)
{
    const char *path = option_value(arguments, "mods");
    if (!path)
        path = getenv("OVERWORLD_MODS");
    if (!kept.is_read && path && *path)
        kept.status = read_mods(path);
    kept.is_read = true;
    *mods = kept.mods;
    return kept.status;
}

int find_mod_files(const struct arguments *arguments, const ow_folder **files)
{
    const ow_mods *mods;
    kept.keeps_files = true;
    int status = find_mods(arguments, &mods);
    *files = &kept.files.folder;
    return status;
}

void forget_mods(void)
{
    ow_mods_free(kept.mods);
    kept.mods = NULL;
    free_folder(&kept.files);
}
