/* What the custom data of a component says, field by field. */
#ifndef OW_SRC_BLOTTER_TYPES_FIELDS_H
#define OW_SRC_BLOTTER_TYPES_FIELDS_H

#include "types.h"

struct emitter;

/* Tells the fields of custom data as an object; nothing where the type is not known to have such data. */
void type_tell_data(const struct component_type *type, ow_bytes custom_data, const char *name,
                    struct emitter *emit);

#endif
