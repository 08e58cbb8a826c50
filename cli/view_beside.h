/* What lies beside a world and shows in its picture. */
#ifndef OW_CLI_VIEW_BESIDE_H
#define OW_CLI_VIEW_BESIDE_H

#include "input.h"

/* As much as the page takes beside a world. */
enum { MOST_BESIDE_BYTES = 64 << 20 };

/* Hands out every file that the scene of a world asks for and that is there, each once, by the path that the
 * world has for it. If `warns`, it warns of missing images, and of files for which there is no room. False after a
 * message where one cannot be had, or without memory. */
bool each_file_beside(struct input *input, bool warns,
                      void (*take)(void *context, const char *path, ow_bytes bytes), void *context);

#endif
