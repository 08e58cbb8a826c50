/* A map of a world, in characters. */
#ifndef OW_CLI_LOOK_MAP_H
#define OW_CLI_LOOK_MAP_H

#include <overworld/overworld.h>

/* Prints layers of a map, `count` from `first` on, and a key: in colours where the terminal has them,
 * otherwise in symbols. What is wider than the terminal, or a pipe's 200 columns, is scaled down. */
void print_map(const ow_map *map, uint32_t first, uint32_t count);

/* The same in JSON: every cell's symbol, and what the symbols mean. False without memory. */
bool write_map(ow_json_writer *writer, const ow_map *map, uint32_t first, uint32_t count);

#endif
