#include "scale.custub.h"
#define KERNELS             scale
#define LAUNCH(n, x, error) launch_scale(&kernels, NULL, n, x, error)
#define WANTED              6
#include "one_launch.h"
