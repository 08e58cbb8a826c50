/* Landlock: which files and folders the process can still reach. */
#include "sandbox_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Rights of later versions of Landlock than the one whose header this system has. */
#define RIGHT_REFER    (1ULL << 13) /* version 2: to move something into another folder */
#define RIGHT_TRUNCATE (1ULL << 14) /* version 3 */
#define RIGHT_DEVICE   (1ULL << 15) /* version 5: to control a device */
#define NET_ALL        3ULL         /* version 4: to bind and to connect with TCP */
#define SCOPE_ALL      3ULL         /* version 6: abstract Unix sockets and signals */

/* Version 1 of Landlock, Linux 5.13, has these. */
#define FILES_OF_VERSION_1                                                                         \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |   \
     LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR |                                 \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

#define OF_FILES                                                                                   \
    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE) /* that may be no folders */

static const uint64_t rights_of[] = {
    [SANDBOX_READ] = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    [SANDBOX_WRITE] = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                      LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                      LANDLOCK_ACCESS_FS_REMOVE_FILE,
    [SANDBOX_MAKE] = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                     LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                     LANDLOCK_ACCESS_FS_REMOVE_DIR | RIGHT_REFER,
};

/* Of the newest version; the fields that an older kernel does not know are 0. */
struct handled {
    uint64_t files, net, scope;
};

static int refuse(char *message, size_t room)
{
    if (errno == ENOSYS)
        snprintf(message, room, "needs Landlock, which this kernel lacks (Linux 5.13 has it)");
    else if (errno == EOPNOTSUPP)
        snprintf(message, room, "needs Landlock, which this kernel was started without (lsm=)");
    else
        snprintf(message, room, "cannot be set up: Landlock: %s", strerror(errno));
    return -1;
}

/* What this kernel can refuse. The filter of system calls refuses what Landlock has only learned
 * since version 1, so the sandbox is whole with each version. */
static bool ask_kernel(struct handled *handled)
{
    long version =
        syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return false;
    handled->files = FILES_OF_VERSION_1 | (version >= 2 ? RIGHT_REFER : 0) |
                     (version >= 3 ? RIGHT_TRUNCATE : 0) | (version >= 5 ? RIGHT_DEVICE : 0);
    handled->net = version >= 4 ? NET_ALL : 0;
    handled->scope = version >= 6 ? SCOPE_ALL : 0;
    return true;
}

static bool add(int rules, const struct handled *handled, const struct sandbox_path *path)
{
    struct stat about;
    int file = open(path->path, O_PATH | O_CLOEXEC);
    if (file < 0) /* reading it reports the same */
        return errno != EMFILE && errno != ENFILE && errno != ENOMEM;
    uint64_t rights = rights_of[path->use] & handled->files;
    if (fstat(file, &about) == 0 && !S_ISDIR(about.st_mode))
        rights &= OF_FILES;
    const struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = file};
    bool added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ||
                 errno == EBADFD; /* a pipe, which Landlock does not restrict */
    int problem = errno;
    close(file);
    errno = problem;
    return added;
}

int sandbox_files_prepare(const struct sandbox_path *paths, size_t count, char *message,
                          size_t room)
{
    struct handled handled;
    if (!ask_kernel(&handled))
        return refuse(message, room);
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (rules < 0)
        return refuse(message, room);
    for (size_t i = 0; i < count; i++)
        if (!add(rules, &handled, &paths[i])) {
            refuse(message, room);
            close(rules);
            return -1;
        }
    return rules;
}

bool sandbox_files_enter(int rules, char *message, size_t room)
{
    bool entered = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    if (!entered)
        refuse(message, room);
    return entered;
}
