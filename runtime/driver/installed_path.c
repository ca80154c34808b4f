#include "driver/driver_find.h"

/* A file of its own, because the installation compiles it again, with its prefix. */
const char custubi_cpu_driver_path[] = CUSTUB_CPU_DRIVER_PATH;
const char custubi_rewriter_path[] = CUSTUB_REWRITER_PATH;
