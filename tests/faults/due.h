/* Finds out which calls are to fail: each is told by its name and number. faults.c uses this on
 * Linux, windows.c on Windows. */
#ifndef OW_TESTS_FAULTS_DUE_H
#define OW_TESTS_FAULTS_DUE_H

#include <stdbool.h>
#include <stddef.h>

struct call {
    char name[40];
    unsigned long number, seen;
    bool all_after;
};

/* Reads NAME:N, or NAME:N+ for all calls from that one on. Returns what follows the next colon, or
 * NULL. */
const char *call_read(const char *text, struct call *call);

/* Counts a call. Returns true if it is the one, or one of those after it. */
bool call_is_due(struct call *call, const char *name);

/* Reads NAME:N:PROBLEM, several of them joined by commas. */
void faults_read(char *list);

/* Counts a call. Returns true if it is to fail, with its problem. */
bool faults_are_due(const char *name, unsigned *problem);

#endif
