#include "frontend/reader/state.h"

struct gen_state {
    struct gen_state *next;
    const void *owner;
    void *data;
};

static void *state_in(gen_reader *reader, struct gen_state **list, const void *owner, size_t size)
{
    struct gen_state *state = *list;

    while (state && state->owner != owner)
        state = state->next;
    if (state)
        return state->data;
    state = GEN_NEW(reader->arena, struct gen_state);
    state->next = *list;
    state->owner = owner;
    state->data = gen_arena_allocate(reader->arena, size);
    *list = state;
    return state->data;
}

void *gen_state_of_unit(gen_reader *reader, const void *owner, size_t size)
{
    return state_in(reader, &reader->of_unit, owner, size);
}

void *gen_state_of_file(gen_reader *reader, const void *owner, size_t size)
{
    return state_in(reader, &reader->of_file, owner, size);
}

gen_name_table *gen_table_of_file(gen_reader *reader, const void *owner)
{
    gen_name_table *table = gen_state_of_file(reader, owner, sizeof(*table));

    table->arena = reader->arena;
    return table;
}

void gen_state_forget_unit(gen_reader *reader)
{
    reader->of_unit = NULL;
}
