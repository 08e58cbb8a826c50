/* The bench of overworld simulate: its files, what it prints, what it tells. */
#include "json.h"
#include "made_file.h"
#include "simulate.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A file beside the bench, wherever the command was started; an absolute path as it is. */
static char *path_beside(const struct simulating *run, ow_text name)
{
    const char *bench = run->bench_file.path, *slash = strrchr(bench, '/');
    size_t folder =
        slash && (name.size == 0 || *name.data != '/') ? (size_t)(slash - bench) + 1 : 0;
    char *path = malloc(folder + name.size + 1);
    if (!path)
        return NULL;
    memcpy(path, bench, folder);
    memcpy(path + folder, name.data, name.size);
    path[folder + name.size] = '\0';
    return path;
}

static void release_contents(void *context, ow_bytes *bytes)
{
    struct simulating *run = context;
    close_input(&run->contents);
    free(run->contents_path);
    run->contents_path = NULL;
    *bytes = (ow_bytes){0};
}

/* The bench asks for one file at a time, and gives it back before the next. */
static bool read_contents(void *context, ow_text name, ow_bytes *bytes)
{
    struct simulating *run = context;
    run->contents = (struct input){0};
    run->contents_path = path_beside(run, name);
    if (!run->contents_path)
        complain("there is not enough memory");
    bool fine =
        run->contents_path && open_other_file(run->contents_path, &run->contents) == EXIT_FINE;
    if (fine) {
        *bytes = (ow_bytes){run->contents.bytes, run->contents.size};
    } else {
        release_contents(run, bytes);
        run->has_trouble = true;
    }
    return fine;
}

static bool write_contents(void *context, ow_text name, ow_bytes bytes)
{
    const struct simulating *run = context;
    struct output_file output;
    char *path = path_beside(run, name);
    bool force = option_set(run->arguments, "force"), fine = false;
    if (path && check_output_path(path, force) == EXIT_FINE &&
        output_file_open(path, force, &output) == EXIT_FINE) {
        fine = output.sink.write(output.sink.context, bytes.data, bytes.size);
        if (fine)
            fine = output_file_commit(&output) == EXIT_FINE;
        else
            output_file_abandon(&output);
    }
    if (!path)
        complain("not enough memory");
    free(path);
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

static void tell_failure(void *context, const ow_bench_failure *failure)
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
                                    .failed = tell_failure};
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

static void tell_text(struct simulating *run)
{
    char text[2][32];
    end_printed_line(run);
    uint64_t ticks = ow_simulation_tick(run->simulation);
    fprintf(stderr,
            "%s %s, %s update%s of components; nets that are not as saved: %" PRIu64 "; %s\n",
            count_with_commas(ticks, text[0]), ticks == 1 ? "tick" : "ticks",
            count_with_commas(ow_simulation_updates(run->simulation), text[1]),
            ow_simulation_updates(run->simulation) == 1 ? "" : "s",
            count_changed_nets(&run->opened.circuit, run->simulation),
            ow_simulation_rests(run->simulation) ? "nothing more happens by itself"
            : ticks == 0                         ? "no tick was run"
                                                 : "something goes on changing");
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

int tell_run(struct simulating *run, int status)
{
    if (!json_asked(run->arguments)) {
        if (status <= EXIT_PROBLEMS)
            tell_text(run);
        return status;
    }
    if (!begin_run(run))
        return EXIT_FILES;
    json_end_run(run, status);
    int finished = json_finish(run->writer);
    return status != EXIT_FINE ? status : finished;
}
