#include "frontend/launches/launch_shape.h"

#include "frontend/launches/host_syntax.h"

#include <string.h>

#define MOST_AXIS 1024

static bool evaluate(CXCursor expression, uint32_t *out)
{
    int64_t value;
    const bool is_integer = gen_host_evaluate(expression, &value);

    *out = (uint32_t)value;
    return is_integer && value > 0 && value <= MOST_AXIS;
}

static bool read_extent(gen_reader *reader, CXCursor expression, uint32_t *out)
{
    CXCursor variable;

    if (evaluate(expression, out))
        return true;
    variable = gen_host_root(reader, expression);
    return clang_getCursorKind(variable) == CXCursor_VarDecl &&
           evaluate(gen_host_last_expression(variable), out);
}

static void add(gen_reader *reader, const char *symbol, const uint32_t block[3])
{
    gen_launched_block *added;

    for (const gen_launched_block *known = reader->model->launched_blocks; known;
         known = known->next) {
        if (strcmp(known->symbol, symbol) == 0 &&
            memcmp(known->block, block, 3 * sizeof(*block)) == 0)
            return;
    }
    added = GEN_NEW(reader->arena, gen_launched_block);
    added->symbol = symbol;
    memcpy(added->block, block, sizeof(added->block));
    GEN_APPEND(gen_launched_block, reader->model->launched_blocks, added);
}

void gen_read_launch_shapes(gen_host_code *code)
{
    for (const gen_host_launch *launch = code->launches.first; launch; launch = launch->next) {
        uint32_t block[3] = {1, 1, 1};
        bool is_known = launch->has_block;

        for (size_t axis = 0; axis < 3 && is_known; axis++) {
            if (!clang_Cursor_isNull(launch->block[axis]) &&
                !read_extent(code->reader, launch->block[axis], &block[axis]))
                is_known = axis > 0;
        }
        if (is_known && (block[0] > 1 || block[1] > 1 || block[2] > 1))
            add(code->reader, launch->symbol, block); /* else its members are set one by one */
    }
}
