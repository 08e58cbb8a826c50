/* Statements that a user writes: which of them only read, in words that are the same for every
 * database. */
#ifndef OW_CATALOG_STATEMENT_H
#define OW_CATALOG_STATEMENT_H

#include "database.h"

/* Refuses what is no SELECT, VALUES or WITH by its first word; the database then refuses the rest:
 * a second statement, and what changes something inside a SELECT. False with *failure. */
bool statement_reads(const char *sql, struct database_failure *failure);

/* Whether another statement stands behind the first one, as far as that can be said without knowing
 * the dialect: for words alone. */
bool statement_has_second(const char *sql);

/* Failures that every kind of database words in the same way. Each fills *failure and returns
 * false. */
bool statement_is_missing(struct database_failure *failure);
bool statement_is_several(struct database_failure *failure);
bool statement_changes(struct database_failure *failure);
bool statement_is_late(struct database_failure *failure, unsigned seconds);

#endif
