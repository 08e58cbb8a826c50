/* How fast the library and the command are, beside the limit: memcpy and cat of the same bytes.
 *
 * Usage: bench [--json] [--size MIB] [--only SUBJECT] COMMAND. Medians of seven runs, of
 * fewer where they are long; ratios within one run. --size is that of the world. `bench --make
 * WORLD [--size MIB]` only writes the world, for growth.py and peers.py. */
#define _DEFAULT_SOURCE
#include "bench.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The processes run one after another on files in `folder`. */
static bool measure_processes(const char *command, const char *folder, const char *world,
                              struct result *result)
{
    char json[256], back[256], copy[256], picture[256], mesh[256], changed[256];
    snprintf(json, sizeof json, "%s/world.json", folder);
    snprintf(back, sizeof back, "%s/back.logicworld", folder);
    snprintf(copy, sizeof copy, "%s/copy.logicworld", folder);
    snprintf(picture, sizeof picture, "%s/picture.png", folder);
    snprintf(mesh, sizeof mesh, "%s/mesh.glb", folder);
    snprintf(changed, sizeof changed, "%s/changed.logicworld", folder);
    const struct {
        const char *name;
        const char *arguments[9];
        bool in_json;
    } commands[] = {
        {"cat FILE", {"cat", world}, false},
        {"cp FILE", {"cp", world, copy}, false},
        {"info", {command, "info", world}, false},
        {"info --full", {command, "info", "--full", world}, false},
        {"check", {command, "check", "-n", "1", world}, false},
        {"repair", {command, "repair", world}, false},
        {"find", {command, "find", "--count", world, "type:MHG.Mount"}, false},
        {"remove", {command, "remove", world, "type:MHG.Mount", "-fo", changed}, false},
        {"replace",
         {command, "replace", world, "--type", "MHG.Mount", "MHG.Peg", "-fo", changed},
         false},
        {"set", {command, "set", world, "/components/9/position/0", "7", "-fo", changed}, false},
        {"diff", {command, "diff", "--stat", world, changed}, false},
        {"render", {command, "render", "-f", "-s", "1600x1200", "-o", picture, world}, false},
        {"convert to GLB", {command, "convert", "--force", "--instancing", world, mesh}, false},
        {"nets", {command, "nets", "-n", "1", world}, false},
        {"sql, an address",
         {command, "sql", world, "SELECT * FROM components WHERE address = 1000"},
         false},
        {"sql, types counted",
         {command, "sql", world, "SELECT type, count(*) FROM components GROUP BY type"},
         false},
        {"simulate", {command, "simulate", "-n", "100", world}, false},
        {"convert to JSON", {command, "convert", "--force", world, json}, true},
        {"convert back", {command, "convert", "--force", json, back}, true},
    };
    bool fine = true;
    for (size_t i = 0; i < sizeof commands / sizeof *commands && fine; i++) {
        struct row row = {.name = commands[i].name, .process = true};
        row.bytes = commands[i].in_json ? result->json_size : result->file_size;
        fine = run_process(commands[0].arguments, result->file_size, commands[i].arguments, &row);
        result->rows[result->count++] = row;
    }
    unlink(json), unlink(back), unlink(copy), unlink(picture), unlink(mesh);
    unlink(changed);
    return fine;
}

static void print_text(const struct subject *subject, const struct result *result)
{
    printf("%s: %s, %zu bytes", subject->name, subject->what, result->file_size);
    if (result->json_size)
        printf("; JSON of %zu bytes", result->json_size);
    printf(". Medians.\n%-18s %4s %9s %8s  %-12s %s\n", "", "runs", "seconds", "GB/s", "ratio to",
           "peak memory");
    for (size_t i = 0; i < result->count; i++) {
        const struct row *row = &result->rows[i];
        printf("%-18s %4d %9.4f %8.3f  %.3f %-6s", row->name, row->runs, row->seconds,
               (double)row->bytes / row->seconds / 1e9, row->ratio,
               row->process ? "cat" : "memcpy");
        if (row->peak_memory)
            printf(" %7.1f MiB, %.3f x the file", (double)row->peak_memory / (1 << 20),
                   (double)row->peak_memory / (double)result->file_size);
        putchar('\n');
    }
    putchar('\n');
    fflush(stdout);
}

