#pragma once
#define PRAGMA_UNROLL #pragma unroll
#define PRAGMA_NO_UNROLL    \
    # pragma unroll 1
