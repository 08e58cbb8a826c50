/* A world seen from above, as a grid of cells: what `overworld info --map` prints. */
#ifndef OVERWORLD_MAP_H
#define OVERWORLD_MAP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One cell: its colour, and a character (ASCII) for where there are no colours. */
typedef struct ow_map_cell {
    uint8_t red, green, blue;
    char symbol;
} ow_map_cell;

/* What a symbol stands for. Digits and letters without a row of their own count to the row of a digit, whose
 * meaning tells of them all. */
typedef struct ow_map_key {
    char symbol;
    const char *meaning; /* a constant */
} ow_map_key;

enum { OW_MAP_KEYS = 12 };

/* The cell at x, y (y downwards) of a layer is cells[(layer * height + y) * width + x]. */
typedef struct ow_map {
    uint32_t width, height, layer_count;
    ow_map_cell *cells;
    ow_map_key keys[OW_MAP_KEYS]; /* ends with a row whose meaning is NULL, if not full */
    void *owner;
    uint64_t reserved[4];
} ow_map;

/* Gives a map back and zeroes it. NULL is fine. */
OW_API void ow_map_close(ow_map *map);

#ifdef __cplusplus
}
#endif

#endif
