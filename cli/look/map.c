/* Prints a map of a world in characters: each has two coloured cells on a terminal, or is a
 * symbol. */
#include "look/map.h"

#include "terminal/json.h"
#include "terminal/terminal.h"
#include "terminal/terminal_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYMBOLS = 256, PIPE_COLUMNS = 200 };

/* The key of symbols and colours of a map. */

enum { MOST_COLORS = 64, MOST_PATCHES = 8 };

/* The colours of the cells that one row of the key stands for; the first MOST_COLORS. */
struct palette {
    ow_color colors[MOST_COLORS];
    uint64_t counts[MOST_COLORS];
    unsigned size, last; /* number of colours; the one found last */
};

struct legend {
    struct palette palettes[OW_MAP_KEYS];
    int row_of[SYMBOLS]; /* -1: none */
};

/* The end of a map's keys: the first unused one, or the end of the array. */
static const ow_map_key *end_of_keys(const ow_map *map)
{
    const ow_map_key *key = map->keys;
    while (key < map->keys + OW_MAP_KEYS && key->meaning)
        key++;
    return key;
}

/* A symbol that a terminal can show. */
static char printable(char symbol)
{
    return symbol >= ' ' && symbol <= '~' ? symbol : '?';
}

/* See ow_map_key: symbols without a row of their own belong to that of a digit. */
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

/* Prints the most common colours first. */
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

/* All symbols are listed, as one row may stand for a range of them; only visible colours are. */
/* Prints the key of these layers: symbols, or colours if colours are drawn. */
static void print_legend(const ow_map *map, uint32_t first, uint32_t count)
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

/* The map itself. */

/* The sum of the cells with a symbol. */
struct tally {
    uint64_t count, red, green, blue;
};

struct drawing {
    const ow_map *map;
    uint32_t layer, scale;
    struct tally tallies[SYMBOLS]; /* of the drawn layers */
    uint64_t commonness[SYMBOLS];  /* how many cells have the symbol, or another one of its kind */
};

static const ow_map_cell *cell_at(const ow_map *map, uint32_t layer, uint32_t x, uint32_t y)
{
    return &map->cells[((size_t)layer * map->height + y) * map->width + x];
}

static void add_cell(struct tally *tally, const ow_map_cell *cell)
{
    tally->count++;
    tally->red += cell->red;
    tally->green += cell->green;
    tally->blue += cell->blue;
}

static ow_color color_of(const struct tally *tally)
{
    uint64_t count = tally->count ? tally->count : 1;
    return (ow_color){(uint8_t)(tally->red / count), (uint8_t)(tally->green / count),
                      (uint8_t)(tally->blue / count), 255};
}

static void tally_layers(const ow_map *map, uint32_t first, uint32_t count,
                         struct tally tallies[SYMBOLS])
{
    size_t cells = (size_t)map->width * map->height;
    for (size_t i = first * cells; i < (first + count) * cells; i++)
        add_cell(&tallies[(unsigned char)map->cells[i].symbol], &map->cells[i]);
}

/* Symbols without a row of their own in the key are shades of one kind. */
static void count_kinds(struct drawing *drawing)
{
    uint64_t others = 0;
    for (int i = 0; i < SYMBOLS; i++)
        others += drawing->tallies[i].count;
    for (const ow_map_key *key = drawing->map->keys; key < end_of_keys(drawing->map); key++)
        others -= drawing->tallies[(unsigned char)key->symbol].count;
    for (int i = 0; i < SYMBOLS; i++)
        drawing->commonness[i] = others;
    for (const ow_map_key *key = drawing->map->keys; key < end_of_keys(drawing->map); key++)
        drawing->commonness[(unsigned char)key->symbol] =
            drawing->tallies[(unsigned char)key->symbol].count;
}

/* The end of a character's cells that begin at x or y. */
static uint32_t end_of(uint32_t begin, uint32_t scale, uint32_t limit)
{
    return limit - begin > scale ? begin + scale : limit;
}

/* The mean colour of a square of cells. */
static ow_color mean_color(const struct drawing *drawing, uint32_t left, uint32_t top)
{
    const ow_map *map = drawing->map;
    struct tally tally = {0};
    uint32_t right = end_of(left, drawing->scale, map->width);
    uint32_t bottom = end_of(top, drawing->scale, map->height);
    for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++)
            add_cell(&tally, cell_at(map, drawing->layer, x, y));
    return color_of(&tally);
}

