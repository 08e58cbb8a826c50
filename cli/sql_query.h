/* The question of overworld sql among its operands. */
#ifndef OW_CLI_SQL_QUERY_H
#define OW_CLI_SQL_QUERY_H

#include "verb.h"

/* The last operand is the query, which is handed out in memory of malloc, or standard input is; the operands before
 * it are files. EXIT_FINE, or another exit status after a message. */
int find_query(const struct arguments *arguments, char **query, int *file_count);

/* EXIT_USAGE, after a message that only one question is taken. */
int refuse_second_query(void);

#endif
