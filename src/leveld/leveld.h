/* LevelD inside the library: what its files share, and its row of the registry. Include before a
 * codec. */
#ifndef OW_SRC_LEVELD_LEVELD_H
#define OW_SRC_LEVELD_LEVELD_H

#include "../base/memory.h"
#include "../format.h"

#include <overworld/leveld.h>

/* The byte order is known from the version, or found out. */
#define NUMBERS_ARE_BIG(c) ((c)->big_endian)

/* What a reader has to know beforehand: the file does not say it. */
struct leveld_variant {
    uint8_t byte_order, variant;
};

/* The variants that the first bytes of a file leave open, the likeliest first. Returns how many;
 * one at least. */
enum { LEVELD_MOST_CANDIDATES = 4 };
unsigned leveld_candidates(const void *bytes, size_t size,
                           struct leveld_variant candidates[LEVELD_MOST_CANDIDATES]);

/* The variant that parses to the end of the file, or else the one that gets furthest. */
struct leveld_variant leveld_find_variant(const void *bytes, size_t size);

/* Tells a file as events in one variant. */
ow_status leveld_trace_variant(const void *bytes, size_t size, struct leveld_variant variant,
                               const ow_options *options, ow_visitor visit, void *context,
                               ow_error *error);

/* Finds the words for what decode met: `status` at some byte. */
ow_status leveld_explain(const void *bytes, size_t size, struct leveld_variant variant,
                         const ow_options *options, ow_status status, ow_error *error);

/* Finds where a field of one record stands, by a trace of that record alone: `part` says what it
 * is, an OW_LEVELD_ block id or LEVELD_POINT, `record` is its first byte (of META and MESH the one
 * behind the block's id). `field` is a JSON Pointer relative to it. Leaves *offset and *field_size
 * alone where there is none such. */
enum { LEVELD_POINT = OW_LEVELD_PATH + 1 };
void leveld_locate(const void *bytes, size_t size, const ow_leveld_level *level, unsigned part,
                   uint64_t record, const char *field, uint64_t *offset, uint64_t *field_size);

/* Moves a level that was read into its own arena, which becomes its owner. Frees the arena when
 * that fails. */
ow_status leveld_keep(struct arena *arena, const ow_leveld_level *level, ow_leveld_level **kept,
                      ow_error *error);

/* Whether a block is one of actors: PLRS, NPCS, ITEM. */
static inline bool leveld_has_actors(const ow_leveld_block *block)
{
    return block->id == OW_LEVELD_PLRS || block->id == OW_LEVELD_NPCS ||
           block->id == OW_LEVELD_ITEM;
}

/* A view whose joined things stand in an arena. */
ow_status leveld_view_in(const ow_leveld_level *level, struct arena *arena, ow_leveld_view *view);

/* About how much memory the records of a level take: what a limit for a copy is made from. */
uint64_t leveld_records_size(const ow_leveld_level *level);

/* Sets version, byte order and variant of `to`, a copy of `from`, as the target asks. */
ow_status leveld_resolve_target(const ow_leveld_level *from, const ow_target *target,
                                ow_leveld_level *to, ow_error *error);

/* Calls of the row in format.c, see struct format_row. */
ow_status leveld_parse(const struct json_text *text, const ow_options *options,
                       ow_leveld_level **level, ow_error *error);
ow_status leveld_check(const void *bytes, size_t size, const ow_options *options,
                       struct report *report, ow_error *error);
ow_status leveld_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                           struct emitter *emit, ow_error *error);

ow_status leveld_map(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                     ow_error *error);

extern const ow_issue_code leveld_issue_codes[];
extern const char *const leveld_variants[];

#endif
