/* Prints rows of a database: as an aligned table, CSV or JSON. */
#include "databases/rows.h"

#include "terminal/terminal.h"

#include "../../catalog/pool.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 1001, WIDEST = 60, LONG_BYTES = 32 };

/* A row as text, cell by cell. */
struct row_kept {
    char **cells;
    bool *numbers;
};

bool read_rows_form(const struct arguments *arguments, enum rows_form *form)
{
    bool csv = option_set(arguments, "csv"), lines = option_set(arguments, "json-lines");
    bool json = lines || option_set(arguments, "json");
    *form = csv ? ROWS_CSV : lines ? ROWS_JSON_LINES : json ? ROWS_JSON : ROWS_TABLE;
    if (csv && json)
        complain("--csv and --%s exclude each other", lines ? "json-lines" : "json");
    return !csv || !json;
}

void rows_begin(struct rows *rows, struct catalog *catalog, enum rows_form form)
{
    *rows = (struct rows){.form = form, .catalog = catalog};
    if (form == ROWS_JSON)
        putchar('[');
}

/* Prints the shortest of three forms that reads back as the same number. */
static void print_real(double real)
{
    char text[40];
    for (int digits = 6; digits <= 17; digits += digits == 6 ? 9 : 2) {
        snprintf(text, sizeof text, "%.*g", digits, real);
        if (strtod(text, NULL) == real)
            break;
    }
    fputs(text, stdout);
}

void print_bytes(const struct value *value)
{
    const unsigned char *bytes = value->bytes;
    for (size_t i = 0; i < value->size; i++)
        printf("%02x", bytes[i]);
}

/* in hexadecimal */
static void print_json_text(const char *text, size_t size)
{
    putchar('"');
    for (size_t i = 0; i < size; i++) {
        unsigned char letter = (unsigned char)text[i];
        if (letter == '"' || letter == '\\')
            printf("\\%c", letter);
        else if (letter == '\n')
            fputs("\\n", stdout);
        else if (letter < 0x20 || letter == 0x7f)
            printf("\\u%04x", letter);
        else
            print_data(&text[i], 1);
    }
    print_data_end();
    putchar('"');
}

void print_json_value(const struct value *value)
{
    switch (value->kind) {
    case VALUE_INTEGER:
        printf("%" PRId64, value->integer);
        break;
    case VALUE_REAL:
        if (isfinite(value->real))
            print_real(value->real);
        else
            fputs("null", stdout);
        break;
    case VALUE_TEXT:
        print_json_text(value->bytes, value->size);
        break;
    case VALUE_BLOB:
        putchar('"');
        print_bytes(value);
        putchar('"');
        break;
    case VALUE_NULL:
        fputs("null", stdout);
    }
}

static const char *name_of(const struct rows *rows, size_t column)
{
    return rows->names ? rows->names[column]
                       : rows->catalog->kind->column_name(rows->catalog->database, column);
}

void print_json_members(const struct rows *rows, const struct value *values, size_t count,
                        const char *between)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = name_of(rows, i);
        fputs(i > 0 ? between : "", stdout);
        print_json_text(name, strlen(name));
        fputs(": ", stdout);
        print_json_value(&values[i]);
    }
}

static void print_json_row(struct rows *rows, const struct value *values, size_t count)
{
    if (rows->form == ROWS_JSON)
        fputs(rows->count > 0 ? ",\n " : "\n ", stdout);
    putchar('{');
    print_json_members(rows, values, count, ", ");
    fputs(rows->form == ROWS_JSON ? "}" : "}\n", stdout);
}

void print_csv_quoted(const char *text, size_t size)
{
    putchar('"');
    for (size_t i = 0; i < size; i++)
        print_data(text[i] == '"' ? "\"\"" : &text[i], text[i] == '"' ? 2 : 1);
    print_data_end();
    putchar('"');
}

/* Quoted if necessary. */
static void print_csv_text(const char *text, size_t size)
{
    bool quoted = false;
    for (size_t i = 0; i < size && !quoted; i++)
        quoted = strchr("\",\r\n", text[i]) != NULL;
    if (quoted) {
        print_csv_quoted(text, size);
        return;
    }
    print_data(text, size);
    print_data_end();
}

