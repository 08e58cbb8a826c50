/* Declarations that the files of city saves share, and their row in the registry. Include before a
 * codec. */
#ifndef OW_SRC_CITY_CITY_H
#define OW_SRC_CITY_CITY_H

#ifdef OW_SRC_CODEC_VERBS_H
#error "the byte order of a format has to be known before a codec"
#endif

/* Integers are big-endian. In one variant, floats are little-endian. */
#define NUMBERS_ARE_BIG(c) true
#define FLOATS_ARE_BIG(c)  ((c)->big_endian)

#include "../base/memory.h"
#include "../change/repair.h"
#include "../driver/driver.h"

#include <overworld/city.h>

#define DOCUMENT ow_city_save

/* The final variant has code of its own: a branch for every field would cost more than the rest. */
#define COMMON_FIELD variant
#define COMMON_VALUE OW_CITY_D3

enum { CITY_VARIANTS = 5, CITY_SECTIONS = 4 };

/* The records of a save that an issue can refer to, see RECORDS of the layout. */
enum city_part { CITY_HEADER, CITY_TERRAIN, CITY_THING };

/* The variants without a version and tables. */
static inline bool city_is_early(uint8_t variant)
{
    return variant == OW_CITY_L2 || variant == OW_CITY_L1;
}

static inline bool city_has_z_scale(uint8_t variant)
{
    return variant == OW_CITY_D3 || variant == OW_CITY_L2;
}

/* The only version, in each of its variants: by number, in the order in which they are tried. */
enum { CITY_VERSIONS = CITY_VARIANTS };
extern const struct version city_versions[CITY_VERSIONS];

/* "d3" and so on: their names, then NULL. */
extern const char *const city_variant_names[];

/* See struct format_row. */
void city_take_variant(const void *from, void *to);
void city_name_variant(void *preset, const char *name);
unsigned city_candidates(const struct file *file, void *preset);
bool city_find(const struct file *file, void *preset);
ow_status city_convert(struct conversion *conversion, const ow_target *target, ow_error *error);

extern const struct format_row city_format;

/* Whether a stated size has a known error: the game confused bits with bytes. `part` is CITY_HEADER
 * or CITY_TERRAIN, `text` the length of its name or path. */
bool city_is_usual_error(uint8_t variant, enum city_part part, uint32_t stated, size_t text);

/* How many variants have to be tried, in order. The early ones need not be tried if the file
 * clearly begins with a version. */
uint8_t city_count_variants(const void *bytes, size_t size);

/* The variant of a file: the first one that ends where the file ends. For a broken file, the
 * variant that the stated sizes suggest, or else the one that can be read furthest. */
uint8_t city_find_variant(const struct file *file);

/* The same from the bytes before the things, whatever their number. Only a broken file is read
 * further. */
uint8_t city_guess_variant(const struct file *file);

/* The bytes of a file before its things. */
struct city_front {
    ow_city_save save; /* text points into the file; lists and heights are empty */
    /* how many could be read; the section of things counts if its head could be read */
    unsigned sections;
    uint64_t terrain_at, heights_at, table_at, things_at, first_thing_at;
};

/* Reads the front in one variant, without allocating memory. On failure it has the sections before
 * the error. */
ow_status city_read_front(const void *bytes, size_t size, uint8_t variant,
                          const ow_options *options, struct city_front *front, ow_error *error);

/* A file that is walked without storing it in memory, see walk.h. */
struct city_file {
    const uint8_t *bytes;
    size_t size;
    uint8_t variant;
    ow_options options; /* all of them defaults */
    uint64_t allowed;   /* the caller's max_memory; 0 if there is no limit */
    struct city_front front;
};

/* The terrain of a file as heights. The size of an image matters, not that of the file: a save of a
 * few bytes may refer to a large image. */
ow_status city_file_heights(const struct city_file *file, ow_heights *heights, ow_error *error);

/* Reads a file to its end once. OW_OK if it is complete. */
ow_status city_open_file(struct city_file *opened, const struct file *file, ow_error *error);

/* Loads the image of a save's terrain. OW_BAD_VALUE if it cannot be loaded, with the reason.
 * Otherwise release it with city_release_image. */
ow_status city_load_image(ow_text path, const ow_options *options, ow_image *image,
                          ow_error *error);
void city_release_image(const ow_options *options, ow_image *image);

/* What is wrong with the path of an image. NULL if it is a relative path of plain names, which an
 * image source may open. */
const char *city_path_problem(ow_text path);

/* Functions of the row in format.c, see struct format_row. */
bool city_sniff(const uint8_t *bytes, size_t size);
ow_status city_check(const struct file *file, struct report *report, ow_error *error);
ow_status city_summarise(const struct file *file, bool whole, struct emitter *emit,
                         ow_error *error);
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
