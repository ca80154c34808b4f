#include "frontend/bodies/body_facts.h"

#include <string.h>

/* More than any index needs. */
#define PLACES_LIMIT 1000

static void add_places(uint32_t *places, uint32_t count)
{
    *places = count < PLACES_LIMIT - *places ? *places + count : PLACES_LIMIT;
}

void gen_body_facts_merge(gen_body_facts *into, const gen_body_facts *from)
{
    if (from->dimensions > into->dimensions)
        into->dimensions = from->dimensions;
    into->hidden |= from->hidden;
    into->counts |= from->counts;
    into->barrier |= from->barrier;
    into->asks |= from->asks;
    into->adds_lanes |= from->adds_lanes;
    into->blocks |= from->blocks;
    into->threads |= from->threads;
    into->rows |= from->rows;
    for (int i = 0; i < 3; i++)
        add_places(&into->places[i], from->places[i]);
    into->unread |= from->unread;
    if (!into->unfit)
        into->unfit = from->unfit;
}

static bool is_builtin_variable(const char *name)
{
    return strcmp(name, "threadIdx") == 0 || strcmp(name, "blockIdx") == 0 ||
           strcmp(name, "blockDim") == 0 || strcmp(name, "gridDim") == 0;
}

void gen_body_facts_add_index(gen_body_facts *facts, const char *variable, const char *component)
{
    bool is_thread = strcmp(variable, "threadIdx") == 0;
    bool is_place = is_thread || strcmp(variable, "blockIdx") == 0;
    bool is_whole = true; /* copied or passed on as a whole */
    uint32_t dimension = 3;

    if (!is_builtin_variable(variable))
        return;
    if (component[0] && !component[1] && component[0] >= 'x' && component[0] <= 'z') {
        dimension = (uint32_t)(component[0] - 'x') + 1;
        is_whole = false;
    }
    if (dimension > facts->dimensions)
        facts->dimensions = dimension;
    for (uint32_t i = 0; i < 3; i++)
        if (is_place && (is_whole || i + 1 == dimension)) {
            add_places(&facts->places[i], 1);
            *(is_thread ? &facts->threads : &facts->blocks) |= UINT32_C(1) << i;
        }
}