/* JSON has no infinity, but programs that read CSV do. */
static void print_csv_real(double real)
{
    if (isinf(real))
        fputs(real < 0 ? "-Infinity" : "Infinity", stdout);
    else if (!isnan(real))
        print_real(real);
}

static void print_csv_row(struct rows *rows, const struct value *values, size_t count)
{
    for (size_t i = 0; rows->count == 0 && i < count; i++) {
        const char *name = name_of(rows, i);
        fputs(i > 0 ? "," : "", stdout);
        print_csv_text(name, strlen(name));
    }
    if (rows->count == 0)
        fputs("\r\n", stdout);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", stdout);
        if (values[i].kind == VALUE_TEXT)
            print_csv_text(values[i].bytes, values[i].size);
        else if (values[i].kind == VALUE_BLOB)
            print_bytes(&values[i]);
        else if (values[i].kind == VALUE_REAL)
            print_csv_real(values[i].real);
        else if (values[i].kind != VALUE_NULL)
            print_json_value(&values[i]);
    }
    fputs("\r\n", stdout);
}

/* A cell of a table: short, on one line, without characters that act on a terminal. In memory of
 * malloc. */
static char *cell_of(const struct value *value)
{
    char text[3 * LONG_BYTES], *cell = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&cell, &size);
    if (!to)
        return NULL;
    if (value->kind == VALUE_TEXT) {
        print_safely(to, value->bytes, value->size);
    } else if (value->kind == VALUE_BLOB && value->size > LONG_BYTES) {
        fprintf(to, "(%zu bytes)", value->size);
    } else if (value->kind == VALUE_BLOB) {
        const unsigned char *bytes = value->bytes;
        for (size_t i = 0; i < value->size; i++)
            fprintf(to, "%02x", bytes[i]);
    } else if (value->kind == VALUE_INTEGER) {
        fprintf(to, "%" PRId64, value->integer);
    } else if (value->kind == VALUE_REAL) {
        snprintf(text, sizeof text, "%.10g", value->real);
        fputs(text, to);
    }
    return fclose(to) == 0 ? cell : NULL;
}

/* How many characters UTF-8 text has: continuation bytes do not count. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void print_cell(const char *cell, size_t width, bool right, bool last)
{
    size_t own = width_of(cell);
    if (own > width && !last) { /* cut between characters */
        size_t kept = 0;
        const char *at = cell;
        for (; *at && (kept < width - 1 || ((unsigned char)*at & 0xc0) == 0x80); at++)
            kept += ((unsigned char)*at & 0xc0) != 0x80;
        printf("%.*s%s", (int)(at - cell), cell, has_utf8() ? "\xe2\x80\xa6" : "~");
        return;
    }
    int pad = own < width ? (int)(width - own) : 0;
    if (right)
        printf("%*s%s", pad, "", cell);
    else
        printf("%s%*s", cell, last ? 0 : pad, "");
}

/* `like` determines which cells are numbers. */
static void print_cells(const struct rows *rows, const struct row_kept *row,
                        const struct row_kept *like)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        bool last = i + 1 == rows->column_count;
        fputs(i > 0 ? "  " : "", stdout);
        print_cell(row->cells[i] ? row->cells[i] : "", rows->widths[i], like->numbers[i], last);
    }
}

static void print_row(const struct rows *rows, const struct row_kept *row)
{
    print_cells(rows, row, row);
    putchar('\n');
}

static void free_row(struct row_kept *row, size_t columns)
{
    for (size_t i = 0; row->cells && i < columns; i++)
        free(row->cells[i]);
    free(row->cells);
    free(row->numbers);
}

static void widen(struct rows *rows, size_t column, const char *cell)
{
    size_t width = cell ? width_of(cell) : 0;
    bool is_hash = width == 64;
    if (width > WIDEST && !is_hash && terminal_columns(0) > 0)
        width = WIDEST;
    if (width > rows->widths[column])
        rows->widths[column] = width;
}

