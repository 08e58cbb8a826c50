/* City saves inside the library: what their files share, and their row of the registry. Include
 * before a codec. */
#ifndef OW_SRC_CITY_CITY_H
#define OW_SRC_CITY_CITY_H

#ifdef OW_SRC_CODEC_VERBS_H
#error "the byte order of a format has to be known before a codec"
#endif

/* Integers are big-endian; one variant has its floats the other way round. */
#define NUMBERS_ARE_BIG(c) true
#define FLOATS_ARE_BIG(c)  ((c)->big_endian)

#include "../base/memory.h"
#include "../change/repair.h"
#include "../driver/driver.h"

#include <overworld/city.h>

#define DOCUMENT ow_city_save

/* The final variant gets code of its own: a choice at every field would cost more than the rest. */
#define FOR_EACH_CASE(v, run)                                                                      \
    do {                                                                                           \
        if ((v)->variant == OW_CITY_D3) {                                                          \
            (v)->variant = OW_CITY_D3;                                                             \
            run;                                                                                   \
        } else {                                                                                   \
            run;                                                                                   \
        }                                                                                          \
    } while (0)

enum { CITY_VARIANTS = 5, CITY_SECTIONS = 4 };

/* What city_locate looks into. */
enum city_part { CITY_HEADER, CITY_TERRAIN, CITY_THING };

/* Writers that knew neither version nor tables. */
static inline bool city_is_early(uint8_t variant)
{
    return variant == OW_CITY_L2 || variant == OW_CITY_L1;
}

static inline bool city_has_z_scale(uint8_t variant)
{
    return variant == OW_CITY_D3 || variant == OW_CITY_L2;
}

/* The one version, in each of its variants: by number, in the order in which they are tried. */
enum { CITY_VERSIONS = CITY_VARIANTS };
extern const struct version city_versions[CITY_VERSIONS];

/* "d3" and its like: the same names, NULL behind the last. */
extern const char *const city_variant_names[];

/* See struct format_row. */
void city_take_variant(const void *from, void *to);
void city_name_variant(void *preset, const char *name);
unsigned city_candidates(const struct file *file, void *preset);
bool city_find(const struct file *file, void *preset);
ow_status city_convert(struct conversion *conversion, const ow_target *target, ow_error *error);

extern const struct format_row city_format;

/* Whether a size that a save states is known to be wrong in just this way: the game mixed up bits
 * and bytes. `part` is CITY_HEADER or CITY_TERRAIN, `text` how long its name or path is. */
bool city_is_usual_error(uint8_t variant, enum city_part part, uint32_t stated, size_t text);

/* How many of the variants a file may be in, in the order in which they are tried: where its front
 * is clearly one with a version, the early ones are not. */
uint8_t city_count_variants(const void *bytes, size_t size);

/* The variant of a file: the first that ends where the file does; of a broken file the one that the
 * stated sizes speak for, or else the one that gets furthest. */
uint8_t city_find_variant(const struct file *file);

/* The same from what stands before the things, however many follow: only of a file that is broken
 * it looks at all. */
uint8_t city_guess_variant(const struct file *file);

/* What stands before the things of a file. */
struct city_front {
    ow_city_save save; /* text is the file's own; the lists and the heights are left out */
    unsigned sections; /* how many could be read: of the things what stands before the first */
    uint64_t terrain_at, heights_at, table_at, things_at, first_thing_at;
};

/* Reads it in one variant. Takes no memory. On failure the front holds what comes before the
 * break. */
ow_status city_read_front(const void *bytes, size_t size, uint8_t variant,
                          const ow_options *options, struct city_front *front, ow_error *error);

/* A file that is walked through, see walk.h, without building it in memory. */
struct city_file {
    const uint8_t *bytes;
    size_t size;
    uint8_t variant;
    ow_options options; /* with all defaults */
    uint64_t allowed;   /* max_memory as the caller has it: 0 where no limit was set */
    struct city_front front;
};

/* The terrain of a file as heights. An image counts by its own size: a save of a few bytes may name a
 * large one. */
ow_status city_file_heights(const struct city_file *file, ow_heights *heights, ow_error *error);

/* Reads a file to its end once; OW_OK when it has no break. */
ow_status city_open_file(struct city_file *opened, const struct file *file, ow_error *error);

/* Where a field stands, by a trace of the one section or thing that begins at `record`. `field` is
 * the rest of its JSON Pointer, such as "/direction". */
void city_locate(const void *bytes, size_t size, uint8_t variant, enum city_part part,
                 uint64_t record, const char *field, uint64_t *offset, uint64_t *field_size);

/* The image of a save's terrain. OW_BAD_VALUE where it cannot be had, with a sentence that says
 * why; else it is to be given back with city_release_image. */
ow_status city_load_image(ow_text path, const ow_options *options, ow_image *image,
                          ow_error *error);
void city_release_image(const ow_options *options, ow_image *image);

/* What is wrong with the path of an image: NULL where it is a relative path of plain names, which
 * may be handed to an image source. */
const char *city_path_problem(ow_text path);

/* Calls of the row in format.c, see struct format_row. */
bool city_sniff(const uint8_t *bytes, size_t size);
ow_status city_check(const struct file *file, struct report *report, ow_error *error);
ow_status city_summarise(const struct file *file, bool whole, struct emitter *emit,
                         ow_error *error);
ow_status city_scene(const void *document, struct scene_builder *builder, ow_error *error);
ow_status city_map(const struct file *file, ow_map *map, ow_error *error);
ow_status city_get_heights(const void *document, const ow_options *options, ow_heights *heights,
                           ow_error *error);
ow_status city_set_heights(void *document, const ow_heights *heights, ow_error *error);
ow_status city_set_heights_image(void *document, const ow_heights *heights, ow_text path,
                                 const ow_options *options, ow_image *image, float *largest_error,
                                 ow_error *error);

extern const struct remedy city_remedies[];
bool city_finish_salvaged(void *document, struct salvage *salvage);

extern const ow_issue_code city_issue_codes[];
extern const struct field_note city_notes[];

#endif
