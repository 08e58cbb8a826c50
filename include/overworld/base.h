/* The types that all parts of Overworld share: byte ranges, errors, options, sinks, events,
 * issues.
 *
 * Structs that a program allocates and passes to a call end with `reserved`, room for later
 * versions. Set all members to zero ({0}), then set members by name; leave `reserved` alone. Enums
 * grow at their end: expect unknown values. docs/reference/abi.md says what a compiled program can
 * rely on.
 *
 * Read errors, of calls that read a file: OW_UNKNOWN_FORMAT, OW_UNKNOWN_VERSION, OW_TRUNCATED,
 * OW_BAD_VALUE, OW_CANCELLED, and OW_BAD_ARGUMENT for an unknown ow_options.format or variant.
 * Write errors, of calls that write a document: OW_BAD_VALUE if a field does not fit the format,
 * OW_WRITE_FAILED, OW_CANCELLED, and OW_BAD_ARGUMENT if there is no document.
 * Both include OW_NO_MEMORY and OW_TOO_MUCH_MEMORY.
 *
 * Threads: the calls of this header may run at once on different objects, see formats.h. */
#ifndef OVERWORLD_BASE_H
#define OVERWORLD_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Defined in formats.h and scene.h; declared here so that each header can be included alone. */
typedef struct ow_format ow_format;
typedef struct ow_document ow_document;
typedef struct ow_scene ow_scene;

/* How a call ended. Every call that can fail returns a status and fills an ow_error. */
typedef enum ow_status {
    OW_OK = 0,
    OW_NO_MEMORY,       /* the allocator returned NULL */
    OW_TOO_MUCH_MEMORY, /* ow_options.max_memory would be exceeded */
    OW_UNKNOWN_FORMAT,  /* no known format has such bytes */
    OW_UNKNOWN_VERSION, /* the format is known, its version is not */
    OW_TRUNCATED,       /* the bytes end inside a field */
    OW_BAD_VALUE,       /* a field has an impossible value: a negative count, a wrong footer */
    OW_BAD_JSON,        /* the text is not JSON, or not of the expected shape */
    OW_WRITE_FAILED,    /* the sink refused bytes */
    OW_CANCELLED,       /* the progress callback asked to stop */
    /* a mistake of the caller: no such version, a selector that matches nothing */
    OW_BAD_ARGUMENT,
    /* a patch does not find its place or the expected value; a peg or net does not exist */
    OW_NOT_THERE
} ow_status;

/* Enums in structs are as wide as an int. Options such as -fshort-enums fail to compile here. */
typedef char ow_enums_are_ints[sizeof(ow_status) == sizeof(int) ? 1 : -1];

/* Names a status, such as "truncated".
 * Returns a constant; "unknown status" for other values.
 * Since 0.1. */
OW_API const char *ow_status_name(ow_status status);

/* Bytes that someone else owns. `data` is NULL if there are none at all, which some formats
 * distinguish from an empty run (`data` set, `size` 0). */
typedef struct ow_bytes {
    const uint8_t *data;
    size_t size;
} ow_bytes;

/* Text as in a file: UTF-8 in most files, possibly invalid, not zero-terminated. Someone else owns
 * it. */
typedef struct ow_text {
    const char *data;
    size_t size;
} ow_text;

/* A string literal as text, without its zero: OW_LITERAL("MHG.Peg"). */
#if defined(__cplusplus)
#define OW_LITERAL(literal) (ow_text{"" literal, sizeof(literal) - 1})
#else
#define OW_LITERAL(literal) ((ow_text){"" literal, sizeof(literal) - 1})
#endif

/* A zero-terminated string as text, valid as long as the string. NULL gives empty text. */
static inline ow_text ow_text_of(const char *string)
{
    ow_text text = {"", 0};
    if (string) {
        text.data = string;
        text.size = strlen(string);
    }
    return text;
}

/* The size in bytes that a section of a file states, in formats that do. All members zero: the
 * true size is written. Readers set `keep` if the stated size is wrong, so that the same bytes are
 * written. */
