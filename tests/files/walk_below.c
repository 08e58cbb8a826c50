/* A walk meets each entry of a folder and of those that it enters, and follows no link. */
#include "../support/test.h"

#include "place.h"

#include "../../files/walk_below.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool lists_nothing;

/* In place of that of libc, so that memory can run out. */
DIR *fdopendir(int folder)
{
    DIR *(*of_libc)(int);
    void *found = dlsym(RTLD_NEXT, "fdopendir");
    memcpy(&of_libc, &found, sizeof found); /* ISO C converts no pointer to one of a call */
    errno = ENOMEM;
    return lists_nothing ? NULL : of_libc(folder);
}

static void put(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static int make_place(void **state)
{
    (void)state;
    enter_place();
    assert_true(mkdir("in", 0700) == 0 && mkdir("in/a", 0700) == 0 && mkdir("in/a/b", 0700) == 0);
    assert_true(mkdir("out", 0700) == 0 && mkdir("in/closed", 0700) == 0);
    put("in/file");
    put("in/.hidden");
    put("in/a/file");
    put("in/a/b/file");
    put("in/closed/file");
    put("out/file");
    assert_int_equal(symlink("../out", "in/away"), 0);
    assert_int_equal(mkfifo("in/pipe", 0600), 0);
    return 0;
}

enum { MOST = 16 };

struct met {
    char names[MOST][40], failed[MOST][40];
    unsigned count, failed_count, deepest;
    enum below why;
    const char *stop_at, *remove_at;
};

static enum below_step meet(void *context, const struct below_entry *entry)
{
    struct met *met = context;
    assert_true(met->count < MOST);
    char *name = met->names[met->count++];
    snprintf(name, sizeof met->names[0], "%s%s", entry->path, entry->name);
    met->deepest = entry->depth > met->deepest ? entry->depth : met->deepest;
    assert_int_equal(S_ISLNK(entry->about->st_mode), strcmp(name, "away") == 0);
    if (met->remove_at && strcmp(name, met->remove_at) == 0)
        assert_int_equal(unlinkat(entry->folder, entry->name, AT_REMOVEDIR), 0);
    if (met->stop_at && strcmp(name, met->stop_at) == 0)
        return BELOW_STOP;
    /* The link is entered as well, which the walk must not do. */
    return strcmp(name, "closed") == 0                                        ? BELOW_GO_ON
           : S_ISDIR(entry->about->st_mode) || S_ISLNK(entry->about->st_mode) ? BELOW_ENTER
                                                                              : BELOW_GO_ON;
}

static void note_failure(void *context, const char *path, const char *name, enum below why)
{
    struct met *met = context;
    assert_true(met->failed_count < MOST);
    snprintf(met->failed[met->failed_count++], sizeof met->failed[0], "%s%s", path, name);
    met->why = why;
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static struct met walk(const char *folder, struct met met)
{
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY);
    assert_true(descriptor >= 0);
    assert_true(walk_below(descriptor, &(struct below_walk){&met, meet, note_failure}));
    assert_int_equal(close(descriptor), 0); /* it stayed open */
    qsort(met.names, met.count, sizeof met.names[0], compare);
    return met;
}

static void every_entry_is_met_once(void **state)
{
    (void)state;
    static const char *const expected[] = {".hidden", "a",      "a/b",  "a/b/file", "a/file",
                                           "away",    "closed", "file", "pipe"};
    struct met met = walk("in", (struct met){0});
    assert_int_equal(met.count, LENGTH(expected));
    for (unsigned i = 0; i < LENGTH(expected); i++)
        assert_string_equal(met.names[i], expected[i]);
    assert_int_equal(met.deepest, 2);
    assert_int_equal(met.failed_count, 1);
    assert_string_equal(met.failed[0], "away");
}

static void a_walk_stops_at_once(void **state)
{
    (void)state;
    struct met met = walk("in/a/b", (struct met){.stop_at = "file"});
    assert_int_equal(met.count, 1);
    met = walk("in/a", (struct met){.stop_at = "b/file"});
    assert_true(met.count == 2 || met.count == 3); /* in no order */
    assert_string_equal(met.names[0], "b");
}

static void a_folder_that_went_is_told(void **state)
{
    (void)state;
    assert_true(mkdir("gone", 0700) == 0 && mkdir("gone/inner", 0700) == 0);
    struct met met = walk("gone", (struct met){.remove_at = "inner"});
    assert_int_equal(met.failed_count, 1);
    assert_string_equal(met.failed[0], "inner");
    assert_int_equal(met.why, BELOW_FAILED);
}

/* A program may be started without standard input. The next descriptor is then 0. */
static void a_folder_may_be_descriptor_0(void **state)
{
    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        struct met met = {0};
        int kept = dup(STDIN_FILENO), folder = open("in/a/b", O_RDONLY | O_DIRECTORY);
        assert_true(folder > STDIN_FILENO);
        close(STDIN_FILENO);
        lists_nothing = fails;
        bool done = walk_below(folder, &(struct below_walk){&met, meet, note_failure});
        lists_nothing = false;
        bool is_closed = fcntl(STDIN_FILENO, F_GETFD) < 0;
        dup2(kept, STDIN_FILENO);
        close(kept);
        close(folder);
        assert_true(done && is_closed);
        assert_int_equal(met.count, fails ? 0 : 1);
        assert_int_equal(met.failed_count, fails ? 1 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_is_met_once),
        cmocka_unit_test(a_walk_stops_at_once),
        cmocka_unit_test(a_folder_that_went_is_told),
        cmocka_unit_test(a_folder_may_be_descriptor_0),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
