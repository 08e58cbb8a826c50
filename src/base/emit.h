/* Emitting events without a layout, for summaries. */
#ifndef OW_SRC_BASE_EMIT_H
#define OW_SRC_BASE_EMIT_H

#include <overworld/base.h>

enum { EMIT_DEPTH = 8 };

struct emitter {
    ow_visitor visit;
    void *context;
    bool stopped; /* the visitor returned OW_STOP; later calls do nothing */
    unsigned depth;
    unsigned hidden; /* depth of the container that the visitor skips; 0: none */
    uint64_t next_index[EMIT_DEPTH];
    const char *names[EMIT_DEPTH]; /* of the open containers */
};

/* `name` is NULL for array elements. */
void emit_begin_object(struct emitter *emit, const char *name);
/* An object whose fields, and the records of whose lists, are printed on lines of their own. */
void emit_begin_lines(struct emitter *emit, const char *name);
void emit_end_object(struct emitter *emit);
void emit_begin_array(struct emitter *emit, const char *name, uint64_t count);
void emit_end_array(struct emitter *emit);
void emit_integer(struct emitter *emit, const char *name, int64_t value);
/* A number of 64 bits; text in JSON, because a double would lose digits. */
void emit_unsigned_64(struct emitter *emit, const char *name, uint64_t value);
/* null in JSON. */
void emit_null(struct emitter *emit, const char *name);
/* A computed float. NaNs become one and the same NaN on every host. */
void emit_float(struct emitter *emit, const char *name, float value);
/* A float of the file, bit for bit. */
void emit_stored_float(struct emitter *emit, const char *name, const float *value);
void emit_boolean(struct emitter *emit, const char *name, bool value);
void emit_text(struct emitter *emit, const char *name, ow_text text);
void emit_string(struct emitter *emit, const char *name, const char *text);

#endif
