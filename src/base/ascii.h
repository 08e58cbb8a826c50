/* Letters of ASCII, whatever the locale is: what a file is must not depend on who reads it. */
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

/* What a hexadecimal digit stands for; -1 where it is none. */
static inline int hex_digit(char character)
{
    char letter = ascii_lower(character);
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                            : -1;
}

/* Whether two words differ in the case of letters at most. */
static inline bool same_but_for_case(const char *a, const char *b)
{
    while (*a && ascii_lower(*a) == ascii_lower(*b))
        a++, b++;
    return ascii_lower(*a) == ascii_lower(*b);
}

#endif
