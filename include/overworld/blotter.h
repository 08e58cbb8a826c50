/* Blotter: Logic World saves and subassemblies, versions 4 to 7.
 *
 * Section names are those of the published specification, "Blotter File Format - v7".
 * docs/reference/blotter.md lists where real files differ. All numbers are in host byte order.
 *
 * Threads: the calls may run at once on different objects, and on the same save if it is const.
 * One thread at a time may use a reader. More in formats.h. */
#ifndef OVERWORLD_BLOTTER_H
#define OVERWORLD_BLOTTER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Versions that can be read. Saves can be converted to versions from OW_BLOTTER_OLDEST_WRITTEN
 * on. */
#define OW_BLOTTER_OLDEST         4
#define OW_BLOTTER_OLDEST_WRITTEN 5
#define OW_BLOTTER_NEWEST         7

/* ow_blotter_save.variant. The early draft of version 5 has the same version byte as version 5. */
#define OW_BLOTTER_PLAIN 0
#define OW_BLOTTER_DRAFT 1 /* "draft", version 5 */

/* "Save type". Other values are rejected, because the rest of the file depends on the type. */
#define OW_BLOTTER_WORLD       1
#define OW_BLOTTER_SUBASSEMBLY 2

/* Kind of a peg ("Peg Address"), the same for every version: the boolean of versions 4 to 6 (1
 * input, 0 output) is translated. Any other byte is kept as OW_BLOTTER_RAW_KIND + byte. */
#define OW_BLOTTER_INPUT    1
#define OW_BLOTTER_OUTPUT   2
#define OW_BLOTTER_RAW_KIND 256

/* What a component does with its pegs. */
typedef enum ow_logic {
    OW_LOGIC_NONE,          /* no logic: boards, labels, displays, pegs, sockets */
    OW_LOGIC_UNKNOWN,       /* unknown type: its outputs keep their saved states */
    OW_LOGIC_INVERTER,      /* on if input 0 is off */
    OW_LOGIC_AND,           /* on if all inputs are on; off without inputs */
    OW_LOGIC_XOR,           /* on if inputs 0 and 1 differ */
    OW_LOGIC_BUFFER,        /* follows input 0 */
    OW_LOGIC_LATCH,         /* follows input 0 while input 1 is on, else keeps its state */
    OW_LOGIC_DELAYER,       /* follows input 0 some ticks later, see ow_delayer_reading */
    OW_LOGIC_RANDOMIZER,    /* random when input 0 goes on, off with it (inferred) */
    OW_LOGIC_SWITCH,        /* as in its custom data, or as set */
    OW_LOGIC_BUTTON,        /* buttons and keys: on while held */
    OW_LOGIC_RELAY,         /* links the nets of inputs 1 and 2 while input 0 is on */
    OW_LOGIC_FAST_BUFFER,   /* links the net of input 0 to that of input 1 */
    OW_LOGIC_RAM,           /* CheeseUtilMod's Ram8aX8b and RamResizable */
    OW_LOGIC_BCD,           /* CheeseUtilMod's BCD8: digits of a binary number */
    OW_LOGIC_FIFO,          /* HuntaBaddayCPUmod's Buffer8_sw: a queue of 65,536 bytes */
    OW_LOGIC_TABLE,         /* of an ow_circuit_type: a truth table */
    OW_LOGIC_MEMORY,        /* of an ow_circuit_type: a memory */
    OW_LOGIC_DUAL_PORT_RAM, /* CheeseUtilMod's DualPortRamResizable: two ports on the same cells */
    OW_LOGIC_TIMER          /* HuntaBaddayCPUmod's TSC6530: two counters with registers */
} ow_logic;

/* "Mod versions": a mod that made the save. The fourth number is -1 in real files. */
typedef struct ow_blotter_mod {
    ow_text id;
    int32_t version[4];
} ow_blotter_mod;

/* "Component IDs Map": the number of a type in this save, and its text id. */
typedef struct ow_blotter_component_type {
    uint16_t id;
    ow_text name;
} ow_blotter_component_type;

/* "Components data": one component. Position and rotation are local to the parent. */
typedef struct ow_blotter_component {
    uint32_t address; /* not 0; not consecutive, in any order */
    uint32_t parent;  /* address of the parent, 0 for a root */
    uint16_t type;    /* ow_blotter_component_type.id */
    union {
        int32_t fixed[3]; /* from version 6 on: x, y, z in thousandths of a game unit */
        float units[3];   /* up to version 5: x, y, z in game units */
    } position;
    /* quaternion x, y, z, w in every version (the file of version 4 has w first) */
    float rotation[4];
    uint32_t input_count;
    uint32_t output_count;
    int32_t *inputs;           /* circuit state ids, input_count of them; NULL in version 4 */
    int32_t *outputs;          /* circuit state ids, output_count of them; NULL in version 4 */
    uint8_t *inputs_exclusive; /* version 4 and the draft of 5: a flag for each input, or NULL */
    uint8_t *outputs_on;       /* version 4: a flag for each output, or NULL */
    ow_bytes custom_data;      /* `data` NULL: a length of -1, which differs from 0 */
} ow_blotter_component;

