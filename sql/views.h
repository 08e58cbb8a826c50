/* Views: what the records of a format are to people who ask. */
#ifndef OW_SQL_VIEWS_H
#define OW_SQL_VIEWS_H

#include <stdbool.h>

struct view {
    const char *format;
    const char *name;
    const char *note;
    const char *select; /* "@" before each table; in braces: only for a view of all files */
};

/* The last one has no name. */
extern const struct view views[];

/* The SELECT of a view: of the tables of one file, or of all files. `name_table` returns the name
 * of a table of the format, in memory of sqlite3_malloc; NULL: they have their own names. The
 * result is in such memory too. Returns NULL if memory runs out. */
char *view_select(const struct view *view, bool of_all_files,
                  char *(*name_table)(void *context, const char *format, const char *table),
                  void *context);

#endif
