/* Saves that are folders: the text files that a game keeps beside the world. The library reads no
 * files: the caller passes those that it found.
 *
 * Threads: the calls may run at once, also on the same folder. More in formats.h. */
#ifndef OVERWORLD_FOLDER_H
#define OVERWORLD_FOLDER_H

#include "change.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The file in which the mod SkysCompactCircuits keeps the circuits of a world (from the mod's
 * source; no save with it is known). ow_summarise_folder lists them. */
#define OW_STORED_CIRCUITS_FILE "ExtraData/SkysCompactCircuits.PackedCircuitDatas.bin"

/* A file in the folder or below. Only files that end in .jecs or .succ are read, and
 * OW_STORED_CIRCUITS_FILE. */
typedef struct ow_folder_file {
    ow_text path;   /* parts joined by "/": "ExtraData/MHG.SimulationSpeed.jecs" */
    ow_bytes bytes; /* may be empty for files that are not text */
} ow_folder_file;

/* The files of a folder, in any order, without the world's own. They belong to the caller. */
typedef struct ow_folder {
    const ow_folder_file *files;
    uint32_t file_count;
    uint32_t padding;
    uint64_t reserved[4];
} ow_folder;

/* Passes the texts of a folder to a visitor as events. The root has an object "folder", with an
 * object for each folder in it and each file, in the order of their paths. Files that are not JECS
 * are null. So the title's pointer is "/folder/meta.jecs/Title".
 *
 * folder: its files; paths have at most 8 parts, none of them empty, "." or "..".
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP; OW_BAD_ARGUMENT for an invalid path.
 * Since 0.1. */
OW_API ow_status ow_trace_folder(const ow_folder *folder, const ow_options *options,
                                 ow_visitor visit, void *context, ow_error *error);

/* Describes what a folder says of its world as events: its tags, spawn, players and so on. Without
 * events if worlds of the format have no folder.
 *
 * format: one that the library returned.
 * folder: as for ow_trace_folder.
 * visit: called for each event.
 * Returns OW_OK, also after OW_STOP; OW_BAD_ARGUMENT for an invalid path.
 * Since 0.1. */
OW_API ow_status ow_summarise_folder(const ow_format *format, const ow_folder *folder,
                                     const ow_options *options, ow_visitor visit, void *context,
                                     ow_error *error);

/* Called with the title and the description that a player gave a save; data NULL: none. Valid until
 * the visitor returns. */
typedef void (*ow_title_visitor)(void *context, ow_text title, ow_text description);

/* Finds the title and the description of a save in the files of its folder.
 *
 * format: one that the library returned.
 * folder: as for ow_trace_folder.
 * visit: called once, unless there is an error or no file that could have a title.
 * Returns OW_OK; the error of ow_jecs_read if that file is broken; OW_BAD_ARGUMENT for an invalid
 * path.
 * Since 0.1. */
OW_API ow_status ow_find_title(const ow_format *format, const ow_folder *folder,
                               const ow_options *options, ow_title_visitor visit, void *context,
                               ow_error *error);

/* Checks the files of a folder against its world. Codes are those of ow_format.folder_codes.
 * Pointers are those of ow_trace_folder, or into the world. A folder without text files has no
 * issues.
 *
 * folder: as for ow_trace_folder.
 * check, totals: as for ow_check; may be NULL.
 * Returns OW_OK, whatever was found; OW_BAD_ARGUMENT for an invalid path or an unknown code in
 * `check`.
 * Since 0.1. */
OW_API ow_status ow_check_folder(const ow_document *document, const ow_folder *folder,
                                 const ow_options *options, const ow_check_options *check,
                                 ow_check_totals *totals, ow_error *error);

/* Finds the files of a folder that records of a document use: the colours of its displays. If the
 * document is a part of the folder's world, these are the files to take along.
 *
 * folder: as for ow_trace_folder.
 * belongs: receives a value for each file of the folder.
 * Returns OW_OK; OW_BAD_ARGUMENT for an invalid path.
 * Since 0.1. */
OW_API ow_status ow_find_used_texts(const ow_document *document, const ow_folder *folder,
                                    const ow_options *options, bool *belongs, ow_error *error);

/* What becomes of a text when a part is merged into a world. Only passed to a visitor: it grows at
 * its end. Valid until the visitor returns. */
typedef struct ow_carried_text {
    const char *path; /* in the world's folder */
    ow_bytes bytes;   /* to write there */
    bool replaces;    /* the world has this file, which changes */
    bool clashes;     /* the world has another file here, which the part now uses; no bytes */
    uint8_t padding[6];
} ow_carried_text;

