/* Characters for musl's regular expressions. */
#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>
#include <wctype.h>

int character_of(int *character, const char *bytes, size_t size);
int is_character(int character, wctype_t class);
int lower_of(int character);
int upper_of(int character);

/* The command never chooses a locale, so each byte is a character, and one above 127 belongs to no
 * class. Returns the count of bytes, 0 for the end. */
int character_of(int *character, const char *bytes, size_t size)
{
    enum { NO_CHARACTER = 0xdf00 };
    int byte = (unsigned char)*bytes;
    if (size == 0)
        return -1;
    if (character)
        *character = byte < 0x80 ? byte : NO_CHARACTER + byte;
    return byte != 0;
}

/* A wide character of mingw has 16 bits. */
static bool is_short(int character)
{
    return character >= 0 && character <= 0xffff;
}

int is_character(int character, wctype_t class)
{
    return is_short(character) && iswctype((wint_t)character, class);
}

int lower_of(int character)
{
    return is_short(character) ? (int)towlower((wint_t)character) : character;
}

int upper_of(int character)
{
    return is_short(character) ? (int)towupper((wint_t)character) : character;
}
