/* Characters for musl's regular expressions. */
#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>
#include <wctype.h>

int character_of(int *character, const char *bytes, size_t size);
int is_character(int character, wctype_t class);
int lower_of(int character);
int upper_of(int character);

/* Returns the count of bytes of a character, 0 for the end, -1 if it is no UTF-8. */
int character_of(int *character, const char *bytes, size_t size)
{
    static const int least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)bytes;
    int count = *at < 0x80 ? 1 : *at >> 5 == 6 ? 2 : *at >> 4 == 14 ? 3 : *at >> 3 == 30 ? 4 : 0;
    int value = count == 1 ? *at : count ? *at & (0x7f >> count) : 0;
    if (count == 0 || size < (size_t)count)
        return -1;
    for (int i = 1; i < count; i++) {
        if (at[i] >> 6 != 2)
            return -1;
        value = value << 6 | (at[i] & 0x3f);
    }
    if (value < least[count] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return -1;
    if (character)
        *character = value;
    return value ? count : 0;
}

/* Windows knows the classes of the first 65536 characters. */
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
