/* All texts that a game keeps beside a world in its folder. */
#include "sidecars.h"

#include "digest.h"
#include "sidecar.h"

#include "../answers/held_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 8192, MOST_DEPTH = 4, LARGEST_FILE = 4 << 20, MOST_BYTES = 64 << 20 };

bool is_text_name(const char *path)
{
    const size_t size = strlen(path);
    return size > 5 &&
           (strcmp(path + size - 5, ".jecs") == 0 || strcmp(path + size - 5, ".succ") == 0);
}

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

bool is_sidecar(const char *path)
{
    return (is_text_name(path) && (!strchr(path, '/') || begins_with(path, "ExtraData/") ||
                                   begins_with(path, "players/"))) ||
           strcmp(path, OW_STORED_CIRCUITS_FILE) == 0;
}

/* Whether the path and the name of an entry make a path. */
static bool is_path(const struct below_entry *entry, const char *path)
{
    const size_t size = strlen(entry->path);
    return strncmp(path, entry->path, size) == 0 && strcmp(path + size, entry->name) == 0;
}

bool is_sidecar_entry(const struct below_entry *entry)
{
    const char *name = entry->name;
    if (S_ISDIR(entry->about->st_mode))
        return entry->depth < MOST_DEPTH &&
               (entry->depth > 0 || strcmp(name, "ExtraData") == 0 || strcmp(name, "players") == 0);
    return is_text_name(name) || is_path(entry, OW_STORED_CIRCUITS_FILE);
}

static bool is_wanted(const struct below_entry *entry)
{
    return *entry->name != '.' && is_sidecar_entry(entry) &&
           (S_ISDIR(entry->about->st_mode) || S_ISREG(entry->about->st_mode));
}

static void add_mark(const struct below_entry *entry, int64_t *mark)
{
    const struct stat *about = entry->about;
    const int64_t facts[] = {about->st_size, about->st_mtim.tv_sec, about->st_mtim.tv_nsec};
    uint64_t mixed = mix(0, entry->path, strlen(entry->path));
    mixed = mix(mixed, entry->name, strlen(entry->name));
    mixed = mix(mixed, facts, sizeof facts) + (uint64_t)*mark; /* in any order */
    *mark = (int64_t)(mixed & INT64_MAX);
}

struct marking {
    int64_t mark;
    bool are_there;
};

static enum below_step mark_entry(void *context, const struct below_entry *entry)
{
    struct marking *marking = context;
    if (!is_wanted(entry))
        return BELOW_GO_ON;
    if (S_ISDIR(entry->about->st_mode))
        return BELOW_ENTER;
    add_mark(entry, &marking->mark);
    marking->are_there = true;
    return BELOW_GO_ON;
}

bool sidecars_mark(int folder, int64_t *mark)
{
    struct marking marking = {0};
    walk_below(folder, &(struct below_walk){&marking, mark_entry, NULL});
    *mark = marking.mark;
    return marking.are_there;
}

struct reading {
    struct pool *pool;
    struct sidecars *sidecars;
    bool are_there;
};

static bool add_file(struct reading *reading, const struct below_entry *entry, uint8_t *bytes,
                     size_t size)
{
    const size_t stem = strlen(entry->path), name = strlen(entry->name);
    char *path = malloc(stem + name + 1);
    if (path) {
        memcpy(path, entry->path, stem);
        memcpy(path + stem, entry->name, name + 1);
    }
    reading->sidecars->bytes += size;
    return folder_take_file(&reading->sidecars->folder, (ow_text){path, path ? stem + name : 0},
                            (ow_bytes){bytes, size});
}

void sidecars_cannot(struct pool *pool, struct sidecars *sidecars, const char *path,
                     const char *name, enum below why)
{
    const char *words = below_words(why);
    pool->has_failed |= why == BELOW_NO_MEMORY;
    if (why != BELOW_FAILED || sidecars->problem)
        return;
    const size_t room = strlen(path) + strlen(name) + strlen(words) + 40;
    sidecars->problem = pool_take(pool, room);
    if (sidecars->problem)
        snprintf(sidecars->problem, room, "%s%s beside it cannot be read: %s", path, name, words);
}

static void cannot(void *context, const char *path, const char *name, enum below why)
{
    struct reading *reading = context;
    sidecars_cannot(reading->pool, reading->sidecars, path, name, why);
}

static enum below_step read_entry(void *context, const struct below_entry *entry)
{
    struct reading *reading = context;
    struct sidecars *sidecars = reading->sidecars;
    uint8_t *bytes = NULL;
    size_t size = 0;
    int file;
    if (!is_wanted(entry) || S_ISDIR(entry->about->st_mode))
        return is_wanted(entry) ? BELOW_ENTER : BELOW_GO_ON;
    add_mark(entry, &sidecars->mark);
    reading->are_there = true;
    if (sidecars->folder.file_count == MOST_FILES || sidecars->bytes > MOST_BYTES)
        return BELOW_GO_ON;
    enum below why = below_open_at(entry->folder, entry->name, &file);
    if (why == BELOW_FINE) {
        why = below_read_all(file, LARGEST_FILE, &bytes, &size);
        close(file);
    }
    if (why != BELOW_FINE) {
        cannot(reading, entry->path, entry->name, why);
        return BELOW_GO_ON;
    }
    if (add_file(reading, entry, bytes, size))
        return BELOW_GO_ON;
    reading->pool->has_failed = true;
    return BELOW_STOP;
}

void sidecars_read(int folder, struct pool *pool, struct sidecars *sidecars)
{
    struct reading reading = {.pool = pool, .sidecars = sidecars};
    ow_error error;
    *sidecars = (struct sidecars){0};
    if (!walk_below(folder, &(struct below_walk){&reading, read_entry, cannot}))
        pool->has_failed = true;
    sidecars->has_mark = reading.are_there && !sidecars->problem;
    if (find_titles(&sidecars->folder, pool, &sidecars->title, &sidecars->description, &error) ==
        OW_NO_MEMORY)
        pool->has_failed = true;
}

void sidecars_free(struct sidecars *sidecars)
{
    folder_free_files(&sidecars->folder);
}
