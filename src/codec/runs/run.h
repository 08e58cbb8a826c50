/* A layout compiled against one codec. The build compiles each file of this folder once for each
 * format, with FORMAT defined as the format's name. FORMAT/FORMAT.h and FORMAT/layout.h define
 *
 *   DOCUMENT                 the type of a document, a macro
 *   document(c, v)           the layout of a whole document
 *   RECORDS(RECORD, NUMBER)  optional: the records that issues refer to, each as
 *                            RECORD(kind, its JSON Pointer, its type, its layout); the layout may
 *                            use c, record, and the document v. A number in a list of numbers is
 *                            NUMBER(...) instead
 *   resume(c, v)             with RECORDS: sets what the codec knows behind the header of v
 *   NUMBERS_ARE_BIG(c)       optional: the byte order; the codec is compiled for it, so FORMAT.h
 *                            is included first
 *   SAVES_ARE_FOLDERS        optional, if the row has folder_files: JSON may have the files beside
 *                            a world
 *   COMMON_FIELD, COMMON_VALUE
 *                            optional: a member of the document, and the value that it has in the
 *                            most files, such as a byte order. Decode and encode are compiled
 *                            apart for it, because a test at every field would slow them down */
#ifndef OW_SRC_CODEC_RUNS_RUN_H
#define OW_SRC_CODEC_RUNS_RUN_H

#include "../runs.h"

#define RUN_JOIN_(a, b) a##_##b
#define RUN_JOIN(a, b)  RUN_JOIN_(a, b)
#define RUN_TEXT_(a)    #a
#define RUN_TEXT(a)     RUN_TEXT_(a)

/* FORMAT_decode and so on: see struct runs. */
#define RUN(name) RUN_JOIN(FORMAT, name)

/* The two headers. clang-format would treat the paths as divisions. */
/* clang-format off */
#ifndef FORMAT_FOLDER
#define FORMAT_FOLDER ../../FORMAT
#endif
#define FORMAT_HEADER RUN_TEXT(FORMAT_FOLDER/FORMAT.h)
#define FORMAT_LAYOUT RUN_TEXT(FORMAT_FOLDER/layout.h)
/* clang-format on */

DECLARE_RUNS(FORMAT);

/* Before the codec, see NUMBERS_ARE_BIG. */
#include FORMAT_HEADER

/* Runs the layout of a document. Assigning the value that a member has tells compilers what it is
 * in this branch. */
#ifdef COMMON_FIELD
#define run_document(c, v)                                                                         \
    do {                                                                                           \
        if ((v)->COMMON_FIELD == COMMON_VALUE) {                                                   \
            (v)->COMMON_FIELD = COMMON_VALUE;                                                      \
            document(c, v);                                                                        \
        } else {                                                                                   \
            document(c, v);                                                                        \
        }                                                                                          \
    } while (0)
#else
#define run_document(c, v) document(c, v)
#endif

#endif
