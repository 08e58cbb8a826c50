/* Finds the worlds that a command line names: files, saves' folders, and with -r all worlds below
 * folders. */
#include "io/walk.h"

#include "terminal/terminal.h"
#include "verb.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_FOLDERS = 64 /* nested */ };

struct walk {
    struct worlds *worlds;
    bool text;
    bool leaves_out; /* a folder */
    struct stat left_out;
    size_t root_size; /* length of the named folder's path, with its slash */
    unsigned depth;
};

const char *extension_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) ? dot + 1 : "";
}

bool is_text_extension(const char *extension)
{
    return strcasecmp(extension, "json") == 0 || strcasecmp(extension, "tmj") == 0 ||
           strcasecmp(extension, "tmx") == 0;
}

static void failed(struct worlds *worlds, const char *path, const char *what, const char *why)
{
    complain("%s: %s%s", path, what, why);
    worlds->status = EXIT_FILES;
}

/* Takes ownership of the path. */
static void add(struct worlds *worlds, char *path, size_t below, bool is_walked)
{
    if (worlds->count == worlds->room) {
        size_t room = worlds->room ? worlds->room * 2 : 16;
        struct world_path *larger = realloc(worlds->list, room * sizeof *larger);
        if (!larger) {
            failed(worlds, path, "not enough memory", "");
            free(path);
            return;
        }
        worlds->list = larger;
        worlds->room = room;
    }
    worlds->list[worlds->count++] = (struct world_path){path, path + below, is_walked};
}

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder);
    bool slash = size > 0 && folder[size - 1] == '/';
    char *path = malloc(size + strlen(name) + 2);
    if (path)
        sprintf(path, "%s%s%s", folder, slash ? "" : "/", name);
    return path;
}

static int by_name(const void *first, const void *second)
{
    return strcmp(*(char *const *)first, *(char *const *)second);
}

/* Lists the names in a folder that are not hidden, sorted, so that a run has the same result on
 * every file system. Returns false with errno. */
static bool list_names(const char *folder, char ***names, size_t *count)
{
    DIR *open = opendir(folder);
    size_t room = 0;
    *names = NULL;
    *count = 0;
    if (!open)
        return false;
    errno = 0;
    for (struct dirent *entry; (entry = readdir(open));) {
        if (*entry->d_name == '.')
            continue;
        if (*count == room) {
            char **larger = realloc(*names, (room = room ? room * 2 : 64) * sizeof *larger);
            if (!larger)
                break;
            *names = larger;
        }
        if (!((*names)[*count] = strdup(entry->d_name)))
            break;
        ++*count;
    }
    int problem = errno;
    closedir(open);
    if (*count > 0)
        qsort(*names, *count, sizeof **names, by_name);
    errno = problem;
    return problem == 0;
}

static void walk_folder(struct walk *walk, const char *folder);

static bool is_omitted(const struct walk *walk, const struct stat *folder)
{
    return walk->leaves_out && folder->st_dev == walk->left_out.st_dev &&
           folder->st_ino == walk->left_out.st_ino;
}

static void walk_entry(struct walk *walk, const char *folder, const char *name)
{
    char *path = join(folder, name);
    const char *extension = extension_of(name);
    struct stat about;
    if (!path) {
        failed(walk->worlds, folder, "not enough memory", "");
        return;
    }
    if (lstat(path, &about) != 0) {
        if (errno != ENOENT) /* it may have been removed */
            failed(walk->worlds, path, "cannot be examined: ", strerror(errno));
    } else if (S_ISDIR(about.st_mode)) {
        if (!is_omitted(walk, &about))
            walk_folder(walk, path);
    } else if (S_ISREG(about.st_mode) && (ow_format_by_extension(extension) ||
                                          (walk->text && is_text_extension(extension)))) {
        add(walk->worlds, path, walk->root_size, true);
        return;
    }
    free(path);
}

static void walk_folder(struct walk *walk, const char *folder)
{
    char **names;
    size_t count;
    if (walk->depth == MOST_FOLDERS) {
        failed(walk->worlds, folder, "is skipped: it is nested too deep in other folders", "");
        return;
    }
    walk->depth++;
    if (!list_names(folder, &names, &count))
        failed(walk->worlds, folder, "cannot be read: ", strerror(errno));
    for (size_t i = 0; i < count; i++) {
        walk_entry(walk, folder, names[i]);
        free(names[i]);
    }
    free(names);
    walk->depth--;
}

static void walk_operand(struct walk *walk, const char *folder)
{
    struct worlds *worlds = walk->worlds;
    size_t size = strlen(folder), before = worlds->count;
    int status = worlds->status;
    walk->root_size = size + (folder[size - 1] != '/');
    worlds->status = EXIT_FINE;
    walk_folder(walk, folder);
    if (worlds->count == before && worlds->status == EXIT_FINE)
        failed(worlds, folder, "is a folder with no world in or below it", "");
    worlds->status = worlds->status > status ? worlds->status : status;
}

/* The start of a path's last name, ignoring slashes at the end. */
static size_t last_name(const char *path)
{
    size_t at = strlen(path);
    while (at > 1 && path[at - 1] == '/')
        at--;
    while (at > 0 && path[at - 1] != '/')
        at--;
    return at;
}

int look_for_folder(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return errno == ENOTDIR ? ENOENT : errno;
    return S_ISDIR(about.st_mode) ? 0 : ENOENT;
}

/* Takes the worlds of a folder, if they are wanted, or a path as it is. A path that is not there is
 * taken too: opening it later reports the error. */
static void take_operand(struct walk *walk, const char *operand, bool walks)
{
    int problem = walks && *operand ? look_for_folder(operand) : ENOENT;
    if (problem == 0) {
        walk_operand(walk, operand);
        return;
    }
    if (problem != ENOENT) {
        failed(walk->worlds, operand, "cannot be opened: ", strerror(problem));
        return;
    }
    char *path = strdup(operand);
    if (path)
        add(walk->worlds, path, last_name(path), false);
    else
        failed(walk->worlds, operand, "not enough memory", "");
}

void find_worlds(char *const *operands, int count, const struct walk_options *options,
                 struct worlds *worlds)
{
    struct walk walk = {.worlds = worlds, .text = options->text};
    walk.leaves_out = options->leave_out && stat(options->leave_out, &walk.left_out) == 0;
    *worlds = (struct worlds){.status = EXIT_FINE};
    for (int i = 0; i < count; i++)
        take_operand(&walk, operands[i], options->walk);
}

void free_worlds(struct worlds *worlds)
{
    for (size_t i = 0; i < worlds->count; i++)
        free(worlds->list[i].path);
    free(worlds->list);
    *worlds = (struct worlds){0};
}
