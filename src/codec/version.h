/* Versions, and the variants that share a number: rows of a format's table. */
#ifndef OW_SRC_CODEC_VERSION_H
#define OW_SRC_CODEC_VERSION_H

#include <stddef.h>
#include <stdint.h>

/* A version and variant: a row of a format's table. */
struct version {
    uint16_t version;
    uint8_t variant;
    const char *name; /* of the variant; NULL: the default variant */
};

/* Size of the longest name of a set of facts, with its zero. */
enum { EXTERNAL_NAME = 160 };

static inline const struct version *find_version(const struct version *versions, size_t n,
                                                 unsigned version, unsigned variant)
{
    for (size_t i = 0; i < n; i++)
        if (versions[i].version == version && versions[i].variant == variant)
            return &versions[i];
    return NULL;
}

/* The name of a variant in any version that has it; NULL: none. */
static inline const char *name_of_variant(const struct version *versions, size_t n,
                                          unsigned variant)
{
    for (size_t i = 0; i < n; i++)
        if (versions[i].variant == variant && versions[i].name)
            return versions[i].name;
    return NULL;
}

#endif
