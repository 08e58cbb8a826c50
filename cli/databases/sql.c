/* overworld sql: queries worlds, with a table for each list. */
#include "databases/sql.h"

#include "attach.h"
#include "circuits/circuit.h"
#include "databases/rows.h"
#include "io/folder.h"
#include "io/input.h"
#include "io/mods.h"
#include "terminal/terminal.h"
#include "verb.h"

#include "../../catalog/sqlite_reading.h"
#include "../../catalog/sqlite_value.h"
#include "../../catalog/statement.h"

#include <ctype.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Prints the rows of an SQLite statement to standard output. */

struct answer {
    sqlite3_stmt *statement;
    size_t columns;
    char **names;
    struct value *values;
};

/* JSON keys must be unique: a repeated name gets its column's number. */
static char *name_of_column(sqlite3_stmt *statement, int column)
{
    const char *name = sqlite3_column_name(statement, column);
    size_t size = strlen(name) + 12;
    char *text = malloc(size);
    bool twice = false;
    for (int i = 0; i < column && !twice; i++)
        twice = strcmp(sqlite3_column_name(statement, i), name) == 0;
    if (text && twice)
        snprintf(text, size, "%s_%d", name, column + 1);
    else if (text)
        strcpy(text, name);
    return text;
}

static bool open_answer(struct answer *answer)
{
    answer->columns = (size_t)sqlite3_column_count(answer->statement);
    answer->names = calloc(answer->columns + 1, sizeof *answer->names);
    answer->values = calloc(answer->columns + 1, sizeof *answer->values);
    bool fine = answer->names && answer->values;
    for (size_t i = 0; fine && i < answer->columns; i++)
        fine = (answer->names[i] = name_of_column(answer->statement, (int)i)) != NULL;
    return fine;
}

static void close_answer(struct answer *answer)
{
    for (size_t i = 0; answer->names && i < answer->columns; i++)
        free(answer->names[i]);
    free(answer->names);
    free(answer->values);
}

static int take_rows(const struct answer *answer, struct rows *rows, unsigned long long most)
{
    int status;
    while ((status = sqlite3_step(answer->statement)) == SQLITE_ROW &&
           (most == 0 || rows->count < most)) {
        for (size_t i = 0; i < answer->columns; i++)
            answer->values[i] = sqlite_value(answer->statement, (int)i);
        if (!rows_take(rows, answer->values, answer->columns))
            return rows->has_failed ? SQLITE_NOMEM : SQLITE_ROW;
    }
    return status;
}

static int write_rows(sqlite3_stmt *statement, enum rows_form form, unsigned long long most)
{
    struct answer answer = {.statement = statement};
    struct rows rows;
    int status = SQLITE_NOMEM;
    if (open_answer(&answer)) {
        rows_begin(&rows, NULL, form);
        rows.names = (const char *const *)answer.names;
        rows.column_count = answer.columns;
        status = take_rows(&answer, &rows, most);
        if (rows.count == 0 && status != SQLITE_DONE && status != SQLITE_ROW)
            rows.column_count = 0; /* no heading if the query fails */
        rows_end(&rows);
        status = rows.has_failed ? SQLITE_NOMEM : status;
    }
    close_answer(&answer);
    return status;
}

/* overworld sql: finds the query among the operands, or reads it from standard input. */

