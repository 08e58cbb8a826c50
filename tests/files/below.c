/* What a stranger names below a folder: plain files are opened, and nothing else is. */
#include "../support/test.h"

#include "place.h"

#include "../../files/below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A file that grows while it is read: its path; NULL: none. */
static const char *growing;

/* In place of that of libc. A file that grows gives a few bytes at first. */
ssize_t read(int file, void *bytes, size_t count)
{
    if (growing) {
        FILE *more = fopen(growing, "a");
        assert_non_null(more);
        fputs(", and more", more);
        fclose(more);
        growing = NULL;
        count = count < 3 ? count : 3;
    }
    return syscall(SYS_read, file, bytes, count);
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A folder "in" with files and all that is none, and "out" beside it. */
static int make_place(void **state)
{
    (void)state;
    enter_place();
    assert_true(mkdir("in", 0700) == 0 && mkdir("in/deep", 0700) == 0 && mkdir("out", 0700) == 0);
    put("in/file", "inside");
    put("in/deep/file", "deeper");
    put("in/empty", "");
    put("out/file", "outside");
    assert_int_equal(symlink("../out", "in/away"), 0);
    assert_int_equal(symlink("deep", "in/near"), 0);
    assert_int_equal(symlink("file", "in/link"), 0);
    assert_int_equal(symlink("nowhere", "in/dangling"), 0);
    assert_int_equal(symlink("in", "named"), 0);
    assert_int_equal(mkfifo("in/pipe", 0600), 0);
    return 0;
}

static enum below open_it(const char *folder, const char *path)
{
    int file;
    enum below why = below_open(folder, path, &file);
    assert_int_equal(file >= 0, why == BELOW_FINE);
    if (file >= 0)
        close(file);
    return why;
}

static void plain_files_are_opened(void **state)
{
    (void)state;
    char text[8] = "";
    int file;
    assert_int_equal(below_open("in", "deep/file", &file), BELOW_FINE);
    assert_int_equal(read(file, text, sizeof text), 6);
    assert_memory_equal(text, "deeper", 6);
    close(file);
    assert_int_equal(open_it("in", "file"), BELOW_FINE);
    assert_int_equal(open_it("", "in/file"), BELOW_FINE);
    /* Links on the way to the folder are the user's. */
    assert_int_equal(open_it("named", "file"), BELOW_FINE);
    assert_int_equal(open_it("in/away", "file"), BELOW_FINE);
}

static void links_and_devices_are_refused(void **state)
{
    (void)state;
    assert_int_equal(open_it("in", "away/file"), BELOW_LINK);
    assert_int_equal(open_it("in", "near/file"), BELOW_LINK);
    assert_int_equal(open_it("in", "link"), BELOW_LINK);
    assert_int_equal(open_it("in", "dangling"), BELOW_LINK);
    assert_int_equal(open_it(".", "named/file"), BELOW_LINK);
    assert_int_equal(open_it("in", "pipe"), BELOW_NO_FILE);
    assert_int_equal(open_it("in", "deep"), BELOW_NO_FILE);
    assert_int_equal(open_it("/", "dev/zero"), BELOW_NO_FILE);
    assert_int_equal(open_it("in", "file/file"), BELOW_NO_FOLDER);
    assert_int_equal(open_it("in", "none"), BELOW_MISSING);
    assert_int_equal(open_it("none", "file"), BELOW_MISSING);
}

static void paths_that_lead_out_are_refused(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "",       "/",    "/etc/passwd", "..", "../out/file", "deep/.", "deep/../file",
        "./file", "a//b", "file/"};
    for (size_t i = 0; i < LENGTH(paths); i++) {
        assert_false(below_is_plain(paths[i]));
        assert_int_equal(open_it("in", paths[i]), BELOW_OUTSIDE);
    }
    assert_true(below_is_plain("a/...b/.c/d.."));
}

static void sizes_are_known_before_reading(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    assert_int_equal(below_read("in", "file", 6, &bytes, &size), BELOW_FINE);
    assert_int_equal(size, 6);
    assert_memory_equal(bytes, "inside", 6);
    free(bytes);
    assert_int_equal(below_read("in", "file", 5, &bytes, &size), BELOW_TOO_LARGE);
    assert_null(bytes);
    assert_int_equal(below_read("in", "empty", 0, &bytes, &size), BELOW_FINE);
    assert_true(bytes && size == 0);
    free(bytes);
    /* As large as no memory is. */
    assert_int_equal(truncate("in/empty", (off_t)1 << 42), 0);
    assert_int_equal(below_read("in", "empty", 1 << 20, &bytes, &size), BELOW_TOO_LARGE);
    assert_int_equal(truncate("in/empty", 0), 0);
}

static void what_a_file_grows_by_is_not_read(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    put("in/growing", "inside");
    growing = "in/growing";
    assert_int_equal(below_read("in", "growing", 6, &bytes, &size), BELOW_FINE);
    assert_null(growing);
    assert_int_equal(size, 6);
    assert_memory_equal(bytes, "inside", 6);
    free(bytes);
}

