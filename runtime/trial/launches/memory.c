#include "trial/launches/memory.h"

#include <stdbool.h>
#include <stddef.h>

#define KEPT    32
#define LEAST   (UINT64_C(1) << 15)
#define LARGEST (UINT64_C(1) << 22) /* bytes that are kept */

typedef struct piece {
    CUdeviceptr memory; /* 0: none */
    uint64_t bytes;
    bool is_taken;
} piece;

static piece pieces[KEPT];

static uint64_t rounded(uint64_t bytes)
{
    uint64_t size = LEAST;

    while (size < bytes)
        size *= 2;
    return size;
}

/* The piece with this memory, or the first one without memory; null if there is none. */
static piece *find(CUdeviceptr memory)
{
    for (size_t i = 0; i < KEPT; i++) {
        if (pieces[i].memory == memory)
            return &pieces[i];
    }
    return NULL;
}

CUdeviceptr trial_memory_take(uint64_t bytes, custub_error *error)
{
    const uint64_t size = bytes <= LARGEST ? rounded(bytes) : bytes;
    piece *unused = bytes <= LARGEST ? find(0) : NULL;

    for (size_t i = 0; i < KEPT && size <= LARGEST; i++) {
        if (pieces[i].memory && !pieces[i].is_taken && pieces[i].bytes == size) {
            pieces[i].is_taken = true;
            return pieces[i].memory;
        }
    }
    if (!unused)
        return custub_memory_create(size, 1, error);
    *unused = (piece){custub_memory_create(size, 1, error), size, true};
    return unused->memory;
}

void trial_memory_give_back(CUdeviceptr memory)
{
    piece *kept = find(memory);

    if (kept)
        kept->is_taken = false;
    else
        custub_memory_destroy(memory, NULL);
}

void trial_memory_free_unused(void)
{
    for (size_t i = 0; i < KEPT; i++) {
        if (!pieces[i].memory || pieces[i].is_taken)
            continue;
        custub_memory_destroy(pieces[i].memory, NULL);
        pieces[i].memory = 0;
    }
}
