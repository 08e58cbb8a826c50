/* Included before each source of musl's regular expressions. mingw's wchar_t has 16 bits, too
 * few for musl's largest character, so characters are those of characters.c. */
#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int character_of(int *character, const char *bytes, size_t size);
int is_character(int character, wctype_t class);
int lower_of(int character);
int upper_of(int character);

#define wchar_t             int
#define wint_t              int
#define mbtowc              character_of
#define iswctype            is_character
#define towlower            lower_of
#define towupper            upper_of
#define iswlower(character) is_character(character, wctype("lower"))
#define iswupper(character) is_character(character, wctype("upper"))
#define iswalnum(character) is_character(character, wctype("alnum"))
/* Limits of musl's headers, and its word for names that only its own sources know. */
#define hidden
#define CHARCLASS_NAME_MAX 14
#define RE_DUP_MAX         255
