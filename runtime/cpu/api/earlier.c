#include "api/earlier_table.h"

#include "api/api.h"

#define FORWARD(exported, parameters, current, arguments)                                          \
    CPU_EXPORT CUresult exported parameters;                                                       \
    CUresult exported parameters                                                                   \
    {                                                                                              \
        return current arguments;                                                                  \
    }

CPU_EARLIER_TABLE(FORWARD)
