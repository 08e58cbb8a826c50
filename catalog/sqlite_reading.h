/* Statements of a user in SQLite: limited to reading, and stopped in time. */
#ifndef OW_CATALOG_SQLITE_READING_H
#define OW_CATALOG_SQLITE_READING_H

#include "../sql/sqlite.h"

#include <stdbool.h>
#include <time.h>

/* The time at which a statement is stopped. Must live as long as it is set. */
struct sqlite_deadline {
    struct timespec end;
    bool is_over;
};

/* Limits the connection to reading: no other database, file or setting, and no new tables. Makes
 * table-valued functions such as json_each known first. */
void sqlite_only_read(sqlite3 *handle);
void sqlite_do_anything(sqlite3 *handle);

/* Interrupts a statement after `seconds` and sets is_over of *deadline. 0 seconds: never. */
void sqlite_stop_after(sqlite3 *handle, unsigned seconds, struct sqlite_deadline *deadline);

#endif
