/* Telling something as events: what a summary uses where a trace has a layout. */
#ifndef OW_SRC_BASE_EMIT_H
#define OW_SRC_BASE_EMIT_H

#include <overworld/base.h>

enum { EMIT_DEPTH = 8 };

struct emitter {
    ow_visitor visit;
    void *context;
    bool stopped; /* the visitor has had enough; later calls do nothing */
    unsigned depth;
    unsigned hidden; /* the depth of what the visitor skips the inside of; 0: none */
    uint64_t next_index[EMIT_DEPTH];
    const char *names[EMIT_DEPTH]; /* of what is open */
};

/* `name` is NULL for an element of an array. */
void emit_begin_object(struct emitter *emit, const char *name);
/* An object whose fields text spreads over lines, and the records of its lists with them. */
void emit_begin_lines(struct emitter *emit, const char *name);
void emit_end_object(struct emitter *emit);
void emit_begin_array(struct emitter *emit, const char *name, uint64_t count);
void emit_end_array(struct emitter *emit);
void emit_integer(struct emitter *emit, const char *name, int64_t value);
/* A number of 64 bits, which JSON has as text: a double would lose digits. */
void emit_unsigned_64(struct emitter *emit, const char *name, uint64_t value);
/* Something that there is not: null in JSON. */
void emit_null(struct emitter *emit, const char *name);
/* A figure that was reckoned: what came out as no number is one and the same NaN on every host. */
void emit_float(struct emitter *emit, const char *name, float value);
/* A float of the file, bit for bit. */
void emit_stored_float(struct emitter *emit, const char *name, const float *value);
void emit_boolean(struct emitter *emit, const char *name, bool value);
void emit_text(struct emitter *emit, const char *name, ow_text text);
void emit_string(struct emitter *emit, const char *name, const char *text);

#endif
