/* Reads ELF files. */
#ifndef OW_CLI_CIRCUITS_ELF_H
#define OW_CLI_CIRCUITS_ELF_H

#include "io/input.h"

#include <stdint.h>

bool is_elf(const struct input *file);

/* Copies the loadable segments into a memory whose first byte has the physical address `base`.
 * EXIT_FINE, or another status after a message: the file is broken, or a segment is outside the
 * memory. */
int load_elf(const struct input *file, uint64_t base, uint8_t *memory, size_t size);

#endif
