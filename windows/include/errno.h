/* Error numbers. Some that mingw lacks or keeps apart, and three that only Windows has. */
#ifndef WINDOWS_ERRNO_H
#define WINDOWS_ERRNO_H

#include_next <errno.h>

#undef EWOULDBLOCK
#undef ENOTSUP
#define EWOULDBLOCK EAGAIN
#define ENOTSUP     EOPNOTSUPP
#define EDQUOT      200
#define ESTALE      201

/* The name is one of a device, such as NUL or aux.lvd. */
#define ERESERVED 210
/* The name has a character or an ending that Windows does not allow. */
#define EBADNAME 211
/* Another program has opened the file in a way that excludes others. */
#define ESHARED 212

#endif
