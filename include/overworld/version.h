/* The version of the headers and of the linked library. meson.build reads the version here and
 * derives the soname and the symbol version from it, see docs/reference/abi.md.
 *
 * Threads: both calls may run at any time in any thread. */
#ifndef OVERWORLD_VERSION_H
#define OVERWORLD_VERSION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define OW_API __attribute__((visibility("default")))
#else
#define OW_API
#endif

#define OW_VERSION_MAJOR 0
#define OW_VERSION_MINOR 1
#define OW_VERSION_PATCH 0

/* A version as one number that grows with it; usable in #if. */
#define OW_MAKE_VERSION_NUMBER(major, minor, patch) ((major) << 16 | (minor) << 8 | (patch))
#define OW_VERSION_NUMBER                                                                          \
    OW_MAKE_VERSION_NUMBER(OW_VERSION_MAJOR, OW_VERSION_MINOR, OW_VERSION_PATCH)

/* The version as text, "major.minor.patch". */
#define OW_QUOTE_VERSION(major, minor, patch) #major "." #minor "." #patch
#define OW_MAKE_VERSION(major, minor, patch)  OW_QUOTE_VERSION(major, minor, patch)

#define OW_VERSION OW_MAKE_VERSION(OW_VERSION_MAJOR, OW_VERSION_MINOR, OW_VERSION_PATCH)

/* Names the version of the linked library. Returns a constant, "major.minor.patch". Since 0.1. */
OW_API const char *ow_version(void);

/* Gives the version of the linked library as a number, to be compared with OW_VERSION_NUMBER.
 * Returns the number.
 * Since 0.1. */
OW_API uint32_t ow_version_number(void);

#ifdef __cplusplus
}
#endif

#endif
