/* A walk through the worlds below some paths, which skips those that the catalogue knows
 * unchanged. */
#include "walk.h"

#include "archive.h"
#include "byte_store.h"
#include "folder_index.h"
#include "sidecar.h"

#include "../files/below.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FOLDERS = 64 /* one in another */ };

struct walk {
    struct catalog *catalog;
    const struct walk_plan *plan;
    struct walk_counts *counts;
    unsigned depth;
    bool ended, failed;
};

/* A folder that is being walked. */
struct level {
    const char *path;
    int descriptor;
    struct folder_index indexed;
    bool is_marked; /* has `sidecars`, which few folders need */
    int64_t sidecars;
};

static int64_t time_of(const struct stat *about)
{
    return (int64_t)about->st_mtim.tv_sec * 1000000000 + about->st_mtim.tv_nsec;
}

static const char *extension_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : "";
}

/* A walk stops if memory runs out; the next run finds the rest. */
static void end_without_memory(struct walk *walk)
{
    walk->ended = walk->failed = true;
}

static void deliver_found(struct walk *walk, struct found *found)
{
    if (found->pool.has_failed)
        end_without_memory(walk);
    else if (walk->plan->take(walk->plan->context, found))
        return;
    found_free(found);
    walk->ended = true;
}

static struct found *begin_found(struct walk *walk, enum found_kind kind, const char *folder,
                                 const char *name)
{
    char *recorded = roots_record(walk->plan->roots, folder);
    struct found *found = recorded ? found_at(kind, folder, recorded, name) : NULL;
    free(recorded);
    if (!found)
        end_without_memory(walk);
    return found;
}

static void report_unread(struct walk *walk, const char *folder, const char *name, const char *why)
{
    struct found *found = begin_found(walk, FOUND_UNREAD, folder, name);
    if (!found)
        return;
    found->why = escape_text(&found->pool, ow_text_of(why));
    deliver_found(walk, found);
}

static int64_t mark_of(struct level *level)
{
    if (!level->is_marked && !sidecars_mark(level->descriptor, &level->sidecars))
        level->sidecars = INT64_MIN;
    level->is_marked = true;
    return level->sidecars;
}

/* Returns true if the file is unchanged. Fills in the rest of what is known about it. */
static bool is_unchanged(const struct walk_plan *plan, struct level *level, struct found *found)
{
    size_t count, rows = 0;
    const struct indexed_file *file = folder_index_find(&level->indexed, &found->name, &count);
    int64_t sidecars = has_sidecars(found->file_name) ? mark_of(level) : INT64_MIN;
    bool same = false;
    for (size_t i = 0; i < count; i++, file++) {
        bool as_it_is = file->size == found->size && file->modified == found->modified;
        if (file->was_skipped) {
            found->was_skipped = true;
            found->was_opened = file->is_opened;
            same = same ||
                   (as_it_is && found->kind == FOUND_ARCHIVE &&
                    (file->is_opened || (file->is_archive && !plan->opens_archives))) ||
                   (as_it_is && file->is_deadly && plan->leaves_deadly);
            continue;
        }
        rows++;
        found->is_known = true;
        memcpy(found->known_hash, file->hash, DIGEST_SIZE);
        found->must_replace = found->must_replace || !file->is_current;
        same = as_it_is && file->sidecars == sidecars && file->is_current;
    }
    return same && rows <= 1 &&
           (!found->is_known || !plan->bytes || byte_store_has(plan->bytes, found->known_hash));
}

static void take_file(struct walk *walk, struct level *level, const char *name,
                      const struct stat *about, enum found_kind kind)
{
    struct found *found = begin_found(walk, kind, level->path, name);
    if (!found)
        return;
    found->size = about->st_size;
    found->modified = time_of(about);
    if (kind == FOUND_ARCHIVE && !found->is_unkept)
        found->why = text_value("is an archive, which is not opened");
    if (!is_unchanged(walk->plan, level, found)) {
        deliver_found(walk, found);
        return;
    }
    bool is_listed = kind == FOUND_ARCHIVE && !found->was_opened;
    *(is_listed ? &walk->counts->archives : &walk->counts->unchanged) += 1;
    found->is_unchanged = true;
    if (walk->plan->takes_unchanged)
        deliver_found(walk, found);
    else
        found_free(found);
}

