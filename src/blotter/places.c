/* A component's position relative to its parent, in thousandths of a game unit in all versions. */
#include "blotter.h"

#include "../base/compiler.h"

#include <math.h>

/* Far beyond the edge of any world, but sums of such numbers stay finite at any depth of
 * parents. */
static const double farthest = 1e30;

bool blotter_thousandths(const float *units, double *value)
{
    /* Rounds like a conversion: real files have 0.14999981 for 0.15. */
    double thousandths = rounded_to_double((double)*units * 1000.0);
    bool sound = isfinite(thousandths);
    *value = sound ? nearbyint(thousandths) : 0;
    if (fabs(*value) > farthest)
        *value = *value > 0 ? farthest : -farthest;
    return sound;
}

static bool take_axis(const ow_blotter_save *save, const ow_blotter_component *component, int axis,
                      double *value)
{
    if (save->version >= 6) {
        *value = component->position.fixed[axis];
        return true;
    }
    return blotter_thousandths(&component->position.units[axis], value);
}

bool blotter_place_of(const ow_blotter_save *save, const ow_blotter_component *component,
                      double place[3])
{
    bool sound = true;
    for (int axis = 0; axis < 3; axis++)
        sound = take_axis(save, component, axis, &place[axis]) && sound;
    return sound;
}
