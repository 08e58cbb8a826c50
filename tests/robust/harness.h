/* Programs that put every file of samples/ and of the corpus through something, and print TAP.
 *
 * Usage of each: PROGRAM SOURCE_ROOT [CORPUS_FOLDER [FILE]]. Without a corpus there is a line to
 * skip. FILE is the name of the only file to take.
 *
 * A program that makes thousands of trials with a file makes those that are likely to show
 * something new, see is_worth_trying(). With OVERWORLD_DEPTH=deep in the environment it makes
 * all. */
#ifndef OW_TESTS_ROBUST_HARNESS_H
#define OW_TESTS_ROBUST_HARNESS_H

#include "../support/bytes.h"
#include "../support/ledger.h"

#include <overworld/overworld.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file whose bytes are of a known format; they fill a block of exactly their size. */
struct test_file {
    const char *name;
    const uint8_t *data;
    size_t size;
};

/* What a program does with one file. Failures are told with broken(). */
typedef void (*file_test)(const struct test_file *file);

/* Notes that the test at hand failed, and how; only the first few are printed. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void broken(const char *format, ...);

/* Says that the file at hand is none that the test is about: no line tells of it. */
void leave_out(void);

/* Whether a trial, by its number, is one for the file at hand. Files that are small changes of
 * each other, the samples of issues, share the trials; any other file goes through all. */
bool is_my_turn(uint64_t trial);

/* Whether all trials are made. */
bool is_deep(void);

/* Whether to make a trial. `place` is a hash of what decides the path of the trial through the
 * code, such as the field that is damaged or the callers of the allocation that fails; `trial`
 * is the trial's number in its file. The first `tries` trials of a place are made, in whichever
 * files they come, and a few of the others: OVERWORLD_DRAW, any text, draws which. Deep runs
 * make all. */
bool is_worth_trying(uint64_t place, unsigned tries, uint64_t trial);

/* Continues a hash with more bytes. Start with HASH. */
#define HASH UINT64_C(0xcbf29ce484222325)
uint64_t mix(uint64_t hash, const void *data, size_t size);

/* For each byte of a file, a hash of the format, the version, the field that has the byte
 * (whichever element of a list it is of) and the byte's number in the field. The caller frees
 * the array. */
uint64_t *places_of_bytes(const void *data, size_t size);

/* Runs `test` on each file no larger than `largest` (0: any), one TAP line a file. */
int run_on_files(int count, char **arguments, const char *title, size_t largest, file_test test);

/* What can be done with a file: each appends what came of it to `result`. */
typedef ow_status (*deed)(const void *bytes, size_t size, const ow_options *options,
                          struct bytes *result, ow_error *error);

ow_status deed_open(const void *bytes, size_t size, const ow_options *options, struct bytes *result,
                    ow_error *error);
ow_status deed_stream(const void *bytes, size_t size, const ow_options *options,
                      struct bytes *result, ow_error *error);
ow_status deed_trace(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error);
ow_status deed_check(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error);
ow_status deed_summarise(const void *bytes, size_t size, const ow_options *options,
                         struct bytes *result, ow_error *error);
ow_status deed_to_json(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error);

/* This one takes JSON. */
ow_status deed_from_json(const void *text, size_t size, const ow_options *options,
                         struct bytes *result, ow_error *error);

/* A level as a map for Tiled, and back; another world's outcome is that it is none. */
ow_status deed_tiled(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error);

/* The map and the ground of a world; those without have an outcome all the same. */
ow_status deed_map(const void *bytes, size_t size, const ow_options *options, struct bytes *result,
                   ow_error *error);
ow_status deed_heights(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error);

/* Options by which a picture of 4 x 3 samples stands for any that a world refers to by a path of
 * even length; *open counts those that were not given back. */
ow_options with_pictures(const ow_options *options, int *open);

/* The scene of a world, which must be sound, and small pictures of it; `look` gives the scene
 * back. */
ow_status deed_scene(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error);
ow_status look(ow_scene *scene, const ow_options *options, struct bytes *result, ow_error *error);

/* The circuit of a save, run for some ticks; of others the document is opened. */
ow_status deed_circuit(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error);

/* To every version and variant that can be written; the result holds all of them and the
 * warnings. */
ow_status deed_convert(const void *bytes, size_t size, const ow_options *options,
                       struct bytes *result, ow_error *error);

/* Writes a document through a sink and into a buffer, which must get the same bytes. */
ow_status write_to(const ow_document *document, const ow_options *options, struct bytes *result,
                   ow_error *error);

struct named_deed {
    const char *name;
    deed act;
};

/* Does it again and again, each time without one of the blocks of memory that it asks for, and
 * without all from that one on: the outcome has to be OW_NO_MEMORY, or the very same as with
 * all, and nothing is left. */
void refuse_each(const struct named_deed *way, const void *bytes, size_t size);

/* Does it with more and more memory allowed, until that is enough: OW_TOO_MUCH_MEMORY until
 * then. */
void limit_each(const struct named_deed *way, const void *bytes, size_t size);

/* All that take a file's bytes; ends with a NULL name. */
extern const struct named_deed deeds[];

#endif
