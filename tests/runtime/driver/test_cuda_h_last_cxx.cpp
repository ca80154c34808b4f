/* custub's headers before cuda.h. */
#include <custub/custub.h>
#include <custub/stub.h>
#include "driver/driver.h"

#include <cuda.h>

#include "cuda_h_agrees.h"

int main()
{
    return 0; /* the compiler has checked everything */
}
