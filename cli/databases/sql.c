/* overworld sql: queries worlds, with a table for each list. */
#include "databases/sql.h"

#include "attach.h"
#include "circuits/circuit.h"
#include "databases/rows.h"
#include "databases/sql_functions.h"
#include "databases/sql_rows.h"
#include "databases/sql_schema.h"
#include "help/choices.h"
#include "io/folder.h"
#include "io/input.h"
#include "io/mods.h"
#include "io/threads.h"
#include "terminal/terminal.h"
#include "verb.h"

#include "../../catalog/sqlite_reading.h"
#include "../../catalog/statement.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* overworld sql: finds the query among the operands, or reads it from standard input. */

/* Whether an operand is a command as the shell of SQLite has them, and no file. */
static bool is_command(const char *text)
{
    struct stat about;
    bool is_word = *text == '.' && text[1 + strspn(text + 1, "abcdefghijklmnopqrstuvwxyz")] != '.';
    return is_word && isalpha((unsigned char)text[1]) && !strchr(text, '/') &&
           stat(text, &about) != 0;
}

/* Whether an operand is the query: it begins with a word that only queries begin with. */
static bool is_query(const char *text)
{
    static const char *const words[] = {"select", "with", "values", "explain", "pragma"};
    if (is_command(text))
        return true;
    while (isspace((unsigned char)*text) || *text == '(')
        text++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        if (strncasecmp(text, words[i], size) == 0 && strpbrk(text, " \t\n(*'") != NULL)
            return true;
    }
    return strncmp(text, "--", 2) == 0 && strchr(text, '\n');
}

/* Whether an operand after a file is a query that is not allowed, such as DELETE: it has several
 * words and is not a file. */
static bool is_wrong_query(const char *text)
{
    struct stat about;
    const char *dot = strrchr(text, '.');
    bool has_extension = dot && ow_format_by_extension(dot + 1);
    return !*text || (strpbrk(text, " \t\n") && !has_extension && stat(text, &about) != 0);
}

static int read_query(char **query)
{
    struct input input = {0};
    int status = open_other_file("-", &input);
    if (status == EXIT_FINE) {
        *query = malloc(input.size + 1);
        if (!*query) {
            complain("not enough memory for a query of %zu bytes", input.size);
            status = EXIT_FILES;
        } else {
            memcpy(*query, input.bytes, input.size);
            (*query)[input.size] = '\0';
        }
    }
    close_input(&input);
    return status;
}

static int refuse_second_query(void)
{
    struct database_failure failure;
    statement_is_several(&failure);
    complain("%s", failure.message);
    return EXIT_USAGE;
}

static int find_query(const struct arguments *arguments, char **query, int *file_count)
{
    int last = arguments->operand_count - 1;
    *file_count = arguments->operand_count;
    const char *word = arguments->operands[last];
    if (!is_query(word) && (last == 0 || !is_wrong_query(word)))
        return read_query(query);
    *file_count = last;
    if (last > 1 && is_query(arguments->operands[last - 1]))
        return refuse_second_query();
    *query = malloc(strlen(word) + 1);
    if (!*query) {
        complain("not enough memory for the query");
        return EXIT_FILES;
    }
    strcpy(*query, word);
    return EXIT_FINE;
}

/* The verb. */

enum { SCHEMA_NAME = 64 };

struct questions {
    const struct arguments *arguments;
    sqlite3 *database;
    struct attached *worlds;
    struct all_files *all_files;
    struct table_sets *sets;
    struct input *inputs; /* one for each world: records own their memory, checks read the bytes */
    struct save_folder *folders; /* the texts beside each world */
    struct input names, types;   /* the files of --names and --types */
    ow_text names_json, types_json;
    const ow_mods *mods;
    bool has_schemas;  /* each of several worlds has a schema */
    bool has_circuits; /* one of the worlds is a save of Logic World */
    char **files;
    int file_count;
    char *query;
};

/* A world's schema has the name of its file, reduced to letters, digits and underscores. If several
 * are the same, it belongs to the first. */
static void name_schema(const struct questions *questions, int index, char name[SCHEMA_NAME])
{
    const char *from = questions->inputs[index].name;
    size_t size = 0;
    for (; from && *from && size < SCHEMA_NAME - 8; from++)
        name[size++] = (char)(isalnum((unsigned char)*from) ? *from : '_');
    name[size] = '\0';
    if (size == 0 || isdigit((unsigned char)name[0]) || strcasecmp(name, "main") == 0 ||
        strcasecmp(name, "temp") == 0 || sqlite3_keyword_check(name, (int)size)) {
        memmove(name + 1, name, size + 1);
        name[0] = '_';
    }
    for (int i = 2; sqlite3_db_filename(questions->database, name); i++)
        snprintf(name + strlen(name), SCHEMA_NAME - strlen(name), "_%d", i);
}

