/* watchdog.h: gives up a launch that does not end. The CPU driver ends such a launch itself; on a
 * GPU only the end of the process does. */
#ifndef TRIAL_WATCHDOG_H
#define TRIAL_WATCHDOG_H

#include <stdbool.h>

#define TRIAL_WATCHDOG_SECONDS 10

/* Ends the process. Called in another thread than the one that launches, which then waits for ever
 * at the latest when its launch has ended. */
typedef void trial_watchdog_action(void *context);

/* Starts to watch this process. Called once. False if the system has no thread. */
bool trial_watchdog_start(trial_watchdog_action *give_up, void *context);

/* A launch begins; it has ended. Without a watchdog they do nothing. */
void trial_watchdog_begin(void);
void trial_watchdog_end(void);

#endif
