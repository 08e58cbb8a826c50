#include "due.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FAULTS = 8 };

static struct fault {
    struct call call;
    unsigned problem;
} faults[MOST_FAULTS];
static size_t fault_count;

const char *call_read(const char *text, struct call *call)
{
    int length = 0;
    if (sscanf(text, "%39[^:]:%lu%n", call->name, &call->number, &length) != 2)
        return NULL;
    call->all_after = text[length] == '+';
    length += call->all_after;
    return text + length + (text[length] == ':');
}

bool call_is_due(struct call *call, const char *name)
{
    if (strcmp(call->name, name) != 0)
        return false;
    unsigned long number = call->seen++;
    return number == call->number || (call->all_after && number > call->number);
}

void faults_read(char *list)
{
    for (char *one = strtok(list, ","); one && fault_count < MOST_FAULTS; one = strtok(NULL, ",")) {
        const char *problem = call_read(one, &faults[fault_count].call);
        if (problem)
            faults[fault_count++].problem = (unsigned)strtoul(problem, NULL, 10);
    }
}

bool faults_are_due(const char *name, unsigned *problem)
{
    bool due = false;
    for (size_t i = 0; i < fault_count; i++) {
        if (!call_is_due(&faults[i].call, name))
            continue;
        due = true;
        *problem = faults[i].problem;
    }
    return due;
}
