/* Conversions there and back: what is no content is left out of the comparison. */
#include "back.h"

#include <string.h>

static bool is_of(const ow_document *document, const char *format)
{
    return strcmp(document->format->name, format) == 0;
}

static const char *variant_of_level(const ow_leveld_level *level)
{
    static const char *const names[] = {NULL, "short-meta", "1b", "u64-counts", "v4-layout"};
    bool little = level->byte_order == OW_LEVELD_LITTLE;
    return level->variant != OW_LEVELD_PLAIN ? names[level->variant] : little ? "little" : "big";
}

/* A document's own version and variant as a target. */
static ow_target target_of(const ow_document *document)
{
    ow_target target = {.has_version = true};
    if (is_of(document, "blotter")) {
        target.version = document->as.blotter->version;
        target.variant = document->as.blotter->variant == OW_BLOTTER_DRAFT ? "draft" : NULL;
    } else if (is_of(document, "leveld")) {
        target.version = document->as.leveld->version;
        target.variant = variant_of_level(document->as.leveld);
    } else {
        target.variant = document->format->variants[document->as.city->variant];
    }
    return target;
}

ow_status convert_back(const ow_document *document, const ow_document *source, ow_document *back,
                       ow_error *error)
{
    *back = (ow_document){0};
    if (!is_of(document, "structure")) {
        ow_target target = target_of(source);
        return ow_convert(document, &target, NULL, NULL, NULL, back, error);
    }
    const ow_structure_build *build = source->as.structure; /* whose variant may have no name */
    ow_status status =
        ow_structure_convert_as(document->as.structure, build->version, &build->variant, NULL, NULL,
                                NULL, &back->as.structure, error);
    back->format = status == OW_OK ? document->format : NULL;
    return status;
}

void forget_how_it_is_written(ow_document *document)
{
    if (is_of(document, "leveld"))
        document->as.leveld->byte_order = OW_LEVELD_USUAL_ORDER;
    if (!is_of(document, "city"))
        return;
    ow_city_save *save = document->as.city;
    save->header_size = save->terrain.size = (ow_stated_size){0};
    save->meta_things_size = save->things_size = (ow_stated_size){0};
}
