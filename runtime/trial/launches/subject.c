#include "trial/launches/subject.h"

#include "check/evaluate.h"

#include <stdio.h>
#include <string.h>

void trial_visit_expressions(const custub_kernel_info *info, trial_expression_visitor *visit,
                             void *context)
{
    for (size_t i = 0; i < 3; i++) {
        visit(context, &info->threads[i]);
        visit(context, &info->block[i]);
    }
    visit(context, &info->shared);
    for (uint32_t i = 0; i < info->requirement_count; i++)
        visit(context, &info->requirements[i]);
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];

        visit(context, &pointer->count);
        visit(context, &pointer->low);
        visit(context, &pointer->high);
    }
}

static void refuse(trial_subject *subject, const char *format, const char *name)
{
    if (!subject->untried[0])
        snprintf(subject->untried, sizeof(subject->untried), format, name);
}

/* --- Numbers ---------------------------------------------------------------------------------- */

static void add_number(trial_subject *subject, trial_number number)
{
    for (size_t i = 0; i < subject->number_count; i++) {
        const trial_number *old = &subject->numbers[i];

        if (old->kind == number.kind && old->param == number.param &&
            old->offset == number.offset && old->axis == number.axis)
            return;
    }
    if (subject->number_count == TRIAL_NUMBERS)
        refuse(subject, "its contract names too many numbers%s", "");
    else
        subject->numbers[subject->number_count++] = number;
}

static void add_constant(trial_subject *subject, uint64_t value)
{
    if (value < 2 || subject->constant_count == TRIAL_CONSTANTS)
        return;
    for (size_t i = 0; i < subject->constant_count; i++) {
        if (subject->constants[i] == value)
            return;
    }
    subject->constants[subject->constant_count++] = value;
}

static size_t operand_words(uint32_t op)
{
    switch (op) {
    case CUSTUB_OP_CONSTANT:
        return 2;
    case CUSTUB_OP_PARAMETER:
        return 3;
    case CUSTUB_OP_GRID:
    case CUSTUB_OP_BLOCK:
        return 1;
    default:
        return 0;
    }
}

static void add_operands(void *context, const custub_expr *expression)
{
    trial_subject *subject = context;

    for (uint32_t i = 0; i < expression->length;) {
        const uint32_t *words = &expression->code[i];

        if (words[0] == CUSTUB_OP_CONSTANT)
            add_constant(subject, (uint64_t)words[2] << 32 | words[1]);
        else if (words[0] == CUSTUB_OP_PARAMETER)
            add_number(subject, (trial_number){TRIAL_ARGUMENT, words[1], words[2], words[3], 0});
        i += 1 + (uint32_t)operand_words(words[0]);
    }
}

static bool names(const custub_expr *expression, uint32_t op)
{
    for (uint32_t i = 0; i < expression->length;
         i += 1 + (uint32_t)operand_words(expression->code[i])) {
        if (expression->code[i] == op)
            return true;
    }
    return false;
}

static void add_parameters(trial_subject *subject)
{
    const custub_kernel_info *info = subject->info;

    for (uint32_t i = 0; i < info->param_count; i++) {
        const custub_param_info *param = &info->params[i];

        if (param->kind == CUSTUB_PARAM_SCALAR &&
            custubi_scalar_is_integer(custubi_scalar_of(param->scalar)))
            add_number(subject, (trial_number){TRIAL_ARGUMENT, i, 0, param->scalar, 0});
        if (param->kind == CUSTUB_PARAM_TENSOR_MAP)
            refuse(subject, "'%s' is a tensor map", param->name);
        if (strstr(param->type, "TextureObject") || strstr(param->type, "SurfaceObject") ||
            strstr(param->type, "CUtexObject") || strstr(param->type, "CUsurfObject"))
            refuse(subject, "'%s' is a texture or a surface", param->name);
    }
    for (uint32_t i = 0; i < info->part_count; i++) {
        const custub_part *part = &info->parts[i];

        add_number(subject,
                   (trial_number){TRIAL_ARGUMENT, part->param, part->offset, part->scalar, 0});
    }
}

