/* Rows of a table: selects the next part of the document and turns its events into rows. */
#include "rows.h"
#include "gather.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the pointer of a pattern: its first `stars` stars become keys, and it ends before the next
 * star. */
static void put_pointer(char text[ROW_POINTER], const char *pattern, const uint64_t *keys,
                        unsigned stars)
{
    size_t size = 0;
    unsigned key = 0;
    for (const char *at = pattern; *at && size + 24 < ROW_POINTER; at++) {
        if (*at != '*')
            text[size++] = *at;
        else if (key < stars)
            size += (size_t)snprintf(text + size, ROW_POINTER - size, "%llu",
                                     (unsigned long long)keys[key++]);
        else {
            size--; /* the slash */
            break;
        }
    }
    text[size] = '\0';
}

void rows_pointer(const struct rows *rows, char text[ROW_POINTER])
{
    put_pointer(text, rows->table->pattern, rows->keys[rows->at], rows->table->level_count);
}

static bool is_bounded(const struct rows *rows, unsigned level)
{
    return level == rows->request.key_count;
}

/* Appends the elements of one list to the batch, from the current place on. */
static void read_level(struct rows *rows)
{
    char pointer[ROW_POINTER];
    uint64_t first = 0, count = 0;
    put_pointer(pointer, rows->table->pattern, rows->next, rows->level);
    if (rows->level < rows->table->level_count) {
        first = rows->next[rows->level];
        count = UINT64_MAX - first;
        if (is_bounded(rows, rows->level))
            count = rows->request.end > first ? rows->request.end - first : 0;
        if (count == 0) {
            rows->ended = true;
            return;
        }
    }
    gather(rows, pointer, first, count);
}

/* After the end of a list comes the next element of the list around it. */
static void move_on(struct rows *rows)
{
    if (rows->level <= rows->request.key_count) {
        rows->ended = true;
        return;
    }
    rows->level--;
    rows->next[rows->level]++;
}

static void fill(struct rows *rows)
{
    gather_forget(rows);
    rows->count = rows->at = 0;
    while (rows->count == 0 && !rows->ended && rows->status == OW_OK) {
        read_level(rows);
        if (rows->count < ROWS_AT_ONCE && !rows->ended && rows->status == OW_OK)
            move_on(rows);
    }
}

bool rows_open(struct rows *rows, const ow_document *document, const struct format_tables *format,
               const struct table *table)
{
    size_t columns = table->column_count ? table->column_count : 1;
    *rows = (struct rows){.document = document, .format = format, .table = table};
    rows->needed = malloc(format->node_count * sizeof *rows->needed);
    rows->hints = malloc(format->node_count * sizeof *rows->hints);
    rows->keys = calloc(ROWS_AT_ONCE, sizeof *rows->keys);
    rows->values = calloc(ROWS_AT_ONCE * columns, sizeof *rows->values);
    return rows->needed && rows->hints && rows->keys && rows->values;
}

void rows_seek(struct rows *rows, const struct row_request *request)
{
    bool same = rows->is_planned && rows->request.columns == request->columns &&
                rows->request.column == request->column;
    rows->request = *request;
    if (!same)
        gather_plan(rows);
    rows->is_planned = true;
    rows->ended = false;
    rows->status = OW_OK;
    memcpy(rows->next, request->keys, sizeof rows->next);
    rows->level = request->key_count;
    fill(rows);
}

void rows_close(struct rows *rows)
{
    gather_forget(rows);
    free(rows->needed);
    free(rows->hints);
    free(rows->keys);
    free(rows->values);
    *rows = (struct rows){0};
}

void rows_next(struct rows *rows)
{
    rows->at++;
    if (rows_at_end(rows) && !rows->ended && rows->status == OW_OK)
        fill(rows);
}
