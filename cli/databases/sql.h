/* overworld sql: its function, of which there is another one if the command has no SQLite. */
#ifndef OW_CLI_DATABASES_SQL_H
#define OW_CLI_DATABASES_SQL_H

#include "verb.h"

int run_sql(const struct arguments *arguments);

#endif
