/* Where a catalogue is, as people are told: addresses without their passwords. */
#include "place.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool place_is_address(const char *place)
{
    return strncmp(place, "postgresql://", 13) == 0 || strncmp(place, "postgres://", 11) == 0;
}

static int hex_digit(char letter)
{
    return isdigit((unsigned char)letter)    ? letter - '0'
           : isxdigit((unsigned char)letter) ? tolower((unsigned char)letter) - 'a' + 10
                                             : -1;
}

/* The end of a parameter's name that is NAME once its %XX are read; NULL if it is another one. */
static const char *skip_name(const char *at, const char *name)
{
    for (; *name; name++) {
        int letter = (unsigned char)*at++;
        if (letter == '%' && hex_digit(at[0]) >= 0 && hex_digit(at[1]) >= 0) {
            letter = hex_digit(at[0]) * 16 + hex_digit(at[1]);
            at += 2;
        }
        if (tolower(letter) != *name)
            return NULL;
    }
    return *at == '=' ? at + 1 : NULL;
}

/* Where a secret begins at AT: behind a parameter of libpq that holds one. NULL where there is
 * none. */
static const char *secret_at(const char *at)
{
    static const char *const parameters[] = {"password", "sslpassword", "passwd"};
    const char *secret = NULL;
    bool begins = *at == '?' || *at == '&';
    for (size_t i = 0; begins && i < sizeof parameters / sizeof *parameters && !secret; i++)
        secret = skip_name(at + 1, parameters[i]);
    return secret;
}

/* Whether what stands behind the host's colon is a port, or several with commas and hosts between
 * them. */
static bool has_ports_alone(const char *colon, const char *end)
{
    for (; colon && colon < end; colon = memchr(colon, ':', (size_t)(end - colon))) {
        colon++;
        while (colon < end && isdigit((unsigned char)*colon))
            colon++;
        if (colon < end && *colon != ',')
            return false;
    }
    return true;
}

/* Whether each @ in parameters stands in the value of one that may have it, or in a secret: else it
 * may end a password in front of the host that has a question mark. */
static bool has_plain_parameters(const char *parameters)
{
    static const char *const names[] = {"user",    "dbname",           "host",
                                        "options", "application_name", "service"};
    for (const char *at = parameters; *at; at += 1 + strcspn(at + 1, "&")) {
        const char *value = secret_at(at);
        for (size_t i = 0; i < sizeof names / sizeof *names && !value; i++)
            value = skip_name(at + 1, names[i]);
        if (!value && memchr(at, '@', 1 + strcspn(at + 1, "&")))
            return false;
    }
    return true;
}

/* Whether it is plain where a password ends: none is there, or one @ stands before the host and
 * none in front of the parameters. A password with a sign that is not written as %XX makes an
 * address in which parts of the password look like a host, a port or a database. */
bool place_is_clear(const char *place)
{
    const char *user = strstr(place, "://") + 3, *end = user + strcspn(user, "/?#");
    const char *at = memchr(user, '@', (size_t)(end - user)), *parameters = strchr(user, '?');
    const char *colon = memchr(user, ':', (size_t)(end - user));
    bool is_bracketed = (at ? at[1] : *user) == '[';
    if (at && memchr(at + 1, '@', (size_t)(end - at - 1)))
        return false;
    if (!at && colon && !is_bracketed && !has_ports_alone(colon, end))
        return false;
    const char *path = memchr(end, '@', parameters ? (size_t)(parameters - end) : strlen(end));
    return !path && (at || !parameters || has_plain_parameters(parameters));
}

/* The end of a password in front of the host. In an address that is not clear it is the last @, or
 * the end. NULL if there is none. */
static const char *end_of_password(const char *place, const char *user)
{
    const char *end = user + strcspn(user, "/?#"), *colon = strchr(user, ':');
    bool is_clear = place_is_clear(place);
    const char *at = is_clear ? memchr(user, '@', (size_t)(end - user)) : strrchr(user, '@');
    if (!is_clear && (!at || (colon && at < colon)))
        at = user + strlen(user);
    return at && colon && colon < at ? at : NULL;
}

/* The end of a parameter that holds a secret. An & belongs to the secret unless it begins another
 * parameter. */
static const char *end_of_secret(const char *secret)
{
    const char *end = secret + strcspn(secret, "&");
    while (*end && end[1 + strcspn(end + 1, "&=")] != '=')
        end += 1 + strcspn(end + 1, "&");
    return end;
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
        const char *user = strstr(place, "://") + 3, *end = end_of_password(place, user);
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
            at = end_of_secret(secret);
        }
    } else {
        put(name, size, &used, place, strlen(place));
    }
    name[size > 0 ? used : 0] = '\0';
}
