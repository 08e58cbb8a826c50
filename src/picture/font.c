/* The dots of letters: ASCII, Latin-1 as letters with marks, Cyrillic. */
#include "font.h"

#include <string.h>

enum { BODY_FROM = 2, BODY_ROWS = 9 };

/* Seven rows above the line, two below; five dots per row. */
static const uint8_t ascii[95][BODY_ROWS] = {
    /*   */ {0},
    /* ! */ {4, 4, 4, 4, 4, 0, 4},
    /* " */ {10, 10, 10},
    /* # */ {10, 10, 31, 10, 31, 10, 10},
    /* $ */ {4, 15, 20, 14, 5, 30, 4},
    /* % */ {24, 25, 2, 4, 8, 19, 3},
    /* & */ {12, 18, 20, 8, 21, 18, 13},
    /* ' */ {4, 4, 8},
    /* ( */ {2, 4, 8, 8, 8, 4, 2},
    /* ) */ {8, 4, 2, 2, 2, 4, 8},
    /* * */ {0, 4, 21, 14, 21, 4},
    /* + */ {0, 4, 4, 31, 4, 4},
    /* , */ {0, 0, 0, 0, 0, 12, 4, 8},
    /* - */ {0, 0, 0, 31},
    /* . */ {0, 0, 0, 0, 0, 12, 12},
    /* / */ {1, 1, 2, 4, 8, 16, 16},
    /* 0 */ {14, 17, 19, 21, 25, 17, 14},
    /* 1 */ {4, 12, 4, 4, 4, 4, 14},
    /* 2 */ {14, 17, 1, 6, 8, 16, 31},
    /* 3 */ {14, 17, 1, 6, 1, 17, 14},
    /* 4 */ {2, 6, 10, 18, 31, 2, 2},
    /* 5 */ {31, 16, 30, 1, 1, 17, 14},
    /* 6 */ {6, 8, 16, 30, 17, 17, 14},
    /* 7 */ {31, 1, 2, 4, 8, 8, 8},
    /* 8 */ {14, 17, 17, 14, 17, 17, 14},
    /* 9 */ {14, 17, 17, 15, 1, 2, 12},
    /* : */ {0, 12, 12, 0, 12, 12},
    /* ; */ {0, 12, 12, 0, 12, 4, 8},
    /* < */ {2, 4, 8, 16, 8, 4, 2},
    /* = */ {0, 0, 31, 0, 31},
    /* > */ {8, 4, 2, 1, 2, 4, 8},
    /* ? */ {14, 17, 1, 6, 4, 0, 4},
    /* @ */ {14, 17, 23, 21, 23, 16, 14},
    /* A */ {14, 17, 17, 31, 17, 17, 17},
    /* B */ {30, 17, 17, 30, 17, 17, 30},
    /* C */ {14, 17, 16, 16, 16, 17, 14},
    /* D */ {30, 17, 17, 17, 17, 17, 30},
    /* E */ {31, 16, 16, 30, 16, 16, 31},
    /* F */ {31, 16, 16, 30, 16, 16, 16},
    /* G */ {14, 17, 16, 23, 17, 17, 15},
    /* H */ {17, 17, 17, 31, 17, 17, 17},
    /* I */ {14, 4, 4, 4, 4, 4, 14},
    /* J */ {7, 2, 2, 2, 2, 18, 12},
    /* K */ {17, 18, 20, 24, 20, 18, 17},
    /* L */ {16, 16, 16, 16, 16, 16, 31},
    /* M */ {17, 27, 21, 21, 17, 17, 17},
    /* N */ {17, 25, 25, 21, 19, 19, 17},
    /* O */ {14, 17, 17, 17, 17, 17, 14},
    /* P */ {30, 17, 17, 30, 16, 16, 16},
    /* Q */ {14, 17, 17, 17, 21, 18, 13},
    /* R */ {30, 17, 17, 30, 20, 18, 17},
    /* S */ {15, 16, 16, 14, 1, 1, 30},
    /* T */ {31, 4, 4, 4, 4, 4, 4},
    /* U */ {17, 17, 17, 17, 17, 17, 14},
    /* V */ {17, 17, 17, 17, 17, 10, 4},
    /* W */ {17, 17, 17, 21, 21, 27, 17},
    /* X */ {17, 17, 10, 4, 10, 17, 17},
    /* Y */ {17, 17, 10, 4, 4, 4, 4},
    /* Z */ {31, 1, 2, 4, 8, 16, 31},
    /* [ */ {14, 8, 8, 8, 8, 8, 14},
    /* \ */ {16, 16, 8, 4, 2, 1, 1},
    /* ] */ {14, 2, 2, 2, 2, 2, 14},
    /* ^ */ {4, 10, 17},
    /* _ */ {0, 0, 0, 0, 0, 0, 0, 31},
    /* ` */ {8, 4, 2},
    /* a */ {0, 0, 14, 1, 15, 17, 15},
    /* b */ {16, 16, 30, 17, 17, 17, 30},
    /* c */ {0, 0, 15, 16, 16, 16, 15},
    /* d */ {1, 1, 15, 17, 17, 17, 15},
    /* e */ {0, 0, 14, 17, 31, 16, 14},
    /* f */ {6, 9, 8, 28, 8, 8, 8},
    /* g */ {0, 0, 15, 17, 17, 17, 15, 1, 14},
    /* h */ {16, 16, 30, 17, 17, 17, 17},
    /* i */ {4, 0, 12, 4, 4, 4, 14},
    /* j */ {2, 0, 6, 2, 2, 2, 2, 18, 12},
    /* k */ {16, 16, 18, 20, 24, 20, 18},
    /* l */ {12, 4, 4, 4, 4, 4, 14},
    /* m */ {0, 0, 26, 21, 21, 21, 21},
    /* n */ {0, 0, 30, 17, 17, 17, 17},
    /* o */ {0, 0, 14, 17, 17, 17, 14},
    /* p */ {0, 0, 30, 17, 17, 17, 30, 16, 16},
    /* q */ {0, 0, 15, 17, 17, 17, 15, 1, 1},
    /* r */ {0, 0, 22, 25, 16, 16, 16},
    /* s */ {0, 0, 15, 16, 14, 1, 30},
    /* t */ {8, 8, 28, 8, 8, 9, 6},
    /* u */ {0, 0, 17, 17, 17, 17, 15},
    /* v */ {0, 0, 17, 17, 17, 10, 4},
    /* w */ {0, 0, 17, 21, 21, 21, 10},
    /* x */ {0, 0, 17, 10, 4, 10, 17},
    /* y */ {0, 0, 17, 17, 17, 17, 15, 1, 14},
    /* z */ {0, 0, 31, 2, 4, 8, 31},
    /* { */ {6, 8, 8, 16, 8, 8, 6},
    /* | */ {4, 4, 4, 4, 4, 4, 4},
    /* } */ {12, 2, 2, 1, 2, 2, 12},
    /* ~ */ {0, 0, 8, 21, 2}};

