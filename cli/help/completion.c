/* Completion scripts for bash, zsh and fish, from the table of verbs. */
#include "help/choices.h"
#include "look/offers.h"
#include "options.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <stdio.h>
#include <string.h>

static int run_completion(const struct arguments *arguments);

const struct verb completion_verb = {
    .name = "completion",
    .group = "About Overworld",
    .operands = "bash|zsh|fish | fields VERB FILE PLACE",
    .summary = "print a completion script for a shell",
    .description =
        "Prints the script on standard output. make install puts the scripts in place. With\n"
        "fields, prints what may follow in PLACE after its last slash; the scripts use this for\n"
        "get, show and set. An option in such a command line needs -- before VERB.",
    .examples = {{"overworld completion bash > /etc/bash_completion.d/overworld",
                  "for every user of bash"},
                 {"overworld completion zsh > ~/.zfunc/_overworld", "for yourself, zsh"},
                 {"overworld completion fish > ~/.config/fish/completions/overworld.fish",
                  "for yourself, fish"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_completion,
};

static void print_long_options(const struct verb *verb)
{
    for (const struct option_row *row = verb->options; row->name; row++)
        printf("--%s ", row->name);
    fputs("--help", stdout);
}

static bool takes_files(const struct verb *verb)
{
    return verb != &completion_verb && verb != &help_verb && verb != &schema_verb &&
           verb->most_operands != 0 && !verb->parts;
}

/* Prints what may follow an option with a value. */
static void print_bash_value(const struct verb *verb, const struct option_row *row)
{
    int size = (int)strcspn(verb->name, " "); /* parts of a verb are handled together here */
    printf("    \"%.*s --%s\"", size, verb->name, row->name);
    if (row->letter)
        printf(" | \"%.*s -%c\"", size, verb->name, row->letter);
    switch (choice_of(verb, row->name)) {
    case CHOICE_WORDS:
        printf(") mapfile -t COMPREPLY < <(compgen -W \"%s\" -- \"$current\"); return ;;\n",
               choice_words(verb, row->name));
        break;
    case CHOICE_BEGINNING:
        printf(") mapfile -t COMPREPLY < <(compgen -W \"%s\" -- \"$current\"); "
               "compopt -o nospace 2>/dev/null; return ;;\n",
               choice_words(verb, row->name));
        break;
    case CHOICE_LIST: /* keeps everything before the last comma */
        printf(") mapfile -t COMPREPLY < <(compgen -P \"${current%%\"${current##*,}\"}\" -W \"%s\" "
               "-- \"${current##*,}\"); return ;;\n",
               choice_words(verb, row->name));
        break;
    case CHOICE_FILE:
        puts(") mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;");
        break;
    case CHOICE_FOLDER:
        puts(") mapfile -t COMPREPLY < <(compgen -d -- \"$current\"); return ;;");
        break;
    case CHOICE_ANY:
        puts(") return ;;");
    }
}

static void print_bash_values_of(const struct verb *verb)
{
    for (const struct option_row *row = verb->options; row->name; row++)
        if (row->argument)
            print_bash_value(verb, row);
    for (const struct verb *const *at = verb->parts; at && *at; at++)
        print_bash_values_of(*at);
}

static void print_bash_values(void)
{
    /* Bash splits "--option=value" at the equals sign. */
    puts("    local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    [ \"$previous\" != = ] || previous=${COMP_WORDS[COMP_CWORD-2]}\n"
         "    [ \"$current\" != = ] || current=\n"
         "    case \"${COMP_WORDS[1]} $previous\" in");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++)
        print_bash_values_of(verb);
    puts("    esac");
}

/* Prints what a part takes, once its word has been typed. */
static void print_bash_parts(const struct verb *verb)
{
    puts("        case ${COMP_WORDS[2]} in");
    for (const struct verb *const *at = verb->parts, *part; (part = *at); at++) {
        printf("        %s) [ \"$COMP_CWORD\" -eq 2 ] || words=; options=\"", part_name(part));
        print_long_options(part);
        puts("\" ;;");
    }
    puts("        esac ;;");
}

/* A function that completes a field of a file. The words of a line still have their quotes. */
static void print_bash_fields(void)
{
    puts("_overworld_fields() {\n"
         "    local word at\n"
         "    local -a line=()\n"
         "    for ((at = 1; at < COMP_CWORD; at++)); do\n"
         "        word=${COMP_WORDS[at]//[\\\\\\\"\\']/}\n"
         "        [[ $word != '~/'* ]] || word=$HOME${word:1}\n"
         "        line+=(\"$word\")\n"
         "    done\n"
         "    mapfile -t COMPREPLY < <(command overworld completion fields -- \"${line[@]}\" "
         "\"$current\" 2>/dev/null)\n"
         "    [ \"${#COMPREPLY[@]}\" -eq 0 ] || compopt -o nospace 2>/dev/null\n"
         "}");
}

static void print_bash(void)
{
    puts("# bash completion for overworld; made by: overworld completion bash");
    print_bash_fields();
    puts("_overworld() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} options= words= fields=\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then");
    fputs("        mapfile -t COMPREPLY < <(compgen -W \"", stdout);
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++)
        printf("%s ", verb->name);
    puts("--help --version\" -- \"$current\")\n"
         "        return\n"
         "    fi");
    print_bash_values();
    puts("    case ${COMP_WORDS[1]} in");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        printf("    %s) %soptions=\"", verb->name, verb->takes_fields ? "fields=1 " : "");
        print_long_options(verb);
        fputs("\" words=\"", stdout);
        fputs(operand_words(verb), stdout);
        puts(verb->parts ? "\"" : "\" ;;");
        if (verb->parts)
            print_bash_parts(verb);
    }
    /* Lines, not words: names of files may have spaces. */
    puts("    esac\n"
         "    case $current in\n"
         "    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\") ;;\n"
         "    *) if [ -n \"$words\" ]; then\n"
         "           mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "       else\n"
         "           [ -z \"$fields\" ] || _overworld_fields\n"
         "           [ \"${#COMPREPLY[@]}\" -gt 0 ] ||\n"
         "               mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
         "       fi ;;\n"
         "    esac\n"
         "}\n"
         "complete -o filenames -F _overworld overworld");
}

