#include "trial/launches/memory.h"

#include "trial/launches/subject.h"

#include <stdlib.h>
#include <string.h>

#define LEAST   (UINT64_C(1) << 16)
#define LARGEST (UINT64_C(1) << 22) /* more is freed when less than half is needed */

/* The memory of each pointer. */
static struct {
    CUdeviceptr memory; /* 0: none */
    uint64_t bytes;
} kept[TRIAL_POINTERS];

static uint64_t rounded(uint64_t bytes)
{
    uint64_t size = LEAST;

    while (size < bytes && size < LARGEST)
        size *= 2;
    return size < bytes ? bytes : size;
}

CUdeviceptr trial_memory_take(uint32_t pointer, uint64_t bytes, custub_error *error)
{
    if (kept[pointer].bytes < bytes ||
        (kept[pointer].bytes > LARGEST && kept[pointer].bytes / 2 > bytes))
        trial_memory_free(pointer);
    if (!kept[pointer].memory) {
        kept[pointer].bytes = rounded(bytes);
        kept[pointer].memory = custub_memory_create(kept[pointer].bytes, 1, error);
    }
    return kept[pointer].memory;
}

unsigned char *trial_memory_contents(uint64_t bytes)
{
    static unsigned char *contents;
    static uint64_t room;

    if (room < bytes + 1) {
        free(contents);
        room = rounded(bytes + 1);
        contents = malloc((size_t)room);
        room = contents ? room : 0;
    }
    return contents;
}

void trial_memory_free(uint32_t pointer)
{
    if (kept[pointer].memory)
        custub_memory_destroy(kept[pointer].memory, NULL);
    kept[pointer].memory = 0;
    kept[pointer].bytes = 0;
}

void trial_memory_forget(void)
{
    memset(kept, 0, sizeof(kept));
}
