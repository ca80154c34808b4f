#include "observe/observe.h"

#include "observe/nvtx.h"
#include "platform/settings.h"

atomic_uint custubi_observers;

static custubi_mutex changing = CUSTUBI_MUTEX_INITIALIZER; /* guards the variables below */
static custub_activity_function *activity_function;
static void *activity_user;
static bool is_sync_set; /* by custub_set_sync(), which the environment does not override */

static void turn(unsigned int observer, bool on)
{
    if (on)
        atomic_fetch_or_explicit(&custubi_observers, observer, memory_order_relaxed);
    else
        atomic_fetch_and_explicit(&custubi_observers, ~observer, memory_order_relaxed);
}

void custubi_observe_start(void)
{
    custubi_mutex_lock(&changing);
    if (!is_sync_set)
        turn(CUSTUBI_OBSERVER_SYNC, custubi_setting_of(CUSTUBI_SETTING_SYNC) == 1);
    turn(CUSTUBI_OBSERVER_NVTX, custubi_nvtx_open());
    custubi_mutex_unlock(&changing);
}

void custub_set_sync(int wait)
{
    custubi_mutex_lock(&changing);
    is_sync_set = true;
    turn(CUSTUBI_OBSERVER_SYNC, wait != 0);
    custubi_mutex_unlock(&changing);
}

void custub_set_activity(custub_activity_function *function, void *user)
{
    custubi_mutex_lock(&changing);
    activity_function = function;
    activity_user = user;
    turn(CUSTUBI_OBSERVER_ACTIVITY, function != NULL);
    custubi_mutex_unlock(&changing);
}

void custubi_observe_activity(const custub_activity *seen)
{
    custub_activity_function *function;
    void *user;

    custubi_mutex_lock(&changing);
    function = activity_function;
    user = activity_user;
    custubi_mutex_unlock(&changing);
    if (function)
        function(seen, user);
}