/* The schema of a world; none (an empty name) if there are more files than SQLite takes schemas. */
static int attach_schema(struct questions *questions, int index, char name[SCHEMA_NAME])
{
    strcpy(name, questions->file_count == 1 ? "main" : "");
    if (questions->file_count == 1 || !questions->has_schemas)
        return SQLITE_OK;
    name_schema(questions, index, name);
    char *text = sqlite3_mprintf("ATTACH ':memory:' AS \"%w\"", name);
    int status = text ? sqlite3_exec(questions->database, text, NULL, NULL, NULL) : SQLITE_NOMEM;
    sqlite3_free(text);
    return status;
}

static int add_file(struct questions *questions, int index)
{
    char schema[SCHEMA_NAME];
    struct world *world = NULL;
    ow_error error = {0};
    struct input *input = &questions->inputs[index];
    int status = open_input(questions->files[index], input);
    if (status == EXIT_FINE)
        status = read_folder(input, &questions->folders[index]);
    if (status != EXIT_FINE)
        return status;
    ow_options options = options_with_progress("reading");
    options.pool = threads_for(input->size);
    ow_status opened = world_open((ow_bytes){input->bytes, input->size}, &options, questions->sets,
                                  &world, &error);
    clear_progress();
    if (opened != OW_OK) {
        complain_of_error(input->path, &error);
        return exit_status_of(opened);
    }
    questions->has_circuits |= strcmp(world->tables->format, "blotter") == 0;
    world->has_no_offsets = input->was_text;
    world->names_json = questions->names_json;
    world->types_json = questions->types_json;
    world->mods = questions->mods;
    world->folder = &questions->folders[index].folder;
    world->options.progress = NULL; /* later computations have no progress line */
    int result = attach_schema(questions, index, schema);
    if (result != SQLITE_OK)
        world_close(world);
    else
        result = attach_world(questions->database, *schema ? schema : NULL, input->path, world,
                              &questions->worlds);
    if (result == SQLITE_OK)
        return EXIT_FINE;
    complain("%s: %s", input->path,
             result == SQLITE_NOMEM ? "not enough memory for its tables"
                                    : sqlite3_errmsg(questions->database));
    return EXIT_FILES;
}

static int open_circuit_options(struct questions *questions)
{
    const struct arguments *arguments = questions->arguments;
    int status = open_beside(arguments, "names", &questions->names, &questions->names_json);
    if (status == EXIT_FINE)
        status = open_beside(arguments, "types", &questions->types, &questions->types_json);
    return status == EXIT_FINE ? find_mods(arguments, &questions->mods) : status;
}

static int refuse_idle_options(const struct questions *questions)
{
    bool is_idle = !questions->has_circuits && (questions->names.path || questions->types.path);
    if (is_idle)
        complain("--%s works only with circuits: saves of Logic World",
                 questions->names.path ? "names" : "types");
    return is_idle ? EXIT_USAGE : EXIT_FINE;
}

static int join_files(struct questions *questions)
{
    if (questions->file_count == 1)
        return EXIT_FINE;
    int result = attach_all_files(questions->database, questions->worlds, &questions->all_files);
    if (result == SQLITE_OK)
        return EXIT_FINE;
    complain("%s", result == SQLITE_NOMEM ? "not enough memory for the tables of several files"
                                          : sqlite3_errmsg(questions->database));
    return EXIT_FILES;
}

static bool is_blank(sqlite3 *database, const char *text)
{
    sqlite3_stmt *statement = NULL;
    bool blank = true;
    while (blank && *text)
        blank =
            sqlite3_prepare_v2(database, text, -1, &statement, &text) == SQLITE_OK && !statement;
    sqlite3_finalize(statement);
    return blank;
}

static int refuse(const struct database_failure *failure)
{
    complain("%s", failure->message);
    return failure->is_statement ? EXIT_USAGE : EXIT_FILES;
}

static int refuse_change(void)
{
    struct database_failure failure;
    statement_changes(&failure);
    return refuse(&failure);
}

/* The text that a query with at most one value gives, in memory of SQLite. NULL if it gives none,
 * or if memory runs out. */
