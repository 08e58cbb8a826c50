/* Words of the command line: for help, completion and suggestions. */
#include "help/choices.h"

#include "databases/catalog.h"
#include "help/embedded.h"
#include "help/topics.h"

#include "../../catalog/figures.h"

#include <overworld/overworld.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 16384, LONGEST_WORD = 64 };

/* A text of words that is being built. */
struct words {
    char text[MOST_WORDS];
    size_t size;
};

static void add(struct words *words, const char *word)
{
    size_t room = sizeof words->text - words->size;
    int size = snprintf(words->text + words->size, room, "%s%s", words->size > 0 ? " " : "", word);
    words->size += (size_t)size < room ? (size_t)size : 0;
}

static bool ran_out_of_memory;

bool words_are_missing(void)
{
    return ran_out_of_memory;
}

bool is_among(const char *words, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += size)
        if ((at == words || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0'))
            return size > 0;
    return false;
}

static struct words *begin_words(void)
{
    static struct words words;
    words.size = 0;
    *words.text = '\0';
    return &words;
}

static void add_formats(struct words *words)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        add(words, format->name);
}

static void add_variants(struct words *words)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (const char *const *variant = format->variants; *variant; variant++)
            add(words, *variant);
}

static void add_codes(struct words *words)
{
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (unsigned beside = 0; beside < 2; beside++) {
            const ow_issue_code *code = beside ? format->folder_codes : format->issue_codes;
            for (; code->code; code++)
                add(words, code->code);
        }
}

static void add_once(struct words *words, const char *word)
{
    if (!is_among(words->text, word))
        add(words, word);
}

/* A field of a record, by its pointer from the record on: "label/text", "place/0", "inputs/". */
static ow_visit add_field(void *context, const ow_field *field)
{
    struct words *words = context;
    char word[LONGEST_WORD];
    const char *begin = NULL;
    for (const char *at = field->path; (at = strstr(at, "/*/")); at++)
        begin = at + strlen("/*/");
    bool is_list = strcmp(field->type, "list") == 0;
    if (!begin || field->hidden || strcmp(field->type, "object") == 0 || strchr(begin, '*'))
        return OW_GO_ON;
    snprintf(word, sizeof word, "%s%s", begin, is_list ? "/" : "");
    if (field->count == 0)
        add_once(words, word);
    for (uint32_t i = 0; i < field->count; i++) {
        snprintf(word, sizeof word, "%s/%u", begin, (unsigned)i);
        add_once(words, word);
    }
    return OW_GO_ON;
}

static void add_fields(struct words *words)
{
    const ow_options options = {.meanings = true};
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        ran_out_of_memory |= ow_list_fields(format, &options, add_field, words, NULL) != OW_OK;
}

static void add_figures(struct words *words, bool are_compared)
{
    for (const struct figure *figure = figures; figure->name; figure++)
        if (!are_compared || figure_is_compared(figure))
            add(words, figure->name);
}

/* Words in a row besides those listed. */
enum more { NOTHING, FORMATS, VARIANTS, CODES, FIELDS, FIGURES, ORDERS };

static const struct row {
    const struct verb *verb; /* NULL: any verb */
    const char *option;
    enum choice choice;
    const char *words;
    enum more more;
} rows[] = {
    {NULL, "read-as", CHOICE_WORDS, NULL, VARIANTS},
    {NULL, "variant", CHOICE_WORDS, NULL, VARIANTS},
    {NULL, "format", CHOICE_LIST, NULL, FORMATS},
    {&check_verb, "only", CHOICE_LIST, NULL, CODES},
    {&repair_verb, "only", CHOICE_LIST, NULL, CODES},
    {&check_verb, "ignore", CHOICE_LIST, NULL, CODES},
    {&check_verb, "explain", CHOICE_WORDS, "all", CODES},
    {&check_verb, "severity", CHOICE_WORDS, "info warning error", NOTHING},
    {NULL, "color", CHOICE_WORDS, "auto always never", NOTHING},
    {&info_verb, "picture", CHOICE_WORDS, "auto kitty iterm2 sixel blocks", NOTHING},
    {&convert_verb, "to", CHOICE_WORDS, "json png glb gltf tmj tmx csv", FORMATS},
    {&render_verb, "to", CHOICE_WORDS, "png svg", NOTHING},
    {&netlist_verb, "to", CHOICE_WORDS, "yosys verilog blif dot table circuit", NOTHING},
    {&netlist_verb, "for", CHOICE_WORDS, "yosys", NOTHING},
    {&build_verb, "memory", CHOICE_WORDS, "latches mod", NOTHING},
    {&build_verb, "and-inputs", CHOICE_WORDS, "2 3 4", NOTHING},
    {&render_verb, "view", CHOICE_WORDS, "iso top bottom front back left right city game", NOTHING},
    {&render_verb, "turn", CHOICE_WORDS, "0 1 2 3", NOTHING},
    {&mirror_verb, "axis", CHOICE_WORDS, "x y z", NOTHING},
    {&render_verb, "samples", CHOICE_WORDS, "1 2 3 4", NOTHING},
    {&program_verb, "layout", CHOICE_LIST,
     "rows columns msb-first lsb-first first-word-first last-word-first plain inverted "
     "little-endian big-endian",
     NOTHING},
    {&catalog_search_verb, "issue", CHOICE_WORDS, NULL, CODES},
    {&catalog_search_verb, "where", CHOICE_BEGINNING, NULL, FIGURES},
    {&catalog_search_verb, "sort", CHOICE_WORDS, "count", ORDERS},
    {&catalog_search_verb, "kind", CHOICE_WORDS, "world subassembly", NOTHING},
    {&catalog_export_verb, "table", CHOICE_WORDS,
     "files types mods issues file-issues ports texts skipped", NOTHING},
    {&catalog_gallery_verb, "output", CHOICE_FOLDER, NULL, NOTHING},
    {&catalog_add_verb, "bytes", CHOICE_FOLDER, NULL, NOTHING},
    {&catalog_scan_verb, "bytes", CHOICE_FOLDER, NULL, NOTHING},
    {&catalog_work_verb, "bytes", CHOICE_FOLDER, NULL, NOTHING},
    {&catalog_get_verb, "bytes", CHOICE_FOLDER, NULL, NOTHING},
    {&catalog_verify_verb, "bytes", CHOICE_FOLDER, NULL, NOTHING},
    {&catalog_forget_verb, "bytes", CHOICE_FOLDER, NULL, NOTHING},
    {&find_verb, "where", CHOICE_BEGINNING, NULL, FIELDS},
    {NULL, "db", CHOICE_FILE, NULL, NOTHING},
    {NULL, "terrain", CHOICE_FILE, NULL, NOTHING},
    {NULL, "tileset", CHOICE_FILE, NULL, NOTHING},
    {NULL, "page", CHOICE_FILE, NULL, NOTHING},
    {NULL, "output", CHOICE_FILE, NULL, NOTHING},
    {NULL, "assets", CHOICE_FOLDER, NULL, NOTHING},
    {NULL, "mods", CHOICE_FOLDER, NULL, NOTHING},
};

