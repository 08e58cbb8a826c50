/* Blotter's bytes, versions 4 to 7, each field once and in file order.
 *
 * Include a codec first. `c->version` is the save format version. `c->variant` is set for the early
 * draft of version 5, which shares its version byte. Section names are those of the published
 * specification; docs/reference/blotter.md describes what the specification omits. */
#ifndef OW_SRC_BLOTTER_LAYOUT_H
#define OW_SRC_BLOTTER_LAYOUT_H

#include <overworld/blotter.h>

/* The fewest bytes that a record takes in any version, to check counts against. */
enum { MOD_LEAST = 20, TYPE_LEAST = 6, COMPONENT_LEAST = 44, WIRE_LEAST = 16 };

static const struct choice save_types[] = {
    {1, OW_BLOTTER_WORLD, "world"},
    {2, OW_BLOTTER_SUBASSEMBLY, "subassembly"},
};

/* "Peg Address": an enumeration since version 7, before that a boolean "is an input". */
static const struct choice peg_kinds[] = {
    {1, OW_BLOTTER_INPUT, "input"},
    {2, OW_BLOTTER_OUTPUT, "output"},
};
static const struct choice boolean_peg_kinds[] = {
    {1, OW_BLOTTER_INPUT, "input"},
    {0, OW_BLOTTER_OUTPUT, "output"},
};

/* Version 4 and the draft of version 5 store pegs and their flags in single bytes. */
VERB bool has_byte_pegs(const struct codec *c)
{
    return c->version == 4 || c->variant == OW_BLOTTER_DRAFT;
}

VERB void resume(struct codec *c, const ow_blotter_save *v)
{
    c->version = v->version;
    c->variant = v->variant;
}

VERB void mod(struct codec *c, ow_blotter_mod *v)
{
    text(c, "id", &v->id, I32);
    i32v(c, "version", v->version, 4);
}

VERB void component_type(struct codec *c, ow_blotter_component_type *v)
{
    u16(c, "id", &v->id);
    text(c, "name", &v->name, I32);
}

/* Version 4: a flag for each peg and no circuit states. */
VERB void flag(struct codec *c, uint8_t *v, const char *name)
{
    u8(c, name, v);
}

/* The draft of version 5: each input has a flag and a circuit state. */
VERB void draft_input(struct codec *c, int32_t *circuit_state, uint8_t *exclusive)
{
    u8(c, "exclusive", exclusive);
    i32(c, "circuit_state", circuit_state);
}

VERB void pegs_of_old_versions(struct codec *c, ow_blotter_component *v)
{
    if (c->version == 4) {
        count(c, "input_count", &v->input_count, I32, 1);
        list_with(c, "inputs", v->inputs_exclusive, v->input_count, flag, "exclusive");
        count(c, "output_count", &v->output_count, I32, 1);
        list_with(c, "outputs", v->outputs_on, v->output_count, flag, "on");
        absent_pointer(c, "inputs", v->inputs);
        absent_pointer(c, "outputs", v->outputs);
    } else {
        count(c, "input_count", &v->input_count, U8, 5);
        paired_list(c, "inputs", v->inputs, v->inputs_exclusive, v->input_count, draft_input);
        count(c, "output_count", &v->output_count, U8, 4);
        i32s(c, "outputs", &v->outputs, &v->output_count);
        absent_pointer(c, "outputs_on", v->outputs_on);
    }
}

/* "Components data". Positions are in game units up to version 5, in thousandths of a unit from
 * version 6 on. */
VERB void component(struct codec *c, ow_blotter_component *v)
{
    u32(c, "address", &v->address);
    u32(c, "parent", &v->parent);
    u16(c, "type", &v->type);
    if (c->version >= 6)
        i32v(c, "position", v->position.fixed, 3);
    else
        f32v(c, "position", v->position.units, 3);
    if (c->version == 4) /* w comes first */
        f32v_from(c, "rotation", v->rotation, 4, 3);
    else
        f32v(c, "rotation", v->rotation, 4);
    if (has_byte_pegs(c)) {
        pegs_of_old_versions(c, v);
    } else {
        count(c, "input_count", &v->input_count, I32, 4);
        i32s(c, "inputs", &v->inputs, &v->input_count);
        count(c, "output_count", &v->output_count, I32, 4);
        i32s(c, "outputs", &v->outputs, &v->output_count);
        absent_pointer(c, "inputs_exclusive", v->inputs_exclusive);
        absent_pointer(c, "outputs_on", v->outputs_on);
    }
    bytes(c, "custom_data", &v->custom_data, I32_OR_NONE);
}

