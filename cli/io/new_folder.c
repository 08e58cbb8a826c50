/* Writes files that belong to a save's folder. */
#include "io/new_folder.h"

#include "io/output.h"
#include "io/output_place.h"
#include "terminal/terminal.h"
#include "verb.h"

#include "../../files/below.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes the folders of a file. */
static enum below make_folders(const ow_folder_file *file, const char *folder)
{
    int descriptor;
    char *inner = strdup(file->path.data), *slash = inner ? strrchr(inner, '/') : NULL;
    enum below why = BELOW_NO_MEMORY;
    if (inner) {
        inner[slash ? slash - inner : 0] = '\0';
        why = below_open_folder(folder, inner, true, &descriptor);
        if (why == BELOW_FINE)
            close(descriptor);
    }
    free(inner);
    return why;
}

int write_folder_file(const ow_folder_file *file, const char *folder, const char *shown,
                      bool replace)
{
    struct output_file output;
    char *path = below_join(shown, file->path.data);
    enum below why = path ? make_folders(file, folder) : BELOW_NO_MEMORY;
    int status = EXIT_FILES;
    if (why == BELOW_FINE)
        status = output_file_open_below(folder, file->path.data, path, replace, &output);
    else
        complain("%s: %s", path ? path : shown, below_words(why));
    if (status == EXIT_FINE)
        status = output_file_write(&output, file->bytes);
    free(path);
    return status;
}

/* A folder that is being made. */
struct new_folder {
    const char *shown;
    char *path;   /* of the folder, without a slash at its end, */
    char *above;  /* and of the folder that it is in */
    char *hidden; /* a folder beside it that only this user may enter, */
    char *inner;  /* and the new folder in it */
    const ow_folder_file *world;
    const ow_folder *folder;
    sigset_t held, before;
};

/* Signals that end the run wait until the folder is complete or removed. */
static void hold_signals(struct new_folder *made)
{
    static const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                                  SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};
    struct sigaction action;
    sigemptyset(&made->held);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&made->held, numbers[i]);
    sigprocmask(SIG_BLOCK, &made->held, &made->before);
}

static bool is_interrupted(const struct new_folder *made)
{
    sigset_t waiting;
    bool found = false;
    sigemptyset(&waiting);
    sigpending(&waiting);
    for (int number = 1; number < NSIG; number++)
        found |= sigismember(&made->held, number) == 1 && sigismember(&waiting, number) == 1;
    return found;
}

static int failed(const struct new_folder *made, const char *what)
{
    const bool is_there = errno == ENOTEMPTY || errno == EEXIST;
    if (is_there)
        complain("%s: already exists and is not empty; name a new folder", made->shown);
    else
        complain("%s: %s: %s", made->shown, what, strerror(errno));
    return EXIT_FILES;
}

/* "a/b" for "a/b//". */
static char *without_slashes(const char *path)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    return strndup(path, size);
}

static char *folder_above(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : strdup(".");
}

static bool name_folders(struct new_folder *made)
{
    made->path = without_slashes(made->shown);
    made->above = made->path ? folder_above(made->path) : NULL;
    made->hidden = made->above ? below_join(made->above, ".overworld.XXXXXX") : NULL;
    return made->hidden != NULL;
}

static int make_hidden(struct new_folder *made)
{
    if (!name_folders(made)) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    if (!mkdtemp(made->hidden)) {
        int problem = errno;
        free(made->hidden);
        made->hidden = NULL;
        errno = problem;
        return failed(made, "cannot be created");
    }
    made->inner = below_join(made->hidden, "new");
    if (!made->inner) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    return mkdir(made->inner, 0777) == 0 ? EXIT_FINE : failed(made, "cannot be created");
}

static int write_files(struct new_folder *made)
{
    int status = write_folder_file(made->world, made->inner, made->shown, false);
    for (uint32_t i = 0; i < made->folder->file_count && status == EXIT_FINE; i++)
        status = is_interrupted(made)
                     ? EXIT_FILES
                     : write_folder_file(&made->folder->files[i], made->inner, made->shown, false);
    return status;
}

/* Removes a file, and the folders above it that are empty then. */
static void remove_file(const struct new_folder *made, const ow_folder_file *file)
{
    char *path = below_join(made->inner, file->path.data);
    if (!path)
        return;
    unlink(path);
    for (char *slash; (slash = strrchr(path, '/')) && slash > path + strlen(made->inner);) {
        *slash = '\0';
        rmdir(path);
    }
    free(path);
}

static void remove_all(const struct new_folder *made)
{
    if (made->inner) {
        remove_file(made, made->world);
        for (uint32_t i = 0; i < made->folder->file_count; i++)
            remove_file(made, &made->folder->files[i]);
        rmdir(made->inner);
    }
}

static bool sync_path(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_fine = folder >= 0 && sync_folder(folder);
    if (folder >= 0)
        close(folder);
    return is_fine;
}

static int move_to_place(const struct new_folder *made)
{
    if (!sync_path(made->inner) || rename(made->inner, made->path) != 0)
        return failed(made, "cannot be written");
    if (sync_path(made->above))
        return EXIT_FINE;
    complain("%s: written, but it may be lost in a crash: its folder cannot be synced: %s",
             made->shown, strerror(errno));
    return EXIT_FILES;
}

int write_new_folder(const char *path, const ow_folder_file *world, const ow_folder *folder)
{
    struct new_folder made = {.shown = path, .world = world, .folder = folder};
    if (strict_refuses())
        return refuse_for_warnings(path);
    hold_signals(&made);
    int status = make_hidden(&made);
    if (status == EXIT_FINE)
        status = write_files(&made);
    if (status == EXIT_FINE)
        status = move_to_place(&made);
    if (status != EXIT_FINE)
        remove_all(&made);
    if (made.hidden)
        rmdir(made.hidden);
    sigprocmask(SIG_SETMASK, &made.before, NULL);
    free(made.path);
    free(made.above);
    free(made.hidden);
    free(made.inner);
    return status;
}
