/* The row of the verb that asks worlds questions. */
#include "circuit.h"
#include "options.h"
#include "rows.h"

const struct verb sql_verb = {
    .name = "sql",
    .operands = "FILE... [QUERY]",
    .summary = "ask worlds questions in SQL",
    .description =
        "Every list of a world is a table, every element a row: components, inputs, wires;\n"
        "layers, things, triggers; roots, blocks. What follows from the records is there too:\n"
        "names of types, places in the world, nets of a circuit, issues of a check. --schema\n"
        "prints the tables of a file or of a format, with what the columns mean.\n"
        "QUERY is one SELECT in SQLite's dialect; without it standard input is. Of several\n"
        "files each has a schema called after it: SELECT * FROM before.wires. Worlds are\n"
        "read, never changed. Tables are made when they are asked: a world takes no more\n"
        "memory than it does elsewhere.",
    .options = {ROWS_OPTIONS,
                {'n', "max-items", "N", "print no more than N rows"},
                TIMEOUT_OPTION,
                {0, "schema", NULL, "print the tables of a file, or of a format"},
                STRICT_OPTION,
                CIRCUIT_OPTIONS,
                COLOR_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples =
        {{"overworld sql MySave/ \"SELECT type_meaning, count(*) FROM components GROUP BY 1\"",
          "how many of each type"},
         {"overworld sql cpu.partialworld \"SELECT * FROM nets WHERE drivers = 0 AND pegs > 1\"",
          "what nothing drives"},
         {"overworld sql level.lvd \"SELECT * FROM triggers WHERE type = 7\" --csv",
          "for a spreadsheet"},
         {"overworld sql old.lvd new.lvd \"SELECT * FROM old.things EXCEPT SELECT * FROM "
          "new.things\"",
          "what is gone"},
         {"overworld sql --schema blotter", "what there is to ask"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_sql,
};
