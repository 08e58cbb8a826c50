/* Finds the fields of one record, and why it cannot be read, by a trace of that record. */
#ifndef OW_SRC_STRUCTURE_LOCATE_H
#define OW_SRC_STRUCTURE_LOCATE_H

#include "structure.h"

/* Finds a field of the root or block that begins at byte `record`. `field` is a JSON Pointer
 * relative to it, "" for the whole. `build` has the variant and the counts. Leaves *offset and
 * *field_size unchanged if there is no such field. */
void structure_locate_in_root(const void *bytes, size_t size, const ow_structure_build *build,
                              uint64_t record, const char *field, uint64_t *offset,
                              uint64_t *field_size);
void structure_locate_in_block(const void *bytes, size_t size, const ow_structure_build *build,
                               uint64_t record, const char *field, uint64_t *offset,
                               uint64_t *field_size);

/* Finds the message for an error of decode in the block at byte `record`. The pointer is relative
 * to the block. */
void structure_explain_block(const void *bytes, size_t size, const ow_structure_build *build,
                             uint64_t record, ow_error *error);

#endif
