/* overworld program: its output. */
#include "circuits/program.h"
#include "io/output.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 60 };

static void text_stores(const struct programming *run)
{
    char name[STORE_NAME];
    if (run->store_count > 0)
        printf("%-10s  %8s  %4s  what\n", "at", "words", "bits");
    for (uint32_t i = 0; i < run->store_count; i++) {
        const struct store *store = &run->stores[i];
        printf("%-10s  %8" PRIu32 "  %4" PRIu32 "  ", store_name(run, store, name), store->words,
               store->bits);
        const char *kind = store_kind(run, store);
        print_safely(stdout, kind, strlen(kind));
        if (store->built)
            fputs(": ", stdout), print_words(stdout, store->built->name.data);
        if (store->grid)
            printf(", %" PRIu32 " row%s of %" PRIu32, store->grid->rows, plural(store->grid->rows),
                   store->grid->columns);
        putchar('\n');
    }
    if (run->store_count == 0)
        puts("nothing to program: no switches in rows and columns, no memory of \"overworld "
             "build\", "
             "and no memory of a known mod");
    if (run->grids.loose > 0 || run->store_count > 0)
        printf("switches outside rows and columns: %" PRIu32 "\n", run->grids.loose);
}

static void json_stores(const struct programming *run)
{
    char name[STORE_NAME];
    json_begin_array(run->writer, "stores");
    for (uint32_t i = 0; i < run->store_count; i++) {
        const struct store *store = &run->stores[i];
        json_begin_object(run->writer, NULL);
        json_add_string(run->writer, "at", store_name(run, store, name));
        json_add_string(run->writer, "kind", store_kind(run, store));
        if (store->built)
            json_add_string(run->writer, "name", store->built->name.data);
        else
            json_add_null(run->writer, "name");
        json_add_integer(run->writer, "words", store->words);
        json_add_integer(run->writer, "bits", store->bits);
        json_add_integer(run->writer, "bytes", (uint64_t)store->words * store->word_bytes);
        json_end_object(run->writer);
    }
    json_end_array(run->writer);
    json_add_integer(run->writer, "loose_switches", run->grids.loose);
}

/* The bits of a word, the highest first; for a colour its digits. */
static const char *bits_of(const struct programming *run, const uint8_t *contents, uint32_t word)
{
    uint32_t bits = run->store->bits;
    const uint8_t *color = contents + 3 * (size_t)word;
    if (run->store->is_display) {
        snprintf(run->text, bits, "%02X%02X%02X", color[0], color[1], color[2]);
        return run->text;
    }
    for (uint32_t i = 0; i < bits; i++)
        run->text[i] = bit_at(run, contents, word, bits - 1 - i) ? '1' : '0';
    run->text[bits] = '\0';
    return run->text;
}

static bool word_changes(const struct programming *run, uint32_t word)
{
    size_t size = run->store->word_bytes, at = word * size;
    return memcmp(run->now + at, run->then + at, size) != 0;
}

static void text_word(const struct programming *run, uint32_t word)
{
    const ow_circuit *circuit = &run->opened.circuit;
    printf("%6" PRIu32 "  %s", word, bits_of(run, run->now, word));
    printf("  %s", bits_of(run, run->then, word));
    for (uint32_t i = 0; run->store->grid && i < run->store->bits; i++) {
        uint32_t component = switch_at(run, word, run->store->bits - 1 - i);
        if (component == OW_NO_NET)
            printf("%s -", i == 0 ? " " : "");
        else
            printf("%s C-%" PRIu32, i == 0 ? " " : "", circuit->components[component].address);
    }
    putchar('\n');
}

static void text_layout(const struct programming *run)
{
    const struct layout *layout = &run->layout;
    const bool columns = layout->columns;
    const char *first = columns ? "left" : "top", *last = columns ? "right" : "bottom";
    const char *begin = columns ? "at the top" : "left", *end = columns ? "at the bottom" : "right";
    if (run->store->grid)
        printf(": words are %s, the first at the %s, their highest bit is %s%s",
               columns ? "columns" : "rows", layout->last_word_first ? last : first,
               layout->lsb_first ? end : begin,
               layout->inverted ? "; a switch that is on is 0" : "");
    if (run->store->is_display) {
        fputs(": the colours of ", stdout);
        print_words(stdout, run->file);
    }
    putchar('\n');
}

