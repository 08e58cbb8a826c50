/* The repairs of a city save: each fixes all issues of one code. The table of codes and fixes is in
 * repair.c. Its rows say if a fix moves or removes records (../../change/repair.h). Memory that
 * stays in the document comes from repair_take. */
#ifndef OW_SRC_CITY_REPAIR_REPAIR_H
#define OW_SRC_CITY_REPAIR_REPAIR_H

#include "../../change/repair.h"
#include "../codes.h"

#include <overworld/city.h>

/* things.c */
ow_status city_join_meta_things(struct repair *repair);
ow_status city_remove_meta_things(struct repair *repair);
ow_status city_remove_things(struct repair *repair);
ow_status city_turn_things(struct repair *repair);
ow_status city_clear_reserved(struct repair *repair);

#endif
