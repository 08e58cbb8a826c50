/* A file that is replaced must be the one that was read, and two runs must not replace it at
 * once. */
#include "output.h"

#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* Another run holds a folder while it renames a file. */
enum { MOST_WAITS = 1000, WAIT_MILLISECONDS = 10 };

/* The folder is locked, not the file: a new file takes the place of the old one, and a user may
 * hold a lock of the file itself. False if another program keeps the folder locked. A folder that
 * cannot be locked, for want of rights or on its file system, is not. */
static bool lock_folder(struct output_file *output)
{
    const struct timespec moment = {.tv_nsec = WAIT_MILLISECONDS * 1000000L};
    output->held = openat(output->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int waits = 0; output->held >= 0 && flock(output->held, LOCK_EX | LOCK_NB) != 0; waits++) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return true;
        if (waits == MOST_WAITS)
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

int output_file_hold(struct output_file *output, const struct file_mark *read)
{
    struct stat about;
    struct file_mark now = {0};
    if (output->folder < 0 || !read->is_known)
        return EXIT_FINE;
    if (!lock_folder(output)) {
        complain("%s: nothing was written: another program keeps its folder locked", output->path);
        return EXIT_FILES;
    }
    if (fstatat(output->folder, output->name, &about, AT_SYMLINK_NOFOLLOW) == 0)
        now = mark_of(&about);
    if (is_same_mark(read, &now))
        return EXIT_FINE;
    complain("%s: nothing was written: another program has changed the file since it was read; "
             "run the command again",
             output->path);
    return EXIT_FILES;
}
