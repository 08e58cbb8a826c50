/* Reading truth tables from CSV:
 *
 *     A,B,->,SUM,CARRY
 *     0,0,,0,0
 *     ...
 *
 * A bus is NAME[HIGH:LOW]; its values are numbers. "-" is either value. Each case of the inputs
 * needs a row. The last row is for all other cases if its inputs are all "-". */
#include "table.h"

#include "../../base/error.h"
#include "../../base/text.h"
#include "../../base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

/* Rows may overlap; this many cases of all rows together are counted work that ends in time. */
enum { MOST_CASES = 1 << 24, MOST_WIDTH = 64, INDEX_LIMIT = 1 << 20 };

/* A cell of the text: a value with free bits. */
struct cell_value {
    uint64_t value, is_free;
};

struct table_reader {
    struct builder *builder;
    struct table *table;
    const char *at, *end;
    uint32_t line, cases; /* of the text; of the inputs */
    char separator;
    uint32_t arrow;    /* the cell of the header between inputs and outputs */
    uint32_t *line_of; /* of cases: the first line with it; 0: none */
    uint64_t work;
    ow_status status;
};

static bool refuse(struct table_reader *reader, const char *format, ...) OW_PRINTF(2, 3);

static bool refuse(struct table_reader *reader, const char *format, ...)
{
    char message[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    reader->status = error_set(reader->builder->error, OW_BAD_VALUE, 0, NULL, "line %u: %s",
                               (unsigned)reader->line, message);
    return false;
}

static bool is_space(char letter)
{
    return letter == ' ' || letter == '\r' || letter == '\t';
}

static ow_text trim(ow_text text)
{
    while (text.size > 0 && is_space(text.data[0]))
        text = (ow_text){text.data + 1, text.size - 1};
    while (text.size > 0 && is_space(text.data[text.size - 1]))
        text.size--;
    return text;
}

/* Moves to the next line that is neither empty nor a comment. Returns false at the end. */
static bool next_line(struct table_reader *reader, ow_text *line)
{
    while (reader->at < reader->end) {
        const char *begin = reader->at;
        const char *end = memchr(begin, '\n', (size_t)(reader->end - begin));
        reader->at = end ? end + 1 : reader->end;
        *line = (ow_text){begin, (size_t)((end ? end : reader->end) - begin)};
        reader->line++;
        ow_text words = trim(*line);
        if (words.size > 0 && words.data[0] != '#')
            return true;
    }
    return false;
}

/* Takes the next cell from the front of a line. `data` is NULL once the last one has been taken. */
static bool next_cell(const struct table_reader *reader, ow_text *line, ow_text *cell)
{
    if (!line->data)
        return false;
    const char *begin = line->data, *end = begin + line->size, *at = begin;
    while (at < end && is_space(*at) && *at != reader->separator)
        at++;
    bool is_quoted = at < end && *at == '"';
    const char *quote = is_quoted ? memchr(at + 1, '"', (size_t)(end - at - 1)) : NULL;
    const char *from = quote ? quote : begin;
    const char *stop = memchr(from, reader->separator, (size_t)(end - from));
    *cell = quote ? (ow_text){at + 1, (size_t)(quote - at - 1)}
                  : (ow_text){begin, (size_t)((stop ? stop : end) - begin)};
    *cell = trim(*cell);
    *line = stop ? (ow_text){stop + 1, (size_t)(end - stop - 1)} : (ow_text){NULL, 0};
    return true;
}

static bool is_arrow(ow_text cell)
{
    return text_is_word(cell, "->") || text_is_word(cell, "|");
}

static bool take_index(ow_text *text, int32_t *index)
{
    uint32_t number;
    if (!text_take_number(text, INDEX_LIMIT, &number))
        return false;
    *index = (int32_t)number;
    return true;
}

/* Reads "NAME[HIGH:LOW]" or "NAME[INDEX]". Anything else is a name as a whole. */
static void read_name(ow_text cell, struct table_column *column)
{
    const char *open = cell.size > 0 ? memchr(cell.data, '[', cell.size) : NULL;
    int32_t first, last;
    *column = (struct table_column){.text = cell, .name = cell, .width = 1};
    if (!open || open == cell.data)
        return;
    ow_text rest = {open + 1, cell.size - (size_t)(open + 1 - cell.data)};
    if (!take_index(&rest, &first))
        return;
    last = first;
    if (text_take(&rest, ":") && !take_index(&rest, &last))
        return;
    if (!text_is_word(rest, "]"))
        return;
    column->name.size = (size_t)(open - cell.data);
    column->is_bus = true;
    column->index = first;
    column->upto = last > first;
    column->width = (uint32_t)(last > first ? last - first : first - last) + 1;
}

static int32_t lowest_of(const struct table_column *column)
{
    return column->upto ? column->index : column->index - (int32_t)column->width + 1;
}

static bool share_a_bit(const struct table_column *a, const struct table_column *b)
{
    if (!text_is_same(a->name, b->name) || a->is_bus != b->is_bus)
        return text_is_same(a->text, b->text);
    return lowest_of(a) < lowest_of(b) + (int32_t)b->width &&
           lowest_of(b) < lowest_of(a) + (int32_t)a->width;
}

static bool add_column(struct table_reader *reader, ow_text cell, bool is_output)
{
    struct table *table = reader->table;
    struct table_column column;
    uint32_t *bits = is_output ? &table->outputs : &table->inputs;
    uint32_t most = is_output ? TABLE_OUTPUTS : TABLE_INPUTS;
    read_name(cell, &column);
    if (cell.size == 0)
        return refuse(reader, "a column has no name; name each input and output");
    if (column.width > most - *bits)
        return refuse(reader,
                      "more than %u bits of %s, which a truth table cannot have; use Verilog",
                      (unsigned)most, is_output ? "outputs" : "inputs");
    for (uint32_t i = 0; i < table->column_count; i++)
        if (share_a_bit(&table->columns[i], &column))
            return refuse(reader, "duplicate name \"%.*s\"; each bit has one column",
                          (int)utf8_cut(cell, 64), cell.data);
    column.is_output = is_output;
    column.first = *bits;
    *bits += column.width;
    table->columns[table->column_count++] = column;
    return true;
}

/* The separator of spreadsheets depends on the language. */
static char find_separator(ow_text line)
{
    static const char separators[] = {',', ';', '\t'};
    for (size_t i = 0; i < sizeof separators; i++)
        if (memchr(line.data, separators[i], line.size))
            return separators[i];
    return ',';
}

static bool read_header(struct table_reader *reader)
{
    ow_text line, cell;
    bool has_arrow = false;
    uint32_t count = 0;
    if (!next_line(reader, &line))
        return refuse(reader, "the table is empty; begin with names, such as A,B,->,SUM,CARRY");
    reader->separator = find_separator(line);
    for (; next_cell(reader, &line, &cell); count++) {
        if (!is_arrow(cell)) {
            if (!add_column(reader, cell, has_arrow))
                return false;
        } else if (has_arrow) {
            return refuse(reader, "a second column \"->\"; there is one, before the outputs");
        } else {
            has_arrow = true;
            reader->arrow = count;
        }
    }
    if (!has_arrow || reader->table->inputs == 0 || reader->table->outputs == 0)
        return refuse(reader, "expected the names of inputs, a column \"->\" and the names of "
                              "outputs, such as A,B,->,SUM,CARRY");
    return true;
}

static unsigned digit_of(char letter, unsigned base)
{
    unsigned digit = letter >= '0' && letter <= '9'   ? (unsigned)(letter - '0')
                     : letter >= 'a' && letter <= 'f' ? (unsigned)(letter - 'a') + 10
                     : letter >= 'A' && letter <= 'F' ? (unsigned)(letter - 'A') + 10
                                                      : base;
    return digit;
}

/* Reads "7", "0x1f", "0b1-0" or "-", as in benches. */
static bool read_number(ow_text cell, struct cell_value *value)
{
    enum { TEN = 10, SIXTEEN = 16 };
    ow_text digits = cell;
    bool is_binary = text_take(&digits, "0b");
    unsigned base = is_binary ? 2 : text_take(&digits, "0x") ? SIXTEEN : TEN;
    *value = (struct cell_value){0, 0};
    if (text_is_word(cell, "-")) {
        value->is_free = UINT64_MAX;
        return true;
    }
    for (size_t i = 0; i < digits.size; i++) {
        bool is_free = is_binary && digits.data[i] == '-';
        unsigned digit = is_free ? 0 : digit_of(digits.data[i], base);
        if (digit >= base || value->value > (UINT64_MAX - digit) / base ||
            (is_binary && value->is_free >> (MOST_WIDTH - 1)))
            return false;
        value->value = value->value * base + digit;
        value->is_free = is_binary ? value->is_free << 1 | is_free : 0;
    }
    return digits.size > 0;
}

static bool read_value(struct table_reader *reader, const struct table_column *column, ow_text cell,
                       struct cell_value *value)
{
    uint64_t most = UINT64_MAX >> (MOST_WIDTH - column->width);
    if (!read_number(cell, value))
        return refuse(reader,
                      column->width == 1
                          ? "%.*s: \"%.*s\" is not a value; use 0, 1, or \"-\" for either"
                          : "%.*s: \"%.*s\" is not a value; use a number, such as 5, 0x5, 0b101 or "
                            "0b1-1, or \"-\" for any",
                      (int)utf8_cut(column->text, 64), column->text.data, (int)utf8_cut(cell, 64),
                      cell.data);
    if (value->value > most || (value->is_free > most && value->is_free != UINT64_MAX))
        return refuse(reader, "%.*s: \"%.*s\" does not fit in %u bit%s",
                      (int)utf8_cut(column->text, 64), column->text.data, (int)utf8_cut(cell, 64),
                      cell.data, (unsigned)column->width, plural(column->width));
    value->is_free &= most;
    return true;
}

/* Reads the values of a row: of inputs as bits of the case, of outputs likewise. */
static bool read_values(struct table_reader *reader, ow_text line, struct cell_value values[2])
{
    struct table *table = reader->table;
    uint32_t expected = table->column_count + 1, count = 0;
    ow_text cell, rest = line;
    values[0] = values[1] = (struct cell_value){0, 0};
    while (next_cell(reader, &rest, &cell))
        count++;
    if (count != expected)
        return refuse(reader, "expected %u cells, as in the header, but there %s %u",
                      (unsigned)expected, count == 1 ? "is" : "are", (unsigned)count);
    for (uint32_t i = 0; next_cell(reader, &line, &cell); i++) {
        if (i == reader->arrow) {
            if (cell.size > 0 && !is_arrow(cell))
                return refuse(reader, "\"%.*s\" is in the column \"->\"; leave it empty",
                              (int)utf8_cut(cell, 64), cell.data);
            continue;
        }
        const struct table_column *column = &table->columns[i - (i > reader->arrow)];
        struct cell_value value, *to = &values[column->is_output];
        if (!read_value(reader, column, cell, &value))
            return false;
        uint32_t bits = column->is_output ? table->outputs : table->inputs;
        uint32_t shift = bits - column->first - column->width;
        to->value |= value.value << shift;
        to->is_free |= value.is_free << shift;
    }
    return true;
}

/* "A=1, B=0". */
static void put_case(const struct table *table, uint32_t number, char text[160])
{
    enum { SIZE = 160 };
    size_t used = 0;
    *text = '\0';
    for (uint32_t i = 0; i < table->column_count && used < SIZE; i++) {
        const struct table_column *column = &table->columns[i];
        if (column->is_output)
            break;
        uint32_t shift = table->inputs - column->first - column->width;
        unsigned value = number >> shift & ((1u << column->width) - 1);
        used += (size_t)snprintf(text + used, SIZE - used, "%s%.*s=%u", i > 0 ? ", " : "",
                                 (int)utf8_cut(column->text, 32), column->text.data, value);
    }
}

static const struct table_column *column_of_output(const struct table *table, uint32_t output)
{
    uint32_t i = table->column_count - 1;
    while (table->columns[i].first > output)
        i--;
    return &table->columns[i];
}

/* Adds the outputs of a row to one case. */
static bool add_case(struct table_reader *reader, uint32_t number, const struct cell_value *outputs)
{
    struct table *table = reader->table;
    char text[160];
    uint64_t bit = (uint64_t)1 << number % WORD_BITS;
    for (uint32_t i = 0; i < table->outputs; i++) {
        uint32_t shift = table->outputs - 1 - i;
        bool is_on = outputs->value >> shift & 1;
        const struct table_column *column = column_of_output(table, i);
        if (outputs->is_free >> shift & 1)
            continue;
        (is_on ? table->on : table->off)[i][number / WORD_BITS] |= bit;
        if (table->on[i][number / WORD_BITS] & table->off[i][number / WORD_BITS] & bit) {
            put_case(table, number, text);
            return refuse(reader, "%.*s contradicts line %u for %s; correct one of the rows",
                          (int)utf8_cut(column->text, 64), column->text.data,
                          (unsigned)reader->line_of[number], text);
        }
    }
    if (reader->line_of[number] == 0)
        reader->line_of[number] = reader->line;
    return true;
}

/* Adds a row to each case that it is for. `only_new`: except cases that have a row. */
static bool add_row(struct table_reader *reader, const struct cell_value values[2], bool only_new)
{
    uint32_t is_free = (uint32_t)values[0].is_free, number = 0;
    do {
        uint32_t at = (uint32_t)values[0].value | number;
        if (++reader->work > MOST_CASES)
            return refuse(reader, "the rows of the table overlap too much; use fewer rows");
        if ((!only_new || reader->line_of[at] == 0) && !add_case(reader, at, &values[1]))
            return false;
        number = (number - is_free) & is_free;
    } while (number != 0);
    return true;
}

static bool is_last(const struct table_reader *reader)
{
    struct table_reader ahead = *reader;
    ow_text line;
    return !next_line(&ahead, &line);
}

static bool read_rows(struct table_reader *reader)
{
    struct cell_value values[2];
    char text[160];
    ow_text line;
    while (next_line(reader, &line)) {
        if (!read_values(reader, line, values))
            return false;
        bool is_for_others = values[0].is_free == reader->cases - 1 && is_last(reader);
        if (!add_row(reader, values, is_for_others))
            return false;
    }
    for (uint32_t i = 0; i < reader->cases; i++) {
        if (reader->line_of[i] > 0)
            continue;
        put_case(reader->table, i, text);
        return refuse(reader, "no row for %s; add it, or a last row with \"-\" for every input",
                      text);
    }
    return true;
}

static bool take_memory(struct table_reader *reader)
{
    struct table *table = reader->table;
    struct arena *arena = &reader->builder->arena;
    reader->cases = (uint32_t)1 << table->inputs;
    table->words = (reader->cases + WORD_BITS - 1) / WORD_BITS;
    size_t size = table->words * sizeof(uint64_t);
    reader->line_of = arena_take(arena, reader->cases * sizeof *reader->line_of);
    uint64_t *sets = arena_take(arena, size * table->outputs * 2);
    if (!reader->line_of || !sets) {
        reader->status = arena->status;
        return false;
    }
    memset(reader->line_of, 0, reader->cases * sizeof *reader->line_of);
    memset(sets, 0, size * table->outputs * 2);
    for (uint32_t i = 0; i < table->outputs; i++) {
        table->on[i] = sets + (size_t)table->words * 2 * i;
        table->off[i] = table->on[i] + table->words;
    }
    return true;
}

/* Repeats the cases of few inputs until a word is full. */
static void fill_word(const struct table *table)
{
    for (uint32_t i = 0; i < table->outputs; i++)
        for (uint32_t size = (uint32_t)1 << table->inputs; size < WORD_BITS; size *= 2) {
            table->on[i][0] |= table->on[i][0] << size;
            table->off[i][0] |= table->off[i][0] << size;
        }
}

ow_status table_read(struct builder *builder, struct table *table)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, by spreadsheets */
    struct table_reader reader = {.builder = builder,
                                  .table = table,
                                  .at = builder->walk.begin,
                                  .end = builder->walk.end,
                                  .status = OW_OK};
    if (reader.end - reader.at >= 3 && memcmp(reader.at, mark, 3) == 0)
        reader.at += 3;
    if (read_header(&reader) && take_memory(&reader) && read_rows(&reader))
        fill_word(table);
    return reader.status;
}
