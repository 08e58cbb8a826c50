/* Locks of files and folders. */
#ifndef WINDOWS_SYS_FILE_H
#define WINDOWS_SYS_FILE_H

enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4, LOCK_UN = 8 };

/* Only LOCK_EX with LOCK_NB. The lock ends with the last copy of the descriptor. */
int flock(int file, int operation);

#endif
