/* The table of what a save is called. */
#include "computed_table.h"
#include "record_table.h"
#include "rows.h"

struct title_column {
    int column;
    sqlite3_context *context;
};

static void take_title(void *context, ow_text title, ow_text description)
{
    const struct title_column *wanted = context;
    const ow_text text = wanted->column == 0 ? title : description;
    struct row_value value = {.kind = text.data ? ROW_TEXT : ROW_NULL};
    value.bytes = (ow_bytes){(const uint8_t *)text.data, text.size};
    record_table_result(wanted->context, &value);
}

static uint64_t count_titles(const struct world *world)
{
    (void)world;
    return 1;
}

/* A title that cannot be read is NULL: the table of issues says why. */
static void title_value(struct world *world, uint64_t row, int column, sqlite3_context *context)
{
    struct title_column wanted = {column, context};
    (void)row;
    if (world->folder && ow_find_title(world->document.format, world->folder, &world->options,
                                       take_title, &wanted, NULL) == OW_NO_MEMORY)
        sqlite3_result_error_nomem(context);
}

const struct computed_table blotter_titles = {
    .name = "titles",
    .format = "blotter",
    .note = "One row: what the player calls the save, in the file meta beside it.",
    .columns = {{"title", "TEXT", "NULL if there is none"}, {"description", "TEXT", NULL}},
    .count = count_titles,
    .value = title_value,
};