/* The symbol of the rarest kind in a square of cells: a thing among walls, a wall on the floor. */
static char rarest_symbol(const struct drawing *drawing, uint32_t left, uint32_t top)
{
    const ow_map *map = drawing->map;
    char symbol = cell_at(map, drawing->layer, left, top)->symbol;
    uint32_t right = end_of(left, drawing->scale, map->width);
    uint32_t bottom = end_of(top, drawing->scale, map->height);
    for (uint32_t y = top; y < bottom; y++) {
        for (uint32_t x = left; x < right; x++) {
            char other = cell_at(map, drawing->layer, x, y)->symbol;
            if (drawing->commonness[(unsigned char)other] <
                drawing->commonness[(unsigned char)symbol])
                symbol = other;
        }
    }
    return symbol;
}

/* Half blocks: the foreground colour is the upper half of a character, the background colour the
 * lower half. */
static void print_color_row(const struct drawing *drawing, uint32_t top)
{
    const ow_map *map = drawing->map;
    ow_color upper = {0}, lower = {0};
    bool has_lower = map->height - top > drawing->scale;
    for (uint32_t x = 0; x < map->width; x = end_of(x, drawing->scale, map->width)) {
        ow_color color = mean_color(drawing, x, top);
        if (x == 0 || memcmp(&color, &upper, sizeof color) != 0)
            set_drawn_color(upper = color);
        color = has_lower ? mean_color(drawing, x, top + drawing->scale) : lower;
        if (has_lower && (x == 0 || memcmp(&color, &lower, sizeof color) != 0))
            set_color_behind(lower = color);
        fputs("▀", stdout);
    }
    printf("%s\n", color_off());
}

static void print_symbol_row(const struct drawing *drawing, uint32_t top)
{
    uint32_t width = drawing->map->width;
    for (uint32_t x = 0; x < width; x = end_of(x, drawing->scale, width))
        putchar(printable(rarest_symbol(drawing, x, top)));
    putchar('\n');
}

static void print_layer(const struct drawing *drawing)
{
    bool in_color = colors_wanted() && has_utf8();
    uint32_t height = drawing->map->height, rows = in_color ? 2 * drawing->scale : drawing->scale;
    for (uint32_t y = 0; y < height; y = end_of(y, rows, height)) {
        if (in_color)
            print_color_row(drawing, y);
        else
            print_symbol_row(drawing, y);
    }
}

void print_map(const ow_map *map, uint32_t first, uint32_t count)
{
    uint32_t columns = terminal_columns(PIPE_COLUMNS);
    struct drawing drawing = {.map = map, .scale = 1};
    if (map->width > columns)
        drawing.scale = map->width / columns + (map->width % columns > 0);
    tally_layers(map, first, count, drawing.tallies);
    count_kinds(&drawing);
    for (drawing.layer = first; drawing.layer < first + count; drawing.layer++) {
        if (map->layer_count > 1)
            printf("%slayer %" PRIu32 " of %" PRIu32 "%s\n", color_dim(), drawing.layer,
                   map->layer_count, color_off());
        print_layer(&drawing);
    }
    print_legend(map, first, count);
    printf("  %" PRIu32 " x %" PRIu32 " cells", map->width, map->height);
    if (drawing.scale > 1)
        printf(", drawn at 1 : %" PRIu32 " (--json prints every cell)", drawing.scale);
    putchar('\n');
}

static void write_row(ow_json_writer *writer, const ow_map_cell *cells, uint32_t width, char *row)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT};
    for (uint32_t x = 0; x < width; x++)
        row[x] = printable(cells[x].symbol);
    event.value.text = (ow_text){row, width};
    ow_json_visit(writer, &event);
}

bool write_map(ow_json_writer *writer, const ow_map *map, uint32_t first, uint32_t count)
{
    char *row = malloc((size_t)map->width + 1);
    if (!row)
        return false;
    json_begin_lines(writer, "map");
    json_add_integer(writer, "width", map->width);
    json_add_integer(writer, "height", map->height);
    json_begin_array(writer, "keys");
    for (const ow_map_key *key = map->keys; key < end_of_keys(map); key++) {
        json_begin_object(writer, NULL);
        json_add_string(writer, "symbol", (char[]){printable(key->symbol), '\0'});
        json_add_string(writer, "meaning", key->meaning);
        json_end_object(writer);
    }
    json_end_array(writer);
    json_add_integer(writer, "first_layer", first);
    json_begin_array(writer, "layers");
    for (uint32_t layer = first; layer < first + count; layer++) {
        json_begin_array(writer, NULL);
        for (uint32_t y = 0; y < map->height; y++)
            write_row(writer, cell_at(map, layer, 0, y), map->width, row);
        json_end_array(writer);
    }
    json_end_array(writer);
    json_end_object(writer);
    free(row);
    return true;
}
