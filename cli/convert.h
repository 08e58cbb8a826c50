/* A conversion: a world is opened, changed, and written. What its parts share. */
#ifndef OW_CLI_CONVERT_H
#define OW_CLI_CONVERT_H

#include "input.h"
#include "verb.h"

struct conversion {
    const struct arguments *arguments;
    struct input input;
    bool from_json;
    ow_document document, converted; /* the second only where version or variant change */
    const char *out;
    enum { TO_BINARY, TO_JSON, TO_PICTURE, TO_GLB, TO_GLTF } to;
    const ow_format *to_format; /* of binary; NULL where the input's own is meant */
    ow_target target;           /* what --version and --variant ask for */
    ow_image picture;           /* the heights, where they are what is written */
    ow_scene scene;             /* of a glTF */
};

/* What a step of a conversion returns is an exit status; it has told why it is not EXIT_FINE. */

/* Says what OUT becomes, by --to, its extension, or the other side; and whether it may be written. */
int choose_output(struct conversion *conversion);

/* Puts the heights of --terrain's image into the document. */
int put_terrain(struct conversion *conversion);

/* Makes the picture of a document's heights. */
int make_picture(struct conversion *conversion, const ow_document *document);

/* Makes the scene of a document, and writes it as glTF. */
bool is_gltf(const struct conversion *conversion);
int make_scene(struct conversion *conversion, const ow_document *document);
ow_status write_gltf(struct conversion *conversion, const ow_sink *sink, ow_error *error);

#endif
