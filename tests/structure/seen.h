/* Scenes of small builds, for tests: builds from their parts. */
#ifndef OW_TESTS_STRUCTURE_SEEN_H
#define OW_TESTS_STRUCTURE_SEEN_H

#include "../support/bytes.h"
#include "../support/documents.h"
#include "../support/test.h"

#include <math.h>

#define ROOT(last)                                                                                 \
    "{'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0], 'bounds_center': [0.0, 0.0, "      \
    "0.0], 'bounds_size': [32767.0, 32767.0, 32767.0], 'last_block': " #last "}"
#define BUILD(last, blocks)                                                                        \
    "{'format': 'structure', 'version': 6, 'colors': null, 'rotations': null, 'roots': [" ROOT(    \
        last) "], 'blocks': [" blocks "]}"
#define PLACED(x, y, z, a, b, c, id, mask, rest)                                                   \
    "{'position': [" #x ", " #y ", " #z "], 'rotation': [" #a ", " #b ", " #c "], 'id': " #id      \
    ", 'mask': " #mask rest "}"
#define BLOCK(id, mask, rest) PLACED(0, 0, 0, 0, 0, 0, id, mask, rest)
#define QUIET                 ", 'speed': 0, 'signal': 0"
#define CUSTOM(id, min, max, vertices)                                                             \
    BLOCK(id, 56,                                                                                  \
          QUIET ", 'metadata': {'booleans': [], 'floats': [], 'min': " #min ", 'max': " #max       \
                ", 'vertices': [" vertices "], 'bytes': []}")

static inline ow_scene scene_of(const ow_document *document, struct warnings *warnings)
{
    ow_scene scene;
    ow_error error = {0};
    ow_scene_options asked = {.warn = warnings ? note_warning : NULL, .warn_context = warnings};
    if (ow_scene_open_document(document, NULL, &asked, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return scene;
}

static inline ow_scene scene_of_json(const char *json, struct warnings *warnings)
{
    ow_document document = document_of(json);
    ow_scene scene = scene_of(&document, warnings);
    ow_close(&document);
    return scene;
}

static inline bool near(const float *found, const float *expected, int count, float within)
{
    for (int i = 0; i < count; i++)
        if (!(fabsf(found[i] - expected[i]) <= within))
            return false;
    return true;
}

#endif
