/* Ponds inside the library: the type of their documents and their row. Include before a codec. */
#ifndef OW_SRC_POND_POND_H
#define OW_SRC_POND_POND_H

#include "../driver/driver.h"

#include <overworld/pond.h>

#define DOCUMENT ow_pond

/* The records that an issue can refer to, see RECORDS of the layout. */
enum { POND_WHOLE, POND_THING };

extern const struct format_row pond_format;

#endif
