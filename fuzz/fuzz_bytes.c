/* Any bytes, of any format. */
#include "promises.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    keep_promises_of_bytes(data, size);
    return 0;
}
