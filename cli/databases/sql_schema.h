/* Printing the tables of worlds as CREATE statements. */
#ifndef OW_CLI_DATABASES_SQL_SCHEMA_H
#define OW_CLI_DATABASES_SQL_SCHEMA_H

#include "io/input.h"
#include "verb.h"

/* --schema: of each operand, a format or a file. */
int print_schemas(const struct arguments *arguments);

/* Those of the formats of some files: all of them, or `only` that with a name. */
int print_file_schemas(const struct input *inputs, int count, const char *only);

#endif
