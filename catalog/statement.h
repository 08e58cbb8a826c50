/* Statements of users: which of them only read, with messages that are the same for every
 * database. */
#ifndef OW_CATALOG_STATEMENT_H
#define OW_CATALOG_STATEMENT_H

#include "database.h"

/* Returns true if the first word of a statement is SELECT, VALUES or WITH. Otherwise fills *failure
 * and returns false. The database refuses second statements, and changes inside a SELECT. */
bool statement_reads(const char *sql, struct database_failure *failure);

/* Returns true if a second statement seems to follow the first. This is a guess without the
 * database's grammar, so use it only to word a message. */
bool statement_has_second(const char *sql);

/* Failures with the same words for every kind of database. Each fills *failure and returns
 * false. */
bool statement_is_missing(struct database_failure *failure);
bool statement_is_several(struct database_failure *failure);
bool statement_changes(struct database_failure *failure);
bool statement_is_late(struct database_failure *failure, unsigned seconds);

#endif
