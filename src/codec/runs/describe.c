/* Nothing into a description. */
#include "run.h"

#include "../describe.h"

#include FORMAT_LAYOUT

void RUN(describe)(struct description *description, void *preset)
{
    struct codec codec = {.description = description};
    description_begin_run(description);
    document(&codec, preset);
}
