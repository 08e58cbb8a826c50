/* Prints a map of a world in characters. */
#ifndef OW_CLI_LOOK_MAP_H
#define OW_CLI_LOOK_MAP_H

#include <overworld/overworld.h>

/* Prints layers of a map, `count` from `first` on, and a key: in colours if the terminal has them,
 * otherwise in symbols. A map that is wider than the terminal, or 200 columns in a pipe, is scaled
 * down. */
void print_map(const ow_map *map, uint32_t first, uint32_t count);

/* Writes the same as JSON: every cell's symbol, and the key. Returns false if memory runs out. */
bool write_map(ow_json_writer *writer, const ow_map *map, uint32_t first, uint32_t count);

#endif
