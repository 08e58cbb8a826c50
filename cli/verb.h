/* A verb of the command: its row in the one table from which dispatch, help, the man page and shell
 * completion are made. */
#ifndef OW_CLI_VERB_H
#define OW_CLI_VERB_H

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses, as README and man page say them. */
enum exit_status {
    EXIT_FINE = 0,
    EXIT_PROBLEMS =
        1, /* check found problems, --strict refused a conversion, or there is no such part */
    EXIT_USAGE = 2, /* the command line is wrong */
    EXIT_FILES = 3, /* a file cannot be read or written */
    EXIT_BROKEN = 4 /* a file is of no known or wanted format, or broken */
};

struct option_row {
    char letter;          /* 0: long form only */
    const char *name;     /* without dashes */
    const char *argument; /* its placeholder, NULL for a switch */
    const char *help;
};

enum { MOST_OPTIONS = 40, MOST_GIVEN = 128 };

struct verb;

/* A command line taken apart. Values belong to argv. */
struct arguments {
    const struct verb *verb;
    const char *values[MOST_OPTIONS]; /* by row of verb->options; "" for a switch that is set */
    struct {
        int row;
        const char *value;
    } given[MOST_GIVEN]; /* all, in order: one option may stand there several times */
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
    bool is_first;                           /* one of those that `overworld` alone lists */
    const char *operands;                    /* for the usage line, such as "FILE..." */
    const char *summary;                     /* one line: an imperative without a full stop */
    const char *description;                 /* what `overworld help VERB` and the man page add */
    struct option_row options[MOST_OPTIONS]; /* ends with a row without a name */
    struct example examples[4];              /* three, then a row without a command */
    int least_operands, most_operands;
    int (*run)(const struct arguments *arguments);

    /* Of a verb that is several: their rows, ended by NULL, each with a name of two words ("catalog add"). The
     * second word then comes behind the verb; `run` only complains of another one. */
    const struct verb *const *parts;
};

/* The rows, each by the name of its verb, and the table of them, which ends with NULL. */
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

/* The value of an option, NULL where it was not given. */
const char *option_value(const struct arguments *arguments, const char *name);
bool option_set(const struct arguments *arguments, const char *name);

/* Value number `index` of an option that may be given several times; NULL behind the last one. */
const char *option_value_at(const struct arguments *arguments, const char *name, int index);

/* The value as a number from 0 on. False, after a message, where it is none. */
bool option_number(const struct arguments *arguments, const char *name, unsigned long long *number);

/* The value as a number of bytes above 0, which may end with K, M or G. False, after a message, where
 * it is none. */
bool option_size(const struct arguments *arguments, const char *name, unsigned long long *size);

/* Takes argv (which begins with the verb) apart. False after a message. */
bool parse_arguments(const struct verb *verb, int argc, char **argv, struct arguments *arguments);

/* Reads --max-memory and --max-size, which from then on hold for every call of the library and for every
 * file, see terminal.h. False after a message. */
bool read_limits(const struct arguments *arguments);

/* The second word of the name of a part. */
const char *part_name(const struct verb *part);

/* The part of a verb by that word; NULL where it has no such part. */
const struct verb *part_of_verb(const struct verb *verb, const char *word);

/* Complains of a word that is no verb. Returns EXIT_USAGE. */
int no_such_verb(const char *word);

/* The short help on one verb, all verbs, and those to begin with. */
void print_verb_help(const struct verb *verb);
void print_help(void);
void print_first_help(void);

#endif
