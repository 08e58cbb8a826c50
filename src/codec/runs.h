/* The runs of a format: its layout compiled against each codec, see runs/. A document is the
 * format's own record, such as an ow_blotter_save. A document that is a `preset` has only its
 * variant. */
#ifndef OW_SRC_CODEC_RUNS_H
#define OW_SRC_CODEC_RUNS_H

#include "../base/memory.h"
#include "../base/output.h"
#include "../json/reader.h"
#include "losses.h"
#include "record_place.h"
#include "record_runs.h"
#include "salvage.h"

#include <overworld/base.h>

enum {
    MOST_DOCUMENT = 256, /* size of the largest document record */
    MOST_SIZES = 8       /* sections of a document that state their size */
};

struct description;
struct list_places;

struct runs {
    size_t document_size;

    /* `read` is a preset and receives the document. Returns OW_OK or the error. */
    ow_status (*decode)(const void *bytes, size_t size, const ow_options *options,
                        struct arena *arena, void *read);

    /* Reads a truncated file: `read` receives what is complete; the rest is zero. Returns OW_OK or
     * an error that is not the file's. */
    ow_status (*salvage)(const void *bytes, size_t size, const ow_options *options,
                         struct arena *arena, void *read, struct salvage *salvage);

    /* Returns OW_OK or the error, except for failures of the output. */
    ow_status (*encode)(const void *document, const ow_options *options, const uint64_t *sizes,
                        struct output *output);

    /* Encodes the records of a list one by one, each into the memory of `output`, which has no
     * sink. `pointer` is that of a kind of record with `list->record_size`. Returns false if
     * `found` is not set: there is no such kind; otherwise if a record cannot be encoded, or
     * `receiver` stops. */
    bool (*encode_records)(const char *pointer, const struct record_run *list, const void *document,
                           const ow_options *options, struct output *output,
                           const struct record_receiver *receiver, bool *found);

    /* The size of the bytes that encode writes, and of each section that states its size. */
    uint64_t (*measure)(const void *document, uint64_t sizes[MOST_SIZES]);

    /* `places` NULL: the whole file is read, see places.h. */
    ow_status (*trace)(const void *bytes, size_t size, const void *preset,
                       struct list_places *places, const ow_options *options, ow_visitor visit,
                       void *context, ow_error *error);

    /* Traces a record, and those of its kind that follow it: `count` in all. Each has a root of its
     * own. `document` has the version and variant, and what else the layout of the record asks. An
     * unknown kind has no events. */
    ow_status (*trace_records)(const struct record_place *place, uint32_t count, const void *bytes,
                               size_t size, const void *document, const ow_options *options,
                               ow_visitor visit, void *context, ow_error *error);

    /* Passes up to `most` records that follow each other, until `*end` or behind. Returns how many
     * are sound, and where the last of them ends. `scratch` is used up. Numbers are not passed. */
    uint32_t (*pass_records)(const struct record_place *first, uint32_t most, uint64_t *end,
                             const void *bytes, size_t size, const void *document,
                             const ow_options *options, struct arena *scratch);

    /* The JSON Pointer of a kind of record, with "*" for each index; NULL: no such kind. */
    const char *(*record_pointer)(unsigned kind);

    /* Changes the document only with `losses`: removes what is lost. `part` NULL: all of it. */
    ow_status (*emit)(void *document, const uint64_t *sizes, struct losses *losses,
                      struct part_request *part, const ow_options *options, ow_visitor visit,
                      void *context, ow_error *error);

    /* Copies all that a document points to into an arena; the document itself is the caller's
     * copy. */
    ow_status (*copy)(void *document, const ow_options *options, struct arena *arena);

    /* `reused` NULL: no runs, see record_runs.h. */
    ow_status (*parse)(const struct json_text *text, struct record_runs *reused,
                       const ow_options *options, struct arena *arena, void *read, ow_error *error);

    /* One run of a description, see description.h. `preset` is an initial document, and is used
     * up. */
    void (*describe)(struct description *description, void *preset);
};

#define DECLARE_RUNS(format) DECLARE_RUNS_(format)
#define DECLARE_RUNS_(format)                                                                      \
    ow_status format##_decode(const void *bytes, size_t size, const ow_options *options,           \
                              struct arena *arena, void *read);                                    \
    ow_status format##_salvage(const void *bytes, size_t size, const ow_options *options,          \
                               struct arena *arena, void *read, struct salvage *salvage);          \
    ow_status format##_encode(const void *document, const ow_options *options,                     \
                              const uint64_t *sizes, struct output *output);                       \
    bool format##_encode_records(const char *pointer, const struct record_run *list,               \
                                 const void *document, const ow_options *options,                  \
                                 struct output *output, const struct record_receiver *receiver,    \
                                 bool *found);                                                     \
    uint64_t format##_measure(const void *document, uint64_t sizes[MOST_SIZES]);                   \
    ow_status format##_trace(const void *bytes, size_t size, const void *preset,                   \
                             struct list_places *places, const ow_options *options,                \
                             ow_visitor visit, void *context, ow_error *error);                    \
    ow_status format##_trace_records(const struct record_place *place, uint32_t count,             \
                                     const void *bytes, size_t size, const void *document,         \
                                     const ow_options *options, ow_visitor visit, void *context,   \
                                     ow_error *error);                                             \
    uint32_t format##_pass_records(const struct record_place *first, uint32_t most, uint64_t *end, \
                                   const void *bytes, size_t size, const void *document,           \
                                   const ow_options *options, struct arena *scratch);              \
    ow_status format##_decode_records(const struct record_place *first, uint32_t *count,           \
                                      uint64_t *stop, void *items, size_t item_size,               \
                                      const void *bytes, size_t size, const void *document,        \
                                      const ow_options *options, struct arena *arena);             \
    const char *format##_record_pointer(unsigned kind);                                            \
    ow_status format##_emit(void *document, const uint64_t *sizes, struct losses *losses,          \
                            struct part_request *part, const ow_options *options,                  \
                            ow_visitor visit, void *context, ow_error *error);                     \
    ow_status format##_copy(void *document, const ow_options *options, struct arena *arena);       \
    ow_status format##_parse(const struct json_text *text, struct record_runs *reused,             \
                             const ow_options *options, struct arena *arena, void *read,           \
                             ow_error *error);                                                     \
    void format##_describe(struct description *description, void *preset)

/* The initialiser of a struct runs. */
#define RUNS_OF(format, type)                                                                      \
    {                                                                                              \
        sizeof(type), format##_decode, format##_salvage, format##_encode, format##_encode_records, \
            format##_measure, format##_trace, format##_trace_records, format##_pass_records,       \
            format##_record_pointer, format##_emit, format##_copy, format##_parse,                 \
            format##_describe                                                                      \
    }

#endif
