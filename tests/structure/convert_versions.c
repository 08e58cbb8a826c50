/* Builds in other versions: for each kind of loss what shows it, how it is told and where, and beside it
 * what carries without a word, which has to come back the same. */
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/varied_builds.h"

#include "structure/structure.h"

#include <dirent.h>

#define GAME "'name': 'game'"
#define BUILD_AS(version, variant, roots, blocks)                                                  \
    "{'format': 'structure', 'version': " #version ", 'variant': {" variant "}, 'roots': [" roots  \
    "], 'blocks': [" blocks "]}"
#define BUILD(version, roots, blocks) BUILD_AS(version, GAME, roots, blocks)
#define BUILD_6(tables, blocks)                                                                    \
    "{'format': 'structure', 'version': 6, " tables ", 'roots': [" LAST(0) "], 'blocks': [" blocks \
                                                                           "]}"

/* Roots at a height of 1, with the bounds that a block at their position gives them. */
#define PLACE "'position': [0.0, 1.0, 0.0], 'rotation': [0.0, 0.0, 0.0]"
#define BARE  "{" PLACE "}"
#define BOUNDS(x, y, size)                                                                         \
    ", 'bounds_center': [" #x ", " #y ", 0.0], 'bounds_size': [" #size ", 1.0, 1.0]"
#define BOUND       "{" PLACE BOUNDS(0.0, 1.0, 1.0) "}"
#define LAST(block) "{" PLACE BOUNDS(0.0, 1.0, 1.0) ", 'last_block': " #block "}"

/* Blocks of version 0, of 1, of those from 2 on. */
#define WORLD(x, id, mask, rest)                                                                   \
    "{'position': [" #x ", 1.0, 0.0], 'rotation': [0, 0, 0], 'id': " #id                           \
    ", 'root': 0, 'mask': " #mask rest "}"
#define ROOTED(x, id, root, mask, rest)                                                            \
    "{'position': [" #x ", 0, 0], 'rotation': [0, 0, 0], 'id': " #id ", 'root': " #root            \
    ", 'mask': " #mask rest "}"
#define BLOCK(id, mask, rest)                                                                      \
    "{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'id': " #id ", 'mask': " #mask rest "}"
#define QUIET          ", 'speed': 0, 'signal': 0"
#define METADATA(rest) QUIET ", 'metadata': {'booleans': [], 'floats': []" rest "}"

/* Builds of one block. */
#define ONE_0(id, mask, rest)        BUILD(0, BARE, WORLD(0.0, id, mask, rest))
#define ONE_1(id, mask, rest)        BUILD(1, BOUND, ROOTED(0, id, 0, mask, rest))
#define ONE(version, id, mask, rest) BUILD(version, LAST(0), BLOCK(id, mask, rest))
#define MOVED(x)                     BUILD(0, BARE, WORLD(x, 0, 60, QUIET))
#define SIGNAL(number)               ", 'speed': 0, 'signal': " #number

struct row {
    const char *what, *from, *to, *warnings;
};

static void compare(const ow_structure_build *found, const ow_structure_build *expected)
{
    ow_buffer is = bytes_of_build(found), ought = bytes_of_build(expected);
    bool same = is.size == ought.size && memcmp(is.data, ought.data, is.size) == 0 &&
                structure_same_variant(&found->variant, &expected->variant);
    ow_buffer_free(&is, NULL);
    ow_buffer_free(&ought, NULL);
    if (same)
        return;
    const ow_format *format = ow_format_by_name("structure");
    ow_document a = {.format = format, .as.structure = (ow_structure_build *)found};
    ow_document b = {.format = format, .as.structure = (ow_structure_build *)expected};
    char *text = text_of(&a), *other = text_of(&b);
    print_error("%s\nis not\n%s\n", text, other);
    free(text);
    free(other);
    fail();
}