static const uint8_t empty_box[BODY_ROWS] = {31, 17, 17, 17, 17, 17, 31};

/* Marks over letters, in two rows, and one mark below. */
enum mark { NONE, GRAVE, ACUTE, HAT, TILDE, DOTS, RING, CEDILLA, STROKE, BREVE };

static const uint8_t marks[][2] = {{0, 0},  {8, 4},   {2, 4}, {4, 10}, {13, 22},
                                   {10, 0}, {14, 10}, {0, 0}, {0, 0},  {17, 14}};

/* U+00C0 to U+00FF: a letter and its mark; letters without a mark are below. */
static const char latin_letters[] =
    "AAAAAA\1CEEEEIIIIDNOOOOOxOUUUUYP\2aaaaaa\3ceeeeiiiidnooooo\4ouuuuypy";
static const uint8_t latin_marks[] = {
    GRAVE, ACUTE,  HAT,    TILDE, DOTS,   RING,   NONE,    CEDILLA, GRAVE, ACUTE, HAT,
    DOTS,  GRAVE,  ACUTE,  HAT,   DOTS,   STROKE, TILDE,   GRAVE,   ACUTE, HAT,   TILDE,
    DOTS,  NONE,   STROKE, GRAVE, ACUTE,  HAT,    DOTS,    ACUTE,   NONE,  NONE,  GRAVE,
    ACUTE, HAT,    TILDE,  DOTS,  RING,   NONE,   CEDILLA, GRAVE,   ACUTE, HAT,   DOTS,
    GRAVE, ACUTE,  HAT,    DOTS,  STROKE, TILDE,  GRAVE,   ACUTE,   HAT,   TILDE, DOTS,
    NONE,  STROKE, GRAVE,  ACUTE, HAT,    DOTS,   ACUTE,   NONE,    DOTS};
