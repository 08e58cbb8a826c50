/* A save that is a folder: the text files that a game keeps beside the world. The library reads no files: the
 * caller hands over those that it found. */
#ifndef OVERWORLD_FOLDER_H
#define OVERWORLD_FOLDER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file below the folder. Files whose names end in neither .jecs nor .succ are known by their path alone. */
typedef struct ow_folder_file {
    ow_text path;   /* with / between its parts: "ExtraData/MHG.SimulationSpeed.jecs" */
    ow_bytes bytes; /* may be none for a file that is no text */
} ow_folder_file;

/* The files of a folder, in any order, without the world's own. They belong to the caller. */
typedef struct ow_folder {
    const ow_folder_file *files;
    uint32_t file_count;
    uint32_t padding;
    uint64_t reserved[4];
} ow_folder;

/* Reports the texts of a folder as events: in the root an object "folder", with an object for each folder in it
 * and for each file, by name, in the order of their paths. A file that is no JECS is reported as null. So a title's
 * pointer is "/folder/meta.jecs/Title". OW_BAD_ARGUMENT if a path is not plain: empty, or with an empty part, "." or
 * "..", or more than 8 parts. */
OW_API ow_status ow_trace_folder(const ow_folder *folder, const ow_options *options,
                                 ow_visitor visit, void *context, ow_error *error);

/* Reports what a folder says of its world as events, for people and programs: its tags, its spawn, its players
 * and so on. Reports nothing for a format whose worlds have no folder. */
OW_API ow_status ow_summarise_folder(const ow_format *format, const ow_folder *folder,
                                     const ow_options *options, ow_visitor visit, void *context,
                                     ow_error *error);

/* Holds the files of a folder against its world. Codes are those of ow_format.folder_codes; pointers are those of
 * ow_trace_folder, or into the world. A folder without text files has no issues. `check` and `totals` may be NULL. */
OW_API ow_status ow_check_folder(const ow_document *document, const ow_folder *folder,
                                 const ow_options *options, const ow_check_options *check,
                                 ow_check_totals *totals, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
