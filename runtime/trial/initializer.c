#include "trial/initializer.h"

#include "check/evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *type_of(custub_scalar scalar)
{
    return scalar == CUSTUB_SCALAR_NONE ? "uint8_t" : custubi_scalar_of(scalar)->name;
}

static void put_float(FILE *file, double value, const char *suffix)
{
    if (isnan(value))
        fprintf(file, "0.0%s / 0.0%s", suffix, suffix);
    else if (isinf(value))
        fprintf(file, "%s1.0%s / 0.0%s", value < 0 ? "-" : "", suffix, suffix);
    else
        fprintf(file, "%a%s", value, suffix);
}

static void put_integer(FILE *file, custub_scalar scalar, const unsigned char *at)
{
    const custubi_scalar *type = custubi_scalar_of(scalar);
    const uint32_t size = type->size ? type->size : 1;
    const uint32_t shift = 64 - 8 * size;
    uint64_t bits = 0;

    memcpy(&bits, at, size);
    if (type->class == CUSTUBI_SCALAR_SIGNED && bits << shift == (UINT64_C(1) << 63))
        fprintf(file, "-INT64_C(%" PRId64 ") - 1", INT64_MAX >> shift);
    else if (type->class == CUSTUBI_SCALAR_SIGNED)
        fprintf(file, size == 8 ? "INT64_C(%" PRId64 ")" : "%" PRId64,
                (int64_t)(bits << shift) >> shift);
    else
        fprintf(file, size == 8 ? "UINT64_C(%" PRIu64 ")" : "%" PRIu64 "u", bits);
}

void trial_initializer_put_value(FILE *file, custub_scalar scalar, const unsigned char *at)
{
    double value;
    float narrow;
    uint16_t bits;

    switch (scalar) {
    case CUSTUB_SCALAR_F64:
        memcpy(&value, at, sizeof(value));
        put_float(file, value, "");
        break;
    case CUSTUB_SCALAR_F32:
        memcpy(&narrow, at, sizeof(narrow));
        put_float(file, (double)narrow, "f");
        break;
    case CUSTUB_SCALAR_F16:
    case CUSTUB_SCALAR_BF16:
        memcpy(&bits, at, sizeof(bits));
        fprintf(file, "(%s){0x%04x}", type_of(scalar), bits);
        break;
    default:
        put_integer(file, scalar, at);
    }
}

void trial_initializer_put(FILE *file, custub_scalar scalar, uint32_t i,
                           const unsigned char *memory, uint64_t bytes)
{
    const uint32_t width = custubi_scalar_of(scalar)->size;
    const uint32_t step = width ? width : 1;
    const uint64_t count = bytes / step;

    fprintf(file, "typedef %s before_%" PRIu32 "_type;\n", type_of(scalar), i);
    fprintf(file, "static const before_%" PRIu32 "_type before_%" PRIu32 "[%" PRIu64 "] = {", i, i,
            count ? count : 1);
    for (uint64_t k = 0; k < count; k++) {
        fputs(k == 0 ? "" : k % 16 ? ", " : ",\n    ", file);
        if (scalar == CUSTUB_SCALAR_F16 || scalar == CUSTUB_SCALAR_BF16)
            fprintf(file, "{0x%02x%02x}", memory[k * 2 + 1], memory[k * 2]);
        else
            trial_initializer_put_value(file, scalar, memory + k * step);
    }
    fputs(count ? "};\n\n" : "0};\n\n", file);
}

/* How an element becomes a double, or else a number. */
static const char *conversion_of(custub_scalar scalar)
{
    return scalar == CUSTUB_SCALAR_F16    ? "custub_half_to_float"
           : scalar == CUSTUB_SCALAR_BF16 ? "custub_bfloat16_to_float"
                                          : "(double)";
}

void trial_initializer_put_comparison(FILE *file, custub_scalar scalar, uint32_t i,
                                      const char *name)
{
    const char *convert = conversion_of(scalar);

    fprintf(
        file,
        "    for (size_t i = 0; i < sizeof(first.p%" PRIu32 ") / sizeof(first.p%" PRIu32
        "[0]); i++) {\n"
        "        if (memcmp(&first.p%" PRIu32 "[i], &second.p%" PRIu32 "[i], sizeof(first.p%" PRIu32
        "[i])) == 0)\n"
        "            continue;\n"
        "        printf(\"%s[%%zu] is %%g after the first launch, and %%g after the second\\n\", "
        "i,\n"
        "               %s(first.p%" PRIu32 "[i]), %s(second.p%" PRIu32 "[i]));\n"
        "        differences++;\n"
        "    }\n",
        i, i, i, i, i, name, convert, i, convert, i);
}
