/* Blotter: Logic World saves and subassemblies, versions 4 to 7.
 *
 * Section names are those of the published specification, "Blotter File Format - v7". Where real
 * files differ from it, docs/reference/blotter.md says how. All numbers are in host byte order. */
#ifndef OVERWORLD_BLOTTER_H
#define OVERWORLD_BLOTTER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Versions that are read; those from OW_BLOTTER_OLDEST_WRITTEN on can be converted to. */
#define OW_BLOTTER_OLDEST         4
#define OW_BLOTTER_OLDEST_WRITTEN 5
#define OW_BLOTTER_NEWEST         7

/* ow_blotter_save.variant: the early draft of version 5 shares its version byte. */
#define OW_BLOTTER_PLAIN 0
#define OW_BLOTTER_DRAFT 1 /* "draft", version 5 */

/* "Save type". A byte that is neither of the two is refused: what follows depends on it. */
#define OW_BLOTTER_WORLD       1
#define OW_BLOTTER_SUBASSEMBLY 2

/* "Peg Address", the kind of a peg, the same for every version: the boolean of versions 4 to 6
 * (1 input, 0 output) is translated. A byte that is neither is kept as OW_BLOTTER_RAW_KIND + byte.
 */
#define OW_BLOTTER_INPUT    1
#define OW_BLOTTER_OUTPUT   2
#define OW_BLOTTER_RAW_KIND 256

/* "Mod versions": a mod that the save was made with. The fourth number is -1 in real files. */
typedef struct ow_blotter_mod {
    ow_text id;
    int32_t version[4];
} ow_blotter_mod;

/* "Component IDs Map": the number that stands for a type in this save alone, and its text id. */
typedef struct ow_blotter_component_type {
    uint16_t id;
    ow_text name;
} ow_blotter_component_type;

/* "Components data": one component. Position and rotation are local to the parent. */
typedef struct ow_blotter_component {
    uint32_t address; /* not 0; gaps and any order occur */
    uint32_t parent;  /* address of the parent, 0 for a root */
    uint16_t type;    /* ow_blotter_component_type.id */
    union {
        int32_t fixed[3]; /* from version 6 on: x, y, z in thousandths of a game unit */
        float units[3];   /* before: x, y, z in game units */
    } position;
    float rotation[4]; /* a quaternion, x, y, z, w in every version (version 4 stores w first) */
    uint32_t input_count;
    uint32_t output_count;
    int32_t *inputs;           /* circuit state ids, input_count of them; NULL in version 4 */
    int32_t *outputs;          /* circuit state ids, output_count of them; NULL in version 4 */
    uint8_t *inputs_exclusive; /* version 4 and the draft of 5: a flag for each input, or NULL */
    uint8_t *outputs_on;       /* version 4: a flag for each output, or NULL */
    ow_bytes custom_data;      /* `data` NULL for the length -1, which is not the length 0 */
} ow_blotter_component;

/* "Peg Address". */
typedef struct ow_blotter_peg {
    uint16_t kind; /* OW_BLOTTER_INPUT, OW_BLOTTER_OUTPUT, or OW_BLOTTER_RAW_KIND + byte */
    uint32_t component;
    int32_t index; /* zero-based among the component's pegs of that kind */
} ow_blotter_peg;

/* "Wires data": one wire. */
typedef struct ow_blotter_wire {
    ow_blotter_peg first, second;
    int32_t circuit_state; /* 0 in version 4, which has none */
    float rotation;        /* relative to the wire's own default */
} ow_blotter_wire;

/* "Circuit states". A world has bits, state 0 the least significant bit of byte 0; a subassembly
 * lists the ids of the states that are on. Version 4 has neither. */
typedef struct ow_blotter_circuit_states {
    ow_bytes bits;
    int32_t *on;
    uint32_t on_count;
} ow_blotter_circuit_states;

/* A whole save. To build one, zero it and set version and save_type; or get one from
 * ow_new or ow_blotter_read.
 * Arrays hold as many records as the count beside them says. */
