/* The files that Logic World keeps beside a world or a subassembly, in its folder. The library
 * opens no files: its caller passes their names and bytes (../../jecs/folder.h). */
#ifndef OW_SRC_BLOTTER_FOLDER_FOLDER_H
#define OW_SRC_BLOTTER_FOLDER_FOLDER_H

#include "../../base/emit.h"
#include "../../base/report.h"
#include "../../jecs/folder.h"
#include "../blotter.h"
#include "../display_file.h"
#include "../types/types.h"

#define DISPLAY_FOLDER "ExtraData/MHG.DisplayConfigurations/"
#define PLAYER_FOLDER  "players/"

enum {
    FOLDER_TEXT_BROKEN,
    FOLDER_TWO_ENDINGS,
    FOLDER_TITLE_MISSING,
    FOLDER_DISPLAY_UNUSED,
    FOLDER_DISPLAY_MISSING,
    FOLDER_DISPLAY_COLORS,
    FOLDER_FLAG_MISSING,
    FOLDER_PLACEMENT_COUNT,
    FOLDER_MOD_UNUSED,
    FOLDER_MOD_PEGS,
    FOLDER_MOD_TYPE_MISSING,
    FOLDER_CODE_COUNT
};

extern const ow_issue_code blotter_folder_codes[FOLDER_CODE_COUNT + 1];

/* Finds which display configuration a file has. Returns false for other files. */
bool folder_names_display(const struct text_file *file, uint32_t *inputs, uint32_t *configuration);

/* Whether a file holds the order of configurations of the displays with some count of inputs. */
bool folder_names_order(const struct text_file *file, uint32_t *inputs);

/* The configurations of displays, by count of inputs: inputs * DISPLAY_CONFIGURATIONS + number. */
enum { DISPLAY_TYPES = (DISPLAY_INPUTS + 1) * DISPLAY_CONFIGURATIONS };
#define NO_DISPLAY UINT32_MAX

/* The configuration that a component shows; NO_DISPLAY if it is no display or cannot be read. */
uint32_t display_configuration(const struct component_type *type,
                               const ow_blotter_component *component);

/* Whether a file is in a folder, directly or not. */
bool folder_holds(const char *folder, const struct text_file *file);

ow_status blotter_check_folder(const void *document, const struct texts *texts,
                               struct report *report, ow_error *error);
ow_status blotter_mark_used_texts(const void *document, const struct texts *texts, bool *belongs,
                                  ow_error *error);
ow_status blotter_carry_texts(const void *world, const struct texts *world_texts, void *part,
                              const struct texts *part_texts, const struct text_carrier *carrier,
                              ow_error *error);
const struct text_file *blotter_find_title(const struct texts *texts, const ow_jecs_node **title,
                                           const ow_jecs_node **description);
void blotter_name_file(const struct text_file *file, char *name, size_t room);
ow_status blotter_summarise_folder(const struct texts *texts, struct emitter *emit);

/* Lists the circuits of a mod that are stored beside a world. */
ow_status blotter_emit_stored_circuits(const struct texts *texts, struct emitter *emit);

#endif
