/* What the files of this folder share: POSIX calls are answered with those of Windows. */
#ifndef WINDOWS_LAYER_H
#define WINDOWS_LAYER_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <winsock2.h>
#include <winternl.h>

#include <stdbool.h>
#include <stddef.h>

/* Sets errno for an error of Windows, or for a status of its kernel. Returns -1. */
int fail(DWORD problem);
int fail_status(NTSTATUS status);
/* Sets errno itself. Returns -1. */
int fail_with(int problem);

/* Ends the program with a message, before there is a command that could say it. */
_Noreturn void end_without_memory(void);

/* The handle of a descriptor. NULL with errno if there is none. */
HANDLE handle_of(int file);
/* A descriptor for a handle, which it owns; -1 with errno, and the handle is closed. */
int descriptor_of(HANDLE handle, int flags);

/* UTF-16 and UTF-8, in memory of malloc. NULL with errno. */
wchar_t *to_wide(const char *text);
char *to_utf8(const wchar_t *text);
/* Turns backslashes to slashes. Returns `path`. */
char *turn_slashes(char *path);

/* A path as the kernel takes it: from an open folder, or absolute. */
struct place {
    HANDLE folder; /* NULL for an absolute path */
    wchar_t *path;
    bool is_null;   /* the device NUL */
    bool is_folder; /* the path ends with a slash */
    OBJECT_ATTRIBUTES attributes;
    UNICODE_STRING name;
};

/* Fills in a place, which place_free frees. `makes` says that a file gets this name. Returns false
 * with errno. */
bool place_of(int folder, const char *path, bool makes, struct place *place);
void place_free(struct place *place);

/* Opens what is at a place. `options` are those of NtCreateFile. */
NTSTATUS place_open(struct place *place, ACCESS_MASK access, ULONG disposition, ULONG options,
                    HANDLE *handle);
/* The same, and does not follow a link: the handle is that of the link, and *is_link is set. */
NTSTATUS place_open_no_link(struct place *place, ACCESS_MASK access, ULONG options, HANDLE *handle,
                            bool *is_link);
/* Sets errno for a place that was not found: a part of its path may be a file. Returns -1. */
int place_missing(const struct place *place, NTSTATUS status);

/* Variables in UTF-8, for getenv. A variable that is there stays. */
void read_environment(void);
void set_default(const char *name, const char *value);

/* Terminals. */
void prepare_console(void);
bool is_console(HANDLE handle);

/* Signals. */
void prepare_signals(void);

/* Bytes for names that nobody guesses. */
unsigned random_number(void);

#endif
