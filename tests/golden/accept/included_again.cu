// custub:
#include <custub/kernel.h>

#define SPACE a
#define SPACE_WIDTH 4
#include "included_again.cuh"
#define SPACE b
#define SPACE_WIDTH 5
#include "included_again.cuh"
CUSTUB_STUB(scale_a, a::scale);
CUSTUB_STUB(scale_b, b::scale);
