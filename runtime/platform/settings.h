/* settings.h: what the environment says, in words that have one meaning for all variables. */
#ifndef CUSTUBI_SETTINGS_H
#define CUSTUBI_SETTINGS_H

#include <custub/status.h>

typedef enum custubi_setting {
    CUSTUBI_SETTING_DRIVER, /* a custub_driver */
    CUSTUBI_SETTING_CHECK,  /* a custub_check */
    CUSTUBI_SETTING_SYNC,   /* 0 or 1, as the rest */
    CUSTUBI_SETTING_NVTX,   /* -1 if it is not set */
    CUSTUBI_SETTING_COUNT
} custubi_setting;

/* The value of a variable as it is now; what holds without it if it is not set, or makes no
 * sense. */
int custubi_setting_of(custubi_setting setting);

/* Fails if a variable makes no sense. */
custub_status custubi_settings_check(custub_error *error);

#endif
