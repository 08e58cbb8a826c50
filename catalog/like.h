/* What resembles one world: files with its bytes, and worlds with its content or most of its
 * records. */
#ifndef OW_CATALOG_LIKE_H
#define OW_CATALOG_LIKE_H

#include "duplicates.h"
#include "facts.h"

/* The world to compare with. */
struct like_model {
    uint8_t hash[DIGEST_SIZE], content[DIGEST_SIZE], sketch[SKETCH_SIZE];
    bool has_content, has_sketch;
    struct value folder, name; /* its own file, which is not listed; VALUE_NULL: none */
    bool is_known;             /* it is a world of the catalogue: none of its files is listed */
};

/* A file or a world that resembles it. */
struct like_match {
    enum likeness likeness;
    unsigned percent;  /* of records in common, estimated from sketches; 100 for the same */
    struct value path; /* escaped; VALUE_NULL if the world has no file now */
    uint8_t hash[DIGEST_SIZE];
};

struct like_matches {
    struct pool pool;
    struct like_match *list; /* the most alike first, then by path */
    size_t count, room;
    bool are_cut; /* so many worlds may be alike that only some were compared */
};

/* Candidates that are compared at most. */
enum { MOST_CANDIDATES = 20000 };

/* Takes a model from facts, or from a world of the catalogue. The second returns false with
 * catalog_failure. */
void like_model_of_facts(const struct facts *facts, struct like_model *model);
bool like_model_of_world(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE],
                         struct like_model *model);

/* Finds what resembles a model; worlds are alike from `percent` on. Returns false with
 * catalog_failure, or without a message if memory runs out. Call like_free in both cases. */
bool like_find(struct catalog *catalog, const struct like_model *model, unsigned percent,
               struct like_matches *matches);
void like_free(struct like_matches *matches);

#endif