typedef struct ow_blotter_save {
    uint8_t version;         /* OW_BLOTTER_OLDEST to OW_BLOTTER_NEWEST */
    uint8_t variant;         /* OW_BLOTTER_PLAIN or, in version 5, OW_BLOTTER_DRAFT */
    int32_t game_version[4]; /* such as 0, 92, 3, 57 */
    uint16_t save_type;      /* OW_BLOTTER_WORLD or OW_BLOTTER_SUBASSEMBLY; 0 in version 4 */
    uint32_t mod_count, component_type_count, component_count, wire_count;
    ow_blotter_mod *mods; /* none in version 4 and in the draft of 5 */
    ow_blotter_component_type *component_types;
    ow_blotter_component *components;
    ow_blotter_wire *wires;
    ow_blotter_circuit_states circuit_states;
    ow_bytes trailing; /* what stands after the footer: nothing in any real file */
    void *owner;       /* the memory behind it all; NULL in a save that the caller built */
    uint64_t reserved[4];
} ow_blotter_save;

/* Reads a whole save into memory of its own: `bytes` may go away afterwards. On failure *save is
 * NULL and *error says why. `options` may be NULL. Every save that reads is written back byte for
 * byte. */
OW_API ow_status ow_blotter_read(const void *bytes, size_t size, const ow_options *options,
                                 ow_blotter_save **save, ow_error *error);

/* Gives a save from ow_blotter_read or ow_blotter_convert back. NULL is fine. */
OW_API void ow_blotter_free(ow_blotter_save *save);

/* Writes a save in its own version and variant, through a sink or into memory. The error says
 * which field cannot be written (a peg index of 300 in the draft of version 5, say). */
OW_API ow_status ow_blotter_write(const ow_blotter_save *save, const ow_options *options,
                                  const ow_sink *sink, ow_error *error);
OW_API ow_status ow_blotter_write_buffer(const ow_blotter_save *save, const ow_options *options,
                                         ow_buffer *buffer, ow_error *error);

/* Makes a copy of `save` in another version, OW_BLOTTER_OLDEST_WRITTEN to OW_BLOTTER_NEWEST. What
 * cannot be carried is told to `warn`, one sentence a call, with the JSON Pointer of the first
 * place (warn may be NULL). Positions of versions up to 5 are rounded to the nearest thousandth.
 * A version 4 save gets circuit states made from its wires and its outputs that are on, and the
 * save type of a world. The copy shares no memory with `save`. `target`
 * NULL or all zero: a copy as it is. */
OW_API ow_status ow_blotter_convert(const ow_blotter_save *save, const ow_target *target,
                                    const ow_options *options, ow_warn warn, void *warn_context,
                                    ow_blotter_save **converted, ow_error *error);

/* Reads a save one record after another, in memory that does not grow with the file: a world of
 * gigabytes takes as much as a small one. */
typedef struct ow_blotter_reader ow_blotter_reader;

/* Opens a reader and reads everything before the first component: versions, counts, mods and
 * component types. `bytes` must stay as they are until ow_blotter_reader_close. */
OW_API ow_status ow_blotter_reader_open(const void *bytes, size_t size, const ow_options *options,
                                        ow_blotter_reader **reader, ow_error *error);

/* The part of the save that is known so far: all but components and wires, and circuit states and
 * trailing bytes only after ow_blotter_reader_finish. Lives as long as the reader. */
OW_API const ow_blotter_save *ow_blotter_reader_save(const ow_blotter_reader *reader);

/* Hands out the next component, or the next wire (passing over components that were not asked
 * for); *record is NULL after the last one. A record lives until the next call. */
OW_API ow_status ow_blotter_next_component(ow_blotter_reader *reader,
                                           const ow_blotter_component **record, ow_error *error);
OW_API ow_status ow_blotter_next_wire(ow_blotter_reader *reader, const ow_blotter_wire **record,
                                      ow_error *error);

/* Byte offset of the record handed out last. */
OW_API uint64_t ow_blotter_record_offset(const ow_blotter_reader *reader);

/* Passes over what is left and reads circuit states, footer and trailing bytes. */
OW_API ow_status ow_blotter_reader_finish(ow_blotter_reader *reader, ow_error *error);

/* Gives a reader back. NULL is fine. */
OW_API void ow_blotter_reader_close(ow_blotter_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
