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

/* A component that many wires may end at and that takes long to read: it is kept, so that a look at
 * it takes the same time as at any other. */
enum { MANY_PEGS = 64 };

struct large_component {
    uint32_t ordinal;
    ow_blotter_component record;
};

struct survey {
    const struct file *file;
    struct codec codec;   /* walks the file */
    struct codec aside;   /* looks at one other record */
    struct arena kept;    /* what lasts for the whole survey */
    struct arena scratch; /* the record at hand */
    struct arena looked_at;
    ow_blotter_save save; /* all but components and wires */
    uint64_t mods_at, types_at, components_at, wires_at, states_at;
    struct component_index index;
    uint64_t peg_count;    /* of all components */
    int32_t highest_state; /* of all pegs and wires, -1 where there is none */
    uint32_t large_count;
    struct large_component *large; /* by ordinal */
    uint8_t *is_large;             /* a bit for each component; NULL where none is large */
};

/* Reads the file, which must stay where it is, to its end. On failure the survey is of no use but for
 * survey_close and survey_explain. */
ow_status survey_open(struct survey *survey, const struct file *file);
void survey_close(struct survey *survey);

/* Finds the words for why a survey or a walk after it failed. */
ow_status survey_explain(const struct survey *survey, ow_status status, ow_error *error);

static inline uint64_t peg_count_of(const ow_blotter_component *record)
{
    return (uint64_t)record->input_count + record->output_count;
}

/* Copies a component that was kept for its many pegs. */
void survey_find_large(const struct survey *survey, uint32_t ordinal, ow_blotter_component *record);

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

/* Looks at component number `ordinal` without moving the walk; valid until the next look. */
static inline void look_at_component(struct survey *survey, uint32_t ordinal,
                                     ow_blotter_component *record)
{
    if (survey->is_large && survey->is_large[ordinal / 8] >> ordinal % 8 & 1) {
        survey_find_large(survey, ordinal, record);
        return;
    }
    arena_reset(&survey->looked_at);
    struct codec codec = survey->aside;
    codec.at = codec.begin + index_offset(&survey->index, ordinal);
    component(&codec, record);
    survey->aside.status = codec.status; /* there may have been no memory for it */
}

/* Looks at the wire at a byte without moving the walk. */
static inline void look_at_wire(struct survey *survey, uint64_t offset, ow_blotter_wire *record)
{
    struct codec codec = survey->aside;
    codec.at = codec.begin + offset;
    wire(&codec, record);
}

#endif
