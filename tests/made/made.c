/* Files made by the layouts: choosing a layout, version and variant. */
#include "made/made.h"

#include "base/memory.h"
#include "driver/driver.h"
#include "formats.h"

#include <stdlib.h>
#include <string.h>

typedef void maker(struct made *made, struct arena *arena, void *preset);

maker blotter_make, city_make, leveld_make, structure_make;

static const struct {
    const char *format;
    maker *make;
} makers[] = {{"blotter", blotter_make},
              {"city", city_make},
              {"leveld", leveld_make},
              {"structure", structure_make}};

void made_add(struct made *made, const void *bytes, size_t size)
{
    enum { AT_FIRST = 1024 };
    if (made->room - made->size < size) {
        size_t room = 2 * made->room + size + AT_FIRST;
        uint8_t *more = realloc(made->bytes, room);
        if (!more)
            abort();
        made->bytes = more;
        made->room = room;
    }
    if (size > 0)
        memcpy(made->bytes + made->size, bytes, size);
    made->size += size;
}

static uint64_t draw_by_chance(struct made *made)
{
    uint64_t z = made->chance += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint64_t made_draw(struct made *made)
{
    if (!made->choices)
        return draw_by_chance(made);
    if (made->choices == made->choices_end)
        return 0;
    uint8_t choice = *made->choices++;
    return choice == UINT8_MAX ? draw_by_chance(made) : choice;
}

const char *made_format(unsigned number)
{
    return number < sizeof makers / sizeof *makers ? makers[number].format : NULL;
}

unsigned made_kinds(const char *format)
{
    const struct format_row *row = format_row_by_name(format);
    return row->version_count > 0
               ? row->version_count
               : (unsigned)(row->about.newest_version - row->about.oldest_version + 1);
}

static struct made finish(struct made made, const char *format, unsigned kind, const char **variant)
{
    enum { MEMORY = 1 << 24 };
    const struct format_row *row = format_row_by_name(format);
    ow_options options = options_or_default(NULL, MEMORY);
    struct preset preset = {{0}};
    struct arena arena;
    const struct version *version = row->version_count > 0 ? &row->versions[kind] : NULL;
    made.version = version ? version->version : row->about.oldest_version + kind;
    *variant = version ? version->name : NULL;
    if (*variant)
        row->name_variant(&preset, *variant);
    arena_init(&arena, &options);
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].format, format) == 0)
            makers[i].make(&made, &arena, &preset);
    arena_free(&arena);
    return made;
}

enum { SMALL = 200, LARGE = 4000 };

struct made made_file(const char *format, unsigned kind, uint64_t seed, const char **variant)
{
    struct made begun = {.chance = seed, .enough = seed % 5 == 0 ? LARGE : SMALL};
    return finish(begun, format, kind, variant);
}

struct made made_file_by(const char *format, unsigned kind, const uint8_t *choices, size_t count,
                         const char **variant)
{
    struct made begun = {.choices = choices, .choices_end = choices + count, .enough = LARGE};
    return finish(begun, format, kind, variant);
}
