/* Ponds inside the library: the type of their documents and their row. Include before a codec. */
#ifndef OW_SRC_POND_POND_H
#define OW_SRC_POND_POND_H

#include "../driver/driver.h"

#include <overworld/pond.h>

#define DOCUMENT ow_pond

extern const struct format_row pond_format;

#endif
