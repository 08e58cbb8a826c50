/* The place of a catalogue in messages: addresses without their passwords. */
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

/* The end of a parameter's name if the name is NAME after decoding %XX; otherwise NULL. */
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

/* The start of a secret at AT: the value of a libpq parameter that holds one. NULL: no secret. */
static const char *secret_at(const char *at)
{
    static const char *const parameters[] = {"password", "sslpassword", "passwd"};
    const char *secret = NULL;
    bool begins = *at == '?' || *at == '&';
    for (size_t i = 0; begins && i < sizeof parameters / sizeof *parameters && !secret; i++)
        secret = skip_name(at + 1, parameters[i]);
    return secret;
}

/* Returns true if a port follows the host's colon, or several ports with hosts and commas between
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

/* Returns true if each @ in the parameters is in a value that may contain one, or in a secret. Any
 * other @ may end a password before a host, where the password contains a question mark. */
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

/* Returns true if the end of the password is certain: there is no password, or one @ before the
 * host and none before the parameters. If a password has a sign that is not written as %XX, parts
 * of it look like a host, a port or a database. */
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

/* The end of a password before the host. If it is not certain, the last @, or the end of the
 * address. NULL: no password. */
static const char *end_of_password(const char *place, const char *user)
{
    const char *end = user + strcspn(user, "/?#"), *colon = strchr(user, ':');
    bool is_clear = place_is_clear(place);
    const char *at = is_clear ? memchr(user, '@', (size_t)(end - user)) : strrchr(user, '@');
    if (!is_clear && (!at || (colon && at < colon)))
        at = user + strlen(user);
    return at && colon && colon < at ? at : NULL;
}

/* The end of a parameter with a secret. An & belongs to the secret unless a parameter follows. */
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
