/* A folder under /tmp for a test of files, which is the current one while the test runs. */
#ifndef OW_TESTS_FILES_PLACE_H
#define OW_TESTS_FILES_PLACE_H

#include "../support/test.h"

#include <ftw.h>
#include <unistd.h>

static char place[] = "/tmp/overworld-files-XXXXXX";

static inline void enter_place(void)
{
    assert_non_null(mkdtemp(place));
    assert_int_equal(chdir(place), 0);
}

static inline int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about, (void)kind, (void)at;
    return remove(path);
}

/* For cmocka: what a group of tests ends with. */
static inline int remove_place(void **state)
{
    (void)state;
    return chdir("/") != 0 || nftw(place, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0;
}

#endif
