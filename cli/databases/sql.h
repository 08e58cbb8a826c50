/* overworld sql: its run, which is another one where the command has no SQLite. */
#ifndef OW_CLI_DATABASES_SQL_H
#define OW_CLI_DATABASES_SQL_H

#include "verb.h"

int run_sql(const struct arguments *arguments);

#endif
