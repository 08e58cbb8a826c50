/* ASCII letters, independent of the locale: what a file is must not depend on who reads it. */
#ifndef OW_SRC_BASE_ASCII_H
#define OW_SRC_BASE_ASCII_H

#include <stdbool.h>

static inline char ascii_lower(char character)
{
    return character >= 'A' && character <= 'Z' ? (char)(character - 'A' + 'a') : character;
}

static inline bool is_ascii_letter(char character)
{
    return ascii_lower(character) >= 'a' && ascii_lower(character) <= 'z';
}

/* The value of a hexadecimal digit; -1 if the character is not one. */
static inline int hex_digit(char character)
{
    char letter = ascii_lower(character);
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                            : -1;
}

/* Returns true if two words are equal, ignoring case. */
static inline bool same_but_for_case(const char *a, const char *b)
{
    while (*a && ascii_lower(*a) == ascii_lower(*b))
        a++, b++;
    return ascii_lower(*a) == ascii_lower(*b);
}

#endif
