/* The shapes of a city's things. Their real appearance is only in the game's own pictures, so all
 * shapes are invented: a house, unless the name suggests another one. Each has its base at 0, is
 * about one unit wide, and faces x, which is direction 0. */
#include "scene.h"

#include "../../base/ascii.h"

enum { MOST_PARTS = 5, COLORS = 12 };

#define OWN(...)                                                                                   \
    {                                                                                              \
        .paint = OW_PAINT_ITEM, __VA_ARGS__                                                        \
    }
#define OTHER(...)                                                                                 \
    {                                                                                              \
        .paint = OW_PAINT_PART, __VA_ARGS__                                                        \
    }

/* The high end of a wedge is at +z; these turn it to -z and to -x. */
#define TO_BACK                                                                                    \
    {                                                                                              \
        0, 1, 0, 0                                                                                 \
    }
#define TO_LEFT                                                                                    \
    {                                                                                              \
        0, -0.70710678f, 0, 0.70710678f                                                            \
    }
#define WALL                                                                                       \
    {                                                                                              \
        236, 228, 210, 255                                                                         \
    }
#define STONE                                                                                      \
    {                                                                                              \
        188, 182, 172, 255                                                                         \
    }
#define TRUNK                                                                                      \
    {                                                                                              \
        112, 84, 58, 255                                                                           \
    }
#define DOOR                                                                                       \
    {                                                                                              \
        96, 72, 54, 255                                                                            \
    }

static const ow_scene_part
    stand_ins[CITY_STAND_INS][MOST_PARTS] =
        {
            [CITY_HOUSE] =
                {
                    OTHER(.solid = OW_BOX, .center = {0, 0.3f, 0}, .size = {1, 0.6f, 0.84f},
                          .color = WALL),
                    OWN(.solid = OW_WEDGE, .center = {0, 0.8f, -0.25f}, .size = {1.1f, 0.4f, 0.5f}),
                    OWN(.solid = OW_WEDGE, .center = {0, 0.8f, 0.25f}, .size = {1.1f, 0.4f, 0.5f},
                        .rotation = TO_BACK),
                    OTHER(.solid = OW_BOX, .center = {0.5f, 0.2f, 0}, .size = {0.06f, 0.4f, 0.24f},
                          .color = DOOR),
                    OWN(.solid = OW_WEDGE, .center = {0.62f, 0.46f, 0},
                        .size = {0.44f, 0.12f, 0.24f}, .rotation = TO_LEFT),
                },
            [CITY_TOWER] =
                {
                    OTHER(.solid = OW_BOX, .center = {0, 0.9f, 0}, .size = {0.6f, 1.8f, 0.6f},
                          .color = STONE),
                    OWN(.solid = OW_BOX, .center = {0, 1.86f, 0}, .size = {0.76f, 0.2f, 0.76f}),
                    OWN(.solid = OW_WEDGE, .center = {0, 2.12f, -0.17f},
                        .size = {0.68f, 0.34f, 0.34f}),
                    OWN(
                            .solid = OW_WEDGE, .center = {0, 2.12f, 0.17f},
                            .size = {0.68f, 0.34f, 0.34f}, .rotation = TO_BACK),
                    OTHER(.solid = OW_BOX, .center = {0.3f, 0.2f, 0}, .size = {0.06f, 0.4f, 0.24f},
                          .color = DOOR),
                },
            [CITY_TREE] =
                {
                    OTHER(.solid = OW_CYLINDER, .center = {0, 0.2f, 0}, .size = {0.2f, 0.4f, 0.2f},
                          .color = TRUNK),
                    OWN(.solid = OW_SOLID_MESH, .center = {0, 0.7f, 0}, .size = {1, 0.8f, 1}),
                    OWN(.solid = OW_SOLID_MESH, .center = {0, 1.15f, 0},
                        .size = {0.7f, 0.7f, 0.7f}),
                },
            [CITY_DECK] =
                {
                    OTHER(.solid = OW_BOX, .center = {0, 0.06f, 0}, .size = {2, 0.12f, 0.9f},
                          .color = STONE),
                    OWN(.solid = OW_BOX, .center = {0, 0.2f, -0.42f}, .size = {2, 0.24f, 0.08f}),
                    OWN(.solid = OW_BOX, .center = {0, 0.2f, 0.42f}, .size = {2, 0.24f, 0.08f}),
                    OWN(.solid = OW_WEDGE, .center = {0.9f, 0.15f, 0}, .size = {0.3f, 0.06f, 0.2f},
                        .rotation = TO_LEFT),
                },
};

