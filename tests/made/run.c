/* A layout compiled against the make codec. The build compiles this once for each format, as it
 * does the files of src/codec/runs/. */
#include "codec/runs/run.h"

#include "made/make.h"

#include FORMAT_LAYOUT

void RUN(make)(struct made *made, struct arena *arena, void *preset);

/* `preset`: a document with its variant alone. */
void RUN(make)(struct made *made, struct arena *arena, void *preset)
{
    DOCUMENT record = *(DOCUMENT *)preset;
    struct codec codec = {.made = made, .arena = arena};
    run_document(&codec, &record);
}
