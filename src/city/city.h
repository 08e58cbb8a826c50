/* City saves inside the library: what their files share, and their row of the registry. Include
 * before a codec. */
#ifndef OW_SRC_CITY_CITY_H
#define OW_SRC_CITY_CITY_H

#include "../base/memory.h"
#include "../format.h"

#include <overworld/city.h>

/* Integers are big-endian; one dialect has its floats the other way round. */
#define NUMBERS_ARE_BIG(c) true
#define FLOATS_ARE_BIG(c)  ((c)->big_endian)

enum { CITY_DIALECTS = 5, CITY_SECTIONS = 4 };

/* The dialect of a file: the first that ends where the file does; of a broken file the one that the
 * stated sizes speak for, or else the one that gets furthest. */
uint8_t city_find_dialect(const void *bytes, size_t size);

/* Tells a file as events in one dialect. */
ow_status city_trace_dialect(const void *bytes, size_t size, uint8_t dialect,
                             const ow_options *options, ow_visitor visit, void *context,
                             ow_error *error);

/* Finds the words for what decode met: `status` at some byte. */
ow_status city_explain(const void *bytes, size_t size, uint8_t dialect, const ow_options *options,
                       ow_status status, ow_error *error);

/* The true sizes of the sections: header, terrain, meta things, things (the last two 0 where the
 * dialect has none). */
void city_measure(const ow_city_save *save, uint64_t sizes[CITY_SECTIONS]);

/* Moves a save that was read into its own arena, which becomes its owner. Frees the arena when that
 * fails. */
ow_status city_keep(struct arena *arena, const ow_city_save *save, ow_city_save **kept,
                    ow_error *error);

/* Calls of the row in format.c, see struct format_row. */
bool city_sniff(const uint8_t *bytes, size_t size);
ow_status city_parse(const struct json_text *text, const ow_options *options, ow_city_save **save,
                     ow_error *error);
ow_status city_check(const void *bytes, size_t size, const ow_options *options,
                     struct report *report, ow_error *error);
ow_status city_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                         struct emitter *emit, ow_error *error);

ow_status city_map(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                   ow_error *error);
ow_status city_get_heights(const ow_city_save *save, const ow_options *options, ow_heights *heights,
                           ow_error *error);
ow_status city_set_heights(ow_city_save *save, const ow_heights *heights, ow_error *error);

extern const ow_issue_code city_issue_codes[];

#endif
