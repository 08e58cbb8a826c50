/* Options from JavaScript. */
#include "settings.h"

#include "binding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads `least` to `most` numbers, separated by commas. */
static bool read_numbers(const char *value, double *numbers, unsigned least, unsigned most)
{
    for (unsigned i = 0; i < most; i++) {
        char *end;
        numbers[i] = strtod(value, &end);
        if (end == value || isnan(numbers[i]))
            return false;
        if (*end == '\0')
            return i + 1 >= least;
        if (*end != ',')
            return false;
        value = end + 1;
    }
    return false;
}

static bool read_whole(const char *value, uint64_t most, uint64_t *number)
{
    if (!*value || strspn(value, "0123456789") != strlen(value) || strlen(value) > 19)
        return false;
    *number = strtoull(value, NULL, 10);
    return *number <= most;
}

static bool read_word(const char *value, const char *const *words, int *index)
{
    for (*index = 0; words[*index]; ++*index)
        if (strcmp(words[*index], value) == 0)
            return true;
    return false;
}

static bool read_color(const char *value, ow_color *color)
{
    uint64_t digits;
    char *end;
    if (*value != '#' || strlen(value) != 7 || !(value[1] != '-' && value[1] != '+'))
        return false;
    digits = strtoul(value + 1, &end, 16);
    *color = (ow_color){(uint8_t)(digits >> 16), (uint8_t)(digits >> 8), (uint8_t)digits, 255};
    return *end == '\0';
}

static bool read_text_item(const char *value, struct texts *texts)
{
    if (texts->count == MOST_TEXTS)
        return false;
    texts->items[texts->count++] = value;
    return true;
}

static bool read_value(const struct setting *setting, const char *value, void *into)
{
    uint64_t number;
    switch (setting->kind) {
    case SETTING_FLAG:
        return *(bool *)into = true;
    case SETTING_TEXT:
        *(const char **)into = value;
        return true;
    case SETTING_TEXTS:
        return read_text_item(value, into);
    case SETTING_U32:
        if (!read_whole(value, UINT32_MAX, &number))
            return false;
        *(uint32_t *)into = (uint32_t)number;
        return true;
    case SETTING_U64:
        return read_whole(value, UINT64_MAX, into);
    case SETTING_NUMBER:
        return read_numbers(value, into, 1, 1);
    case SETTING_RANGE:
        return read_numbers(value, into, 2, 2);
    case SETTING_PLACE:
        return read_numbers(value, into, 2, 3);
    case SETTING_WORD:
        return read_word(value, setting->words, into);
    case SETTING_COLOR:
        return read_color(value, into);
    }
    return false;
}

static ow_status read_setting(const char *text, size_t name_size, const struct setting *table,
                              char *into)
{
    for (; table->name; table++) {
        if (strlen(table->name) != name_size || memcmp(table->name, text, name_size) != 0)
            continue;
        if (!read_value(table, text + name_size + 1, into + table->offset))
            return refuse(text, "invalid value for this option");
        if (table->given)
            into[table->given - 1] = true;
        return OW_OK;
    }
    return refuse(text, "unknown option");
}

ow_status read_settings(const char *text, const struct setting *table, void *into)
{
    ow_status status = OW_OK;
    for (; text && *text && status == OW_OK; text += strlen(text) + 1) {
        const char *equals = strchr(text, '=');
        status = equals ? read_setting(text, (size_t)(equals - text), table, into)
                        : refuse(text, "an option without a value");
    }
    return status;
}
