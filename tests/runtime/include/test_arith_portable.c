/* The tests of custub/arith.h, without compiler builtins. */
#define CUSTUB_ARITH_PORTABLE
#include "test_arith.c"
