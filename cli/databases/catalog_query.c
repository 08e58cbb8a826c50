/* The options of overworld catalog search, as a query. */
#include "databases/catalog_query.h"

#include "databases/catalog.h"
#include "help/choices.h"
#include "terminal/terminal.h"

#include "../../catalog/marks.h"
#include "../../catalog/search_place.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_MOST = 50 };

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

/* Adds a condition on a figure. `option` is for messages. */
static bool add_condition(struct search_query *query, const char *option,
                          const struct figure *figure, const char *text)
{
    if (query->condition_count == MOST_SEARCH_CONDITIONS) {
        complain("a search takes up to %d conditions on numbers and times",
                 (int)MOST_SEARCH_CONDITIONS);
        return false;
    }
    if (figure_condition_read(text, figure, &query->conditions[query->condition_count])) {
        query->condition_count++;
        return true;
    }
    const bool is_where = strcmp(option, "where") == 0;
    complain("--%s%s%s takes a %s such as %s, not \"%s\"", option, is_where ? ": " : "",
             is_where ? figure->name : "",
             figure->kind == FIGURE_TIME ? "day or a time in UTC" : "number",
             figure_example(figure), text);
    return false;
}

/* Reads a condition such as "wires > 1000", of `size` bytes. */
static bool add_where(struct search_query *query, const char *text, size_t size)
{
    char condition[80], name[sizeof condition];
    snprintf(condition, sizeof condition, "%.*s", (int)size, text);
    const char *begin = condition + strspn(condition, " ");
    size_t length = strcspn(begin, "=!<> ");
    snprintf(name, sizeof name, "%.*s", (int)length, begin);
    const char *sign = begin + length + strspn(begin + length, " ");
    const struct figure *figure = figure_find(name, length);
    if (length == 0 || !*sign || !strchr("=!<>", *sign)) {
        complain("--where takes conditions such as 'wires > 1000 and errors = 0', not \"%s\"",
                 condition);
        return false;
    }
    if (figure && figure_is_compared(figure))
        return add_condition(query, "where", figure, sign);
    const char *near = did_you_mean("", name, figure_words(true));
    complain("--where: unknown figure \"%s\"%s%s", name,
             *near ? near : "; write one of: ", *near ? "" : figure_words(true));
    return false;
}

static bool read_where(const struct arguments *arguments, struct search_query *query)
{
    static const char joint[] = " and ";
    const char *text;
    for (int i = 0; (text = option_value_at(arguments, "where", i)); i++) {
        const char *end;
        for (const char *at = text; at; at = end ? end + sizeof joint - 1 : NULL) {
            end = strstr(at, joint);
            if (!add_where(query, at, end ? (size_t)(end - at) : strlen(at)))
                return false;
        }
    }
    return true;
}

/* Options that are a condition on the figure with their name. */
static bool read_figures(const struct arguments *arguments, struct search_query *query)
{
    static const struct {
        const char *option, *figure;
    } options[] = {
        {"modified", "modified"}, {"added", "added"}, {"made", "made"}, {"larger", "records"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *text = option_value(arguments, options[i].option);
        const char *name = options[i].figure;
        if (text && !add_condition(query, options[i].option, figure_find(name, strlen(name)), text))
            return false;
    }
    return true;
}

static bool read_marks(const struct arguments *arguments, struct search_query *query)
{
    static const char *const kinds[] = {MARK_AUTHOR, MARK_OWNER, MARK_TAG};
    const char *name;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (int k = 0; (name = option_value_at(arguments, kinds[i], k)); k++) {
            if (query->mark_count == MOST_SEARCH_MARKS) {
                complain("a search takes up to %d authors, owners and tags",
                         (int)MOST_SEARCH_MARKS);
                return false;
            }
            query->marks[query->mark_count++] = (struct search_mark){kinds[i], name};
        }
    }
    return true;
}

/* Reads "added", or "-added" for the last ones first. */
static bool read_sort(const struct arguments *arguments, struct search_query *query)
{
    const char *text = option_value(arguments, "sort");
    if (!text)
        return true;
    query->ascending = *text != '-';
    const char *name = text + (*text == '-');
    query->sort = figure_find(name, strlen(name));
    query->sorts_by_count = query->type && strcmp(name, "count") == 0;
    if (query->sort || query->sorts_by_count)
        return true;
    if (strcmp(name, "count") == 0) {
        complain("--sort count works only with --type: it counts the records of that type");
        return false;
    }
    const char *near = did_you_mean("", name, figure_words(false));
    complain("--sort: unknown order \"%s\"%s%s", name,
             *near ? near : "; write one of: ", *near ? "" : figure_words(false));
    return false;
}

static bool read_page(const struct arguments *arguments, struct asked_query *asked)
{
    struct search_query *query = &asked->query;
    unsigned long long most = USUAL_MOST, skip = 0;
    const char *after = option_value(arguments, "after");
    if (!option_number(arguments, "most", &most) || !option_number(arguments, "skip", &skip))
        return false;
    query->most = most;
    query->skip = skip;
    if (!after || strcmp(after, "start") == 0)
        return true;
    if (skip > 0) {
        complain("--skip and --after exclude each other");
        return false;
    }
    if (!search_place_read(after, query, &asked->after, &asked->memory)) {
        complain("--after: this is no page of a search in this order: keep --type and --sort as "
                 "they were, or begin with --after start");
        return false;
    }
    query->after = &asked->after;
    return true;
}

bool read_query(const struct arguments *arguments, struct asked_query *asked)
{
    struct search_query *query = &asked->query;
    const char **formats = asked->formats;
    const char *prefix = option_value(arguments, "hash");
    *asked = (struct asked_query){.memory = NULL};
    *query = (struct search_query){.formats = formats,
                                   .kind = option_value(arguments, "kind"),
                                   .type = option_value(arguments, "type"),
                                   .mod = option_value(arguments, "mod"),
                                   .issue = option_value(arguments, "issue"),
                                   .text = option_value(arguments, "text"),
                                   .path = option_value(arguments, "path"),
                                   .status = option_value(arguments, "status"),
                                   .hash_from = prefix ? asked->hashes[0] : NULL,
                                   .hash_to = asked->hashes[1]};
    if (!read_formats(option_value(arguments, "format"), formats) ||
        !is_known("kind", query->kind, "world subassembly") ||
        !is_known("issue", query->issue, code_words()) || !is_status(query->status) ||
        !read_comparison(arguments, "count", &query->count) ||
        !read_version(arguments, &query->version) || !read_figures(arguments, query) ||
        !read_where(arguments, query) || !read_marks(arguments, query) ||
        !read_hash(prefix, asked->hashes))
        return false;
    if (query->count.sign && !query->type) {
        complain("--count works only with --type: it counts the records of that type");
        return false;
    }
    return read_sort(arguments, query) && read_page(arguments, asked);
}