static const uint8_t latin_others[][BODY_ROWS] = {{15, 20, 20, 30, 20, 20, 23},
                                                  {12, 18, 18, 20, 18, 17, 22},
                                                  {0, 0, 26, 5, 31, 20, 15},
                                                  {0, 4, 0, 31, 0, 4}};

/* U+0410 to U+044F: a Latin letter with the same glyph, or the number of a glyph below. */
static const char cyrillic_letters[] =
    "A\1B\2\3E\4\5\6\6K\7MHO\10PCT\11\12X\13\14\15\16\17\20\21\22\23\24"
    "a\25\26\27\30e\31\32\33\33\34\35\36\37o\40pc\41y\42x\43\44\45\46\47\50\51\52\53\54";
static const uint8_t cyrillic_others[][BODY_ROWS] = {
    {31, 16, 16, 30, 17, 17, 30},       /* Be */
    {31, 16, 16, 16, 16, 16, 16},       /* Ge */
    {6, 10, 10, 10, 10, 31, 17, 17},    /* De */
    {21, 21, 14, 4, 14, 21, 21},        /* Zhe */
    {14, 17, 1, 6, 1, 17, 14},          /* Ze */
    {17, 17, 19, 21, 25, 17, 17},       /* I */
    {7, 9, 9, 9, 9, 9, 17},             /* El */
    {31, 17, 17, 17, 17, 17, 17},       /* Pe */
    {17, 17, 17, 15, 1, 17, 14},        /* U */
    {4, 14, 21, 21, 21, 14, 4},         /* Ef */
    {18, 18, 18, 18, 18, 18, 31, 1, 1}, /* Tse */
    {17, 17, 17, 15, 1, 1, 1},          /* Che */
    {21, 21, 21, 21, 21, 21, 31},       /* Sha */
    {21, 21, 21, 21, 21, 21, 31, 1, 1}, /* Shcha */
    {24, 8, 8, 14, 9, 9, 14},           /* hard sign */
    {17, 17, 17, 25, 21, 21, 25},       /* Yery */
    {16, 16, 16, 30, 17, 17, 30},       /* soft sign */
    {14, 17, 1, 7, 1, 17, 14},          /* E */
    {18, 21, 21, 29, 21, 21, 18},       /* Yu */
    {15, 17, 17, 15, 5, 9, 17},         /* Ya */
    {3, 12, 16, 30, 17, 17, 14},        /* be */
    {0, 0, 30, 17, 30, 17, 30},         /* ve */
    {0, 0, 31, 16, 16, 16, 16},         /* ge */
    {0, 0, 6, 10, 10, 10, 31, 17},      /* de */
    {0, 0, 21, 21, 14, 21, 21},         /* zhe */
    {0, 0, 30, 1, 14, 1, 30},           /* ze */
    {0, 0, 17, 19, 21, 25, 17},         /* i */
    {0, 0, 18, 20, 24, 20, 18},         /* ka */
    {0, 0, 7, 9, 9, 9, 17},             /* el */
    {0, 0, 17, 27, 21, 17, 17},         /* em */
    {0, 0, 17, 17, 31, 17, 17},         /* en */
    {0, 0, 31, 17, 17, 17, 17},         /* pe */
    {0, 0, 31, 4, 4, 4, 4},             /* te */
    {4, 4, 14, 21, 21, 21, 14, 4, 4},   /* ef */
    {0, 0, 18, 18, 18, 18, 31, 1},      /* tse */
    {0, 0, 17, 17, 15, 1, 1},           /* che */
    {0, 0, 21, 21, 21, 21, 31},         /* sha */
    {0, 0, 21, 21, 21, 21, 31, 1},      /* shcha */
    {0, 0, 24, 8, 14, 9, 14},           /* hard sign */
    {0, 0, 17, 17, 25, 21, 25},         /* yery */
    {0, 0, 16, 16, 30, 17, 30},         /* soft sign */
    {0, 0, 30, 1, 7, 1, 30},            /* e */
    {0, 0, 18, 21, 29, 21, 18},         /* yu */
    {0, 0, 15, 17, 15, 5, 25},          /* ya */
};

