/* Parts of a world: finding, removing, replacing, extracting and merging records.
 *
 * Records are: in Blotter components and wires; in LevelD layers, actors, things, triggers and
 * paths; in city saves things; in .structure roots and blocks. Places have the axes of the file
 * and the units of pictures: squares of Logic World, cells of a level, blocks of a build, units of
 * a city. The place of a component is its place in the world, not relative to its parent.
 *
 * Threads: the calls may run at once on different documents, and those with a const document on
 * the same one. More in formats.h. */
#ifndef OVERWORLD_PARTS_H
#define OVERWORLD_PARTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A record that was found. Only passed to a visitor: it grows at its end. */
typedef struct ow_part {
    const char *pointer; /* its JSON Pointer */
    const char *kind;    /* "component", "wire", "thing"; a constant */
    /* For people if type and place do not identify it: "wire C-41 output 0 - C-42 input 0"; else
     * "". */
    const char *name;
    ow_text type;     /* as in type:NAME; may be empty */
    ow_text text;     /* text on it, or its name given by a player; may be empty */
    uint32_t address; /* of a component, else 0 */
    uint32_t tag;     /* of a thing, a trigger or a path of a level, else 0 */
    bool has_address, has_tag;
    uint8_t padding[2];
    unsigned axes;      /* of its position: 2, 3, or 0 for no position */
    double position[3]; /* in units, in the world */
} ow_part;

/* Which records match: those that satisfy each member. All members zero: all records.
 *
 * `selectors` are joined by commas; a record matches if one of them does:
 *
 *     /components/3     JSON Pointer: the record or list, and everything on it
 *     C-12              the component with this address, and everything on it
 *     type:NAME         Blotter: text id, with or without its mod; city saves: name in the table;
 *                       LevelD: id of a thing, an actor or a trigger's action; .structure: English
 *                       name; * matches any characters
 *     kind:NAME, NAME   "wire", "wires"
 *     tag:N             things, triggers and paths of a level
 *     text:WORDS        part of the record's text, ignoring case; * as above
 *     at:X,Y[,Z]        a cell of a level; else records within half a unit on each axis
 *     box:X,Y[,Z]..X,Y[,Z]   from the lowest to the highest corner, both included
 *     near:X,Y[,Z]:R    records at most R units away
 *     only:C-12         a component without what is on it
 *     wired:C-12        everything that wires connect to a component, and these wires
 *     net:NAME          components with pegs on a net, and its wires; NAME as for
 *                       ow_circuit_find_net
 *     not:SELECTOR      excludes records from the matches of the selectors before it; from all
 *                       records if it comes first
 *
 * `where` lists conditions "POINTER OP VALUE" and ends with NULL. POINTER starts at the record and
 * may have * for any element. OP is one of = != < <= > >= and ~ (contains). A missing field
 * satisfies no condition.
 *
 * `warn` may be NULL. It is called for each selector, type, text, tag, field and value that
 * matches nothing, and suggests the nearest existing one. */
typedef struct ow_part_choice {
    const char *selectors, *type, *text;
    const char *const *where;
    bool has_tag, has_near;
    uint8_t padding[2];
    uint32_t tag;
    double near_to[3]; /* with has_near; the third is used if a record has three axes */
    double within;     /* maximum distance from near_to, in units; 0: only the nearest record */
    ow_warn warn;
    void *warn_context;
    uint64_t reserved[4];
} ow_part_choice;

/* Called with each record, valid until it returns. OW_STOP ends the search; any other value
 * continues. */
typedef ow_visit (*ow_part_visitor)(void *context, const ow_part *part);

/* Finds records, in the order of the file. Finding nothing is not an error.
 *
 * choice: NULL: all records.
 * visit: called for each record; may be NULL.
 * count: receives the number of matches, even if the visitor stopped; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT if a selector or a condition is invalid.
 * Since 0.1. */
OW_API ow_status ow_find_parts(const ow_document *document, const ow_part_choice *choice,
                               const ow_options *options, ow_part_visitor visit, void *context,
                               uint64_t *count, ow_error *error);