/* Whether an operand is the query: it begins with a word that only queries begin with. */
static bool is_query(const char *text)
{
    static const char *const words[] = {"select", "with", "values", "explain", "pragma"};
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
    struct table_sets *sets;
    struct input *inputs; /* one for each world: records own their memory, checks read the bytes */
    struct save_folder *folders; /* the texts beside each world */
    struct input names, types;   /* the files of --names and --types */
    ow_text names_json, types_json;
    const ow_mods *mods;
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

static int attach_schema(struct questions *questions, int index, char name[SCHEMA_NAME])
{
    if (questions->file_count == 1) {
        strcpy(name, "main");
        return SQLITE_OK;
    }
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
        result = attach_world(questions->database, schema, world, &questions->worlds);
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

static int part_files(const struct questions *questions)
{
    int result = questions->file_count > 1 ? refuse_ambiguous(questions->database) : SQLITE_OK;
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

static int complain_of_query(const struct questions *questions, int result)
{
    const char *no_memory = memory_limit() ? "the result takes more memory than --max-memory allows"
                                           : "not enough memory for the result";
    if (result == SQLITE_AUTH)
        return refuse_change();
    complain("%s", result == SQLITE_NOMEM ? no_memory : sqlite3_errmsg(questions->database));
    if (strncmp(sqlite3_errmsg(questions->database), "no such", 7) != 0)
        return result == SQLITE_NOMEM ? EXIT_FILES : EXIT_USAGE;
    hint("--schema lists the tables and their columns");
    for (int i = 2; questions->file_count > 1 && sqlite3_db_name(questions->database, i); i++)
        hint("the tables of %s are those of the format %s", questions->files[i - 2],
             sqlite3_db_name(questions->database, i));
    return result == SQLITE_NOMEM ? EXIT_FILES : EXIT_USAGE;
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
    int result = write_rows(statement, wanted->form, wanted->most);
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

static int answer_query(struct questions *questions)
{
    sqlite3_stmt *statement = NULL;
    const char *rest;
    struct wanted wanted;
    struct database_failure failure;
    if (!read_wanted(questions->arguments, &wanted))
        return EXIT_USAGE;
    if (!is_allowed(questions->query, &failure))
        return refuse(&failure);
    sqlite_only_read(questions->database);
    int result = sqlite3_prepare_v2(questions->database, questions->query, -1, &statement, &rest);
    if (result != SQLITE_OK)
        return complain_of_query(questions, result);
    int status = !is_blank(questions->database, rest) ? refuse_second_query()
                 : !sqlite3_stmt_readonly(statement)  ? refuse_change()
                                                      : write_answer(questions, statement, &wanted);
    sqlite3_finalize(statement);
    return status;
}

static void put_text(void *context, const char *text)
{
    (void)context;
    fputs(text, stdout);
}

/* Prints the schemas of formats, or of files. */
static int print_schemas(const struct arguments *arguments)
{
    for (int i = 0; i < arguments->operand_count; i++) {
        const ow_format *format = ow_format_by_name(arguments->operands[i]);
        if (!format) {
            struct input input = {0};
            int status = open_input(arguments->operands[i], &input);
            if (status == EXIT_FINE)
                format = ow_identify(input.bytes, input.size);
            close_input(&input);
            if (status != EXIT_FINE)
                return status;
        }
        if (!format) {
            complain("%s: its format has no tables", arguments->operands[i]);
            return EXIT_BROKEN;
        }
        if (!print_schema(format, put_text, NULL)) {
            complain("not enough memory for the tables of %s", format->name);
            return EXIT_FILES;
        }
    }
    return finish_output();
}

static int open_questions(struct questions *questions)
{
    if (questions->file_count == 0) {
        complain("missing operand: overworld sql FILE... QUERY");
        return EXIT_USAGE;
    }
    if (sqlite3_open_v2(":memory:", &questions->database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY,
                        NULL) != SQLITE_OK) {
        complain("SQLite cannot be started: not enough memory");
        return EXIT_FILES;
    }
    /* An unknown name in double quotes is an error, not a string. */
    sqlite3_db_config(questions->database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
    if (memory_limit()) /* memory of answers is limited separately from worlds */
        sqlite3_hard_heap_limit64((sqlite3_int64)memory_limit());
    int most = sqlite3_limit(questions->database, SQLITE_LIMIT_ATTACHED, -1);
    if (questions->file_count > most) {
        complain("too many files for one query: %d; SQLite takes up to %d", questions->file_count,
                 most);
        return EXIT_USAGE;
    }
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
        status = part_files(&questions);
    if (status == EXIT_FINE)
        status = answer_query(&questions);
    sqlite3_close(questions.database);
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
