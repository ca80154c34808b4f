/* Other names of functions: those of earlier versions of CUDA, and the forms where the null stream
 * is the calling thread's own. Also the functions that this driver does not implement. */
#include "api/api.h"
#include "api/driver_state.h"
#include "api/graphics_table.h"
#include "api/unserved_table.h"
#include "entry/earlier_table.h"
#include "entry/per_thread_table.h"
#include "stream/stream_set.h"

#define FORWARD(exported, parameters, current, arguments)                                          \
    CPU_EXPORT CUresult exported parameters;                                                       \
    CUresult exported parameters                                                                   \
    {                                                                                              \
        return current arguments;                                                                  \
    }

CPU_EARLIER_TABLE(FORWARD)

#define FORM(exported, suffix, parameters, arguments)                                              \
    CPU_EXPORT CUresult exported##suffix parameters;                                               \
    CUresult exported##suffix parameters                                                           \
    {                                                                                              \
        CUresult result;                                                                           \
                                                                                                   \
        cpu_null_stream_is_per_thread = true;                                                      \
        result = exported arguments;                                                               \
        cpu_null_stream_is_per_thread = false;                                                     \
        return result;                                                                             \
    }

CPU_PER_THREAD_TABLE(FORM)

/* The functions have no parameters here, because they read no arguments. On the machines that
 * custub knows the caller removes its arguments. */
#define REFUSE(exported)                                                                           \
    CPU_EXPORT CUresult exported(void);                                                            \
    CUresult exported(void)                                                                        \
    {                                                                                              \
        return CUDA_ERROR_NOT_SUPPORTED;                                                           \
    }

CPU_UNSERVED_TABLE(REFUSE)

#define FAIL(exported, failure)                                                                    \
    CPU_EXPORT CUresult exported(void);                                                            \
    CUresult exported(void)                                                                        \
    {                                                                                              \
        const CUresult result = cpu_check_initialized();                                           \
                                                                                                   \
        return result == CUDA_SUCCESS ? failure : result;                                          \
    }

CPU_GRAPHICS_TABLE(FAIL)
