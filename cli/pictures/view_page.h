/* The page for worlds. */
#ifndef OW_CLI_PICTURES_VIEW_PAGE_H
#define OW_CLI_PICTURES_VIEW_PAGE_H

#include "io/input.h"
#include "verb.h"

#include <overworld/overworld.h>

struct page {
    struct input file;
    size_t place; /* the place of the worlds: an empty list, "[]" */

    /* Files that are added to every world, as if they were dropped onto the page with it. */
    struct input *beside;
    size_t beside_count;

    const ow_folder *mods; /* text files of mods, for all worlds; NULL: none */

    bool warns; /* warn about missing files beside a world */
};

/* Finds the page that `make web` builds: the one at `path`, or the one of this installation or
 * build. EXIT_FINE, or another exit status after a message. */
int page_open(struct page *page, const char *path);

/* Reads the files of --beside. EXIT_FINE, or another exit status after a message. */
int page_take_beside(struct page *page, const struct arguments *arguments);

/* Writes the page with worlds in it: their names, their bytes and the files beside them. Returns
 * false if the sink fails, if memory runs out, or after a message if inputs have `trouble`. */
bool page_write(const struct page *page, struct input *inputs, size_t count, const ow_sink *sink);

/* Finds the place for worlds in a loaded page. Returns false if there is none. */
bool page_find_place(struct page *page);

void page_close(struct page *page);

/* Files beside a world that the page shows. */

/* The limit for the files beside a world. */
enum { MOST_BESIDE_BYTES = 64 << 20 };

/* Calls `take` for every existing file that the scene of a world loads, and for the texts in the
 * folder of a save, once each, with the world's path for it. If `warns` is set, warns about missing
 * images, and about files beyond the limit. Returns false after a message if one cannot be read, or
 * if memory runs out. */
bool each_file_beside(struct input *input, bool warns,
                      void (*take)(void *context, const char *path, ow_bytes bytes), void *context);

#endif
