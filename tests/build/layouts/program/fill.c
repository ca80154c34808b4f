#include "fill.jit.h"
#define KERNELS             float_fill
#define LAUNCH(n, x, error) float_launch_fill(&kernels, NULL, n, x, error)
#define WANTED              7
#include "one_launch.h"
