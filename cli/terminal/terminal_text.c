/* Prints text and data on a terminal: nothing from a file has an effect on it. */
#include "terminal/terminal_text.h"

#include "answers.h"
#include "terminal/terminal.h"

#include <string.h>
#include <unistd.h>

/* Output for another program keeps its characters in any locale. */
static bool is_ascii_terminal(int descriptor)
{
    return is_terminal(descriptor) && !has_utf8();
}

void print_safely(FILE *to, const char *text, size_t size)
{
    char shown[SHOWN_SAFELY];
    bool ascii = is_ascii_terminal(to == stderr ? STDERR_FILENO : STDOUT_FILENO);
    for (size_t at = 0; at < size;) {
        size_t plain = safe_run((ow_text){text, size}, at);
        fwrite(text + at, 1, plain, to);
        at += plain;
        if (at < size)
            fwrite(shown, 1, show_safely((ow_text){text, size}, ascii, &at, shown), to);
    }
}

void print_words(FILE *to, const char *text)
{
    print_safely(to, text, strlen(text));
}

/* The beginning of a character at the end of the last piece of data. */
static struct {
    char bytes[8];
    size_t size;
} held;

/* Line breaks and tabs of data are kept. */
static bool is_layout(ow_text text, size_t at)
{
    char byte = text.data[at];
    return byte == '\n' || byte == '\t' ||
           (byte == '\r' && at + 1 < text.size && text.data[at + 1] == '\n');
}

/* Returns how much was printed; the rest may be the first bytes of a character. */
static size_t show_piece(ow_text text, bool is_last)
{
    const bool ascii = !has_utf8();
    char shown[SHOWN_SAFELY];
    size_t at = 0;
    while (at < text.size) {
        bool is_cut = is_cut_character(text, at) || (text.data[at] == '\r' && at + 1 == text.size);
        if (is_cut && !is_last)
            break;
        if (is_layout(text, at)) {
            putchar(text.data[at++]);
        } else {
            size_t size = show_safely(text, ascii, &at, shown);
            fwrite(shown, 1, size, stdout);
        }
    }
    return at;
}

static void hold(const char *bytes, size_t size)
{
    memcpy(held.bytes, bytes, size);
    held.size = size;
}

/* Completes the kept character, byte by byte. Returns how many bytes it took. */
static size_t complete_held(const char *data, size_t size)
{
    size_t taken = 0;
    while (held.size > 0 && taken < size) {
        char bytes[sizeof held.bytes];
        size_t count = held.size;
        memcpy(bytes, held.bytes, count);
        bytes[count++] = data[taken++];
        held.size = 0;
        size_t shown = show_piece((ow_text){bytes, count}, false);
        hold(bytes + shown, count - shown);
    }
    return taken;
}

bool print_data(const void *data, size_t size)
{
    if (!is_terminal(STDOUT_FILENO))
        return fwrite(data, 1, size, stdout) == size;
    const char *bytes = data;
    size_t at = complete_held(bytes, size);
    if (at < size) {
        at += show_piece((ow_text){bytes + at, size - at}, false);
        hold(bytes + at, size - at);
    }
    return !ferror(stdout);
}

void print_data_end(void)
{
    size_t size = held.size;
    held.size = 0;
    show_piece((ow_text){held.bytes, size}, true);
}

/* Colours on a terminal: exact, or the nearest that it has. */

/* The nearest of 256 colours: a grey, or a colour of the cube of six levels. */
static unsigned nearest_of_256(ow_color color)
{
    enum { GREYS = 232, CUBE = 16, SAME = 8 };
    const uint8_t parts[] = {color.red, color.green, color.blue};
    unsigned least = 255, most = 0, index = 0;
    for (int i = 0; i < 3; i++) {
        unsigned part = parts[i];
        least = part < least ? part : least;
        most = part > most ? part : most;
        index = index * 6 + (part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40);
    }
    if (most - least > SAME || most < 4 || least > 243)
        return CUBE + index;
    return GREYS + (least < 8 ? 0 : (least - 8) / 10);
}

/* `where` is 38 for the foreground, 48 for the background. */
static void set_color(ow_color color, int where)
{
    if (has_all_colors())
        printf("\033[%d;2;%u;%u;%um", where, color.red, color.green, color.blue);
    else
        printf("\033[%d;5;%um", where, nearest_of_256(color));
}

void set_drawn_color(ow_color color)
{
    set_color(color, 38);
}

void set_color_behind(ow_color color)
{
    set_color(color, 48);
}
