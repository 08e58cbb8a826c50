/* Errors in the words of the native command: those of the C libraries differ. */
#include <errno.h>
#include <string.h>

char *strerror(int number)
{
    switch (number) {
    case E2BIG:
        return "Argument list too long";
    case EACCES:
        return "Permission denied";
    case EAGAIN:
        return "Resource temporarily unavailable";
    case EBADF:
        return "Bad file descriptor";
    case EBUSY:
        return "Device or resource busy";
    case ECHILD:
        return "No child processes";
    case EDOM:
        return "Numerical argument out of domain";
    case EDQUOT:
        return "Disk quota exceeded";
    case EEXIST:
        return "File exists";
    case EFAULT:
        return "Bad address";
    case EFBIG:
        return "File too large";
    case EINTR:
        return "Interrupted system call";
    case EINVAL:
        return "Invalid argument";
    case EIO:
        return "Input/output error";
    case EISDIR:
        return "Is a directory";
    case ELOOP:
        return "Too many levels of symbolic links";
    case EMFILE:
        return "Too many open files";
    case EMLINK:
        return "Too many links";
    case ENAMETOOLONG:
        return "File name too long";
    case ENFILE:
        return "Too many open files in system";
    case ENODEV:
        return "No such device";
    case ENOENT:
        return "No such file or directory";
    case ENOEXEC:
        return "Exec format error";
    case ENOLCK:
        return "No locks available";
    case ENOMEM:
        return "Cannot allocate memory";
    case ENOSPC:
        return "No space left on device";
    case ENOSYS:
        return "Function not implemented";
    case ENOTDIR:
        return "Not a directory";
    case ENOTEMPTY:
        return "Directory not empty";
    case ENOTTY:
        return "Inappropriate ioctl for device";
    case ENXIO:
        return "No such device or address";
    case EOVERFLOW:
        return "Value too large for defined data type";
    case EPERM:
        return "Operation not permitted";
    case EPIPE:
        return "Broken pipe";
    case ERANGE:
        return "Numerical result out of range";
    case EROFS:
        return "Read-only file system";
    case ESPIPE:
        return "Illegal seek";
    case ESRCH:
        return "No such process";
    case ESTALE:
        return "Stale file handle";
    case ETIMEDOUT:
        return "Connection timed out";
    case ETXTBSY:
        return "Text file busy";
    case EXDEV:
        return "Invalid cross-device link";
    case EOPNOTSUPP:
        return "Operation not supported";
    default:
        return "Unknown error";
    }
}
