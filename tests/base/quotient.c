/* Quotients without a division are those of a division. */
#include "../support/test.h"

#include "../../src/base/quotient.h"

static void assert_divided(uint32_t dividend, uint32_t divisor)
{
    const uint32_t found = quotient_of(dividend, quotient_inverse(divisor));
    if (found != dividend / divisor)
        ROW_FAILED("%u / %u: %u\n", (unsigned)dividend, (unsigned)divisor, (unsigned)found);
}

/* About multiples, where a small error shows. */
static void quotients_are_those_of_a_division(void **state)
{
    (void)state;
    enum { MOST_QUOTIENT = (1 << 15) - 1, STEPS = 9 };
    for (uint32_t divisor = 1; divisor < 1 << 16; divisor++) {
        const uint32_t fitting = (uint32_t)INT32_MAX / divisor;
        const uint32_t most = fitting < MOST_QUOTIENT ? fitting : MOST_QUOTIENT;
        for (uint32_t step = 1; step <= STEPS; step++) {
            const uint32_t multiple = (uint32_t)((uint64_t)most * step / STEPS) * divisor;
            assert_divided(multiple, divisor);
            assert_divided(multiple > 0 ? multiple - 1 : 0, divisor);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotients_are_those_of_a_division),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
