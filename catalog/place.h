/* The place of a catalogue in messages. */
#ifndef OW_CATALOG_PLACE_H
#define OW_CATALOG_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns true if PLACE is the address of a PostgreSQL server and not the path of a file. */
bool place_is_address(const char *place);

/* Returns true if the start and the end of the password in an address are certain. If they are not,
 * messages of other programs about the address may contain parts of the password. */
bool place_is_clear(const char *place);

/* Writes PLACE without its passwords, which may be between the user's name and the host, and in
 * parameters. */
void place_without_passwords(const char *place, char *name, size_t size);

#endif
