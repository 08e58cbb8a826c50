/* The facts of a world from its records: types, size, texts and ports. */
#include "facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most bytes of texts to keep of a world. */
enum { MOST_TEXT = 48 << 10 };

/* Kinds of records with a column. */
static const struct kind_row {
    const char *kind;
    enum world_column column;
    bool is_joint; /* joins other records, and is not itself counted as one */
} kind_rows[] = {
    {"component", WORLD_COMPONENTS, false}, {"wire", WORLD_WIRES, true},
    {"thing", WORLD_THINGS, false},         {"actor", WORLD_ACTORS, false},
    {"trigger", WORLD_TRIGGERS, false},     {"path", WORLD_PATHS, false},
    {"layer", WORLD_LAYERS, true},          {"root", WORLD_ROOTS, true},
    {"block", WORLD_BLOCKS, false},
};

struct parts {
    struct facts *facts;
    struct sketch sketch;
    int64_t records;
    double least[3], most[3];
};

static const struct kind_row *row_of_kind(const char *kind)
{
    for (size_t i = 0; i < sizeof kind_rows / sizeof *kind_rows; i++)
        if (strcmp(kind_rows[i].kind, kind) == 0)
            return &kind_rows[i];
    return NULL;
}

static void count_part(struct parts *parts, const ow_part *part)
{
    const struct kind_row *row = row_of_kind(part->kind);
    if (!row || !row->is_joint)
        parts->records++;
    if (!row)
        return;
    struct value *value = &parts->facts->world[row->column];
    *value = integer_value(value->kind == VALUE_INTEGER ? value->integer + 1 : 1);
}

static void widen(struct parts *parts, const ow_part *part)
{
    for (unsigned axis = 0; axis < part->axes; axis++) {
        double place = part->position[axis];
        if (!isfinite(place))
            continue;
        parts->least[axis] = fmin(parts->least[axis], place);
        parts->most[axis] = fmax(parts->most[axis], place);
    }
}

/* Hashes the type of a record and its place, in 1/16 of a unit. */
static void sketch_part(struct parts *parts, const ow_part *part)
{
    int64_t places[3] = {0};
    uint64_t mixed = mix(1, part->type.data, part->type.size);
    for (unsigned axis = 0; axis < part->axes; axis++)
        if (fabs(part->position[axis]) < 1e15)
            places[axis] = (int64_t)floor(part->position[axis] * 16 + 0.5);
    sketch_add(&parts->sketch, mix(mixed, places, sizeof places));
}

/* Equal texts count once. */
static void take_text(struct facts *facts, ow_text text)
{
    if (facts->text_size + text.size > MOST_TEXT)
        return;
    size_t before = facts->texts.count;
    tally_add(&facts->texts, &facts->pool, "", text);
    if (facts->texts.count > before)
        facts->text_size += text.size + 1;
}

static ow_visit take_part(void *context, const ow_part *part)
{
    struct parts *parts = context;
    struct facts *facts = parts->facts;
    count_part(parts, part);
    if (part->type.size > 0)
        tally_add(&facts->types, &facts->pool, part->kind, part->type);
    if (part->text.size > 0)
        take_text(facts, part->text);
    if (part->axes > 0)
        widen(parts, part);
    if (part->axes > 0 && part->type.size > 0)
        sketch_part(parts, part);
    return OW_GO_ON;
}

/* A level is mainly its cells, so each cell except empty ones is a record of the sketch. */
static void sketch_cells(struct sketch *sketch, const ow_leveld_level *level)
{
    for (uint32_t i = 0; i < level->block_count; i++) {
        const ow_leveld_block *block = &level->blocks[i];
        for (uint32_t k = 0; block->id == OW_LEVELD_MESH && k < block->mesh->layer_count; k++) {
            const ow_leveld_layer *layer = &block->mesh->layers[k];
            for (uint32_t cell = 0; cell < layer->cell_count; cell++) {
                uint32_t record[] = {k, cell, layer->cells[cell]};
                if (record[2] != 0)
                    sketch_add(sketch, mix(2, record, sizeof record));
            }
        }
    }
}

static void take_ports(struct facts *facts, const ow_document *document, const ow_options *options)
{
    ow_circuit circuit;
    ow_error error;
    if (!facts_step(facts, ow_circuit_open(document, NULL, options, &circuit, &error)))
        return;
    for (uint32_t i = 0; i < circuit.port_count; i++) {
        const ow_circuit_port *port = &circuit.ports[i];
        ow_text name = circuit.nets[port->net].name;
        if (name.size > 0)
            tally_add(&facts->ports, &facts->pool, ow_port_kind_name(port->kind), name);
    }
    ow_circuit_close(&circuit);
}

static void note_bounds(struct facts *facts, const struct parts *parts)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        if (parts->least[axis] > parts->most[axis])
            continue;
        facts->world[WORLD_LEAST_X + axis] = real_value(parts->least[axis]);
        facts->world[WORLD_MOST_X + axis] = real_value(parts->most[axis]);
    }
}

void facts_of_parts(struct facts *facts, const ow_document *document, const ow_options *options)
{
    struct parts parts = {.facts = facts,
                          .least = {INFINITY, INFINITY, INFINITY},
                          .most = {-INFINITY, -INFINITY, -INFINITY}};
    ow_error error;
    sketch_begin(&parts.sketch);
    facts_step(facts, ow_find_parts(document, NULL, options, take_part, &parts, NULL, &error));
    facts->world[WORLD_RECORDS] = integer_value(parts.records);
    note_bounds(facts, &parts);
    if (strcmp(document->format->name, "leveld") == 0)
        sketch_cells(&parts.sketch, document->as.leveld);
    if (strcmp(document->format->name, "blotter") == 0)
        take_ports(facts, document, options);
    if (sketch_finish(&parts.sketch, facts->sketch))
        facts->world[WORLD_SKETCH] = bytes_value(facts->sketch, SKETCH_SIZE);
}
