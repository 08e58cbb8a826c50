/* The calls that work on any format: opening, checking, showing, changing and converting game
 * worlds. This header includes those of the formats, and all that the library of formats alone has.
 *
 * The library reads and writes no files: the caller passes bytes and sinks.
 *
 * For every call of these headers, unless its comment says otherwise:
 * - `options`: NULL means all defaults. An object that a call opens keeps a copy; the allocator
 *   and callbacks must work until the object is closed.
 * - `error`: receives the status, the place and a message; may be NULL.
 * - Input pointers belong to the caller and are read during the call only. Output structs are
 *   overwritten; what they held before is not released.
 * - A required pointer that is NULL is OW_BAD_ARGUMENT. Calls that release memory accept NULL.
 * - OW_NO_MEMORY and OW_TOO_MUCH_MEMORY are possible wherever memory is needed. base.h lists the
 *   read errors and the write errors.
 *
 * Threads: the library has no global state that changes. Threads may work on different objects,
 * and on the same bytes. They may share a document as long as every call takes it as const. A
 * thread that changes, fills or closes an object must be the only one to use it. Callbacks run in
 * the calling thread, before the call returns; for sinks see ow_options.pool. */
#ifndef OVERWORLD_FORMATS_H
#define OVERWORLD_FORMATS_H

#include "base.h"
#include "change.h"
#include "edit.h"
#include "folder.h"
#include "heights.h"
#include "jecs.h"
#include "looks.h"
#include "map.h"
#include "mods.h"
#include "parts.h"
#include "tiled.h"

/* The formats, written by scripts/list_formats.py. */
#include "blotter.h"
#include "city.h"
#include "leveld.h"
#include "structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A format that Overworld knows. All text is constant; lists end with NULL. Only returned by the
 * library: it grows at its end. */
struct ow_format {
    const char *name;                /* as in "format" of JSON, such as "blotter" */
    const char *title;               /* for people, such as a heading */
    const char *const *extensions;   /* of files, without the dot, the most common first */
    const char *const *folder_files; /* names of the world's file, if a save is a folder */
    const char *const
        *variants; /* accepted by ow_options; ow_target accepts those that can be written */
    unsigned oldest_version, newest_version; /* range that can be read */
    unsigned oldest_written;                 /* the oldest version that ow_convert can make */
    const ow_issue_code *issue_codes;        /* ends with a row whose code is NULL */
    const ow_issue_code *folder_codes;       /* of ow_check_folder, the same way */
};

/* Lists the formats by index.
 *
 * Returns the format number `index`, from 0 on; NULL after the last one.
 * Since 0.1. */
OW_API const ow_format *ow_format_at(size_t index);

/* Finds a format by its name.
 *
 * name: as in ow_format.name, such as "blotter".
 * Returns the format; NULL if there is none, or if `name` is NULL.
 * Since 0.1. */
OW_API const ow_format *ow_format_by_name(const char *name);

/* Finds the format whose files have an extension.
 *
 * extension: without a dot, in any case, such as "partialworld".
 * Returns the format; NULL if there is none, or if `extension` is NULL.
 * Since 0.1. */
OW_API const ow_format *ow_format_by_extension(const char *extension);

/* Recognises the format of a file. For most formats the first few bytes suffice. A file without a
 * magic number may have to be read to its end; no document is built.
 *
 * bytes, size: the file, size in bytes.
 * Returns the format; NULL if it is unknown.
 * Since 0.1. */
OW_API const ow_format *ow_identify(const void *bytes, size_t size);

/* Finds the extensions that a file has in its game. If a format has several kinds of worlds (whole
 * worlds and parts), only those of this kind are listed, or all if the bytes do not say the kind.
 *
 * bytes, size: the file, size in bytes.
 * Returns a constant list that ends with NULL, the most common extension first; NULL if the format
 * is unknown.
 * Since 0.1. */
OW_API const char *const *ow_file_extensions(const void *bytes, size_t size);

/* A document of any format. `format` says which member of `as` is set. A document without `as.any`
 * is empty. */
struct ow_document {
    const ow_format *format;
    union {
        void *any;
        /* A member for each format, written by scripts/list_formats.py. */
        ow_blotter_save *blotter;
        ow_leveld_level *leveld;
        ow_city_save *city;
        ow_structure_build *structure;
    } as;
    uint64_t reserved[2];
};

