/* What the symbols and colours of a map stand for. */
#include "map.h"

#include "terminal.h"
#include "terminal_color.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYMBOLS = 256, MOST_COLORS = 64, MOST_PATCHES = 8 };

/* The colours that the cells of a row of the key have, as far as there is room. */
struct palette {
    ow_color colors[MOST_COLORS];
    uint64_t counts[MOST_COLORS];
    unsigned size, last; /* found */
};

struct legend {
    struct palette palettes[OW_MAP_KEYS];
    int row_of[SYMBOLS]; /* -1: none */
};

const ow_map_key *end_of_keys(const ow_map *map)
{
    const ow_map_key *key = map->keys;
    while (key < map->keys + OW_MAP_KEYS && key->meaning)
        key++;
    return key;
}

char printable(char symbol)
{
    return symbol >= ' ' && symbol <= '~' ? symbol : '?';
}

/* See ow_map_key: what has no row of its own counts to that of a digit. */
static void find_rows(const ow_map *map, int row_of[SYMBOLS])
{
    int others = -1;
    const ow_map_key *end = end_of_keys(map);
    for (const ow_map_key *key = map->keys; key < end; key++)
        if (key->symbol >= '0' && key->symbol <= '9')
            others = (int)(key - map->keys);
    for (int i = 0; i < SYMBOLS; i++)
        row_of[i] = others;
    for (const ow_map_key *key = map->keys; key < end; key++)
        row_of[(unsigned char)key->symbol] = (int)(key - map->keys);
}

static void add_color(struct palette *palette, ow_color color)
{
    unsigned i = palette->last;
    if (i >= palette->size || memcmp(&palette->colors[i], &color, sizeof color) != 0)
        for (i = 0; i < palette->size; i++)
            if (memcmp(&palette->colors[i], &color, sizeof color) == 0)
                break;
    if (i == MOST_COLORS)
        return;
    if (i == palette->size)
        palette->colors[palette->size++] = color;
    palette->counts[i]++;
    palette->last = i;
}

static void collect(struct legend *legend, const ow_map *map, uint32_t first, uint32_t count)
{
    size_t cells = (size_t)map->width * map->height;
    find_rows(map, legend->row_of);
    for (size_t i = first * cells; i < (first + count) * cells; i++) {
        const ow_map_cell *cell = &map->cells[i];
        int row = legend->row_of[(unsigned char)cell->symbol];
        if (row >= 0)
            add_color(&legend->palettes[row], (ow_color){cell->red, cell->green, cell->blue, 255});
    }
}

/* The most common colours first. */
static void print_patches(struct palette *palette)
{
    for (unsigned shown = 0; shown < MOST_PATCHES; shown++) {
        unsigned most = 0;
        for (unsigned i = 1; i < palette->size; i++)
            most = palette->counts[i] > palette->counts[most] ? i : most;
        if (palette->size == 0 || palette->counts[most] == 0)
            break;
        palette->counts[most] = 0;
        set_drawn_color(palette->colors[most]);
        fputs("██", stdout);
    }
}

/* Symbols are all told, as one row may stand for a range of them; colours where they are seen. */
void print_legend(const ow_map *map, uint32_t first, uint32_t count)
{
    struct legend *legend = colors_wanted() && has_utf8() ? calloc(1, sizeof *legend) : NULL;
    if (legend)
        collect(legend, map, first, count);
    for (const ow_map_key *key = map->keys; key < end_of_keys(map); key++) {
        struct palette *palette = legend ? &legend->palettes[key - map->keys] : NULL;
        if (!palette) {
            printf("  %c  %s\n", printable(key->symbol), key->meaning);
        } else if (palette->size > 0) {
            fputs("  ", stdout);
            print_patches(palette);
            printf("%s  %s\n", color_off(), key->meaning);
        }
    }
    free(legend);
}
