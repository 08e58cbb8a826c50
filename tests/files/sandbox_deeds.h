/* What a process attempts in the sandbox. */
#ifndef OW_TESTS_FILES_SANDBOX_DEEDS_H
#define OW_TESTS_FILES_SANDBOX_DEEDS_H

#include <stdbool.h>

/* Returns false with errno if the attempt failed. */
typedef bool deed(const char *path);

deed read_it, list_it, look_at_it, read_descriptor;
deed write_it, make_it, truncate_by_opening, truncate_it, remove_it, rename_it, make_folder;
deed remove_folder, link_it, symlink_it, make_pipe, chmod_it, fchmod_it, touch_it, move_between;
deed link_secret, move_secret, move_out;
deed make_socket, run_program, make_code, allow_code, call_number, type_into_terminal;
deed own_descriptor, raise_limit, socket_in_thread;
deed make_process, trace_another, signal_another, signal_thread_of_another, read_memory_of_another;
deed start_thread, signal_itself, ask_terminal, read_limit, core_is_limited, wait_a_moment;
deed work_forever, take_memory, take_all_memory;

#endif