typedef struct ow_stated_size {
    uint32_t stated; /* as in the file */
    bool keep;       /* write `stated` even if it is wrong */
} ow_stated_size;

/* What went wrong and where. `offset` counts bytes from the start of the input (of the text for
 * JSON). `pointer` is the JSON Pointer (RFC 6901) of the field, "" for the whole. `message` is one
 * sentence: what was found, what was expected, what to do. */
typedef struct ow_error {
    ow_status status;
    uint64_t offset;
    char pointer[128];
    char message[384];
    uint64_t reserved[4];
} ow_error;

/* Where memory comes from. All members zero: malloc, realloc and free; blocks of 4 MiB and more
 * use huge pages if the host allows it. `allocate` and `reallocate` return NULL if they cannot.
 * Sizes are in bytes and never 0. Calls that run at once in several threads need a thread-safe
 * allocator. */
typedef struct ow_allocator {
    void *context;
    void *(*allocate)(void *context, size_t size);
    void *(*reallocate)(void *context, void *memory, size_t old_size, size_t new_size);
    void (*release)(void *context, void *memory, size_t size);
    uint64_t reserved[2];
} ow_allocator;

/* An image with one sample per pixel: grey, or the red channel of a coloured image. The sample at
 * x, y is samples[y * width + x]; y points down. */
typedef struct ow_image {
    uint32_t width, height;
    unsigned depth; /* used bits of a sample: 8 or 16 */
    uint16_t *samples;
    /* Height of a sample: offset + scale * sample. A scale of 0: unknown. */
    double scale, offset;
    void *owner; /* the memory of `samples`, of whoever made the image */
    uint64_t reserved[4];
} ow_image;

/* Releases an image that a call of the library made, and zeroes it. NULL is allowed. Since 0.1. */
OW_API void ow_image_free(ow_image *image);

/* Loads the images that a world refers to: the library reads no files. All members zero: no
 * images. */
typedef struct ow_image_source {
    void *context;

    /* Loads and decodes an image. `path` is relative and has plain names only; the library has
     * checked it. On failure returns false and writes one sentence into `message`,
     * zero-terminated, at most `room` bytes. `release` releases the image after use. */
    bool (*load)(void *context, ow_text path, ow_image *image, char *message, size_t room);
    void (*release)(void *context, ow_image *image);
    uint64_t reserved[4];
} ow_image_source;

/* Threads of the caller, for calls that can divide their work. Results are the same, byte for byte,
 * with any number of threads. So a program with threads of its own can lend them; ow_pool_open
 * starts some for a program without. */
typedef struct ow_pool {
    void *context;

    /* How many pieces can run at once, with the thread that calls the library. */
    unsigned threads;

    /* Calls `work` once with each number below `count`, in any order and on any threads, but 0 on
     * the thread that called `run`. Returns when all of these calls have returned. A piece may
     * call `run` again. */
    void (*run)(void *context, uint32_t count, void (*work)(void *argument, uint32_t piece),
                void *argument);
    uint64_t reserved[2];
} ow_pool;

/* Options of a call. All members zero: the defaults. */
/* What ow_from_json found in a text, for ow_folder_from_json: that need not search the text again.
 * All members zero before the first call. Each ow_from_json begins a new note. */
typedef struct ow_json_note {
    const char *text; /* which must not change meanwhile; NULL: none was read */
    size_t size;
    size_t folder; /* where the value of its member "folder" begins; 0: it has none */
    uint64_t reserved[2];
} ow_json_note;

