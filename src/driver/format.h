/* A format's row, as the driver and the registry see it. Knows no format. */
#ifndef OW_SRC_DRIVER_FORMAT_H
#define OW_SRC_DRIVER_FORMAT_H

#include "../codec/losses.h"
#include "../codec/runs.h"
#include "../codec/version.h"

#include <overworld/formats.h>

struct report;
struct emitter;
struct meanings;
struct identity;
struct references;
struct remedy;
struct part_calls;
struct text_file;
struct texts;
struct format_row;

/* Most variants that the first bytes of a file leave open. */
enum { MOST_CANDIDATES = 8 };

/* The meaning of a field, for people. A list of notes ends with a NULL path. */
struct field_note {
    const char *path; /* a JSON Pointer, "*" for any element */
    const char *note;
};

/* A file to be read. */
struct file {
    const struct format_row *row;
    const uint8_t *bytes;
    size_t size;
    ow_options options;         /* with all defaults */
    uint64_t asked_memory;      /* ow_options.max_memory as the caller set it */
    const void *preset;         /* an empty document in the file's variant; NULL: search for it */
    struct list_places *places; /* of elements of its lists, see places.h; NULL: unknown */
};

/* A conversion of a document to another version or variant. */
struct conversion {
    const struct format_row *row;
    const void *from; /* before */
    void *to;         /* a copy that owns its memory */
    struct arena *arena;
    struct losses losses;
};

/* Status of a call that the format does not have. The caller reports it by format_has_no. */
#define FORMAT_HAS_NONE ((ow_status)1000)

/* Who takes the texts that belong to a part. */
struct text_carrier {
    const ow_options *options;
    ow_carried_text_visitor visit;
    void *context;
};

/* How a format uses the text files in a world's folder, see jecs/folder.h. */
struct folder_calls {
    ow_status (*check)(const void *document, const struct texts *texts, struct report *report,
                       ow_error *error);
    ow_status (*summarise)(const struct texts *texts, struct emitter *emit);
    /* The file with the title of the save, and its keys; NULL: none. */
    const struct text_file *(*find_title)(const struct texts *texts, const ow_jecs_node **title,
                                          const ow_jecs_node **description);
    /* What a person calls a file; "" if its path says it all. */
    void (*name)(const struct text_file *file, char *name, size_t room);
    /* Sets belongs[ordinal] for each file that records of the document use. */
    ow_status (*mark_used)(const void *document, const struct texts *texts, bool *belongs,
                           ow_error *error);
    /* See ow_carry_texts. Memory comes from the arena of the part's texts. */
    ow_status (*carry)(const void *world, const struct texts *world_texts, void *part,
                       const struct texts *part_texts, const struct text_carrier *carrier,
                       ow_error *error);
};

/* A document is the format's own record, such as an ow_blotter_save. No member is NULL:
 * ROW_DEFAULTS of row.h fills in what a format omits; the default is in square brackets. */
struct format_row {
    ow_format about;
    struct runs runs;
    bool states_sizes; /* of its sections, which writers need first */

    /* The member of a document that holds its version: its offset, and its size in bytes. */
    size_t version_offset, version_size;

    /* Every version and variant of the layout. A count of 0: each version of `about`, in one
     * variant. All members from `versions` on are pointers. */
    unsigned version_count;
    const struct version *versions;
    const struct field_note *notes;
    const struct meanings *meanings; /* the meanings of values, see meanings.h */

    /* JSON Pointer of the number by which others refer to a record, as in "C-12", with "*" for any
     * element of a list. "": records have none. */
    const char *address;

    /* How the records of its lists are identified, see change/identity.h. */
    const struct identity *identities;

    /* The records that can be found, extracted and inserted, see change/parts.h. */
    const struct part_calls *parts;

    /* The text files beside its worlds. [nothing] */
    const struct folder_calls *folder;

    /* References to records by index, see change/references.h. */
    const struct references *references;

    /* Values in a row of a list of cells or heights, by its JSON Pointer; 0: other lists. */
    uint32_t (*row_length)(const void *document, const char *list);

    /* Writes a record's name for people, by its JSON Pointer. Leaves `text` unchanged if the
     * pointer says it all. */
    void (*name_record)(const void *document, const char *record, char *text, size_t size);

    /* Writes what a record stands on, for people: a board, a root. Leaves `text` unchanged if it
     * stands on nothing. *state is NULL at first; what it keeps there between calls is in the
     * arena, whose status reports missing memory. [nothing] */
    void (*find_group)(const void *document, struct arena *arena, void **state, const char *record,
                       char *text, size_t size);

    bool (*sniff)(const uint8_t *bytes, size_t size);

    /* The extensions for the kind of a document, which read_front fills in for a file. Returns
     * NULL for those in `about`. */
    const char *const *(*extensions_of)(const void *document);
    ow_status (*read_front)(const struct file *file, void *document);

    /* Finds a valid file of the format after foreign bytes. Called for files of unknown format. */
    bool (*find_behind)(const uint8_t *bytes, size_t size, uint64_t *offset);

