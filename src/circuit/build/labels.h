/* Labels; see labels.c. */
#ifndef OW_SRC_CIRCUIT_BUILD_LABELS_H
#define OW_SRC_CIRCUIT_BUILD_LABELS_H

#include "save.h"

/* Room after a name, in bytes. */
enum { LABEL_MORE = 64 };

/* A name from the text in the form of a label, with room for LABEL_MORE bytes after it. NULL
 * without memory. */
char *build_plain_name(struct writer *writer, ow_text name, bool escaped, size_t *size);

/* Adds a label, `wide` squares wide, from a square on. */
void build_put_text(struct writer *writer, ow_text name, uint32_t wide, uint32_t x, uint32_t z);

/* The label of a memory: "NAME: 16 words of 8 bits". */
void build_put_memory_label(struct writer *writer, const struct build_memory *memory);

/* The labels in front of a row of latches: "count[7:0]", "count[7:0] next", "words[3][15:0]". */
void build_put_unit_labels(struct writer *writer, const struct build_row *row);

#endif