/* A build in the version and variant of another. */
static ow_structure_build *converted_like(const ow_structure_build *build,
                                          const ow_structure_build *other,
                                          struct warnings *warnings)
{
    ow_structure_build *converted;
    ow_error error = {0};
    *warnings = (struct warnings){{0}};
    if (ow_structure_convert_as(build, other->version, &other->variant, NULL, note_warning,
                                warnings, &converted, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    return converted;
}

/* What is made reads again, in its variant, to the same bytes. */
static void assert_reads_again(const ow_structure_build *build)
{
    ow_structure_build *read;
    ow_error error = {0};
    ow_buffer bytes = bytes_of_build(build);
    if (ow_structure_read_as(bytes.data, bytes.size, &build->variant, NULL, &read, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    compare(read, build);
    ow_structure_free(read);
    ow_buffer_free(&bytes, NULL);
}

/* What nothing is told of comes back. */
static void assert_comes_back(const ow_structure_build *converted, const ow_structure_build *from)
{
    struct warnings warnings;
    ow_structure_build *back = converted_like(converted, from, &warnings);
    compare(back, from);
    ow_structure_free(back);
}

static void convert_row(const struct row *row)
{
    struct warnings warnings;
    print_message("# %s\n", row->what);
    ow_document from = document_of(row->from), to = document_of(row->to);
    ow_structure_build *converted = converted_like(from.as.structure, to.as.structure, &warnings);
    if (strcmp(warnings.text, row->warnings) != 0)
        ROW_FAILED("warnings:\n%s", warnings.text);
    compare(converted, to.as.structure);
    assert_reads_again(converted);
    if (!row->warnings[0])
        assert_comes_back(converted, from.as.structure);
    ow_structure_free(converted);
    ow_close(&from);
    ow_close(&to);
}

static void convert_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        convert_row(&rows[i]);
}

#define COLOR(r, g, b, a) QUIET ", 'color': [" #r ", " #g ", " #b ", " #a "]"
#define NO_TABLE(name, what)                                                                       \
    "/" name " the table of " what " has no place in this version: each block has its own\n"
#define NO_TABLES NO_TABLE("colors", "colours") NO_TABLE("rotations", "rotations")
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
         "/blocks/0/color colours whose alpha is not 255, which this version lacks: 1\n"},
        {"shades", ONE_0(0, 52, COLOR(255, 128, 0, 255)), ONE_1(0, 52, ", 'color': 64512"),
         "/blocks/0/color colours that 16 bits have no room for, which became the nearest: 1\n"},
        {"the nearest shade may be above", ONE_0(0, 52, COLOR(5, 3, 250, 255)),
         ONE_1(0, 52, ", 'color': 2110"), /* 1, 1 and 30: 8, 4 and 247 */
         "/blocks/0/color colours that 16 bits have no room for, which became the nearest: 1\n"},
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
         "/blocks/0/rotation_index rotation indices outside the table, which became no rotation: "
         "1\n/blocks/0/color_index blocks whose colour is outside the table, and that have none "
         "now: 1\n" NO_TABLES},
        {"empty tables", BUILD_6("'colors': [], 'rotations': null", BLOCK(0, 52, ", 'color': 5")),
         ONE(5, 0, 52, ", 'color': 5"), NO_TABLE("colors", "colours")},
        {"no tables", BUILD_6("'colors': null, 'rotations': null", TURNED("52, 'color': 5")),
         BUILD(5, LAST(0), TURNED("52, 'color': 5")), ""},
    };
    convert_rows(rows, LENGTH(rows));
}

#define NOT_FINITE                                                                                 \
    "/blocks/0/position positions that moved to the grid of their root's bounds, which were not "  \
    "finite: 1\n"
#define ON_GRID(distance)                                                                          \
    "/blocks/0/position positions that moved to the grid of their root's bounds, the farthest "    \
    "by " distance ": 1\n"
#define AWAY(root)                                                                                 \
    "/roots/" #root                                                                                \
    "/bounds_size bounds of roots, which have no place in version 0 and would not "                \
    "come back the same from the positions of their blocks: 1\n"
#define STEPS         "/blocks/0/position positions that floats in the world do not keep to the step: 1\n"
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
    "/blocks blocks that moved to stand by their root, and are referred to by another "            \
    "number: " #count "\n"
#define NO_SUCH(block, count)                                                                      \
    "/blocks/" #block                                                                              \
    "/root blocks of a root that does not exist, which went to the last one: " #count "\n"
#define NOBODYS(root, count)                                                                       \
    "/roots/" #root "/last_block last_block of roots that says of no block that it is the "        \
    "root's: " #count "\n"
#define BEHIND(block, count)                                                                       \
    "/blocks/" #block                                                                              \
    "/root blocks behind the last root's last, which went to the last root: " #count "\n"
