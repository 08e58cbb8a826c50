/* What the rules of a check share. */
#ifndef OW_SRC_LEVELD_CHECK_H
#define OW_SRC_LEVELD_CHECK_H

#include "codes.h"
#include "repeats.h"
#include "survey.h"

#include "../base/report.h"

/* Keys in ascending order, and a directory by their highest bits that leads to the few that a key may be
 * among. */
struct sorted_keys {
    const uint64_t *keys;
    uint32_t count;
    uint32_t *starts; /* of each bucket, and one behind the last; NULL without keys */
    unsigned shift;   /* key >> shift is the bucket */
};

/* Objects that are held against all others, noted by the rules on blocks. */
struct noted {
    struct repeats things;
    uint64_t *tags; /* of all objects but 0; in the end those that one alone has, ascending */
    uint32_t tag_count;
    struct sorted_keys lonely; /* of the few tags that are left in the end */
};

struct checker {
    struct survey survey;
    struct report *report;
    struct arena arena;  /* what lasts for the whole check */
    ow_leveld_mesh mesh; /* the one that counts; its layers where rules may ask for cells */
    uint64_t wide, high; /* the map in pixels; 0 where that cannot be told */
    struct noted noted;
};

/* The part of a level that an issue is in. */
struct place {
    uint32_t block;  /* its index */
    unsigned part;   /* what kind of record: an OW_LEVELD_ block id or LEVELD_POINT */
    uint32_t index;  /* of the record in its list; of META and MESH none */
    uint32_t point;  /* of LEVELD_POINT: which of the path's */
    uint64_t offset; /* of the record, or of the point */
};

/* Hands out an issue that report_counts asked for. `field` is the rest of the JSON Pointer behind
 * the record's, such as "/x", or "". */
void leveld_issue(struct checker *check, enum leveld_code code, struct place place,
                  const char *field, const char *format, ...) OW_PRINTF(5, 6);

/* The same for a range of bytes that is known: `field` is the pointer behind the block's. */
void leveld_range_issue(struct checker *check, enum leveld_code code, uint32_t block,
                        const char *field, uint64_t offset, uint64_t size, const char *format, ...)
    OW_PRINTF(7, 8);

/* A text of a record is held against its encoding. */
void leveld_check_text(struct checker *check, struct place place, const char *field, ow_text text);

/* The rules, in the order in which they are run. Those on a block stand at what follows its head,
 * and leave the walk behind it; they are for blocks that a game sees, but for leveld_check_mesh. */
void leveld_check_file(struct checker *check);
void leveld_check_meta(struct checker *check, const struct block_place *block);
void leveld_check_mesh(struct checker *check, const struct block_place *block);
void leveld_check_actors(struct checker *check, const struct block_place *block);
void leveld_check_things(struct checker *check, const struct block_place *block);
void leveld_check_triggers(struct checker *check, const struct block_place *block);
void leveld_check_paths(struct checker *check, const struct block_place *block);

/* Rules that hold an object against all others: memory for the notes, a note of an object that
 * counts (of a thing with repeats_note too), and then the rules themselves. */
ow_status leveld_prepare_notes(struct checker *check);
static inline void leveld_note_tag(struct checker *check, uint32_t tag)
{
    if (tag != 0)
        check->noted.tags[check->noted.tag_count++] = tag;
}

ow_status leveld_check_noted(struct checker *check);

/* What kind of object a place is, for a message: "thing", say. */
const char *leveld_name_of_part(unsigned part);

#endif
