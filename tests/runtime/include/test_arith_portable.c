/* The tests of custub/arith.h, on the form that needs no compiler builtins. */
#define CUSTUB_ARITH_PORTABLE
#include "test_arith.c"
