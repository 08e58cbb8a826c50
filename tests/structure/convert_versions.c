/* Builds in other versions, the places and looks of their blocks: for each kind of loss what
 * shows it, how it is told and where, and beside it what carries without a word, which has to
 * come back the same. */
#include "conversions.h"

#define COLOR(r, g, b, a) QUIET ", 'color': [" #r ", " #g ", " #b ", " #a "]"
#define NO_TABLE(name, what)                                                                       \
    "/" name " this version has no table of " what "s: each block has its own " what "\n"
#define NO_TABLES NO_TABLE("colors", "colour") NO_TABLE("rotations", "rotation")
#define TABLES    "'colors': [31, 63488], 'rotations': [[0, 0, 0], [1, 2, 65535]]"
#define INDEXED(turn, rest)                                                                        \
    "{'position': [0, 0, 0], 'rotation_index': " #turn ", 'id': 0, 'mask': " rest "}"
#define TURNED(rest) "{'position': [0, 0, 0], 'rotation': [1, 2, 65535], 'id': 0, 'mask': " rest "}"

/* Of 32 bits in version 0, of 16 later, in a table in version 6. */
static void colors_and_rotations(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"alpha", ONE_0(0, 52, COLOR(255, 0, 0, 96)), ONE_1(0, 52, ", 'color': 63488"),
         "/blocks/0/color colours whose alpha is not 255, which this version cannot store: 1\n"},
        {"shades", ONE_0(0, 52, COLOR(255, 128, 0, 255)), ONE_1(0, 52, ", 'color': 64512"),
         "/blocks/0/color colours that do not fit into 16 bits, set to the nearest colour: 1\n"},
        {"the nearest shade may be above", ONE_0(0, 52, COLOR(5, 3, 250, 255)),
         ONE_1(0, 52, ", 'color': 2110"), /* 1, 1 and 30: 8, 4 and 247 */
         "/blocks/0/color colours that do not fit into 16 bits, set to the nearest colour: 1\n"},
        {"shades that 16 bits have", ONE_0(0, 52, COLOR(8, 4, 255, 255)),
         ONE(5, 0, 52, ", 'color': 2111"), ""},
        {"tables with all that is asked of them",
         BUILD_6(TABLES, INDEXED(1, "52, 'color_index': 1")),
         BUILD(5, LAST(0), TURNED("52, 'color': 63488")), NO_TABLES},
        {"tables in a version that has other colours as well",
         BUILD_6(TABLES, INDEXED(1, "52, 'color_index': 0")),
         BUILD(0, BARE,
               "{'position': [0.0, 1.0, 0.0], 'rotation': [1, 2, 65535], 'id': 0, 'root': 0, "
               "'mask': 52" COLOR(0, 0, 255, 255) "}"),
         NO_TABLES},
        {"what is outside the tables", BUILD_6(TABLES, INDEXED(2, "52, 'color_index': 2")),
         ONE(5, 0, 60, ""),
         "/blocks/0/rotation_index rotation indices outside the table, removed: "
         "1\n/blocks/0/color_index blocks whose colour is outside the table, now without colour: "
         "1\n" NO_TABLES},
        {"empty tables", BUILD_6("'colors': [], 'rotations': null", BLOCK(0, 52, ", 'color': 5")),
         ONE(5, 0, 52, ", 'color': 5"), NO_TABLE("colors", "colour")},
        {"no tables", BUILD_6("'colors': null, 'rotations': null", TURNED("52, 'color': 5")),
         BUILD(5, LAST(0), TURNED("52, 'color': 5")), ""},
    };
    convert_rows(rows, LENGTH(rows));
}

#define NOT_FINITE                                                                                 \
    "/blocks/0/position positions rounded to the grid of their root's bounds that were infinite "  \
    "or not a number: 1\n"
#define ON_GRID(distance)                                                                          \
    "/blocks/0/position positions rounded to the grid of their root's bounds, the farthest "       \
    "by " distance ": 1\n"
#define AWAY(root)                                                                                 \
    "/roots/" #root                                                                                \
    "/bounds_size bounds of roots, which version 0 cannot store and which cannot be "              \
    "restored exactly from the positions of blocks: 1\n"
#define STEPS         "/blocks/0/position positions that floats cannot store exactly: 1\n"
#define AT(x, bounds) BUILD(1, "{" PLACE bounds "}", ROOTED(x, 0, 0, 60, ""))
#define FAR           "'position': [1000000.0, 1.0, 0.0], 'rotation': [0.0, 0.0, 0.0]"

