/* Text in UTF-8, which the command uses, and in UTF-16, which Windows uses. */
#include "layer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

wchar_t *to_wide(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (size <= 0)
        fail_with(ENOENT); /* no file has such a name */
    else if (!wide)
        fail_with(ENOMEM);
    else
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
    return wide;
}

char *to_utf8(const wchar_t *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (!text)
        fail_with(ENOMEM);
    else
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    return text;
}

char *turn_slashes(char *path)
{
    for (char *at = path; (at = strchr(at, '\\')); at++)
        *at = '/';
    return path;
}

char *strndup(const char *text, size_t size)
{
    size_t length = strnlen(text, size);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