/* Reads a document of any format.
 *
 * bytes, size: the file, size in bytes.
 * document: receives a document with memory of its own; release it with ow_close. Zeroed on
 *   failure.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_open(const void *bytes, size_t size, const ow_options *options,
                         ow_document *document, ow_error *error);

/* Finds the extensions that the file of a document has in its game, see ow_file_extensions.
 * Returns a constant list that ends with NULL; NULL if there is no document.
 * Since 0.1. */
OW_API const char *const *ow_document_extensions(const ow_document *document);

/* Makes an empty document in the newest version of a format, for programs that build worlds.
 *
 * format: one that the library returned.
 * document: receives a document with memory of its own; release it with ow_close. Zeroed on
 *   failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if `format` is not of the library.
 * Since 0.1. */
OW_API ow_status ow_new(const ow_format *format, const ow_options *options, ow_document *document,
                        ow_error *error);

/* Copies a document. The copy shares no memory with the document.
 *
 * document: may also be one that the caller built in its own memory.
 * copy: receives the copy; release it with ow_close. Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no document.
 * Since 0.1. */
OW_API ow_status ow_copy(const ow_document *document, const ow_options *options, ow_document *copy,
                         ow_error *error);

/* Releases a document and zeroes it. NULL and a zeroed document are allowed. Since 0.1. */
OW_API void ow_close(ow_document *document);

/* Writes a document in its own version and variant.
 *
 * sink: receives the bytes, in order.
 * Returns OW_OK or a write error. After OW_WRITE_FAILED the sink may have received a part.
 * Since 0.1. */
OW_API ow_status ow_write(const ow_document *document, const ow_options *options,
                          const ow_sink *sink, ow_error *error);

/* Writes a document in its own version and variant into memory.
 *
 * buffer: receives the bytes; release it with ow_buffer_free.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_write_buffer(const ow_document *document, const ow_options *options,
                                 ow_buffer *buffer, ow_error *error);

/* Converts a document to another version or variant of its format. The rules of each format are at
 * ow_blotter_convert, ow_leveld_convert, ow_city_convert and ow_structure_convert. A conversion
 * without warnings can be converted back to the same content.
 *
 * target: NULL or all zero: a copy in the same version and variant.
 * warn: called for each loss, with the JSON Pointer of its first place; may be NULL.
 * converted: receives a document that shares no memory with `document`; release it with ow_close.
 *   Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if the format has no such version or variant; OW_BAD_VALUE if the
 * target cannot hold a value, with its place.
 * Since 0.1. */
OW_API ow_status ow_convert(const ow_document *document, const ow_target *target,
                            const ow_options *options, ow_warn warn, void *warn_context,
                            ow_document *converted, ow_error *error);

/* Passes a file to a visitor as events, in file order, without building a document. If the file is
 * damaged, the events before the damage come first. The error is that of ow_open, which may find
 * it earlier, such as a count that the rest of the file has no room for.
 *
 * bytes, size: the file, size in bytes.
 * options: with `meanings`, the events also say what values stand for.
 * visit: called for each event. May return OW_SKIP or OW_STOP.
 * Returns OW_OK, also after OW_STOP, or a read error.
 * Since 0.1. */
OW_API ow_status ow_trace(const void *bytes, size_t size, const ow_options *options,
                          ow_visitor visit, void *context, ow_error *error);

/* A file that is traced several times. Opening it reads the file once and notes its variant and
 * where elements of long lists begin. Later traces jump over what is skipped or left out. One
 * thread at a time may use a tracer. */
typedef struct ow_tracer ow_tracer;

/* Opens a tracer. A truncated file can be opened too: each run then ends with the error.
 *
 * bytes, size: the file. It must not change or go away before ow_tracer_close.
 * options: as for ow_trace. What they point to must stay until ow_tracer_close.
 * tracer: receives the tracer; release it with ow_tracer_close. NULL on failure.
 * Returns OW_OK or a read error of the start of the file.
 * Since 0.1. */
OW_API ow_status ow_tracer_open(const void *bytes, size_t size, const ow_options *options,
                                ow_tracer **tracer, ow_error *error);

/* Traces the file, see ow_trace.
 *
 * options: only the allocator, `max_memory`, `progress` and `meanings` count; NULL: all zero.
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP, or a read error.
 * Since 0.1. */
OW_API ow_status ow_tracer_run(ow_tracer *tracer, const ow_options *options, ow_visitor visit,
                               void *context, ow_error *error);

