/* Completion of fields: what a shell offers after "C-12/la". Decoded fields are offered with their
 * members, so "C-12/la" continues with "C-12/label/text". */
#include "look/offers.h"

#include "io/assets.h"
#include "io/folder.h"
#include "io/input.h"
#include "look/part.h"
#include "terminal/terminal.h"

#include <getopt.h>
#include <string.h>
#include <sys/stat.h>

/* Of longer lists, no elements are offered: they are no help, and a shell is slow with them. If the
 * file does not say how long a list is, its first ones are. */
enum { MOST_ELEMENTS = 100 };

/* A shell waits for larger files. */
static const uint64_t most_bytes = (uint64_t)64 << 20;

struct offers {
    struct part part; /* what the word says before its last slash */
    const char *word; /* the word to complete */
    size_t stem;      /* size of the word up to its last slash, which it includes */
    unsigned base;    /* depth in the part, once it is open; 0: it is not */
    bool in_decoded;  /* a decoded object of the part is open */
};

/* A name with other characters could do harm in a shell or on a terminal. */
static bool is_plain(const char *name)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./";
    return name[strspn(name, plain)] == '\0';
}

static void offer(const struct offers *offers, const char *behind)
{
    const char *name = offers->part.path + strlen(offers->part.wanted) + 1;
    const char *begin = offers->word + offers->stem;
    if (strncmp(name, begin, strlen(begin)) == 0 && is_plain(name))
        printf("%.*s%s%s\n", (int)offers->stem, offers->word, name, behind);
}

static ow_visit leave(struct offers *offers)
{
    part_leave(&offers->part);
    if (offers->part.depth == offers->base)
        offers->in_decoded = false;
    return offers->base > 0 && offers->part.depth < offers->base ? OW_STOP : OW_GO_ON;
}

/* The part begins; its members are offered from here on. */
static ow_visit open_part(struct offers *offers, const ow_event *event)
{
    if (event->kind == OW_VALUE)
        return OW_STOP;
    part_enter(&offers->part);
    offers->base = offers->part.depth;
    bool is_long = event->count > MOST_ELEMENTS && event->count != OW_UP_TO_THE_END;
    return event->kind == OW_BEGIN_ARRAY && is_long ? OW_STOP : OW_GO_ON;
}

/* A container in the part. A list of decoded values is set as a whole. */
static ow_visit enter(struct offers *offers, const ow_event *event, bool is_offered)
{
    bool opens =
        is_offered && !offers->in_decoded && event->derived && event->kind == OW_BEGIN_OBJECT;
    if (is_offered && !opens)
        offer(offers, event->derived ? "" : "/");
    part_enter(&offers->part);
    offers->in_decoded |= opens;
    return opens ? OW_GO_ON : OW_SKIP;
}

static bool is_far_element(const struct offers *offers, const ow_event *event)
{
    return offers->base > 0 && offers->part.depth == offers->base && !event->name &&
           event->index >= MOST_ELEMENTS;
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct offers *offers = context;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY)
        return leave(offers);
    if (is_meaning(event))
        return OW_GO_ON;
    enum standing where = part_at(&offers->part, event);
    if (where == PART_WANTED && offers->base == 0)
        return open_part(offers, event);
    if (is_far_element(offers, event))
        return OW_STOP;
    bool is_offered =
        where == PART_WANTED && offers->part.depth == offers->base + offers->in_decoded;
    if (event->kind != OW_VALUE && where != PART_ON_THE_WAY)
        return enter(offers, event, is_offered);
    if (event->kind != OW_VALUE)
        part_enter(&offers->part);
    else if (is_offered)
        offer(offers, "");
    return OW_GO_ON;
}

static ow_status trace(struct offers *offers, struct input *input, ow_error *error)
{
    struct part *part = &offers->part;
    ow_options options = input_options(input, "looking");
    options.meanings = true; /* for decoded fields */
    return is_folder_pointer(part->wanted)
               ? trace_save_folder(input, part->wanted, sizeof part->wanted, visit, offers, error)
               : ow_trace(input->bytes, input->size, &options, visit, offers, error);
}

static int offer_fields(struct offers *offers, struct input *input)
{
    char place[PART_POINTER];
    ow_error error = {0};
    if (offers->stem == 0 || offers->stem > sizeof place)
        return EXIT_FINE;
    memcpy(place, offers->word, offers->stem - 1);
    place[offers->stem - 1] = '\0';
    int status = part_open(&offers->part, input, place, &error);
    if (status == EXIT_FINE)
        status = exit_status_of(trace(offers, input, &error));
    clear_progress();
    if (status != EXIT_FINE)
        complain_of_error(input->path, &error);
    return status;
}

/* Refuses standard input and pipes, because opening must not wait. */
static bool is_quick(const char *path)
{
    struct stat status;
    if (strcmp(path, "-") != 0 &&
        (stat(path, &status) != 0 || S_ISDIR(status.st_mode) || S_ISREG(status.st_mode)))
        return true;
    complain("%s is neither a file nor a folder", path);
    return false;
}

static int offer_for(const struct arguments *arguments)
{
    const char *word = arguments->operands[arguments->operand_count - 1];
    const char *slash = strrchr(word, '/');
    struct offers offers = {.word = word, .stem = slash ? (size_t)(slash - word) + 1 : 0};
    struct input input = {0};
    if (arguments->operand_count < 2 || !is_plain(word))
        return EXIT_FINE;
    if (!is_quick(arguments->operands[0]))
        return EXIT_FILES;
    int status = open_raw_input(arguments->operands[0], &input);
    if (status == EXIT_FINE && input.file_size > most_bytes) {
        complain("%s is larger than 64 MiB, which would take too long", input.path);
        status = EXIT_FILES;
    }
    if (status == EXIT_FINE && is_text(&input))
        status = read_text(&input);
    status = read_as(&input, arguments, status);
    if (status == EXIT_FINE)
        status = offer_fields(&offers, &input);
    status = with_trouble(&input, status);
    close_input(&input);
    return status;
}

/* Help would be printed and end the run. */
static bool asks_for_help(int count, char **words)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "-h") == 0 || strncmp(words[i], "--h", 3) == 0)
            return true;
    return false;
}

static const struct verb *verb_with_fields(const char *name)
{
    const struct verb *const *at = verbs;
    while (*at && (strcmp((*at)->name, name) != 0 || !(*at)->takes_fields))
        at++;
    return *at;
}

int print_offers(int count, char **words)
{
    struct arguments arguments;
    const struct verb *verb = count > 0 ? verb_with_fields(words[0]) : NULL;
    if (!verb || asks_for_help(count, words)) {
        complain("completion fields takes the words of get, show or set");
        return EXIT_USAGE;
    }
    optind = 0; /* getopt begins anew */
    if (!parse_arguments(verb, count, words, &arguments) || !read_limits(&arguments))
        return EXIT_USAGE;
    return offer_for(&arguments);
}
