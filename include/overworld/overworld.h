/* Overworld: opens, checks, changes, converts and shows game worlds.
 *
 * This header includes all others and holds the calls that work on any format. The library does
 * no input or output of its own: the caller owns the bytes.
 *
 * It keeps no global state. Two threads may use it at once, on different things or on the same bytes,
 * and on the same document as long as neither changes it: a call that takes a const pointer only
 * reads. What one thread changes, writes into or closes is its own meanwhile. Callbacks run in the
 * thread that made the call, and never after it has returned. Everywhere `options` and `error` may be
 * NULL. Another pointer that is missing is OW_BAD_ARGUMENT, unless its call says what NULL means; calls that
 * give memory back take NULL. */
#ifndef OVERWORLD_H
#define OVERWORLD_H

#include "base.h"
#include "bench.h"
#include "change.h"
#include "circuit.h"
#include "edit.h"
#include "folder.h"
#include "gltf.h"
#include "heights.h"
#include "jecs.h"
#include "map.h"
#include "netlist.h"
#include "parts.h"
#include "picture.h"
#include "scene.h"
#include "tiled.h"

/* The formats, written by scripts/list_formats.py. */
#include "blotter.h"
#include "city.h"
#include "leveld.h"
#include "structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A format that Overworld knows. All text is constant; lists end with NULL. Only ever handed out: it
 * grows at its end. */
struct ow_format {
    const char *name;                /* as in JSON's "format", such as "blotter" */
    const char *title;               /* for people */
    const char *const *extensions;   /* of files, without the dot, the most usual one first */
    const char *const *folder_files; /* the file that holds the world, where a save is a folder */
    const char *const
        *variants; /* that ow_options may name, and ow_target where one can be written */
    unsigned oldest_version, newest_version; /* that are read */
    unsigned oldest_written;                 /* the oldest version that ow_convert makes */
    const ow_issue_code *issue_codes;        /* ends with a row whose code is NULL */
    const ow_issue_code *folder_codes;       /* of ow_check_folder, the same way */
};

/* The formats, one after another: NULL after the last. */
OW_API const ow_format *ow_format_at(size_t index);

/* The format with a name ("blotter"), or whose files have an extension ("partialworld", without a
 * dot, in any case); NULL where there is none. */
OW_API const ow_format *ow_format_by_name(const char *name);
OW_API const ow_format *ow_format_by_extension(const char *extension);

/* The format that bytes are of, or NULL. The first few bytes tell for most formats; a file without a
 * mark of its own may have to be gone through to its end, and nothing is built for that. */
OW_API const ow_format *ow_identify(const void *bytes, size_t size);

/* The extensions that a file has in its game, the most usual one first: of a format whose worlds are of several
 * kinds (whole ones and parts) those of its kind alone, and all where the bytes do not say it. A constant, as
 * ow_format.extensions is; NULL where the bytes are of no format. */
OW_API const char *const *ow_file_extensions(const void *bytes, size_t size);

/* A document of any format: `format` says which member is set. */
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

/* Reads a document of whichever format the bytes are, into memory of its own. On failure *document
 * has no format. */
OW_API ow_status ow_open(const void *bytes, size_t size, const ow_options *options,
                         ow_document *document, ow_error *error);

/* The same as ow_file_extensions for a document. NULL where there is none. */
OW_API const char *const *ow_document_extensions(const ow_document *document);

/* Makes a document with nothing in it, in the newest version of a format: a start for programs that
 * build worlds. It owns memory of its own, as one from ow_open does. */
OW_API ow_status ow_new(const ow_format *format, const ow_options *options, ow_document *document,
                        ow_error *error);

/* Makes a copy that shares no memory with the document, which may be one that the caller built. */
OW_API ow_status ow_copy(const ow_document *document, const ow_options *options, ow_document *copy,
                         ow_error *error);

/* Gives a document back and zeroes it. NULL and a zeroed document are fine. */
OW_API void ow_close(ow_document *document);

/* Writes a document in its own version and variant. */
OW_API ow_status ow_write(const ow_document *document, const ow_options *options,
                          const ow_sink *sink, ow_error *error);
