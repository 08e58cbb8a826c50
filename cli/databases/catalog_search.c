/* overworld catalog search: finds worlds of a catalogue by their properties. */
#include "databases/catalog.h"
#include "databases/rows.h"
#include "help/choices.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/digest.h"
#include "../../catalog/search.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int run_catalog_search(const struct arguments *arguments);

const struct verb catalog_search_verb = {
    .name = "catalog search",
    .operands = "",
    .summary = "list the worlds that match every option",
    .description =
        "Files with the most of the type, or with the most records, come first. * in a name\n"
        "stands for any characters; names of types have their mod. A number may begin with a\n"
        "sign: '>100', '<=5', '=7'. Without one it is the least, and of --format-version the\n"
        "only one. The exit status is 1 if nothing matches.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                {0, "format", "NAMES", "worlds of these formats (with commas)"},
                {0, "format-version", "N",
                 "worlds of this version of their format; '>=6' for later ones too"},
                {0, "kind", "NAME", "Logic World: world, subassembly"},
                {0, "type", "NAME",
                 "worlds with this type, with its mod or a pattern: MHG.Peg, '*Gate'"},
                {0, "count", "N", "with --type: at least so many of it"},
                {0, "mod", "NAME", "worlds that need this mod"},
                {0, "text", "WORDS", "worlds with all these words in titles or labels"},
                {0, "issue", "CODE", "worlds in which check found this"},
                {0, "larger", "N", "worlds with more than N records"},
                {0, "path", "PATTERN", "worlds whose path matches"},
                {0, "status", "NAME", "ok, or what broke it: truncated, 'bad value' ..."},
                {0, "hash", "HEX", "worlds whose hash begins so"},
                {'n', "most", "N", "print at most N (50; 0: all)"},
                {0, "skip", "N", "skip the first N"},
                COLOR_OPTION,
                ROWS_OPTIONS},
    .examples = {{"overworld catalog search --type MHG.AndGate --count '>100'", "large circuits"},
                 {"overworld catalog search --text 'clock*' --format blotter", "labels and titles"},
                 {"overworld catalog search --status 'truncated' --json-lines", "for a program"}},
    .most_operands = 0,
    .run = run_catalog_search,
};

enum { USUAL_MOST = 50, MOST_FORMATS = 16 };

/* Reads a list such as "blotter,city". Returns false after a message if a format is unknown or the
 * list is too long. */
static bool read_formats(const char *text, const char *formats[MOST_FORMATS])
{
    size_t count = 0;
    while (text && *text && count < MOST_FORMATS - 1) {
        char name[32];
        size_t size = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)size, text);
        const ow_format *format = ow_format_by_name(name);
        if (!format) {
            complain("unknown format \"%s\"", name);
            return false;
        }
        formats[count++] = format->name;
        text += size + (text[size] == ',');
    }
    formats[count] = NULL;
    if (text && *text) {
        complain("--format takes at most %d names", MOST_FORMATS - 1);
        return false;
    }
    return true;
}

static bool read_comparison(const struct arguments *arguments, const char *option,
                            struct comparison *comparison)
{
    const char *text = option_value(arguments, option);
    if (!text || comparison_read(text, comparison))
        return true;
    complain("--%s takes a number, optionally after a sign such as '>100', not \"%s\"", option,
             text);
    return false;
}

/* A number without a comparison means that version, not that or a later one. */
static bool read_version(const struct arguments *arguments, struct comparison *version)
{
    const char *text = option_value(arguments, "format-version");
    if (!read_comparison(arguments, "format-version", version))
        return false;
    if (text && isdigit((unsigned char)*text))
        version->sign = "=";
    return true;
}

/* Reads the beginning of a hash, in hexadecimal. */
static bool read_hash(const char *text, uint8_t hashes[2][DIGEST_SIZE])
{
    if (!text || digest_range(text, hashes[0], hashes[1]))
        return true;
    complain("--hash takes up to 64 hexadecimal digits, not \"%s\"", text);
    return false;
}

