#include "platform/level.h"

#include "platform/settings.h"

atomic_int custubi_level;

void custub_set_check(custub_check check)
{
    if (check == CUSTUB_CHECK_DEFAULT)
        check = (custub_check)custubi_setting_of(CUSTUBI_SETTING_CHECK);
    atomic_store_explicit(&custubi_level, (int)check, memory_order_relaxed);
}

custub_check custubi_check_level(void)
{
    if (atomic_load_explicit(&custubi_level, memory_order_relaxed) == CUSTUB_CHECK_DEFAULT)
        custub_set_check(CUSTUB_CHECK_DEFAULT);
    return (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
}
