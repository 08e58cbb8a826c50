/* A verb of the command: its row in the table that dispatch, help, the man page and shell
 * completion use. */
#ifndef OW_CLI_VERB_H
#define OW_CLI_VERB_H

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses, as in README and man page. */
enum exit_status {
    EXIT_FINE = 0,
    EXIT_PROBLEMS =
        1, /* check found problems, --strict refused a conversion, or there is no such part */
    EXIT_USAGE = 2,  /* the command line is invalid */
    EXIT_FILES = 3,  /* a file cannot be read or written */
    EXIT_BROKEN = 4, /* a file has an unknown or unwanted format, or is broken */
    EXIT_STOPPED = 5 /* --sandbox ended the run */
};

struct option_row {
    char letter;          /* 0: long form only */
    const char *name;     /* without dashes */
    const char *argument; /* its placeholder; NULL for a switch */
    const char *help;
};

enum { MOST_OPTIONS = 44, MOST_GIVEN = 128 };

struct verb;
struct confined;

/* A parsed command line. Values belong to argv. */
struct arguments {
    const struct verb *verb;
    const char *values[MOST_OPTIONS]; /* by row of verb->options; "" for a switch that is set */
    struct {
        int row;
        const char *value;
    } given[MOST_GIVEN]; /* all, in order: an option may occur several times */
    int given_count;
    char **operands;
    int operand_count;
};

struct example {
    const char *command, *what;
};

struct verb {
    const char *name;
    const char *group;                       /* heading in help; NULL for parts of a verb */
    bool is_first;                           /* listed by `overworld` without arguments */
    const char *operands;                    /* for the usage line, such as "FILE..." */
    const char *summary;                     /* one line: an imperative without a full stop */
    const char *description;                 /* added by `overworld help VERB` and the man page */
    struct option_row options[MOST_OPTIONS]; /* ends with a row without a name */
    struct example examples[4];              /* three, then a row without a command */
    int least_operands, most_operands;
    bool takes_fields; /* operands after the file are fields: the shell offers those of the file */
    int (*run)(const struct arguments *arguments);

    /* With --sandbox: says what the verb writes, see io/confine.h, and returns how many operands,
     * from the first on, it reads. NULL: it writes nothing and reads all. */
    int (*outputs)(const struct arguments *arguments, struct confined *confined);
    bool confines_itself; /* what --sandbox means is the verb's own matter */

    /* For a verb with several parts: their rows, ended by NULL, each with a name of two words
     * ("catalog add"). The second word then follows the verb; `run` only reports other words. */
    const struct verb *const *parts;
};

/* The rows, each with the name of its verb, and the table of them, which ends with NULL. */
extern const struct verb info_verb;
extern const struct verb check_verb;
extern const struct verb show_verb;
extern const struct verb get_verb;
extern const struct verb convert_verb;
extern const struct verb set_verb;
extern const struct verb move_verb;
extern const struct verb turn_verb;
extern const struct verb mirror_verb;
extern const struct verb copy_verb;
extern const struct verb parts_verb;
extern const struct verb undo_verb;
extern const struct verb patch_verb;
extern const struct verb merge3_verb;
extern const struct verb render_verb;
extern const struct verb view_verb;
extern const struct verb repair_verb;
extern const struct verb diff_verb;
extern const struct verb find_verb;
extern const struct verb remove_verb;
extern const struct verb replace_verb;
extern const struct verb extract_verb;
extern const struct verb merge_verb;
extern const struct verb netlist_verb;
extern const struct verb build_verb;
extern const struct verb nets_verb;
extern const struct verb simulate_verb;
extern const struct verb program_verb;
extern const struct verb sql_verb;
extern const struct verb catalog_verb;
extern const struct verb schema_verb;
extern const struct verb help_verb;
extern const struct verb completion_verb;
extern const struct verb man_verb;
extern const struct verb *const verbs[];

/* The value of an option; NULL if it is not set. */
const char *option_value(const struct arguments *arguments, const char *name);
bool option_set(const struct arguments *arguments, const char *name);
bool has_option(const struct verb *verb, const char *name);

/* Value number `index` of an option that may be given several times; NULL after the last one. */
const char *option_value_at(const struct arguments *arguments, const char *name, int index);

/* Reads the value as a number, at least 0. Returns false after a message if it is not one. */
bool option_number(const struct arguments *arguments, const char *name, unsigned long long *number);

/* Reads the value as a number of bytes above 0, which may end with K, M or G. Returns false after a
 * message if it is not one. */
bool option_size(const struct arguments *arguments, const char *name, unsigned long long *size);

/* Reads --timeout as seconds; 0 if it is not set. Returns false after a message. */
bool read_timeout(const struct arguments *arguments, unsigned *seconds);

/* Parses argv, which begins with the verb. Returns false after a message. */
bool parse_arguments(const struct verb *verb, int argc, char **argv, struct arguments *arguments);

/* Reads --max-memory and --max-size, which then apply to every call of the library and every file,
 * see terminal.h. Returns false after a message. */
bool read_limits(const struct arguments *arguments);

/* The second word in the name of a part. */
const char *part_name(const struct verb *part);

/* The part of a verb with that word; NULL if there is none. */
const struct verb *part_of_verb(const struct verb *verb, const char *word);

/* Reports an unknown verb. Returns EXIT_USAGE. */
int no_such_verb(const char *word);

/* Prints the short help on one verb, on all, and on those to begin with. */
void print_verb_help(const struct verb *verb);
void print_help(void);
void print_first_help(void);

#endif
