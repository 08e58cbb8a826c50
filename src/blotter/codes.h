/* The kinds of issue that a check of a save can report, as indexes into the table in codes.c. */
#ifndef OW_SRC_BLOTTER_CODES_H
#define OW_SRC_BLOTTER_CODES_H

enum blotter_code {
    /* The rest of the file cannot be read. */
    TRUNCATED,
    BROKEN,
    UNKNOWN_VERSION,
    /* Mods and component types. */
    BAD_UTF8,
    MOD_TWICE,
    TYPE_ID_TWICE,
    TYPE_NAME_TWICE,
    TYPE_UNUSED,
    /* Components. */
    EMPTY_SUBASSEMBLY,
    SEVERAL_ROOTS,
    FIRST_NOT_ROOT,
    ADDRESS_ZERO,
    DUPLICATE_ADDRESS,
    PARENT_MISSING,
    PARENT_AFTER_CHILD,
    PARENT_CYCLE,
    TYPE_MISSING,
    POSITION_NOT_FINITE,
    ROTATION_NOT_FINITE,
    ROTATION_NOT_UNIT,
    FLAG_NOT_BOOLEAN,
    CUSTOM_DATA_ODD,
    COMPONENTS_OVERLAP,
    STATE_OUTSIDE,
    OUTPUT_STATE_SHARED,
    /* Wires. */
    PEG_KIND_UNKNOWN,
    DANGLING_COMPONENT,
    DANGLING_PEG,
    WIRE_TO_ITSELF,
    OUTPUTS_JOINED,
    WIRE_STATE_DIFFERS,
    INPUT_STATES_DIFFER,
    DUPLICATE_WIRE,
    WIRE_ROTATION,
    WIRE_ROTATION_NOT_FINITE,
    /* Circuit states and the end. */
    STATE_BYTES_TOO_FEW,
    STATE_BYTES_TOO_MANY,
    ON_STATE_TWICE,
    ON_STATE_UNUSED,
    TRAILING_BYTES,
    BLOTTER_CODE_COUNT
};

#endif
