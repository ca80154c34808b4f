/* array.h: arrays that grow. */
#ifndef CPU_ARRAY_H
#define CPU_ARRAY_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more item of `size` bytes after `count` items. `pointer` is the address of the
 * pointer to the items, which come from malloc(). Without memory it returns false and changes
 * nothing. */
static inline bool cpu_array_reserve(void *pointer, size_t *capacity, size_t count, size_t size)
{
    const size_t wanted = *capacity ? 2 * *capacity : 2;
    void *items;

    if (count < *capacity)
        return true;
    memcpy(&items, pointer, sizeof(items));
    items = realloc(items, wanted * size);
    if (!items)
        return false;
    memcpy(pointer, &items, sizeof(items));
    *capacity = wanted;
    return true;
}

#endif
