/* The defaults of a format's row. ROW_DEFAULTS sets every member; the format's own members after
 * it override them. So no caller meets a NULL. */
#ifndef OW_SRC_DRIVER_ROW_H
#define OW_SRC_DRIVER_ROW_H

#include "driver.h"

#include "../change/identity.h"
#include "../change/parts.h"
#include "../change/references.h"
#include "../change/repair.h"

#include <stddef.h>

/* Empty tables. */
extern const char *const driver_no_names[];
extern const struct field_note driver_no_notes[];
extern const struct version driver_no_versions[];
extern const struct meanings driver_no_meanings;
extern const struct identity driver_no_identities[];
extern const struct references driver_no_references;
extern const struct part_calls driver_no_parts;
extern const struct folder_calls driver_no_folder;
extern const ow_issue_code driver_no_codes[];

/* The codes of errors that end reading, which report_break reports. */
extern const ow_issue_code driver_codes[];

/* Salvage, for the first two of them. */
extern const struct remedy driver_remedies[];

/* Calls for formats that do not have them: see struct format_row. */
uint32_t driver_no_row_length(const void *document, const char *list);
void driver_no_name(const void *document, const char *record, char *text, size_t size);
void driver_no_group(const void *document, struct arena *arena, void **state, const char *record,
                     char *text, size_t size);
bool driver_no_sniff(const uint8_t *bytes, size_t size);
const char *const *driver_no_extensions_of(const void *document);
ow_status driver_no_front(const struct file *file, void *document);
bool driver_none_behind(const uint8_t *bytes, size_t size, uint64_t *offset);
void driver_leave(void *document);
void driver_no_variant(const void *from, void *to);
void driver_no_variant_name(void *preset, const char *name);
unsigned driver_one_candidate(const struct file *file, void *preset);
bool driver_no_find(const struct file *file, void *preset);
bool driver_no_salvage_as(void *preset);
bool driver_keep_salvaged(void *document, struct salvage *salvage);
ow_status driver_convert_version(struct conversion *conversion, const ow_target *target,
                                 ow_error *error);
ow_status driver_no_map(const struct file *file, ow_map *map, ow_error *error);
ow_status driver_no_heights(const void *document, const ow_options *options, ow_heights *heights,
                            ow_error *error);
ow_status driver_no_setting_heights(void *document, const ow_heights *heights, ow_error *error);
ow_status driver_no_heights_image(void *document, const ow_heights *heights, ow_text path,
                                  const ow_options *options, ow_image *image, float *largest_error,
                                  ow_error *error);

/* Defaults of struct part_calls. */
ow_status driver_no_parts_open(struct parts *parts, ow_error *error);
void driver_no_part_filling(const struct parts *parts, const struct part_list *list, uint32_t index,
                            ow_part *part);
ow_status driver_no_removal(void *document, struct parts *parts, ow_error *error);
ow_status driver_no_replacing(void *document, ow_replaced what, ow_text from, ow_text to,
                              uint64_t *count, ow_error *error);
ow_status driver_no_extraction(void *document, struct parts *parts, const struct part_notes *notes,
                               ow_error *error);
ow_status driver_no_rearranging(void *document, struct parts *parts, const ow_rearrangement *how,
                                const struct part_notes *notes, uint64_t *count, ow_error *error);
ow_status driver_no_part_files(const void *part, ow_text title, const ow_allocator *allocator,
                               ow_part_file_visitor visit, void *context);
ow_status driver_no_merging(void *world, void *part, const ow_placement *placement,
                            const struct part_notes *notes, ow_error *error);

/* The first line of a struct part_calls. */
#define PART_DEFAULTS                                                                              \
    .open = driver_no_parts_open, .relate = parts_without_relations,                               \
    .fill = driver_no_part_filling, .remove = driver_no_removal, .replace = driver_no_replacing,   \
    .extract = driver_no_extraction, .rearrange = driver_no_rearranging,                           \
    .list_files = driver_no_part_files, .merge = driver_no_merging,                                \
    .mark_wired = parts_without_wires, .find_origin = parts_keep_origin

/* The first line of a struct format_row. `own` and `owner_of` are those of DEFINE_CALLS. */
#define ROW_DEFAULTS(format, type)                                                                 \
    .about.name = #format, .about.title = #format, .about.extensions = driver_no_names,            \
    .about.folder_files = driver_no_names, .about.variants = driver_no_names,                      \
    .about.issue_codes = driver_codes, .about.folder_codes = driver_no_codes,                      \
    .runs = RUNS_OF(format, type), .folder = &driver_no_folder,                                    \
    .version_offset = offsetof(type, version), .version_size = sizeof(((type *)0)->version),       \
    .versions = driver_no_versions, .notes = driver_no_notes, .meanings = &driver_no_meanings,     \
    .address = "", .identities = driver_no_identities, .parts = &driver_no_parts,                  \
    .references = &driver_no_references, .row_length = driver_no_row_length,                       \
    .name_record = driver_no_name, .find_group = driver_no_group, .sniff = driver_no_sniff,        \
    .extensions_of = driver_no_extensions_of, .read_front = driver_no_front,                       \
    .find_behind = driver_none_behind, .own = own, .owner_of = owner_of, .start = driver_leave,    \
    .set_defaults = driver_leave, .take_variant = driver_no_variant,                               \
    .name_variant = driver_no_variant_name, .candidates = driver_one_candidate,                    \
    .find = driver_no_find, .read = driver_read_file, .trace = driver_trace_file,                  \
    .remedies = driver_remedies, .salvage_as = driver_no_salvage_as, .salvaged_as = "",            \
    .finish_salvaged = driver_keep_salvaged, .convert = driver_convert_version,                    \
    .check = driver_check, .summarise = driver_summarise, .map = driver_no_map,                    \
    .get_heights = driver_no_heights, .set_heights = driver_no_setting_heights,                    \
    .set_heights_image = driver_no_heights_image

#endif
