/* The same of what blocks hold: metadata, speed, settings, shapes. */
#include "conversions.h"

#define EXTRAS(lists)      METADATA(", 'groups': [], 'bytes': []" lists)
#define LISTS              ", 'colors': [], 'gradients': []"
#define GROUPS(values)     METADATA(", 'groups': [[" values "]], 'bytes': []" LISTS)
#define NEW_GROUPS(values) METADATA(", 'groups': [[" values "]], 'bytes': []")
#define BYTES(values)      METADATA(", 'groups': [], 'bytes': [" values "]" LISTS)
#define NEW_BYTES(values)  METADATA(", 'groups': [], 'bytes': [" values "]")
#define BOOLEANS(rest)                                                                             \
    QUIET ", 'metadata': {'booleans': [true, false]" rest                                          \
          ", 'floats': [], 'groups': [], 'bytes': []"
#define NO_ROOM "/blocks/0/metadata/groups values of groups that do not fit into 16 bits, removed: "

static void metadata(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"group values of 32 bits", ONE(4, 5, 56, GROUPS("-1, 65534, 65535, 70000, -2")),
         ONE(5, 5, 56, NEW_GROUPS("65535, 65534, 65535, 65535, 65535")), NO_ROOM "3\n"},
        {"of 16", ONE(4, 5, 56, GROUPS("-1, 0, 65534")),
         ONE(5, 5, 56, NEW_GROUPS("65535, 0, 65534")), ""},
        {"in a variant that has 16", ONE(4, 5, 56, GROUPS("65535, 7")),
         BUILD_AS(3, NARROW, LAST(0), BLOCK(5, 56, GROUPS("65535, 7"))), NO_ROOM "1\n"},
        {"in versions that both have 32", ONE_0(5, 56, GROUPS("-2, 70000")),
         ONE(4, 5, 56, GROUPS("-2, 70000")), ""},
        {"bytes that are none", ONE(4, 5, 56, BYTES("-1, 0, 255, 256, 70000")),
         ONE(5, 5, 56, NEW_BYTES("0, 0, 255, 255, 255")),
         "/blocks/0/metadata/bytes extra bytes outside 0 to 255, moved into this range: 3\n"},
        {"bytes that are some", ONE(4, 5, 56, BYTES("0, 255")), ONE(5, 5, 56, NEW_BYTES("0, 255")),
         ""},
        {"and those of version 0", ONE_0(5, 56, BYTES("-70000")), ONE(4, 5, 56, BYTES("-70000")),
         ""},
        {"unused bits are set after the last boolean",
         ONE(5, 5, 56, BOOLEANS(", 'spare_bits': 33") "}"), ONE(4, 5, 56, BOOLEANS("") LISTS "}"),
         "/blocks/0/metadata/spare_bits spare_bits dropped because the target version or variant "
         "cannot store it: 1\n"},
        {"none behind it", ONE(5, 5, 56, BOOLEANS("") "}"), ONE(4, 5, 56, BOOLEANS("") LISTS "}"),
         ""},
        {"empty lists", ONE(5, 5, 56, EXTRAS(LISTS)), ONE(4, 5, 56, EXTRAS(LISTS)),
         "/blocks/0/metadata empty lists of metadata colours, which this version has for every "
         "block: 1\n/blocks/0/metadata empty lists of gradients, which this version has for every "
         "block: 1\n"},
        {"lists with something in them", ONE(5, 5, 56, EXTRAS(", 'colors': [[1, 2, 3, 4]]")),
         ONE(4, 5, 56, EXTRAS(", 'colors': [[1, 2, 3, 4]], 'gradients': []")), ""},
        {"lists that version 5 leaves out", ONE(4, 5, 56, EXTRAS(LISTS)), ONE(5, 5, 56, EXTRAS("")),
         ""},
    };
    convert_rows(rows, LENGTH(rows));
}

#define SPEED_BIT                                                                                  \
    "/blocks/0/mask masks that do not say whether the speed is 0, as they do from version 3 on: "  \
    "1\n"
#define FAST ", 'speed': 9, 'signal': 0"
#define NO_SPEED                                                                                   \
    "/blocks/0/speed speed dropped because the target version or variant cannot store it: "        \
    "1\n"

/* From version 3 on the mask says whether there is one, and a plain block may have one. */
static void speed(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"a mask that said nothing yet", ONE(2, 9, 188, QUIET), ONE(3, 9, 60, QUIET), SPEED_BIT},
        {"it says it now", ONE(2, 9, 60, FAST), ONE(3, 9, 188, FAST), ""},
        {"it said that there was one", ONE(3, 9, 188, QUIET), ONE(2, 9, 60, QUIET), SPEED_BIT},
        {"and that there was none", ONE(3, 9, 60, FAST), ONE(2, 9, 60, FAST), SPEED_BIT},
        {"versions that both say it are not asked", ONE(3, 9, 60, FAST), ONE(5, 9, 60, FAST), ""},
        {"a plain block", ONE(3, 0, 188, ", 'speed': 9"), ONE(2, 0, 60, ""), NO_SPEED},
        {"a plain block that stands", ONE(3, 0, 188, ", 'speed': 0"), ONE(2, 0, 60, ""), SPEED_BIT},
        {"a plain block of version 0", ONE_0(0, 60, FAST), ONE_1(0, 60, ""), NO_SPEED},
        {"where it may have one", ONE_0(0, 60, FAST), ONE(3, 0, 188, ", 'speed': 9"), ""},
    };
    convert_rows(rows, LENGTH(rows));
}

