/* Prints pictures on a terminal. The protocols of kitty and iTerm2 take a PNG in base64, and sixel
 * takes stripes of six rows. Half blocks of two colours work everywhere else. */
#include "terminal/terminal_picture.h"

#include "io/output.h"
#include "pictures/png.h"
#include "terminal/terminal.h"
#include "terminal/terminal_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE = 384, BLOCK_COLUMNS = 64, LEVELS = 6, SIXEL_COLORS = LEVELS * LEVELS * LEVELS };

static bool environment_has(const char *name, const char *word)
{
    const char *value = getenv(name);
    return value && strstr(value, word);
}

static bool find_protocol(enum picture_protocol *protocol)
{
    if (getenv("KITTY_WINDOW_ID") || environment_has("TERM", "kitty") ||
        environment_has("TERM_PROGRAM", "ghostty"))
        *protocol = AS_KITTY;
    else if (environment_has("TERM_PROGRAM", "iTerm") || environment_has("TERM_PROGRAM", "WezTerm"))
        *protocol = AS_ITERM2;
    else if (environment_has("TERM", "sixel") || environment_has("TERM", "mlterm") ||
             environment_has("TERM", "foot"))
        *protocol = AS_SIXEL;
    else
        *protocol = AS_BLOCKS;
    if (*protocol != AS_BLOCKS ? is_terminal(STDOUT_FILENO) : colors_wanted())
        return true;
    complain("pictures need a terminal with colours; write a file with overworld render, or send "
             "one anyway with --picture kitty, iterm2 or sixel");
    return false;
}

bool choose_protocol(const char *name, enum picture_protocol *protocol)
{
    static const char *const names[] = {"kitty", "iterm2", "sixel", "blocks"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            *protocol = (enum picture_protocol)i;
            return true;
        }
    }
    if (strcmp(name, "auto") == 0)
        return find_protocol(protocol);
    complain("--picture takes auto, kitty, iterm2, sixel or blocks, not \"%s\"", name);
    return false;
}

void picture_size(enum picture_protocol protocol, uint32_t *width, uint32_t *height)
{
    unsigned columns = terminal_columns(BLOCK_COLUMNS);
    *width = protocol != AS_BLOCKS ? SIDE : columns < BLOCK_COLUMNS ? columns : BLOCK_COLUMNS;
    *height = *width * 3 / 4 / 2 * 2;
}

static void print_base64(const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16;
        group |= i + 1 < size ? (unsigned)bytes[i + 1] << 8 : 0;
        group |= i + 2 < size ? bytes[i + 2] : 0;
        putchar(digits[group >> 18]);
        putchar(digits[group >> 12 & 63]);
        putchar(i + 1 < size ? digits[group >> 6 & 63] : '=');
        putchar(i + 2 < size ? digits[group & 63] : '=');
    }
}

/* kitty takes at most 4,096 characters at a time; m=1 means that more follow. */
static void print_kitty(const ow_buffer *png)
{
    enum { CHUNK = 3072 };
    for (size_t at = 0; at < png->size; at += CHUNK) {
        size_t size = png->size - at < CHUNK ? png->size - at : CHUNK;
        printf("\033_G%sm=%d;", at == 0 ? "a=T,f=100," : "", at + size < png->size);
        print_base64(png->data + at, size);
        fputs("\033\\", stdout);
    }
    putchar('\n');
}

static void print_iterm2(const ow_buffer *png)
{
    printf("\033]1337;File=inline=1;size=%zu:", png->size);
    print_base64(png->data, png->size);
    fputs("\a\n", stdout);
}

static bool print_png(const ow_picture *picture, enum picture_protocol protocol)
{
    ow_buffer png = {0};
    const ow_sink sink = sink_to_memory(&png);
    ow_error error = {0};
    ow_status status =
        png_encode_color(picture->pixels, picture->width, picture->height, &sink, &error);
    if (status == OW_OK && protocol == AS_KITTY)
        print_kitty(&png);
    else if (status == OW_OK)
        print_iterm2(&png);
    free(png.data);
    return status == OW_OK;
}

/* The nearest colour of a cube of six levels per channel. */
static unsigned cube_index(ow_color color)
{
    const unsigned parts[] = {color.red, color.green, color.blue};
    unsigned index = 0;
    for (int i = 0; i < 3; i++)
        index = index * LEVELS + (parts[i] * (LEVELS - 1) + 127) / 255;
    return index;
}

/* A run of equal characters, "!12?" for long ones. */
static void print_run(char character, unsigned count)
{
    if (count > 3)
        printf("!%u%c", count, character);
    else
        for (unsigned i = 0; i < count; i++)
            putchar(character);
}

/* Prints one colour of a stripe: each character has a bit for each of its six rows. */
static void print_stripe_of(const ow_picture *picture, uint32_t top, unsigned color)
{
    char last = '\0';
    unsigned run = 0;
    for (uint32_t x = 0; x < picture->width; x++) {
        unsigned bits = 0;
        for (uint32_t y = 0; y < 6 && top + y < picture->height; y++)
            bits |=
                (unsigned)(cube_index(picture->pixels[(size_t)(top + y) * picture->width + x]) ==
                           color)
                << y;
        char character = (char)('?' + bits);
        if (character != last) {
            print_run(last, run);
            run = 0;
        }
        last = character;
        run++;
    }
    print_run(last, run);
}

static void print_sixel(const ow_picture *picture)
{
    printf("\033P0;1q\"1;1;%u;%u", picture->width, picture->height);
    for (unsigned i = 0; i < SIXEL_COLORS; i++)
        printf("#%u;2;%u;%u;%u", i, i / LEVELS / LEVELS * 20, i / LEVELS % LEVELS * 20,
               i % LEVELS * 20);
    for (uint32_t top = 0; top < picture->height; top += 6) {
        bool used[SIXEL_COLORS] = {false};
        for (uint32_t y = top; y < top + 6 && y < picture->height; y++)
            for (uint32_t x = 0; x < picture->width; x++)
                used[cube_index(picture->pixels[(size_t)y * picture->width + x])] = true;
        for (unsigned i = 0; i < SIXEL_COLORS; i++) {
            if (!used[i])
                continue;
            printf("#%u", i);
            print_stripe_of(picture, top, i);
            putchar('$');
        }
        putchar('-');
    }
    fputs("\033\\\n", stdout);
}

static void print_blocks(const ow_picture *picture)
{
    for (uint32_t y = 0; y + 1 < picture->height; y += 2) {
        const ow_color *upper = &picture->pixels[(size_t)y * picture->width];
        for (uint32_t x = 0; x < picture->width; x++) {
            set_drawn_color(upper[x]);
            set_color_behind(upper[picture->width + x]);
            fputs("▀", stdout);
        }
        puts("\033[0m");
    }
}

bool print_picture(const ow_picture *picture, enum picture_protocol protocol)
{
    if (protocol == AS_SIXEL)
        print_sixel(picture);
    else if (protocol == AS_BLOCKS)
        print_blocks(picture);
    else
        return print_png(picture, protocol);
    return true;
}
