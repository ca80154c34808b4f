/* level.h: how much the program has checked, custub_set_check()'s or the environment's. */
#ifndef CUSTUBI_LEVEL_H
#define CUSTUBI_LEVEL_H

#include <stdatomic.h>

#include <custub/launch.h>

#include "platform/platform.h"

/* The program's level, a custub_check; CUSTUB_CHECK_DEFAULT until the environment was asked. */
CUSTUBI_INTERNAL extern atomic_int custubi_level;

/* Never CUSTUB_CHECK_DEFAULT. */
custub_check custubi_check_level(void);

#endif
