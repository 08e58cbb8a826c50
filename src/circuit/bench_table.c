/* Tables of a bench: vectors of values to set, and the expected results of each.
 *
 *     "table": {"set": ["a", "b"], "expect": ["sum"], "rest": 20,
 *               "rows": [[9, 7, 16], [3, 4, 7]]} */
#include "bench.h"

enum { SET, EXPECT, REST, AFTER, ROWS, MEMBERS };

/* Reads a list of names as values without numbers; returns false after an error. */
static bool read_names(struct bench_reader *reader, const char *at, struct bench_value *columns,
                       uint32_t *count, bool are_set)
{
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    ow_text name;
    if (!at)
        return true;
    if (*at != '[')
        return bench_refuse(reader, OW_BAD_JSON, at, "expected a list of names");
    while (next_element(&elements, &element)) {
        struct bench_value *column = &columns[*count];
        *column = (struct bench_value){.at = element};
        if (!bench_read_text(reader, element, &name) ||
            !(column->signal = bench_find_signal(reader, element, name)) ||
            (are_set && !bench_check_settable(reader, element, column->signal)))
            return false;
        ++*count;
    }
    return true;
}

static bool read_row(struct bench_reader *reader, const char *at, const struct bench_value *columns,
                     uint32_t count, struct bench_value *row)
{
    struct elements elements = walk_elements(&reader->walk, at);
    const char *element;
    if (*at != '[' || walk_count(&reader->walk, at) != count)
        return bench_refuse(
            reader, OW_BAD_JSON, at,
            "each row needs a value for each name of \"set\" and \"expect\", in total %u",
            (unsigned)count);
    for (uint32_t i = 0; i < count && next_element(&elements, &element); i++) {
        row[i] = (struct bench_value){.signal = columns[i].signal, .at = element};
        if (!bench_read_number(reader, element, &row[i].value))
            return false;
    }
    return bench_check_widths(reader, row, count);
}

static bool read_rows(struct bench_reader *reader, const char *at,
                      const struct bench_value *columns, struct bench_table *table)
{
    struct elements elements = walk_elements(&reader->walk, at);
    uint32_t count = table->sets + table->expects;
    const char *element;
    uint64_t values = (uint64_t)walk_count(&reader->walk, at) * count;
    /* more than the text can contain */
    if (values > (uint64_t)(reader->walk.end - reader->walk.begin))
        return bench_refuse(reader, OW_BAD_JSON, at, "each row must have %u values",
                            (unsigned)count);
    table->values = bench_take(reader, (size_t)values, sizeof *table->values);
    if (!table->values)
        return false;
    while (next_element(&elements, &element))
        if (!read_row(reader, element, columns, count,
                      &table->values[(size_t)table->rows++ * count]))
            return false;
    return true;
}

bool bench_read_table(struct bench_reader *reader, const char *at, struct bench_table *table)
{
    struct member members[MEMBERS] = {
        {"set", NULL}, {"expect", NULL}, {"rest", NULL}, {"after", NULL}, {"rows", NULL}};
    if (!bench_members(reader, at, members, MEMBERS))
        return false;
    if (!members[SET].at || !members[ROWS].at || *members[ROWS].at != '[' ||
        !members[REST].at == !members[AFTER].at)
        return bench_refuse(reader, OW_BAD_JSON, at,
                            "a table needs \"set\", a list of names, \"rows\", a list of lists, "
                            "and one of \"rest\" and \"after\"");
    size_t names = walk_count(&reader->walk, members[SET].at) +
                   (members[EXPECT].at ? walk_count(&reader->walk, members[EXPECT].at) : 0);
    struct bench_value *columns = bench_take(reader, names, sizeof *columns);
    table->until_rest = members[REST].at != NULL;
    return columns && read_names(reader, members[SET].at, columns, &table->sets, true) &&
           read_names(reader, members[EXPECT].at, columns + table->sets, &table->expects, false) &&
           bench_read_number(reader, members[table->until_rest ? REST : AFTER].at, &table->ticks) &&
           read_rows(reader, members[ROWS].at, columns, table);
}
