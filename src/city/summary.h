/* Declarations that the parts of a summary share. */
#ifndef OW_SRC_CITY_SUMMARY_H
#define OW_SRC_CITY_SUMMARY_H

#include "walk.h"

#include "../base/emit.h"

/* Summarises the things. The file must be known to be complete. */
ow_status city_summarise_things(const struct city_file *file, struct emitter *emit);

#endif
