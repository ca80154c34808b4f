#include "driver/driver_find.h"

/* A file of its own: the installation, which alone knows its prefix, compiles it anew. */
const char custubi_cpu_driver_path[] = CUSTUB_CPU_DRIVER_PATH;
