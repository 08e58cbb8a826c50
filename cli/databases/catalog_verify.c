/* overworld catalog verify: compares the bytes that are kept with the worlds of a catalogue. */
#include "databases/catalog.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include "../../catalog/pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_catalog_verify(const struct arguments *arguments);

const struct verb catalog_verify_verb = {
    .name = "catalog verify",
    .operands = "",
    .summary = "compare the bytes that are kept with the catalogue",
    .description =
        "Reads all bytes that catalog add --bytes has kept. A world whose bytes are missing, "
        "bytes\n"
        "that differ from their hash, and bytes of no world are listed. Exit status 1: there are\n"
        "some.",
    .options = {DB_OPTION, WAIT_OPTION,
                BYTES_OPTION("FOLDER or s3://BUCKET, where catalog add --bytes keeps them"),
                JSON_OPTION},
    .examples = {{"overworld catalog verify --bytes /srv/bytes", "every week"}},
    .least_operands = 0,
    .most_operands = 0,
    .run = run_catalog_verify,
};

struct verifying {
    struct catalog *catalog;
    struct byte_store *store;
    ow_json_writer *writer; /* NULL: as text */
    uint64_t worlds, problems;
    bool has_failed; /* of the database */
};

static void report(struct verifying *verifying, const char *problem,
                   const uint8_t hash[DIGEST_SIZE], const char *why)
{
    char name[DIGEST_DIGITS + 1];
    digest_write(hash, name);
    verifying->problems++;
    if (verifying->writer) {
        json_begin_object(verifying->writer, NULL);
        json_add_string(verifying->writer, "hash", name);
        json_add_string(verifying->writer, "problem", problem);
        if (why)
            json_add_string(verifying->writer, "message", why);
        json_end_object(verifying->writer);
        return;
    }
    printf("%-10s %s%s%s\n", problem, name, why ? "  " : "", why ? why : "");
}

static bool look_at_world(void *context, const struct value *values, size_t count)
{
    struct verifying *verifying = context;
    char why[BYTES_WHY];
    uint8_t *bytes;
    size_t size;
    if (count != 1 || values->size != DIGEST_SIZE)
        return true;
    const uint8_t *hash = values->bytes;
    enum bytes_state state = byte_store_read(verifying->store, hash, &bytes, &size, why);
    free(bytes);
    verifying->worlds++;
    if (state == BYTES_MISSING)
        report(verifying, "missing", hash, NULL);
    else if (state == BYTES_DAMAGED)
        report(verifying, "damaged", hash, NULL);
    else if (state == BYTES_FAILED)
        report(verifying, "unreadable", hash, why);
    return true;
}

static bool look_at_bytes(void *context, const uint8_t hash[DIGEST_SIZE])
{
    struct verifying *verifying = context;
    bool is_known;
    verifying->has_failed = !catalog_has_world(verifying->catalog, hash, &is_known);
    if (!verifying->has_failed && !is_known)
        report(verifying, "unknown", hash, NULL);
    return !verifying->has_failed;
}

static int verify(struct verifying *verifying, const char *place, const char *bytes)
{
    char why[BYTES_WHY] = "";
    bool is_read = byte_store_is_readable(verifying->store, why);
    verifying->has_failed =
        is_read && !catalog_run(verifying->catalog, "SELECT hash FROM world ORDER BY key", NULL, 0,
                                look_at_world, verifying);
    is_read = is_read && !verifying->has_failed &&
              byte_store_visit(verifying->store, look_at_bytes, verifying, why);
    if (verifying->has_failed)
        return catalog_failed(place, catalog_failure(verifying->catalog));
    if (is_read)
        return verifying->problems > 0 ? EXIT_PROBLEMS : EXIT_FINE;
    complain("%s: %s", bytes, why);
    return EXIT_FILES;
}

static int run_catalog_verify(const struct arguments *arguments)
{
    struct catalog catalog;
    struct verifying verifying = {.catalog = &catalog};
    const char *place, *bytes = option_value(arguments, "bytes");
    char worlds[32], problems[32];
    if (!bytes) {
        complain("add --bytes FOLDER, where catalog add --bytes keeps the bytes of worlds");
        return EXIT_USAGE;
    }
    int status = open_bytes(arguments, 0, report_wait, &verifying.store);
    if (status != EXIT_FINE)
        return status;
    status = open_catalog(arguments, &catalog, &place);
    if (status == EXIT_FINE && json_asked(arguments) && !(verifying.writer = json_to_stdout()))
        status = EXIT_FILES;
    if (status != EXIT_FINE) {
        byte_store_close(verifying.store);
        return status;
    }
    if (verifying.writer) {
        json_begin_object(verifying.writer, NULL);
        json_begin_array(verifying.writer, "problems");
    }
    status = verify(&verifying, place, bytes);
    catalog_close(&catalog);
    byte_store_close(verifying.store);
    if (verifying.writer) {
        json_end_array(verifying.writer);
        json_add_integer(verifying.writer, "worlds", verifying.worlds);
        json_end_object(verifying.writer);
        int printed = json_finish(verifying.writer);
        return status != EXIT_FINE ? status : printed;
    }
    if (status == EXIT_FILES)
        return status;
    printf("%s worlds, %s problems\n", with_commas((long long)verifying.worlds, worlds),
           with_commas((long long)verifying.problems, problems));
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
