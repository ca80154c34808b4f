#include "task/work.h"

#include "api/memory_checker.h"
#include "heap/allocation.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_ALIGNMENT 16 /* the strictest alignment of common parameters */

/* --- Arguments -----------------------------------------------------------------------------------
 */

/* Reads the parameter block of `extra`, which is pairs of a key and a value, ended by a key. */
static bool read_extra(void **extra, const char **buffer, size_t *size)
{
    *buffer = NULL;
    *size = 0;
    for (; (uintptr_t)extra[0] != CPU_LAUNCH_PARAM_END; extra += 2) {
        if ((uintptr_t)extra[0] == CPU_LAUNCH_PARAM_BUFFER_POINTER)
            *buffer = extra[1];
        else if ((uintptr_t)extra[0] == CPU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            *size = *(const size_t *)extra[1];
        else
            return false;
    }
    return *buffer != NULL;
}

static bool has_all(const custub_cpu_kernel *entry, void *const *params)
{
    if (entry->param_count > 0 && !params)
        return false;
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (!params[i])
            return false;
    }
    return true;
}

static size_t block_size(const custub_cpu_kernel *entry)
{
    size_t end = 0;

    for (uint32_t i = 0; i < entry->param_count; i++) {
        size_t last = (size_t)entry->params[i].offset + entry->params[i].size;
        end = last > end ? last : end;
    }
    return end;
}

/* As with the CUDA driver, a short block is legal, and a long one may have the padding of a struct
 * at its end. */
static CUresult check_block(const custub_cpu_kernel *entry, size_t size)
{
    const size_t end = block_size(entry);

    if (size == 0 && end > 0)
        return CUDA_ERROR_INVALID_VALUE;
    return size > (end + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT
               ? CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
               : CUDA_SUCCESS;
}

/* Reads `extra` and checks it. */
static CUresult check_extra(const custub_cpu_kernel *entry, void **extra, const char **buffer,
                            size_t *size)
{
    return read_extra(extra, buffer, size) ? check_block(entry, *size) : CUDA_ERROR_INVALID_VALUE;
}

/* Copies a parameter out of the block; bytes past its end are 0. */
static void take_from_block(void *argument, const custub_cpu_param *param, const char *buffer,
                            size_t size)
{
    const size_t left = size > param->offset ? size - param->offset : 0;
    const size_t taken = left < param->size ? left : param->size;

    if (taken > 0)
        memcpy(argument, buffer + param->offset, taken);
    memset((char *)argument + taken, 0, param->size - taken);
}

/* Allocates one piece of memory for the pointers, followed by the parameter block. */
static void **make_arguments(const custub_cpu_kernel *entry)
{
    size_t pointers = (entry->param_count * sizeof(void *) + 15) / 16 * 16;
    void **arguments = malloc(pointers + block_size(entry) + 16);

    if (!arguments)
        return NULL;
    for (uint32_t i = 0; i < entry->param_count; i++)
        arguments[i] = (char *)arguments + pointers + entry->params[i].offset;
    return arguments;
}

CUresult cpu_work_make_kernel(cpu_work *work, struct cpu_kernel *kernel, const cpu_launch *launch,
                              void **params, void **extra)
{
    const custub_cpu_kernel *entry = launch->kernel;
    const char *buffer = NULL;
    size_t size = 0;
    void **arguments;
    CUresult result;

    if ((params && extra) || (!extra && !has_all(entry, params)))
        return CUDA_ERROR_INVALID_VALUE;
    result = extra ? check_extra(entry, extra, &buffer, &size) : CUDA_SUCCESS;
    if (result != CUDA_SUCCESS)
        return result;
    arguments = make_arguments(entry);
    if (!arguments)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (extra)
            take_from_block(arguments[i], &entry->params[i], buffer, size);
        else
            memcpy(arguments[i], params[i], entry->params[i].size);
    }
    work->kind = CPU_WORK_KERNEL;
    work->as.kernel.kernel = kernel;
    work->as.kernel.launch = *launch;
    work->as.kernel.launch.params = arguments;
    work->as.kernel.arguments = arguments;
    return CUDA_SUCCESS;
}

CUresult cpu_work_clone(cpu_work *out, const cpu_work *work)
{
    CUresult result;

    *out = *work;
    if (work->kind != CPU_WORK_KERNEL)
        return CUDA_SUCCESS;
    result = cpu_work_make_kernel(out, work->as.kernel.kernel, &work->as.kernel.launch,
                                  work->as.kernel.arguments, NULL);
    if (result != CUDA_SUCCESS)
        out->kind = CPU_WORK_EMPTY; /* it owns nothing */
    return result;
}

void cpu_work_dispose(cpu_work *work)
{
    if (work->kind == CPU_WORK_KERNEL)
        free(work->as.kernel.arguments);
    else if (work->kind == CPU_WORK_COPY)
        free(work->as.copy.staged);
    else if (work->kind == CPU_WORK_RELEASE)
        cpu_memory_release(work->as.memory);
    else if (work->kind == CPU_WORK_HELD)
        work->as.held.release(work->as.held.thing);
    work->kind = CPU_WORK_EMPTY;
}

/* --- Doing the work ------------------------------------------------------------------------------
 */

/* Copies bytes, and tells the memory checker. */
static void move(char *target, const char *source, size_t size)
{
    const cpu_checker *checker = cpu_memory_checker();

    memmove(target, source, size);
    if (checker)
        checker->memory_copied((uintptr_t)target, (uintptr_t)source, size);
}

static void copy(const cpu_copy *c)
{
    const char *source = (const char *)c->source.address;
    char *target = (char *)c->target.address;

    for (size_t z = 0; z < c->depth; z++) {
        const char *from = source + z * c->source.plane_pitch;
        char *to = target + z * c->target.plane_pitch;
        if (c->source.pitch == c->width && c->target.pitch == c->width) {
            move(to, from, c->width * c->height);
            continue;
        }
        for (size_t y = 0; y < c->height; y++)
            move(to + y * c->target.pitch, from + y * c->source.pitch, c->width);
    }
}

static void fill_row(char *row, const cpu_fill *f)
{
    const cpu_checker *checker = cpu_memory_checker();

    if (f->element == 1) {
        memset(row, (int)f->value, f->width);
    } else if (f->element == 2) {
        uint16_t *halves = (uint16_t *)(void *)row;
        for (size_t i = 0; i < f->width; i++)
            halves[i] = (uint16_t)f->value;
    } else {
        uint32_t *words = (uint32_t *)(void *)row;
        for (size_t i = 0; i < f->width; i++)
            words[i] = f->value;
    }
    if (checker)
        checker->memory_written((uintptr_t)row, f->width * f->element);
}

void cpu_work_run(const cpu_work *work, CUresult status)
{
    switch (work->kind) {
    case CPU_WORK_COPY:
        if (status == CUDA_SUCCESS)
            copy(&work->as.copy);
        break;
    case CPU_WORK_FILL:
        for (size_t y = 0; status == CUDA_SUCCESS && y < work->as.fill.height; y++)
            fill_row((char *)work->as.fill.target + y * work->as.fill.pitch, &work->as.fill);
        break;
    case CPU_WORK_HOST:
        if (work->as.host.callback)
            work->as.host.callback(work->as.host.stream, status, work->as.host.user);
        else if (status == CUDA_SUCCESS)
            work->as.host.function(work->as.host.user);
        break;
    default: /* nothing to do here; disposing of the work may free memory */
        break;
    }
}
