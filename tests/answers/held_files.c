/* Lists of files that a caller reads one by one. */
#include "../support/test.h"

#include <stdlib.h>
#include <string.h>

#include "../../answers/held_files.h"

enum { MANY = 300 }; /* more than the first room, twice that and four times that */

/* Files named 299, 298 and so on, which say their name. */
static ow_folder many_files(void)
{
    ow_folder folder = {0};
    for (int i = MANY - 1; i >= 0; i--) {
        char name[8];
        const size_t size = (size_t)snprintf(name, sizeof name, "%03d", i);
        const ow_bytes bytes = {(const uint8_t *)name, size};
        if (!folder_copy_file(&folder, (ow_text){name, size}, bytes))
            ROW_FAILED("file %d has no room\n", i);
    }
    return folder;
}

static void a_list_grows_keeps_its_files_and_sorts_them(void **state)
{
    (void)state;
    ow_folder folder = many_files();
    assert_int_equal(folder.file_count, MANY);
    assert_string_equal(folder.files[0].path.data, "299");
    folder_sort_files(&folder);
    for (uint32_t i = 0; i < MANY; i++) {
        char name[8];
        snprintf(name, sizeof name, "%03u", (unsigned)i);
        assert_string_equal(folder.files[i].path.data, name);
        assert_int_equal(folder.files[i].bytes.size, 3);
        assert_memory_equal(folder.files[i].bytes.data, name, 4);
    }
    folder_free_files(&folder);
    assert_null(folder.files);
    assert_int_equal(folder.file_count, 0);
}

static void a_file_without_bytes_or_a_path_is_not_taken(void **state)
{
    (void)state;
    ow_folder folder = {0};
    char *path = malloc(1);
    uint8_t *bytes = malloc(1);
    assert_false(folder_take_file(&folder, (ow_text){path, 1}, (ow_bytes){NULL, 0}));
    assert_false(folder_take_file(&folder, (ow_text){NULL, 0}, (ow_bytes){bytes, 1}));
    assert_int_equal(folder.file_count, 0);
    folder_sort_files(&folder);
    folder_free_files(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_grows_keeps_its_files_and_sorts_them),
        cmocka_unit_test(a_file_without_bytes_or_a_path_is_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
