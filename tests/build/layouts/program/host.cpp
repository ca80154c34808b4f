#include "api/host.h"
#define KERNELS             host
#define LAUNCH(n, x, error) launch_add(&kernels, NULL, n, x, error)
#define WANTED              4
#include "one_launch.h"
