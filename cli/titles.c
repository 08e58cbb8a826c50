/* The title and the description that a player gave a save, from the file beside it. */
#include "titles.h"

#include "terminal.h"

#include "../catalog/sidecar.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of a file, open; -1 if it cannot be opened. */
static int open_folder_of(const char *file, const char *slash)
{
    char *folder = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    int opened = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    return opened;
}

static char *plain_text(const struct value *value)
{
    size_t size;
    return value->kind == VALUE_TEXT ? unescape_text(value->bytes, value->size, &size) : NULL;
}

void read_titles(struct input *input, struct titles *titles)
{
    const char *slash = input->file ? strrchr(input->file, '/') : NULL;
    struct pool pool = {0};
    struct sidecar sidecar;
    *titles = (struct titles){0};
    if (!input->file || !has_sidecars(slash ? slash + 1 : input->file))
        return;
    int folder = open_folder_of(input->file, slash);
    if (folder < 0)
        return;
    sidecar_read(folder, &pool, &sidecar);
    close(folder);
    titles->title = plain_text(&sidecar.title);
    titles->description = plain_text(&sidecar.description);
    if (pool.has_failed || (!titles->title && sidecar.title.kind == VALUE_TEXT) ||
        (!titles->description && sidecar.description.kind == VALUE_TEXT)) {
        complain("%s: there is not enough memory for its title", input->path);
        input->trouble = true;
    }
    pool_free(&pool);
}

void free_titles(struct titles *titles)
{
    free(titles->title);
    free(titles->description);
}