static void walk_folder(struct walk *walk, const char *path);

static void walk_entry(struct walk *walk, struct level *level, const char *name)
{
    struct stat about;
    if (fstatat(level->descriptor, name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT) /* it may be gone by now */
            report_unread(walk, level->path, name, strerror(errno));
    } else if (S_ISDIR(about.st_mode)) {
        char *path = below_join(level->path, name);
        if (path)
            walk_folder(walk, path);
        else
            end_without_memory(walk);
        free(path);
    } else if (S_ISREG(about.st_mode) && ow_format_by_extension(extension_of(name))) {
        take_file(walk, level, name, &about, FOUND_WORLD);
    } else if (S_ISREG(about.st_mode) && is_archive_name(name)) {
        take_file(walk, level, name, &about, FOUND_ARCHIVE);
    }
}

/* An answer whose connection is lost is asked for anew as a whole. */
static bool open_index(struct walk *walk, struct folder_index *index, const struct value *folder)
{
    struct patience *patience = walk->plan->patience;
    struct attempts attempts = {0};
    bool is_open;
    while (!(is_open = folder_index_open(index, walk->catalog, folder, walk->plan->pictures)) &&
           !index->has_failed &&
           patience_allows(patience, &attempts, catalog_failure(walk->catalog)))
        folder_index_close(index);
    patience_end(patience, &attempts, is_open);
    return is_open;
}

static bool open_level(struct walk *walk, struct level *level)
{
    struct pool pool = {0};
    char *recorded = roots_record(walk->plan->roots, level->path);
    struct value folder = escape_text(&pool, ow_text_of(recorded ? recorded : ""));
    pool.has_failed |= !recorded;
    char root[4];
    const char *below = below_root(level->path, root);
    below_open_folder(root, below, false, &level->descriptor);
    bool indexed =
        level->descriptor >= 0 && !pool.has_failed && open_index(walk, &level->indexed, &folder);
    int problem = errno;
    pool_free(&pool);
    free(recorded);
    if (indexed) {
        return true;
    }
    if (level->descriptor >= 0) {
        folder_index_close(&level->indexed);
        walk->ended = walk->failed = true;
        close(level->descriptor);
        return false;
    }
    errno = problem;
    return false;
}

/* A folder that cannot be read is reported as an entry of the folder above. */
static void report_folder(struct walk *walk, const char *path, const char *why)
{
    const char *slash = strrchr(path, '/');
    char *above = strndup(path, slash && slash > path ? (size_t)(slash - path) : 1);
    if (above)
        report_unread(walk, above, slash ? slash + 1 : path, why);
    else
        end_without_memory(walk);
    free(above);
}

static void walk_folder(struct walk *walk, const char *path)
{
    struct level level = {.path = path};
    struct dirent **names = NULL;
    if (walk->depth == MOST_FOLDERS) {
        report_folder(walk, path, "is skipped: it is nested too deep in other folders");
        return;
    }
    if (!open_level(walk, &level)) {
        if (!walk->ended)
            report_folder(walk, path, strerror(errno));
        return;
    }
    walk->depth++;
    int count = scandir(path, &names, NULL, alphasort);
    if (count < 0)
        report_folder(walk, path, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (*names[i]->d_name != '.' && !walk->ended)
            walk_entry(walk, &level, names[i]->d_name);
        free(names[i]);
    }
    free(names);
    walk->depth--;
    folder_index_close(&level.indexed);
    close(level.descriptor);
}

/* The real path of the folder of a file, and the name of the file in it. NULL with errno. */
static char *real_folder_of(const char *path, const char **name)
{
    char *copy = strdup(path);
    size_t size = strlen(path);
    while (copy && size > 1 && copy[size - 1] == '/')
        copy[--size] = '\0';
    char *slash = copy ? strrchr(copy, '/') : NULL;
    *name = path + (slash ? slash - copy + 1 : 0);
    if (slash)
        slash[slash == copy] = '\0';
    char *real = copy ? realpath(slash ? copy : ".", NULL) : NULL;
    free(copy);
    return real;
}

