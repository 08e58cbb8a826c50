/* overworld sql if the command was built without SQLite. */
#include "databases/sql.h"
#include "terminal/terminal.h"

int run_sql(const struct arguments *arguments)
{
    (void)arguments;
    complain("this build has no SQLite; build it where libsqlite3-dev is installed");
    return EXIT_USAGE;
}
