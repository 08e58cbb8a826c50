/* Starts programs. */
#ifndef WINDOWS_SPAWN_H
#define WINDOWS_SPAWN_H

#include <sys/types.h>

typedef struct {
    int output; /* of the program, or -1: that of this one */
} posix_spawn_file_actions_t;

typedef int posix_spawnattr_t;

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int file,
                                     const char *restrict path, int flags, mode_t mode);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawnp(pid_t *restrict process, const char *restrict program,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const words[restrict],
                 char *const variables[restrict]);

#endif
