/* Builds of .structure: what tests of conversions do with them and compare. */
#ifndef OW_TESTS_SUPPORT_BUILDS_H
#define OW_TESTS_SUPPORT_BUILDS_H

#include "documents.h"

/* A build's bytes. Give them back with ow_buffer_free. */
ow_buffer bytes_of_build(const ow_structure_build *build);

/* Converts, and fails the test where that fails. */
ow_structure_build *converted_build(const ow_structure_build *build,
                                    const ow_structure_variant *variant, struct warnings *warnings);

/* Fails the test where a field differs that the file of such a build carries, or where one has a
 * table, settings or a list that the other lacks. */
void assert_same_builds(const ow_structure_build *found, const ow_structure_build *expected);

/* A build holds what its bytes hold: read in its own variant they give the same records. */
void assert_reads_back(const ow_structure_build *build);

#endif
