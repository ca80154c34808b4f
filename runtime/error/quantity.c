#include "error/quantity.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "error/error.h"

/* Bytes of an expression that a message shows at most. It has to have room for the numbers. */
#define LONGEST_EXPRESSION 160u

void custubi_phrase_expression(custub_error *error, const char *text)
{
    size_t length = LONGEST_EXPRESSION;

    if (strlen(text) <= length) {
        custubi_error_append(error, "%s", text);
        return;
    }
    while (length > 1 && text[length] != ' ')
        length--;
    custubi_error_append(error, "%.*s ...", (int)length, text);
}

void custubi_phrase_value(custub_error *error, const char *text, custub_int value)
{
    char number[32];

    if (value.negative)
        snprintf(number, sizeof(number), "-%llu", (unsigned long long)(0 - value.bits));
    else
        snprintf(number, sizeof(number), "%llu", (unsigned long long)value.bits);
    if (*text && strcmp(number, text) != 0) {
        custubi_phrase_expression(error, text);
        custubi_error_append(error, " = ");
    }
    custubi_error_append(error, "%s", number);
}

void custubi_phrase_count(custub_error *error, const char *text, uint64_t value)
{
    custub_int number = {0};

    number.bits = value;
    custubi_phrase_value(error, text, number);
}

/* True for a type whose plural reads well: one word of letters. */
static bool is_plain_word(const char *type)
{
    size_t length = strlen(type);

    for (size_t i = 0; i < length; i++)
        if (!isalpha((unsigned char)type[i]))
            return false;
    return length && type[length - 1] != 's';
}

bool custubi_phrase_is_bytes(const custub_pointer_info *info)
{
    return !info->element || strcmp(info->element, "void") == 0 || !info->element_size;
}

void custubi_phrase_unit(custub_error *error, const custub_pointer_info *info, bool in_bytes,
                         uint64_t count)
{
    const char *plural = count == 1 ? "" : "s";

    if (in_bytes || custubi_phrase_is_bytes(info))
        custubi_error_append(error, "byte%s", plural);
    else if (is_plain_word(info->element))
        custubi_error_append(error, "%s%s", info->element, plural);
    else
        custubi_error_append(error, "element%s of %s", plural, info->element);
}
