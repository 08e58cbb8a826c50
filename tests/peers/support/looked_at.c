/* Counts the work of SQLite: loaded before a command, it adds for each statement that was run a
 * line to $LOOKED_AT: steps of the virtual machine, and the statement. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

int sqlite3_reset(sqlite3_stmt *statement)
{
    int (*reset)(sqlite3_stmt *) = (int (*)(sqlite3_stmt *))dlsym(RTLD_NEXT, "sqlite3_reset");
    const char *path = getenv("LOOKED_AT");
    FILE *file = path && statement ? fopen(path, "a") : NULL;
    if (file) {
        fprintf(file, "%d\t%s\n", sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1),
                sqlite3_sql(statement));
        fclose(file);
    }
    return reset(statement);
}
