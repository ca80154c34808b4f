/* The forms of functions in which the null stream is the calling thread's own. */
#include "api/per_thread_table.h"

#include "api/api.h"
#include "stream/stream.h"

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
