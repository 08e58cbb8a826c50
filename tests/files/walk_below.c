/* A walk meets each entry of a folder and of those that it enters, and follows no link. */
#include "../support/test.h"

#include "place.h"

#include "../../files/walk_below.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_is_met_once),
        cmocka_unit_test(a_walk_stops_at_once),
        cmocka_unit_test(a_folder_that_went_is_told),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}
