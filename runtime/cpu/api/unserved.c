#include "api/unserved_table.h"

#include "api/api.h"

/* Without parameters, since what the caller passes is not looked at: on the machines that custub
 * knows the caller takes its arguments back. */
#define REFUSE(exported)                                                                           \
    CPU_EXPORT CUresult exported(void);                                                            \
    CUresult exported(void)                                                                        \
    {                                                                                              \
        return CUDA_ERROR_NOT_SUPPORTED;                                                           \
    }

CPU_UNSERVED_TABLE(REFUSE)