/* Removes records, with everything on them and everything that connects to them, and renumbers
 * references. Blotter: wires go with either of their components; a subassembly keeps the list of
 * on states that are still used. LevelD: a layer goes with what is on it. .structure: a root goes
 * with its blocks, a block with connections to it.
 *
 * document: must own its memory (`owner` is not NULL).
 * removed: receives the number of removed records; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT, with the document unchanged, if nothing matches, if the document
 * does not own its memory, or if a world cannot exist without the record.
 * Since 0.1. */
OW_API ow_status ow_remove_parts(ow_document *document, const char *selectors,
                                 const ow_options *options, uint64_t *removed, ow_error *error);

/* What ow_replace_parts replaces. */
typedef enum ow_replaced {
    OW_REPLACE_TYPE, /* the type of records, as in ow_part.type */
    OW_REPLACE_TILE  /* LevelD: the tile number of cells; impassable cells stay impassable */
} ow_replaced;

/* Changes all records of one type to another type, or all cells of one tile to another. Blotter
 * and city saves: renames the type in the table or, if the other type is in the table too, removes
 * it and renumbers. .structure: both types, by name or id, must store the same fields. LevelD:
 * types are ids of things, actors and trigger actions.
 *
 * document: must own its memory (`owner` is not NULL).
 * from, to: a name may omit its mod if that is unambiguous.
 * count: receives the number of changed records or cells; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT, with the document unchanged, if nothing has the type `from`, if
 * `to` is not a type of the format, or if the format has no such thing.
 * Since 0.1. */
OW_API ow_status ow_replace_parts(ow_document *document, ow_replaced what, const char *from,
                                  const char *to, const ow_options *options, uint64_t *count,
                                  ow_error *error);

/* Makes a world of the records that match, with everything on them and between them.
 *
 * Blotter: components and everything on them become a subassembly, with the wires between them and
 * the states of their pegs. Addresses and states keep their numbers. The first component without a
 * parent in the part moves to 0; the others keep their places relative to it. .structure: roots,
 * or blocks with their roots; tables are made anew. LevelD: the cells of the box and the matching
 * things, triggers and paths, relative to its corner; without a box the whole map. City: the
 * matching things, on the ground of the box if the ground is heights, relative to its corner.
 *
 * document: not changed.
 * warn: called for what cannot come along, such as wires to other components, with the JSON
 *   Pointer of its first place; may be NULL.
 * part: receives a document with memory of its own; release it with ow_close.
 * Returns OW_OK; OW_BAD_ARGUMENT if nothing matches or the records cannot form a world.
 * Since 0.1. */
OW_API ow_status ow_extract_parts(const ow_document *document, const char *selectors,
                                  const ow_options *options, ow_warn warn, void *warn_context,
                                  ow_document *part, ow_error *error);

/* Called with the name and the content of each file of a part's folder. The text is NULL for the
 * world itself. Both are valid during the call only. */
typedef void (*ow_part_file_visitor)(void *context, const char *name, ow_text text);

/* Lists the files of the folder in which a format's game keeps a part. Blotter: each root has a
 * placement of its own (inferred from saves of one root).
 *
 * part: the world itself; NULL: one with one root.
 * title: name of the part, for the files that contain it.
 * visit: called for each file.
 * Returns OW_OK; OW_BAD_ARGUMENT without a format, or if the part is of another one; OW_NO_MEMORY.
 * Since 0.1. */
OW_API ow_status ow_part_files(const ow_format *format, const ow_document *part, ow_text title,
                               const ow_options *options, ow_part_file_visitor visit, void *context,
                               ow_error *error);

/* Where ow_merge places a part. All members zero: where it is in its own file. */
typedef struct ow_placement {
    double at[3];      /* added to the place of each record, in units as above */
    uint32_t under;    /* Blotter: address of the new parent, whose frame `at` uses; 0: none. */
    int quarter_turns; /* clockwise quarter turns about the vertical axis, seen from above */
    uint64_t reserved[4];
} ow_placement;