#define LOST(field)                                                                                \
    "/blocks/0/" field " blocks that have no settings in this variant lost their " field ": 1\n"
#define MASKS "/blocks/0/mask masks changed because they no longer matched the block: 1\n"

/* Version 0 writes every block as if it had some. */
static void settings_of_plain_blocks(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"none", ONE_0(0, 60, QUIET), ONE_1(0, 60, ""), ""},
        {"a signal", ONE_0(0, 60, SIGNAL(7)), ONE_1(0, 60, ""), LOST("signal")},
        {"all that there can be",
         ONE_0(0, 3,
               QUIET
               ", 'name': 'n', 'bearing': 0, 'connections': [0], 'integers': [1], 'metadata': "
               "{'booleans': [], 'floats': [0.0], 'groups': [], 'bytes': []" LISTS
               "}, 'color': [0, 0, 0, 255]"),
         ONE_1(0, 52, ", 'color': 0"),
         LOST("name") LOST("bearing") LOST("connections") LOST("integers") LOST("metadata") MASKS},
        {"empty lists",
         ONE_0(0, 26,
               QUIET ", 'connections': [], 'integers': []"
                     ", 'metadata': {'booleans': [], 'floats': [], 'vectors': "
                     "[], 'groups': [], 'bytes': []" LISTS "}"),
         ONE_1(0, 60, ""), MASKS},
    };
    convert_rows(rows, LENGTH(rows));
}

#define CUSTOM_0(shape)          ONE_0(109, 56, METADATA(shape ", 'bytes': []" LISTS))
#define CUSTOM_1(shape)          ONE_1(109, 56, METADATA(shape ", 'bytes': []" LISTS))
#define VECTORS(list)            ", 'vectors': [" list "], 'groups': []"
#define VERTICES(min, max, list) ", 'min': " #min ", 'max': " #max ", 'vertices': [" list "]"
#define TO_GRID(distance, count)                                                                   \
    "/blocks/0/metadata vertices rounded to their grid, the farthest "                             \
    "by " distance ": " #count "\n"
#define OTHER_BOUNDS                                                                               \
    "/blocks/0/metadata min and max of custom blocks, which do not follow from their vertices "    \
    "and which version 0 cannot store: 1\n"

/* Vectors in version 0, later numbers between two whole ones. */
static void vertices(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"corners", CUSTOM_0(VECTORS("[-1.0, 2.0, -1.0], [2.0, 2.0, 2.0]")),
         CUSTOM_1(VERTICES(-1, 2, "[0, 65535, 0], [65535, 65535, 65535]")), ""},
        {"beside the grid", CUSTOM_0(VECTORS("[0.5, 0.0, 0.0], [1.0, 1.0, 0.25]")),
         CUSTOM_1(VERTICES(0, 1, "[32768, 0, 0], [65535, 65535, 16384]")), TO_GRID("7.63e-06", 2)},
        {"all of them the same", CUSTOM_0(VECTORS("[2.0, 2.0, 2.0]")),
         CUSTOM_1(VERTICES(2, 3, "[0, 0, 0]")), ""},
        {"at the end of what a byte says", CUSTOM_0(VECTORS("[127.0, 127.0, 127.0]")),
         CUSTOM_1(VERTICES(126, 127, "[65535, 65535, 65535]")), ""},
        {"beyond it", CUSTOM_0(VECTORS("[200.0, 0.0, -200.0]")),
         CUSTOM_1(VERTICES(-128, 127, "[65535, 32896, 0]")), TO_GRID("73", 1)},
        {"no number", CUSTOM_0(VECTORS("[0.0, 'NaN', 1.0]")),
         CUSTOM_1(VERTICES(0, 1, "[0, 0, 65535]")),
         "/blocks/0/metadata vertices rounded to their grid that were infinite or not a number: "
         "1\n"},
        {"none", CUSTOM_0(", 'groups': []"), CUSTOM_1(", 'vertices': []"), ""},
        {"none, and said so", CUSTOM_0(VECTORS("")), CUSTOM_1(", 'vertices': []"),
         "/blocks/0/metadata empty lists of vectors of custom blocks: 1\n"},
        {"groups", CUSTOM_0(", 'groups': [[1], []]"), CUSTOM_1(", 'vertices': []"),
         "/blocks/0/metadata/groups groups dropped because the target version or variant cannot "
         "store it: 1\n"},
        {"back", CUSTOM_1(VERTICES(0, 1, "[32767, 0, 1], [65535, 65535, 65534]")),
         CUSTOM_0(VECTORS("[0.49999237, 0.0, 1.5259022e-05], [1.0, 1.0, 0.99998474]")), ""},
        {"a wider range than the vertices take", CUSTOM_1(VERTICES(0, 2, "[0, 0, 0]")),
         CUSTOM_0(VECTORS("[0.0, 0.0, 0.0]")), OTHER_BOUNDS},
        {"no range at all", CUSTOM_1(VERTICES(2, 2, "[7, 7, 7]")),
         CUSTOM_0(VECTORS("[2.0, 2.0, 2.0]")), OTHER_BOUNDS},
        {"a range that is upside down", CUSTOM_1(VERTICES(1, -1, "[0, 65535, 0]")),
         CUSTOM_0(VECTORS("[1.0, -1.0, 1.0]")), OTHER_BOUNDS},
    };
    convert_rows(rows, LENGTH(rows));
}