static void places(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"a block where its root is", MOVED(0.0), ONE_1(0, 60, ""), ""},
        {"inside the bounds and on their grid", MOVED(3.0518509e-05), AT(1, BOUNDS(0.0, 1.0, 1.0)),
         ""},
        {"inside the bounds and beside it", MOVED(0.25), AT(8192, BOUNDS(0.0, 1.0, 1.0)),
         ON_GRID("7.63e-06")},
        {"a block that widens the bounds", MOVED(2.5), AT(16383, BOUNDS(1.0, 1.0, 3.0)),
         ON_GRID("4.58e-05")},
        {"a zero with a sign", MOVED(-0.0), ONE_1(0, 60, ""), ON_GRID("0")},
        {"endlessly far", MOVED('-Infinity'), AT(-16383, BOUNDS(0.0, 1.0, 1.0)), NOT_FINITE},
        {"and on the other side", MOVED('Infinity'), AT(16383, BOUNDS(0.0, 1.0, 1.0)), NOT_FINITE},
        {"bounds as they come back", AT(0, BOUNDS(0.0, 1.0, 1.0)), MOVED(0.0), ""},
        {"bounds that are larger than the blocks", AT(0, BOUNDS(0.0, 1.0, 2.0)), MOVED(0.0),
         AWAY(0)},
        {"bounds beside their root", AT(0, BOUNDS(0.25, 1.0, 1.0)), MOVED(0.25), AWAY(0)},
        {"bounds without a size", AT(5, BOUNDS(0.0, 1.0, 0.0)), MOVED(0.0), AWAY(0) STEPS},
        {"bounds that are no numbers", AT(0, BOUNDS('NaN', 1.0, 1.0)), MOVED('NaN'), AWAY(0)},
        {"a position beyond the bounds", AT(20000, BOUNDS(0.0, 1.0, 1.0)), MOVED(0.6103702),
         AWAY(0) STEPS},
        {"steps too small for floats so far away",
         BUILD(1, "{" FAR BOUNDS(1000000.0, 1.0, 1.0) "}", ROOTED(1, 0, 0, 60, "")),
         BUILD(0, "{" FAR "}", WORLD(1000000.0, 0, 60, QUIET)), STEPS},
    };
    convert_rows(rows, LENGTH(rows));
}

/* There is no telling how far a number is from what is none. */
static void places_that_are_no_number(void **state)
{
    (void)state;
    static const struct row row = {"no number", MOVED('NaN'), ONE_1(0, 60, ""), NOT_FINITE};
    convert_row(&row);
}

/* Version 1 has no bounds to count the position of such a block from. */
static void places_without_a_root(void **state)
{
    (void)state;
    static const char *const builds[] = {
        BUILD(0, "",
              "{'position': [0.0, 0.0, 0.0], 'rotation': [0, 0, 0], 'id': 0, 'root': 0, "
              "'mask': 60" QUIET "}"),
        BUILD(0, "",
              "{'position': [3.0518509e-05, 0.0, 0.0], 'rotation': [0, 0, 0], 'id': 0, "
              "'root': 0, 'mask': 60" QUIET "}"),
        BUILD(0, BARE,
              "{'position': [0.0, 0.0, 0.0], 'rotation': [0, 0, 0], 'id': 0, 'root': 1, "
              "'mask': 60" QUIET "}"),
        BUILD(0, BARE,
              "{'position': [0.0, 0.25, 0.0], 'rotation': [0, 0, 0], 'id': 0, 'root': 1, "
              "'mask': 60" QUIET "}"),
    };
    for (size_t i = 0; i < LENGTH(builds); i++) {
        struct warnings warnings;
        ow_document from = document_of(builds[i]), to = document_of(ONE_1(0, 60, ""));
        ow_structure_build *converted =
            converted_like(from.as.structure, to.as.structure, &warnings);
        if (!warnings.text[0])
            assert_comes_back(converted, from.as.structure);
        ow_structure_free(converted);
        ow_close(&from);
        ow_close(&to);
    }
}

#define TWO_BOUND BOUND ", " BOUND
#define THREE_1   ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 1, 60, "")
#define PLAIN     BLOCK(0, 60, "")
#define THREE     PLAIN ", " PLAIN ", " PLAIN
#define MOVED_BLOCKS(count)                                                                        \
    "/blocks blocks moved to their root, which changed their index: " #count "\n"
#define NO_SUCH(block, count)                                                                      \
    "/blocks/" #block "/root blocks of missing roots, moved to the last root: " #count "\n"