/* Makes a world with everything of two worlds of one format. The part takes the version and
 * variant of the world, and free numbers.
 *
 * Blotter: components and states keep their numbers if they are free. Types are matched by name;
 * missing mods are added. .structure: roots and blocks are appended; tables are made anew. LevelD:
 * cells overwrite those of the world from the cell `at` on; objects are appended. City: things are
 * appended.
 *
 * world, part: not changed.
 * placement: NULL: all zero.
 * warn: called for what changes on the way; may be NULL.
 * merged: receives a document with memory of its own; release it with ow_close.
 * Returns OW_OK; OW_BAD_ARGUMENT if the formats differ, the parent does not exist or the format
 * cannot turn parts; OW_BAD_VALUE if the world cannot hold a place or a number.
 * Since 0.1. */
OW_API ow_status ow_merge(const ow_document *world, const ow_document *part,
                          const ow_placement *placement, const ow_options *options, ow_warn warn,
                          void *warn_context, ow_document *merged, ow_error *error);

/* Axes across which ow_rearrange_parts mirrors records. */
typedef enum ow_mirror { OW_MIRROR_NONE, OW_MIRROR_X, OW_MIRROR_Y, OW_MIRROR_Z } ow_mirror;

/* How ow_rearrange_parts moves, turns, mirrors or copies records. Set all members to zero first. */
typedef struct ow_rearrangement {
    /* Distance on the axes and in the units of ow_part.position; in levels, the third is the
     * layer. */
    double by[3];

    /* Clockwise quarter turns as seen from above, about the first selected record; negative
     * numbers turn the other way. */
    int32_t quarter_turns;

    /* 0: moves the records. Else the records stay, and this many copies are added, each `by`
     * farther than the one before. */
    uint32_t copies;

    /* An ow_mirror: mirrors the records across this axis, then moves them by `by`. Cannot be
     * combined with turns and copies. */
    uint32_t mirror;

    bool has_mirror_at;   /* the mirror stands at `mirror_at` */
    bool refuse_overlaps; /* records that would overlap others are an error */
    uint8_t padding[2];

    /* Where the mirror stands on its axis. Without has_mirror_at, it goes through the middle of
     * the first selected component, of the box, or of the first selected object. Places that are
     * floats are rounded, unless the mirror stands at 0: twice then may not lead back to the last
     * bit. */
    double mirror_at;
    uint64_t reserved[6];
} ow_rearrangement;

/* Moves, turns, mirrors or copies the records that selectors match, with everything on them.
 *
 * Blotter: components with everything on them. Wires follow; copies get the wires between them and
 * states of their own. Mounted components stay mounted. LevelD: objects; with box: also the cells
 * of the rectangle, on all layers; vacated cells become 0. City: things. .structure: roots, and
 * blocks within the bounds of their root; copies get roots of their own, with the connections
 * between them.
 *
 * A mirrored record is a record of the same type in the place of the mirror image. A component has
 * a mirror image if its type has the same shape on its left and right, or on its front and back.
 * Inputs of an AND gate change places, with their wires and states. A text stays readable. LevelD:
 * objects, and the cells of box: on all layers. City: things, and the heights below box: that are
 * stored in the file. .structure: roots, and blocks within the bounds of their root. A block has a
 * mirror image unless it is a half block, a wing, a propeller, custom or of an unknown type.
 *
 * Overlaps are found as in a picture of the world, with memory as for ow_scene_open. Components
 * and blocks overlap if their bodies share space, also if nothing is wrong with that. Pegs, wires,
 * and records whose looks are unknown overlap nothing, nor do objects of levels and cities.
 *
 * document: not changed.
 * how: the distance, the turns, the mirror, the number of copies.
 * warn: called for what else changes, or cannot come along, and for each record that has no mirror
 *   image or overlaps others; may be NULL.
 * changed: receives the new document; release it with ow_close. Zeroed on failure.
 * count: receives the number of moved or added records; may be NULL.
 * Returns OW_OK; OW_BAD_ARGUMENT if nothing matches or the format cannot turn or mirror such
 * records; OW_BAD_VALUE if a record has no mirror image, or the format cannot hold its new place,
 * or overlaps are refused.
 * Since 0.1. */
OW_API ow_status ow_rearrange_parts(const ow_document *document, const char *selectors,
                                    const ow_rearrangement *how, const ow_options *options,
                                    ow_warn warn, void *warn_context, ow_document *changed,
                                    uint64_t *count, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
