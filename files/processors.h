/* How many processors this process may use. */
#ifndef OW_FILES_PROCESSORS_H
#define OW_FILES_PROCESSORS_H

unsigned processor_count(void);

#endif
