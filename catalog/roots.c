/* Named roots: paths that begin with a name in place of a folder of this machine. */
#include "roots.h"

#include "../files/below.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_plain(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9');
}

static bool is_name(const char *name, size_t size)
{
    if (size == 0 || size >= LONGEST_ROOT || !is_plain(*name))
        return false;
    for (size_t i = 0; i < size; i++)
        if (!is_plain(name[i]) && !strchr("._-", name[i]))
            return false;
    return true;
}

static const struct root *root_of_name(const struct roots *roots, const char *name, size_t size)
{
    for (size_t i = 0; roots && i < roots->count; i++)
        if (strlen(roots->list[i].name) == size && memcmp(roots->list[i].name, name, size) == 0)
            return &roots->list[i];
    return NULL;
}

static enum roots_added add_folder(struct roots *roots, const char *name, size_t size,
                                   const char *folder, char why[ROOTS_WHY])
{
    struct stat about;
    struct root *root = &roots->list[roots->count];
    root->folder = realpath(folder, NULL);
    if (!root->folder || stat(root->folder, &about) != 0 || !S_ISDIR(about.st_mode)) {
        snprintf(why, ROOTS_WHY, "%.300s: %s", folder,
                 root->folder ? "is not a folder" : strerror(errno));
        free(root->folder);
        root->folder = NULL;
        return ROOT_IS_MISSING;
    }
    memcpy(root->name, name, size);
    root->name[size] = '\0';
    roots->count++;
    return ROOT_ADDED;
}

enum roots_added roots_add(struct roots *roots, const char *given, char why[ROOTS_WHY])
{
    const char *equals = strchr(given, '=');
    size_t size = equals ? (size_t)(equals - given) : 0;
    if (!is_name(given, size) || !equals[1])
        snprintf(why, ROOTS_WHY,
                 "--root takes NAME=FOLDER, such as uploads=/srv/uploads; NAME has letters, digits "
                 "and . _ -, not \"%.200s\"",
                 given);
    else if (root_of_name(roots, given, size))
        snprintf(why, ROOTS_WHY, "--root has the name \"%.*s\" twice", (int)size, given);
    else if (roots->count == MOST_ROOTS)
        snprintf(why, ROOTS_WHY, "--root can be given %d times at most", MOST_ROOTS);
    else
        return add_folder(roots, given, size, equals + 1, why);
    return ROOT_IS_WRONG;
}

void roots_free(struct roots *roots)
{
    for (size_t i = 0; i < roots->count; i++)
        free(roots->list[i].folder);
    *roots = (struct roots){.count = 0};
}

/* How much of a folder is before the slash of what is in it. "/" ends with this slash. */
static size_t stem_of(const char *folder)
{
    size_t size = strlen(folder);
    return size > 0 && folder[size - 1] == '/' ? size - 1 : size;
}

static const struct root *root_above(const struct roots *roots, const char *path)
{
    const struct root *innermost = NULL;
    size_t most = 0;
    for (size_t i = 0; roots && i < roots->count; i++) {
        const char *folder = roots->list[i].folder;
        size_t stem = stem_of(folder);
        if (strncmp(path, folder, stem) == 0 && (path[stem] == '/' || path[stem] == '\0') &&
            (!innermost || stem > most)) {
            innermost = &roots->list[i];
            most = stem;
        }
    }
    return innermost;
}

static char *join(const char *start, size_t size, const char *rest)
{
    char *joined = malloc(size + strlen(rest) + 2);
    if (joined)
        sprintf(joined, "%.*s%s", (int)size, start, rest);
    return joined;
}

char *roots_record(const struct roots *roots, const char *path)
{
    const struct root *root = root_above(roots, path);
    if (!root)
        return strdup(path);
    const char *rest = path + stem_of(root->folder);
    return join(root->name, strlen(root->name), strcmp(rest, "/") == 0 ? "" : rest);
}

char *roots_find(const struct roots *roots, const char *recorded)
{
    if (below_is_absolute(recorded))
        return strdup(recorded);
    size_t size = strcspn(recorded, "/");
    const struct root *root = root_of_name(roots, recorded, size);
    if (!root)
        return NULL;
    const char *rest = recorded + size;
    size_t stem = stem_of(root->folder);
    return *rest ? join(root->folder, stem, rest) : strdup(root->folder);
}
