/* The row of the verb sql, which queries worlds. */
#include "circuits/circuit.h"
#include "databases/rows.h"
#include "databases/sql.h"
#include "options.h"

const struct verb sql_verb = {
    .name = "sql",
    .group = "Questions and many worlds",
    .operands = "FILE... [QUERY]",
    .summary = "query worlds in SQL",
    .description =
        "Every list of a world is a table, and every element a row: components, inputs, wires;\n"
        "layers, things, triggers; roots, blocks. There are also tables of what follows from\n"
        "them: names of types, positions, nets, issues. QUERY is one SELECT in SQLite's dialect;\n"
        "without it, standard input is the query. With several files, a table has the rows of\n"
        "all of them, and a column \"file\". Up to ten files each have a schema named after them\n"
        "too: SELECT * FROM before.wires. .tables lists the tables, .schema TABLE prints one.\n"
        "Worlds are read, never changed.",
    .options = {{0, "schema", NULL, "print the tables of a file, or of a format"},
                {'n', "max-items", "N", "print at most N rows"},
                STRICT_OPTION,
                CIRCUIT_OPTIONS,
                COLOR_OPTION,
                ROWS_OPTIONS,
                TIMEOUT_OPTION,
                JOBS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples =
        {{"overworld sql levels/*.lvd \"SELECT file, count(*) FROM triggers GROUP BY file\"",
          "how many in each of many files"},
         {"overworld sql old.lvd new.lvd \"SELECT * FROM old.things EXCEPT SELECT * FROM "
          "new.things\"",
          "what was removed"},
         {"overworld sql --schema blotter", "all tables and columns"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_sql,
};
