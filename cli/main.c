/* The command `overworld`: dispatches to its verbs. */
#include "help/choices.h"
#include "io/assets.h"
#include "io/confine.h"
#include "io/mods.h"
#include "io/output.h"
#include "io/threads.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Reports an unknown verb: a file, an option before the verb, or a typo. */
static int no_verb(const char *word)
{
    if (*word == '-' && word[1])
        complain("unknown option %s before the verb; see overworld --help", word);
    else if (strcmp(word, "-") == 0 || access(word, F_OK) == 0)
        complain("missing verb before the file; write for example: overworld info %s", word);
    else
        return no_such_verb(word);
    return EXIT_USAGE;
}

/* If a standard stream is closed, the next opened file would get its descriptor, and messages would
 * be written into that file. So /dev/null takes the descriptor, opened in the wrong direction, so
 * that reading and writing still fail. */
static void occupy_streams(void)
{
    for (int stream = 0; stream <= 2; stream++) {
        bool closed = fcntl(stream, F_GETFD) < 0;
        if (closed && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}

int main(int argc, char **argv)
{
    occupy_streams();
    guard_standard_output();
    /* a file over the size limit is an error of write, not a reason to die */
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2) {
        print_first_help();
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("overworld %s\n", ow_version());
        return finish_output();
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return finish_output();
    }
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        struct arguments arguments;
        if (strcmp(verb->name, argv[1]) != 0)
            continue;
        const struct verb *part = argc > 2 ? part_of_verb(verb, argv[2]) : NULL;
        if (part) {
            verb = part;
            argc--;
            argv++;
        }
        if (!parse_arguments(verb, argc - 1, argv + 1, &arguments) ||
            !read_color_mode(&arguments) || !read_limits(&arguments) || !read_jobs(&arguments))
            return EXIT_USAGE;
        int entered = set_asset_folder(option_value(&arguments, "assets"));
        if (entered == EXIT_FINE)
            entered = enter_sandbox(&arguments);
        if (entered != EXIT_FINE)
            return entered;
        set_strict(option_set(&arguments, "strict"));
        int status = strict_status(verb->run(&arguments));
        forget_mods();
        end_threads();
        return status;
    }
    return no_verb(argv[1]);
}
