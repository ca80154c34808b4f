/* arena.h: memory that lives as long as the model, and is freed all at once. */
#ifndef GEN_ARENA_H
#define GEN_ARENA_H

#include <stddef.h>

typedef struct gen_arena {
    struct gen_arena_block *blocks;
    void (*fail)(struct gen_arena *arena);
} gen_arena;

/* The owner may then set `fail`, which is called when there is no memory, and must not return. By
 * default it prints that and exits with 3; nothing has been written yet. */
void gen_arena_initialize(gen_arena *arena);
void gen_arena_deinitialize(gen_arena *arena);

/* Zeroed memory, aligned for any object. */
void *gen_arena_allocate(gen_arena *arena, size_t size);
#define GEN_NEW(arena, type)          ((type *)gen_arena_allocate((arena), sizeof(type)))
#define GEN_NEW_ARRAY(arena, type, n) ((type *)gen_arena_allocate_array((arena), sizeof(type), (n)))
void *gen_arena_allocate_array(gen_arena *arena, size_t size, size_t count);

/* Makes room for one item after the first `count`. If the array is full, its items are copied. */
#define GEN_GROW(arena, items, count, capacity)                                                    \
    ((items) = gen_arena_grow((arena), (items), sizeof(*(items)), (count), (capacity)))
void *gen_arena_grow(gen_arena *arena, void *items, size_t size, size_t count, size_t *capacity);

char *gen_arena_copy(gen_arena *arena, const char *text, size_t length);
char *gen_arena_string(gen_arena *arena, const char *text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
gen_arena_format(gen_arena *arena, const char *format, ...);

#endif
