/* overworld parts: counts the records of each type in a world. */
#include "databases/rows.h"
#include "io/assets.h"
#include "io/input.h"
#include "io/output.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_parts(const struct arguments *arguments);

const struct verb parts_verb = {
    .name = "parts",
    .group = "Look",
    .operands = "FILE [SELECTOR]",
    .summary = "count what a world is made of, by type",
    .description =
        "Prints each kind and type of record, wires too, with how many there are, the most\n"
        "frequent first. With a selector, only its records count, and everything on them. The\n"
        "exit status is 1 if a selector matches nothing.",
    .options = {{0, "csv", NULL, "print CSV: count, kind, type"},
                READ_AS_OPTION,
                STRICT_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld parts MySave/", "a parts list"},
                 {"overworld parts MySave/ box:0,0,0..20,5,20", "of one corner"},
                 {"overworld parts car.structure --csv > parts.csv", "for a spreadsheet"}},
    .least_operands = 1,
    .most_operands = 2,
    .run = run_parts,
};

/* Records of one type. */
struct entry {
    char *type; /* "" if they have none */
    const char *kind;
    uint64_t count;
};

struct inventory {
    struct entry *entries;
    size_t count, room;
    uint64_t records;
    bool no_memory;
    ow_error error;
};

static bool is_entry(const struct entry *entry, const ow_part *part)
{
    return strcmp(entry->kind, part->kind) == 0 && strlen(entry->type) == part->type.size &&
           memcmp(entry->type, part->type.data ? part->type.data : "", part->type.size) == 0;
}

static int compare_names(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    int kinds = strcmp(first->kind, second->kind);
    return kinds != 0 ? kinds : strcmp(first->type, second->type);
}

/* Merges the entries of each kind and type. */
static void merge_entries(struct inventory *inventory)
{
    struct entry *entries = inventory->entries;
    size_t count = 0;
    if (inventory->count > 0)
        qsort(entries, inventory->count, sizeof *entries, compare_names);
    for (size_t i = 0; i < inventory->count; i++) {
        if (count == 0 || compare_names(&entries[count - 1], &entries[i]) != 0) {
            entries[count++] = entries[i];
            continue;
        }
        entries[count - 1].count += entries[i].count;
        free(entries[i].type);
    }
    inventory->count = count;
}

/* Grows only if more than half stays in use, so many types do not take quadratic time. */
static bool grow_entries(struct inventory *inventory)
{
    if (inventory->count < inventory->room)
        return true;
    merge_entries(inventory);
    if (inventory->room > 0 && inventory->count <= inventory->room / 2)
        return true;
    size_t room = inventory->room ? 2 * inventory->room : 64;
    struct entry *grown = realloc(inventory->entries, room * sizeof *grown);
    if (!grown)
        return false;
    inventory->entries = grown;
    inventory->room = room;
    return true;
}

static struct entry *add_entry(struct inventory *inventory, const ow_part *part)
{
    char *type = grow_entries(inventory) ? calloc(1, part->type.size + 1) : NULL;
    if (!type)
        return NULL;
    if (part->type.size > 0)
        memcpy(type, part->type.data, part->type.size);
    inventory->entries[inventory->count] = (struct entry){.type = type, .kind = part->kind};
    return &inventory->entries[inventory->count++];
}

/* Adjacent records often have the same type; other entries with the same name are merged later. */
static ow_visit count_part(void *context, const ow_part *part)
{
    struct inventory *inventory = context;
    struct entry *entry = inventory->count > 0 ? &inventory->entries[inventory->count - 1] : NULL;
    if (!entry || !is_entry(entry, part))
        entry = add_entry(inventory, part);
    if (!entry) {
        inventory->no_memory = true;
        return OW_STOP;
    }
    entry->count++;
    inventory->records++;
    return OW_GO_ON;
}

/* The most frequent first, then by name. */
static int compare(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    if (first->count != second->count)
        return first->count > second->count ? -1 : 1;
    return compare_names(a, b);
}

