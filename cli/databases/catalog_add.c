/* overworld catalog add: adds worlds to a catalogue. */
#include "databases/catalog.h"
#include "databases/catalog_marks.h"
#include "io/confine.h"
#include "io/output.h"
#include "io/stream.h"
#include "options.h"
#include "pictures/png.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include "../../catalog/add.h"
#include "../../catalog/apart.h"
#include "../../catalog/bytes.h"

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
                {'j', "jobs", "N", "read with N threads (default: one per processor)"},
                {0, "thumbnails", NULL, "draw a small picture of each world, for the gallery"},
                BYTES_OPTION("keep the bytes of each world in FOLDER, by hash"),
                {0, "archives", NULL, "also read the worlds in zip, 7z and tar archives"},
                {0, "prune", NULL, "forget files below the paths that are gone"},
                JSON_OPTION,
                {0, "json-lines", NULL, "print a line of JSON for each file, then the counts"},
                {0, "name", "PATH", "with -: the path to record"},
                {0, "owner", "NAME", "set the owner of each file that is read"},
                {0, "tag", "NAME", "give each file that is read a tag; may be given several times"},
                {0, "wait", "TIME",
                 "wait for a PostgreSQL server that is away, such as 90s or 1h (default: 10m)"},
                {0, "max-size", "SIZE", "skip larger files and report them (default: 512M)"},
                MEMORY_OPTION,
                {0, "sandbox", NULL, "read each world in a process with no rights left"},
                {0, "timeout", "SECONDS",
                 "with --sandbox: limit the processor time of a world (default: 60)"}},
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
        [ADD_UNREADABLE] = "unreadable",
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

static const struct total {
    const char *name, *words;
    size_t offset;
    bool always;
} printed_totals[] = {
    {"added", "read", offsetof(struct add_totals, added), true},
    {"unchanged", "unchanged", offsetof(struct add_totals, unchanged), true},
    {"broken", "of them broken", offsetof(struct add_totals, broken), false},
    {"incomplete", "of them without a text beside them", offsetof(struct add_totals, incomplete),
     false},
    {"unread", "unreadable", offsetof(struct add_totals, unread), false},
    {"refused", "refused", offsetof(struct add_totals, refused), false},
    {"archives", "skipped as archives", offsetof(struct add_totals, archives), false},
    {"opened", "opened as archives", offsetof(struct add_totals, opened), false},
    {"files_gone", "no longer there", offsetof(struct add_totals, files_gone), false},
    {"worlds_gone", "removed from the catalogue", offsetof(struct add_totals, worlds_gone), false},
};

static uint64_t total_of(const struct add_totals *totals, const struct total *total)
{
    return *(const uint64_t *)(const void *)((const char *)totals + total->offset);
}

static void print_as_text(const struct add_totals *totals)
{
    char number[32];
    bool first = true;
    for (size_t i = 0; i < sizeof printed_totals / sizeof *printed_totals; i++) {
        uint64_t total = total_of(totals, &printed_totals[i]);
        if (!printed_totals[i].always && total == 0)
            continue;
        printf("%s%s %s", first ? "" : ", ", with_commas((long long)total, number),
               printed_totals[i].words);
        first = false;
    }
    putchar('\n');
}

static int print_as_json(const struct add_totals *totals)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    json_begin_object(writer, NULL);
    json_add_integer(writer, "files", totals->files);
    for (size_t i = 0; i < sizeof printed_totals / sizeof *printed_totals; i++)
        json_add_integer(writer, printed_totals[i].name, total_of(totals, &printed_totals[i]));
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

static int print_totals(const struct arguments *arguments, const struct add_totals *totals,
                        int status)
{
    int printed = EXIT_FINE;
    clear_progress();
    if (json_asked(arguments))
        printed = print_as_json(totals);
    else if (status == EXIT_FINE || totals->files > 0)
        print_as_text(totals);
    int finished = finish_output();
    return status != EXIT_FINE ? status : printed != EXIT_FINE ? printed : finished;
}

static int add_and_print(const struct arguments *arguments, const struct add_options *options)
{
    struct add_totals totals;
    struct database_failure failure;
    int status = EXIT_FINE;
    if (!catalog_add(options, &totals, &failure))
        status = catalog_failed(options->place, &failure);
    else if (totals.unread > 0 || totals.incomplete > 0)
        status = EXIT_FILES;
    return print_totals(arguments, &totals, status);
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
    unsigned long long jobs = 0;
    struct patience patience = PATIENCE;
    struct stream stream = {0};
    struct given_file given;
    if (!option_number(arguments, "jobs", &jobs) || !read_wait(arguments, USUAL_WAIT, &patience))
        return EXIT_USAGE;
    patience.report = report_wait_of_threads;
    patience.ignores_timeouts = true;
    struct add_options options = {
        .place = catalog_place(arguments, true),
        .paths = arguments->operands,
        .path_count = (size_t)arguments->operand_count,
        .patience = &patience,
        .jobs = jobs < 64 ? (unsigned)jobs : 64,
        .max_size = file_limit() ? file_limit() : USUAL_MOST,
        .prune = option_set(arguments, "prune"),
        .facts = {.max_memory = memory_limit(),
                  .bytes = option_value(arguments, "bytes"),
                  .draw = option_set(arguments, "thumbnails") ? draw : NULL},
        .report_unread = print_unread,
        .report_file = option_set(arguments, "json-lines") ? print_file : NULL,
        .progress = progress};
    struct apart_limits apart;
    char why[BYTES_WHY];
    if (options.facts.bytes && !bytes_are_possible(options.facts.bytes, why)) {
        complain("%s: %s", options.facts.bytes, why);
        return EXIT_FILES;
    }
    if (!options.place || !read_sandbox(arguments, &apart.memory, &apart.seconds))
        return EXIT_USAGE;
    const struct unpack_limits archives = {
        options.max_size, {apart.memory, apart.seconds > 0 ? apart.seconds : ARCHIVE_SECONDS}};
    if (option_set(arguments, "archives"))
        options.archives = &archives;
    struct path_marks marks = {.count = 0};
    struct pool pool = {0};
    json_asked(arguments); /* the layout of what print_file writes */
    if (apart.seconds > 0)
        options.facts.apart = &apart;
    int status = read_marks(arguments, &pool, &marks, &options.marks) ? EXIT_FINE : EXIT_USAGE;
    if (status == EXIT_FINE && is_standard_input(arguments)) {
        options.given = &given;
        status = read_given(arguments, &stream, &given);
    } else if (status == EXIT_FINE && option_value(arguments, "name")) {
        complain("--name works only with -, a world from standard input");
        status = EXIT_USAGE;
    }
    if (status == EXIT_FINE)
        status = add_and_print(arguments, &options);
    pool_free(&pool);
    free(stream.bytes);
    return status;
}