#define NOBODYS(root, count)                                                                       \
    "/roots/" #root "/last_block last_block values of roots without blocks: " #count "\n"
#define BEHIND(block, count)                                                                       \
    "/blocks/" #block                                                                              \
    "/root blocks after the end of the last root, added to the last root: " #count "\n"
#define REFERS(bearing, connections, groups)                                                       \
    ", 'speed': 0, 'signal': 0, 'bearing': " #bearing ", 'connections': [" connections             \
    "], 'metadata': {'booleans': [], 'floats': [], 'groups': [[" groups                            \
    "]], 'bytes': [], 'colors': [], 'gradients': []}"

/* Up to version 1 a block has its root's number, from 2 on a root its last block's. */
static void roots(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"blocks in the order of their roots", BUILD(1, TWO_BOUND, THREE_1),
         BUILD(2, LAST(1) ", " LAST(2), THREE), ""},
        {"from the oldest version to the newest", ONE_0(0, 60, QUIET),
         BUILD_6("'colors': null, 'rotations': null", PLAIN), ""},
        {"blocks of one root keep their order",
         BUILD(1, TWO_BOUND,
               ROOTED(0, 9, 1, 60, SIGNAL(1)) ", " ROOTED(0, 9, 0, 60, SIGNAL(2)) ", " ROOTED(
                   0, 9, 1, 60, SIGNAL(3)) ", " ROOTED(0, 9, 0, 60, SIGNAL(4))),
         BUILD(2, LAST(1) ", " LAST(3),
               BLOCK(9, 60, SIGNAL(2)) ", " BLOCK(9, 60, SIGNAL(4)) ", " BLOCK(
                   9, 60, SIGNAL(1)) ", " BLOCK(9, 60, SIGNAL(3))),
         MOVED_BLOCKS(4)},
        {"what refers to blocks that move",
         BUILD(1, TWO_BOUND,
               ROOTED(0, 5, 1, 42, REFERS(1, "1, 0, 7", "0, 1, -1, 2, 65536")) ", " ROOTED(0, 0, 0,
                                                                                           60, "")),
         BUILD(2, LAST(0) ", " LAST(1),
               PLAIN ", " BLOCK(5, 42, REFERS(0, "0, 1, 7", "1, 0, -1, 2, 65536"))),
         MOVED_BLOCKS(2)},
        {"the same with narrow groups",
         BUILD_AS(1, NARROW, TWO_BOUND,
                  ROOTED(0, 5, 1, 42, REFERS(1, "0", "0, 1, 65535")) ", " ROOTED(0, 0, 0, 60, "")),
         BUILD_AS(2, NARROW, LAST(0) ", " LAST(1),
                  PLAIN ", " BLOCK(5, 42, REFERS(0, "1", "1, 0, 65535"))),
         MOVED_BLOCKS(2)},
        {"a root without blocks",
         BUILD(1, TWO_BOUND ", " BOUND, ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 2, 60, "")),
         BUILD(2, LAST(0) ", " LAST(1), PLAIN ", " PLAIN),
         "/roots/1 dropped roots without blocks, which this version cannot store: 1\n"},
        {"roots that do not exist",
         BUILD(1, TWO_BOUND,
               ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 2, 60, "") ", " ROOTED(0, 0, 255, 60, "")),
         BUILD(2, LAST(0) ", " LAST(2), THREE), NO_SUCH(1, 2)},
        {"no root at all", BUILD(1, "", ROOTED(0, 0, 0, 60, "")), BUILD(2, "", PLAIN),
         "/blocks blocks without a root: 1\n"},
        {"nothing at all", BUILD(1, "", ""), BUILD(2, "", ""), ""},
        {"last blocks that do not rise", BUILD(2, LAST(2) ", " LAST(2), THREE),
         BUILD(1, TWO_BOUND,
               ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 0, 60, "")),
         NOBODYS(1, 1)},
        {"a last block that there is not", BUILD(2, LAST(1) ", " LAST(3), THREE),
         BUILD(1, TWO_BOUND, THREE_1), NOBODYS(1, 1)},
        {"blocks after the end of the last", BUILD(2, LAST(0) ", " LAST(1), THREE),
         BUILD(1, TWO_BOUND,
               ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 1, 60, "") ", " ROOTED(0, 0, 1, 60, "")),
         BEHIND(2, 1)},
    };
    convert_rows(rows, LENGTH(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_and_rotations),
        cmocka_unit_test(places),
        cmocka_unit_test(places_that_are_no_number),
        cmocka_unit_test(places_without_a_root),
        cmocka_unit_test(roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
