/* Walks a save once to its end: the offset of each part, and how to get back there.
 *
 * The rules of a check and the figures of a summary need several passes over a large save. They
 * survey it once, and then walk again or read single components. Records are never kept. */
#ifndef OW_SRC_BLOTTER_SURVEY_H
#define OW_SRC_BLOTTER_SURVEY_H

#include "blotter.h"

#include "../codec/decode.h"

#include "index.h"
#include "layout.h"

struct survey {
    const struct file *file;
    struct codec codec;   /* walks the file */
    struct codec aside;   /* reads single wires */
    struct arena kept;    /* memory for the whole survey */
    struct arena scratch; /* memory for the current record */
    ow_blotter_save save; /* everything but components and wires */
    uint64_t mods_at, types_at, components_at, wires_at, states_at;
    uint64_t wire_size;    /* of each wire: all wires of a save have the same size */
    uint16_t highest_type; /* of the components that survey_components has read */
    struct component_index index;
};

/* Reads the file to its end, in three steps: everything before the components; the components; the
 * rest. The caller may read the components itself if it needs more than survey_components stores.
 * The file must stay at its address. After a failure, only call survey_close and survey_explain. */
ow_status survey_begin(struct survey *survey, const struct file *file);
void survey_components(struct survey *survey);
ow_status survey_end(struct survey *survey);

/* Runs all three steps. */
ow_status survey_open(struct survey *survey, const struct file *file);
void survey_close(struct survey *survey);

/* Finds the message for a failure of a survey or of a walk after it. */
ow_status survey_explain(const struct survey *survey, ow_status status, ow_error *error);

static inline uint64_t offset_now(const struct survey *survey)
{
    return (uint64_t)(survey->codec.at - survey->codec.begin);
}

/* Moves the walk to a byte that an earlier walk has visited. */
static inline void walk_from(struct survey *survey, uint64_t offset)
{
    survey->codec.at = survey->codec.begin + offset;
}

/* Reads the current component of the walk. The local copy lets its cursor stay in a register. */
static inline void walk_component(struct survey *survey, ow_blotter_component *record)
{
    arena_reset(&survey->scratch);
    struct codec codec = survey->codec;
    component(&codec, record);
    survey->codec = codec;
}

/* Reads the current wire of the walk. */
static inline void walk_wire(struct survey *survey, ow_blotter_wire *record)
{
    struct codec codec = survey->codec;
    wire(&codec, record);
    survey->codec = codec;
}

#endif
