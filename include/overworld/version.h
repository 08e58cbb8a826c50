/* The version of this header, and of the library that is linked. meson.build reads it here, and makes
 * the soname and the symbol version from it: docs/reference/abi.md has the rule. */
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

/* A version as one number, which grows with it; for #if too. */
#define OW_MAKE_VERSION_NUMBER(major, minor, patch) ((major) << 16 | (minor) << 8 | (patch))
#define OW_VERSION_NUMBER                                                                          \
    OW_MAKE_VERSION_NUMBER(OW_VERSION_MAJOR, OW_VERSION_MINOR, OW_VERSION_PATCH)

/* The same as text, "major.minor.patch". */
#define OW_QUOTE_VERSION(major, minor, patch) #major "." #minor "." #patch
#define OW_MAKE_VERSION(major, minor, patch)  OW_QUOTE_VERSION(major, minor, patch)

#define OW_VERSION OW_MAKE_VERSION(OW_VERSION_MAJOR, OW_VERSION_MINOR, OW_VERSION_PATCH)

/* The version of the library that is linked, "major.minor.patch"; a constant, never freed. */
OW_API const char *ow_version(void);

/* The same as a number, to be held against OW_VERSION_NUMBER. */
OW_API uint32_t ow_version_number(void);

#ifdef __cplusplus
}
#endif

#endif
