/* Converts a build to another version or variant: changes a copy where the two differ in more than
 * their fields. */
#include "convert.h"

#include "../../base/floats.h"

#include <stdio.h>

void structure_report_drift(struct change *change, const struct drift *drift, const char *words,
                            const char *field)
{
    char text[LOSS_WORDS];
    if (drift->not_finite && drift->farthest == 0)
        snprintf(text, sizeof text, "%s that were infinite or not a number", words);
    else
        snprintf(text, sizeof text, "%s, the farthest by %.3g%s", words, drift->farthest,
                 drift->not_finite ? ", and some that were infinite or not a number" : "");
    losses_note(&change->conversion->losses, drift->count, text, "/blocks/%u/%s", drift->block,
                field);
}

ow_status structure_change(struct conversion *conversion, ow_error *error)
{
    struct change change = {conversion, conversion->from, conversion->to, 0};
    change.to->variant = structure_with_group_defaults(change.to->version, change.to->variant);
    ow_status status = structure_convert_blocks(&change);
    if (status == OW_OK)
        status = structure_convert_shapes(&change);
    if (status == OW_OK)
        status = structure_convert_places(&change);
    return status == OW_OK ? structure_convert_roots(&change, error) : status;
}

ow_status structure_convert(struct conversion *conversion, const ow_target *target, ow_error *error)
{
    if (target->variant)
        structure_name_variant(conversion->to, target->variant);
    if (target->has_version)
        ((ow_structure_build *)conversion->to)->version = (uint8_t)target->version;
    return structure_change(conversion, error);
}
