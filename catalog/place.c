/* Where a catalogue is, as people are told: addresses without their passwords. */
#include "place.h"

#include <stdio.h>
#include <string.h>

bool place_is_address(const char *place)
{
    return strncmp(place, "postgresql://", 13) == 0 || strncmp(place, "postgres://", 11) == 0;
}

/* Where a secret begins at AT: behind a parameter of libpq that holds one. NULL where there is none. */
static const char *secret_at(const char *at)
{
    static const char *const parameters[] = {"password=", "sslpassword="};
    for (size_t i = 0; (*at == '?' || *at == '&') && i < 2; i++)
        if (strncmp(at + 1, parameters[i], strlen(parameters[i])) == 0)
            return at + 1 + strlen(parameters[i]);
    return NULL;
}

/* The end of a password in front of the host: the last @ before the parameters, which begin at the ? behind the first
 * slash. NULL where there is none. A password with a slash in it is wrong in an address, and is left out all the same. */
static const char *end_of_password(const char *user)
{
    const char *slash = strchr(user, '/'), *limit = slash ? strchr(slash, '?') : NULL;
    const char *at = limit ? limit : user + strlen(user), *colon = strchr(user, ':');
    while (at > user && *at != '@')
        at--;
    return *at == '@' && colon && colon < at ? at : NULL;
}

static void put(char *name, size_t size, size_t *used, const char *text, size_t count)
{
    for (size_t i = 0; i < count && *used + 1 < size; i++)
        name[(*used)++] = text[i];
}

void place_without_passwords(const char *place, char *name, size_t size)
{
    const char *at = place, *secret;
    size_t used = 0;
    if (place_is_address(place)) {
        const char *user = strstr(place, "://") + 3, *end = end_of_password(user);
        if (end) {
            put(name, size, &used, place, (size_t)(strchr(user, ':') - place) + 1);
            put(name, size, &used, "***", 3);
            at = end;
        }
        while (*at) {
            if ((secret = secret_at(at)) == NULL) {
                put(name, size, &used, at++, 1);
                continue;
            }
            put(name, size, &used, at, (size_t)(secret - at));
            put(name, size, &used, "***", 3);
            at = secret + strcspn(secret, "&");
        }
    } else {
        put(name, size, &used, place, strlen(place));
    }
    name[size > 0 ? used : 0] = '\0';
}
