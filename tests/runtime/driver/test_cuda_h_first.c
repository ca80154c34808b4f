/* custub's headers after cuda.h. */
#include <cuda.h>

#include <custub/custub.h>
#include <custub/stub.h>
#include "driver/driver.h"

#include "cuda_h_agrees.h"

int main(void)
{
    return 0; /* the compiler has checked everything */
}
