/* The step of a worker: reads a file and finds its facts. */
#include "read.h"

#include "apart.h"
#include "byte_store.h"
#include "sidecar.h"

#include "../files/below.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void cannot(struct found *found, const char *why)
{
    found->kind = FOUND_UNREAD;
    found->why = escape_text(&found->pool, ow_text_of(why));
    if (found->why.kind != VALUE_TEXT)
        found->why = text_value("cannot be read, and there is too little memory for the reason");
}

/* A file without facts is read again by the next run. */
static void lack_memory(struct found *found)
{
    if (found->has_facts)
        facts_free(&found->facts);
    found->has_facts = false;
    found->kind = FOUND_UNREAD;
    found->why = text_value("not enough memory");
}

static int64_t time_of(const struct stat *about)
{
    return (int64_t)about->st_mtim.tv_sec * 1000000000 + about->st_mtim.tv_nsec;
}

static void cannot_open(struct found *found, enum below why)
{
    cannot(found, why == BELOW_NO_FILE ? "is not a regular file" : below_words(why));
}

/* Reads the bytes instead of mapping them: a file that shrinks meanwhile then has fewer bytes and
 * raises no signal. */
static uint8_t *read_bytes(struct found *found, int file, uint64_t max_size, size_t *size)
{
    struct stat about;
    char why[80];
    uint8_t *bytes = NULL;
    if (fstat(file, &about) != 0) {
        cannot(found, strerror(errno));
        return NULL;
    }
    enum below read = below_read_all(file, max_size ? max_size : UINT64_MAX, &bytes, size);
    if (read == BELOW_TOO_LARGE) {
        snprintf(why, sizeof why, "is larger than %llu bytes, the limit of --max-size",
                 (unsigned long long)max_size);
        cannot(found, why);
    } else if (read == BELOW_NO_MEMORY) {
        cannot(found, "is too large for the available memory");
    } else if (read != BELOW_FINE) {
        cannot_open(found, read);
    }
    found->size = about.st_size; /* from before reading: a file that changed since is read again */
    found->modified = time_of(&about);
    return bytes;
}

static void read_beside(struct found *found)
{
    if (!has_sidecars(found->file_name))
        return;
    char root[4];
    const char *path = below_root(found->path, root);
    size_t size = found->file_name > path ? (size_t)(found->file_name - path) - 1 : 0;
    char *folder = strndup(path, size);
    found->pool.has_failed |= !folder;
    int descriptor = -1;
    const enum below why =
        folder ? below_open_folder(root, folder, false, &descriptor) : BELOW_NO_MEMORY;
    if (why == BELOW_FINE) {
        sidecars_read(descriptor, &found->pool, &found->sidecars);
        close(descriptor);
    } else {
        sidecars_cannot(&found->pool, &found->sidecars, "", "what is", why);
    }
    free(folder);
}

static void keep_bytes(struct found *found, const void *bytes, size_t size,
                       struct byte_store *store)
{
    char reason[BYTES_WHY], why[BYTES_WHY + 48];
    if (!found->has_facts || !store ||
        byte_store_keep(store, found->facts.hash, bytes, size, reason))
        return;
    snprintf(why, sizeof why, "was read, but its bytes cannot be kept: %s", reason);
    facts_free(&found->facts);
    found->has_facts = false;
    cannot(found, why);
}

uint8_t *read_bytes_of(struct found *found, uint64_t max_size, size_t *size)
{
    int file;
    char root[4];
    const char *below = below_root(found->path, root);
    enum below opened = below_open(root, below, &file);
    if (opened != BELOW_FINE) {
        cannot_open(found, opened);
        return NULL;
    }
    uint8_t *bytes = read_bytes(found, file, max_size, size);
    close(file);
    return bytes;
}

static void find_facts(struct found *found, const void *bytes, size_t size,
                       const struct fact_options *options)
{
    /* Without all texts, a check would report what is there as missing. */
    bool has_texts = !found->sidecars.problem && !found->given;
    const ow_folder *texts = has_texts ? &found->sidecars.folder : NULL;
    char why[APART_WHY] = "";
    found->has_facts =
        options->apart ? apart_find(bytes, size, texts, options, options->apart, &found->facts, why)
                       : facts_find(bytes, size, texts, options, &found->facts);
    sidecars_free(&found->sidecars);
    if (*why && !found->pool.has_failed)
        cannot(found, why);
    else if (!found->has_facts || found->pool.has_failed)
        lack_memory(found);
    keep_bytes(found, bytes, size, options->bytes);
}

void read_found(struct found *found, uint64_t max_size, const struct fact_options *options)
{
    size_t size = 0;
    if (found->kind != FOUND_WORLD || found->is_unchanged)
        return;
    if (found->given) {
        find_facts(found, found->given->bytes, found->given->size, options);
        return;
    }
    uint8_t *bytes = read_bytes_of(found, max_size, &size);
    if (bytes) {
        read_beside(found);
        find_facts(found, bytes, size, options);
    }
    free(bytes);
}
