/* Starting other programs: Yosys and a browser. No library can be loaded. */
#include "host.h"

#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <sys/file.h>

/* Where the output of the next program goes. There is never more than one at a time. */
static int output = -1;

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions)
{
    *actions = (posix_spawn_file_actions_t){0};
    output = -1;
    return 0;
}

/* Standard input is always /dev/null. */
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int file,
                                     const char *restrict path, int flags, mode_t mode)
{
    (void)actions;
    (void)path;
    (void)flags;
    (void)mode;
    return file == 0 ? 0 : ENOSYS;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to)
{
    (void)actions;
    output = from;
    return to == 1 || to == 2 ? 0 : ENOSYS;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions)
{
    (void)actions;
    output = -1;
    return 0;
}

int posix_spawnp(pid_t *restrict process, const char *restrict program,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const words[restrict],
                 char *const variables[restrict])
{
    (void)program;
    (void)attributes;
    (void)variables;
    return host_spawn(words, actions ? output : -1, process);
}

/* Node.js cannot lock files. */
int flock(int file, int operation)
{
    (void)file;
    (void)operation;
    errno = ENOLCK;
    return -1;
}

void *dlopen(const char *path, int mode)
{
    (void)path;
    (void)mode;
    return NULL;
}

char *dlerror(void)
{
    return NULL;
}

void *dlsym(void *restrict library, const char *restrict name)
{
    (void)library;
    (void)name;
    return NULL;
}

int dlclose(void *library)
{
    (void)library;
    return -1;
}