/* Text within single quotes of a zsh specification: its own brackets and colons escaped. */
static void print_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr("[]:\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

static void print_zsh_option(const struct verb *verb, const struct option_row *row)
{
    if (row->letter)
        printf(" '(-%c --%s)'{-%c%s,--%s%s}'[", row->letter, row->name, row->letter,
               row->argument ? "+" : "", row->name, row->argument ? "=" : "");
    else
        printf(" '--%s%s[", row->name, row->argument ? "=" : "");
    print_zsh_text(row->help);
    enum choice choice = choice_of(verb, row->name);
    putchar(']');
    if (row->argument)
        printf(":%s:", row->argument);
    if (choice == CHOICE_WORDS)
        printf("(%s)", choice_words(verb, row->name));
    else if (choice == CHOICE_BEGINNING)
        printf("compadd -S \"\" -- %s", choice_words(verb, row->name));
    else if (choice == CHOICE_LIST)
        printf("_values -s , %s %s", row->argument, choice_words(verb, row->name));
    else if (choice != CHOICE_ANY)
        fputs(choice == CHOICE_FILE ? "_files" : "_files -/", stdout);
    putchar('\'');
}

static void print_zsh_arguments(const struct verb *verb)
{
    printf("%s) _arguments", strrchr(verb->name, ' ') ? part_name(verb) : verb->name);
    for (const struct option_row *row = verb->options; row->name; row++)
        print_zsh_option(verb, row);
    if (takes_files(verb)) {
        puts(verb->takes_fields ? " '1:file:_files' '*:field:_overworld_fields' ;;"
                                : " '*:file:_files' ;;");
        return;
    }
    fputs(" '1:word:(", stdout);
    fputs(operand_words(verb), stdout);
    puts(")' ;;");
}

/* Removes the word of a part, like that of a verb. */
static void print_zsh_parts(const struct verb *verb)
{
    printf("    %s) if (( CURRENT == 2 )); then\n            _values part", verb->name);
    for (const struct verb *const *at = verb->parts, *part; (part = *at); at++) {
        printf(" '%s[", part_name(part));
        print_zsh_text(part->summary);
        fputs("]'", stdout);
    }
    puts("\n            return\n        fi\n        local part=$words[2]\n        shift words\n"
         "        (( CURRENT-- ))\n        case $part in");
    for (const struct verb *const *at = verb->parts; *at; at++) {
        fputs("        ", stdout);
        print_zsh_arguments(*at);
    }
    puts("        esac ;;");
}

static void print_zsh(void)
{
    puts("#compdef overworld\n"
         "# zsh completion for overworld; made by: overworld completion zsh\n"
         "_overworld_fields() {\n"
         "    local -a line fields\n"
         "    line=(\"${(@Q)words[1,CURRENT-1]}\")\n"
         "    line=(\"${(@)line/#\\~\\//$HOME/}\")\n"
         "    fields=(\"${(@f)$(command overworld completion fields -- \"${line[@]}\" \"$PREFIX\" "
         "2>/dev/null)}\")\n"
         "    compadd -S '' -- ${fields:#}\n"
         "}\n"
         "_overworld() {\n"
         "    local -a verbs\n"
         "    verbs=(");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        printf("        '%s:", verb->name);
        print_zsh_text(verb->summary);
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe verb verbs\n"
         "        return\n"
         "    fi\n"
         "    local verb=$words[2]\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $verb in");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        if (verb->parts) {
            print_zsh_parts(verb);
            continue;
        }
        fputs("    ", stdout);
        print_zsh_arguments(verb);
    }
    puts("    esac\n"
         "}\n"
         "if [[ $funcstack[1] == _overworld ]]; then\n"
         "    _overworld \"$@\"\n"
         "else\n"
         "    compdef _overworld overworld\n"
         "fi");
}

