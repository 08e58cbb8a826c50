/* The facts of a world: its rows in a catalogue. */
#ifndef OW_CATALOG_FACTS_H
#define OW_CATALOG_FACTS_H

#include "digest.h"
#include "hash_set.h"
#include "pool.h"
#include "sketch.h"
#include "tally.h"

struct byte_store;

/* Version of the set of facts. Raise it whenever the set changes: worlds with older facts are read
 * again. */
enum { FACTS_VERSION = 2 };

/* Columns of the table `world`, in the order of world_columns; key and class come before them. */
enum world_column {
    WORLD_HASH,
    WORLD_FACTS,
    WORLD_SIZE,
    WORLD_STATUS,
    WORLD_ERROR,
    WORLD_ERROR_OFFSET,
    WORLD_ERROR_POINTER,
    WORLD_FORMAT,
    WORLD_VERSION,
    WORLD_VARIANT,
    WORLD_KIND,
    WORLD_GAME_VERSION,
    WORLD_TITLE,
    WORLD_AUTHOR,
    WORLD_DESCRIPTION,
    WORLD_MADE,
    WORLD_RECORDS,
    WORLD_COMPONENTS,
    WORLD_WIRES,
    WORLD_THINGS,
    WORLD_ACTORS,
    WORLD_TRIGGERS,
    WORLD_PATHS,
    WORLD_LAYERS,
    WORLD_ROOTS,
    WORLD_BLOCKS,
    WORLD_LEAST_X, /* followed by y and z, and the maxima of all three */
    WORLD_LEAST_Y,
    WORLD_LEAST_Z,
    WORLD_MOST_X,
    WORLD_MOST_Y,
    WORLD_MOST_Z,
    WORLD_ERRORS,
    WORLD_WARNINGS,
    WORLD_INFOS,
    WORLD_CONTENT,
    WORLD_SKETCH,
    WORLD_COLUMNS
};
#define WORLD_COLUMN_NAMES                                                                         \
    "hash", "facts", "size", "status", "error", "error_offset", "error_pointer", "format",         \
        "version", "variant", "kind", "game_version", "title", "author", "description", "made",    \
        "records", "components", "wires", "things", "actors", "triggers", "paths", "layers",       \
        "roots", "blocks", "least_x", "least_y", "least_z", "most_x", "most_y", "most_z",          \
        "errors", "warnings", "infos", "content", "sketch"

struct fact_issue {
    struct fact_issue *next;
    const ow_issue_code *code;
    uint64_t count;
    struct value pointer, message;
};

struct fact_mod {
    struct fact_mod *next;
    struct value name, version;
};

/* A picture as PNG, malloc'ed; NULL if the world cannot be drawn. */
struct fact_picture {
    bool was_asked;
    uint32_t width, height;
    void *png;
    size_t size;
};

struct facts {
    struct pool pool;
    uint8_t hash[DIGEST_SIZE], content[DIGEST_SIZE], sketch[SKETCH_SIZE];
    struct value world[WORLD_COLUMNS];
    struct tally types, ports, texts;
    size_t text_size;                          /* of all texts together */
    struct fact_issue *issues, *folder_issues; /* of the world, and of the texts beside it */
    struct fact_mod *mods;
    struct fact_picture picture;
    bool lacks_memory; /* a step stopped because memory ran out, so facts are missing */
};

struct apart_limits;

/* How to find facts. `draw` may be NULL: no pictures. */
struct fact_options {
    uint64_t max_memory; /* as ow_options has it */
    void *context;
    /* Returns false if memory runs out. */
    bool (*draw)(void *context, const ow_document *document, struct fact_picture *out);
    /* Worlds that have a picture from this run; others with the same bytes need none. May be
     * NULL. */
    struct hash_set *drawn;
    /* Not NULL: read_found finds the facts of each world in a process of its own, see apart.h. */
    const struct apart_limits *apart;
    /* Not NULL: read_found keeps the bytes of each world here. */
    struct byte_store *bytes;
};

/* Finds the facts of the bytes of a world, and what a check finds about the texts beside it.
 * `folder` may be NULL. Returns false if memory runs out, with nothing to free.
 * Any other failure is itself a fact. */
bool facts_find(const void *bytes, size_t size, const ow_folder *folder,
                const struct fact_options *options, struct facts *facts);
void facts_free(struct facts *facts);

/* Records how a step ended. Returns true if it succeeded. */
bool facts_step(struct facts *facts, ow_status status);

/* The second step of facts_find: facts from the records of a document. */
void facts_of_parts(struct facts *facts, const ow_document *document, const ow_options *options);

#endif
