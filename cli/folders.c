/* Folders that a verb makes for what it writes. */
#include "folders.h"

#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int make_parent_folders(const char *path)
{
    char *folder = strdup(path);
    int status = EXIT_FINE;
    if (!folder) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    for (char *slash = *folder ? strchr(folder + 1, '/') : NULL; slash && status == EXIT_FINE;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            complain("%s: cannot be made: %s", folder, strerror(errno));
            status = EXIT_FILES;
        }
        *slash = '/';
    }
    free(folder);
    return status;
}
