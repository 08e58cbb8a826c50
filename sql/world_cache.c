/* Worlds by path. A query that joins two tables of a file opens the file once, and so does the next
 * query, as long as the file does not change. */
#define _POSIX_C_SOURCE 200809L /* open, fstat */
#include "extension.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_IDLE = 4 }; /* open worlds that no query uses */

struct cached_world {
    struct cached_world *next;
    struct world *world;
    uint8_t *bytes;
    struct stat state; /* of the file when it was read */
    char path[];
};

struct world_cache {
    struct cached_world *worlds; /* most recently used first */
    struct table_sets *sets;
};

struct world_cache *world_cache_open(struct table_sets *sets)
{
    struct world_cache *world_cache = calloc(1, sizeof *world_cache);
    if (world_cache)
        world_cache->sets = sets;
    return world_cache;
}

static void free_cached_world(struct cached_world *cached_world)
{
    world_close(cached_world->world);
    free(cached_world->bytes);
    free(cached_world);
}

void world_cache_close(void *context)
{
    struct world_cache *world_cache = context;
    while (world_cache->worlds) {
        struct cached_world *next = world_cache->worlds->next;
        free_cached_world(world_cache->worlds);
        world_cache->worlds = next;
    }
    free(world_cache);
}

/* Closes the least recently used worlds that no query uses. */
static void make_room(struct world_cache *world_cache)
{
    int idle = 0;
    for (struct cached_world **at = &world_cache->worlds; *at;) {
        struct cached_world *cached_world = *at;
        if (cached_world->world->users > 0 || ++idle <= MOST_IDLE) {
            at = &cached_world->next;
            continue;
        }
        *at = cached_world->next;
        free_cached_world(cached_world);
    }
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Finds an open world and moves it to the front. */
static struct cached_world *find_cached_world(struct world_cache *world_cache, const char *path,
                                              const struct stat *state)
{
    for (struct cached_world **at = &world_cache->worlds; *at; at = &(*at)->next) {
        struct cached_world *cached_world = *at;
        if (strcmp(cached_world->path, path) != 0 || !is_same_file(&cached_world->state, state))
            continue;
        *at = cached_world->next;
        cached_world->next = world_cache->worlds;
        return world_cache->worlds = cached_world;
    }
    return NULL;
}

static bool read_bytes(FILE *file, struct cached_world *cached_world, char **message)
{
    size_t size = (size_t)cached_world->state.st_size;
    cached_world->bytes = malloc(size ? size : 1);
    if (!cached_world->bytes) {
        *message = sqlite3_mprintf("%s: not enough memory for %llu bytes", cached_world->path,
                                   (unsigned long long)size);
        return false;
    }
    if (fread(cached_world->bytes, 1, size, file) == size)
        return true;
    *message = sqlite3_mprintf("%s: cannot be read completely", cached_world->path);
    return false;
}

static bool open_cached_world(const struct world_cache *world_cache, FILE *file,
                              struct cached_world *cached_world, char **message)
{
    ow_error error = {0};
    if (!read_bytes(file, cached_world, message))
        return false;
    ow_bytes bytes = {cached_world->bytes, (size_t)cached_world->state.st_size};
    if (world_open(bytes, NULL, world_cache->sets, &cached_world->world, &error) == OW_OK)
        return true;
    *message = sqlite3_mprintf("%s: %s", cached_world->path, error.message);
    return false;
}

static struct cached_world *new_cached_world(const char *path, const struct stat *state)
{
    struct cached_world *cached_world = calloc(1, sizeof *cached_world + strlen(path) + 1);
    if (cached_world) {
        strcpy(cached_world->path, path);
        cached_world->state = *state;
    }
    return cached_world;
}

/* Does not wait for a pipe without a writer. */
static FILE *open_file(const char *path, struct stat *state, char **message)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_known = descriptor >= 0 && fstat(descriptor, state) == 0;
    bool is_file = is_known && S_ISREG(state->st_mode);
    FILE *file = is_file ? fdopen(descriptor, "rb") : NULL;
    if (file)
        return file;
    *message = is_known && !is_file ? sqlite3_mprintf("%s is not a regular file", path)
                                    : sqlite3_mprintf("%s: %s", path, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    return NULL;
}

struct world *world_cache_acquire(void *context, const char *path, char **message)
{
    struct world_cache *world_cache = context;
    struct stat state = {0};
    FILE *file = open_file(path, &state, message);
    if (!file)
        return NULL;
    struct cached_world *cached_world = find_cached_world(world_cache, path, &state);
    if (!cached_world && (cached_world = new_cached_world(path, &state)) != NULL) {
        if (open_cached_world(world_cache, file, cached_world, message)) {
            cached_world->next = world_cache->worlds;
            world_cache->worlds = cached_world;
        } else {
            free(cached_world->bytes);
            free(cached_world);
            cached_world = NULL;
        }
    }
    fclose(file);
    if (!cached_world)
        return NULL;
    cached_world->world->users++;
    make_room(world_cache);
    return cached_world->world;
}

void world_cache_release(void *context, struct world *world)
{
    world->users--;
    make_room(context);
}
