/* stub */
#include "city.h"
const ow_issue_code city_issue_codes[] = {{.code = NULL}};
