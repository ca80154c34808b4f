#include "level.h"

#include <string.h>

atomic_int custubi_level;

/* What the environment says; a word that is no level means the strictest. */
static custub_check environment_check(void)
{
    const char *word = custubi_environment("CUSTUB_CHECK");

    if (word && strcmp(word, "none") == 0)
        return CUSTUB_CHECK_NONE;
    if (word && strcmp(word, "contract") == 0)
        return CUSTUB_CHECK_CONTRACT;
    return CUSTUB_CHECK_WHOLE;
}

void custub_set_check(custub_check check)
{
    if (check == CUSTUB_CHECK_DEFAULT)
        check = environment_check();
    atomic_store_explicit(&custubi_level, (int)check, memory_order_relaxed);
}

custub_check custubi_level_of(const custub_launch *launch)
{
    if (launch->check != CUSTUB_CHECK_DEFAULT)
        return launch->check;
    if (atomic_load_explicit(&custubi_level, memory_order_relaxed) == CUSTUB_CHECK_DEFAULT)
        custub_set_check(CUSTUB_CHECK_DEFAULT);
    return (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
}
