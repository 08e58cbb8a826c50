/* Errors of SQLite as those of POSIX. */
#include "layer.h"

#include <errno.h>
#include <sqlite3.h>

#undef sqlite3_system_errno

int system_problem_of(sqlite3 *database)
{
    int problem = sqlite3_system_errno(database);
    if (problem)
        fail((DWORD)problem);
    return problem ? errno : 0;
}
