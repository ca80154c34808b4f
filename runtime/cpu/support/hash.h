/* hash.h: spreads numbers and addresses over 64 bits. The upper bits are spread best. */
#ifndef CPU_HASH_H
#define CPU_HASH_H

#include <stdint.h>

static inline uint64_t cpu_hash(uint64_t number)
{
    return number * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / the golden ratio */
}

#endif
