/* The parts of the sandbox. Each is prepared, which may fail, and then entered. */
#ifndef OW_FILES_SANDBOX_PARTS_H
#define OW_FILES_SANDBOX_PARTS_H

#include "sandbox.h"

/* The filter of system calls. */
struct sandbox_calls;

/* Makes a filter with the calls that reading takes, and with `writes` those of writing. NULL after
 * a message. */
struct sandbox_calls *sandbox_calls_prepare(bool writes, char *message, size_t room);

/* From now on only these calls are possible. The filter is still to be freed. */
bool sandbox_calls_enter(struct sandbox_calls *calls, char *message, size_t room);
void sandbox_calls_free(struct sandbox_calls *calls);

/* Opens a set of Landlock's rules with these paths. -1 after a message. */
int sandbox_files_prepare(const struct sandbox_path *paths, size_t count, char *message,
                          size_t room);

/* From now on this thread, and those that it starts, reach only these paths. The set is still to be
 * closed. */
bool sandbox_files_enter(int rules, char *message, size_t room);

#endif
