/* A format as the driver and the registry see it: its row. Knows no format. */
#ifndef OW_SRC_DRIVER_FORMAT_H
#define OW_SRC_DRIVER_FORMAT_H

#include "../codec/losses.h"
#include "../codec/runs.h"
#include "../codec/version.h"

#include <overworld/overworld.h>

struct report;
struct emitter;
struct scene_builder;
struct meanings;
struct identity;
struct references;
struct remedy;
struct part_calls;
struct texts;
struct format_row;

/* As many variants as the first bytes of a file may leave open. */
enum { MOST_CANDIDATES = 8 };

/* What a field means, in words for people; the last one has no path. */
struct field_note {
    const char *path; /* a JSON Pointer, "*" for any element */
    const char *note;
};

/* A file that a run looks into. */
struct file {
    const struct format_row *row;
    const uint8_t *bytes;
    size_t size;
    ow_options options;    /* with all defaults */
    uint64_t asked_memory; /* ow_options.max_memory as the caller had it */
    const void *preset;    /* an empty document in the variant of the file; NULL: search for it */
    struct list_places *places; /* of elements of its lists, see places.h; NULL: not known */
};

/* A document on its way to another version or variant. */
struct conversion {
    const struct format_row *row;
    const void *from; /* as it was */
    void *to;         /* a copy that owns all it holds */
    struct arena *arena;
    struct losses losses;
};

/* The status of a call that a format does not have. The caller finds the words, see format_has_no. */
#define FORMAT_HAS_NONE ((ow_status)1000)

/* What a format makes of the text files in a world's folder, see jecs/folder.h. */
struct folder_calls {
    ow_status (*check)(const void *document, const struct texts *texts, struct report *report,
                       ow_error *error);
    void (*summarise)(const struct texts *texts, struct emitter *emit);
};

/* A document is the format's own record, such as an ow_blotter_save. No member is NULL: ROW_DEFAULTS of
 * row.h fills in what a format leaves out, and a comment in brackets says with what. */
struct format_row {
    ow_format about;
    struct runs runs;
    bool states_sizes; /* of its sections, which writers have to know beforehand */

    /* The member of a document that holds its version: its offset, and its size in bytes. */
    size_t version_offset, version_size;

    /* Every version and variant that its layout knows. A count of 0: each version of `about`, in one
     * variant. From `versions` on there are pointers alone. */
    unsigned version_count;
    const struct version *versions;
    const struct field_note *notes;
    const struct meanings *meanings; /* what values stand for, see meanings.h */

    /* Where that number of a record stands, "*" for any element of a list, by which others refer to it
     * and people ask for it, as in "C-12". "": records have none. */
    const char *address;

    /* What tells the records of its lists from each other, see change/identity.h. */
    const struct identity *identities;

    /* The records that can be found, taken out and put in, see change/parts.h. */
    const struct part_calls *parts;

    /* What a folder beside its worlds says. [nothing] */
    const struct folder_calls *folder;

    /* What refers to records by their index, see change/references.h. */
    const struct references *references;

    /* How many values of a list, by its JSON Pointer, make a row of what is seen from above; 0: it is no
     * such list. */
    uint32_t (*row_length)(const void *document, const char *list);

    /* What a record is called, by its JSON Pointer, in a few words for people; leaves `text` as it is where
     * there is nothing to say that the pointer does not. */
    void (*name_record)(const void *document, const char *record, char *text, size_t size);

    bool (*sniff)(const uint8_t *bytes, size_t size);

    /* The extensions of files of a document's own kind; of a file, read_front fills in what tells its kind.
     * Returns NULL for those in `about`. */
    const char *const *(*extensions_of)(const void *document);
    ow_status (*read_front)(const struct file *file, void *document);

    /* Where a sound file of the format begins behind bytes that are not its own; asked of bytes that no
     * format knows. */
    bool (*find_behind)(const uint8_t *bytes, size_t size, uint64_t *offset);

    /* Makes a document the owner of the arena that holds what it points to. */
    void (*own)(void *document, void *owner);
    void *(*owner_of)(const void *document);

    /* Adds to a document of the newest version what any document must have. [nothing] */
    void (*start)(void *document);

    /* Fills in what a document leaves open as real games write it. [nothing] */
    void (*set_defaults)(void *document);

    /* Takes the variant, and nothing else, of one document over to another. [there are no variants] */
    void (*take_variant)(const void *from, void *to);

    /* Sets the variant that one of about.variants names. */
    void (*name_variant)(void *preset, const char *name);

    /* The variants that a file may be in, the likeliest first; returns how many, one at least. `preset` is
     * an array of zeroed documents. [the one that file->known has] */
    unsigned (*candidates)(const struct file *file, void *preset);

    /* Finds which one it is. Returns false for the first candidate that ends where the file ends, or else
     * the one that gets furthest. */
    bool (*find)(const struct file *file, void *preset);

    /* Reads a file, for formats that have to search. [the candidates one after another] */
    ow_status (*read)(const struct file *file, void **document, ow_error *error);

    /* Tells a file, for the same formats: their errors say more. [driver_trace_file] */
    ow_status (*trace)(const struct file *file, ow_visitor visit, void *context, ow_error *error);

    /* What mends the issues that a check finds, see change/repair.h: one for each code that can be fixed.
     * [salvage] */
    const struct remedy *remedies;

    /* The variant in which a file that breaks off is read, and those words. Returns false, and the words are
     * "", for the one that gets furthest. */
    bool (*salvage_as)(void *preset);
    const char *salvaged_as;

    /* Makes what salvage left of a file sound as far as no check tells it. False: nothing is left. */
    bool (*finish_salvaged)(void *document, struct salvage *salvage);

    /* Sets version and variant of conversion->to as a target asks, and changes records where more than
     * that differs. What the version then has no room for, the driver tells. [sets the version] */
    ow_status (*convert)(struct conversion *conversion, const ow_target *target, ow_error *error);

    /* Runs its rules. [what ends a walk through the file is the only issue] */
    ow_status (*check)(const struct file *file, struct report *report, ow_error *error);

    /* Tells its figures. [the document's own fields] */
    ow_status (*summarise)(const struct file *file, bool whole, struct emitter *emit,
                           ow_error *error);

    /* The rest may be FORMAT_HAS_NONE. */
    ow_status (*map)(const struct file *file, ow_map *map, ow_error *error);

    /* Fills a scene, see scene/build.h. What the builder has as its status need not be told. */
    ow_status (*scene)(const void *document, struct scene_builder *builder, ow_error *error);
    ow_status (*get_heights)(const void *document, const ow_options *options, ow_heights *heights,
                             ow_error *error);
    ow_status (*set_heights)(void *document, const ow_heights *heights, ow_error *error);
    ow_status (*set_heights_image)(void *document, const ow_heights *heights, ow_text path,
                                   const ow_options *options, ow_image *image, float *largest_error,
                                   ow_error *error);
};

/* The row of a format, and the calls of its own header that any format has. */
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
