/* Makes cells and ports of a truth table, in place of the JSON of Yosys. */
#include "table.h"

#include <string.h>

enum { MOST_AND_INPUTS = 4, FIRST_BIT = 2 };

/* Cells by kind and inputs, so that outputs share them. */
struct maker {
    struct builder *builder;
    const struct table *table;
    unsigned and_inputs;
    uint32_t next_bit;
    uint32_t *buckets, *next; /* the latest cell of a bucket; the one before a cell; NO_BIT: none */
    uint32_t bucket_mask;
    uint32_t *pins;       /* of the sum that is being made */
    uint32_t *spare_pins; /* of cells that are not made yet */
};

static uint32_t bucket_of(const struct maker *maker, const struct build_cell *cell)
{
    uint32_t key = cell->kind;
    for (unsigned i = 0; i < cell->input_count; i++)
        key = (key ^ cell->in[i]) * 0x9e3779b1u + (key >> 15);
    return (key ^ key >> 16) & maker->bucket_mask;
}

/* The output of a cell with these inputs: an existing one, or a new one. */
static uint32_t make_cell(struct maker *maker, enum cell_kind kind, const uint32_t *pins,
                          unsigned count)
{
    struct builder *builder = maker->builder;
    struct build_cell cell = {.kind = (uint8_t)kind,
                              .input_count = (uint8_t)count,
                              .in = maker->spare_pins,
                              .name = OW_LITERAL("")};
    memcpy(cell.in, pins, count * sizeof *pins);
    uint32_t *bucket = &maker->buckets[bucket_of(maker, &cell)];
    for (uint32_t i = *bucket; i != NO_BIT; i = maker->next[i])
        if (builder->cells[i].kind == cell.kind && builder->cells[i].input_count == count &&
            memcmp(builder->cells[i].in, cell.in, count * sizeof *cell.in) == 0)
            return builder->cells[i].out;
    cell.out = cell.bit = maker->next_bit++;
    maker->next[builder->cell_count] = *bucket;
    *bucket = builder->cell_count;
    builder->cells[builder->cell_count++] = cell;
    maker->spare_pins += count;
    return cell.out;
}

/* Joins pins by as few cells of at most `most` inputs as possible, in a balanced tree. `pins` is a
 * ring: cells take pins from its front, and their outputs go to its end. */
static uint32_t make_tree(struct maker *maker, enum cell_kind kind, uint32_t *pins, uint32_t count,
                          unsigned most)
{
    uint32_t size = count, front = 0;
    while (count > 1) {
        uint32_t taken[GATE_INPUTS], surplus = count - most + 1;
        unsigned width = count <= most ? count : surplus < most ? surplus : most;
        for (unsigned i = 0; i < width; i++)
            taken[i] = pins[(front + i) % size];
        pins[(front + count) % size] = make_cell(maker, kind, taken, width);
        front = (front + width) % size;
        count -= width - 1;
    }
    return pins[front];
}

static uint32_t make_cube(struct maker *maker, struct table_cube cube)
{
    uint32_t pins[TABLE_INPUTS], count = 0, inputs = maker->table->inputs;
    for (uint32_t i = 0; i < inputs; i++) {
        uint32_t weight = inputs - 1 - i, pin = FIRST_BIT + i;
        if (!(cube.care >> weight & 1))
            continue;
        pins[count++] = cube.value >> weight & 1 ? pin : make_cell(maker, CELL_NOT, &pin, 1);
    }
    return count == 0 ? CONSTANT_1 : make_tree(maker, CELL_AND, pins, count, maker->and_inputs);
}

static uint32_t make_output(struct maker *maker, const struct table_form *form)
{
    uint32_t flipped[TABLE_INPUTS + 1], flips = 0, inputs = maker->table->inputs;
    for (uint32_t i = 0; i < form->count; i++)
        maker->pins[i] = make_cube(maker, form->cubes[i]);
    uint32_t pin = form->count == 0
                       ? CONSTANT_0
                       : make_tree(maker, CELL_OR, maker->pins, form->count, GATE_INPUTS);
    for (uint32_t i = 0; i < inputs; i++)
        if (form->flips >> (inputs - 1 - i) & 1)
            flipped[flips++] = FIRST_BIT + i;
    if (flips > 0 && pin != CONSTANT_0)
        flipped[flips++] = pin;
    if (flips > 0)
        pin = make_tree(maker, CELL_XOR, flipped, flips, 2);
    if (!form->inverted)
        return pin;
    return pin == CONSTANT_0 ? CONSTANT_1 : make_cell(maker, CELL_NOT, &pin, 1);
}

