/* Converts a level's timestamp to a date. */
#include "leveld.h"

#include <stdio.h>

/* Converts days since 1970-01-01 to a date of the Gregorian calendar. Years are counted from
 * March. */
static void date_of_days(uint64_t days, unsigned *year, unsigned *month, unsigned *day)
{
    enum { DAYS_BEFORE_1970 = 719468, DAYS_IN_400_YEARS = 146097 };
    days += DAYS_BEFORE_1970; /* since 0000-03-01 */
    unsigned of_era = (unsigned)(days % DAYS_IN_400_YEARS);
    unsigned of_400 = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned of_year = of_era - (365 * of_400 + of_400 / 4 - of_400 / 100);
    unsigned from_march = (5 * of_year + 2) / 153;
    *day = of_year - (153 * from_march + 2) / 5 + 1;
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = (unsigned)(days / DAYS_IN_400_YEARS) * 400 + of_400 + (*month <= 2);
}

bool leveld_date(uint64_t timestamp, char date[LEVELD_DATE])
{
    enum { SECONDS_A_DAY = 86400 };
    const uint64_t year_1990 = 631152000, year_2100 = 4102444800;
    unsigned year, month, day, second = (unsigned)(timestamp % SECONDS_A_DAY);
    if (timestamp < year_1990 || timestamp >= year_2100)
        return false;
    date_of_days(timestamp / SECONDS_A_DAY, &year, &month, &day);
    snprintf(date, LEVELD_DATE, "%04u-%02u-%02uT%02u:%02u:%02uZ", year, month, day, second / 3600,
             second / 60 % 60, second % 60);
    return true;
}
