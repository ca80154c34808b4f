/* The forms of functions in which the null stream is the calling thread's own. */
#include "cpu_per_thread_table.h"

#include "cpu_api.h"
#include "cpu_stream.h"

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
