/* The file that a game keeps beside a world in its folder, with the title and description that a
 * player gave it. */
#include "sidecar.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names for a subassembly and for a world. */
static const char *const names[] = {"meta.jecs", "meta.succ"};

enum { LARGEST = 1 << 20 };

bool has_sidecars(const char *name)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (const char *const *file = format->folder_files; *file; file++)
            if (strcmp(*file, name) == 0)
                return true;
    return false;
}

/* A format whose worlds have sidecars. */
static const ow_format *format_with_sidecars(void)
{
    size_t at = 0;
    while (!ow_format_at(at)->folder_files[0])
        at++;
    return ow_format_at(at);
}

struct taking {
    struct pool *pool;
    struct value *title, *description;
};

static void take_titles(void *context, ow_text title, ow_text description)
{
    const struct taking *taking = context;
    if (title.data)
        *taking->title = escape_text(taking->pool, title);
    if (description.data)
        *taking->description = escape_text(taking->pool, description);
}

ow_status find_titles(const ow_folder *folder, struct pool *pool, struct value *title,
                      struct value *description, ow_error *error)
{
    struct taking taking = {pool, title, description};
    *title = *description = (struct value){.kind = VALUE_NULL};
    return ow_find_title(format_with_sidecars(), folder, NULL, take_titles, &taking, error);
}

static void take_text(struct pool *pool, ow_bytes bytes, struct sidecar *sidecar)
{
    const ow_folder_file file = {ow_text_of(sidecar->name), bytes};
    const ow_folder folder = {.files = &file, .file_count = 1};
    ow_error error;
    const ow_status status =
        find_titles(&folder, pool, &sidecar->title, &sidecar->description, &error);
    if (status == OW_NO_MEMORY)
        sidecar->problem = BELOW_NO_MEMORY;
    else if (status != OW_OK)
        snprintf(sidecar->wrong, sizeof sidecar->wrong, "%s", error.message);
}

static void read_open(int file, struct pool *pool, struct sidecar *sidecar)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    sidecar->problem = below_read_all(file, LARGEST, &bytes, &size);
    sidecar->error = errno;
    if (sidecar->problem != BELOW_FINE)
        return;
    sidecar->is_there = true;
    take_text(pool, (ow_bytes){bytes, size}, sidecar);
    free(bytes);
}

void sidecar_read(int folder, struct pool *pool, struct sidecar *sidecar)
{
    *sidecar = (struct sidecar){0};
    for (size_t i = 0; i < sizeof names / sizeof *names && !sidecar->is_there && !sidecar->problem;
         i++) {
        int file;
        sidecar->name = names[i];
        const enum below why = below_open_at(folder, names[i], &file);
        if (why == BELOW_FINE) {
            read_open(file, pool, sidecar);
        } else if (why != BELOW_MISSING) {
            sidecar->problem = why;
            sidecar->error = errno;
        }
        if (file >= 0)
            close(file);
    }
}
