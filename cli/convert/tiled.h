/* Reads and writes Tiled maps: what convert needs beside the library's functions. */
#ifndef OW_CLI_CONVERT_TILED_H
#define OW_CLI_CONVERT_TILED_H

#include "io/input.h"
#include "io/made.h"

/* Whether an input is a Tiled map, as JSON or XML. */
bool is_tiled_map(const struct input *input);

/* Opens a map as a level. Files that it names are only opened inside its own folder. `warn` is
 * called for what a level cannot hold. EXIT_FINE, or another exit status after a message. */
int open_tiled_map(struct input *input, ow_warn warn, void *warn_context, ow_document *document);

/* A level that becomes a map, with the files beside it. */
struct tiled_output {
    const ow_leveld_level *level;
    ow_tiled_options options;
    bool xml;
    char *image; /* path of the user's image, as the map names it */
    struct made_file tiles_image, tiles_file, blocks_image;
};

/* Decides which files are needed beside `out` ("-": none) and creates them. `tileset` is the user's
 * image, or NULL. EXIT_FINE, or another exit status after a message; close the output in both
 * cases. */
int tiled_output_open(struct tiled_output *output, const ow_leveld_level *level, const char *out,
                      const char *tileset, bool xml, bool force);

/* Records which files were created. */
void tiled_output_report(const struct tiled_output *output, struct written *written);

void tiled_output_close(struct tiled_output *output);

/* Writes the map itself. */
ow_status tiled_output_write(const struct tiled_output *output, const ow_options *options,
                             const ow_sink *sink, ow_error *error);

#endif
