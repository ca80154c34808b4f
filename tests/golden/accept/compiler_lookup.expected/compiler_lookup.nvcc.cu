/* nvcc compiles this in place of compiler_lookup.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "compiler_lookup.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#pragma nv_diagnostic pop
