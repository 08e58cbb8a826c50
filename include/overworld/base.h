/* What every part of Overworld speaks of: byte ranges, errors, options, sinks, events, issues.
 *
 * Structs that a program allocates and hands to a call end with `reserved`, room for later versions:
 * start with all members zero ({0}), set those you mean by name, and leave `reserved` alone. Enums
 * only ever grow at their end: expect values that are none of those you know. docs/reference/abi.md has the
 * whole of what a program can rely on. */
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

/* Defined in overworld.h and scene.h. Named here, so that each header can be included alone. */
typedef struct ow_format ow_format;
typedef struct ow_document ow_document;
typedef struct ow_scene ow_scene;

/* How a call ended. Every call that can fail returns one of these and fills an ow_error. */
typedef enum ow_status {
    OW_OK = 0,
    OW_NO_MEMORY,       /* the allocator returned NULL */
    OW_TOO_MUCH_MEMORY, /* more would be needed than ow_options.max_memory allows */
    OW_UNKNOWN_FORMAT,  /* the bytes are of no format that Overworld knows */
    OW_UNKNOWN_VERSION, /* the format is known, this version of it is not */
    OW_TRUNCATED,       /* the bytes end inside a field */
    OW_BAD_VALUE,       /* a field holds what it cannot hold: a negative count, a wrong footer */
    OW_BAD_JSON,        /* the text is not JSON, or not JSON of the expected shape */
    OW_WRITE_FAILED,    /* the sink refused bytes */
    OW_CANCELLED,       /* the progress callback asked to stop */
    OW_BAD_ARGUMENT,    /* the caller's mistake: no such version, a selector that picks nothing */
    OW_NOT_THERE        /* a patch finds nothing where it works, or not what it expects there */
} ow_status;

/* Enums in structs are as wide as an int: fails to compile with options that say otherwise. */
typedef char ow_enums_are_ints[sizeof(ow_status) == sizeof(int) ? 1 : -1];

/* A short name of a status, such as "truncated"; a constant, never freed. */
OW_API const char *ow_status_name(ow_status status);

/* Bytes that belong to somebody else. `data` is NULL where there are none at all, which some
 * formats keep apart from an empty run (`data` set, `size` 0). */
typedef struct ow_bytes {
    const uint8_t *data;
    size_t size;
} ow_bytes;

/* Text as a file holds it: meant to be UTF-8, perhaps not valid, not terminated. */
typedef struct ow_text {
    const char *data;
    size_t size;
} ow_text;

/* A literal as text, without its zero: OW_LITERAL("MHG.Peg"). */
#if defined(__cplusplus)
#define OW_LITERAL(literal) (ow_text{"" literal, sizeof(literal) - 1})
#else
#define OW_LITERAL(literal) ((ow_text){"" literal, sizeof(literal) - 1})
#endif

/* A zero-terminated string as text, which lives as long as the string. NULL is empty text. */
static inline ow_text ow_text_of(const char *string)
{
    ow_text text = {"", 0};
    if (string) {
        text.data = string;
        text.size = strlen(string);
    }
    return text;
}

/* What a section of a file states as its own size in bytes, in formats that do. All members zero: the
 * true size is written, whatever the section comes to hold. Readers set `keep` where a file states
 * another size than the true one, so that its bytes come back. */
typedef struct ow_stated_size {
    uint32_t stated; /* as the file has it */
    bool keep;       /* write `stated`, true or not */
} ow_stated_size;

/* What went wrong and where. `offset` counts bytes from the start of what was read (of JSON text
 * where JSON was read). `pointer` is the JSON Pointer (RFC 6901) of the field, "" for the whole.
 * `message` is one sentence for a person: what was found, what was expected, what to do. */
typedef struct ow_error {
    ow_status status;
    uint64_t offset;
    char pointer[128];
    char message[384];
    uint64_t reserved[4];
} ow_error;

/* Where memory comes from. All members zero: malloc, realloc and free; blocks of 4 MiB and more are put
 * on huge pages where the host allows it.
 * `allocate` and `reallocate` return NULL when they cannot; sizes are bytes and never 0. */
