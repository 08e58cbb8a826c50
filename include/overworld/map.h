/* A world seen from above, as a grid of cells: what `overworld info --map` prints. Maps are made
 * by ow_map_open (formats.h).
 *
 * Threads: a map may be read by several threads; release it in one. */
#ifndef OVERWORLD_MAP_H
#define OVERWORLD_MAP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One cell: its colour, and an ASCII character for displays without colours. */
typedef struct ow_map_cell {
    uint8_t red, green, blue;
    char symbol;
} ow_map_cell;

/* What a symbol means. Digits and letters without a row of their own belong to the row of a
 * digit. */
typedef struct ow_map_key {
    char symbol;
    const char *meaning; /* a constant */
} ow_map_key;

enum { OW_MAP_KEYS = 12 };

/* A map. The cell at x, y of a layer is cells[(layer * height + y) * width + x]; y points down. */
typedef struct ow_map {
    uint32_t width, height, layer_count;
    ow_map_cell *cells;
    ow_map_key keys[OW_MAP_KEYS]; /* if not full, ends with a row whose meaning is NULL */
    void *owner;
    uint64_t reserved[4];
} ow_map;

/* Releases a map and zeroes it. NULL is allowed. Since 0.1. */
OW_API void ow_map_close(ow_map *map);

#ifdef __cplusplus
}
#endif

#endif