static void print_fish_text(const char *text)
{
    putchar('\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('\'');
}

/* Prints what may follow an option. Without -x, fish would offer files as well. */
static void print_fish_value(const struct verb *verb, const struct option_row *row)
{
    switch (choice_of(verb, row->name)) {
    case CHOICE_WORDS:
    case CHOICE_BEGINNING:
        printf(" -x -a '%s'", choice_words(verb, row->name));
        break;
    case CHOICE_LIST:
        printf(" -x -a '(__fish_complete_list , \"printf %%s\\\\\\\\n %s\")'",
               choice_words(verb, row->name));
        break;
    case CHOICE_FILE:
        fputs(" -r -F", stdout);
        break;
    case CHOICE_FOLDER:
        fputs(" -x -a '(__fish_complete_directories)'", stdout);
        break;
    case CHOICE_ANY:
        fputs(" -x", stdout);
    }
}

static void print_fish_option(const struct verb *verb, const struct option_row *row)
{
    const char *space = strchr(verb->name, ' ');
    int size = (int)strcspn(verb->name, " ");
    printf("complete -c overworld -n '__fish_seen_subcommand_from %.*s", size, verb->name);
    if (space)
        printf("; and __fish_seen_subcommand_from %s", space + 1);
    printf("' -l %s", row->name);
    if (row->letter)
        printf(" -s %c", row->letter);
    if (row->argument)
        print_fish_value(verb, row);
    fputs(" -d ", stdout);
    print_fish_text(row->help);
    putchar('\n');
}

static void print_fish_parts(const struct verb *verb)
{
    for (const struct verb *const *at = verb->parts, *part; (part = *at); at++) {
        printf("complete -c overworld -f -n '__fish_seen_subcommand_from %s; and not "
               "__fish_seen_subcommand_from %s",
               verb->name, operand_words(verb));
        printf("' -a %s -d ", part_name(part));
        print_fish_text(part->summary);
        putchar('\n');
        for (const struct option_row *row = part->options; row->name; row++)
            print_fish_option(part, row);
    }
}

static void print_fish(void)
{
    puts("# fish completion for overworld; made by: overworld completion fish\n"
         "function __overworld_fields\n"
         "    set -l line (commandline -opc)[2..-1]\n"
         "    set line (string replace -r -- '^~/' \"$HOME/\" $line)\n"
         "    command overworld completion fields -- $line (commandline -ct) 2>/dev/null\n"
         "end");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        printf("complete -c overworld -n __fish_use_subcommand -a %s -d ", verb->name);
        print_fish_text(verb->summary);
        putchar('\n');
        if (verb->parts) {
            print_fish_parts(verb);
            continue;
        }
        if (!takes_files(verb)) {
            printf("complete -c overworld -f -n '__fish_seen_subcommand_from %s' -a \"",
                   verb->name);
            fputs(operand_words(verb), stdout);
            puts("\"");
        }
        if (verb->takes_fields)
            printf("complete -c overworld -n '__fish_seen_subcommand_from %s' "
                   "-a '(__overworld_fields)'\n",
                   verb->name);
        for (const struct option_row *row = verb->options; row->name; row++)
            print_fish_option(verb, row);
    }
}

static int run_completion(const struct arguments *arguments)
{
    const char *shell = arguments->operands[0];
    if (strcmp(shell, "fields") == 0) {
        int status = print_offers(arguments->operand_count - 1, arguments->operands + 1);
        int finished = finish_output();
        return status != EXIT_FINE ? status : finished;
    }
    if (arguments->operand_count > 1) {
        complain("unexpected operand %s; see overworld completion --help", arguments->operands[1]);
        return EXIT_USAGE;
    }
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else if (strcmp(shell, "fish") == 0)
        print_fish();
    else {
        complain("completion exists for bash, zsh and fish, not for \"%s\"", shell);
        return EXIT_USAGE;
    }
    int finished = finish_output();
    if (finished != EXIT_FINE || !words_are_missing())
        return finished;
    complain("there is not enough memory");
    return EXIT_FILES;
}