/* Leaves out elements of an array. Only for a visitor that handles OW_BEGIN_ARRAY. Elements before
 * number `element` are left out if they end before byte `offset`. Some of them may be visited
 * nevertheless; their events have the right index.
 *
 * element: UINT64_MAX: no limit by number.
 * offset: in bytes of the file; UINT64_MAX: no limit by place.
 * Since 0.1. */
OW_API void ow_tracer_leave_out(ow_tracer *tracer, uint64_t element, uint64_t offset);

/* Releases a tracer. NULL is allowed. Since 0.1. */
OW_API void ow_tracer_close(ow_tracer *tracer);

/* Passes a document to a visitor as events: those of its bytes, with the places that the bytes
 * would have. Stops with a write error at the first value that cannot be written.
 *
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP, or a write error.
 * Since 0.1. */
OW_API ow_status ow_trace_document(const ow_document *document, const ow_options *options,
                                   ow_visitor visit, void *context, ow_error *error);

/* Passes a part of a document to a visitor: the value at a JSON Pointer and all that is in it.
 * Takes time in proportion to the part, wherever it is. Offsets and sizes in bytes are
 * meaningless; the rest is as for ow_trace_document.
 *
 * pointer: "" for the whole, or such as "/components" or "/components/9".
 * first, count: range of elements if the value is a list; a count of 0: all. OW_BEGIN_ARRAY states
 *   the length of the whole list.
 * visit: called for each event.
 * Returns OW_OK; OW_BAD_ARGUMENT if nothing is at `pointer`; or a write error.
 * Since 0.1. */
OW_API ow_status ow_trace_part(const ow_document *document, const char *pointer, uint64_t first,
                               uint64_t count, const ow_options *options, ow_visitor visit,
                               void *context, ow_error *error);

/* Finds a record by its own number. In Blotter that is a component by its address: 12 for "C-12".
 * If several records match, finds the first. A truncated file is searched up to its end.
 *
 * bytes, size: the file, size in bytes.
 * number: as other records refer to it.
 * pointer, room: receives the JSON Pointer, zero-terminated; 64 bytes suffice.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no such record, if the format has no such numbers, or
 * if `room` is too small; or a read error.
 * Since 0.1. */
OW_API ow_status ow_find_record(const void *bytes, size_t size, const ow_options *options,
                                uint64_t number, char *pointer, size_t room, ow_error *error);

/* Finds a record of a document by its own number, see ow_find_record.
 *
 * pointer, room: receives the JSON Pointer, zero-terminated; 64 bytes suffice.
 * Returns OW_OK; OW_BAD_ARGUMENT as for ow_find_record; or a write error.
 * Since 0.1. */
OW_API ow_status ow_find_record_document(const ow_document *document, const ow_options *options,
                                         uint64_t number, char *pointer, size_t room,
                                         ow_error *error);

/* Checks a file against the rules of its format.
 *
 * bytes, size: the file, size in bytes.
 * check: which issues to report, and to whom; NULL: all, to nobody.
 * totals: receives the counts; may be NULL.
 * Returns OW_OK if the file was read to its end, whatever was found. Otherwise a read error, which
 * is also the last issue.
 * Since 0.1. */
OW_API ow_status ow_check(const void *bytes, size_t size, const ow_options *options,
                          const ow_check_options *check, ow_check_totals *totals, ow_error *error);

/* Checks a document as the file that it would be written as, in its own variant. Needs additional
 * memory of the size of that file.
 *
 * check, totals: as for ow_check; may be NULL.
 * Returns OW_OK, whatever was found, or a write error.
 * Since 0.1. */
OW_API ow_status ow_check_document(const ow_document *document, const ow_options *options,
                                   const ow_check_options *check, ow_check_totals *totals,
                                   ow_error *error);

/* Describes a file as events. Their names are keys for programs and, with spaces, labels for
 * people.
 *
 * bytes, size: the file, size in bytes.
 * whole: false: reads only the first bytes, however large the file is. true: adds figures that
 *   need the whole file.
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP, or a read error.
 * Since 0.1. */
OW_API ow_status ow_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                              ow_visitor visit, void *context, ow_error *error);

/* Describes a document, with every figure, see ow_summarise. Needs memory as ow_check_document
 * does.
 *
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP, or a write error.
 * Since 0.1. */
OW_API ow_status ow_summarise_document(const ow_document *document, const ow_options *options,
                                       ow_visitor visit, void *context, ow_error *error);

/* Draws a file as a map of cells, seen from above.
 *
 * bytes, size: the file, size in bytes.
 * map: receives the map; release it with ow_map_close. `layer_count` is 0 if the world has nothing
 *   to draw.
 * Returns OW_OK; OW_BAD_ARGUMENT if the format has no such view; or a read error.
 * Since 0.1. */
