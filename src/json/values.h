/* Single values as JSON text. */
#ifndef OW_SRC_JSON_VALUES_H
#define OW_SRC_JSON_VALUES_H

#include "../base/output.h"

#include <overworld/formats.h>

/* The value of an event, without its name. */
void json_put_value(struct output *output, const ow_event *event);

/* A member's name in quotes, and a colon. '?' stands for each byte that is not UTF-8. */
void json_put_name(struct output *output, const char *name);

/* Whether a name is written as it is. */
bool json_name_is_usual(const char *name, size_t size);

/* Bytes as base64, without quotes. If bytes come in pieces, all but the last must be multiples of
 * three. */
void json_put_base64(struct output *output, const uint8_t *bytes, size_t size);

#endif
