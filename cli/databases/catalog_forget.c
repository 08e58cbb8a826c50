/* overworld catalog forget: takes a world out of a catalogue, and refuses it from then on. */
#include "databases/catalog.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/pool.h"
#include "../../catalog/takedown.h"

static int run_catalog_forget(const struct arguments *arguments);

const struct verb catalog_forget_verb = {
    .name = "catalog forget",
    .operands = "PATH|HASH",
    .summary = "take a world out for good, and refuse it when it comes again",
    .description =
        "Removes all that the catalogue has of the world: facts, texts, its picture, the paths of\n"
        "its files; with --bytes also its kept bytes. Files stay where they are, but catalog add\n"
        "skips them. A whole hash may be refused before it comes. --undo lets a content in again.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                FIND_ROOT_OPTION,
                BYTES_OPTION("also remove the bytes from FOLDER or s3://BUCKET"),
                {0, "reason", "TEXT", "note why (default: no reason given)"},
                {0, "undo", NULL, "let the content in again; HASH has all 64 digits"}},
    .examples = {{"overworld catalog forget --bytes /srv/bytes --reason \"owner asked\" 4be1f02c",
                  "a takedown"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_forget,
};

static int let_in(struct catalog *catalog, const char *place, const char *word)
{
    uint8_t hash[DIGEST_SIZE];
    bool was_refused;
    if (!digest_read(word, hash)) {
        complain("%s: --undo needs a whole hash of 64 digits; the table refused has them", word);
        return EXIT_USAGE;
    }
    if (!takedown_undo(catalog, hash, &was_refused))
        return catalog_failed(place, catalog_failure(catalog));
    if (was_refused)
        puts("let in again: the next catalog add takes its files");
    else
        complain("%s: not refused", word);
    return was_refused ? EXIT_FINE : EXIT_PROBLEMS;
}

static int remove_bytes(struct byte_store *store, const char *place,
                        const uint8_t hash[DIGEST_SIZE], bool *was_there)
{
    char why[BYTES_WHY];
    if (byte_store_remove(store, hash, was_there, why))
        return EXIT_FINE;
    complain("%s: the bytes cannot be removed: %s", place, why);
    return EXIT_FILES;
}

static int take_out(struct catalog *catalog, const char *place, const struct roots *roots,
                    const struct arguments *arguments, struct byte_store *store)
{
    const char *word = arguments->operands[0], *reason = option_value(arguments, "reason");
    uint8_t hash[DIGEST_SIZE];
    uint64_t files;
    bool was_kept = false;
    char count[32], name[DIGEST_DIGITS + 1];
    struct pool pool = {0};
    int status =
        digest_read(word, hash) ? EXIT_FINE : find_in_catalog(catalog, place, roots, word, hash);
    if (status != EXIT_FINE)
        return status;
    struct value text = escape_text(&pool, ow_text_of(reason ? reason : "no reason given"));
    if (text.kind != VALUE_TEXT)
        status = EXIT_FILES;
    else if (!takedown(catalog, hash, text.bytes, &files))
        status = catalog_failed(place, catalog_failure(catalog));
    pool_free(&pool);
    if (status == EXIT_FINE && store)
        status = remove_bytes(store, option_value(arguments, "bytes"), hash, &was_kept);
    if (status != EXIT_FINE)
        return status;
    digest_write(hash, name);
    printf("refused from now on: %s\n%s file%s left out%s\n", name,
           with_commas((long long)files, count), plural(files), was_kept ? ", bytes removed" : "");
    return EXIT_FINE;
}

static int run_catalog_forget(const struct arguments *arguments)
{
    struct catalog catalog;
    struct database_failure failure;
    struct byte_store *store;
    struct patience patience = PATIENCE;
    struct roots roots;
    const char *place = catalog_place(arguments, false);
    if (!place || !read_wait(arguments, 0, &patience))
        return EXIT_USAGE;
    int status = open_bytes(arguments, 0, report_wait, &store);
    if (status != EXIT_FINE)
        return status;
    status = read_roots(arguments, &roots);
    if (status == EXIT_FINE &&
        !catalog_open_patiently(&catalog, place, false, &patience, &failure)) {
        status = catalog_failed(place, &failure);
    } else if (status == EXIT_FINE) {
        status = option_set(arguments, "undo")
                     ? let_in(&catalog, place, arguments->operands[0])
                     : take_out(&catalog, place, &roots, arguments, store);
        catalog_close(&catalog);
    }
    roots_free(&roots);
    byte_store_close(store);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