/* English words that occur in names. */
static const struct {
    const char *word;
    enum city_stand_in stand_in;
} words[] = {
    {"tree", CITY_TREE},    {"oak", CITY_TREE},     {"pine", CITY_TREE},
    {"fir", CITY_TREE},     {"birch", CITY_TREE},   {"palm", CITY_TREE},
    {"bush", CITY_TREE},    {"tower", CITY_TOWER},  {"watchtower", CITY_TOWER},
    {"church", CITY_TOWER}, {"castle", CITY_TOWER}, {"bridge", CITY_DECK},
    {"pier", CITY_DECK},
};

static bool has_word(ow_text name, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= name.size; i++) {
        size_t same = 0;
        while (same < size && ascii_lower(name.data[i + same]) == word[same])
            same++;
        bool begins = i == 0 || !is_ascii_letter(name.data[i - 1]);
        bool ends = i + size == name.size || !is_ascii_letter(name.data[i + size]);
        if (same == size && begins && ends)
            return true;
    }
    return false;
}

enum city_stand_in city_stand_in_of(ow_text name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(name, words[i].word))
            return words[i].stand_in;
    return CITY_HOUSE;
}

/* The crown of a tree: one unit wide and high, centred. */
static uint32_t add_cone(struct scene_builder *builder)
{
    static const float vertices[9][3] = {
        {0.5f, -0.5f, 0},       {0.35f, -0.5f, 0.35f},  {0, -0.5f, 0.5f},
        {-0.35f, -0.5f, 0.35f}, {-0.5f, -0.5f, 0},      {-0.35f, -0.5f, -0.35f},
        {0, -0.5f, -0.5f},      {0.35f, -0.5f, -0.35f}, {0, 0.5f, 0},
    };
    static const uint32_t triangles[14][3] = {
        {1, 0, 8}, {2, 1, 8}, {3, 2, 8}, {4, 3, 8}, {5, 4, 8}, {6, 5, 8}, {7, 6, 8},
        {0, 7, 8}, {0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 7},
    };
    return scene_mesh(builder, vertices, 9, triangles, 14);
}

uint32_t city_add_stand_in(struct scene_builder *builder, enum city_stand_in stand_in)
{
    uint32_t mesh = stand_in == CITY_TREE ? add_cone(builder) : 0;
    uint32_t shape = scene_shape(builder, NULL);
    for (int i = 0; i < MOST_PARTS && stand_ins[stand_in][i].size[0] > 0; i++) {
        ow_scene_part part = stand_ins[stand_in][i];
        part.mesh = mesh;
        scene_part(builder, &part);
    }
    return shape;
}

static const ow_color roofs[COLORS] = {
    {186, 76, 60, 255},  {72, 114, 168, 255}, {218, 166, 70, 255},  {150, 98, 68, 255},
    {206, 116, 62, 255}, {64, 140, 140, 255}, {170, 88, 106, 255},  {112, 120, 78, 255},
    {96, 120, 178, 255}, {92, 98, 108, 255},  {206, 144, 114, 255}, {140, 56, 54, 255},
};
static const ow_color leaves[COLORS] = {
    {60, 118, 62, 255}, {92, 142, 56, 255},  {44, 98, 76, 255},   {120, 156, 66, 255},
    {70, 130, 92, 255}, {108, 128, 48, 255}, {38, 84, 54, 255},   {140, 164, 88, 255},
    {82, 110, 70, 255}, {52, 140, 84, 255},  {128, 142, 54, 255}, {64, 96, 40, 255},
};

ow_color city_pick_color(ow_text name, enum city_stand_in stand_in, unsigned used[CITY_COLOR_LISTS])
{
    bool grows = stand_in == CITY_TREE;
    unsigned *taken = &used[grows];
    uint32_t hash = 0x811c9dc5u;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 0x01000193u;
    unsigned at = (hash ^ hash >> 16) % COLORS;
    for (unsigned i = 0; i < COLORS && *taken >> at & 1; i++)
        at = (at + 1) % COLORS;
    *taken |= 1u << at;
    if (*taken == (1u << COLORS) - 1)
        *taken = 0;
    return grows ? leaves[at] : roofs[at];
}
