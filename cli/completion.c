/* Completion scripts for bash, zsh and fish, from the table of verbs. */
#include "embedded.h"
#include "terminal.h"
#include "verb.h"

#include <stdio.h>
#include <string.h>

static void print_long_options(const struct verb *verb)
{
    for (const struct option_row *row = verb->options; row->name; row++)
        printf("--%s ", row->name);
    fputs("--help", stdout);
}

/* What a verb takes instead of files: nothing, for most. */
static void print_words(const struct verb *verb)
{
    if (verb->run == run_completion)
        fputs("bash zsh fish", stdout);
    for (const struct verb *other = verbs; verb->run == run_help && other->name; other++)
        printf("%s%s", other == verbs ? "" : " ", other->name);
    const ow_format *format;
    for (size_t i = 0; verb->run == run_schema && (format = ow_format_at(i)); i++)
        printf("%s%s", i == 0 ? "" : " ", format->name);
    for (const struct embedded *row = embedded_schemas; verb->run == run_schema && row->name; row++)
        printf(" %s", row->name);
}

static bool takes_files(const struct verb *verb)
{
    return verb->run != run_completion && verb->run != run_help && verb->run != run_schema &&
           verb->most_operands != 0;
}

static void print_bash(void)
{
    puts("# bash completion for overworld; made by: overworld completion bash\n"
         "_overworld() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} options= words=\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then");
    fputs("        mapfile -t COMPREPLY < <(compgen -W \"", stdout);
    for (const struct verb *verb = verbs; verb->name; verb++)
        printf("%s ", verb->name);
    puts("--help --version\" -- \"$current\")\n"
         "        return\n"
         "    fi\n"
         "    case ${COMP_WORDS[1]} in");
    for (const struct verb *verb = verbs; verb->name; verb++) {
        printf("    %s) options=\"", verb->name);
        print_long_options(verb);
        fputs("\" words=\"", stdout);
        print_words(verb);
        puts("\" ;;");
    }
    /* Lines, not words: names of files may have spaces. */
    puts("    esac\n"
         "    case $current in\n"
         "    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\") ;;\n"
         "    *) if [ -n \"$words\" ]; then\n"
         "           mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "       else\n"
         "           mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
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

static void print_zsh_option(const struct option_row *row)
{
    if (row->letter)
        printf(" '(-%c --%s)'{-%c%s,--%s%s}'[", row->letter, row->name, row->letter,
               row->argument ? "+" : "", row->name, row->argument ? "=" : "");
    else
        printf(" '--%s%s[", row->name, row->argument ? "=" : "");
    print_zsh_text(row->help);
    bool is_file = row->argument && strcmp(row->argument, "FILE") == 0;
    printf("]%s%s%s%s'", row->argument ? ":" : "", row->argument ? row->argument : "",
           row->argument ? ":" : "", is_file ? "_files" : "");
}

static void print_zsh(void)
{
    puts("#compdef overworld\n"
         "# zsh completion for overworld; made by: overworld completion zsh\n"
         "_overworld() {\n"
         "    local -a verbs\n"
         "    verbs=(");
    for (const struct verb *verb = verbs; verb->name; verb++) {
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
    for (const struct verb *verb = verbs; verb->name; verb++) {
        printf("    %s) _arguments", verb->name);
        for (const struct option_row *row = verb->options; row->name; row++)
            print_zsh_option(row);
        if (takes_files(verb)) {
            puts(" '*:file:_files' ;;");
            continue;
        }
        fputs(" '1:word:(", stdout);
        print_words(verb);
        puts(")' ;;");
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

static void print_fish(void)
{
    puts("# fish completion for overworld; made by: overworld completion fish");
    for (const struct verb *verb = verbs; verb->name; verb++) {
        printf("complete -c overworld -n __fish_use_subcommand -a %s -d ", verb->name);
        print_fish_text(verb->summary);
        putchar('\n');
        if (!takes_files(verb)) {
            printf("complete -c overworld -f -n '__fish_seen_subcommand_from %s' -a \"",
                   verb->name);
            print_words(verb);
            puts("\"");
        }
        for (const struct option_row *row = verb->options; row->name; row++) {
            printf("complete -c overworld -n '__fish_seen_subcommand_from %s' -l %s", verb->name,
                   row->name);
            if (row->letter)
                printf(" -s %c", row->letter);
            printf("%s -d ", row->argument ? " -r" : "");
            print_fish_text(row->help);
            putchar('\n');
        }
    }
}

int run_completion(const struct arguments *arguments)
{
    const char *shell = arguments->operands[0];
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else if (strcmp(shell, "fish") == 0)
        print_fish();
    else {
        complain("completion is there for bash, zsh and fish, not \"%s\"", shell);
        return EXIT_USAGE;
    }
    return finish_output();
}
