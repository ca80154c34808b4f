/* level.h: how much a launch checks: by itself, by custub_set_check(), by the environment. */
#ifndef CUSTUBI_LEVEL_H
#define CUSTUBI_LEVEL_H

#include <stdatomic.h>

#include <custub/launch.h>

#include "platform/platform.h"

/* The program's level, a custub_check; CUSTUB_CHECK_DEFAULT until a launch has asked the
 * environment. */
CUSTUBI_INTERNAL extern atomic_int custubi_level;

/* The launch's level, else the program's. Never CUSTUB_CHECK_DEFAULT. */
custub_check custubi_level_of(const custub_launch *launch);

#endif
