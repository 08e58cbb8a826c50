/* A conversion: a world is opened, changed, and written. What its parts share. */
#ifndef OW_CLI_CONVERT_H
#define OW_CLI_CONVERT_H

#include "input.h"
#include "tiled.h"
#include "verb.h"

struct conversion {
    const struct arguments *arguments;
    struct input input;
    bool from_json, from_tiled;
    ow_document document, converted; /* the second only where version or variant change */
    const char *out;
    enum conversion_to {
        TO_BINARY,
        TO_JSON,
        TO_PICTURE,
        TO_GLB,
        TO_GLTF,
        TO_TMJ,
        TO_TMX,
        TO_CSV
    } to;
    const ow_format *to_format; /* of binary; NULL where the input's own is meant */
    ow_target target;           /* what --version and --variant ask for */
    ow_image picture;           /* the heights, where they are what is written */
    ow_scene scene;             /* of a glTF */
    struct tiled_output tiled;  /* a level, where a map of Tiled is what is written */
};

/* What a step of a conversion returns is an exit status; it has told why it is not EXIT_FINE. */

/* Says what OUT becomes, by --to, its extension, or the other side; and whether it may be written. */
int choose_output(struct conversion *conversion);

/* Whether --in-place can replace what is there. False after a message. */
bool can_be_in_place(const char *path);

/* Whether a file that is there may be replaced. */
bool may_replace(const struct conversion *conversion);

/* Puts the heights of --terrain's image into the document. */
int put_terrain(struct conversion *conversion);

/* Makes the picture of a document's heights. */
int make_picture(struct conversion *conversion, const ow_document *document);

/* Makes the scene of a document, and writes it as glTF. */
bool is_gltf(const struct conversion *conversion);
int make_scene(struct conversion *conversion, const ow_document *document);
ow_status write_gltf(struct conversion *conversion, const ow_sink *sink, ow_error *error);

/* Whether what is written is a level alone: a map of Tiled, or the cells of a layer. */
bool writes_level(const struct conversion *conversion);

/* Makes what a map of Tiled needs beside it; tells what is no level. */
int prepare_level(struct conversion *conversion, const ow_document *document);

/* Writes a level as a map of Tiled, or one of its layers as a table. */
ow_status write_level(const struct conversion *conversion, const ow_document *document,
                      const ow_sink *sink, ow_error *error);

#endif
