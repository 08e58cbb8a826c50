/* Trying again: briefly after a conflict or a lost connection, longer while a server is away. */
#include "patience.h"

/* Brief pauses take 20 ms, and twice as long each time: five seconds together. */
enum { MOST_BRIEF = 8, FIRST_BRIEF = 20, FIRST_LONG = 50, LONGEST_PAUSE = 1000, SLICE = 50 };

static bool is_over(struct patience *patience)
{
    if (!patience)
        return false;
    pthread_mutex_lock(&patience->lock);
    bool over = patience->is_over;
    pthread_mutex_unlock(&patience->lock);
    return over;
}

/* Sleeps, but not for long after the end of patience. Returns false then. */
static bool pause_for(struct patience *patience, unsigned milliseconds)
{
    while (milliseconds > 0 && !is_over(patience)) {
        unsigned slice = milliseconds < SLICE ? milliseconds : SLICE;
        nanosleep(&(struct timespec){.tv_nsec = (long)slice * 1000000}, NULL);
        milliseconds -= slice;
    }
    return !is_over(patience);
}

/* What is left of the time for waiting, in milliseconds. */
static unsigned time_left(const struct patience *patience, const struct attempts *attempts)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t gone = (int64_t)(now.tv_sec - attempts->since.tv_sec) * 1000 +
                   (now.tv_nsec - attempts->since.tv_nsec) / 1000000;
    int64_t left = (int64_t)patience->seconds * 1000 - gone;
    return left <= 0 ? 0 : left < LONGEST_PAUSE ? (unsigned)left : LONGEST_PAUSE;
}

/* The first pause is silent: a server that takes connections again at once is worth no words. */
static void report_waiting(struct patience *patience, struct attempts *attempts, const char *why)
{
    if (attempts->long_ones == 0 || attempts->is_reported)
        return;
    attempts->is_reported = true;
    if (patience->waiting++ == 0 && patience->report)
        patience->report(patience->context, why);
}

static bool wait_longer(struct patience *patience, struct attempts *attempts, const char *why)
{
    unsigned usual = (unsigned)FIRST_LONG << (attempts->long_ones < 5 ? attempts->long_ones : 5);
    if (attempts->long_ones == 0)
        clock_gettime(CLOCK_MONOTONIC, &attempts->since);
    unsigned left = time_left(patience, attempts);
    pthread_mutex_lock(&patience->lock);
    if (left == 0)
        patience->is_over = true;
    if (!patience->is_over)
        report_waiting(patience, attempts, why);
    pthread_mutex_unlock(&patience->lock);
    attempts->long_ones++;
    return pause_for(patience, left < usual ? left : usual);
}

bool patience_allows(struct patience *patience, struct attempts *attempts,
                     const struct database_failure *why)
{
    if (patience && (why->was_lost || why->is_away)) {
        pthread_mutex_lock(&patience->lock);
        patience->losses++;
        pthread_mutex_unlock(&patience->lock);
    }
    if (why->is_away && patience && patience->seconds > 0)
        return wait_longer(patience, attempts, why->message);
    return why->may_retry && attempts->brief < MOST_BRIEF &&
           pause_for(patience, (unsigned)FIRST_BRIEF << attempts->brief++);
}

void patience_end(struct patience *patience, struct attempts *attempts, bool is_done)
{
    if (attempts->is_reported) {
        pthread_mutex_lock(&patience->lock);
        if (--patience->waiting == 0 && is_done && patience->report)
            patience->report(patience->context, NULL);
        pthread_mutex_unlock(&patience->lock);
    }
    *attempts = (struct attempts){0};
}

void patience_stop(struct patience *patience)
{
    pthread_mutex_lock(&patience->lock);
    patience->is_over = true;
    pthread_mutex_unlock(&patience->lock);
}

unsigned patience_take_losses(struct patience *patience)
{
    pthread_mutex_lock(&patience->lock);
    unsigned losses = patience->losses;
    patience->losses = 0;
    pthread_mutex_unlock(&patience->lock);
    return losses;
}
