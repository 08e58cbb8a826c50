/* overworld check: the codes of issues, the library's and the command's own. */
#ifndef OW_CLI_LOOK_CHECK_CODES_H
#define OW_CLI_LOOK_CHECK_CODES_H

#include <overworld/overworld.h>

/* Whether an issue is about the file as a whole, not about a place in it. */
bool is_of_file(const ow_issue_code *code);

/* Splits "A,B" into two lists in one: the library's codes, NULL, the command's own, NULL. EXIT_FINE
 * and a list that the caller frees, or another exit status after a message. */
int read_codes(const char *text, const char *const **codes);

/* The severity with a name ("info", "warning", "error"). Returns false after a message. */
bool find_severity(const char *name, ow_severity *severity);

/* Whether such a list has one of the command's own codes. */
bool has_own_code(const char *const *list, const ow_issue_code *code);

/* Explains a code, or lists "all". Returns an exit status. */
int explain_code(const char *name, bool json);

#endif
