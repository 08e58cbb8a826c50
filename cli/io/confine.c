/* --sandbox: before a stranger's file is read, takes from the process what the command line does
 * not name. */
#include "io/confine.h"

#include "io/assets.h"
#include "io/confine_stop.h"
#include "io/output.h"
#include "io/walk.h"
#include "terminal/terminal.h"

#include "../../files/sandbox.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Without --max-memory, and without --timeout. At most four steps are in memory together: the file,
 * the world, its scene, the picture. */
#define USUAL_MEMORY   ((uint64_t)4 << 30)
#define PROGRAM_MEMORY ((uint64_t)1 << 30)
enum { STEPS = 4, USUAL_SECONDS = 60 };

struct confined {
    struct sandbox_path *paths; /* each in memory of malloc */
    size_t count, room;
    bool lacks_memory;
};

/* Takes ownership of the path. */
static void add(struct confined *confined, char *path, enum sandbox_use use)
{
    struct sandbox_path *list = confined->paths;
    size_t count = confined->count;
    bool is_known =
        path && count > 0 && list[count - 1].use == use && strcmp(list[count - 1].path, path) == 0;
    if (path && !is_known && count == confined->room) {
        confined->room = count ? count * 2 : 16;
        list = realloc(list, confined->room * sizeof *list);
        confined->paths = list ? list : confined->paths;
    }
    confined->lacks_memory |= !path || !list;
    if (!path || is_known || confined->lacks_memory) {
        free(path);
        return;
    }
    list[confined->count++] = (struct sandbox_path){path, use};
}

static void add_folder_of(struct confined *confined, const char *file, enum sandbox_use use)
{
    char folder[PATH_MAX];
    folder_of_file(file, folder);
    add(confined, strdup(folder), use);
}

/* A world may name files below its own folder. That of standard input is the current folder. */
static void add_world(struct confined *confined, const char *path)
{
    bool is_standard = strcmp(path, "-") == 0;
    if (!is_standard)
        add(confined, strdup(path), SANDBOX_READ);
    if (is_standard || look_for_folder(path) != 0)
        add_folder_of(confined, is_standard ? NULL : path, SANDBOX_READ);
}

void confined_writes_file(struct confined *confined, const char *path)
{
    struct stat about;
    if (strcmp(path, "-") == 0)
        return;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        add(confined, strdup(path), SANDBOX_WRITE);
        return;
    }
    char *file = linked_file(path);
    if (file)
        add_folder_of(confined, file, SANDBOX_WRITE);
    free(file);
    add_folder_of(confined, path, SANDBOX_WRITE);
}

/* A folder that is missing is made in the nearest one that is there. */
void confined_writes_folder(struct confined *confined, const char *path)
{
    char *folder = strdup(*path ? path : ".");
    while (folder && look_for_folder(folder) != 0) {
        char *slash = strrchr(folder, '/');
        if (!slash)
            strcpy(folder, ".");
        else
            slash[slash == folder] = '\0';
    }
    add(confined, folder, SANDBOX_MAKE);
}

void confined_makes_folder(struct confined *confined, const char *path)
{
    char *folder = strdup(path);
    for (size_t size = folder ? strlen(folder) : 0; size > 1 && folder[size - 1] == '/'; size--)
        folder[size - 1] = '\0';
    if (folder)
        add_folder_of(confined, folder, SANDBOX_MAKE);
    confined->lacks_memory |= !folder;
    free(folder);
}

/* The files and folders that options name. A tileset may name files beside itself. */
static void add_options(struct confined *confined, const struct arguments *arguments)
{
    for (int i = 0; i < arguments->given_count; i++) {
        const struct option_row *row = &arguments->verb->options[arguments->given[i].row];
        const char *value = arguments->given[i].value, *kind = row->argument ? row->argument : "";
        if (strcmp(row->name, "tileset") == 0)
            add_world(confined, value);
        else if (strcmp(kind, "FILE") == 0 || strcmp(kind, "FOLDER") == 0)
            add(confined, strdup(value), SANDBOX_READ);
    }
    const char *mods = getenv("OVERWORLD_MODS");
    if (mods && *mods && has_option(arguments->verb, "mods"))
        add(confined, strdup(mods), SANDBOX_READ);
}

static void add_named(struct confined *confined, const struct arguments *arguments)
{
    int inputs = arguments->operand_count;
    if (arguments->verb->outputs)
        inputs = arguments->verb->outputs(arguments, confined);
    for (int i = 0; i < inputs; i++)
        add_world(confined, arguments->operands[i]);
    add_options(confined, arguments);
}

bool read_sandbox(const struct arguments *arguments, uint64_t *memory, unsigned *time)
{
    uint64_t step = memory_limit(), most = UINT64_MAX - PROGRAM_MEMORY;
    if (!read_timeout(arguments, time))
        return false;
    *memory = USUAL_MEMORY;
    if (step > 0)
        *memory = (step < most / STEPS ? step * STEPS : most) + PROGRAM_MEMORY;
    if (option_set(arguments, "sandbox")) {
        *time = *time ? *time : USUAL_SECONDS;
        return true;
    }
    if (*time != 0)
        complain("--timeout works only with --sandbox");
    return *time == 0;
}

static int confine(const struct confined *confined, uint64_t memory, unsigned seconds)
{
    char message[300];
    struct sandbox sandbox = {.paths = confined->paths,
                              .path_count = confined->count,
                              .memory = memory,
                              .seconds = seconds,
                              .stop = stop_confined};
    if (confined->lacks_memory) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    set_confined_seconds(seconds);
    if (sandbox_enter(&sandbox, message, sizeof message))
        return EXIT_FINE;
    complain("nothing was read: --sandbox %s", message);
    return EXIT_FILES;
}

int enter_sandbox(const struct arguments *arguments)
{
    struct confined confined = {0};
    uint64_t memory;
    unsigned seconds;
    if (!has_option(arguments->verb, "sandbox") || arguments->verb->confines_itself)
        return EXIT_FINE;
    if (!read_sandbox(arguments, &memory, &seconds))
        return EXIT_USAGE;
    if (seconds == 0)
        return EXIT_FINE;
    add_named(&confined, arguments);
    int status = confine(&confined, memory, seconds);
    for (size_t i = 0; i < confined.count; i++)
        free((void *)(uintptr_t)confined.paths[i].path);
    free(confined.paths);
    return status;
}
