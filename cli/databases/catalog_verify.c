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
    .options = {DB_OPTION,
                WAIT_OPTION,
                BYTES_OPTION("FOLDER or s3://BUCKET, where catalog add --bytes keeps them"),
                JSON_OPTION,
                {0, "json-lines", NULL, "print a line of JSON for each problem, then the counts"}},
    .examples = {{"overworld catalog verify --bytes /srv/bytes", "every week"}},
    .least_operands = 0,
    .most_operands = 0,
    .run = run_catalog_verify,
};

struct verifying {
    struct catalog *catalog;
    struct byte_store *store;
    ow_json_writer *writer; /* of all of the JSON; NULL: as text, or as lines */
    bool lines;
    uint64_t worlds, problems;
    bool has_failed; /* of the database */
};

static void add_problem(ow_json_writer *writer, const char *problem, const char *name,
                        const char *why)
{
    json_begin_object(writer, NULL);
    json_add_string(writer, "hash", name);
    json_add_string(writer, "problem", problem);
    if (why)
        json_add_string(writer, "message", why);
    json_end_object(writer);
}

static void report(struct verifying *verifying, const char *problem,
                   const uint8_t hash[DIGEST_SIZE], const char *why)
{
    char name[DIGEST_DIGITS + 1];
    digest_write(hash, name);
    verifying->problems++;
    ow_json_writer *writer = verifying->lines ? json_to_stdout() : verifying->writer;
    if (writer)
        add_problem(writer, problem, name, why);
    if (writer && verifying->lines)
        json_finish(writer);
    if (writer || verifying->lines)
        return;
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

/* Begins the JSON, if there is one. EXIT_FINE, or another exit status. */
static int begin_json(const struct arguments *arguments, struct verifying *verifying)
{
    verifying->lines = option_set(arguments, "json-lines");
    if (!json_asked(arguments) || verifying->lines)
        return EXIT_FINE;
    verifying->writer = json_to_stdout();
    if (!verifying->writer)
        return EXIT_FILES;
    json_begin_object(verifying->writer, NULL);
    json_begin_array(verifying->writer, "problems");
    return EXIT_FINE;
}

static int end_json(struct verifying *verifying)
{
    ow_json_writer *writer = verifying->lines ? json_to_stdout() : verifying->writer;
    if (!writer)
        return EXIT_FILES;
    if (verifying->lines) {
        json_begin_object(writer, NULL);
        json_add_integer(writer, "problems", verifying->problems);
    } else {
        json_end_array(writer);
    }
    json_add_integer(writer, "worlds", verifying->worlds);
    json_end_object(writer);
    return json_finish(writer);
}

static int print_counts(const struct verifying *verifying)
{
    char worlds[32], problems[32];
    printf("%s worlds, %s problems\n", with_commas((long long)verifying->worlds, worlds),
           with_commas((long long)verifying->problems, problems));
    return finish_output();
}

static int run_catalog_verify(const struct arguments *arguments)
{
    struct catalog catalog;
    struct verifying verifying = {.catalog = &catalog};
    const char *place, *bytes = option_value(arguments, "bytes");
    if (!bytes) {
        complain("add --bytes FOLDER, where catalog add --bytes keeps the bytes of worlds");
        return EXIT_USAGE;
    }
    int status = open_bytes(arguments, 0, report_wait, &verifying.store);
    if (status != EXIT_FINE)
        return status;
    status = open_catalog(arguments, &catalog, &place);
    if (status == EXIT_FINE) {
        status = begin_json(arguments, &verifying);
        if (status == EXIT_FINE)
            status = verify(&verifying, place, bytes);
        catalog_close(&catalog);
        int printed = EXIT_FINE;
        if (verifying.writer || verifying.lines)
            printed = end_json(&verifying);
        else if (status != EXIT_FILES)
            printed = print_counts(&verifying);
        status = status != EXIT_FINE ? status : printed;
    }
    byte_store_close(verifying.store);
    return status;
}
