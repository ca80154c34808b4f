#include "support/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)64 * 1024)

typedef struct gen_arena_block {
    struct gen_arena_block *next;
    size_t used;
    size_t size;
    max_align_t data[];
} gen_arena_block;

static void end_process(gen_arena *arena)
{
    (void)arena;
    fputs("custub: error: out of memory\n", stderr);
    exit(3);
}

static _Noreturn void out_of_memory(gen_arena *arena)
{
    arena->fail(arena);
    abort();
}

void gen_arena_initialize(gen_arena *arena)
{
    arena->blocks = NULL;
    arena->fail = end_process;
}

void gen_arena_deinitialize(gen_arena *arena)
{
    while (arena->blocks) {
        gen_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}

void *gen_arena_allocate(gen_arena *arena, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    gen_arena_block *block = arena->blocks;
    void *memory;

    if (size > SIZE_MAX / 2)
        out_of_memory(arena);
    size = (size + align - 1) / align * align;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = calloc(1, sizeof(gen_arena_block) + room);
        if (!block)
            out_of_memory(arena);
        block->size = room;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    memory = (char *)block->data + block->used;
    block->used += size;
    return memory;
}

void *gen_arena_allocate_array(gen_arena *arena, size_t size, size_t count)
{
    if (size && count > SIZE_MAX / size)
        out_of_memory(arena);
    return gen_arena_allocate(arena, size * count);
}

void *gen_arena_grow(gen_arena *arena, void *items, size_t size, size_t count, size_t *capacity)
{
    void *longer;

    if (count < *capacity)
        return items;
    *capacity = *capacity ? 2 * *capacity : 16;
    longer = gen_arena_allocate_array(arena, size, *capacity);
    if (count)
        memcpy(longer, items, count * size);
    return longer;
}

char *gen_arena_copy(gen_arena *arena, const char *text, size_t length)
{
    char *copy = gen_arena_allocate(arena, length + 1);
    if (length > 0) /* text may be null */
        memcpy(copy, text, length);
    return copy;
}

char *gen_arena_string(gen_arena *arena, const char *text)
{
    return gen_arena_copy(arena, text, strlen(text));
}

char *gen_arena_format(gen_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_list again;
    char *text;
    int length;

    va_start(arguments, format);
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        out_of_memory(arena);
    text = gen_arena_allocate(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