typedef void (*ow_carried_text_visitor)(void *context, const ow_carried_text *text);

/* Takes along the texts that a part uses, before it is merged into a world: the colours of its
 * displays. If the world has other colours under the number of a configuration, or uses the number
 * without a file, the displays of the part get another number: one under which the world has the
 * same colours, or else a free one. The order of configurations in the world's folder gets the new
 * numbers. Displays of mods keep their numbers.
 *
 * world, world_folder: not changed; the folder as for ow_trace_folder.
 * part: its displays are changed. Memory comes from the document.
 * visit: called for each text to write, those that change last, and for each that clashes.
 * Returns OW_OK; OW_BAD_ARGUMENT for an invalid path, or if the formats differ.
 * Since 0.1. */
OW_API ow_status ow_carry_texts(const ow_document *world, const ow_folder *world_folder,
                                ow_document *part, const ow_folder *part_folder,
                                const ow_options *options, ow_carried_text_visitor visit,
                                void *context, ow_error *error);

/* Compares the text files of two folders and reports the differences: files of the first folder
 * alone, then the others in the order of the second. Comments, spacing and the ending of a file do
 * not count. Pointers are those of ow_trace_folder, the record is the file, and its name is what a
 * person calls it. Elements of lists of at most 64 short texts are matched by their order, other
 * elements by place. A file that is not JECS is reported as removed and added if its bytes differ.
 *
 * In OW_CHANGED, one pointer is NULL if that folder has no such key or element. Its values then are
 * not NULL, and their count is 0, as for a key without a value.
 *
 * format: one that the library returned.
 * before, after: as for ow_trace_folder. Values in changes are valid until the
 *   visitor returns.
 * visit: called for each difference; OW_STOP ends the comparison, OW_SKIP is OW_GO_ON. May be
 *   NULL.
 * totals: receives the counts up to the end or OW_STOP; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT for an invalid path.
 * Since 0.1. */
OW_API ow_status ow_diff_folders(const ow_format *format, const ow_folder *before,
                                 const ow_folder *after, const ow_options *options,
                                 ow_change_visitor visit, void *context, ow_change_totals *totals,
                                 ow_error *error);

/* Checks that a path can be a file's name in the JSON of a folder, and be written on any system: it
 * is UTF-8 of at most 2048 bytes and has at most 8 parts, none of them empty, hidden (with a dot in
 * front), or with a backslash or a control character.
 * Returns true if it is.
 * Since 0.1. */
OW_API bool ow_folder_path_is_portable(ow_text path);

/* Writes a world with the files of its folder as JSON: that of ow_to_json, with a last member
 * "folder". This is an object with the content of each file by its path, in the order of the paths:
 * a text, or {"base64": ...} if the content is not UTF-8.
 *
 * bytes, size: the world's own file, size in bytes.
 * folder: the other files. Their paths pass ow_folder_path_is_portable, none is taken twice, and
 *   none is the name of a world (ow_format.folder_files).
 * sink: receives the text.
 * Returns OW_OK; OW_BAD_ARGUMENT for another path, or if the format's worlds have no folder; or an
 * error of ow_to_json.
 * Since 0.1. */
OW_API ow_status ow_folder_to_json(const void *bytes, size_t size, const ow_folder *folder,
                                   const ow_options *options, const ow_sink *sink, ow_error *error);

/* Called with each file of a folder; the bytes are valid until ow_folder_from_json returns. The
 * path ends with a zero byte. */
typedef void (*ow_folder_file_visitor)(void *context, const ow_folder_file *file);

/* Reads the files of a folder from JSON, as ow_folder_to_json writes it. ow_from_json reads the
 * world. Nothing is visited if a file is not as there.
 *
 * text, size: the JSON, size in bytes. The offset of an error counts bytes of this text.
 * options: with the json_note of ow_from_json, a large text is not searched again.
 * has_folder: receives whether the JSON has the member "folder"; may be NULL.
 * visit: called for each file, in the order of their paths.
 * Returns OW_OK, also if there is no folder; OW_BAD_JSON if the text is not such JSON, or a path is
 * not as there; OW_UNKNOWN_FORMAT if the JSON is no world. What is wrong inside of the world's own
 * members is an error of ow_from_json alone.
 * Since 0.1. */
OW_API ow_status ow_folder_from_json(const char *text, size_t size, const ow_options *options,
                                     bool *has_folder, ow_folder_file_visitor visit, void *context,
                                     ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
