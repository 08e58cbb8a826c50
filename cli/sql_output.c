/* Rows of an answer on standard output. */
#include "sql_output.h"
#include "terminal.h"

#include "answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table's columns are as wide as its first rows need; on a terminal a cell is cut. */
enum { ROWS_LOOKED_AT = 500, MOST_WIDTH = 60, NUMBER = 32 };

struct cell {
    char *text; /* fit for a terminal; NULL: memory ended */
    size_t size;
    unsigned width;
    bool is_number;
};

struct table {
    sqlite3_stmt *statement;
    int columns;
    struct cell *cells; /* the header, then the rows that were looked at */
    unsigned *widths;
    size_t row_count;
    bool cut, failed;
};

/* The shortest decimal that reads back to the same number. */
static void write_real(double value, char text[NUMBER])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    if (!strpbrk(text, ".en"))
        strcat(text, ".0");
}

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* A blob as SQL writes it, so that it is no text. */
static char *hex_of(const unsigned char *bytes, size_t size, size_t *length)
{
    static const char digits[] = "0123456789abcdef";
    char *text = malloc(2 * size + 4), *at = text;
    if (!text)
        return NULL;
    *at++ = 'x', *at++ = '\'';
    for (size_t i = 0; i < size; i++) {
        *at++ = digits[bytes[i] >> 4];
        *at++ = digits[bytes[i] & 15];
    }
    *at++ = '\'';
    *at = '\0';
    *length = (size_t)(at - text);
    return text;
}

/* Text as SQLite has it, of a value of any kind; *owned is to be freed. */
static ow_text text_of(sqlite3_stmt *statement, int column, char number[NUMBER], char **owned)
{
    size_t length = 0;
    *owned = NULL;
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_FLOAT:
        write_real(sqlite3_column_double(statement, column), number);
        return ow_text_of(number);
    case SQLITE_BLOB:
        *owned = hex_of(sqlite3_column_blob(statement, column),
                        (size_t)sqlite3_column_bytes(statement, column), &length);
        return (ow_text){*owned, length};
    case SQLITE_NULL:
        return OW_LITERAL("");
    default: {
        const char *text = (const char *)sqlite3_column_text(statement, column);
        return (ow_text){text, text ? (size_t)sqlite3_column_bytes(statement, column) : 0};
    }
    }
}

/* Made visible, and on a terminal cut to MOST_WIDTH. */
static struct cell make_cell(ow_text text, bool cut)
{
    struct cell cell = {.text = malloc(text.size * (SHOWN_SAFELY - 1) + SHOWN_SAFELY)};
    bool valid = ow_text_is_utf8(text);
    for (size_t at = 0; cell.text && at < text.size;) {
        bool begins = !valid || !is_continuation(text.data[at]);
        if (begins && cut && cell.width == MOST_WIDTH - 1 && at + 1 < text.size) {
            cell.size += (size_t)snprintf(cell.text + cell.size, SHOWN_SAFELY, "%s", ellipsis());
            cell.width += (unsigned)(has_utf8() ? 1 : strlen(ellipsis()));
            break;
        }
        size_t size = show_safely(text, valid, &at, cell.text + cell.size);
        cell.size += size;
        cell.width += size > 1 ? (unsigned)size : begins;
    }
    return cell;
}

static struct cell cell_of(struct table *table, int column)
{
    char number[NUMBER], *owned;
    ow_text text = text_of(table->statement, column, number, &owned);
    int type = sqlite3_column_type(table->statement, column);
    struct cell cell = {0};
    if (type == SQLITE_NULL)
        text = OW_LITERAL("NULL");
    if (text.data)
        cell = make_cell(text, table->cut);
    table->failed |= !cell.text;
    cell.is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
    free(owned);
    return cell;
}

static void print_cell(const struct table *table, const struct cell *cell, int column)
{
    unsigned width = table->widths[column];
    int space = width > cell->width ? (int)(width - cell->width) : 0;
    bool last = column + 1 == table->columns;
    printf("%*s", cell->is_number ? space : 0, "");
    fwrite(cell->text ? cell->text : "", 1, cell->size, stdout);
    if (!last)
        printf("%*s", (cell->is_number ? 0 : space) + 2, "");
}