/* "Peg Address". */
typedef struct ow_blotter_peg {
    uint16_t kind; /* OW_BLOTTER_INPUT, OW_BLOTTER_OUTPUT, or OW_BLOTTER_RAW_KIND + byte */
    uint32_t component;
    int32_t index; /* from 0 on, among the component's pegs of that kind */
} ow_blotter_peg;

/* "Wires data": one wire. */
typedef struct ow_blotter_wire {
    ow_blotter_peg first, second;
    int32_t circuit_state; /* 0 in version 4, which has no states */
    float rotation;        /* relative to the wire's default */
} ow_blotter_wire;

/* "Circuit states". A world has bits; state 0 is the least significant bit of byte 0. A
 * subassembly lists the ids of the states that are on. Version 4 has neither. */
typedef struct ow_blotter_circuit_states {
    ow_bytes bits;
    int32_t *on;
    uint32_t on_count;
} ow_blotter_circuit_states;

/* A whole save. To build one, zero it and set `version` and `save_type`, or call ow_new. Arrays
 * have as many records as the count of the same name. */
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
    ow_bytes trailing; /* bytes after the footer; empty in real files */
    void *owner;       /* the memory of all members; NULL in a save that the caller built */
    uint64_t reserved[4];
} ow_blotter_save;

/* Reads a whole save. Writing it again gives the same bytes.
 *
 * bytes, size: the file, size in bytes.
 * save: receives the save; release it with ow_blotter_free. NULL on failure.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_blotter_read(const void *bytes, size_t size, const ow_options *options,
                                 ow_blotter_save **save, ow_error *error);

/* Releases a save from ow_blotter_read or ow_blotter_convert. NULL is allowed. Since 0.1. */
OW_API void ow_blotter_free(ow_blotter_save *save);

/* Writes a save in its own version and variant.
 *
 * sink: receives the bytes, in order.
 * Returns OW_OK or a write error. The error names the field that cannot be written, such as a peg
 * index of 300 in the draft of version 5.
 * Since 0.1. */
OW_API ow_status ow_blotter_write(const ow_blotter_save *save, const ow_options *options,
                                  const ow_sink *sink, ow_error *error);

/* Writes a save in its own version and variant into memory.
 *
 * buffer: receives the bytes; release it with ow_buffer_free.
 * Returns OW_OK or a write error, as ow_blotter_write.
 * Since 0.1. */
OW_API ow_status ow_blotter_write_buffer(const ow_blotter_save *save, const ow_options *options,
                                         ow_buffer *buffer, ow_error *error);

/* Converts a save to another version, OW_BLOTTER_OLDEST_WRITTEN to OW_BLOTTER_NEWEST. Positions of
 * versions up to 5 are rounded to the nearest thousandth. A version 4 save becomes a world; its
 * circuit states are derived from its wires and the outputs that are on.
 *
 * target: NULL or all zero: a copy in the same version.
 * warn: called for each loss, with the JSON Pointer of its first place; may be NULL.
 * converted: receives a save that shares no memory with `save`; release it with ow_blotter_free.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no such version or variant; OW_BAD_VALUE if the
 * target cannot hold a value.
 * Since 0.1. */
OW_API ow_status ow_blotter_convert(const ow_blotter_save *save, const ow_target *target,
                                    const ow_options *options, ow_warn warn, void *warn_context,
                                    ow_blotter_save **converted, ow_error *error);

/* A reader that gives one record after another. Its memory does not grow with the file. */
typedef struct ow_blotter_reader ow_blotter_reader;

/* Opens a reader and reads everything before the first component: versions, counts, mods and
 * component types.
 *
 * bytes, size: the file. It must not change or go away before ow_blotter_reader_close.
 * reader: receives the reader; release it with ow_blotter_reader_close. NULL on failure.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_blotter_reader_open(const void *bytes, size_t size, const ow_options *options,
                                        ow_blotter_reader **reader, ow_error *error);

/* Gives the part of the save that has been read: all but components and wires. Circuit states and
 * trailing bytes are there after ow_blotter_reader_finish.
 * Returns the save, valid as long as the reader.
 * Since 0.1. */
OW_API const ow_blotter_save *ow_blotter_reader_save(const ow_blotter_reader *reader);

/* Reads the next component.
 *
 * record: receives the component, valid until the next call; NULL after the last one.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_blotter_next_component(ow_blotter_reader *reader,
                                           const ow_blotter_component **record, ow_error *error);

/* Reads the next wire. Skips components that have not been read.
 *
 * record: receives the wire, valid until the next call; NULL after the last one.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_blotter_next_wire(ow_blotter_reader *reader, const ow_blotter_wire **record,
                                      ow_error *error);

/* Gives the place of the record that was read last.
 * Returns its offset in bytes from the start of the file.
 * Since 0.1. */
OW_API uint64_t ow_blotter_record_offset(const ow_blotter_reader *reader);

/* Skips the remaining records and reads circuit states, footer and trailing bytes.
 * Returns OW_OK or a read error.
 * Since 0.1. */
OW_API ow_status ow_blotter_reader_finish(ow_blotter_reader *reader, ow_error *error);

/* Releases a reader. NULL is allowed. Since 0.1. */
OW_API void ow_blotter_reader_close(ow_blotter_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
