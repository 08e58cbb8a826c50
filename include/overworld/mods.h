/* Mods of Logic World: the components that their text files describe. A mod is a folder with
 * manifest.jecs, which has its ID, and components/NAME.jecs (.succ in older mods), which has shapes
 * and pegs. The library reads no files: the caller passes those that it found.
 *
 *     ow_mods *mods;
 *     if (ow_mods_read(&folder, NULL, print_warning, NULL, &mods, &error) != OW_OK)
 *         return error.status;
 *     ow_scene_options options = {.mods = mods};
 *     ow_scene_open(bytes, size, NULL, &options, &scene, &error);
 *     ow_mods_free(mods);
 *
 * Pictures show a type whose shape is in such a file as the game does, and circuits know its
 * contacts. A type whose shape the mod's own code makes stays a box.
 *
 * Threads: several threads may use the same mods. More in formats.h. */
#ifndef OVERWORLD_MODS_H
#define OVERWORLD_MODS_H

#include "folder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The file in a mod's folder that says what its components do, in the form of
 * ow_circuit_options.types_json. */
#define OW_MOD_TYPES_FILE "overworld-types.json"

/* Limits of one type, and of all mods together. */
enum { OW_MOD_BLOCKS = 256, OW_MOD_PEGS = 1024, OW_MOD_TYPES = 16384 };

/* A component of a mod. */
typedef struct ow_mod_type {
    ow_text name; /* as in saves, such as "LabelSockets.LabelSocket"; zero-terminated */
    ow_text file; /* as in ow_folder_file.path; zero-terminated */
    uint32_t line;
    uint32_t inputs, outputs; /* 0 without a shape */
    bool has_shape;           /* the file has the shape; else the mod's code makes it */
    uint8_t padding[3];
} ow_mod_type;

/* Mods that were read. Grows at its end. */
typedef struct ow_mods {
    const ow_mod_type *types; /* in ascending order of names, as bytes */
    uint32_t type_count;
    uint32_t mod_count;
    void *owner;
} ow_mods;

/* Reads the mods of a folder: the folder of one mod, or one that has mods at any depth.
 *
 * folder: its files, as for ow_trace_folder; others than manifests, components and
 *   OW_MOD_TYPES_FILE are ignored.
 * warn: called for each file and each type that cannot be read, which is left out, with "" as
 *   pointer; the message begins with the file and the line. NULL: not called.
 * mods: receives the mods; release them with ow_mods_free. They share no memory with `folder`.
 *   NULL on failure.
 * Returns OW_OK, also for a folder without mods; OW_BAD_ARGUMENT for an invalid path.
 * Since 0.1. */
OW_API ow_status ow_mods_read(const ow_folder *folder, const ow_options *options, ow_warn warn,
                              void *warn_context, ow_mods **mods, ow_error *error);

/* Releases mods. NULL is allowed. Since 0.1. */
OW_API void ow_mods_free(ow_mods *mods);

/* Finds a type by its name.
 * Returns the type; NULL if there is none, or if `mods` is NULL.
 * Since 0.1. */
OW_API const ow_mod_type *ow_mods_find(const ow_mods *mods, ow_text name);

/* Checks a Logic World save against the mods that its components are from: their numbers of pegs,
 * and whether the mods have their types. Codes are those of ow_format.folder_codes; pointers lead
 * into the save. Worlds of other formats have no issues.
 *
 * check, totals: as for ow_check; may be NULL.
 * Returns OW_OK, whatever was found; OW_BAD_ARGUMENT for an unknown code in `check`.
 * Since 0.1. */
OW_API ow_status ow_check_mods(const ow_document *document, const ow_mods *mods,
                               const ow_options *options, const ow_check_options *check,
                               ow_check_totals *totals, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
