/* The functions of libpq that are called. libpq is loaded on demand instead of linked: it brings
 * twenty more libraries, and loading them takes three times as long as everything else before the
 * command begins. */
#ifndef OW_CATALOG_LIBPQ_H
#define OW_CATALOG_LIBPQ_H

#include "database.h"

#include <libpq-fe.h>

/* libpq.exec is PQexec, and so on, after libpq_load has returned true. */
#define EACH_OF_LIBPQ(FUNCTION)                                                                    \
    FUNCTION(cancel)                                                                               \
    FUNCTION(clear)                                                                                \
    FUNCTION(cmdStatus)                                                                            \
    FUNCTION(connectdbParams)                                                                      \
    FUNCTION(conninfoFree)                                                                         \
    FUNCTION(conninfoParse)                                                                        \
    FUNCTION(copyResult)                                                                           \
    FUNCTION(errorMessage)                                                                         \
    FUNCTION(exec)                                                                                 \
    FUNCTION(finish)                                                                               \
    FUNCTION(fname)                                                                                \
    FUNCTION(freeCancel)                                                                           \
    FUNCTION(freemem)                                                                              \
    FUNCTION(ftype)                                                                                \
    FUNCTION(getCancel)                                                                            \
    FUNCTION(getCopyData)                                                                          \
    FUNCTION(getResult)                                                                            \
    FUNCTION(getisnull)                                                                            \
    FUNCTION(getlength)                                                                            \
    FUNCTION(getvalue)                                                                             \
    FUNCTION(nfields)                                                                              \
    FUNCTION(ntuples)                                                                              \
    FUNCTION(pingParams)                                                                           \
    FUNCTION(prepare)                                                                              \
    FUNCTION(putCopyData)                                                                          \
    FUNCTION(putCopyEnd)                                                                           \
    FUNCTION(reset)                                                                                \
    FUNCTION(resultErrorField)                                                                     \
    FUNCTION(resultStatus)                                                                         \
    FUNCTION(sendQueryPrepared)                                                                    \
    FUNCTION(setNoticeProcessor)                                                                   \
    FUNCTION(setSingleRowMode)                                                                     \
    FUNCTION(status)

#define LIBPQ_POINTER(name) __typeof__(PQ##name) *name;
extern struct libpq {
    EACH_OF_LIBPQ(LIBPQ_POINTER)
} libpq;

/* Loads libpq at the first call. Returns false with *FAILURE, which says what to install. Not for
 * several threads. */
bool libpq_load(struct database_failure *failure);

#endif