OW_API ow_status ow_write_buffer(const ow_document *document, const ow_options *options,
                                 ow_buffer *buffer, ow_error *error);

/* Makes a copy of a document in another version or variant of its format, see ow_blotter_convert,
 * ow_leveld_convert, ow_city_convert and ow_structure_convert. `target` may be NULL for a copy as it is.
 * What cannot be carried is told to `warn` (which may be NULL), one sentence a call, with the JSON
 * Pointer of the first place: what converts without a word converts back to the same content. The copy
 * shares no memory with the document. OW_BAD_ARGUMENT where the format has no such version or variant,
 * OW_BAD_VALUE where a value has no room there, with its place. */
OW_API ow_status ow_convert(const ow_document *document, const ow_target *target,
                            const ow_options *options, ow_warn warn, void *warn_context,
                            ow_document *converted, ow_error *error);

/* Tells a file as events, in file order, without building anything in memory. On a broken file the
 * events up to the break come first; the error is that of a reader, which may stop before: at a count
 * that the rest of the file has no room for. With ow_options.meanings it tells what values stand for. */
OW_API ow_status ow_trace(const void *bytes, size_t size, const ow_options *options,
                          ow_visitor visit, void *context, ow_error *error);

/* A file that is traced again and again. Opening it passes the file once, and notes its variant and where
 * elements of long lists begin: what a walk skips or leaves out is then not passed again. The bytes are the
 * caller's, and stay as they are until it is closed; it works for one thread at a time. A file that breaks
 * off is opened too, and each walk has the error. `options` as for ow_trace; what they point to stays as well. */
typedef struct ow_tracer ow_tracer;
OW_API ow_status ow_tracer_open(const void *bytes, size_t size, const ow_options *options,
                                ow_tracer **tracer, ow_error *error);

/* As ow_trace, of its `options` the allocator, `max_memory`, `progress` and `meanings`; NULL: as when all are zero. */
OW_API ow_status ow_tracer_run(ow_tracer *tracer, const ow_options *options, ow_visitor visit,
                               void *context, ow_error *error);

/* For a visitor that is told OW_BEGIN_ARRAY: it can do without the elements of this array before number
 * `element`, as far as they end before byte `offset` (UINT64_MAX, either: whatever the other says). Some of
 * them are told nevertheless; an element that is told says its index, as always. */
OW_API void ow_tracer_leave_out(ow_tracer *tracer, uint64_t element, uint64_t offset);

/* Frees it; NULL is fine. */
OW_API void ow_tracer_close(ow_tracer *tracer);

/* ow_trace for a document: the events that a trace of its bytes would give, with the places where those
 * would stand. A document that cannot be written stops there with the error of a writer. */
OW_API ow_status ow_trace_document(const ow_document *document, const ow_options *options,
                                   ow_visitor visit, void *context, ow_error *error);

/* Tells a part of a document alone: what stands at a JSON Pointer ("" for the whole, "/components/9",
 * "/components"), with what is in it. Of a list, `count` elements from `first` on, behind its OW_BEGIN_ARRAY, whose
 * count is that of all; a count of 0: all of them. Such a run of elements takes as long as it is, wherever it stands.
 * Offsets and sizes in bytes mean nothing, all else is as ow_trace_document tells it. OW_BAD_ARGUMENT where nothing
 * stands there. */
OW_API ow_status ow_trace_part(const ow_document *document, const char *pointer, uint64_t first,
                               uint64_t count, const ow_options *options, ow_visitor visit,
                               void *context, ow_error *error);

/* Finds the record that has a number of its own, by which other records refer to it and people know it: in
 * Blotter a component by its address, the 12 of "C-12". Writes its JSON Pointer, ended by a zero, into
 * `pointer`, which has room for `room` bytes; 64 are enough. Of several the first is found; a file that
 * breaks off is searched up to there. OW_BAD_ARGUMENT where there is no such record, where the format has
 * no such numbers, or where the pointer has no room. */