#define REFERS(bearing, connections, groups)                                                       \
    ", 'speed': 0, 'signal': 0, 'bearing': " #bearing ", 'connections': [" connections             \
    "], 'metadata': {'booleans': [], 'floats': [], 'groups': [[" groups                            \
    "]], 'bytes': [], 'colors': [], 'gradients': []}"
#define NARROW GAME ", 'group_value_bytes': 2"

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
         "/roots/1 roots without blocks, which this version cannot have and were dropped: 1\n"},
        {"roots that do not exist",
         BUILD(1, TWO_BOUND,
               ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 2, 60, "") ", " ROOTED(0, 0, 255, 60, "")),
         BUILD(2, LAST(0) ", " LAST(2), THREE), NO_SUCH(1, 2)},
        {"no root at all", BUILD(1, "", ROOTED(0, 0, 0, 60, "")), BUILD(2, "", PLAIN),
         "/blocks blocks without any root: 1\n"},
        {"nothing at all", BUILD(1, "", ""), BUILD(2, "", ""), ""},
        {"last blocks that do not rise", BUILD(2, LAST(2) ", " LAST(2), THREE),
         BUILD(1, TWO_BOUND,
               ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 0, 60, "")),
         NOBODYS(1, 1)},
        {"a last block that there is not", BUILD(2, LAST(1) ", " LAST(3), THREE),
         BUILD(1, TWO_BOUND, THREE_1), NOBODYS(1, 1)},
        {"blocks behind the last", BUILD(2, LAST(0) ", " LAST(1), THREE),
         BUILD(1, TWO_BOUND,
               ROOTED(0, 0, 0, 60, "") ", " ROOTED(0, 0, 1, 60, "") ", " ROOTED(0, 0, 1, 60, "")),
         BEHIND(2, 1)},
    };
    convert_rows(rows, LENGTH(rows));
}

#define EXTRAS(lists)      METADATA(", 'groups': [], 'bytes': []" lists)
#define LISTS              ", 'colors': [], 'gradients': []"
#define GROUPS(values)     METADATA(", 'groups': [[" values "]], 'bytes': []" LISTS)
#define NEW_GROUPS(values) METADATA(", 'groups': [[" values "]], 'bytes': []")
#define BYTES(values)      METADATA(", 'groups': [], 'bytes': [" values "]" LISTS)
#define NEW_BYTES(values)  METADATA(", 'groups': [], 'bytes': [" values "]")
#define BOOLEANS(rest)                                                                             \
    QUIET ", 'metadata': {'booleans': [true, false]" rest                                          \
          ", 'floats': [], 'groups': [], 'bytes': []"
#define NO_ROOM                                                                                    \
    "/blocks/0/metadata/groups values of groups that 16 bits have no room for, which became "      \
    "none: "

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
         "/blocks/0/metadata/bytes extra bytes outside 0 to 255, which became the nearer of these: "
         "3\n"},
        {"bytes that are some", ONE(4, 5, 56, BYTES("0, 255")), ONE(5, 5, 56, NEW_BYTES("0, 255")),
         ""},
        {"and those of version 0", ONE_0(5, 56, BYTES("-70000")), ONE(4, 5, 56, BYTES("-70000")),
         ""},
        {"bits behind the last boolean", ONE(5, 5, 56, BOOLEANS(", 'spare_bits': 33") "}"),
         ONE(4, 5, 56, BOOLEANS("") LISTS "}"),
         "/blocks/0/metadata/spare_bits spare_bits has no place in the version or variant "
         "converted "
         "to and was dropped: 1\n"},
        {"none behind it", ONE(5, 5, 56, BOOLEANS("") "}"), ONE(4, 5, 56, BOOLEANS("") LISTS "}"),
         ""},
        {"empty lists", ONE(5, 5, 56, EXTRAS(LISTS)), ONE(4, 5, 56, EXTRAS(LISTS)),
         "/blocks/0/metadata empty lists of metadata colours, which this version has anyhow: 1\n"
         "/blocks/0/metadata empty lists of gradients, which this version has anyhow: 1\n"},
        {"lists with something in them", ONE(5, 5, 56, EXTRAS(", 'colors': [[1, 2, 3, 4]]")),
         ONE(4, 5, 56, EXTRAS(", 'colors': [[1, 2, 3, 4]], 'gradients': []")), ""},
        {"lists that version 5 leaves out", ONE(4, 5, 56, EXTRAS(LISTS)), ONE(5, 5, 56, EXTRAS("")),
         ""},
    };
    convert_rows(rows, LENGTH(rows));
}

