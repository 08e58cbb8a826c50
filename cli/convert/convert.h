/* A conversion opens a world, changes it and writes it. Declarations that its parts share. */
#ifndef OW_CLI_CONVERT_CONVERT_H
#define OW_CLI_CONVERT_CONVERT_H

#include "convert/tiled.h"
#include "io/folder.h"
#include "io/input.h"
#include "io/made.h"
#include "terminal/json.h"
#include "verb.h"

/* The output of a conversion: a named file, or a file in a folder whose name is determined
 * later. */
struct destination {
    const char *out;    /* NULL: in a folder, or in place */
    const char *folder; /* `below` is a path in it, which gets the extension of the output */
    const char *below;
    struct made_list *made; /* outputs in that folder; no two inputs become the same output */
    bool is_save;           /* `out` becomes a save's folder */
};

/* A change that a verb makes to a world between reading and writing it. Returns an exit status,
 * after a message unless it is EXIT_FINE. The world must not be modified on failure. */
struct change_step {
    int (*change)(void *context, struct input *input, ow_document *document);

    /* Opens the world instead of convert and reports the changes itself; `change` is then not
     * called. NULL: none. */
    int (*open)(void *context, struct input *input, ow_document *document);
    void *context;
    bool makes_part; /* which has not the files beside its world */
};

struct conversion {
    const struct arguments *arguments;
    const struct destination *destination;
    const struct change_step *step; /* NULL: none */
    bool is_change;                 /* the world keeps its format */
    struct input input;
    bool from_json, from_tiled;
    ow_document document, converted; /* the second one only if version or variant change */
    const char *out;                 /* NULL until it is known */
    char *named;                     /* the memory of `out`, if it was allocated */
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
    const ow_format *to_format; /* for binary; NULL for the input's own format */
    ow_target target;           /* the target of --version and --variant */
    ow_image picture;           /* the heights, if they are written as an image */
    ow_scene scene;             /* for glTF */
    struct tiled_output tiled;  /* a level, if a Tiled map is written */
    struct made_file terrain;   /* the image of --terrain beside a city */
    struct save_folder folder;  /* the files that JSON keeps beside the world */
    struct written written;     /* for --json of convert itself */
};

/* Converts one file, with a change in between if `step` is not NULL. Returns an exit status, after
 * a message unless it is EXIT_FINE. */
int convert_file(const struct arguments *arguments, const char *in,
                 const struct destination *destination, const struct change_step *step);

/* Reads the world of an input from open_raw_input: bytes, JSON, or a Tiled map. */
int read_raw_world(struct input *input, ow_warn on_loss, void *context, ow_document *document);

/* Writes a world that read_raw_world read from `input` and that has been changed since. Releases
 * both. */
int write_changed(const struct arguments *arguments, struct input *input, ow_document *document,
                  const struct destination *destination);

/* Warns about a misleading result. With --strict, this refuses the output, like a loss. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void warn(struct conversion *conversion, const char *format, ...);

/* The document to write. */
ow_document *document_to_write(struct conversion *conversion);

/* Steps of a conversion return an exit status, after a message unless it is EXIT_FINE. */

/* Determines what OUT becomes, from --to, its extension or the input's kind; and whether it may be
 * written. */
int choose_output(struct conversion *conversion);

/* Whether --in-place can replace the file. Returns false after a message. */
bool can_be_in_place(const char *path);

/* Whether an existing file may be replaced. */
bool may_replace(const struct conversion *conversion);

/* Checks --to and related options, for files of any kind. */
int check_choice(const struct arguments *arguments, const struct destination *destination);

/* Reads --version and --variant. Returns false after a message. */
bool read_target(const struct arguments *arguments, ow_target *target);

/* The name in --to for what OUT becomes; "binary" for a world in its own format. */
const char *kind_of_output(const struct conversion *conversion);

/* Names OUT if only its folder is known; needs the kind of output. Warns if the extension does not
 * match. */
int name_output(struct conversion *conversion);

/* Makes the folders of OUT if it is one of many. */
int make_folders(const struct conversion *conversion);

/* Stores the heights of --terrain's image in the document. If the game keeps them as an image
 * beside the save, writes that image. */
int put_terrain(struct conversion *conversion);
int write_terrain(struct conversion *conversion);

/* Makes the image of a document's heights. */
int make_picture(struct conversion *conversion, const ow_document *document);

/* Makes the scene of a document, of the input's bytes if it is NULL, and writes it as glTF. */
bool is_gltf(const struct conversion *conversion);
int make_scene(struct conversion *conversion, const ow_document *document);
ow_status write_gltf(struct conversion *conversion, const ow_sink *sink, ow_error *error);

/* Reads the files that JSON keeps beside the world, if the output has them. Warns if it has not. */
int take_folder(struct conversion *conversion);

/* Writes a save's folder. Nothing is left of it after a failure. */
int write_save_folder(struct conversion *conversion);

/* Whether the output needs a level: a Tiled map, or the cells of a layer. */
bool writes_level(const struct conversion *conversion);

/* Reports a document that is not a level or does not have the layer. Creates the files that a Tiled
 * map needs beside it. */
int check_level(struct conversion *conversion);
int prepare_level(struct conversion *conversion);

/* Writes a level as a Tiled map, or one of its layers as a table. */
ow_status write_level(const struct conversion *conversion, const ow_document *document,
                      const ow_sink *sink, ow_error *error);

/* Writes OUT, which has been made, and reports it. Nothing is left of it after a failure. */
int write_output(struct conversion *conversion);

#endif
