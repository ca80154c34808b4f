#include "bounds/kernel_match.h"

#include "error/fault.h"

static custub_status fail_pointers(const custub_kernel_info *info,
                                   const custub_bounds_kernel *kernel, custub_error *error)
{
    custubi_fault_begin(info, error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
    custubi_fault_numbers(error, info->pointer_count, kernel->extents);
    custubi_error_append(error,
                         "the table of its bounds checks has %u pointers, the header %u; generate "
                         "the header and build the images again from one source",
                         (unsigned int)kernel->extents, (unsigned int)info->pointer_count);
    return custubi_fault_end(error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
}

/* True if the numbers that decide what the kernel touches are in its parameters. */
static bool has_numbers(const custub_kernel_info *info, const custub_bounds_kernel *kernel,
                        const custub_bounds_number *numbers)
{
    for (uint32_t i = 0; i < kernel->number_count; i++) {
        const custub_bounds_number *number = &numbers[kernel->first_number + i];
        if (number->param >= info->param_count || !number->bytes ||
            number->offset > info->params[number->param].size ||
            number->bytes > info->params[number->param].size - number->offset)
            return false;
    }
    return true;
}

static custub_status fail_numbers(const custub_kernel_info *info, custub_error *error)
{
    return custubi_fault(info, error, CUSTUB_ERROR_SIGNATURE_MISMATCH,
                         "the table of its bounds checks names bytes that its parameters do not "
                         "have; generate the header and build the images again from one source");
}

/* True if a message about an access may name any of the launch's buffers, which records lack. */
static bool has_any_origin(const custubi_checked_table *table)
{
    for (uint32_t i = 1; i < table->head->site_count; i++)
        if (table->sites[i].origin == CUSTUB_BOUNDS_OF_POINTERS ||
            table->sites[i].origin == CUSTUB_BOUNDS_OF_ANY)
            return true;
    return false;
}

/* True if a kernel has a pointer without a count: records lack where that points to. */
static bool has_uncounted(const custub_kernel_info *info)
{
    for (uint32_t i = 0; i < info->pointer_count; i++)
        if (!info->pointers[i].count.code)
            return true;
    return false;
}

custub_status custubi_kernel_match(custubi_bounds *bounds, custubi_seen_pointer *seen,
                                   custub_error *error)
{
    const bool any = has_any_origin(&bounds->table);

    for (uint32_t i = 0; i < bounds->info->kernel_count; i++) {
        const custub_kernel_info *info = &bounds->info->kernels[i];
        const custub_bounds_kernel *found =
            custubi_checked_table_find(&bounds->table, info->symbol);
        custubi_bounded_kernel *kernel = &bounds->kernels[i];
        kernel->seen = any || has_uncounted(info) ? seen : NULL;
        seen += info->pointer_count;
        if (!found)
            kernel->reason = "the table of the bounds checks does not have it";
        else if (found->reason)
            kernel->reason = bounds->table.strings + found->reason;
        else if (found->extents != info->pointer_count)
            return fail_pointers(info, found, error);
        else if (!has_numbers(info, found, bounds->table.numbers))
            return fail_numbers(info, error);
        else
            kernel->checked = found;
    }
    return CUSTUB_OK;
}
