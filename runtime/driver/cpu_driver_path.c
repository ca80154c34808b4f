#include "driver/driver_find.h"

/* In a file of its own, since the installation compiles it again: only it knows its prefix. */
const char custubi_cpu_driver_path[] = CUSTUB_CPU_DRIVER_PATH;
