/* call_result.h: what the result of a call may point to. */
#ifndef GEN_BOUNDS_CALL_RESULT_H
#define GEN_BOUNDS_CALL_RESULT_H

#include "bounds/flow/checked_function.h"

gen_bounds_origin gen_bounds_called_origin(gen_bounds_function *function,
                                           const gen_ptx_statement *call);

#endif