static const struct row *row_of(const struct verb *verb, const char *option)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].option, option) == 0 && (!rows[i].verb || rows[i].verb == verb))
            return &rows[i];
    return NULL;
}

enum choice choice_of(const struct verb *verb, const char *option)
{
    const struct row *row = row_of(verb, option);
    return row ? row->choice : CHOICE_ANY;
}

const char *choice_words(const struct verb *verb, const char *option)
{
    const struct row *row = row_of(verb, option);
    struct words *words = begin_words();
    if (row && row->words)
        add(words, row->words);
    if (row && row->more == FORMATS)
        add_formats(words);
    if (row && row->more == VARIANTS)
        add_variants(words);
    if (row && row->more == CODES)
        add_codes(words);
    if (row && row->more == FIELDS)
        add_fields(words);
    if (row && (row->more == FIGURES || row->more == ORDERS))
        add_figures(words, row->more == FIGURES);
    return words->text;
}

static struct words *begin_verb_words(void)
{
    struct words *words = begin_words();
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++)
        add(words, verb->name);
    return words;
}

const char *verb_words(void)
{
    return begin_verb_words()->text;
}

const char *help_words(void)
{
    struct words *words = begin_verb_words();
    for (const struct topic *topic = topics; topic->name; topic++)
        add(words, topic->name);
    return words->text;
}

const char *option_words(const struct verb *verb)
{
    struct words *words = begin_words();
    for (const struct option_row *row = verb->options; row->name; row++)
        add(words, row->name);
    add(words, "help");
    return words->text;
}

const char *format_words(void)
{
    struct words *words = begin_words();
    add_formats(words);
    return words->text;
}

const char *figure_words(bool are_compared)
{
    struct words *words = begin_words();
    add_figures(words, are_compared);
    return words->text;
}

const char *code_words(void)
{
    struct words *words = begin_words();
    add_codes(words);
    return words->text;
}

const char *operand_words(const struct verb *verb)
{
    struct words *words = begin_words();
    if (verb == &completion_verb)
        add(words, "bash zsh fish");
    for (const struct verb *const *at = verb->parts; at && *at; at++)
        add(words, part_name(*at));
    if (verb == &help_verb)
        return help_words();
    if (verb == &schema_verb) {
        add_formats(words);
        for (const struct embedded *row = embedded_schemas; row->name; row++)
            add(words, row->name);
    }
    return words->text;
}

const char *did_you_mean(const char *dashes, const char *word, const char *words)
{
    static char text[LONGEST_WORD + 32];
    size_t best_size = 0;
    unsigned least = (unsigned)strlen(word) / 3 + 1; /* one error in three letters is allowed */
    const char *best = NULL;
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        unsigned distance = ow_text_distance(ow_text_of(word), (ow_text){at, size});
        if (distance < least || (!best && distance == least && distance < size && least == 1)) {
            least = distance;
            best = at;
            best_size = size;
        }
        at += size;
    }
    *text = '\0';
    if (best)
        snprintf(text, sizeof text, "; did you mean %s%.*s?", dashes, (int)best_size, best);
    return text;
}

const char *words_that_begin(const char *dashes, const char *word, const char *words)
{
    static char text[256];
    size_t used = 0, length = strlen(word);
    unsigned count = 0;
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (size >= length && strncmp(at, word, length) == 0 && used < sizeof text) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%.*s",
                                     count++ ? " or " : "", dashes, (int)size, at);
        }
        at += size;
    }
    return count > 1 ? text : "";
}

void append_word(char *to, size_t room, const char *between, ow_text text)
{
    size_t used = strlen(to);
    if (used < room)
        snprintf(to + used, room - used, "%s%.*s", used ? between : "", (int)text.size, text.data);
}