OW_API ow_status ow_find_record(const void *bytes, size_t size, const ow_options *options,
                                uint64_t number, char *pointer, size_t room, ow_error *error);

/* The same in a document. */
OW_API ow_status ow_find_record_document(const ow_document *document, const ow_options *options,
                                         uint64_t number, char *pointer, size_t room,
                                         ow_error *error);

/* Checks a file against the rules of its format. Returns OW_OK when the file could be read to its
 * end, whatever was found; otherwise the break itself is the last issue and the error. */
OW_API ow_status ow_check(const void *bytes, size_t size, const ow_options *options,
                          const ow_check_options *check, ow_check_totals *totals, ow_error *error);

/* The same for a document, as the file that it would be written as, in its own variant; one that cannot
 * be written is the writer's error. Takes as much memory besides as that file has bytes. `check` and
 * `totals` may be NULL, here and above. */
OW_API ow_status ow_check_document(const ow_document *document, const ow_options *options,
                                   const ow_check_options *check, ow_check_totals *totals,
                                   ow_error *error);

/* Tells what a file is, as events whose names are keys for a program and, with spaces, for a
 * person. `whole` asks for figures that need the whole file; without it only the first bytes are
 * looked at, however large the file is. */
OW_API ow_status ow_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                              ow_visitor visit, void *context, ow_error *error);

/* The same for a document, with every figure. Memory as for ow_check_document. */
OW_API ow_status ow_summarise_document(const ow_document *document, const ow_options *options,
                                       ow_visitor visit, void *context, ow_error *error);

/* Draws a file as a map. `layer_count` is 0 where the world has nothing to see from above yet.
 * OW_BAD_ARGUMENT where the format has no such view. */
OW_API ow_status ow_map_open(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                             ow_error *error);

/* The same for a document. Memory as for ow_check_document. */
OW_API ow_status ow_map_open_document(const ow_document *document, const ow_options *options,
                                      ow_map *map, ow_error *error);

/* The ground of a document as heights, in memory of their own; where the document refers to an image,
 * options->images finds it. OW_BAD_ARGUMENT where the format has no ground, OW_BAD_VALUE where the
 * image cannot be had. */
OW_API ow_status ow_get_heights(const ow_document *document, const ow_options *options,
                                ow_heights *heights, ow_error *error);

/* Puts heights in place of a document's ground, as numbers in the file itself; copies them. The document
 * must be one that the library made: OW_BAD_ARGUMENT where its `owner` is NULL, or where the format has no
 * ground. A city's game never came to read such numbers: ow_set_heights_image is for the game. */
OW_API ow_status ow_set_heights(ow_document *document, const ow_heights *heights, ow_error *error);

/* Puts heights in place of a document's ground as its game reads them: the document then names an image by
 * `path`, relative and of plain names with / between them, and the caller writes *image there, in memory of
 * its own, to be given back with ow_image_free. Its samples are the red of a PNG of 8 bits a channel. The
 * scale is chosen so that heights come back as exactly as 256 steps from 0 on can have them, or is that of
 * the game where the document has no room for one; *largest_error (may be NULL) is by how much one differs
 * at most, infinite where one is not finite. OW_BAD_ARGUMENT as for ow_set_heights, for a path that is not
 * such, and where there are no heights. */
OW_API ow_status ow_set_heights_image(ow_document *document, const ow_heights *heights,
                                      ow_text path, const ow_options *options, ow_image *image,
                                      float *largest_error, ow_error *error);

/* Writes a file as JSON: lossless, one record a line. ow_schema says what it looks like. */
OW_API ow_status ow_to_json(const void *bytes, size_t size, const ow_options *options,
                            const ow_sink *sink, ow_error *error);

/* The same for a document: the JSON of the bytes that it would be written as. */
OW_API ow_status ow_document_to_json(const ow_document *document, const ow_options *options,
                                     const ow_sink *sink, ow_error *error);

/* Reads a document from JSON text, into memory of its own. The error's offset counts bytes of the
 * text. */
OW_API ow_status ow_from_json(const char *text, size_t size, const ow_options *options,
                              ow_document *document, ow_error *error);

