/* settings.h: the environment variables of the runtime. A word means the same in all of them. */
#ifndef CUSTUBI_SETTINGS_H
#define CUSTUBI_SETTINGS_H

#include <custub/status.h>

typedef enum custubi_setting {
    CUSTUBI_SETTING_DRIVER, /* a custub_driver */
    CUSTUBI_SETTING_CHECK,  /* a custub_check */
    CUSTUBI_SETTING_SYNC,   /* 0 or 1 */
    CUSTUBI_SETTING_LEAKS,  /* 0 or 1 */
    CUSTUBI_SETTING_NVTX,   /* 0 or 1; -1: not set */
    CUSTUBI_SETTING_BOUNDS, /* a custub_bounds_checks */
    CUSTUBI_SETTING_COUNT
} custubi_setting;

/* The current value of a variable; its default if it is unset or invalid. */
int custubi_setting_of(custubi_setting setting);

/* CUSTUB_ERROR_INVALID_ARGUMENT if the value of a variable is invalid. */
custub_status custubi_settings_check(custub_error *error);

#endif
