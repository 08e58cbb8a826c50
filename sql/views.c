/* Views over the tables of records. */
#include "views.h"

#include "sqlite.h"

#include <stdbool.h>
#include <string.h>

const struct view views[] = {
    {"leveld", "cells", "The cells of each layer, in columns and rows of the map.",
     "SELECT v.blocks_item, v.layers_item AS layer, v.item % b.width AS x, v.item / b.width AS y,\n"
     "       v.value & 32767 AS tile, v.value >> 15 AS impassable{, v.file}\n"
     "  FROM @layers_values v JOIN @blocks b ON b.item = v.blocks_item{ AND b.file = v.file}"},
    {"city", "placed_things", "The things of a city with the names of their kinds.",
     "SELECT item, meta_thing_meaning AS name, direction, x, y, z{, file} FROM @things"},
    {"blotter", "typed_components", "Components with the names of their types and their places.",
     "SELECT c.item, c.address, c.parent, c.type_meaning AS type, p.x, p.y, p.z,\n"
     "       c.custom_data_meaning AS data{, c.file}\n"
     "  FROM @components c JOIN @places p ON p.component = c.item{ AND p.file = c.file}"},
    {"blotter", "pegs", "All pegs, inputs and outputs, with the address of their component.",
     "SELECT c.address AS component, 'input' AS kind, i.item AS number,\n"
     "       coalesce(i.circuit_state, i.value) AS circuit_state{, c.file}\n"
     "  FROM @inputs i JOIN @components c\n"
     "    ON c.item = i.components_item{ AND c.file = i.file}\n"
     "UNION ALL\n"
     "SELECT c.address, 'output', o.item, o.value{, c.file}\n"
     "  FROM @outputs o JOIN @components c\n"
     "    ON c.item = o.components_item{ AND c.file = o.file}"},
    {"structure", "placed_blocks", "Blocks with the names of their types and their places.",
     "SELECT b.item, p.root, b.id, b.id_meaning AS type, b.name, p.x, p.y, p.z{, b.file}\n"
     "  FROM @blocks b JOIN @places p ON p.block = b.item{ AND p.file = b.file}"},
    {NULL, NULL, NULL, NULL},
};

/* Appends the name of the table at a place of the text. Returns the size of that place; 0 if memory
 * ran out. */
static size_t append_table(sqlite3_str *to, const char *at, const struct view *view,
                           char *(*name_table)(void *context, const char *format,
                                               const char *table),
                           void *context)
{
    size_t size = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
    char *table = sqlite3_mprintf("%.*s", (int)size, at), *name = table;
    if (table && name_table)
        name = name_table(context, view->format, table);
    sqlite3_str_appendall(to, name ? name : "");
    if (name != table)
        sqlite3_free(name);
    sqlite3_free(table);
    return name ? size : 0;
}

char *view_select(const struct view *view, bool of_all_files,
                  char *(*name_table)(void *context, const char *format, const char *table),
                  void *context)
{
    sqlite3_str *made = sqlite3_str_new(NULL);
    bool is_left_out = false, failed = false;
    for (const char *at = view->select; *at && !failed; at++) {
        if (*at == '{' || *at == '}') {
            is_left_out = *at == '{' && !of_all_files;
        } else if (*at == '@') {
            size_t size = append_table(made, at + 1, view, name_table, context);
            failed = size == 0;
            at += size;
        } else if (!is_left_out) {
            sqlite3_str_appendchar(made, 1, *at);
        }
    }
    char *text = sqlite3_str_finish(made);
    if (failed)
        sqlite3_free(text);
    return failed ? NULL : text;
}
