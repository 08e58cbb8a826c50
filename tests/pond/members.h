/* What a pond may have besides its bytes: a small one of each, for the rows of members.def. */
#ifndef OW_TESTS_POND_MEMBERS_H
#define OW_TESTS_POND_MEMBERS_H

#include "pond.h"

#include "../change/identity.h"
#include "../change/parts.h"
#include "../change/references.h"
#include "../change/repair.h"
#include "../driver/meanings.h"
#include "../scene/build.h"

extern const ow_issue_code pond_codes[];
extern const char *const pond_folder_files[];
extern const char *const pond_variants[];
extern const struct version pond_versions[];
extern const struct field_note pond_notes[];
extern const struct meanings pond_meanings;
extern const struct identity pond_identities[];
extern const struct references pond_references;
extern const struct remedy pond_remedies[];
extern const struct part_calls pond_no_parts, pond_parts, pond_parts_removed, pond_parts_replaced,
    pond_parts_extracted, pond_parts_with_files, pond_parts_merged, pond_all_parts;

void pond_name_variant(void *preset, const char *name);
uint32_t pond_row_length(const void *document, const char *list);
void pond_name_record(const void *document, const char *record, char *text, size_t size);
const char *const *pond_extensions_of(const void *document);
ow_status pond_read_front(const struct file *file, void *document);
bool pond_find_behind(const uint8_t *bytes, size_t size, uint64_t *offset);
void pond_start(void *document);
void pond_set_defaults(void *document);
void pond_take_variant(const void *from, void *to);
unsigned pond_candidates(const struct file *file, void *preset);
bool pond_find(const struct file *file, void *preset);
ow_status pond_read_file(const struct file *file, void **document, ow_error *error);
ow_status pond_trace_file(const struct file *file, ow_visitor visit, void *context,
                          ow_error *error);
bool pond_salvage_as(void *preset);
bool pond_finish_salvaged(void *document, struct salvage *salvage);
ow_status pond_convert(struct conversion *conversion, const ow_target *target, ow_error *error);
ow_status pond_check(const struct file *file, struct report *report, ow_error *error);
ow_status pond_summarise(const struct file *file, bool whole, struct emitter *emit,
                         ow_error *error);
ow_status pond_map(const struct file *file, ow_map *map, ow_error *error);
scene_filler pond_scene;
ow_status pond_get_heights(const void *document, const ow_options *options, ow_heights *heights,
                           ow_error *error);
ow_status pond_set_heights(void *document, const ow_heights *heights, ow_error *error);
ow_status pond_set_heights_image(void *document, const ow_heights *heights, ow_text path,
                                 const ow_options *options, ow_image *image, float *largest_error,
                                 ow_error *error);

#endif
