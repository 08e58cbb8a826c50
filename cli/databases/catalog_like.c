/* overworld catalog like: lists what resembles one world. */
#include "databases/catalog.h"
#include "databases/rows.h"
#include "io/input.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/like.h"
#include "../../catalog/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run_catalog_like(const struct arguments *arguments);

const struct verb catalog_like_verb = {
    .name = "catalog like",
    .operands = "FILE|HASH",
    .summary = "list the worlds of a catalogue that resemble one world",
    .description =
        "FILE need not be in the catalogue; - is standard input. HASH is at least four "
        "hexadecimal\n"
        "digits, the beginning of the hash of a world in the catalogue. Listed are other files\n"
        "with the same bytes, then worlds with the same content in another version of the format,\n"
        "then likely copies, the most alike first. Of the records of a likely copy, at least\n"
        "--percent have the same type and position, by an estimate. Exit status 1: nothing is\n"
        "alike.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                FIND_ROOT_OPTION,
                {0, "percent", "N", "of likely copies: how much they have in common (80)"},
                {'n', "most", "N", "print at most N worlds"},
                COLOR_OPTION,
                ROWS_OPTIONS},
    .examples = {{"overworld catalog like upload.logicworld", "before it is added"},
                 {"overworld catalog like --percent 95 - <upload.lvd", "nearly the same"},
                 {"overworld catalog like 4be1f02c --json", "a world of the catalogue"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_like,
};

/* Reports why a world cannot be decoded. */
static int complain_of_world(const struct input *input, const ow_options *options)
{
    ow_document document = {0};
    ow_error error = {0};
    ow_status status = ow_open(input->bytes, input->size, options, &document, &error);
    ow_close(&document);
    complain_of_error(input->path, &error);
    return exit_status_of(status);
}

static void note_place(const struct input *input, const struct roots *roots, struct pool *pool,
                       struct like_model *model)
{
    char *real = input->file ? realpath(input->file, NULL) : NULL;
    if (!real || !place_of_path(real, roots, pool, &model->folder, &model->name))
        model->folder = model->name = (struct value){.kind = VALUE_NULL};
    free(real);
}

static int model_of_input(const struct input *input, const struct roots *roots, struct pool *pool,
                          struct like_model *model)
{
    ow_options options = options_with_progress("reading");
    struct fact_options asked = {.max_memory = options.max_memory};
    struct facts facts;
    if (!facts_find(input->bytes, input->size, NULL, &asked, &facts)) {
        complain("%s: not enough memory", input->path);
        return EXIT_FILES;
    }
    bool is_fine = strcmp(facts.world[WORLD_STATUS].bytes, ow_status_name(OW_OK)) == 0;
    like_model_of_facts(&facts, model);
    facts_free(&facts);
    if (!is_fine)
        return complain_of_world(input, &options);
    note_place(input, roots, pool, model);
    return EXIT_FINE;
}

static int model_of_file(const char *path, const struct roots *roots, struct pool *pool,
                         struct like_model *model)
{
    struct input input = {0};
    int status = open_input(path, &input);
    if (status == EXIT_FINE)
        status = model_of_input(&input, roots, pool, model);
    close_input(&input);
    return status;
}

static int find_model(struct catalog *catalog, const char *place, const char *word,
                      const struct roots *roots, struct pool *pool, struct like_model *model)
{
    uint8_t hash[DIGEST_SIZE];
    if (strcmp(word, "-") == 0 || access(word, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR))
        return model_of_file(word, roots, pool, model);
    int status = find_in_catalog(catalog, place, roots, word, hash);
    if (status == EXIT_FINE && !like_model_of_world(catalog, hash, model))
        status = catalog_failed(place, catalog_failure(catalog));
    return status;
}

static void print_matches(struct rows *rows, const struct like_matches *matches, uint64_t most)
{
    static const char *const names[] = {"likeness", "percent", "path", "hash"};
    bool more = true;
    rows->names = names;
    for (size_t i = 0; more && i < matches->count && (most == 0 || i < most); i++) {
        const struct like_match *match = &matches->list[i];
        struct value values[] = {text_value(likeness_word(match->likeness)),
                                 integer_value(match->percent), match->path,
                                 bytes_value(match->hash, DIGEST_SIZE)};
        more = rows_take(rows, values, 4);
    }
}

static void warn(const char *word, const struct like_model *model,
                 const struct like_matches *matches)
{
    if (!model->has_sketch)
        complain("%s: only equal worlds are listed: it has no sketch in the catalogue, or fewer "
                 "than %d records with a position",
                 word, (int)SKETCH_LEAST);
    if (matches->are_cut)
        complain("%s: only the first %d of its likely copies were compared", word,
                 (int)MOST_CANDIDATES);
}

static int list_matches(struct catalog *catalog, const char *place, const char *word,
                        const struct like_model *model, unsigned percent, uint64_t most,
                        enum rows_form form)
{
    struct like_matches matches = {.list = NULL};
    struct rows rows;
    int status = EXIT_FINE;
    if (!like_find(catalog, model, percent, &matches)) {
        status = catalog_failed(place, catalog_failure(catalog));
    } else {
        warn(word, model, &matches);
        rows_begin(&rows, catalog, form);
        print_matches(&rows, &matches, most);
        rows_end(&rows);
        status = rows_status(&rows, matches.count > 0 ? EXIT_FINE : EXIT_PROBLEMS);
    }
    like_free(&matches);
    return status;
}

static int run_catalog_like(const struct arguments *arguments)
{
    const char *place, *word = arguments->operands[0];
    unsigned percent;
    unsigned long long most = 0;
    enum rows_form form;
    struct catalog catalog;
    struct pool pool = {0};
    struct roots roots;
    struct like_model model = {.is_known = false};
    if (!read_rows_form(arguments, &form) || !read_percent(arguments, &percent) ||
        !option_number(arguments, "most", &most))
        return EXIT_USAGE;
    int status = read_roots(arguments, &roots);
    if (status != EXIT_FINE)
        return status;
    status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE) {
        roots_free(&roots);
        return status;
    }
    status = find_model(&catalog, place, word, &roots, &pool, &model);
    if (status == EXIT_FINE)
        status = list_matches(&catalog, place, word, &model, percent, most, form);
    pool_free(&pool);
    roots_free(&roots);
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
