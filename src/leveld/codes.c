/* stub */
#include "leveld.h"
const ow_issue_code leveld_issue_codes[] = {{.code = NULL}};
