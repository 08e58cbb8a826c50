/* overworld catalog get: the bytes of a world, from where they are kept or from its file. */
#include "databases/catalog.h"
#include "io/output.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/pool.h"
#include "../../files/below.h"

#include <stdlib.h>
#include <string.h>

static int run_catalog_get(const struct arguments *arguments);

const struct verb catalog_get_verb = {
    .name = "catalog get",
    .operands = "PATH|HASH",
    .summary = "write the bytes of a world",
    .description =
        "HASH is at least four hexadecimal digits, the beginning of the hash of the content. The\n"
        "bytes come from --bytes, or from a file of the world that is still the same. They are\n"
        "compared with the hash before anything is written. Exit status 1: nobody has them.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                FIND_ROOT_OPTION,
                BYTES_OPTION("take the bytes from FOLDER or s3://BUCKET, where add keeps them"),
                {'o', "output", "OUT", "write to OUT; - for standard output (default)"},
                {'f', "force", NULL, "replace OUT if it exists"}},
    .examples = {{"overworld catalog get 4be1f02c -o save.logicworld", "from its file"},
                 {"overworld catalog get --bytes /srv/bytes 4be1f02c | overworld check -",
                  "from the bytes that were kept"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_get,
};

struct wanted {
    const struct roots *roots;
    uint8_t hash[DIGEST_SIZE];
    uint8_t *bytes; /* malloc'ed, once they are found */
    size_t size;
    bool lacks_root; /* a path begins with a name that no --root has */
};

/* Takes the bytes of a file that still has this content. */
static bool take_file(void *context, const struct value *values, size_t count)
{
    struct wanted *wanted = context;
    uint8_t found[DIGEST_SIZE];
    char root[4];
    size_t size;
    char *recorded = count == 1 && values->kind == VALUE_TEXT
                         ? unescape_text(values->bytes, values->size, &size)
                         : NULL;
    char *path = recorded ? roots_find(wanted->roots, recorded) : NULL;
    wanted->lacks_root |= recorded && !path;
    const char *below = path ? below_root(path, root) : NULL;
    if (below && below_read(root, below, UINT64_MAX, &wanted->bytes, &wanted->size) == BELOW_FINE) {
        digest(wanted->bytes, wanted->size, found);
        if (memcmp(found, wanted->hash, DIGEST_SIZE) != 0) {
            free(wanted->bytes);
            wanted->bytes = NULL;
        }
    }
    free(recorded);
    free(path);
    return wanted->bytes == NULL;
}

/* Reads the kept bytes. Reports damaged ones, and leaves wanted->bytes NULL then: a file may still
 * have the content. */
static void take_kept(struct wanted *wanted, struct byte_store *store, const char *folder)
{
    char why[BYTES_WHY], name[DIGEST_DIGITS + 1];
    digest_write(wanted->hash, name);
    switch (byte_store_read(store, wanted->hash, &wanted->bytes, &wanted->size, why)) {
    case BYTES_DAMAGED:
        complain("%s: the bytes of %.16s... are damaged", folder, name);
        break;
    case BYTES_FAILED:
        complain("%s: the bytes of %.16s... cannot be read: %s", folder, name, why);
        break;
    case BYTES_FINE:
    case BYTES_MISSING:
        break;
    }
}

static int find_bytes(struct catalog *catalog, const char *place, const char *word,
                      const struct arguments *arguments, struct wanted *wanted)
{
    const char *folder = option_value(arguments, "bytes");
    struct byte_store *store;
    int status = find_in_catalog(catalog, place, wanted->roots, word, wanted->hash);
    if (status == EXIT_FINE)
        status = open_bytes(arguments, 0, report_wait, &store);
    if (status != EXIT_FINE)
        return status;
    if (store)
        take_kept(wanted, store, folder);
    byte_store_close(store);
    struct value key = integer_value(digest_key(wanted->hash));
    if (!wanted->bytes &&
        !catalog_run(catalog, "SELECT folder || '/' || name FROM file WHERE key = $1", &key, 1,
                     take_file, wanted))
        return catalog_failed(place, catalog_failure(catalog));
    if (wanted->bytes)
        return EXIT_FINE;
    complain("%s: no file of this world has the same bytes any more%s", word,
             wanted->lacks_root ? "; say where its files are with --root NAME=FOLDER"
             : folder           ? ", and they are not kept"
                                : "; if they are kept, add --bytes FOLDER");
    return EXIT_PROBLEMS;
}

static int write_bytes(const char *out, bool replace, const struct wanted *wanted)
{
    struct output_file output;
    int status = output_file_open(out, replace, &output);
    if (status != EXIT_FINE)
        return status;
    return output_file_write(&output, (ow_bytes){wanted->bytes, wanted->size});
}

static int run_catalog_get(const struct arguments *arguments)
{
    const char *place, *word = arguments->operands[0];
    const char *out = option_value(arguments, "output") ? option_value(arguments, "output") : "-";
    bool replace = option_set(arguments, "force");
    struct catalog catalog;
    struct roots roots;
    struct wanted wanted = {.roots = &roots};
    int status = read_roots(arguments, &roots);
    if (status == EXIT_FINE)
        status = check_output_path(out, replace);
    if (status == EXIT_FINE)
        status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE) {
        roots_free(&roots);
        return status;
    }
    status = find_bytes(&catalog, place, word, arguments, &wanted);
    catalog_close(&catalog);
    roots_free(&roots);
    if (status == EXIT_FINE)
        status = write_bytes(out, replace, &wanted);
    free(wanted.bytes);
    return status;
}