typedef struct ow_allocator {
    void *context;
    void *(*allocate)(void *context, size_t size);
    void *(*reallocate)(void *context, void *memory, size_t old_size, size_t new_size);
    void (*release)(void *context, void *memory, size_t size);
    uint64_t reserved[2];
} ow_allocator;

/* An image of one sample a pixel: grey, or the red of a coloured one. Sample x, y stands at
 * samples[y * width + x], y downwards. */
typedef struct ow_image {
    uint32_t width, height;
    unsigned depth; /* bits of a sample that count: 8 or 16 */
    uint16_t *samples;
    /* What a sample means as a height: offset + scale * sample. A scale of 0: the image does not say. */
    double scale, offset;
    void *owner; /* the memory behind it, whoever made it */
    uint64_t reserved[4];
} ow_image;

/* Gives an image that a call of the library made back and zeroes it. */
OW_API void ow_image_free(ow_image *image);

/* Where images come from that a world refers to: the library reads no files. All members zero: there
 * are none. */
typedef struct ow_image_source {
    void *context;

    /* Finds and decodes the image that a world calls `path`: a relative path of plain names, which
     * the library has made sure of. On failure returns false with one sentence, at most `room` bytes
     * and zero-terminated, in `message`. */
    bool (*load)(void *context, ow_text path, ow_image *image, char *message, size_t room);
    void (*release)(void *context, ow_image *image);
    uint64_t reserved[4];
} ow_image_source;

/* What a caller may ask for. All members zero is a good choice. */
typedef struct ow_options {
    ow_allocator allocator;

    /* Most bytes that one call or document may hold at once. 0: 4 × the input's size + 16 MiB; of an
     * image that a world refers to, the size of its samples counts as its input's. What is refused
     * for it fails with OW_TOO_MUCH_MEMORY. What a program adds to a document afterwards (edit.h) comes
     * on top. 0 sets no limit to copies and conversions of a document, which is in memory already. */
    uint64_t max_memory;

    /* Refuse what is otherwise kept and reported, such as bytes after a footer. */
    bool strict;

    ow_image_source images;

    /* Read as this format, by name, whatever the bytes look like. NULL: the format that ow_identify finds. */
    const char *format;

    /* Read in this variant, one of ow_format.variants, whether it fits or not. NULL: the one that fits. */
    const char *variant;

    /* Called now and then with bytes done and bytes in all; return false to stop with
     * OW_CANCELLED. NULL: nobody asks. */
    bool (*progress)(void *context, uint64_t done, uint64_t total);
    void *progress_context;

    /* A trace tells what values stand for: behind such a value one event more, called "meaning" even in an
     * array, `derived` and of no bytes. In Blotter a component's type has its name; in .structure a block's
     * type its name and a colour "#rrggbb"; in city saves a thing its name; in LevelD a cell that nothing
     * passes its tile, and a timestamp its date.
     *
     * It also tells decoded fields, `derived` and of no bytes too, behind the field that they are decoded from.
     * Blotter: "place" (a list, in squares, on what carries the component), "degrees" (a list), and the fields of
     * custom data as an object: "board", "switch", "button", "display", "label", "mount" or "delayer". LevelD:
     * "place" (in cells). City saves: "degrees" (of a direction). .structure: "place". ow_set takes them. */
    bool meanings;
    uint64_t reserved[14];
} ow_options;

/* Takes bytes that are written, in order. `write` returns false to stop with OW_WRITE_FAILED. */
typedef struct ow_sink {
    void *context;
    bool (*write)(void *context, const void *data, size_t size);
    uint64_t reserved[2];
} ow_sink;

/* Memory that a call wrote into. Start with all members zero; it may be used again, which keeps
 * what is allocated. `data` holds `size` bytes. Give it back with ow_buffer_free. */
typedef struct ow_buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    uint64_t reserved[2];
} ow_buffer;

/* Gives the memory of a buffer back and zeroes it. `options` as they were for the writing call;
 * NULL stands for all zero. */
OW_API void ow_buffer_free(ow_buffer *buffer, const ow_options *options);

/* What a document is to be converted to. All members zero: what it is already. */
typedef struct ow_target {
    bool has_version; /* `version` counts */
    unsigned version;
    const char *variant; /* one of the format's variants; NULL: as the version asks for */
    uint64_t reserved[8];
} ow_target;

