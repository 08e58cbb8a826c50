/* The page of a gallery's worlds: what is the same in all of them is kept once, in files beside
 * them. */
#ifndef OW_CLI_DATABASES_GALLERY_PAGE_H
#define OW_CLI_DATABASES_GALLERY_PAGE_H

#include "pictures/view_page.h"

/* Takes scripts, styles and data out of a page, and puts names of files in their place. Each file
 * is handed out, with a name made of its contents; `write` returns false to end this. The page is
 * then a few hundred bytes, to be written with a world in it by page_write, into a folder beside
 * "viewer", where the files are.
 *
 * A browser loads scripts and styles from files that it opened from a disk (file:), but lets no
 * page read them. So the worlds stay in the pages as data; everything else becomes a script or a
 * style. The page's policy allowed scripts and styles by their hashes; now it allows those that lie
 * beside the page. EXIT_FINE, or another exit status after a message. */
int share_page(struct page *page,
               bool (*write)(void *context, const char *name, const void *bytes, size_t size),
               void *context);

/* The source expression of a policy, 'sha256-...', that allows this text as a script or a style of
 * a page. */
enum { POLICY_HASH = 64 };
void policy_hash(const char *text, size_t size, char hash[POLICY_HASH]);

#endif
