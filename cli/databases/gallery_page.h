/* The pages of a gallery's worlds: everything that they have in common is stored once, in files
 * beside them. */
#ifndef OW_CLI_DATABASES_GALLERY_PAGE_H
#define OW_CLI_DATABASES_GALLERY_PAGE_H

#include "pictures/view_page.h"

/* Moves scripts, styles and data of a page to files, and puts references in their place. Calls
 * `write` for each file, with a name made from its contents; `write` returns false to stop. The
 * remaining page is a few hundred bytes. Write it with page_write, with a world in it, into a
 * folder beside "viewer", which has the files.
 *
 * A browser loads scripts and styles of a page that was opened from a disk (file:), but does not
 * let the page read files. So the worlds stay in the pages as data, and everything else becomes a
 * script or a style. The page's policy allowed scripts and styles by their hashes; now it allows
 * those beside the page. EXIT_FINE, or another exit status after a message. */
int share_page(struct page *page,
               bool (*write)(void *context, const char *name, const void *bytes, size_t size),
               void *context);

/* The source expression of a policy, 'sha256-...', that allows this text as a script or a style of
 * a page. */
enum { POLICY_HASH = 64 };
void policy_hash(const char *text, size_t size, char hash[POLICY_HASH]);

#endif
