/* What the command asks of Node.js beyond the system calls of emscripten's C library. */
#ifndef COMMAND_HOST_H
#define COMMAND_HOST_H

#include <stddef.h>
#include <stdint.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#define EXPORT       __attribute__((visibility("default")))

/* Nanoseconds since 1970, or since some fixed moment. */
IMPORT(now) int64_t host_now(int is_monotonic);
IMPORT(sleep) void host_sleep(double milliseconds);
IMPORT(pid) int host_pid(void);
/* The name of the machine, with a zero at its end, in SIZE bytes. */
IMPORT(machine) void host_machine(char *name, size_t size);
IMPORT(random) void host_random(void *bytes, size_t size);
/* Starts a program with `words`, which end with NULL. If `output` is an open file, the program's
 * standard output and standard error go there, and the call returns when the program has ended.
 * Returns an error number; `process` gets what wait4 takes. */
IMPORT(spawn) int host_spawn(char *const *words, int output, int *process);

#endif
