/* Statements of a user in SQLite: kept from all but reading, and stopped in time. */
#ifndef OW_CATALOG_SQLITE_READING_H
#define OW_CATALOG_SQLITE_READING_H

#include <sqlite3.h>
#include <stdbool.h>
#include <time.h>

/* A time at which a statement is stopped. Lives as long as it is set. */
struct sqlite_deadline {
    struct timespec end;
    bool is_over;
};

/* From here on the connection only reads: no other database, no file, no setting, no table that is
 * made. Functions that are tables, such as json_each, are made known before. */
void sqlite_only_read(sqlite3 *handle);
void sqlite_do_anything(sqlite3 *handle);

/* Interrupts what runs longer than so many seconds, and notes it in *deadline; 0 seconds: nothing
 * is interrupted. */
void sqlite_stop_after(sqlite3 *handle, unsigned seconds, struct sqlite_deadline *deadline);

#endif