#define SPEED_BIT                                                                                  \
    "/blocks/0/mask masks that do not tell whether the speed is 0, as they do from version 3 on: " \
    "1\n"
#define FAST ", 'speed': 9, 'signal': 0"
#define NO_SPEED                                                                                   \
    "/blocks/0/speed speed has no place in the version or variant converted to and was dropped: "  \
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
#define MASKS "/blocks/0/mask masks that no longer told what the block has were changed: 1\n"

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
    "/blocks/0/metadata vertices that moved to their grid, the farthest "                          \
    "by " distance ": " #count "\n"
#define OTHER_BOUNDS                                                                               \
    "/blocks/0/metadata min and max of custom blocks, which do not follow from their vertices, "   \
    "and have no place in version 0: 1\n"

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
         "/blocks/0/metadata vertices that moved to their grid, which were not finite: 1\n"},
        {"none", CUSTOM_0(", 'groups': []"), CUSTOM_1(", 'vertices': []"), ""},
        {"none, and said so", CUSTOM_0(VECTORS("")), CUSTOM_1(", 'vertices': []"),
         "/blocks/0/metadata empty lists of vectors of custom blocks: 1\n"},
        {"groups", CUSTOM_0(", 'groups': [[1], []]"), CUSTOM_1(", 'vertices': []"),
         "/blocks/0/metadata/groups groups has no place in the version or variant converted to and "
         "was dropped: 1\n"},
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
    "/blocks/0/metadata custom blocks whose faces had a height, which went to their middles, as "  \
    "the game does: 1\n"
#define WILL_GO                                                                                    \
    "/blocks/0/metadata custom blocks whose faces have a height, which the game adds to their "    \
    "middles in this version: 1\n"
/* Middle and size of the upper face, then of the lower one: without heights, with them, and what becomes
 * of these. */
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

/* A build of one block of all that there can be, without tables. */
struct small {
    ow_structure_root root;
    ow_structure_block block;
    ow_structure_settings settings;
    ow_structure_metadata metadata;
    ow_structure_build build;
};

/* Gives the block a list of so many. */
typedef void (*lengthen)(struct small *small, uint32_t count);

static union {
    ow_structure_group groups[512];
    ow_structure_gradient gradients[512];
    uint8_t bytes[512 * sizeof(ow_structure_gradient)];
} empty;

#define LENGTHEN(name, counted, list)                                                              \
    static void lengthen_##name(struct small *small, uint32_t count)                               \
    {                                                                                              \
        small->counted = count;                                                                    \
        small->list = (void *)&empty;                                                              \
    }
LENGTHEN(connections, settings.connection_count, settings.connections)
LENGTHEN(integers, settings.integer_count, settings.integers)
LENGTHEN(booleans, metadata.boolean_count, metadata.booleans)
LENGTHEN(floats, metadata.float_count, metadata.floats)
LENGTHEN(vectors, metadata.vector_count, metadata.vectors)
LENGTHEN(groups, metadata.group_count, metadata.groups)
LENGTHEN(bytes, metadata.byte_count, metadata.wide_bytes)
LENGTHEN(colors, metadata.color_count, metadata.colors)
LENGTHEN(gradients, metadata.gradient_count, metadata.gradients)

static void lengthen_both(struct small *small, uint32_t count)
{
    lengthen_groups(small, count);
    lengthen_vectors(small, 0);
}

static void lengthen_group(struct small *small, uint32_t count)
{
    static ow_structure_group group;
    group = (ow_structure_group){.value_count = count, .wide_values = (void *)&empty};
    small->metadata.groups = &group;
    small->metadata.group_count = 1;
}

static void make_small(struct small *small, unsigned version, uint8_t id)
{
    *small = (struct small){.block = {.id = id, .mask = 10, .settings = &small->settings},
                            .settings = {.metadata = &small->metadata},
                            .build = {.version = (uint8_t)version,
                                      .variant = ow_structure_game,
                                      .root_count = 1,
                                      .block_count = 1,
                                      .roots = &small->root,
                                      .blocks = &small->block}};
    for (int axis = 0; axis < 3 && version > 0; axis++)
        small->root.bounds_size[axis] = 1;
}