typedef struct ow_options {
    ow_allocator allocator;

    /* Most bytes that one call or document may hold at once. 0: 4 × the input's size + 16 MiB, and
     * no limit for copies and conversions of a document. The samples of an image that a world
     * refers to count as input. Beyond the limit a call fails with OW_TOO_MUCH_MEMORY. Memory for
     * later edits (edit.h) is not counted. */
    uint64_t max_memory;

    /* Reject what is otherwise kept and reported, such as bytes after a footer. */
    bool strict;

    ow_image_source images;

    /* Read as the format of this name. NULL: the format that ow_identify finds. */
    const char *format;

    /* Read as this variant, one of ow_format.variants, even if it does not fit. NULL: the variant
     * that fits. */
    const char *variant;

    /* Called from time to time with the bytes done and the total. Returns false to stop with
     * OW_CANCELLED. NULL: no progress. */
    bool (*progress)(void *context, uint64_t done, uint64_t total);
    void *progress_context;

    /* Traces add what values stand for: after such a value an event named "meaning" (also in
     * arrays), `derived`, with a size of 0. Blotter: the name of a component's type. .structure: a
     * block type's name, and a colour as "#rrggbb". City saves: a thing's name. LevelD: the tile
     * of a blocked cell, and the date of a timestamp.
     *
     * Traces also add decoded fields, `derived` and with a size of 0 too, after the field that
     * they are decoded from. Blotter: "place" (a list, in squares, relative to the parent),
     * "degrees" (a list), and the fields of custom data as an object: "board", "switch", "button",
     * "display", "label", "mount" or "delayer". LevelD: "place" (in cells). City saves: "degrees"
     * (of a direction). .structure: "place". ow_set accepts decoded fields. */
    bool meanings;

    /* Threads for this call; they are used until it returns. NULL: the calling thread does all the
     * work. With a pool of several threads the allocator must be thread-safe. All other callbacks
     * run on the calling thread. */
    const ow_pool *pool;

    /* For ow_from_json and ow_folder_from_json, if both read the same text. NULL: no note. */
    ow_json_note *json_note;
    uint64_t reserved[12];
} ow_options;

/* The most threads of ow_pool_open. */
#define OW_POOL_MOST 256

/* Starts threads for ow_options.pool: one less than `threads`, since the calling thread works
 * too. If the system has fewer to give, pool->threads says how many there are. On systems without
 * POSIX threads there is always one. Several threads may use a pool at once, but only one of them
 * gets its threads. The pool uses the allocator of `options`, which may be NULL.
 *
 * Returns OW_OK; OW_BAD_ARGUMENT for no thread or more than OW_POOL_MOST; OW_NO_MEMORY.
 * Since 0.1. */
OW_API ow_status ow_pool_open(unsigned threads, const ow_options *options, ow_pool **pool,
                              ow_error *error);

/* Ends the threads of a pool that nobody uses any more, and releases it. NULL is allowed.
 * Since 0.1. */
OW_API void ow_pool_close(ow_pool *pool);

/* Receives written bytes, in order. `write` returns false to stop with OW_WRITE_FAILED. */
typedef struct ow_sink {
    void *context;
    bool (*write)(void *context, const void *data, size_t size);
    uint64_t reserved[2];
} ow_sink;

/* Memory that calls write into. Set all members to zero first; release it with ow_buffer_free. It
 * can be reused, which keeps the allocated memory. `data` has `size` bytes. */
typedef struct ow_buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    uint64_t reserved[2];
} ow_buffer;

/* Releases the memory of a buffer and zeroes it. NULL is allowed.
 *
 * options: the same allocator as in the call that wrote.
 * Since 0.1. */
OW_API void ow_buffer_free(ow_buffer *buffer, const ow_options *options);

/* The target of a conversion. All members zero: the document's own version and variant. */
typedef struct ow_target {
    bool has_version; /* use `version` */
    unsigned version;
    const char *variant; /* one of ow_format.variants; NULL: the usual one of the version */
    uint64_t reserved[8];
} ow_target;

/* The kinds of events. A trace gives a file as a sequence of events, in file order. */
typedef enum ow_event_kind {
    OW_BEGIN_OBJECT,
    OW_END_OBJECT,
    OW_BEGIN_ARRAY,
    OW_END_ARRAY,
    OW_VALUE
} ow_event_kind;

typedef enum ow_value_type {
    OW_INTEGER,    /* value.integer */
    OW_FLOAT,      /* value.number, 32 bits wide in the file */
    OW_BOOLEAN,    /* value.integer, 0 or 1 */
    OW_TEXT,       /* value.text */
    OW_BYTES,      /* value.bytes; `data` NULL is the file's own "none" (JSON null) */
    OW_UNSIGNED_64 /* value.unsigned_64; text in JSON, because a double would lose digits */
} ow_value_type;