/* --- Shape ------------------------------------------------------------------------------------ */

/* Raises *axes to what an expression names of gridDim and blockDim. */
static void raise_axes(void *axes, const custub_expr *expression)
{
    for (uint32_t i = 0; i < expression->length;
         i += 1 + (uint32_t)operand_words(expression->code[i])) {
        const uint32_t op = expression->code[i];

        if ((op == CUSTUB_OP_GRID || op == CUSTUB_OP_BLOCK) &&
            *(uint32_t *)axes <= expression->code[i + 1])
            *(uint32_t *)axes = expression->code[i + 1] + 1;
    }
}

/* The axes that threads may lie along. */
static uint32_t axes_of(const custub_kernel_info *info)
{
    uint32_t axes = 1;

    if (info->dimensions)
        return info->dimensions;
    trial_visit_expressions(info, raise_axes, &axes);
    for (uint32_t axis = 3; axis > axes; axis--) {
        if (info->threads[axis - 1].code || info->block[axis - 1].code)
            return axis;
    }
    return axes;
}

static void add_shape(trial_subject *subject)
{
    const custub_kernel_info *info = subject->info;
    const uint32_t axes = axes_of(info);

    for (uint32_t axis = 0; axis < axes; axis++) {
        if (!subject->has_block && !(info->flags & CUSTUB_KERNEL_ONE_THREAD_X << axis))
            add_number(subject, (trial_number){TRIAL_BLOCK, 0, 0, 0, axis});
        if (!(info->flags & CUSTUB_KERNEL_ONE_BLOCK_X << axis))
            add_number(subject, (trial_number){TRIAL_GRID, 0, 0, 0, axis});
    }
}

/* --- The whole -------------------------------------------------------------------------------- */

static void check_pointers(trial_subject *subject)
{
    const custub_kernel_info *info = subject->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];

        if (!pointer->count.code)
            refuse(subject, "its contract does not say how many elements '%s' has", pointer->name);
        subject->depends_on_grid |= names(&pointer->count, CUSTUB_OP_GRID);
        subject->depends_on_block |= names(&pointer->count, CUSTUB_OP_BLOCK);
    }
}

static void check_limits(trial_subject *subject)
{
    const custub_kernel_info *info = subject->info;

    if (info->param_count > TRIAL_PARAMS || info->pointer_count > TRIAL_POINTERS)
        refuse(subject, "it has too many parameters%s", "");
    for (uint32_t i = 0; i < info->param_count; i++) {
        if (info->params[i].offset + info->params[i].size > TRIAL_PARAM_BYTES)
            refuse(subject, "its parameters are too large%s", "");
    }
}

void trial_subject_initialize(trial_subject *subject, const custub_kernel_info *info)
{
    memset(subject, 0, sizeof(*subject));
    subject->info = info;
    subject->has_threads = info->threads[0].code != NULL;
    subject->has_block = info->block[0].code != NULL;
    if (info->flags & CUSTUB_KERNEL_DYNAMIC_SHARED && !info->shared.code)
        refuse(subject, "its contract does not say how much dynamic shared memory it needs%s", "");
    check_limits(subject);
    check_pointers(subject);
    add_parameters(subject);
    trial_visit_expressions(subject->info, add_operands, subject);
    add_shape(subject);
}

void trial_number_name(const trial_subject *subject, const trial_number *number, char *out,
                       size_t size)
{
    static const char axes[] = "xyz";
    const custub_kernel_info *info = subject->info;

    if (number->kind != TRIAL_ARGUMENT) {
        snprintf(out, size, "%s.%c", number->kind == TRIAL_BLOCK ? "blockDim" : "gridDim",
                 axes[number->axis]);
        return;
    }
    snprintf(out, size, "%s", info->params[number->param].name);
    for (uint32_t i = 0; i < info->part_count; i++) {
        if (info->parts[i].param == number->param && info->parts[i].offset == number->offset)
            snprintf(out, size, "%s", info->parts[i].name);
    }
}