static uint32_t count_changes(const struct programming *run)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < run->store->words; word++)
        count += word_changes(run, word);
    return count;
}

/* Prints all words of switches, and the changed words of memories. */
static void text_words(const struct programming *run)
{
    const struct store *store = run->store;
    int width = store->is_display ? 6 : store->bits < 64 ? (int)store->bits : 64;
    uint32_t lines = 0;
    char name[STORE_NAME];
    print_words(stdout, store_name(run, store, name));
    text_layout(run);
    printf("  word  %-*s  %s", width, "now", "then");
    if (store->grid)
        printf("%*s  switches", width > 4 ? width - 4 : 0, "");
    putchar('\n');
    for (uint32_t word = 0; word < store->words; word++) {
        if (!store->grid && (!word_changes(run, word) || lines++ >= MOST_LINES))
            continue;
        text_word(run, word);
    }
    if (lines > MOST_LINES)
        printf("\xe2\x80\xa6 %" PRIu32 " more changed word%s\n", lines - MOST_LINES,
               plural(lines - MOST_LINES));
}

static void json_words(const struct programming *run)
{
    char name[STORE_NAME];
    ow_json_writer *writer = run->writer;
    if (run->store)
        json_add_string(writer, "at", store_name(run, run->store, name));
    else
        json_add_null(writer, "at");
    json_begin_array(writer, "changes");
    for (uint32_t word = 0; run->is_fit && word < run->store->words; word++) {
        if (!word_changes(run, word))
            continue;
        json_begin_object(writer, NULL);
        json_add_integer(writer, "word", word);
        json_add_string(writer, "now", bits_of(run, run->now, word));
        json_add_string(writer, "then", bits_of(run, run->then, word));
        json_end_object(writer);
    }
    json_end_array(writer);
}

bool begin_program(struct programming *run)
{
    const bool asks = !run->has_data && !run->reads && !option_value(run->arguments, "verify");
    if (!json_asked(run->arguments)) {
        if (asks && run->is_listed)
            text_stores(run);
        else if (run->is_fit && run->has_data && !run->writes)
            text_words(run);
        return true;
    }
    run->writer = json_to_stdout();
    if (!run->writer)
        return false;
    json_begin_circuit(run->writer, &run->opened);
    json_stores(run);
    json_words(run);
    json_begin_array(run->writer, "differ");
    return true;
}

static void text_outcome(const struct programming *run)
{
    char name[STORE_NAME];
    const char *path = run->opened.input.path;
    if (!run->is_fit)
        return;
    if (run->has_data) {
        print_words(stderr, store_name(run, run->store, name));
        fprintf(stderr, ": %" PRIu32 " of %" PRIu32 " words change\n", count_changes(run),
                run->store->words);
    }
    if (run->verified > 0)
        fprintf(stderr, "words read through the circuit: %" PRIu32 "; wrong: %" PRIu32 "\n",
                run->verified, run->differ);
    if (run->has_data && !run->writes)
        complain_of_no_output(path);
    else if (run->differ > 0 && run->writes)
        complain("%s: nothing was written: the circuit does not read back the programmed values",
                 path);
}

static void json_outcome(const struct programming *run, int status)
{
    ow_json_writer *writer = run->writer;
    const ow_error *error = run->error.status != OW_OK ? &run->error : &run->opened.input.error;
    json_end_array(writer);
    json_add_integer(writer, "verified", run->verified);
    json_add_boolean(writer, "rests", run->rests);
    json_add_integer(writer, "ticks", ow_simulation_tick(run->simulation));
    json_add_error(writer, error, status > EXIT_PROBLEMS);
    json_end_object(writer);
}

int report_program(struct programming *run, int status)
{
    if (!run->writer) {
        if (status <= EXIT_PROBLEMS)
            text_outcome(run);
        return status;
    }
    json_outcome(run, status);
    int finished = json_finish(run->writer);
    run->writer = NULL;
    return status != EXIT_FINE ? status : finished;
}
