/* Roots and blocks of a build as parts, see change/parts.h. */
#ifndef OW_SRC_STRUCTURE_PARTS_PARTS_H
#define OW_SRC_STRUCTURE_PARTS_PARTS_H

#include "../../change/parts.h"
#include "../structure.h"

struct build_parts {
    uint32_t first_root, first_block; /* index of the first of each among the parts */
    uint32_t *root_of;                /* of each block; root_count if it has none */
};

ow_status structure_open_parts(struct parts *parts, ow_error *error);
void structure_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                         ow_part *part);
ow_status structure_remove_parts(void *document, struct parts *parts, ow_error *error);
ow_status structure_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                                 uint64_t *count, ow_error *error);
ow_status structure_extract_parts(void *document, struct parts *parts,
                                  const struct part_notes *notes, ow_error *error);
ow_status structure_merge_parts(void *world, void *part, const ow_placement *placement,
                                const struct part_notes *notes, ow_error *error);

ow_status structure_rearrange_parts(void *document, struct parts *parts,
                                    const ow_rearrangement *how, const struct part_notes *notes,
                                    uint64_t *count, ow_error *error);

/* Mirrors the selected roots and blocks in place. On failure, the build may be damaged. */
ow_status structure_mirror_parts(ow_structure_build *build, struct parts *parts,
                                 const ow_rearrangement *how, const struct part_notes *notes,
                                 ow_error *error);

/* Gives every block that is referred to its new number. References to NO_PART are dropped: a
 * connection is removed, a slot of a group or a bearing becomes empty. Numbers from `count` on do
 * not change. */
void structure_renumber(const ow_structure_build *build, ow_structure_block *block,
                        const uint32_t *numbers, uint32_t count);

#endif
