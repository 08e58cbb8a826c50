/* Worlds by path: a question that joins two tables of a file opens it once, and so does the next question, as long
 * as the file stays as it was. */
#define _POSIX_C_SOURCE 200809L /* open, fstat */
#include "extension.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_IDLE = 4 }; /* worlds that nobody asks just now */

struct book {
    struct book *next;
    struct world *world;
    uint8_t *bytes;
    struct stat state; /* of the file as it was read */
    char path[];
};

struct shelf {
    struct book *books; /* the one that was asked for last comes first */
    struct table_sets *sets;
};

struct shelf *shelf_open(struct table_sets *sets)
{
    struct shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf)
        shelf->sets = sets;
    return shelf;
}

static void throw_away(struct book *book)
{
    world_close(book->world);
    free(book->bytes);
    free(book);
}

void shelf_close(void *context)
{
    struct shelf *shelf = context;
    while (shelf->books) {
        struct book *next = shelf->books->next;
        throw_away(shelf->books);
        shelf->books = next;
    }
    free(shelf);
}

/* The oldest of those that nobody asks go first. */
static void make_room(struct shelf *shelf)
{
    int idle = 0;
    for (struct book **at = &shelf->books; *at;) {
        struct book *book = *at;
        if (book->world->users > 0 || ++idle <= MOST_IDLE) {
            at = &book->next;
            continue;
        }
        *at = book->next;
        throw_away(book);
    }
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* What is open already, in front. */
static struct book *find_book(struct shelf *shelf, const char *path, const struct stat *state)
{
    for (struct book **at = &shelf->books; *at; at = &(*at)->next) {
        struct book *book = *at;
        if (strcmp(book->path, path) != 0 || !is_same_file(&book->state, state))
            continue;
        *at = book->next;
        book->next = shelf->books;
        return shelf->books = book;
    }
    return NULL;
}

static bool read_bytes(FILE *file, struct book *book, char **message)
{
    size_t size = (size_t)book->state.st_size;
    book->bytes = malloc(size ? size : 1);
    if (!book->bytes) {
        *message = sqlite3_mprintf("%s: there is no memory for %llu bytes", book->path,
                                   (unsigned long long)size);
        return false;
    }
    if (fread(book->bytes, 1, size, file) == size)
        return true;
    *message = sqlite3_mprintf("%s: it could not be read to its end", book->path);
    return false;
}

static bool open_book(const struct shelf *shelf, FILE *file, struct book *book, char **message)
{
    ow_error error = {0};
    if (!read_bytes(file, book, message))
        return false;
    ow_bytes bytes = {book->bytes, (size_t)book->state.st_size};
    if (world_open(bytes, NULL, shelf->sets, &book->world, &error) == OW_OK)
        return true;
    *message = sqlite3_mprintf("%s: %s", book->path, error.message);
    return false;
}

static struct book *new_book(const char *path, const struct stat *state)
{
    struct book *book = calloc(1, sizeof *book + strlen(path) + 1);
    if (book) {
        strcpy(book->path, path);
        book->state = *state;
    }
    return book;
}

/* A pipe that nobody writes to is not waited for. */
static FILE *open_file(const char *path, struct stat *state, char **message)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_known = descriptor >= 0 && fstat(descriptor, state) == 0;
    bool is_file = is_known && S_ISREG(state->st_mode);
    FILE *file = is_file ? fdopen(descriptor, "rb") : NULL;
    if (file)
        return file;
    *message = is_known && !is_file ? sqlite3_mprintf("%s is no file", path)
                                    : sqlite3_mprintf("%s: %s", path, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    return NULL;
}

struct world *shelf_hold(void *context, const char *path, char **message)
{
    struct shelf *shelf = context;
    struct stat state = {0};
    FILE *file = open_file(path, &state, message);
    if (!file)
        return NULL;
    struct book *book = find_book(shelf, path, &state);
    if (!book && (book = new_book(path, &state)) != NULL) {
        if (open_book(shelf, file, book, message)) {
            book->next = shelf->books;
            shelf->books = book;
        } else {
            free(book->bytes);
            free(book);
            book = NULL;
        }
    }
    fclose(file);
    if (!book)
        return NULL;
    book->world->users++;
    make_room(shelf);
    return book->world;
}

void shelf_let_go(void *context, struct world *world)
{
    world->users--;
    make_room(context);
}