/* Reports unknown words, because a typo would look like an empty result. A pattern may contain
 * words that only other versions of the command know. */
static bool is_known(const char *option, const char *word, const char *words)
{
    if (!word || strchr(word, '*') || is_among(words, word))
        return true;
    complain("--%s: unknown value \"%s\"%s", option, word, did_you_mean("", word, words));
    return false;
}

static bool is_status(const char *word)
{
    char known[200] = "";
    for (ow_status status = OW_OK; status <= OW_NOT_THERE; status++) {
        if (!word || strcmp(ow_status_name(status), word) == 0 || strchr(word, '*'))
            return true;
        append_word(known, sizeof known, ", ", ow_text_of(ow_status_name(status)));
    }
    complain("--status: unknown value \"%s\"; write one of: %s", word, known);
    return false;
}

static bool read_query(const struct arguments *arguments, const char *formats[MOST_FORMATS],
                       uint8_t hashes[2][DIGEST_SIZE], struct search_query *query)
{
    unsigned long long most = USUAL_MOST, skip = 0;
    const char *prefix = option_value(arguments, "hash");
    *query = (struct search_query){.formats = formats,
                                   .kind = option_value(arguments, "kind"),
                                   .type = option_value(arguments, "type"),
                                   .mod = option_value(arguments, "mod"),
                                   .issue = option_value(arguments, "issue"),
                                   .text = option_value(arguments, "text"),
                                   .path = option_value(arguments, "path"),
                                   .status = option_value(arguments, "status"),
                                   .hash_from = prefix ? hashes[0] : NULL,
                                   .hash_to = hashes[1]};
    if (!read_formats(option_value(arguments, "format"), formats) ||
        !is_known("kind", query->kind, "world subassembly") ||
        !is_known("issue", query->issue, code_words()) || !is_status(query->status) ||
        !read_comparison(arguments, "count", &query->count) ||
        !read_version(arguments, &query->version) ||
        !read_comparison(arguments, "larger", &query->larger) ||
        !option_number(arguments, "most", &most) || !option_number(arguments, "skip", &skip) ||
        !read_hash(prefix, hashes))
        return false;
    if (query->count.sign && !query->type) {
        complain("--count works only with --type: it counts the records of that type");
        return false;
    }
    query->most = most;
    query->skip = skip;
    return true;
}

/* One look-up for each row, instead of a join with all names. */
#define TYPE "(SELECT name FROM type_name WHERE id = type_count.type) AS type"
#define PATH "file.folder || '/' || file.name AS path"
#define WORLD                                                                                      \
    PATH ", world.hash, world.format, world.version, world.variant, world.kind, file.title,"       \
         " world.size, world.records, world.status"

/* JSON and CSV have all columns for programs; a table has those that fit. */
static const char *columns_of(const struct search_query *query, enum rows_form form)
{
    if (form != ROWS_TABLE)
        return query->type ? WORLD ", " TYPE ", type_count.count" : WORLD;
    return query->type ? "world.format, world.version, world.records, type_count.count, " TYPE
                         ", " PATH
                       : "world.format, world.version, world.records, world.size, " PATH;
}

static int run_catalog_search(const struct arguments *arguments)
{
    const char *formats[MOST_FORMATS], *place;
    uint8_t hashes[2][DIGEST_SIZE];
    struct search_query query;
    struct catalog catalog;
    struct rows rows;
    enum rows_form form;
    if (!read_rows_form(arguments, &form) || !read_query(arguments, formats, hashes, &query))
        return EXIT_USAGE;
    int status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE)
        return status;
    query.columns = columns_of(&query, form);
    rows_begin(&rows, &catalog, form);
    if (!catalog_search(&catalog, &query, rows_take, &rows))
        status = catalog_failed(place, catalog_failure(&catalog));
    rows_end(&rows);
    status = rows_status(&rows, status);
    if (status == EXIT_FINE && rows.count == 0)
        status = EXIT_PROBLEMS;
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
