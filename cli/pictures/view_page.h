/* The page that worlds are put into. */
#ifndef OW_CLI_PICTURES_VIEW_PAGE_H
#define OW_CLI_PICTURES_VIEW_PAGE_H

#include "io/input.h"
#include "verb.h"

struct page {
    struct input file;
    size_t place; /* where the worlds go: at an empty list, "[]" */

    /* What every world is to have beside it, as when it is dropped with it. */
    struct input *beside;
    size_t beside_count;

    bool warns; /* of what should lie beside a world and is missing */
};

/* Finds the page that `make web` builds: the one that the user names, or the one of this installation or
 * build. EXIT_FINE, or another exit status after a message. */
int page_open(struct page *page, const char *path);

/* Reads what --beside names. EXIT_FINE, or another exit status after a message. */
int page_take_beside(struct page *page, const struct arguments *arguments);

/* Writes the page with worlds in it, their names and bytes and what lies beside them. False where the sink refused,
 * without memory, or after a message where inputs say trouble. */
bool page_write(const struct page *page, struct input *inputs, size_t count, const ow_sink *sink);

/* Finds the place for worlds in a page whose bytes are there. False if there is none. */
bool page_find_place(struct page *page);

void page_close(struct page *page);

/* What lies beside a world and shows in its picture. */

/* As much as the page takes beside a world. */
enum { MOST_BESIDE_BYTES = 64 << 20 };

/* Hands out every file that the scene of a world asks for and that is there, each once, by the path that the
 * world has for it. If `warns`, it warns of missing images, and of files for which there is no room. False after a
 * message where one cannot be had, or without memory. */
bool each_file_beside(struct input *input, bool warns,
                      void (*take)(void *context, const char *path, ow_bytes bytes), void *context);

#endif