OW_API ow_status ow_map_open(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                             ow_error *error);

/* Draws a document as a map, see ow_map_open. Needs memory as ow_check_document does.
 *
 * map: receives the map; release it with ow_map_close.
 * Returns OW_OK; OW_BAD_ARGUMENT if the format has no such view; or a write error.
 * Since 0.1. */
OW_API ow_status ow_map_open_document(const ow_document *document, const ow_options *options,
                                      ow_map *map, ow_error *error);

/* Copies the ground of a document as heights. If the document refers to an image, options->images
 * loads it.
 *
 * heights: receives the heights; release them with ow_heights_free. Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if the format has no ground; OW_BAD_VALUE if the image cannot be
 * loaded.
 * Since 0.1. */
OW_API ow_status ow_get_heights(const ow_document *document, const ow_options *options,
                                ow_heights *heights, ow_error *error);

/* Replaces the ground of a document by heights, stored as numbers in the file itself. The game of
 * the city format cannot read such a file: use ow_set_heights_image for the game.
 *
 * document: must own its memory (`owner` is not NULL).
 * heights: copied.
 * Returns OW_OK; OW_BAD_ARGUMENT if the document does not own its memory or the format has no
 * ground.
 * Since 0.1. */
OW_API ow_status ow_set_heights(ow_document *document, const ow_heights *heights, ow_error *error);

/* Replaces the ground of a document by an image, as its game reads it. The caller saves the image
 * at `path` as a PNG of 8 bits a channel, with the samples as red. The scale is chosen so that 256
 * steps from 0 on fit the heights best. If the document has no field for a scale, the game's scale
 * is used.
 *
 * document: must own its memory (`owner` is not NULL).
 * path: of the image, relative, plain names joined by "/"; copied.
 * image: receives the image, in memory of its own; release it with ow_image_free.
 * largest_error: receives the largest difference between a height and its sample, in the world's
 *   unit; infinite if a height is not finite. May be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT as for ow_set_heights, for an invalid path, or without heights.
 * Since 0.1. */
OW_API ow_status ow_set_heights_image(ow_document *document, const ow_heights *heights,
                                      ow_text path, const ow_options *options, ow_image *image,
                                      float *largest_error, ow_error *error);

/* Writes a file as JSON without loss, one record a line. ow_schema describes this JSON.
 *
 * bytes, size: the file, size in bytes.
 * sink: receives the text.
 * Returns OW_OK, a read error or OW_WRITE_FAILED.
 * Since 0.1. */
OW_API ow_status ow_to_json(const void *bytes, size_t size, const ow_options *options,
                            const ow_sink *sink, ow_error *error);

/* Writes a document as JSON: that of the bytes that it would be written as.
 *
 * sink: receives the text.
 * Returns OW_OK or a write error.
 * Since 0.1. */
OW_API ow_status ow_document_to_json(const ow_document *document, const ow_options *options,
                                     const ow_sink *sink, ow_error *error);

/* Reads a document from JSON, as ow_to_json writes it.
 *
 * text, size: the JSON, size in bytes. The offset of an error counts bytes of this text.
 * document: receives a document with memory of its own; release it with ow_close. Zeroed on
 *   failure.
 * Returns OW_OK; OW_BAD_JSON if the text is not JSON or not a world; or another read error.
 * Since 0.1. */
OW_API ow_status ow_from_json(const char *text, size_t size, const ow_options *options,
                              ow_document *document, ow_error *error);

/* Writes the JSON Schema (2020-12) of the JSON of a format, for every version and variant. The
 * schema is derived from the description of the bytes. It omits what JSON Schema cannot express,
 * such as that a list has x_vertices * y_vertices heights.
 *
 * format: one that the library returned.
 * sink: receives the text.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no format; or OW_WRITE_FAILED.
 * Since 0.1. */
OW_API ow_status ow_schema(const ow_format *format, const ow_options *options, const ow_sink *sink,
                           ow_error *error);

/* Lists the fields of a format as events: "format", "versions" (a text for each version and
 * variant) and "fields". "fields" has an object for each field, in file order:
 *
 *   path         JSON Pointer of the field, with "*" for any element
 *   json         type in JSON, in words; missing if JSON does not have the field (a count)
 *   bytes        type in the file, in words; missing if the field takes no bytes of its own
 *   versions     the versions that have the field in this form
 *   depends_on   paths of the fields that decide whether the field is there, or its form
 *   note         what the field means, for people; may be missing
 *
 * A field that differs between versions is listed once for each form. May take seconds.
 *
 * format: one that the library returned.
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP; OW_BAD_ARGUMENT if there is no format.
 * Since 0.1. */