static void print_line(const struct table *table, const struct cell *cells)
{
    for (int i = 0; i < table->columns; i++)
        print_cell(table, &cells[i], i);
    putchar('\n');
}

static void free_cells(struct cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(cells[i].text);
}

/* The names above numbers stand on their side. */
static void print_header(struct table *table)
{
    for (int i = 0; i < table->columns; i++)
        table->cells[i].is_number =
            table->row_count > 0 && table->cells[table->columns + i].is_number;
    fputs(color_bold(), stdout);
    print_line(table, table->cells);
    fputs(color_off(), stdout);
    for (int i = 0; i < table->columns; i++) {
        for (unsigned j = 0; j < table->widths[i]; j++)
            fputs(has_utf8() ? "─" : "-", stdout);
        fputs(i + 1 < table->columns ? "  " : "\n", stdout);
    }
}

static void take_row(struct table *table, struct cell *cells)
{
    for (int i = 0; i < table->columns; i++)
        cells[i] = cell_of(table, i);
}

static void look_at(struct table *table, const struct cell *cells)
{
    for (int i = 0; i < table->columns; i++)
        if (cells[i].width > table->widths[i])
            table->widths[i] = cells[i].width;
}

/* The rows that decide how wide columns are. */
static int look_ahead(struct table *table, unsigned long long most)
{
    int status = SQLITE_DONE;
    for (int i = 0; i < table->columns; i++) {
        table->cells[i] =
            make_cell(ow_text_of(sqlite3_column_name(table->statement, i)), table->cut);
        table->failed |= !table->cells[i].text;
    }
    look_at(table, table->cells);
    while (!table->failed && (status = sqlite3_step(table->statement)) == SQLITE_ROW &&
           (most == 0 || table->row_count < most)) {
        struct cell *cells = &table->cells[++table->row_count * (size_t)table->columns];
        take_row(table, cells);
        look_at(table, cells);
        if (table->row_count == ROWS_LOOKED_AT)
            break;
    }
    return status;
}

/* Of the rest each row is printed as it comes. */
static int print_rest(struct table *table, unsigned long long most)
{
    struct cell *cells = table->cells; /* the header is printed */
    unsigned long long count = table->row_count;
    int status;
    while ((status = sqlite3_step(table->statement)) == SQLITE_ROW && (most == 0 || count < most) &&
           !table->failed) {
        free_cells(cells, (size_t)table->columns);
        take_row(table, cells);
        print_line(table, cells);
        count++;
    }
    return status;
}

static int write_table(sqlite3_stmt *statement, unsigned long long most)
{
    struct table table = {.statement = statement, .columns = sqlite3_column_count(statement)};
    size_t count = (ROWS_LOOKED_AT + 1) * (size_t)table.columns;
    table.cells = calloc(count, sizeof *table.cells);
    table.widths = calloc((size_t)table.columns, sizeof *table.widths);
    table.cut = terminal_columns(0) > 0;
    int status = SQLITE_NOMEM;
    if (table.cells && table.widths)
        status = look_ahead(&table, most);
    if (!table.failed && (status == SQLITE_ROW || status == SQLITE_DONE)) {
        print_header(&table);
        for (size_t i = 1; i <= table.row_count; i++)
            print_line(&table, &table.cells[i * (size_t)table.columns]);
    }
    if (status == SQLITE_ROW && table.row_count == ROWS_LOOKED_AT)
        status = print_rest(&table, most);
    if (table.cells)
        free_cells(table.cells, count);
    free(table.cells);
    free(table.widths);
    return table.failed ? SQLITE_NOMEM : status;
}

/* RFC 4180, with lines that end as Unix has it. */
static void print_csv(ow_text text)
{
    bool plain = text.size == 0 ||
                 (!memchr(text.data, '"', text.size) && !memchr(text.data, ',', text.size) &&
                  !memchr(text.data, '\n', text.size) && !memchr(text.data, '\r', text.size));
    if (plain) {
        fwrite(text.data, 1, text.size, stdout);
        return;
    }
    putchar('"');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"')
            putchar('"');
        putchar(text.data[i]);
    }
    putchar('"');
}

