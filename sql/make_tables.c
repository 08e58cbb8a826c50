/* Prints the tables of every format of the build as C, see made_tables. Used during the build
 * only. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

const struct format_tables made_tables[] = {{NULL, NULL, NULL, 0, 0}}; /* empty in this program */

static void put_text(const char *text)
{
    if (!text) {
        printf("NULL");
        return;
    }
    putchar('"');
    for (const char *at = text; *at; at++)
        if (*at == '"' || *at == '\\')
            printf("\\%c", *at);
        else if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            printf("\\%03o", (unsigned)(unsigned char)*at);
        else
            putchar(*at);
    putchar('"');
}

static void put_nodes(const struct format_tables *of)
{
    printf("static const struct table_node %s_nodes[] = {\n", of->format);
    for (unsigned i = 0; i < of->node_count; i++) {
        const struct table_node *node = &of->nodes[i];
        printf("    {");
        put_text(node->name);
        printf(", %u, %u, %u, %d, %d, %d, %d, %u, %s, %s},\n", node->parent, node->first,
               node->next, node->table, node->column, node->meaning, node->numbers, node->count,
               node->is_list ? "true" : "false", node->is_derived ? "true" : "false");
    }
    printf("};\n\n");
}

static void put_columns(const struct format_tables *of, unsigned at)
{
    const struct table *table = &of->tables[at];
    if (table->column_count == 0)
        return;
    printf("static const struct table_column %s_columns_%u[] = {\n", of->format, at);
    for (unsigned i = 0; i < table->column_count; i++) {
        printf("    {");
        put_text(table->columns[i].name);
        printf(", ");
        put_text(table->columns[i].type);
        printf(", ");
        put_text(table->columns[i].note);
        printf("},\n");
    }
    printf("};\n\n");
}

static void put_tables(const struct format_tables *of)
{
    put_nodes(of);
    for (unsigned i = 0; i < of->table_count; i++)
        put_columns(of, i);
    printf("static const struct table %s_tables[] = {\n", of->format);
    for (unsigned i = 0; i < of->table_count; i++) {
        const struct table *table = &of->tables[i];
        printf("    {");
        put_text(table->name);
        printf(", ");
        put_text(table->pattern);
        printf(", %u, %u, %s, {", table->node, table->level_count,
               table->is_list ? "true" : "false");
        for (unsigned k = 0; k < MOST_LEVELS; k++)
            printf("%u,", table->levels[k]);
        printf("}, ");
        if (table->column_count > 0)
            printf("%s_columns_%u", of->format, i);
        else
            printf("NULL");
        printf(", %u, %u},\n", table->column_count, table->shown_count);
    }
    printf("};\n\n");
}

int main(void)
{
    struct table_sets *sets = table_sets_open();
    const struct format_tables *of;
    ow_error error;
    if (!sets)
        return EXIT_FAILURE;
    printf("#include \"tables.h\"\n\n#include <stddef.h>\n\n");
    for (size_t i = 0; ow_format_at(i); i++) {
        if (!(of = tables_of_format(sets, ow_format_at(i), &error))) {
            fprintf(stderr, "%s: %s\n", ow_format_at(i)->name, error.message);
            return EXIT_FAILURE;
        }
        put_tables(of);
    }
    printf("const struct format_tables made_tables[] = {\n");
    for (size_t i = 0; ow_format_at(i); i++) {
        of = tables_of_format(sets, ow_format_at(i), &error);
        printf("    {\"%s\", %s_tables, %s_nodes, %u, %u},\n", of->format, of->format, of->format,
               of->table_count, of->node_count);
    }
    printf("    {NULL, NULL, NULL, 0, 0},\n};\n");
    table_sets_close(sets);
    return EXIT_SUCCESS;
}