OW_API ow_status ow_fields(const ow_format *format, const ow_options *options, ow_visitor visit,
                           void *context, ow_error *error);

/* A field of a format. Only passed to a visitor: it grows at its end. */
typedef struct ow_field {
    const char *path; /* JSON Pointer, as for ow_fields; valid until the visitor returns */
    /* Type in JSON: "object", "list", "integer", "digits" (64-bit integer as text), "float",
     * "boolean", "text", "bytes" (base64), "name" (one of several words), "null". */
    const char *type;
    const char *note; /* meaning for people; NULL: none */
    uint32_t count;   /* fixed length of a list, else 0 */
    bool hidden;      /* only in the file, not in JSON, such as a count */
    bool has_meaning; /* ow_options.meanings adds an explanation */
    bool derived;     /* a decoded field, see ow_options.meanings */
    uint8_t padding[1];
} ow_field;

/* Called with each field. OW_STOP ends the list; any other value continues. */
typedef ow_visit (*ow_field_visitor)(void *context, const ow_field *field);

/* Lists the fields of a format in file order, for programs that make tables or forms. A field that
 * may have several types is listed once for each. Takes milliseconds.
 *
 * format: one that the library returned.
 * options: with `meanings`, decoded fields are listed too, after all others.
 * visit: called for each field.
 * Returns OW_OK, also after OW_STOP; OW_BAD_ARGUMENT if there is no format.
 * Since 0.1. */
OW_API ow_status ow_list_fields(const ow_format *format, const ow_options *options,
                                ow_field_visitor visit, void *context, ow_error *error);

/* A writer that turns events into JSON text. Pass ow_json_visit with the writer to ow_trace or
 * ow_summarise, then call ow_json_close. */
typedef struct ow_json_writer ow_json_writer;

/* Opens a writer of JSON.
 *
 * format_name: written first, as "format"; must stay until ow_json_close. NULL: not written.
 * sink: receives the text; must stay until ow_json_close.
 * writer: receives the writer; release it with ow_json_close. NULL on failure.
 * Returns OW_OK.
 * Since 0.1. */
OW_API ow_status ow_json_open(const char *format_name, const ow_options *options,
                              const ow_sink *sink, ow_json_writer **writer, ow_error *error);

/* Writes an event. Has the type of ow_visitor.
 *
 * writer: from ow_json_open, as the visitor's context.
 * Returns OW_GO_ON; OW_STOP if writing failed, which ow_json_close reports.
 * Since 0.1. */
OW_API ow_visit ow_json_visit(void *writer, const ow_event *event);

/* Ends the text with a newline and releases the writer.
 * Returns OW_OK; OW_WRITE_FAILED if the sink refused bytes; or the first status of ow_json_fail.
 * Since 0.1. */
OW_API ow_status ow_json_close(ow_json_writer *writer, ow_error *error);

/* Records that the caller could not write all of its events. ow_json_close then returns `status`,
 * unless the sink fails. Only the first call counts. The writer can still be used.
 * Since 0.1. */
OW_API void ow_json_fail(ow_json_writer *writer, ow_status status);

/* Checks that text is valid UTF-8 (RFC 3629).
 * Returns true if it is; empty text is valid.
 * Since 0.1. */
OW_API bool ow_text_is_utf8(ow_text text);

/* Counts the typing errors between two words: letters that are wrong, missing, surplus or swapped
 * with their neighbour. Ignores the case of ASCII letters.
 * Returns the count; 64 if a word has more than 64 bytes.
 * Since 0.1. */
OW_API unsigned ow_text_distance(ow_text a, ow_text b);

/* Most bytes that ow_float_text writes. */
#define OW_FLOAT_TEXT 16

/* Writes the shortest decimal that reads back to the same 32-bit float. It always has a point or
 * an exponent ("0.5", "-0.0", "1e-40"). Others are NaN, Infinity, -Infinity, or NaN:xxxxxxxx with
 * the bits of an unusual NaN in hex.
 *
 * text: receives the digits, without a terminating zero.
 * Returns the number of bytes written.
 * Since 0.1. */
OW_API size_t ow_float_text(float value, char text[OW_FLOAT_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
