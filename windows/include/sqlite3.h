/* SQLite, whose errors of the system are those of Windows here. */
#ifndef WINDOWS_SQLITE3_H
#define WINDOWS_SQLITE3_H

#include_next <sqlite3.h>

/* The error number of POSIX. */
int system_problem_of(sqlite3 *database);

#define sqlite3_system_errno system_problem_of

#endif