/* What a version can count no further than is refused behind it, with its place. */
static void counts_have_an_end(void **state)
{
    (void)state;
    static const struct {
        lengthen lengthen;
        uint8_t id;
        unsigned from, to;
        uint32_t most;
        const char *pointer, *message;
    } limits[] = {
        {lengthen_connections, 5, 0, 1, 255, "/connection_count", "256"},
        {lengthen_integers, 5, 0, 1, 255, "/integer_count", "256"},
        {lengthen_booleans, 5, 0, 1, 255, "/metadata/boolean_count", "256"},
        {lengthen_booleans, 5, 0, 5, 255, "/metadata/booleans", "256"},
        {lengthen_floats, 5, 0, 1, 255, "/metadata/float_count", "256"},
        {lengthen_vectors, 5, 0, 1, 255, "/metadata/vector_count", "256"},
        {lengthen_vectors, 109, 0, 1, 255, "/metadata/vertex_count", "256"},
        {lengthen_groups, 5, 0, 1, 126, "/metadata/group_length",
         "127 groups; the file has room for 126"},
        {lengthen_both, 5, 0, 1, 128, "/metadata/group_length",
         "129 groups; the file has room for 128"},
        {lengthen_group, 5, 0, 1, 255, "/metadata/groups/0", "256"},
        {lengthen_bytes, 5, 0, 1, 255, "/metadata/byte_count", "256"},
        {lengthen_bytes, 5, 4, 5, 63, "/metadata/byte_length",
         "64 bytes; the file has room for 63"},
        {lengthen_colors, 5, 0, 1, 255, "/metadata/color_count", "256"},
        {lengthen_gradients, 5, 0, 1, 255, "/metadata/gradient_count", "256"},
    };
    for (size_t i = 0; i < LENGTH(limits); i++) {
        struct small small;
        ow_structure_build *converted;
        struct warnings warnings = {{0}};
        ow_error error = {0};
        char pointer[200];
        make_small(&small, limits[i].from, limits[i].id);
        limits[i].lengthen(&small, limits[i].most);
        ow_structure_build target = {.version = (uint8_t)limits[i].to,
                                     .variant = ow_structure_game};
        converted = converted_like(&small.build, &target, &warnings);
        assert_reads_again(converted);
        if (!warnings.text[0])
            assert_comes_back(converted, &small.build);
        ow_structure_free(converted);
        limits[i].lengthen(&small, limits[i].most + 1);
        assert_int_equal(ow_structure_convert_as(&small.build, limits[i].to, NULL, NULL, NULL, NULL,
                                                 &converted, &error),
                         OW_BAD_VALUE);
        assert_null(converted);
        snprintf(pointer, sizeof pointer, "/blocks/0%s", limits[i].pointer);
        assert_error(&error, OW_BAD_VALUE, error.offset, pointer, limits[i].message);
    }
}

/* One byte has the numbers 0 to 255. */
static void roots_have_an_end(void **state)
{
    (void)state;
    enum { MOST = 256 };
    static ow_structure_root roots[MOST + 1];
    static ow_structure_block blocks[MOST + 1];
    ow_structure_build build = {.version = 2,
                                .variant = ow_structure_game,
                                .roots = roots,
                                .blocks = blocks,
                                .root_count = MOST,
                                .block_count = MOST};
    ow_structure_build target = {.version = 1, .variant = ow_structure_game}, *converted;
    struct warnings warnings;
    ow_error error;
    for (unsigned i = 0; i <= MOST; i++) {
        roots[i].last_block = (uint16_t)i;
        blocks[i].mask = 60;
    }
    converted = converted_like(&build, &target, &warnings);
    assert_string_equal(warnings.text, "");
    assert_int_equal(converted->blocks[MOST - 1].root, MOST - 1);
    assert_comes_back(converted, &build);
    ow_structure_free(converted);
    build.root_count = build.block_count = MOST + 1;
    for (unsigned version = 0; version < 2; version++) {
        assert_int_equal(
            ow_structure_convert_as(&build, version, NULL, NULL, NULL, NULL, &converted, &error),
            OW_BAD_VALUE);
        assert_null(converted);
        assert_error(&error, OW_BAD_VALUE, 0, "/roots", "the build has 257 roots; version ");
    }
}

