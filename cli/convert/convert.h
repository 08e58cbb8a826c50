/* A conversion: a world is opened, changed, and written. What its parts share. */
#ifndef OW_CLI_CONVERT_CONVERT_H
#define OW_CLI_CONVERT_CONVERT_H

#include "convert/tiled.h"
#include "io/input.h"
#include "io/made.h"
#include "terminal/json.h"
#include "verb.h"

/* Where a conversion goes: a file that is named, or one in a folder whose name is still to be made. */
struct destination {
    const char *out;    /* NULL: in a folder, or in place */
    const char *folder; /* in which `below` gets the extension of what is made */
    const char *below;
    struct made_list *made; /* in that folder; no two inputs become one output */
};

/* What a verb does to a world between reading and writing it. An exit status; it has told why it is not
 * EXIT_FINE, and the world is as it was then. */
struct change_step {
    int (*change)(void *context, struct input *input, ow_document *document);

    /* Opens the world in place of what convert does, and tells itself what changes; `change` is not called. NULL:
     * none. */
    int (*open)(void *context, struct input *input, ow_document *document);
    void *context;
};

struct conversion {
    const struct arguments *arguments;
    const struct destination *destination;
    const struct change_step *step; /* NULL: none */
    bool is_change;                 /* of a world that stays of its kind */
    struct input input;
    bool from_json, from_tiled;
    ow_document document, converted; /* the second only where version or variant change */
    const char *out;                 /* NULL until it is named */
    char *named;                     /* what it is, where that was made */
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
    struct made_file terrain;   /* the image of --terrain beside a city */
    struct written written;     /* for --json, which is convert's own */
};

/* Converts one file, with a change on the way where `step` is not NULL. An exit status; it has told why it
 * is not EXIT_FINE. */
int convert_file(const struct arguments *arguments, const char *in,
                 const struct destination *destination, const struct change_step *step);

/* Reads a world as it lies in an input of open_raw_input: as bytes, JSON, or a map for Tiled. */
int read_raw_world(struct input *input, ow_warn on_loss, void *context, ow_document *document);

/* Writes a world that read_raw_world read from `input` and that was changed since. Both are given back. */
int write_changed(const struct arguments *arguments, struct input *input, ow_document *document,
                  const struct destination *destination);

/* Tells what is misleading: a warning, of which --strict makes a refusal, as of what is lost. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void warn(struct conversion *conversion, const char *format, ...);

/* The document that is to be written. */
ow_document *document_to_write(struct conversion *conversion);

/* What a step of a conversion returns is an exit status; it has told why it is not EXIT_FINE. */

/* Says what OUT becomes, by --to, its extension, or the other side; and whether it may be written. */
int choose_output(struct conversion *conversion);

/* Whether --in-place can replace what is there. False after a message. */
bool can_be_in_place(const char *path);

/* Whether a file that is there may be replaced. */
bool may_replace(const struct conversion *conversion);

/* Whether --to and its like say something, for files of any kind. */
int check_choice(const struct arguments *arguments, const struct destination *destination);

/* What --version and --variant ask for. False after a message. */
bool read_target(const struct arguments *arguments, ow_target *target);

/* How --to calls what OUT becomes; a world in its own format is "binary". */
const char *kind_of_output(const struct conversion *conversion);

/* Names OUT where only its folder is known, once it is known what is made; tells what is named as what it is
 * not. */
int name_output(struct conversion *conversion);

/* Makes the folders that OUT stands in, where it is one of many. */
int make_folders(const struct conversion *conversion);

/* Puts the heights of --terrain's image into the document, as an image beside the save where its game has it
 * so, and writes that image. */
int put_terrain(struct conversion *conversion);
int write_terrain(struct conversion *conversion);

/* Makes the picture of a document's heights. */
int make_picture(struct conversion *conversion, const ow_document *document);

/* Makes the scene of a document, and writes it as glTF. */
bool is_gltf(const struct conversion *conversion);

/* Whether what is written is a level alone: a map of Tiled, or the cells of a layer. */
bool writes_level(const struct conversion *conversion);

/* Tells what is no level, or has no such layer; makes what a map of Tiled needs beside it. */
int check_level(struct conversion *conversion);
int prepare_level(struct conversion *conversion);

/* Writes a level as a map of Tiled, or one of its layers as a table. */
ow_status write_level(const struct conversion *conversion, const ow_document *document,
                      const ow_sink *sink, ow_error *error);

#endif
