/* overworld catalog add: adds worlds to a catalogue. */
#include "databases/catalog_add.h"
#include "databases/catalog_marks.h"
#include "io/confine.h"
#include "io/output.h"
#include "io/stream.h"
#include "options.h"
#include "pictures/png.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run_catalog_add(const struct arguments *arguments);

const struct verb catalog_add_verb = {
    .name = "catalog add",
    .operands = "PATH...|-",
    .summary = "add the new and changed worlds below paths",
    .description =
        "Records what each world is: format and version, types and counts, mods, texts, and what\n"
        "check finds. Unchanged files are skipped. A broken file is recorded with its error.\n"
        "Archives are listed, and opened with --archives. You may interrupt it at any moment and\n"
        "run it again.\n"
        "- reads one world from standard input; --name says under which path to record it.\n"
        "Exit status 3: a file could not be read; all others were.",
    .options = {DB_OPTION,
                READERS_OPTION,
                ROOT_OPTION,
                {0, "thumbnails", NULL, "draw a small picture of each world, for the gallery"},
                BYTES_OPTION("keep the bytes of each world by hash, in FOLDER or s3://BUCKET"),
                {0, "archives", NULL, "also read the worlds in zip, 7z and tar archives"},
                {0, "prune", NULL, "forget files below the paths that are gone"},
                JSON_OPTION,
                LINES_OPTION,
                {0, "name", "PATH", "with -: the path to record"},
                {0, "owner", "NAME", "set the owner of each file that is read"},
                {0, "tag", "NAME", "give each file that is read a tag; may be given several times"},
                ADD_WAIT_OPTION,
                ADD_SIZE_OPTION,
                MEMORY_OPTION,
                ADD_SANDBOX_OPTIONS},
    .examples = {{"overworld catalog add ~/saves", "into your own catalogue"},
                 {"overworld catalog add --thumbnails ~/saves", "with pictures for the gallery"},
                 {"overworld catalog add --db worlds.db --prune /srv/uploads", "every night"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_catalog_add,
    .confines_itself = true,
};

/* The default for --max-size. Larger files are recorded with their size, but not read. */
enum { USUAL_MOST = 512 << 20, USUAL_WAIT = 600, ARCHIVE_SECONDS = 60 };

/* What is printed while threads run. */
static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

static void print_unread(void *context, const char *path, const char *why)
{
    (void)context;
    pthread_mutex_lock(&printing);
    complain("%s: %s", path, why);
    pthread_mutex_unlock(&printing);
}

static void add_hash(ow_json_writer *writer, const uint8_t *hash)
{
    char digits[DIGEST_DIGITS + 1];
    if (hash)
        digest_write(hash, digits);
    json_add_string(writer, "hash", hash ? digits : NULL);
}

static void print_file(void *context, const struct added_file *file)
{
    static const char *const verdicts[] = {
        [ADD_ADDED] = "added",           [ADD_KNOWN] = "known",   [ADD_UNCHANGED] = "unchanged",
        [ADD_SKIPPED] = "skipped",       [ADD_OPENED] = "opened", [ADD_REFUSED] = "refused",
        [ADD_UNREADABLE] = "unreadable", [ADD_QUEUED] = "queued", [ADD_WAITING] = "waiting",
    };
    (void)context;
    pthread_mutex_lock(&printing);
    clear_progress();
    ow_json_writer *writer = json_to_stdout();
    if (writer) {
        json_begin_object(writer, NULL);
        json_add_path(writer, "file", "file_base64", file->path);
        add_hash(writer, file->hash);
        json_add_string(writer, "verdict", verdicts[file->verdict]);
        json_add_string(writer, "status", file->status);
        if (file->message.data)
            json_add_text(writer, "message", file->message);
        else
            json_add_null(writer, "message");
        json_end_object(writer);
        json_finish(writer);
    }
    pthread_mutex_unlock(&printing);
}

/* Draws a small picture, in a worker thread. */
static bool draw(void *context, const ow_document *document, struct fact_picture *out)
{
    ow_options options = {.max_memory = memory_limit()};
    ow_picture_options look = {.width = 256, .height = 192, .budget = 20000000};
    ow_scene scene;
    ow_picture picture = {0};
    ow_buffer buffer = {0};
    ow_error error;
    (void)context;
    ow_status status = ow_scene_open_document(document, &options, NULL, &scene, &error);
    if (status != OW_OK)
        return status != OW_NO_MEMORY;
    ow_sink sink = sink_to_memory(&buffer);
    status = ow_picture_draw(&scene, &look, &options, &picture, &error);
    if (status == OW_OK)
        status = png_encode_color(picture.pixels, picture.width, picture.height, &sink, &error);
    if (status == OW_OK)
        *out = (struct fact_picture){.width = picture.width,
                                     .height = picture.height,
                                     .png = buffer.data,
                                     .size = buffer.size};
    else
        free(buffer.data);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
    return status != OW_NO_MEMORY && status != OW_WRITE_FAILED; /* it is written to memory */
}

static void progress(void *context, uint64_t files)
{
    (void)context;
    pthread_mutex_lock(&printing);
    show_count("reading", (size_t)files, (size_t)files + 1);
    pthread_mutex_unlock(&printing);
}

/* Called by the thread that walks, too. */
static void report_wait_of_threads(void *context, const char *why)
{
    pthread_mutex_lock(&printing);
    report_wait(context, why);
    pthread_mutex_unlock(&printing);
}

#define TOTAL(member) offsetof(struct add_totals, member)

static const struct total printed_totals[] = {
    {"files", NULL, TOTAL(files), false},
    {"added", "read", TOTAL(added), true},
    {"unchanged", "unchanged", TOTAL(unchanged), true},
    {"broken", "of them broken", TOTAL(broken), false},
    {"incomplete", "of them without a text beside them", TOTAL(incomplete), false},
    {"unread", "unreadable", TOTAL(unread), false},
    {"refused", "refused", TOTAL(refused), false},
    {"archives", "skipped as archives", TOTAL(archives), false},
    {"opened", "opened as archives", TOTAL(opened), false},
    {"files_gone", "no longer there", TOTAL(files_gone), false},
    {"worlds_gone", "removed from the catalogue", TOTAL(worlds_gone), false},
    {NULL, NULL, 0, false},
};

static uint64_t total_of(const void *counts, const struct total *total)
{
    return *(const uint64_t *)(const void *)((const char *)counts + total->offset);
}

static void print_as_text(const struct total *list, const void *counts)
{
    char number[32];
    bool first = true;
    for (; list->name; list++) {
        uint64_t total = total_of(counts, list);
        if (!list->words || (!list->always && total == 0))
            continue;
        printf("%s%s %s", first ? "" : ", ", with_commas((long long)total, number), list->words);
        first = false;
    }
    putchar('\n');
}

static int print_as_json(const struct total *list, const void *counts)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    json_begin_object(writer, NULL);
    for (; list->name; list++)
        json_add_integer(writer, list->name, total_of(counts, list));
    json_end_object(writer);
    return json_finish(writer);
}

static bool is_standard_input(const struct arguments *arguments)
{
    for (int i = 0; i < arguments->operand_count; i++)
        if (strcmp(arguments->operands[i], "-") == 0)
            return true;
    return false;
}

/* Reads the world of "-". EXIT_FINE, or another exit status after a message. */
static int read_given(const struct arguments *arguments, struct stream *stream,
                      struct given_file *given)
{
    const char *name = option_value(arguments, "name");
    if (!name || !*name || name[strlen(name) - 1] == '/') {
        complain("- needs --name with the path of a file, such as --name uploads/17.logicworld");
        return EXIT_USAGE;
    }
    enum stream_end end = read_stream(STDIN_FILENO, false, stream);
    *given = (struct given_file){.path = name, .bytes = stream->bytes, .size = stream->size};
    switch (end) {
    case STREAM_READ:
    case STREAM_RULED_OUT: /* only if a world is expected */
        return EXIT_FINE;
    case STREAM_TOO_LARGE:
        complain("standard input: is larger than %llu bytes; --max-size can allow more",
                 (unsigned long long)stream_limit());
        break;
    case STREAM_NO_MEMORY:
    case STREAM_FAILED:
        complain("standard input: cannot be read: %s",
                 strerror(end == STREAM_NO_MEMORY ? ENOMEM : errno));
        break;
    }
    return EXIT_FILES;
}

int print_totals(const struct arguments *arguments, const struct total *list, const void *counts,
                 int status)
{
    int printed = EXIT_FINE;
    clear_progress();
    if (json_asked(arguments))
        printed = print_as_json(list, counts);
    else if (status == EXIT_FINE || total_of(counts, list) > 0)
        print_as_text(list, counts);
    int finished = finish_output();
    return status != EXIT_FINE ? status : printed != EXIT_FINE ? printed : finished;
}

int add_and_print(const struct arguments *arguments, const struct add_options *options,
                  const struct total *list)
{
    struct add_totals totals;
    struct database_failure failure;
    int status = EXIT_FINE;
    if (!catalog_add(options, &totals, &failure))
        status = catalog_failed(options->place, &failure);
    else if (totals.unread > 0 || totals.incomplete > 0)
        status = EXIT_FILES;
    return print_totals(arguments, list, &totals, status);
}

static void fill_options(const struct arguments *arguments, struct adding *adding, unsigned jobs)
{
    adding->options =
        (struct add_options){.place = catalog_place(arguments, true),
                             .paths = arguments->operands,
                             .path_count = (size_t)arguments->operand_count,
                             .patience = &adding->patience,
                             .roots = &adding->roots,
                             .jobs = jobs,
                             .max_size = file_limit() ? file_limit() : USUAL_MOST,
                             .prune = option_set(arguments, "prune"),
                             .facts = {.max_memory = memory_limit(),
                                       .draw = option_set(arguments, "thumbnails") ? draw : NULL},
                             .report_unread = print_unread,
                             .report_file = option_set(arguments, "json-lines") ? print_file : NULL,
                             .progress = progress};
}

static int read_limits_apart(const struct arguments *arguments, struct adding *adding)
{
    struct add_options *options = &adding->options;
    if (!options->place || !read_sandbox(arguments, &adding->apart.memory, &adding->apart.seconds))
        return EXIT_USAGE;
    adding->archives = (struct unpack_limits){options->max_size,
                                              {adding->apart.memory, adding->apart.seconds > 0
                                                                         ? adding->apart.seconds
                                                                         : ARCHIVE_SECONDS}};
    if (option_set(arguments, "archives"))
        options->archives = &adding->archives;
    json_asked(arguments); /* the layout of what print_file writes */
    if (adding->apart.seconds > 0)
        options->facts.apart = &adding->apart;
    return EXIT_FINE;
}

static int open_possible_bytes(const struct arguments *arguments, struct byte_store **store)
{
    char why[BYTES_WHY];
    int status = open_bytes(arguments, USUAL_WAIT, report_wait_of_threads, store);
    if (status != EXIT_FINE || !*store || byte_store_is_possible(*store, why))
        return status;
    complain("%s: %s", option_value(arguments, "bytes"), why);
    return EXIT_FILES;
}

int adding_read(const struct arguments *arguments, struct adding *adding)
{
    unsigned long long jobs = 0;
    if (!option_number(arguments, "jobs", &jobs) ||
        !read_wait(arguments, USUAL_WAIT, &adding->patience))
        return EXIT_USAGE;
    adding->patience.report = report_wait_of_threads;
    adding->patience.is_adding = true;
    fill_options(arguments, adding, jobs < 64 ? (unsigned)jobs : 64);
    int status = read_limits_apart(arguments, adding);
    if (status == EXIT_FINE)
        status = read_roots(arguments, &adding->roots);
    if (status != EXIT_FINE)
        return status;
    status = open_possible_bytes(arguments, &adding->options.facts.bytes);
    if (status != EXIT_FINE)
        adding_free(adding);
    return status;
}

void adding_free(struct adding *adding)
{
    byte_store_close(adding->options.facts.bytes);
    roots_free(&adding->roots);
}

/* Reads the marks of the files, whose text the pool has, into *marks. NULL: there are none. Returns
 * false after a message. */
static bool read_marks(const struct arguments *arguments, struct pool *pool,
                       struct path_marks *marks, const struct path_marks **read)
{
    bool fine = read_mark_names(arguments, "owner", MARK_OWNER, pool, marks) &&
                read_mark_names(arguments, "tag", MARK_TAG, pool, marks);
    *read = marks->count > 0 ? marks : NULL;
    return fine;
}

static int run_catalog_add(const struct arguments *arguments)
{
    struct adding adding = ADDING;
    struct stream stream = {0};
    struct given_file given;
    struct path_marks marks = {.count = 0};
    struct pool pool = {0};
    int status = adding_read(arguments, &adding);
    if (status != EXIT_FINE)
        return status;
    if (!read_marks(arguments, &pool, &marks, &adding.options.marks))
        status = EXIT_USAGE;
    if (status == EXIT_FINE && is_standard_input(arguments)) {
        adding.options.given = &given;
        status = read_given(arguments, &stream, &given);
    } else if (status == EXIT_FINE && option_value(arguments, "name")) {
        complain("--name works only with -, a world from standard input");
        status = EXIT_USAGE;
    }
    if (status == EXIT_FINE)
        status = add_and_print(arguments, &adding.options, printed_totals);
    pool_free(&pool);
    free(stream.bytes);
    adding_free(&adding);
    return status;
}