static char *text_of_query(sqlite3 *database, const char *query, const char *value)
{
    sqlite3_stmt *statement = NULL;
    char *text = NULL;
    if (sqlite3_prepare_v2(database, query, -1, &statement, NULL) == SQLITE_OK &&
        (!value || sqlite3_bind_text(statement, 1, value, -1, SQLITE_STATIC) == SQLITE_OK) &&
        sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
        text = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text;
}

/* The names of tables, or of their columns, separated by spaces; see text_of_query. */
static char *list_names(sqlite3 *database, bool columns)
{
    static const char tables[] = "SELECT group_concat(name, ' ') FROM sqlite_schema";
    static const char all_columns[] = "SELECT group_concat(name, ' ') FROM (SELECT DISTINCT x.name"
                                      " FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS x)";
    return text_of_query(database, columns ? all_columns : tables, NULL);
}

/* The tables that have a column; see text_of_query. */
static char *tables_with(sqlite3 *database, const char *column)
{
    static const char query[] =
        "SELECT group_concat(s.name, ', ') FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS x"
        " WHERE lower(x.name) = lower(?)";
    return text_of_query(database, query, column);
}

/* Says which table or column does not exist, with the tables that have it, or the nearest name. */
static void complain_of_name(const struct questions *questions, const char *message)
{
    const char *name = strrchr(message, ' ') + 1, *dot = strrchr(name, '.');
    bool is_column = strncmp(message, "no such column", 14) == 0;
    name = dot ? dot + 1 : name;
    char *tables = is_column ? tables_with(questions->database, name) : NULL;
    char *names = tables ? NULL : list_names(questions->database, is_column);
    if (tables)
        complain("%s; it is a column of %s", message, tables);
    else
        complain("%s%s", message, names ? did_you_mean("", name, names) : "");
    sqlite3_free(names);
    sqlite3_free(tables);
    hint("--schema lists the tables and their columns");
    if (dot && questions->file_count > 1 && !questions->has_schemas)
        hint("of so many files, none has tables of its own; write WHERE file = 'NAME'");
    for (int i = 2; questions->file_count > 1 && sqlite3_db_name(questions->database, i); i++)
        hint("the tables of %s alone are %s.TABLE", questions->files[i - 2],
             sqlite3_db_name(questions->database, i));
}

static int complain_of_query(const struct questions *questions, int result)
{
    const char *no_memory = memory_limit() ? "the result takes more memory than --max-memory allows"
                                           : "not enough memory for the result";
    if (result == SQLITE_AUTH)
        return refuse_change();
    if (result == SQLITE_NOMEM) {
        complain("%s", no_memory);
        return EXIT_FILES;
    }
    char *message = sqlite3_mprintf("%s", sqlite3_errmsg(questions->database));
    if (message && (strncmp(message, "no such table: ", 15) == 0 ||
                    strncmp(message, "no such column: ", 16) == 0))
        complain_of_name(questions, message);
    else
        complain("%s", message ? message : no_memory);
    sqlite3_free(message);
    return message ? EXIT_USAGE : EXIT_FILES;
}

/* The form of an answer. */
struct wanted {
    enum rows_form form;
    unsigned long long most;
    unsigned seconds;
};

static bool read_wanted(const struct arguments *arguments, struct wanted *wanted)
{
    *wanted = (struct wanted){0};
    return read_rows_form(arguments, &wanted->form) && read_timeout(arguments, &wanted->seconds) &&
           (!option_value(arguments, "max-items") ||
            option_number(arguments, "max-items", &wanted->most));
}

static int write_answer(struct questions *questions, sqlite3_stmt *statement,
                        const struct wanted *wanted)
{
    struct sqlite_deadline deadline;
    struct database_failure failure;
    sqlite_stop_after(questions->database, wanted->seconds, &deadline);
    int result = write_statement(statement, wanted->form, wanted->most);
    bool fine = result == SQLITE_DONE || result == SQLITE_ROW;
    if (fine)
        return finish_output();
    if (!deadline.is_over)
        return complain_of_query(questions, result);
    statement_is_late(&failure, wanted->seconds);
    return refuse(&failure);
}

/* Besides SELECT, allows EXPLAIN and PRAGMAs that only read. */
static bool is_allowed(const char *query, struct database_failure *failure)
{
    static const char *const words[] = {"explain", "pragma"};
    const char *word = query + strspn(query, " \t\r\n");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncasecmp(word, words[i], strlen(words[i])) == 0)
            return true;
    return statement_reads(query, failure);
}

