/* The bench of overworld simulate: its files and its output. */
#include "circuits/simulate.h"
#include "io/assets.h"
#include "io/made.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include "../../files/below.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A file that the bench names, inside the bench's folder. */
struct bench_path {
    char folder[PATH_MAX];
    char *below, *shown; /* relative to that folder, and for messages */
};

static void free_path(struct bench_path *path)
{
    free(path->below);
    free(path->shown);
}

/* Returns false after a message. */
static bool find_path(const struct simulating *run, ow_text name, struct bench_path *path)
{
    folder_of_file(run->bench_file.file, path->folder);
    bool is_here = strcmp(path->folder, ".") == 0;
    size_t room = strlen(path->folder) + name.size + 2;
    path->below = strndup(name.data, name.size);
    path->shown = malloc(room);
    if (!path->below || !path->shown) {
        complain("not enough memory");
    } else {
        snprintf(path->shown, room, "%s%s%s", is_here ? "" : path->folder, is_here ? "" : "/",
                 path->below);
        if (below_is_plain(path->below) && strlen(path->below) == name.size)
            return true;
        complain("%s: the bench names the file \"%s\", which is outside the bench's folder; move "
                 "the file below that folder",
                 run->bench_file.path, path->below);
    }
    free_path(path);
    return false;
}

static void release_contents(void *context, ow_bytes *bytes)
{
    (void)context;
    free((void *)(uintptr_t)bytes->data);
    *bytes = (ow_bytes){0};
}

/* The size of the file is checked before it is read. */
static bool read_file(const struct bench_path *path, ow_bytes *bytes)
{
    uint8_t *read;
    size_t size;
    enum below why = below_read(path->folder, path->below, asset_limit(), &read, &size);
    *bytes = (ow_bytes){read, size};
    if (why == BELOW_TOO_LARGE)
        complain("%s: %s", path->shown, asset_too_large());
    else if (why == BELOW_LINK || why == BELOW_NO_FILE)
        complain("%s: %s", path->shown, below_words(why));
    else if (why != BELOW_FINE)
        complain("%s: cannot be opened: %s", path->shown, below_words(why));
    return why == BELOW_FINE;
}

static bool read_contents(void *context, ow_text name, ow_bytes *bytes)
{
    struct simulating *run = context;
    struct bench_path path;
    *bytes = (ow_bytes){0};
    bool is_found = find_path(run, name, &path), fine = is_found && read_file(&path, bytes);
    if (is_found)
        free_path(&path);
    run->has_trouble |= !fine;
    return fine;
}

static bool write_contents(void *context, ow_text name, ow_bytes bytes)
{
    const struct simulating *run = context;
    struct output_file output;
    struct bench_path path;
    bool force = option_set(run->arguments, "force"), fine = false;
    if (!find_path(run, name, &path))
        return false;
    if (output_file_open_below(path.folder, path.below, path.shown, force, &output) == EXIT_FINE) {
        fine = output.sink.write(output.sink.context, bytes.data, bytes.size);
        if (fine)
            fine = output_file_commit(&output) == EXIT_FINE;
        else
            output_file_abandon(&output);
    }
    free_path(&path);
    return fine;
}

static void print_byte(void *context, uint8_t byte)
{
    struct simulating *run = context;
    if (json_asked(run->arguments))
        return;
    flush_waves(run);
    clear_progress();
    putchar(byte);
    run->printed = byte != '\n';
}

static void end_printed_line(struct simulating *run)
{
    if (run->printed)
        putchar('\n');
    run->printed = false;
}

static void print_failure(void *context, const ow_bench_failure *failure)
{
    struct simulating *run = context;
    flush_waves(run);
    clear_progress();
    end_printed_line(run);
    if (json_asked(run->arguments)) {
        if (!run->writer)
            return;
        answer_bench_failure(run->writer, failure);
        return;
    }
    printf("%stick %" PRIu64 ", step %" PRIu64 "%s", color_severity(OW_SEVERITY_ERROR),
           failure->tick, failure->step, color_off());
    if (failure->name.size > 0) {
        fputs(" (", stdout);
        print_safely(stdout, failure->name.data, failure->name.size);
        putchar(')');
    }
    fputs(": ", stdout);
    print_safely(stdout, failure->message.data, failure->message.size);
    putchar('\n');
}

int open_bench(struct simulating *run)
{
    const char *path = option_value(run->arguments, "bench");
    const ow_bench_options asked = {.context = run,
                                    .read = read_contents,
                                    .release = release_contents,
                                    .write = write_contents,
                                    .print = print_byte,
                                    .failed = print_failure};
    if (!path)
        return EXIT_FINE;
    int status = open_other_file(path, &run->bench_file);
    if (status != EXIT_FINE)
        return status;
    ow_status opened = ow_bench_open((const char *)run->bench_file.bytes, run->bench_file.size,
                                     &run->opened.circuit, run->simulation, &asked, NULL,
                                     &run->bench, &run->error);
    if (opened == OW_OK)
        return EXIT_FINE;
    complain("%s: %s", path, run->error.message);
    return opened == OW_NO_MEMORY || run->has_trouble ? EXIT_FILES : EXIT_USAGE;
}

static void print_text(struct simulating *run)
{
    char text[2][32];
    end_printed_line(run);
    uint64_t ticks = ow_simulation_tick(run->simulation);
    fprintf(stderr,
            "%s %s, %s component update%s; nets that differ from the save: %" PRIu64 "; %s\n",
            count_with_commas(ticks, text[0]), ticks == 1 ? "tick" : "ticks",
            count_with_commas(ow_simulation_updates(run->simulation), text[1]),
            plural(ow_simulation_updates(run->simulation)),
            count_changed_nets(&run->opened.circuit, run->simulation),
            ow_simulation_is_settled(run->simulation) ? "the circuit is at rest"
            : ticks == 0                              ? "no tick was run"
                                                      : "the circuit is still changing");
    if (run->bench)
        fprintf(stderr, "steps: %" PRIu64 ", checks: %" PRIu64 ", %sfailed: %" PRIu64 "%s\n",
                run->totals.steps, run->totals.checks,
                run->totals.failures > 0 ? color_severity(OW_SEVERITY_ERROR) : "",
                run->totals.failures, run->totals.failures > 0 ? color_off() : "");
}

static void json_end_run(struct simulating *run, int status)
{
    ow_json_writer *writer = run->writer;
    json_end_array(writer);
    answer_run(writer, &run->opened.circuit, run->simulation, run->waves, run->wave_count,
               &run->totals);
    json_add_error(writer, run->error.status != OW_OK ? &run->error : &run->opened.input.error,
                   status > EXIT_PROBLEMS);
    json_end_object(writer);
}

bool begin_run(struct simulating *run)
{
    if (!json_asked(run->arguments) || run->writer)
        return true;
    run->writer = json_to_stdout();
    if (!run->writer)
        return false;
    json_begin_circuit(run->writer, &run->opened);
    json_begin_array(run->writer, "failed");
    return true;
}

int report_run(struct simulating *run, int status)
{
    if (!json_asked(run->arguments)) {
        if (status <= EXIT_PROBLEMS)
            print_text(run);
        return status;
    }
    if (!begin_run(run))
        return EXIT_FILES;
    json_end_run(run, status);
    int finished = json_finish(run->writer);
    return status != EXIT_FINE ? status : finished;
}