    /* Makes a document the owner of the arena that holds its memory. */
    void (*own)(void *document, void *owner);
    void *(*owner_of)(const void *document);

    /* Adds what every document of the newest version must have. [nothing] */
    void (*start)(void *document);

    /* Fills in values that a document leaves open, as the game writes them. [nothing] */
    void (*set_defaults)(void *document);

    /* Copies only the variant of a document to another. [there are no variants] */
    void (*take_variant)(const void *from, void *to);

    /* Sets the variant by its name in about.variants. */
    void (*name_variant)(void *preset, const char *name);

    /* The variants that a file may have, the likeliest first. Returns their number, at least one.
     * `preset` is an array of zeroed documents. [the variant of file->known] */
    unsigned (*candidates)(const struct file *file, void *preset);

    /* Finds the variant of a file. Returns false to use the default. [the first candidate that ends
     * where the file ends, or else the one that gets furthest] */
    bool (*find)(const struct file *file, void *preset);

    /* Reads a file, for formats that have to search. [the candidates one after another] */
    ow_status (*read)(const struct file *file, void **document, ow_error *error);

    /* Traces a file, for the same formats: their errors say more. [driver_trace_file] */
    ow_status (*trace)(const struct file *file, ow_visitor visit, void *context, ow_error *error);

    /* Fixes for the issues that a check finds, see change/repair.h: one for each code that can be
     * fixed. [salvage] */
    const struct remedy *remedies;

    /* Sets the variant to read a truncated file in, and its description. Returns false, with an
     * empty description, for the one that gets furthest. */
    bool (*salvage_as)(void *preset);
    const char *salvaged_as;

    /* Makes a salvaged document pass its checks. Returns false if nothing is left. */
    bool (*finish_salvaged)(void *document, struct salvage *salvage);

    /* Sets version and variant of conversion->to, and changes records if more than that differs.
     * The driver warns about what the version cannot hold. [sets the version] */
    ow_status (*convert)(struct conversion *conversion, const ow_target *target, ow_error *error);

    /* Runs the rules. [only the error that ends reading] */
    ow_status (*check)(const struct file *file, struct report *report, ow_error *error);

    /* Emits the figures. [the document's own fields] */
    ow_status (*summarise)(const struct file *file, bool whole, struct emitter *emit,
                           ow_error *error);

    /* The remaining calls may return FORMAT_HAS_NONE. */
    ow_status (*map)(const struct file *file, ow_map *map, ow_error *error);

    ow_status (*get_heights)(const void *document, const ow_options *options, ow_heights *heights,
                             ow_error *error);
    ow_status (*set_heights)(void *document, const ow_heights *heights, ow_error *error);
    ow_status (*set_heights_image)(void *document, const ow_heights *heights, ow_text path,
                                   const ow_options *options, ow_image *image, float *largest_error,
                                   ow_error *error);
};

/* Defines the row of a format and the calls of its header that every format has. */
#define DEFINE_CALLS(format, type)                                                                 \
    static void own(void *document, void *owner)                                                   \
    {                                                                                              \
        ((type *)document)->owner = owner;                                                         \
    }                                                                                              \
    static void *owner_of(const void *document)                                                    \
    {                                                                                              \
        return ((const type *)document)->owner;                                                    \
    }                                                                                              \
    _Static_assert(sizeof(type) <= MOST_DOCUMENT, "MOST_DOCUMENT is too small");                   \
    ow_status ow_##format##_read(const void *bytes, size_t size, const ow_options *options,        \
                                 type **document, ow_error *error)                                 \
    {                                                                                              \
        void *read = NULL;                                                                         \
        ow_status status =                                                                         \
            driver_read(&format##_format, bytes, size, options, document ? &read : NULL, error);   \
        if (document)                                                                              \
            *document = read;                                                                      \
        return status;                                                                             \
    }                                                                                              \
    void ow_##format##_free(type *document)                                                        \
    {                                                                                              \
        if (document)                                                                              \
            arena_release(document->owner);                                                        \
    }                                                                                              \
    ow_status ow_##format##_write(const type *document, const ow_options *options,                 \
                                  const ow_sink *sink, ow_error *error)                            \
    {                                                                                              \
        return driver_write(&format##_format, document, options, sink, error);                     \
    }                                                                                              \
    ow_status ow_##format##_write_buffer(const type *document, const ow_options *options,          \
                                         ow_buffer *buffer, ow_error *error)                       \
    {                                                                                              \
        return driver_write_buffer(&format##_format, document, options, buffer, error);            \
    }                                                                                              \
    ow_status ow_##format##_convert(const type *document, const ow_target *target,                 \
                                    const ow_options *options, ow_warn warn, void *warn_context,   \
                                    type **converted, ow_error *error)                             \
    {                                                                                              \
        void *made = NULL;                                                                         \
        ow_status status = driver_convert(&format##_format, document, target, options, warn,       \
                                          warn_context, converted ? &made : NULL, error);          \
        if (converted)                                                                             \
            *converted = made;                                                                     \
        return status;                                                                             \
    }                                                                                              \
    _Static_assert(sizeof(type) <= MOST_DOCUMENT, "as above, and the semicolon is the caller's")

#endif