static int answer_query(struct questions *questions, const char *query)
{
    sqlite3_stmt *statement = NULL;
    const char *rest;
    struct wanted wanted;
    struct database_failure failure;
    if (!read_wanted(questions->arguments, &wanted))
        return EXIT_USAGE;
    if (!is_allowed(query, &failure))
        return refuse(&failure);
    sqlite_only_read(questions->database);
    int result = sqlite3_prepare_v2(questions->database, query, -1, &statement, &rest);
    if (result != SQLITE_OK)
        return complain_of_query(questions, result);
    int status = !is_blank(questions->database, rest) ? refuse_second_query()
                 : !sqlite3_stmt_readonly(statement)  ? refuse_change()
                                                      : write_answer(questions, statement, &wanted);
    sqlite3_finalize(statement);
    return status;
}

/* What people type at the shell of SQLite. */

static int answer(struct questions *questions)
{
    const char *text = questions->query + strspn(questions->query, " \t\r\n");
    char name[SCHEMA_NAME] = "", rest[2] = "";
    if (*text != '.')
        return answer_query(questions, text);
    if (sscanf(text, ".tables %1s", rest) != 1 && strncmp(text, ".tables", 7) == 0)
        return answer_query(questions, "SELECT name, type FROM sqlite_schema ORDER BY name");
    if (strncmp(text, ".schema", 7) == 0 && sscanf(text + 7, "%63s %1s", name, rest) < 2)
        return print_file_schemas(questions->inputs, questions->file_count, *name ? name : NULL);
    complain("unknown command %.*s; .tables and .schema [TABLE] are known",
             (int)strcspn(text, "\r\n"), text);
    return EXIT_USAGE;
}

static int open_questions(struct questions *questions)
{
    if (questions->file_count == 0) {
        complain("missing operand: overworld sql FILE... QUERY");
        return EXIT_USAGE;
    }
    if (sqlite3_open_v2(":memory:", &questions->database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY,
                        NULL) != SQLITE_OK ||
        add_shell_functions(questions->database) != SQLITE_OK) {
        complain("SQLite cannot be started: not enough memory");
        return EXIT_FILES;
    }
    /* An unknown name in double quotes is an error, not a string. */
    sqlite3_db_config(questions->database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
    if (memory_limit()) /* memory of answers is limited separately from worlds */
        sqlite3_hard_heap_limit64((sqlite3_int64)memory_limit());
    questions->has_schemas =
        questions->file_count <= sqlite3_limit(questions->database, SQLITE_LIMIT_ATTACHED, -1);
    questions->inputs = calloc((size_t)questions->file_count, sizeof *questions->inputs);
    questions->folders = calloc((size_t)questions->file_count, sizeof *questions->folders);
    questions->sets = table_sets_open();
    if (!questions->inputs || !questions->folders || !questions->sets) {
        complain("not enough memory for %d files", questions->file_count);
        return EXIT_FILES;
    }
    return EXIT_FINE;
}

int run_sql(const struct arguments *arguments)
{
    struct questions questions = {.arguments = arguments, .files = arguments->operands};
    char why[512];
    if (!sqlite_load(why, sizeof why)) {
        complain("%s", why);
        return EXIT_FILES;
    }
    if (option_set(arguments, "schema"))
        return print_schemas(arguments);
    int status = find_query(arguments, &questions.query, &questions.file_count);
    if (status == EXIT_FINE)
        status = open_questions(&questions);
    if (status == EXIT_FINE)
        status = open_circuit_options(&questions);
    for (int i = 0; i < questions.file_count && status == EXIT_FINE; i++)
        status = add_file(&questions, i);
    if (status == EXIT_FINE)
        status = refuse_idle_options(&questions);
    if (status == EXIT_FINE)
        status = join_files(&questions);
    if (status == EXIT_FINE)
        status = answer(&questions);
    sqlite3_close(questions.database);
    all_files_free(questions.all_files);
    attached_free(questions.worlds);
    table_sets_close(questions.sets);
    for (int i = 0; questions.inputs && questions.folders && i < questions.file_count; i++) {
        status = with_trouble(&questions.inputs[i], status);
        free_folder(&questions.folders[i]);
        close_input(&questions.inputs[i]);
    }
    free(questions.inputs);
    free(questions.folders);
    close_input(&questions.names);
    close_input(&questions.types);
    free(questions.query);
    return status;
}