/* Writes the JSON Schema (2020-12) of what ow_to_json writes and ow_from_json reads, of every version and
 * variant of a format. It is made from the description of the format's bytes, so that it cannot disagree
 * with either. What JSON Schema cannot say (how many heights x_vertices * y_vertices are) is left out. */
OW_API ow_status ow_schema(const ow_format *format, const ow_options *options, const ow_sink *sink,
                           ow_error *error);

/* Tells the fields of a format as events: "format", "versions" (a text for each version and variant) and
 * "fields", objects in file order with
 *
 *   path         where it stands in JSON, as a JSON Pointer with "*" for any element
 *   json         what it is there, in words; missing where the field is in the file alone, as counts are
 *   bytes        what it is in the file, in words; missing where no bytes of its own stand for it
 *   versions     those of the format's that have it so
 *   depends_on   paths of other fields whose values decide whether it is there, or what it is
 *   note         what it means, for people; missing where nobody wrote it down
 *
 * A field that differs between versions is told once for each way. */
OW_API ow_status ow_fields(const ow_format *format, const ow_options *options, ow_visitor visit,
                           void *context, ow_error *error);

/* A field of a format. Only ever handed out: it grows at its end. */
typedef struct ow_field {
    const char *path; /* where it stands in JSON, as above; lives until the visitor returns */
    const char *type; /* "object", "list", "integer", "digits" (an integer of 64 bits), "float",
                         "boolean", "text", "bytes" (base64), "name" (one of several words), "null" */
    const char *note; /* what it means; NULL where nobody wrote it down */
    uint32_t count;   /* of a list that always has as many elements, else 0 */
    bool hidden;      /* in the file alone, such as a count */
    bool has_meaning; /* ow_options.meanings has more to say of the value */
    uint8_t padding[2];
} ow_field;

/* Return OW_STOP to hear of no more; all else is OW_GO_ON. */
typedef ow_visit (*ow_field_visitor)(void *context, const ow_field *field);

/* Lists the fields of a format in file order, for programs that make tables or forms of them; one that may
 * be of several types is listed once for each. Takes milliseconds, where ow_fields may take seconds. */
OW_API ow_status ow_list_fields(const ow_format *format, const ow_options *options,
                                ow_field_visitor visit, void *context, ow_error *error);

/* Writes events as JSON text: hand ow_json_visit and the writer to ow_trace or ow_summarise, then
 * call ow_json_close, which ends the text with a newline and gives the writer back. `format_name` is
 * written first, as "format", where it is not NULL. */
typedef struct ow_json_writer ow_json_writer;
OW_API ow_status ow_json_open(const char *format_name, const ow_options *options,
                              const ow_sink *sink, ow_json_writer **writer, ow_error *error);
OW_API ow_visit ow_json_visit(void *writer, const ow_event *event);
OW_API ow_status ow_json_close(ow_json_writer *writer, ow_error *error);

/* Records that the caller could not write all of its events: ow_json_close returns the first such status,
 * unless the sink fails. The writer goes on as before. */
OW_API void ow_json_fail(ow_json_writer *writer, ow_status status);

/* Whether text is valid UTF-8 (RFC 3629). */
OW_API bool ow_text_is_utf8(ow_text text);

/* Counts the typing slips between two words: letters that are wrong, missing, too many, or change places
 * with their neighbour. The case of ASCII letters does not count. Returns 64 if a word has more than 64
 * bytes. */
OW_API unsigned ow_text_distance(ow_text a, ow_text b);

/* Writes the shortest decimal that reads back to the same 32-bit float, always with a point or an
 * exponent ("0.5", "-0.0", "1e-40"), and non-finite values as NaN, Infinity, -Infinity and, where
 * a NaN is not the usual one, NaN:xxxxxxxx with its bits in hex. Returns how many of the at most
 * OW_FLOAT_TEXT bytes were written; no zero follows. */
#define OW_FLOAT_TEXT 16
OW_API size_t ow_float_text(float value, char text[OW_FLOAT_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
