#ifndef WINDOWS_STRING_H
#define WINDOWS_STRING_H

#include_next <string.h>

char *strndup(const char *text, size_t size);

#endif
