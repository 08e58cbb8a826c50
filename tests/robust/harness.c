/* Finding files, and telling in TAP what came of them. */
#include "harness.h"

#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>

static unsigned reported, failures, files;
static const char *only; /* the name of the only file to take, NULL: all */
static bool is_of_another_kind;

/* How many samples of issues share the trials: those are small changes of a few worlds. */
enum { SHARERS = 4 };

static unsigned turn, sharers = 1;

bool is_my_turn(uint64_t trial)
{
    return trial % sharers == turn;
}

/* The samples of one folder of issues take turns, one after another; a file alone has all of
 * them. */
static void take_turns(const char *path)
{
    sharers = !only && strstr(path, "/samples/issues/") ? SHARERS : 1;
    turn = files % sharers;
}

void leave_out(void)
{
    is_of_another_kind = true;
}

void broken(const char *format, ...)
{
    enum { MOST = 5 };
    if (failures++ >= MOST)
        return;
    va_list arguments;
    va_start(arguments, format);
    printf("# ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

static int all_but_dots(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void run_on_file(const char *path, const char *name, const char *title, size_t largest,
                        file_test test)
{
    struct bytes bytes = read_file(path);
    bool is_asked = !only || strcmp(only, name) == 0;
    if (is_asked && ow_identify(bytes.data, bytes.size) &&
        (largest == 0 || bytes.size <= largest)) {
        uint8_t *data = exact_copy(bytes.data, bytes.size);
        struct test_file file = {name, data, bytes.size};
        take_turns(path);
        files++;
        failures = 0;
        is_of_another_kind = false;
        test(&file);
        if (!is_of_another_kind)
            printf("%sok %u - %s: %s\n", failures ? "not " : "", ++reported, title, name);
        fflush(stdout);
        free(data);
    }
    bytes_free(&bytes);
}

/* A file to be run on. */
struct found {
    char *path;
    const char *name; /* in the path */
    off_t size;
};

struct found_list {
    struct found *items;
    size_t count, room;
};

static void note_found(struct found_list *list, const char *path, off_t size)
{
    if (list->count == list->room) {
        list->room = list->room * 2 + 64;
        list->items = realloc(list->items, list->room * sizeof *list->items);
    }
    char *copy = strdup(path);
    if (!list->items || !copy)
        abort();
    list->items[list->count++] = (struct found){copy, strrchr(copy, '/') + 1, size};
}

static void find_files(const char *folder, struct found_list *list)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, all_but_dots, alphasort);
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            find_files(path, list);
        else
            note_found(list, path, status.st_size);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static int by_size(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    return a->size != b->size ? (a->size > b->size) - (a->size < b->size)
                              : strcmp(a->path, b->path);
}

/* The smallest files come first, so that a place of a trial is tried in the smallest file that has
 * it. */
static void run_in_folder(const char *folder, const char *title, size_t largest, file_test test)
{
    struct found_list list = {0};
    find_files(folder, &list);
    if (list.count > 0)
        qsort(list.items, list.count, sizeof *list.items, by_size);
    for (size_t i = 0; i < list.count; i++) {
        run_on_file(list.items[i].path, list.items[i].name, title, largest, test);
        free(list.items[i].path);
    }
    free(list.items);
}

static void run_or_skip(const char *folder, const char *title, size_t largest, file_test test)
{
    unsigned before = files;
    run_in_folder(folder, title, largest, test);
    if (files == before && !only)
        printf("ok %u - %s # SKIP no files\n", ++reported, title);
}

int run_on_files(int count, char **arguments, const char *title, size_t largest, file_test test)
{
    if (count < 2) {
        fprintf(stderr, "Usage: %s SOURCE_ROOT [CORPUS_FOLDER [FILE]]\n", arguments[0]);
        return 2;
    }
    char folder[4096];
    only = count > 3 ? arguments[3] : NULL;
    snprintf(folder, sizeof folder, "%s/samples", arguments[1]);
    run_or_skip(folder, title, largest, test);
    const char *corpus = count > 2 ? arguments[2] : getenv("OVERWORLD_CORPUS");
    if (!corpus || !*corpus) {
        snprintf(folder, sizeof folder, "%s/../shared/corpus", arguments[1]);
        corpus = folder;
    }
    run_or_skip(corpus, title, largest, test);
    char older[4096 + 32]; /* builds of versions that came to the format later */
    snprintf(older, sizeof older, "%s-older-builds", corpus);
    run_or_skip(older, title, largest, test);
    printf("1..%u\n", reported);
    return 0;
}
