/* Archives on their way into a catalogue: a file for each world in them. */
#include "archive.h"

#include "folder_index.h"
#include "read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct opened {
    const struct archive_plan *plan;
    const struct found *archive;
    struct hash_set paths; /* of its files: the first of each name counts */
    bool stopped, lacks_memory;
};

bool is_archive_name(const char *name)
{
    static const char *const extensions[] = {"zip", "7z", "rar", "tar", "gz",
                                             "tgz", "xz", "bz2", "zst"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof extensions / sizeof *extensions; i++)
        if (strcasecmp(dot + 1, extensions[i]) == 0)
            return true;
    return false;
}

static bool put(struct opened *opened, struct found *found)
{
    if (found && !found->pool.has_failed && opened->plan->put(opened->plan->context, found))
        return true;
    opened->stopped = found && !found->pool.has_failed;
    opened->lacks_memory = !opened->stopped;
    if (found)
        found_free(found);
    return false;
}

/* The folder of a path in an archive, malloc'ed: `above` bytes of the path. */
static char *folder_in(const char *archive, const char *path, size_t above)
{
    size_t size = strlen(archive) + above + 2;
    char *folder = malloc(size);
    if (folder)
        snprintf(folder, size, "%s%s%.*s", archive, above > 0 ? "/" : "", (int)above, path);
    return folder;
}

/* A file in the archive. NULL if memory runs out. */
static struct found *found_in(const struct found *archive, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t above = slash ? (size_t)(slash - path) : 0;
    char *folder = folder_in(archive->path, path, above);
    char *recorded = folder_in(archive->recorded, path, above);
    struct found *found = folder && recorded ? found_at(FOUND_WORLD, folder, recorded, name) : NULL;
    free(folder);
    free(recorded);
    if (found) {
        found->modified = archive->modified;
        found->claim = archive->claim;
    }
    return found;
}

static void refuse(struct found *found, const char *why)
{
    found->kind = FOUND_UNREAD;
    found->why = escape_text(&found->pool, ow_text_of(why));
}

static bool take_file(void *context, const struct unpacked *file)
{
    struct opened *opened = context;
    uint8_t hash[DIGEST_SIZE];
    struct found *found = found_in(opened->archive, file->path);
    struct given_file given = {file->path, file->bytes, file->size};
    digest(file->path, strlen(file->path), hash);
    if (!found || found->kind == FOUND_UNREAD)
        return put(opened, found);
    found->size = (int64_t)file->size;
    if (!hash_set_add(&opened->paths, hash)) {
        refuse(found, "is in the archive twice; the first one counts");
        found->is_unkept = true;
    } else if (!file->bytes) {
        refuse(found, file->why);
    } else {
        found->given = &given;
        read_found(found, 0, opened->plan->facts);
        found->given = NULL;
    }
    return put(opened, found);
}

/* Puts a file that stands for the archive before its worlds. */
static bool put_beginning(struct opened *opened)
{
    struct found *beginning = calloc(1, sizeof *beginning);
    if (beginning) {
        beginning->kind = FOUND_BEGINNING;
        beginning->is_unkept = true;
        beginning->folder = escape_text(&beginning->pool, ow_text_of(opened->archive->recorded));
        beginning->claim = opened->archive->claim;
    }
    return put(opened, beginning);
}

static void mark_opened(struct found *found, const struct archive_plan *plan)
{
    found->kind = FOUND_OPENED;
    found->why = text_value(opened_message(plan->facts->draw != NULL));
}

static void unpack_all(struct opened *opened, struct found *found, const uint8_t *bytes,
                       size_t size)
{
    char why[APART_WHY] = "";
    bool is_whole =
        put_beginning(opened) && unpack(bytes, size, opened->plan->limits, take_file, opened, why);
    if (is_whole && !opened->stopped && !opened->lacks_memory)
        mark_opened(found, opened->plan);
    else
        refuse(found, *why ? why : "not enough memory");
}

bool archive_read(struct found *found, const struct archive_plan *plan)
{
    struct opened opened = {.plan = plan, .archive = found, .paths = HASH_SET};
    size_t size = 0;
    uint8_t *bytes = read_bytes_of(found, plan->max_size, &size);
    if (bytes)
        unpack_all(&opened, found, bytes, size);
    free(bytes);
    hash_set_free(&opened.paths);
    if (opened.stopped || !plan->put(plan->context, found)) {
        found_free(found);
        return false;
    }
    return true;
}

/* `beginning` is the file that archive_read puts first. */
static bool forget_files(struct catalog *catalog, const struct found *beginning)
{
    static const char *const tables[] = {"file_issue", "file", "skipped"};
    const struct value *folder = &beginning->folder;
    char *from = malloc(folder->size + 2), *to = malloc(folder->size + 2), sql[128];
    bool fine = from && to;
    if (fine) {
        sprintf(from, "%s/", (const char *)folder->bytes);
        sprintf(to, "%s0", (const char *)folder->bytes); /* '0' is the character after '/' */
    }
    for (size_t i = 0; fine && i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql,
                 "DELETE FROM %s WHERE folder = $1 OR (folder > $2 AND folder < $3)", tables[i]);
        fine =
            catalog_run(catalog, sql, (struct value[]){*folder, text_value(from), text_value(to)},
                        3, NULL, NULL);
    }
    free(from);
    free(to);
    return fine;
}

bool archive_forget_begun(struct catalog *catalog, const struct found *list)
{
    for (; list; list = list->next)
        if (list->kind == FOUND_BEGINNING && !forget_files(catalog, list))
            return false;
    return true;
}