VERB void peg(struct codec *c, ow_blotter_peg *v)
{
    if (c->version >= 7)
        choice8(c, "kind", &v->kind, peg_kinds, 2);
    else
        choice8(c, "kind", &v->kind, boolean_peg_kinds, 2);
    u32(c, "component", &v->component);
    if (has_byte_pegs(c))
        i32_as_u8(c, "index", &v->index);
    else
        i32(c, "index", &v->index);
}

/* "Wires data". */
VERB void wire(struct codec *c, ow_blotter_wire *v)
{
    begin_object(c, "first");
    peg(c, &v->first);
    end_object(c);
    begin_object(c, "second");
    peg(c, &v->second);
    end_object(c);
    if (c->version >= 5)
        i32(c, "circuit_state", &v->circuit_state);
    else
        absent(c, "circuit_state", v->circuit_state);
    f32(c, "rotation", &v->rotation);
}

/* "Save info" up to and including the counts. */
VERB void prologue(struct codec *c, ow_blotter_save *v)
{
    magic(c, "header", "Logic World save", 16);
    u8(c, "version", &v->version);
    c->version = v->version;
    if (v->version < OW_BLOTTER_OLDEST || v->version > OW_BLOTTER_NEWEST)
        refuse(c, OW_UNKNOWN_VERSION, "version",
               "unknown Blotter version %u; versions %d to %d are known", v->version,
               OW_BLOTTER_OLDEST, OW_BLOTTER_NEWEST);
    external_variant(c, "variant", &v->variant, blotter_versions, BLOTTER_VERSIONS);
    resume(c, v);
    i32v(c, "game_version", v->game_version, 4);
    if (v->version >= 5) {
        choice8(c, "save_type", &v->save_type, save_types, 2);
        if (v->save_type >= RAW_CHOICE)
            refuse(c, OW_BAD_VALUE, "save_type",
                   "unknown save type %d; expected 1 (world) or 2 (subassembly)",
                   v->save_type - RAW_CHOICE);
    } else {
        absent(c, "save_type", v->save_type);
    }
    count(c, "component_count", &v->component_count, I32, COMPONENT_LEAST);
    count(c, "wire_count", &v->wire_count, I32, WIRE_LEAST);
}

/* "Mod versions", absent in version 4 and in the draft of version 5. */
VERB bool has_mods(const struct codec *c)
{
    return c->version >= 5 && c->variant != OW_BLOTTER_DRAFT;
}

/* "Circuit states". */
VERB void circuit_states(struct codec *c, ow_blotter_save *v)
{
    ow_blotter_circuit_states *states = &v->circuit_states;
    bool world = c->version >= 5 && v->save_type == OW_BLOTTER_WORLD;
    bool subassembly = c->version >= 5 && !world;
    if (world)
        bytes(c, "circuit_states", &states->bits, I32);
    else
        no_bytes(c, "circuit_states", &states->bits);
    if (subassembly) {
        count(c, "circuit_state_count", &states->on_count, I32, 4);
        i32s(c, "circuit_states", &states->on, &states->on_count);
    } else {
        no_list(c, "circuit_states", states->on, states->on_count);
    }
}

VERB void epilogue(struct codec *c, ow_blotter_save *v)
{
    circuit_states(c, v);
    magic(c, "footer", "redstone sux lol", 16);
    rest(c, "trailing", &v->trailing);
}

VERB void mods(struct codec *c, ow_blotter_save *v)
{
    if (has_mods(c)) {
        count(c, "mod_count", &v->mod_count, I32, MOD_LEAST);
        list(c, "mods", v->mods, v->mod_count, mod);
    } else {
        no_list(c, "mods", v->mods, v->mod_count);
    }
}

VERB void component_types(struct codec *c, ow_blotter_save *v)
{
    count(c, "component_type_count", &v->component_type_count, I32, TYPE_LEAST);
    list(c, "component_types", v->component_types, v->component_type_count, component_type);
}

/* See runs/run.h. */
#define RECORDS(RECORD, NUMBER)                                                                    \
    RECORD(PART_MODS, "/mods/*", ow_blotter_mod, mod(c, &record))                                  \
    RECORD(PART_COMPONENT_TYPES, "/component_types/*", ow_blotter_component_type,                  \
           component_type(c, &record))                                                             \
    RECORD(PART_COMPONENTS, "/components/*", ow_blotter_component, component(c, &record))          \
    RECORD(PART_WIRES, "/wires/*", ow_blotter_wire, wire(c, &record))                              \
    NUMBER(PART_CIRCUIT_STATES, "/circuit_states/*", int32_t, i32(c, NULL, &record))

VERB void document(struct codec *c, ow_blotter_save *v)
{
    prologue(c, v);
    mods(c, v);
    component_types(c, v);
    list(c, "components", v->components, v->component_count, component);
    list(c, "wires", v->wires, v->wire_count, wire);
    epilogue(c, v);
}

#endif