static void print_json(const struct subject *subject, const struct result *result)
{
    printf("{\"subject\": \"%s\", \"bytes\": %zu, \"json_bytes\": %zu, \"rows\": [\n",
           subject->name, result->file_size, result->json_size);
    for (size_t i = 0; i < result->count; i++) {
        const struct row *row = &result->rows[i];
        printf("  {\"name\": \"%s\", \"runs\": %d, \"seconds\": %.6f, \"bytes\": %llu, "
               "\"gb_per_second\": %.4f, "
               "\"ratio\": %.4f, \"ratio_to\": \"%s\", \"peak_memory\": %llu}%s\n",
               row->name, row->runs, row->seconds, (unsigned long long)row->bytes,
               (double)row->bytes / row->seconds / 1e9, row->ratio, row->process ? "cat" : "memcpy",
               (unsigned long long)row->peak_memory, i + 1 < result->count ? "," : "");
    }
    puts("]}");
    fflush(stdout);
}

struct wish {
    bool json;
    const char *make;  /* only writes the world to this file */
    size_t world_size; /* 0: as the subject has it */
    const char *only;
    const char *command;
};

static bool run_subject(const struct subject *subject, const struct wish *wish, const char *folder)
{
    char path[256];
    struct result result = {0};
    snprintf(path, sizeof path, "%s/world", folder);
    size_t size = subject->all && wish->world_size ? wish->world_size : subject->size;
    bool fine = measure_library(subject, size, path, &result) &&
                (!subject->all || measure_processes(wish->command, folder, path, &result));
    unlink(path);
    if (fine)
        (wish->json ? print_json : print_text)(subject, &result);
    return fine;
}

static int write_world(const struct wish *wish)
{
    ow_buffer world = {0};
    size_t size = wish->world_size ? wish->world_size : subjects->size;
    FILE *file = make_world(size, &world) ? fopen(wish->make, "wb") : NULL;
    bool fine = file && fwrite(world.data, 1, world.size, file) == world.size;
    fine = file && fclose(file) == 0 && fine;
    ow_buffer_free(&world, NULL);
    if (!fine)
        perror(wish->make);
    return fine ? 0 : 1;
}

static int read_options(int argc, char **argv, struct wish *wish)
{
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "--json") == 0)
            wish->json = true;
        else if (strcmp(argv[at], "--size") == 0 && at + 1 < argc)
            wish->world_size = strtoul(argv[++at], NULL, 10) << 20;
        else if (strcmp(argv[at], "--only") == 0 && at + 1 < argc)
            wish->only = argv[++at];
        else if (strcmp(argv[at], "--make") == 0 && at + 1 < argc)
            wish->make = argv[++at];
        else
            break;
    }
    return at;
}

int main(int argc, char **argv)
{
    struct wish wish = {0};
    int at = read_options(argc, argv, &wish);
    if (wish.make && at == argc)
        return write_world(&wish);
    char folder[] = "/tmp/overworld-bench-XXXXXX";
    if (at + 1 != argc) {
        fprintf(stderr, "Usage: bench [--json] [--size MIB] [--only SUBJECT] COMMAND\n"
                        "       bench --make WORLD [--size MIB]\n");
        return 2;
    }
    wish.command = argv[at];
    if (!mkdtemp(folder)) {
        perror("bench: a temporary folder");
        return 1;
    }
    bool fine = true;
    for (const struct subject *subject = subjects; subject->name && fine; subject++)
        if (!wish.only || strcmp(wish.only, subject->name) == 0)
            fine = run_subject(subject, &wish, folder);
    rmdir(folder);
    return fine ? 0 : 1;
}
