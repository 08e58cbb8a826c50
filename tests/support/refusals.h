/* Calls that are refused in words, and calls that succeed with an error that says nothing: what
 * tests of arguments ask of every public call. */
#ifndef OW_TESTS_SUPPORT_REFUSALS_H
#define OW_TESTS_SUPPORT_REFUSALS_H

#include "test.h"

/* An error as an earlier call left it. */
ow_error old_error(void);

/* Fails the test where an error says anything. */
void assert_zeroed(const char *call, const ow_error *error);

/* A call that is refused in words, with an error (which it knows as `error`) and without. */
#define ASSERT_REFUSED(call)                                                                       \
    do {                                                                                           \
        ow_error reported_ = old_error(), *error = &reported_;                                     \
        if ((call) != OW_BAD_ARGUMENT || reported_.status != OW_BAD_ARGUMENT ||                    \
            reported_.offset != 0 || strcmp(reported_.message, old_error().message) == 0 ||        \
            !*reported_.message)                                                                   \
            ROW_FAILED("%s: %s: %s\n", #call, ow_status_name(reported_.status),                    \
                       reported_.message);                                                         \
        error = NULL;                                                                              \
        if ((call) != OW_BAD_ARGUMENT)                                                             \
            ROW_FAILED("%s without an error\n", #call);                                            \
    } while (0)

/* A call that returns a pointer. */
#define ASSERT_REFUSED_POINTER(call)                                                               \
    ASSERT_REFUSED((call) ? OW_OK : error ? error->status : OW_BAD_ARGUMENT)

/* A call that succeeds, and what is given back then. */
#define ASSERT_FINE(call, give_back)                                                               \
    do {                                                                                           \
        ow_error reported_ = old_error(), *error = &reported_;                                     \
        if ((call) != OW_OK)                                                                       \
            ROW_FAILED("%s: %s\n", #call, reported_.message);                                      \
        assert_zeroed(#call, &reported_);                                                          \
        give_back;                                                                                 \
        error = NULL;                                                                              \
        if ((call) != OW_OK)                                                                       \
            ROW_FAILED("%s without an error\n", #call);                                            \
        give_back;                                                                                 \
    } while (0)

/* One that takes everything, and one that is none. */
extern const ow_sink open_sink, no_sink;

/* A file of each format and what it holds. */
struct world {
    ow_document document;
    ow_buffer file;
};

struct world open_world(const char *json);
void close_world(struct world *world);

#endif
