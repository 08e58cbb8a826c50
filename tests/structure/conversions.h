/* Conversions of builds to other versions, for tests: JSON of small builds, and rows of what
 * becomes of them. */
#ifndef OW_TESTS_STRUCTURE_CONVERSIONS_H
#define OW_TESTS_STRUCTURE_CONVERSIONS_H

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/test.h"

#include "structure/structure.h"

#define GAME   "'name': 'game'"
#define NARROW GAME ", 'group_value_bytes': 2"
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

static inline void compare(const ow_structure_build *found, const ow_structure_build *expected)
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
static inline ow_structure_build *converted_like(const ow_structure_build *build,
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
static inline void assert_reads_again(const ow_structure_build *build)
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
static inline void assert_comes_back(const ow_structure_build *converted,
                                     const ow_structure_build *from)
{
    struct warnings warnings;
    ow_structure_build *back = converted_like(converted, from, &warnings);
    compare(back, from);
    ow_structure_free(back);
}

static inline void convert_row(const struct row *row)
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

static inline void convert_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        convert_row(&rows[i]);
}

#endif