bool place_of_path(const char *path, const struct roots *roots, struct pool *pool,
                   struct value *folder, struct value *name)
{
    const char *last;
    char *real = real_folder_of(path, &last);
    char *recorded = real ? roots_record(roots, real) : NULL;
    free(real);
    if (!recorded)
        return false;
    *folder = escape_text(pool, ow_text_of(recorded));
    *name = escape_text(pool, (ow_text){last, strcspn(last, "/")});
    free(recorded);
    return true;
}

/* A file that the user named is taken whatever its name is. */
static void walk_file(struct walk *walk, const char *path, const struct stat *about)
{
    const char *name;
    char *folder = real_folder_of(path, &name);
    struct level level = {.path = folder};
    if (!folder || !open_level(walk, &level)) {
        if (!walk->ended)
            report_folder(walk, path, strerror(errno));
        free(folder);
        return;
    }
    take_file(walk, &level, name, about, is_archive_name(name) ? FOUND_ARCHIVE : FOUND_WORLD);
    folder_index_close(&level.indexed);
    close(level.descriptor);
    free(folder);
}

/* Sets the path for messages and reports to the one that the user gave. */
static void set_path(struct found *found, const char *path)
{
    char *given = pool_take(&found->pool, strlen(path) + 1);
    found->path = found->recorded = given ? strcpy(given, path) : found->path;
}

/* A path that the user named and that cannot be read. A missing file gets no row. */
static void report_path(struct walk *walk, const char *path, int problem)
{
    const char *name;
    char *folder = real_folder_of(path, &name);
    struct found *found = begin_found(walk, FOUND_UNREAD, folder ? folder : "", name);
    if (found) {
        set_path(found, path);
        found->is_unkept = found->is_unkept || problem == ENOENT || !folder;
        found->why = escape_text(&found->pool, ow_text_of(strerror(problem)));
        deliver_found(walk, found);
    }
    free(folder);
}

/* A folder that does not exist is recorded as it is written, below the current one. */
static char *folder_of_given(const char *path, const char **name)
{
    char *folder = real_folder_of(path, name);
    if (folder)
        return folder;
    const char *slash = strrchr(path, '/');
    char *current = path[0] == '/' ? strdup("") : realpath(".", NULL);
    size_t size = slash ? (size_t)(slash - path) : 0;
    folder = current ? malloc(strlen(current) + size + 2) : NULL;
    if (folder)
        sprintf(folder, "%s%s%.*s", current, path[0] == '/' || size == 0 ? "" : "/", (int)size,
                path);
    free(current);
    return folder;
}

static void index_given(struct walk *walk, struct found *found)
{
    struct level level = {.is_marked = true, .sidecars = INT64_MIN};
    if (open_index(walk, &level.indexed, &found->folder))
        is_unchanged(walk->plan, &level, found);
    else
        walk->ended = walk->failed = true;
    folder_index_close(&level.indexed);
}

static void walk_given(struct walk *walk, const struct given_file *given)
{
    const char *name;
    struct timespec now;
    char *folder = folder_of_given(given->path, &name);
    struct found *found = folder ? begin_found(walk, FOUND_WORLD, folder, name) : NULL;
    clock_gettime(CLOCK_REALTIME, &now);
    if (found) {
        set_path(found, given->path);
        found->given = given;
        found->size = (int64_t)given->size;
        found->modified = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
        index_given(walk, found);
    }
    if (!folder)
        end_without_memory(walk);
    if (found && !walk->ended)
        deliver_found(walk, found);
    else if (found)
        found_free(found);
    free(folder);
}

static void walk_path(struct walk *walk, const char *path)
{
    struct stat about;
    if (walk->plan->given && strcmp(path, "-") == 0) {
        walk_given(walk, walk->plan->given);
        return;
    }
    char *real = realpath(path, NULL);
    if (!real || stat(real, &about) != 0)
        report_path(walk, path, errno);
    else if (S_ISDIR(about.st_mode))
        walk_folder(walk, real);
    else
        walk_file(walk, real, &about);
    free(real);
}

bool walk_paths(struct catalog *catalog, const struct walk_plan *plan, struct walk_counts *counts)
{
    struct walk walk = {.catalog = catalog, .plan = plan, .counts = counts};
    for (size_t i = 0; i < plan->count && !walk.ended; i++)
        walk_path(&walk, plan->paths[i]);
    return !walk.failed;
}
