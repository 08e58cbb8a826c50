/* Temporary names, real paths, and the environment in UTF-8. */
#ifndef WINDOWS_STDLIB_H
#define WINDOWS_STDLIB_H

#include_next <stdlib.h>

#undef environ

char *realpath(const char *restrict path, char *restrict real);
char *mkdtemp(char *pattern);
int mkstemps(char *pattern, int suffix);

#endif
