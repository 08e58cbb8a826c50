/* Every JECS and SUCC file there is: read, written back byte for byte, and each value set to
 * what it is. texts PROJECT CORPUS [NAME]; files of mods and of players lie beside the corpus. */
#include "../support/test.h"

#include "../support/bytes.h"

#include <ftw.h>

enum { MOST_FILES = 4096 };

static char *paths[MOST_FILES];
static int path_count;

static int note_path(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    const char *dot = strrchr(path, '.');
    (void)about, (void)place;
    /* The sample of what check reports of a broken text. */
    if (strstr(path, "FOLDER_TEXT_BROKEN"))
        return 0;
    if (kind == FTW_F && dot && (strcmp(dot, ".jecs") == 0 || strcmp(dot, ".succ") == 0) &&
        path_count < MOST_FILES)
        paths[path_count++] = strdup(path);
    return 0;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_files(const char *corpus)
{
    static const char *const beside[] = {"", "/../mods", "/../players-example"};
    for (size_t i = 0; i < LENGTH(beside); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", corpus, beside[i]);
        nftw(path, note_path, 16, FTW_PHYS);
    }
    nftw("samples", note_path, 16, FTW_PHYS);
    nftw("fuzz", note_path, 16, FTW_PHYS);
    qsort(paths, (size_t)path_count, sizeof *paths, compare_paths);
}

static bool is_written_as(const ow_jecs *document, const struct bytes *file)
{
    struct bytes written = {0};
    ow_sink sink = sink_to(&written);
    bool same = ow_jecs_write(document, NULL, &sink, NULL) == OW_OK && written.size == file->size &&
                (file->size == 0 || memcmp(written.data, file->data, file->size) == 0);
    bytes_free(&written);
    return same;
}

/* Sets each value to itself. Text in quotes that needs none loses them: such a node is left out. */
static bool set_all(ow_jecs *document, ow_jecs_node *node)
{
    if (node->kind == OW_JECS_TEXT && node->value.size > 0) {
        const char *text = node->text + node->before + node->head;
        if (*text != '"' && ow_jecs_set_text(document, node, node->value, NULL) != OW_OK)
            return false;
    }
    for (ow_jecs_node *child = node->first; child; child = child->next)
        if (!set_all(document, child))
            return false;
    return true;
}

static bool try_file(const char *path)
{
    struct bytes file = read_file(path);
    ow_jecs *document;
    ow_error error;
    ow_status status = ow_jecs_read(file.data, file.size, NULL, &document, &error);
    if (status != OW_OK)
        printf("# %s\n", error.message);
    bool fine = status == OW_OK && is_written_as(document, &file) &&
                set_all(document, document->root) && is_written_as(document, &file);
    ow_jecs_free(document);
    bytes_free(&file);
    return fine;
}

int main(int count, char **arguments)
{
    int failed = 0, tried = 0;
    find_files(count > 2 ? arguments[2] : corpus_folder());
    for (int i = 0; i < path_count; i++) {
        if (count > 3 && strcmp(arguments[3], paths[i]) != 0)
            continue;
        bool fine = try_file(paths[i]);
        printf("%sok %d - %s\n", fine ? "" : "not ", ++tried, paths[i]);
        failed += !fine;
    }
    for (int i = 0; i < path_count; i++)
        free(paths[i]);
    printf("1..%d\n", tried);
    return failed > 0;
}