/* A file told as a sequence of events, in file order. */
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
    OW_BYTES,      /* value.bytes; `data` NULL stands for the file's own "none" (JSON null) */
    OW_UNSIGNED_64 /* value.unsigned_64; text in JSON, where a double would lose digits */
} ow_value_type;

/* The count of a list that only the end of its file ends. */
#define OW_UP_TO_THE_END UINT64_MAX

typedef struct ow_event {
    ow_event_kind kind;
    ow_value_type type; /* of a value */
    const char *name;   /* the field's name, a constant; NULL for an element of an array */
    uint64_t index;     /* of an element in its array */
    uint64_t count;     /* with OW_BEGIN_ARRAY: how many elements follow, or OW_UP_TO_THE_END */
    uint64_t offset;    /* the first byte of the field in the file */
    uint64_t size; /* of a value and of an END: how many bytes it takes; 0 where it takes none */
    bool spread;   /* of an object: it holds lists of records, text spreads it over lines */
    bool derived;  /* follows from other fields (magic numbers, counts): left out of JSON */
    uint8_t reserved[6];
    union {
        int64_t integer;
        uint64_t unsigned_64;
        float number;
        ow_text text;
        ow_bytes bytes;
    } value;
} ow_event;

/* What a visitor wants next. OW_SKIP after a BEGIN leaves out everything inside it; its END still
 * comes. OW_STOP ends the walk at once, which is no error. */
typedef enum ow_visit { OW_GO_ON, OW_SKIP, OW_STOP } ow_visit;

typedef ow_visit (*ow_visitor)(void *context, const ow_event *event);

/* Is told what a conversion cannot carry: one sentence, and the JSON Pointer of the first place. */
typedef void (*ow_warn)(void *context, const char *pointer, const char *message);

/* How bad an issue is. An error breaks the file for its game; a warning is something that no real
 * file has; an info is worth knowing. */
typedef enum ow_severity { OW_SEVERITY_INFO, OW_SEVERITY_WARNING, OW_SEVERITY_ERROR } ow_severity;

/* "info", "warning" or "error". */
OW_API const char *ow_severity_name(ow_severity severity);

/* Whether a repair of an issue is known, and whether it loses anything. */
typedef enum ow_fix { OW_NO_FIX, OW_LOSSLESS_FIX, OW_LOSSY_FIX } ow_fix;

/* "none", "lossless" or "lossy". */
OW_API const char *ow_fix_name(ow_fix fix);

/* One kind of issue: a row of a format's table. All text is constant. */
typedef struct ow_issue_code {
    const char *code; /* stable, such as "BLOTTER_DANGLING_PEG" */
    ow_severity severity;
    ow_fix fix;
    const char *meaning; /* what is wrong, and how it is known to be wrong */
    const char *advice;  /* what to do about it */
} ow_issue_code;

/* One thing that is wrong with a file. Lives only while it is handed out; grows at its end. */
typedef struct ow_issue {
    const ow_issue_code *code;
    const char *pointer; /* JSON Pointer of the field */
    uint64_t offset;     /* its first byte */
    uint64_t size;       /* how many bytes it takes */
    const char *message;
} ow_issue;

/* What a check found, counted whether it was handed out or not. */
typedef struct ow_check_totals {
    uint64_t errors, warnings, infos;
    uint64_t not_shown; /* of these, how many max_issues held back */
    uint64_t reserved[4];
} ow_check_totals;

/* What to look for. All members zero: everything, without end. Lists are of codes and end with
 * NULL; a code that is left out is not counted either. */
typedef struct ow_check_options {
    const char *const *only;
    const char *const *ignore;
    uint64_t max_issues; /* hand out no more than this many; 0: all */

    /* Called with each issue, in an order that depends on the file alone. May be NULL. */
    void (*issue)(void *context, const ow_issue *issue);
    void *issue_context;
    ow_severity least; /* leave out issues of a lesser severity */
    uint8_t padding[4];
    uint64_t reserved[7];
} ow_check_options;

#ifdef __cplusplus
}
#endif

#endif