/* Prints the rows that were kept to find the widths of columns. The first one has the names. */
static void print_kept(struct rows *rows)
{
    if (!rows->kept)
        return;
    fputs(color_bold(), stdout);
    print_cells(rows, &rows->kept[0], &rows->kept[rows->kept_count > 1]);
    fputs(color_off(), stdout);
    putchar('\n');
    for (size_t i = 1; i < rows->kept_count; i++)
        print_row(rows, &rows->kept[i]);
    for (size_t i = 0; i < rows->kept_count; i++)
        free_row(&rows->kept[i], rows->column_count);
    free(rows->kept);
    rows->kept = NULL;
    rows->kept_count = 0;
}

static bool make_row(const struct value *values, size_t count, struct row_kept *row)
{
    row->cells = calloc(count ? count : 1, sizeof *row->cells);
    row->numbers = calloc(count ? count : 1, sizeof *row->numbers);
    bool fine = row->cells && row->numbers;
    for (size_t i = 0; fine && i < count; i++) {
        row->cells[i] = cell_of(&values[i]);
        row->numbers[i] = values[i].kind == VALUE_INTEGER || values[i].kind == VALUE_REAL;
        fine = row->cells[i] != NULL;
    }
    return fine;
}

/* Keeps a row; prints all once there are enough. */
static void keep_row(struct rows *rows, const struct row_kept *row)
{
    for (size_t i = 0; i < rows->column_count; i++)
        widen(rows, i, row->cells[i]);
    rows->kept[rows->kept_count++] = *row;
}

/* The names of columns are treated like a row: they may contain anything. */
static bool begin_table(struct rows *rows, size_t count)
{
    struct value *names = calloc(count ? count : 1, sizeof *names);
    struct row_kept heading = {0};
    rows->column_count = count;
    rows->widths = calloc(count ? count : 1, sizeof *rows->widths);
    rows->kept = calloc(MOST_KEPT, sizeof *rows->kept);
    for (size_t i = 0; names && i < count; i++)
        names[i] = text_value(name_of(rows, i));
    bool fine = names && rows->widths && rows->kept && make_row(names, count, &heading);
    free(names);
    if (fine) {
        keep_row(rows, &heading);
        return true;
    }
    free_row(&heading, count);
    free(rows->widths);
    free(rows->kept);
    rows->widths = NULL;
    rows->kept = NULL;
    rows->has_failed = true;
    return false;
}

static bool take_table_row(struct rows *rows, const struct value *values, size_t count)
{
    struct row_kept row = {0};
    if ((rows->count == 0 && !begin_table(rows, count)) || !make_row(values, count, &row)) {
        free_row(&row, count);
        rows->has_failed = true;
        return false;
    }
    if (rows->kept_count == MOST_KEPT)
        print_kept(rows);
    if (rows->kept) {
        keep_row(rows, &row);
        return true;
    }
    print_row(rows, &row);
    free_row(&row, count);
    return true;
}

bool rows_take(void *context, const struct value *values, size_t count)
{
    struct rows *rows = context;
    bool more = true;
    if (rows->form == ROWS_TABLE)
        more = take_table_row(rows, values, count);
    else if (rows->form == ROWS_CSV)
        print_csv_row(rows, values, count);
    else
        print_json_row(rows, values, count);
    rows->count++;
    return more && !ferror(stdout);
}

/* If there are no rows, prints the known names of columns. */
static void begin_empty(struct rows *rows)
{
    if (rows->form == ROWS_TABLE && rows->column_count > 0 && begin_table(rows, rows->column_count))
        return;
    for (size_t i = 0; rows->form == ROWS_CSV && rows->names && i < rows->column_count; i++) {
        fputs(i > 0 ? "," : "", stdout);
        print_csv_text(rows->names[i], strlen(rows->names[i]));
        if (i + 1 == rows->column_count)
            fputs("\r\n", stdout);
    }
}

void rows_end(struct rows *rows)
{
    if (rows->count == 0 && !rows->has_failed)
        begin_empty(rows);
    if (rows->form == ROWS_JSON)
        fputs(rows->count > 0 ? "\n]" : "]", stdout);
    if (rows->form == ROWS_JSON && !rows->has_more_behind)
        putchar('\n');
    print_kept(rows);
    free(rows->widths);
    rows->widths = NULL;
}

int rows_status(const struct rows *rows, int status)
{
    if (!rows->has_failed || status != EXIT_FINE)
        return status;
    complain("not enough memory for the rows");
    return EXIT_FILES;
}
