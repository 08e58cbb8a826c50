/* A save walked once to its end: where everything stands, and how to get back there.
 *
 * What needs several looks at a large save (the rules of a check, the figures of a summary) surveys
 * it once and then walks again or looks at single components; records are never kept. */
#ifndef OW_SRC_BLOTTER_SURVEY_H
#define OW_SRC_BLOTTER_SURVEY_H

#include "blotter.h"

#include "../codec/decode.h"

#include "index.h"
#include "layout.h"

struct survey {
    const struct file *file;
    struct codec codec;   /* walks the file */
    struct codec aside;   /* looks at one other wire */
    struct arena kept;    /* what lasts for the whole survey */
    struct arena scratch; /* the record at hand */
    ow_blotter_save save; /* all but components and wires */
    uint64_t mods_at, types_at, components_at, wires_at, states_at;
    uint64_t wire_size; /* of each wire: all of a save are of one size */
    struct component_index index;
};

/* Reads the file, which must stay where it is, to its end, in three steps: what stands before the
 * components; the components, which the caller does where it wants to know more of them than
 * survey_components notes; the rest. On failure the survey is of no use but for survey_close and
 * survey_explain. */
ow_status survey_begin(struct survey *survey, const struct file *file);
void survey_components(struct survey *survey);
ow_status survey_end(struct survey *survey);

/* All three. */
ow_status survey_open(struct survey *survey, const struct file *file);
void survey_close(struct survey *survey);

/* Finds the words for why a survey or a walk after it failed. */
ow_status survey_explain(const struct survey *survey, ow_status status, ow_error *error);

static inline uint64_t offset_now(const struct survey *survey)
{
    return (uint64_t)(survey->codec.at - survey->codec.begin);
}

/* Moves the walk to a byte that an earlier walk came by. */
static inline void walk_from(struct survey *survey, uint64_t offset)
{
    survey->codec.at = survey->codec.begin + offset;
}

/* Reads the component that the walk stands at. The copy lets its cursor live in a register. */
static inline void walk_component(struct survey *survey, ow_blotter_component *record)
{
    arena_reset(&survey->scratch);
    struct codec codec = survey->codec;
    component(&codec, record);
    survey->codec = codec;
}

/* Reads the wire that the walk stands at. */
static inline void walk_wire(struct survey *survey, ow_blotter_wire *record)
{
    struct codec codec = survey->codec;
    wire(&codec, record);
    survey->codec = codec;
}

/* Looks at the wire at a byte without moving the walk. */
static inline void look_at_wire(struct survey *survey, uint64_t offset, ow_blotter_wire *record)
{
    struct codec codec = survey->aside;
    codec.at = codec.begin + offset;
    wire(&codec, record);
}

#endif
