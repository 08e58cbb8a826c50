/* The title and the description of a save, from the file beside it. */
#include "look/titles.h"

#include "io/folder.h"
#include "terminal/terminal.h"

#include "../../catalog/sidecar.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *plain_text(const struct value *value)
{
    size_t size;
    return value->kind == VALUE_TEXT ? unescape_text(value->bytes, value->size, &size) : NULL;
}

/* Returns false with sidecar->problem if there is a sidecar that cannot be read. */
static bool read_sidecar_of(const char *file, const char *slash, struct pool *pool,
                            struct sidecar *sidecar)
{
    *sidecar = (struct sidecar){0};
    char *path = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    int folder = -1;
    enum below why = BELOW_NO_MEMORY;
    errno = ENOMEM;
    if (path)
        why = below_open_folder(path, "", false, &folder);
    if (why == BELOW_FINE)
        sidecar_read(folder, pool, sidecar);
    else
        *sidecar = (struct sidecar){.problem = why, .error = errno};
    if (folder >= 0)
        close(folder);
    free(path);
    return sidecar->problem == BELOW_FINE;
}

struct taking {
    struct titles *titles;
    bool no_memory;
};

static char *copy_text(struct taking *taking, ow_text text)
{
    char *copy = text.data ? strndup(text.data, text.size) : NULL;
    taking->no_memory |= text.data && !copy;
    return copy;
}

static void take_titles(void *context, ow_text title, ow_text description)
{
    struct taking *taking = context;
    taking->titles->title = copy_text(taking, title);
    taking->titles->description = copy_text(taking, description);
}

/* The titles in the JSON of a folder. */
static void read_json_titles(struct input *input, struct titles *titles)
{
    const ow_format *format = ow_identify(input->bytes, input->size);
    struct taking taking = {.titles = titles};
    struct save_folder folder;
    ow_error error = {0};
    ow_status status = OW_OK;
    if (read_folder(input, &folder) != EXIT_FINE) {
        input->trouble = true;
        input->json = (ow_text){0}; /* reported once */
    } else if (format) {
        status = ow_find_title(format, &folder.folder, NULL, take_titles, &taking, &error);
    }
    free_folder(&folder);
    if (status == OW_NO_MEMORY || taking.no_memory) {
        complain("%s: not enough memory for its title", input->path);
        input->trouble = true;
    } else if (status != OW_OK) {
        warn_of("%s: warning: its title is missing: %s", input->path, error.message);
    }
}

void read_titles(struct input *input, struct titles *titles)
{
    const char *slash = input->file ? strrchr(input->file, '/') : NULL;
    struct pool pool = {0};
    struct sidecar sidecar;
    *titles = (struct titles){0};
    if (input->json.data)
        read_json_titles(input, titles);
    if (!input->file || !has_sidecars(slash ? slash + 1 : input->file))
        return;
    if (!read_sidecar_of(input->file, slash, &pool, &sidecar)) {
        errno = sidecar.error;
        warn_of("%s: warning: the title is missing: %s: %s", input->path,
                sidecar.name ? sidecar.name : "its folder", below_words(sidecar.problem));
        input->trouble |= sidecar.problem == BELOW_FAILED || sidecar.problem == BELOW_NO_MEMORY;
    }
    if (*sidecar.wrong)
        warn_of("%s: warning: its title is missing: %s, %s", input->path, sidecar.name,
                sidecar.wrong);
    titles->title = plain_text(&sidecar.title);
    titles->description = plain_text(&sidecar.description);
    if (pool.has_failed || (!titles->title && sidecar.title.kind == VALUE_TEXT) ||
        (!titles->description && sidecar.description.kind == VALUE_TEXT)) {
        complain("%s: not enough memory for its title", input->path);
        input->trouble = true;
    }
    pool_free(&pool);
}

void free_titles(struct titles *titles)
{
    free(titles->title);
    free(titles->description);
}
