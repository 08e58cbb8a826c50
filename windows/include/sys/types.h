/* Numbers of files have 64 bits. The compiler's flags define _INO_T_DEFINED. */
#ifndef WINDOWS_SYS_TYPES_H
#define WINDOWS_SYS_TYPES_H

typedef unsigned long long _ino_t;
typedef unsigned long long ino_t;

#include_next <sys/types.h>

typedef unsigned uid_t;
typedef unsigned gid_t;

#endif