static void folders_are_made_below(void **state)
{
    (void)state;
    int folder;
    assert_int_equal(below_open_folder("in", "new/er", false, &folder), BELOW_MISSING);
    assert_int_equal(folder, -1);
    assert_int_equal(below_open_folder("in", "new/er", true, &folder), BELOW_FINE);
    close(folder);
    assert_int_equal(access("in/new/er", F_OK), 0);
    assert_int_equal(below_open_folder("in", "away/new", true, &folder), BELOW_LINK);
    assert_int_equal(access("out/new", F_OK), -1);
    assert_int_equal(below_open_folder("in", "dangling/new", true, &folder), BELOW_LINK);
    assert_int_equal(below_open_folder("in", "../new", true, &folder), BELOW_OUTSIDE);
    assert_int_equal(below_open_folder("in", "file", true, &folder), BELOW_NO_FOLDER);
    assert_int_equal(below_open_folder("in", "", false, &folder), BELOW_FINE);
    close(folder);
}

/* 255 bytes are the longest name that a file system takes. */
static void folders_have_names_of_any_length(void **state)
{
    (void)state;
    int folder;
    char name[NAME_MAX + 2];
    memset(name, 'x', sizeof name);
    name[NAME_MAX + 1] = '\0';
    assert_int_equal(below_open_folder("in", name, true, &folder), BELOW_FAILED);
    assert_int_equal(errno, ENAMETOOLONG);
    name[NAME_MAX] = '\0';
    assert_int_equal(below_open_folder("in", name, true, &folder), BELOW_FINE);
    close(folder);
}

/* A program may be started without standard input. The next descriptor is then 0. */
static void a_folder_may_be_descriptor_0(void **state)
{
    (void)state;
    int kept = dup(STDIN_FILENO), folder = open("in", O_RDONLY | O_DIRECTORY), file;
    assert_true(folder > 0);
    close(STDIN_FILENO);
    enum below why = below_open_at(folder, "deep/file", &file);
    dup2(kept, STDIN_FILENO);
    close(kept);
    close(folder);
    assert_int_equal(why, BELOW_FINE);
    close(file);
}

static void what_is_replaced_is_a_file(void **state)
{
    (void)state;
    int folder;
    bool is_there;
    assert_int_equal(below_open_folder("in", "", false, &folder), BELOW_FINE);
    assert_int_equal(below_look_at(folder, "file", &is_there), BELOW_FINE);
    assert_true(is_there);
    assert_int_equal(below_look_at(folder, "none", &is_there), BELOW_FINE);
    assert_false(is_there);
    assert_int_equal(below_look_at(folder, "dangling", &is_there), BELOW_LINK);
    assert_int_equal(below_look_at(folder, "pipe", &is_there), BELOW_NO_FILE);
    assert_int_equal(below_look_at(folder, "deep/file", &is_there), BELOW_OUTSIDE);
    assert_int_equal(below_look_at(folder, "..", &is_there), BELOW_OUTSIDE);
    close(folder);
}

static void names_are_joined_to_folders(void **state)
{
    (void)state;
    static const struct {
        const char *folder, *name, *path;
    } rows[] = {{"in", "file", "in/file"}, {"in/", "file", "in/file"}, {"", "file", "/file"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *path = below_join(rows[i].folder, rows[i].name);
        assert_string_equal(path, rows[i].path);
        free(path);
    }
}

static void no_folder_is_the_current_one(void **state)
{
    (void)state;
    struct stat about, current;
    int folder;
    assert_int_equal(below_open_folder("", "", false, &folder), BELOW_FINE);
    assert_int_equal(fstat(folder, &about), 0);
    assert_int_equal(stat(".", &current), 0);
    assert_true(about.st_ino == current.st_ino && about.st_dev == current.st_dev);
    close(folder);
}

static void each_reason_has_words(void **state)
{
    (void)state;
    const struct {
        enum below why;
        const char *words;
    } rows[] = {
        {BELOW_FINE, "is fine"},
        {BELOW_MISSING, "No such file or directory"},
        {BELOW_OUTSIDE, "is outside its folder"},
        {BELOW_LINK, "is a symbolic link or behind one; symbolic links are not followed"},
        {BELOW_NO_FILE, "is not a regular file"},
        {BELOW_NO_FOLDER, "Not a directory"},
        {BELOW_TOO_LARGE, "is too large"},
        {BELOW_NO_MEMORY, "not enough memory"},
        {BELOW_FAILED, "Permission denied"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        errno = EACCES;
        assert_string_equal(below_words(rows[i].why), rows[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_files_are_opened),
        cmocka_unit_test(links_and_devices_are_refused),
        cmocka_unit_test(paths_that_lead_out_are_refused),
        cmocka_unit_test(sizes_are_known_before_reading),
        cmocka_unit_test(what_a_file_grows_by_is_not_read),
        cmocka_unit_test(folders_are_made_below),
        cmocka_unit_test(folders_have_names_of_any_length),
        cmocka_unit_test(a_folder_may_be_descriptor_0),
        cmocka_unit_test(what_is_replaced_is_a_file),
        cmocka_unit_test(names_are_joined_to_folders),
        cmocka_unit_test(no_folder_is_the_current_one),
        cmocka_unit_test(each_reason_has_words),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
