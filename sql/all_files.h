/* Virtual tables over all worlds of a query: the rows of one table of each world, one world after
 * another, with a column "file" after the others. */
#ifndef OW_SQL_ALL_FILES_H
#define OW_SQL_ALL_FILES_H

#include "sqlite.h"

#include <stdbool.h>
#include <stddef.h>

/* A table of one world. */
struct file_table {
    const char *file; /* what the column "file" has */
    void *kind;       /* the client data of the table's module */
};

/* The definition of a table over several worlds, whose tables have the same columns. Lives as long
 * as the connection. */
struct all_files_kind {
    const sqlite3_module *module; /* of each of them; xConnect is not called */
    const char *columns;          /* of them, for CREATE TABLE */
    const char *keys;             /* names of the primary key; NULL: a rowid */
    int file_column;              /* the number of columns before "file" */
    size_t count;
    struct file_table *files;

    /* Makes the table of one world without declaring it. */
    int (*make)(void *kind, sqlite3_vtab **made);
};

/* The client data is an all_files_kind. */
extern const sqlite3_module all_files_module;

#endif
