/* Folders. Names are UTF-8. */
#ifndef WINDOWS_DIRENT_H
#define WINDOWS_DIRENT_H

/* 255 units of UTF-16 in UTF-8 */
struct dirent {
    char d_name[766];
};

typedef struct folder DIR;

DIR *opendir(const char *path);
DIR *fdopendir(int folder);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);
int scandir(const char *restrict path, struct dirent ***restrict names,
            int (*choose)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **one, const struct dirent **other);

#endif