/* The count of a list that goes on to the end of the file. */
#define OW_UP_TO_THE_END UINT64_MAX

typedef struct ow_event {
    ow_event_kind kind;
    ow_value_type type; /* for OW_VALUE */
    const char *name;   /* the field's name, a constant; NULL for array elements */
    uint64_t index;     /* of an array element */
    uint64_t count;     /* for OW_BEGIN_ARRAY: number of elements, or OW_UP_TO_THE_END */
    uint64_t offset;    /* of the field's first byte in the file */
    uint64_t size;      /* for OW_VALUE and ENDs: bytes in the file, may be 0 */
    bool spread;        /* for objects: holds lists of records; printed over several lines */
    bool derived;       /* follows from other fields (magic numbers, counts); not in JSON */
    uint8_t reserved[6];
    union {
        int64_t integer;
        uint64_t unsigned_64;
        float number;
        ow_text text;
        ow_bytes bytes;
    } value;
} ow_event;

/* What a visitor returns. OW_SKIP after a BEGIN skips everything inside; the END still comes.
 * OW_STOP ends the walk at once, without an error. OW_LEAVE after a value or an END means that
 * nothing more of the object or array around it is needed: what follows there may be skipped, but
 * need not be; the END around it still comes. */
typedef enum ow_visit { OW_GO_ON, OW_SKIP, OW_STOP, OW_LEAVE } ow_visit;

typedef ow_visit (*ow_visitor)(void *context, const ow_event *event);

/* Called with what a conversion loses: one sentence, and the JSON Pointer of its first place. Both
 * are valid during the call only. */
typedef void (*ow_warn)(void *context, const char *pointer, const char *message);

/* How bad an issue is. Error: the game cannot use the file. Warning: no real file has this. Info:
 * worth knowing. */
typedef enum ow_severity { OW_SEVERITY_INFO, OW_SEVERITY_WARNING, OW_SEVERITY_ERROR } ow_severity;

/* Names a severity. Returns a constant: "info", "warning" or "error". Since 0.1. */
OW_API const char *ow_severity_name(ow_severity severity);

/* Whether an issue can be repaired, and whether the repair loses data. */
typedef enum ow_fix { OW_NO_FIX, OW_LOSSLESS_FIX, OW_LOSSY_FIX } ow_fix;

/* Names a fix. Returns a constant: "none", "lossless" or "lossy". Since 0.1. */
OW_API const char *ow_fix_name(ow_fix fix);

/* One kind of issue: a row of a format's table. All text is constant. */
typedef struct ow_issue_code {
    const char *code; /* such as "BLOTTER_DANGLING_PEG"; never changes */
    ow_severity severity;
    ow_fix fix;
    const char *meaning; /* what is wrong, and how that is known */
    const char *advice;  /* what to do about it */
} ow_issue_code;

/* One issue of a file. Valid until the callback returns; grows at its end. */
typedef struct ow_issue {
    const ow_issue_code *code;
    const char *pointer; /* JSON Pointer of the field */
    uint64_t offset;     /* of the field's first byte in the file */
    uint64_t size;       /* of the field, in bytes */
    const char *message;
} ow_issue;

/* What a check found. Counts include issues that were not reported. */
typedef struct ow_check_totals {
    uint64_t errors, warnings, infos;
    uint64_t not_shown; /* how many of them max_issues suppressed */
    uint64_t reserved[4];
} ow_check_totals;

/* Which issues a check reports. All members zero: all. `only` and `ignore` list codes and end with
 * NULL; issues that they exclude are not counted. */
typedef struct ow_check_options {
    const char *const *only;
    const char *const *ignore;
    uint64_t max_issues; /* most issues to report; 0: no limit */

    /* Called with each issue; the order depends on the file alone. May be NULL. */
    void (*issue)(void *context, const ow_issue *issue);
    void *issue_context;
    ow_severity least; /* exclude issues of a lower severity */
    uint8_t padding[4];
    uint64_t reserved[7];
} ow_check_options;

#ifdef __cplusplus
}
#endif

#endif