/* To a version and a variant; NULL where it is refused, which is right for what is too long alone. */
static ow_structure_build *converted_or_refused(const ow_structure_build *build, unsigned version,
                                                const ow_structure_variant *variant,
                                                struct warnings *warnings)
{
    ow_structure_build *converted;
    ow_error error = {0};
    *warnings = (struct warnings){{0}};
    ow_status status = ow_structure_convert_as(build, version, variant, NULL, note_warning,
                                               warnings, &converted, &error);
    if (status != OW_OK && (status != OW_BAD_VALUE || version >= build->version))
        ROW_FAILED("to version %u: %s: %s\n", version, error.pointer, error.message);
    return converted;
}

static void convert_to_all(const ow_structure_build *build)
{
    const ow_structure_variant *const variants[] = {&build->variant, &ow_structure_game,
                                                    &ow_structure_spec};
    for (unsigned k = 0; k < 3 * (OW_STRUCTURE_NEWEST + 1); k++) {
        struct warnings warnings;
        ow_structure_build *converted =
            converted_or_refused(build, k / 3, variants[k % 3], &warnings);
        if (!converted)
            continue;
        assert_reads_again(converted);
        if (!warnings.text[0])
            assert_comes_back(converted, build);
        ow_structure_free(converted);
    }
}

static void convert_sample(const char *name)
{
    char path[600];
    ow_structure_build *build;
    ow_error error = {0};
    snprintf(path, sizeof path, "samples/%s", name);
    print_message("# %s\n", path);
    struct bytes bytes = read_file(path);
    if (ow_structure_read(bytes.data, bytes.size, NULL, &build, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    convert_to_all(build);
    ow_structure_free(build);
    bytes_free(&bytes);
}

static void samples_come_back_where_nothing_is_told(void **state)
{
    (void)state;
    DIR *folder = opendir("samples");
    struct dirent *entry;
    unsigned converted = 0;
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        const char *dot = strrchr(entry->d_name, '.');
        if (strncmp(entry->d_name, "build-", 6) != 0 || !dot || strcmp(dot, ".structure") != 0)
            continue;
        convert_sample(entry->d_name);
        converted++;
    }
    closedir(folder);
    assert_in_range(converted, 20, 1000);
}

/* From version 6 to another, and from there to all. */
static void convert_by_all(const ow_structure_build *build)
{
    convert_to_all(build);
    for (unsigned version = 0; version < OW_STRUCTURE_NEWEST; version++) {
        struct warnings warnings;
        ow_structure_build *older =
            converted_or_refused(build, version, &build->variant, &warnings);
        if (older)
            convert_to_all(older);
        ow_structure_free(older);
    }
}

static void random_builds_come_back_where_nothing_is_told(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 60; seed++) {
        struct variety variety = {.seed = seed,
                                  .block_count = 1 + 7 * (seed % 5),
                                  .color_count = (int)(seed % 4) - 1,
                                  .rotation_count = (int)(seed / 4 % 4) - 1,
                                  .plain = 30,
                                  .still = seed % 3 == 0,
                                  .types = doubtful_types,
                                  .type_count = LENGTH(doubtful_types)};
        ow_structure_variant variant = seed % 2 ? ow_structure_game : ow_structure_spec;
        variant.empty_custom_bounds = seed % 7 == 0;
        ow_buffer bytes = varied_build(&variant, &variety);
        ow_structure_build *build;
        ow_error error = {0};
        print_message("# seed %u\n", seed);
        if (ow_structure_read_as(bytes.data, bytes.size, &variant, NULL, &build, &error) != OW_OK)
            ROW_FAILED("%s\n", error.message);
        convert_by_all(build);
        ow_structure_free(build);
        ow_buffer_free(&bytes, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_and_rotations),
        cmocka_unit_test(places),
        cmocka_unit_test(places_that_are_no_number),
        cmocka_unit_test(places_without_a_root),
        cmocka_unit_test(roots),
        cmocka_unit_test(metadata),
        cmocka_unit_test(speed),
        cmocka_unit_test(settings_of_plain_blocks),
        cmocka_unit_test(vertices),
        cmocka_unit_test(heights_of_faces),
        cmocka_unit_test(counts_have_an_end),
        cmocka_unit_test(roots_have_an_end),
        cmocka_unit_test(samples_come_back_where_nothing_is_told),
        cmocka_unit_test(random_builds_come_back_where_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
