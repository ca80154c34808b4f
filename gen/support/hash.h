/* hash.h: 64-bit FNV-1a. */
#ifndef GEN_HASH_H
#define GEN_HASH_H

#include <stddef.h>
#include <stdint.h>

#define GEN_HASH_START UINT64_C(14695981039346656037)

/* Continues `hash`, the hash of the bytes before, with these bytes. */
static inline uint64_t gen_hash_add(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

#endif