/* Enough cells for the forms: an AND for each two inputs at most, ORs, XORs, inverters; then one
 * for a constant 1, and one for each output that has the net of another port. */
static size_t count_cells(const struct table *table, const struct table_form *forms,
                          uint32_t *most_cubes)
{
    size_t count = (size_t)table->inputs * 2 + 1 + TABLE_COLUMNS;
    for (uint32_t i = 0; i < table->outputs; i++) {
        *most_cubes = forms[i].count > *most_cubes ? forms[i].count : *most_cubes;
        count += (size_t)forms[i].count + table->inputs + 1;
        for (uint32_t k = 0; k < forms[i].count; k++)
            for (unsigned care = forms[i].cubes[k].care; care != 0; care &= care - 1)
                count++;
    }
    return count;
}

static ow_status take_memory(struct maker *maker, const struct table_form *forms)
{
    struct builder *builder = maker->builder;
    uint32_t most_cubes = 1, buckets = 1;
    size_t cells = count_cells(maker->table, forms, &most_cubes);
    while (buckets < cells)
        buckets *= 2;
    maker->bucket_mask = buckets - 1;
    builder->cells = arena_take(&builder->arena, cells * sizeof *builder->cells);
    maker->buckets = arena_take(&builder->arena, buckets * sizeof *maker->buckets);
    maker->next = arena_take(&builder->arena, cells * sizeof *maker->next);
    maker->pins = arena_take(&builder->arena, most_cubes * sizeof *maker->pins);
    maker->spare_pins = arena_take(&builder->arena, cells * GATE_INPUTS * sizeof(uint32_t));
    if (!builder->cells || !maker->buckets || !maker->next || !maker->pins || !maker->spare_pins)
        return builder->arena.status;
    memset(maker->buckets, 0xff, buckets * sizeof *maker->buckets);
    return OW_OK;
}

/* Bits of a port: the lowest bit has place 0. */
static void add_ports(struct builder *builder, const struct table_column *column,
                      const uint32_t *outputs)
{
    for (uint32_t i = 0; i < column->width; i++)
        builder->ports[builder->port_count++] = (struct build_port){
            .name = column->name,
            .is_output = column->is_output,
            .is_numbered = column->is_bus,
            .place = column->width - 1 - i,
            .index = column->index + (column->upto ? (int32_t)i : -(int32_t)i),
            .net = column->is_output ? outputs[column->first + i] : FIRST_BIT + column->first + i};
}

static ow_status make_cells(struct maker *maker, const struct table_form *forms)
{
    struct builder *builder = maker->builder;
    const struct table *table = maker->table;
    uint32_t outputs[TABLE_OUTPUTS];
    ow_status status = take_memory(maker, forms);
    builder->ports = arena_take(&builder->arena, TABLE_COLUMNS * sizeof *builder->ports);
    if (status != OW_OK || !builder->ports)
        return builder->arena.status;
    for (uint32_t i = 0; i < table->outputs; i++)
        outputs[i] = make_output(maker, &forms[i]);
    for (uint32_t i = 0; i < table->column_count; i++)
        add_ports(builder, &table->columns[i], outputs);
    return OW_OK;
}

ow_status build_read_table(struct builder *builder)
{
    struct table table = {.inputs = 0};
    struct table_form forms[TABLE_OUTPUTS];
    uint32_t asked = builder->asked->and_inputs;
    struct maker maker = {.builder = builder,
                          .table = &table,
                          .and_inputs =
                              asked >= 2 && asked < MOST_AND_INPUTS ? asked : MOST_AND_INPUTS};
    ow_status status = table_read(builder, &table);
    for (uint32_t i = 0; status == OW_OK && i < table.outputs; i++)
        status = table_minimise(builder, &table, i, maker.and_inputs, &forms[i]);
    maker.next_bit = FIRST_BIT + table.inputs;
    return status == OW_OK ? make_cells(&maker, forms) : status;
}