#define CUSTOM(version, min, max, list)                                                            \
    ONE(version, 109, 56, METADATA(VERTICES(min, max, list) ", 'bytes': []" LISTS))
#define TO_MIDDLES                                                                                 \
    "/blocks/0/metadata custom blocks whose faces had a height, which was added to the middles "   \
    "of "                                                                                          \
    "the faces, as the game does: 1\n"
#define WILL_GO                                                                                    \
    "/blocks/0/metadata custom blocks whose faces have a height, which the game adds to the "      \
    "middles of the faces in this version: 1\n"
/* Middle and size of the upper face, then of the lower one: without heights, with them, and what
 * becomes of these. */
#define FLAT       "[3, 5, 7], [65535, 0, 65535], [9, 11, 13], [65535, 0, 65535]"
#define UPPER_FLAT "[3, 5, 7], [65535, 0, 65535], "
#define HIGH       "[3, 49151, 7], [65535, 32768, 65535], [9, 16384, 13], [65535, 32768, 65535]"
#define DONE       "[3, 65535, 7], [65535, 0, 65535], [9, 0, 13], [65535, 0, 65535]"
#define FLAT_0                                                                                     \
    VECTORS("[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]")
#define FLAT_1                                                                                     \
    "[0, 65535, 0], [65535, 0, 65535], [0, 0, 0], [65535, 0, 65535], [65535, 65535, 65535]"
#define HIGH_0                                                                                     \
    VECTORS("[0.0, 0.5, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [1.0, 2.0, 1.0], [1.0, 1.0, 1.0]")
#define DONE_0                                                                                     \
    VERTICES(-1, 1,                                                                                \
             "[32768, 65535, 32768], [65535, 32768, 65535], [32768, 0, 32768], "                   \
             "[65535, 32768, 65535], [65535, 65535, 65535]")

/* Below version 4 the game gives half of a face's height to its middle. */
static void heights_of_faces(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"heights", CUSTOM(3, 0, 1, HIGH), CUSTOM(4, 0, 1, DONE), TO_MIDDLES},
        {"a height of the lower face alone",
         CUSTOM(3, 0, 1, UPPER_FLAT "[9, 16384, 13], [0, 32768, 0]"),
         CUSTOM(4, 0, 1, UPPER_FLAT "[9, 0, 13], [0, 0, 0]"), TO_MIDDLES},
        {"no heights", CUSTOM(3, 0, 1, FLAT), CUSTOM(4, 0, 1, FLAT), ""},
        {"no heights in a range that they do not fill", CUSTOM(3, 0, 9, FLAT),
         CUSTOM(4, 0, 9, FLAT), ""},
        {"no heights, as near as a grid without a 0 comes to that",
         CUSTOM(3, -1, 2, "[0, 0, 0], [0, 21846, 0], [0, 0, 0], [0, 21845, 0]"),
         CUSTOM(4, -1, 2, "[0, 0, 0], [0, 21846, 0], [0, 0, 0], [0, 21845, 0]"), ""},
        {"three vertices are no faces", CUSTOM(3, 0, 1, "[0, 0, 0], [0, 9, 0], [65535, 0, 0]"),
         CUSTOM(4, 0, 1, "[0, 0, 0], [0, 9, 0], [65535, 0, 0]"), ""},
        {"heights in a version that leaves them alone", CUSTOM(4, 0, 1, HIGH),
         CUSTOM(3, 0, 1, HIGH), WILL_GO},
        {"none in it", CUSTOM(4, 0, 1, FLAT), CUSTOM(3, 0, 1, FLAT), ""},
        {"heights among older versions", CUSTOM(3, 0, 1, HIGH), CUSTOM(2, 0, 1, HIGH), ""},
        {"vectors without", CUSTOM_0(FLAT_0), CUSTOM(4, 0, 1, FLAT_1), ""},
        {"vectors with heights", CUSTOM_0(HIGH_0),
         ONE(4, 109, 56, METADATA(DONE_0 ", 'bytes': []" LISTS)),
         TO_MIDDLES TO_GRID("1.53e-05", 4)},
    };
    convert_rows(rows, LENGTH(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metadata),
        cmocka_unit_test(speed),
        cmocka_unit_test(settings_of_plain_blocks),
        cmocka_unit_test(vertices),
        cmocka_unit_test(heights_of_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