static void warn_about_no_match(void *context, const char *pointer, const char *message)
{
    const struct input *input = context;
    (void)pointer;
    clear_progress();
    warn_of("%s: warning: %s", input->path, message);
}

static int count_parts(struct inventory *inventory, struct input *input, const char *selectors)
{
    ow_document document;
    ow_options options = input_options(input, "counting");
    ow_part_choice choice = {
        .selectors = selectors, .warn = warn_about_no_match, .warn_context = input};
    ow_error *error = &inventory->error;
    ow_status status = ow_open(input->bytes, input->size, &options, &document, error);
    clear_progress();
    if (status != OW_OK)
        return input_failed(input, error);
    status = ow_find_parts(&document, &choice, &options, count_part, inventory, NULL, error);
    ow_close(&document);
    if (inventory->no_memory) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    merge_entries(inventory);
    if (inventory->count > 0)
        qsort(inventory->entries, inventory->count, sizeof *inventory->entries, compare);
    if (status == OW_OK)
        return inventory->records > 0 || !selectors ? EXIT_FINE : EXIT_PROBLEMS;
    complain("%s: %s", input->path, error->message);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : exit_status_of(status);
}

static void print_entries(const struct inventory *inventory)
{
    char digits[24];
    size_t width = 0;
    for (size_t i = 0; i < inventory->count; i++) {
        size_t size =
            (size_t)snprintf(digits, sizeof digits, "%" PRIu64, inventory->entries[i].count);
        width = size > width ? size : width;
    }
    for (size_t i = 0; i < inventory->count; i++) {
        const struct entry *entry = &inventory->entries[i];
        printf("%*" PRIu64 "  %s%s", (int)width, entry->count, entry->kind,
               *entry->type ? " " : "");
        print_safely(stdout, entry->type, strlen(entry->type));
        putchar('\n');
    }
}

static void print_csv(const struct inventory *inventory)
{
    puts("count,kind,type");
    for (size_t i = 0; i < inventory->count; i++) {
        printf("%" PRIu64 ",%s,", inventory->entries[i].count, inventory->entries[i].kind);
        print_csv_quoted(inventory->entries[i].type, strlen(inventory->entries[i].type));
        putchar('\n');
    }
}

static int write_json(struct inventory *inventory, struct input *input, const char *selectors,
                      int status)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    inventory->error = input->error;
    if (status == EXIT_FINE)
        status = count_parts(inventory, input, selectors);
    json_begin_file(writer, input, NULL);
    json_begin_array(writer, "parts");
    for (size_t i = 0; i < inventory->count; i++) {
        const struct entry *entry = &inventory->entries[i];
        json_begin_object(writer, NULL);
        json_add_integer(writer, "count", entry->count);
        json_add_string(writer, "kind", entry->kind);
        if (*entry->type)
            json_add_text(writer, "type", (ow_text){entry->type, strlen(entry->type)});
        json_end_object(writer);
    }
    json_end_array(writer);
    json_add_integer(writer, "count", inventory->records);
    json_add_error(writer, &inventory->error, status != EXIT_FINE && status != EXIT_PROBLEMS);
    json_end_object(writer);
    int finished = json_finish(writer);
    return status != EXIT_FINE ? status : finished;
}

static int run_parts(const struct arguments *arguments)
{
    struct input input;
    struct inventory inventory = {0};
    const char *selectors = arguments->operand_count > 1 ? arguments->operands[1] : NULL;
    if (json_asked(arguments) && option_set(arguments, "csv")) {
        complain("--csv and --json are two forms of one list: give one");
        return EXIT_USAGE;
    }
    int status = read_as(&input, arguments, open_input(arguments->operands[0], &input));
    if (json_asked(arguments))
        status = write_json(&inventory, &input, selectors, status);
    else if (status == EXIT_FINE) {
        status = count_parts(&inventory, &input, selectors);
        if (option_set(arguments, "csv"))
            print_csv(&inventory);
        else
            print_entries(&inventory);
    }
    for (size_t i = 0; i < inventory.count; i++)
        free(inventory.entries[i].type);
    free(inventory.entries);
    close_input(&input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
