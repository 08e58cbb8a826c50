/* Walks through the entries of a folder and of folders below it, through no link. */
#include "walk_below.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct walking {
    const struct below_walk *walk;
    bool is_over, lacks_memory;
};

static void cannot(const struct walking *walking, const char *path, const char *name,
                   enum below why)
{
    if (walking->walk->cannot)
        walking->walk->cannot(walking->walk->context, path, name, why);
}

static void walk_entries(struct walking *walking, const struct below_entry *folder, DIR *list);

/* Walks through the folder `name` of an open folder. `path` is that of the inner one. */
static void walk_folder(struct walking *walking, const struct below_entry *outer, const char *name,
                        const char *path, unsigned depth)
{
    struct below_entry entry = {.path = path, .depth = depth};
    entry.folder = openat(outer->folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = entry.folder >= 0 ? fdopendir(entry.folder) : NULL;
    if (list) {
        walk_entries(walking, &entry, list);
        closedir(list);
        return;
    }
    cannot(walking, outer->path, depth > 0 ? name : "the folder",
           errno == ELOOP ? BELOW_LINK : BELOW_FAILED);
    if (entry.folder >= 0)
        close(entry.folder);
}

static void enter(struct walking *walking, const struct below_entry *outer)
{
    const size_t room = strlen(outer->path) + strlen(outer->name) + 2;
    char *path = malloc(room);
    walking->lacks_memory |= !path;
    walking->is_over |= !path;
    if (path) {
        snprintf(path, room, "%s%s/", outer->path, outer->name);
        walk_folder(walking, outer, outer->name, path, outer->depth + 1);
    }
    free(path);
}

static void walk_entry(struct walking *walking, const struct below_entry *folder, const char *name)
{
    struct stat about;
    struct below_entry entry = *folder;
    if (fstatat(folder->folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT) /* it may be gone by now */
            cannot(walking, folder->path, name, BELOW_FAILED);
        return;
    }
    entry.name = name;
    entry.about = &about;
    const enum below_step step = walking->walk->visit(walking->walk->context, &entry);
    walking->is_over = step == BELOW_STOP;
    if (step == BELOW_ENTER)
        enter(walking, &entry);
}

/* `folder` has what its entries have in common. */
static void walk_entries(struct walking *walking, const struct below_entry *folder, DIR *list)
{
    const struct dirent *next = NULL;
    while (!walking->is_over && (errno = 0, next = readdir(list)))
        if (strcmp(next->d_name, ".") != 0 && strcmp(next->d_name, "..") != 0)
            walk_entry(walking, folder, next->d_name);
    if (!walking->is_over && errno != 0)
        cannot(walking, folder->path, "the rest of the folder", BELOW_FAILED);
}

bool walk_below(int folder, const struct below_walk *walk)
{
    struct walking walking = {.walk = walk};
    const struct below_entry top = {.folder = folder, .path = ""};
    walk_folder(&walking, &top, ".", "", 0);
    return !walking.lacks_memory;
}
