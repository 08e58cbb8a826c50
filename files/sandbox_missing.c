/* The sandbox of a build that has none. */
#include "sandbox.h"

#include <stdio.h>

bool sandbox_enter(const struct sandbox *sandbox, char *message, size_t room)
{
    (void)sandbox;
    snprintf(message, room,
             "is not in this build: it takes Linux, and libseccomp when Overworld "
             "is built");
    return false;
}