static void put_body(uint8_t rows[GLYPH_ROWS], const uint8_t body[BODY_ROWS])
{
    memcpy(rows + BODY_FROM, body, BODY_ROWS);
}

/* Draws a mark above the top row of a letter, below it, or through it. */
static void put_mark(uint8_t rows[GLYPH_ROWS], unsigned mark, int highest)
{
    int at = highest > BODY_FROM ? highest - 3 : 0;
    if (mark == CEDILLA)
        rows[GLYPH_ROWS - 2] |= 4, rows[GLYPH_ROWS - 1] |= 8;
    for (int i = 0; mark == STROKE && i < 5; i++)
        rows[BODY_FROM + 1 + i] |= (uint8_t)(1u << i);
    rows[at] |= marks[mark][0];
    rows[at + 1] |= marks[mark][1];
}

/* Draws a letter with its mark; the dot of an i gives way. */
static void put_letter(uint8_t rows[GLYPH_ROWS], char letter, unsigned mark)
{
    put_body(rows, ascii[letter - ' ']);
    if (letter == 'i' && mark != NONE)
        rows[BODY_FROM] = 0;
    int highest = BODY_FROM;
    while (highest < BODY_FROM + 2 && rows[highest] == 0)
        highest++;
    if (mark != NONE)
        put_mark(rows, mark, highest);
}

static void put_latin(uint8_t rows[GLYPH_ROWS], unsigned index)
{
    char letter = latin_letters[index];
    if (letter < ' ')
        put_body(rows, latin_others[letter - 1]);
    else
        put_letter(rows, letter, latin_marks[index]);
}

static void put_cyrillic(uint8_t rows[GLYPH_ROWS], unsigned index)
{
    enum { SHORT_I = 9, SMALL = 32 };
    char letter = cyrillic_letters[index];
    if (letter >= 'A')
        put_letter(rows, letter, NONE);
    else
        put_body(rows, cyrillic_others[letter - 1]);
    if (index % SMALL == SHORT_I)
        put_mark(rows, BREVE, index < SMALL ? BODY_FROM : BODY_FROM + 2);
}

void font_glyph(uint32_t character, uint8_t rows[GLYPH_ROWS])
{
    memset(rows, 0, GLYPH_ROWS);
    if (character < ' ' || character == 0x7f || character == 0xa0 || character == 0xad)
        return;
    if (character < 0x7f)
        put_body(rows, ascii[character - ' ']);
    else if (character >= 0xc0 && character <= 0xff)
        put_latin(rows, character - 0xc0);
    else if (character >= 0x410 && character <= 0x44f)
        put_cyrillic(rows, character - 0x410);
    else if (character == 0x401 || character == 0x451)
        put_letter(rows, character == 0x401 ? 'E' : 'e', DOTS);
    else if (character == 0xb0)
        rows[BODY_FROM] = 6, rows[BODY_FROM + 1] = 9, rows[BODY_FROM + 2] = 6;
    else if (character == 0xb7)
        rows[BODY_FROM + 3] = 4;
    else
        put_body(rows, empty_box);
}
