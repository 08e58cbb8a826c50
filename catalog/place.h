/* Where a catalogue is, as people are told. */
#ifndef OW_CATALOG_PLACE_H
#define OW_CATALOG_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether PLACE is an address of a PostgreSQL server and not the path of a file. */
bool place_is_address(const char *place);

/* Whether it is plain in an address where a password begins and ends. If it is not, what other
 * programs say of the address may hold parts of the password. */
bool place_is_clear(const char *place);

/* Writes PLACE without the passwords that an address may hold: between the user's name and the
 * host, and as parameters. */
void place_without_passwords(const char *place, char *name, size_t size);

#endif
