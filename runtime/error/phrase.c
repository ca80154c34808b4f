#include "error/phrase.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "check/contract.h"
#include "error/error.h"

static int rank_of(const custub_dim3 *dim)
{
    return dim->z != 1 ? 3 : dim->y != 1 ? 2 : 1;
}

static void phrase_ranked(custub_error *error, const custub_dim3 *dim, int rank)
{
    for (int axis = 0; axis < rank; axis++)
        custubi_error_append(error, "%s%llu", axis ? "x" : "",
                             (unsigned long long)custubi_component(dim, axis));
}

void custubi_phrase_dim(custub_error *error, const custub_dim3 *dim)
{
    phrase_ranked(error, dim, rank_of(dim));
}

void custubi_phrase_shape(custub_error *error, const custub_dim3 *grid, const custub_dim3 *block)
{
    int rank = rank_of(grid) > rank_of(block) ? rank_of(grid) : rank_of(block);

    custubi_error_append(error, "grid ");
    phrase_ranked(error, grid, rank);
    custubi_error_append(error, " x block ");
    phrase_ranked(error, block, rank);
}

void custubi_phrase_value(custub_error *error, const char *text, custub_int value)
{
    char number[32];

    if (value.negative)
        snprintf(number, sizeof(number), "-%llu", (unsigned long long)(0 - value.bits));
    else
        snprintf(number, sizeof(number), "%llu", (unsigned long long)value.bits);
    if (*text && strcmp(number, text) != 0)
        custubi_error_append(error, "%s = ", text);
    custubi_error_append(error, "%s", number);
}

void custubi_phrase_count(custub_error *error, const char *text, uint64_t value)
{
    custub_int number = {0};

    number.bits = value;
    custubi_phrase_value(error, text, number);
}

/* A type whose plural reads well: one word of letters. */
static bool is_plain_word(const char *type)
{
    size_t length = strlen(type);

    for (size_t i = 0; i < length; i++)
        if (!isalpha((unsigned char)type[i]))
            return false;
    return length && type[length - 1] != 's';
}

static void phrase_elements(custub_error *error, const char *type, bool bytes, uint64_t count)
{
    const char *plural = count == 1 ? "" : "s";

    if (bytes)
        custubi_error_append(error, "byte%s", plural);
    else if (is_plain_word(type))
        custubi_error_append(error, "%s%s", type, plural);
    else
        custubi_error_append(error, "element%s of %s", plural, type);
}

static bool is_void(const custub_param_info *param)
{
    return !param->element || strcmp(param->element, "void") == 0 || !param->element_size;
}

void custubi_phrase_unit(custub_error *error, const custub_param_info *param, uint64_t count)
{
    phrase_elements(error, param->element, (param->flags & CUSTUB_PARAM_SIZED) || is_void(param),
                    count);
}

void custubi_phrase_view_unit(custub_error *error, const custub_param_info *param, uint64_t count)
{
    phrase_elements(error, param->element, is_void(param), count);
}

void custubi_phrase_need(custub_error *error, const custub_param_info *param, uint64_t count,
                         uint64_t bytes)
{
    custubi_error_append(error, "the kernel needs ");
    custubi_phrase_count(error, param->count.text, count);
    custubi_error_append(error, " ");
    custubi_phrase_unit(error, param, count);
    if (!(param->flags & CUSTUB_PARAM_SIZED) && !is_void(param))
        custubi_error_append(error, " (%llu bytes)", (unsigned long long)bytes);
}
