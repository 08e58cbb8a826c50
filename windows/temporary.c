/* Temporary names. */
#define _CRT_RAND_S
#include "layer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_TRIES = 100, LETTERS = 6 };

unsigned random_number(void)
{
    unsigned number = 0;
    rand_s(&number);
    return number;
}

/* Replaces the letters X that `suffix` bytes follow. */
static void fill_in(char *pattern, size_t suffix)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char *at = pattern + strlen(pattern) - suffix - LETTERS;
    for (size_t i = 0; i < LETTERS; i++)
        at[i] = letters[random_number() % (sizeof letters - 1)];
}

char *mkdtemp(char *pattern)
{
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        fill_in(pattern, 0);
        if (mkdir(pattern, 0700) == 0)
            return pattern;
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

int mkstemps(char *pattern, int suffix)
{
    int file = -1;
    for (int tries = 0; file < 0 && tries < MOST_TRIES; tries++) {
        fill_in(pattern, (size_t)suffix);
        file = open(pattern, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}
