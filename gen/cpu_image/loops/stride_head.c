#include "cpu_image/loops/stride_head.h"

#include "cpu_image/loops/uniform_expression.h"

#include <string.h>

/* --- Pieces ----------------------------------------------------------------------------------- */

gen_source_range gen_stride_range(const gen_stride_search *search, size_t begin)
{
    gen_source_range range = {begin, gen_scan_offset(&search->scan)};

    return range;
}

/* Reads an index written out, up to a semicolon. */
static char take_index(gen_stride_search *search)
{
    char dimension = gen_scan_take_index(&search->scan);

    if (dimension)
        search->indices[dimension - 'x']++;
    return dimension;
}

/* Reads an index, written out or a variable. */
char gen_stride_take_start(gen_stride_search *search)
{
    char dimension = take_index(search);
    const gen_body_local *local;

    if (dimension)
        return dimension;
    local = gen_values_find(&search->values, search->scan.token);
    if (!local || !local->index)
        return 0;
    gen_scan_advance(&search->scan);
    return gen_scan_at(&search->scan, ";") ? local->index : 0;
}

static char take_stride(gen_stride_search *search)
{
    char dimension = gen_scan_take_stride(&search->scan);
    const gen_body_local *local;

    if (dimension)
        return dimension;
    local = gen_values_find(&search->values, search->scan.token);
    if (!local || !local->stride)
        return 0;
    gen_scan_advance(&search->scan);
    return local->stride;
}

bool gen_stride_take_condition(gen_stride_search *search, gen_loop_part *part, const char *end)
{
    gen_scan *scan = &search->scan;
    gen_scan ahead = *scan;
    size_t begin;
    bool is_first;

    gen_scan_advance(&ahead);
    is_first = gen_scan_at(&ahead, "<") || gen_scan_at(&ahead, "<=");
    if (is_first) {
        part->name = scan->token;
        part->is_inclusive = gen_scan_at(&ahead, "<=");
        gen_scan_advance(&ahead);
        *scan = ahead;
    }
    begin = gen_scan_offset(scan);
    if (gen_values_take_arithmetic(&search->values, scan) != GEN_VALUE_UNIFORM)
        return false;
    part->bound = gen_stride_range(search, begin);
    if (!is_first) {
        if (!gen_scan_at(scan, ">") && !gen_scan_at(scan, ">="))
            return false;
        part->is_inclusive = gen_scan_at(scan, ">=");
        gen_scan_advance(scan);
        part->name = scan->token;
        gen_scan_advance(scan);
    }
    return gen_token_is_name(part->name) && gen_scan_at(scan, end);
}

bool gen_stride_take_step(gen_stride_search *search, gen_loop_part *part, const char *end)
{
    gen_scan *scan = &search->scan;
    size_t begin;

    if (!gen_token_equals(scan->token, part->name))
        return false;
    gen_scan_advance(scan);
    if (gen_scan_take(scan, "=")) {
        if (!gen_token_equals(scan->token, part->name))
            return false;
        gen_scan_advance(scan);
        if (!gen_scan_take(scan, "+"))
            return false;
    } else if (!gen_scan_take(scan, "+=")) {
        return false;
    }
    begin = gen_scan_offset(scan);
    if (take_stride(search) != part->dimension)
        return false;
    part->stride = gen_stride_range(search, begin);
    return gen_scan_at(scan, end);
}

/* --- Declarations ----------------------------------------------------------------------------- */

/* `const int i = blockIdx.x * blockDim.x + threadIdx.x;`, `int stride = …;` */
static bool take_place(gen_stride_search *search)
{
    gen_scan *scan = &search->scan;
    gen_source_range type;
    gen_body_local local = {.loops = search->loops};

    gen_scan_take(scan, "const");
    if (!gen_scan_take(scan, "auto") && !gen_scan_take_type(scan, &type))
        return false;
    gen_scan_take(scan, "const");
    local.name = scan->token;
    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "="))
        return false;
    local.index = take_index(search);
    if (!local.index)
        local.stride = gen_scan_take_stride(scan);
    if ((!local.index && !local.stride) || !gen_scan_take(scan, ";"))
        return false;
    local.kind = local.index ? GEN_VALUE_INDEX : GEN_VALUE_UNIFORM;
    return gen_values_declare(&search->values, local);
}

/* `float4 *y4 = (float4 *)y;`, `const int half = n / 2;` */
bool gen_stride_take_declaration(gen_stride_search *search)
{
    const gen_stride_search start = *search;
    gen_scan *scan = &search->scan;
    gen_token name = {"", 0};
    gen_token type = {"", 0};
    bool is_number = true;
    bool is_pointer = false;

    if (take_place(search))
        return true;
    *search = start;
    if (gen_scan_at(scan, "static"))
        return false;
    while (gen_token_is_name(scan->token) || gen_scan_at(scan, "*") || gen_scan_at(scan, "::")) {
        is_pointer |= gen_scan_at(scan, "*");
        if (gen_token_is_name(scan->token)) {
            is_number = is_number && (name.length == 0 || gen_token_is_number_type(name));
            type = name.length > 0 ? name : type;
            name = scan->token;
        }
        gen_scan_advance(scan);
    }
    if (type.length == 0 || (!is_number && !is_pointer) || !gen_scan_take(scan, "=") ||
        !gen_uniform_take(&search->values, scan, ";"))
        return false;
    gen_scan_advance(scan);
    return gen_values_declare(
        &search->values,
        (gen_body_local){.name = name,
                         .kind = is_pointer ? GEN_VALUE_UNKNOWN : GEN_VALUE_UNIFORM,
                         .loops = search->loops});
}