static int write_csv(sqlite3_stmt *statement, unsigned long long most)
{
    int columns = sqlite3_column_count(statement), status = SQLITE_DONE;
    for (int i = 0; i < columns; i++) {
        print_csv(ow_text_of(sqlite3_column_name(statement, i)));
        putchar(i + 1 < columns ? ',' : '\n');
    }
    for (unsigned long long count = 0;
         (status = sqlite3_step(statement)) == SQLITE_ROW && (most == 0 || count < most); count++)
        for (int i = 0; i < columns; i++) {
            char number[NUMBER], *owned;
            ow_text text = text_of(statement, i, number, &owned);
            if (!text.data)
                return SQLITE_NOMEM;
            print_csv(text);
            free(owned);
            putchar(i + 1 < columns ? ',' : '\n');
        }
    return status;
}

static void print_json_string(ow_text text)
{
    putchar('"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (byte == '"' || byte == '\\')
            printf("\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            printf("\\u%04x", byte);
        else
            putchar(byte);
    }
    putchar('"');
}

/* As JSON of worlds has bytes. */
static void print_base64(const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    putchar('"');
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned group = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        putchar(digits[group >> 18]);
        putchar(digits[group >> 12 & 63]);
        putchar(left > 1 ? digits[group >> 6 & 63] : '=');
        putchar(left > 2 ? digits[group & 63] : '=');
    }
    putchar('"');
}

static void print_json_value(sqlite3_stmt *statement, int column)
{
    char number[NUMBER];
    int type = sqlite3_column_type(statement, column);
    if (type == SQLITE_NULL) {
        fputs("null", stdout);
    } else if (type == SQLITE_INTEGER) {
        printf("%lld", (long long)sqlite3_column_int64(statement, column));
    } else if (type == SQLITE_BLOB) {
        const void *bytes = sqlite3_column_blob(statement, column);
        print_base64(bytes, (size_t)sqlite3_column_bytes(statement, column));
    } else if (type == SQLITE_FLOAT && isfinite(sqlite3_column_double(statement, column))) {
        write_real(sqlite3_column_double(statement, column), number);
        fputs(number, stdout);
    } else if (type == SQLITE_FLOAT) {
        fputs(sqlite3_column_double(statement, column) > 0 ? "\"Infinity\"" : "\"-Infinity\"",
              stdout);
    } else {
        const char *text = (const char *)sqlite3_column_text(statement, column);
        size_t size = (size_t)sqlite3_column_bytes(statement, column);
        if (text && ow_text_is_utf8((ow_text){text, size}))
            print_json_string((ow_text){text, size});
        else
            print_base64((const unsigned char *)text, text ? size : 0);
    }
}

/* No key twice: a name that stands before gets its column's number. */
static void print_json_name(sqlite3_stmt *statement, int column)
{
    const char *name = sqlite3_column_name(statement, column);
    char longer[256];
    for (int i = 0; i < column; i++)
        if (strcmp(sqlite3_column_name(statement, i), name) == 0) {
            snprintf(longer, sizeof longer, "%s_%d", name, column + 1);
            name = longer;
            break;
        }
    print_json_string(ow_text_of(name));
}

static int write_json(sqlite3_stmt *statement, bool lines, unsigned long long most)
{
    int columns = sqlite3_column_count(statement), status = SQLITE_DONE;
    if (!lines)
        putchar('[');
    for (unsigned long long count = 0;
         (status = sqlite3_step(statement)) == SQLITE_ROW && (most == 0 || count < most); count++) {
        fputs(lines ? "{" : count == 0 ? "\n  {" : ",\n  {", stdout);
        for (int i = 0; i < columns; i++) {
            fputs(i ? ", " : "", stdout);
            print_json_name(statement, i);
            fputs(": ", stdout);
            print_json_value(statement, i);
        }
        fputs(lines ? "}\n" : "}", stdout);
    }
    if (!lines)
        puts("\n]");
    return status;
}

int write_rows(sqlite3_stmt *statement, enum rows_format format, unsigned long long most)
{
    if (format == ROWS_AS_TABLE)
        return write_table(statement, most);
    if (format == ROWS_AS_CSV)
        return write_csv(statement, most);
    return write_json(statement, format == ROWS_AS_JSON_LINES, most);
}
