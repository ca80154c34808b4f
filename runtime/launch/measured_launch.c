#include "launch/measured_launch.h"

#include <stdlib.h>
#include <string.h>

#include "check/stream_context.h"
#include "driver/driver.h"
#include "driver/owned.h"
#include "driver/result.h"
#include "error/fault.h"

/* No buffer is larger. An extent that is has no known end, and gets no marks. */
#define MOST_BYTES (UINT64_C(1) << 44)

bool custubi_measure_wants(const custubi_call *call)
{
    return custub_kernel_bounds_checks(call->kernel) == CUSTUB_BOUNDS_CHECKS_MEASURE &&
           !custubi_stream_is_capturing(call);
}

/* --- Before the launch ------------------------------------------------------------------------ */

/* The offset of the word with the mark of the byte at an address. */
static uint64_t word_of(uint64_t address)
{
    return address / 32 * 4;
}

static uint64_t mark_bytes(const custub_pointer_info *pointer, const custub_bounds_extent *extent)
{
    if ((pointer->flags & CUSTUB_POINTER_READ_ONLY) || !extent->bytes || extent->bytes > MOST_BYTES)
        return 0;
    return word_of(extent->base + extent->bytes - 1) + 4 - word_of(extent->base);
}

/* The memory on the device grows, and is never that of another context. */
static int make_room(custubi_measured *measured, uint64_t bytes, unsigned long long context_id)
{
    int result;

    if (measured->memory && measured->bytes >= bytes && measured->context_id == context_id)
        return CUSTUBI_SUCCESS;
    if (measured->memory)
        custubi_memory_free(measured->memory, measured->id);
    measured->memory = 0;
    result = custubi_cu.memory_allocate(&measured->memory, bytes);
    if (result)
        measured->memory = 0;
    else
        measured->id = custubi_memory_id(measured->memory);
    measured->bytes = bytes;
    measured->context_id = context_id;
    return result;
}

static bool make_results(custubi_measured *measured, uint32_t count)
{
    const size_t size = sizeof(*measured->measures) + sizeof(*measured->pointers);

    if (!measured->measures)
        measured->measures = calloc(count ? count : 1, size);
    if (measured->measures)
        measured->pointers = (custubi_measured_pointer *)(void *)(measured->measures + count);
    return measured->measures;
}

/* Returns the bytes of the measures and the marks. */
static uint64_t take_pointers(custubi_measured *measured, const custubi_call *call,
                              const custub_bounds_extent *extents)
{
    const custub_kernel_info *info = call->kernel->info;
    uint64_t bytes = info->pointer_count * sizeof(*measured->measures);

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        measured->pointers[i].pointer = call->needs[i].ptr;
        measured->pointers[i].extent = extents[i];
        bytes += mark_bytes(&info->pointers[i], &extents[i]);
    }
    return bytes;
}

/* Nothing is touched yet. */
static void clear_measures(custubi_measured *measured, const custub_kernel_info *info)
{
    uint64_t marks = measured->memory + info->pointer_count * sizeof(*measured->measures);

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_bounds_extent *extent = &measured->pointers[i].extent;
        const uint64_t bytes = mark_bytes(&info->pointers[i], extent);
        measured->measures[i].lowest = UINT64_MAX;
        measured->measures[i].end = 0;
        measured->measures[i].marks =
            bytes ? marks - word_of(extent->base) : CUSTUB_BOUNDS_NO_MARKS;
        marks += bytes;
    }
}

int custubi_measure_begin(const custubi_call *call, const custubi_function *here,
                          custub_bounds_head *further)
{
    custubi_measured *measured = &call->kernel->state->bounds->measured;
    const custub_kernel_info *info = call->kernel->info;
    const uint64_t head = info->pointer_count * sizeof(*measured->measures);
    CUstream stream = custubi_call_stream(call);
    uint64_t bytes;
    int result;

    custubi_mutex_lock(&call->kernel->library->bounds->measuring);
    if (!make_results(measured, info->pointer_count))
        return CUSTUBI_OUT_OF_MEMORY;
    bytes = take_pointers(measured, call, (const custub_bounds_extent *)(further + 1));
    if (!bytes)
        return CUSTUBI_SUCCESS; /* no pointers */
    result = make_room(measured, bytes, here->context_id);
    if (result)
        return result;
    clear_measures(measured, info);
    result = custubi_cu.copy_to_device(measured->memory, measured->measures, head, stream);
    if (!result && bytes > head)
        result = custubi_cu.fill_bytes(measured->memory + head, 0, bytes - head, stream);
    further->measures = measured->memory;
    return result;
}

/* --- After the launch ------------------------------------------------------------------------- */

int custubi_measure_end(const custubi_call *call, int result)
{
    custubi_measured *measured = &call->kernel->state->bounds->measured;
    const uint32_t count = call->kernel->info->pointer_count;
    CUstream stream = custubi_call_stream(call);

    if (!result && count)
        result = custubi_cu.copy_to_host(measured->measures, measured->memory,
                                         count * sizeof(*measured->measures), stream);
    if (!result)
        result = custubi_cu.stream_synchronize(stream);
    if (result) { /* the numbers are those from before the launch */
        free(measured->measures);
        measured->measures = NULL;
    }
    custubi_mutex_unlock(&call->kernel->library->bounds->measuring);
    return result;
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* The measuring of a kernel, locked; null if the question is wrong. */
static custubi_measured *begin_question(const custub_kernel *kernel, uint32_t pointer,
                                        custub_error *error)
{
    custubi_measured *measured;

    if (custub_failed(error))
        return NULL;
    if (custub_kernel_bounds_checks(kernel) != CUSTUB_BOUNDS_CHECKS_MEASURE) {
        custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                          "asking what a kernel touched: it was not loaded with "
                          "CUSTUB_BOUNDS_CHECKS_MEASURE");
        return NULL;
    }
    if (pointer >= kernel->info->pointer_count) {
        custubi_fault(kernel->info, error, CUSTUB_ERROR_INVALID_ARGUMENT,
                      "there is no pointer %u: the kernel has %u, counted from 0",
                      (unsigned int)pointer, (unsigned int)kernel->info->pointer_count);
        return NULL;
    }
    custubi_mutex_lock(&kernel->library->bounds->measuring);
    measured = &kernel->state->bounds->measured;
    if (measured->measures)
        return measured;
    custubi_mutex_unlock(&kernel->library->bounds->measuring);
    custubi_fault(kernel->info, error, CUSTUB_ERROR_INVALID_ARGUMENT,
                  "asking what it touched: no launch of it was measured");
    return NULL;
}

static uint64_t element_size_of(const custub_pointer_info *info)
{
    return info->element_size ? info->element_size : 1;
}

/* The bytes from the pointer to the end of its extent; 0 if it is not inside. */
static uint64_t bytes_at(const custubi_measured_pointer *at)
{
    uint64_t before = at->pointer - at->extent.base;

    return before < at->extent.bytes ? at->extent.bytes - before : 0;
}

custub_bounds_touched custub_bounds_touched_of(const custub_kernel *kernel, uint32_t pointer,
                                               custub_error *error)
{
    const custubi_measured *measured = begin_question(kernel, pointer, error);
    custub_bounds_touched out;

    memset(&out, 0, sizeof(out));
    if (!measured)
        return out;
    out.ptr = measured->pointers[pointer].pointer;
    out.bytes = bytes_at(&measured->pointers[pointer]);
    out.element_size = element_size_of(&kernel->info->pointers[pointer]);
    if (measured->measures[pointer].end) {
        out.begin = (int64_t)(measured->measures[pointer].lowest - out.ptr);
        out.end = (int64_t)(measured->measures[pointer].end - out.ptr);
    }
    custubi_mutex_unlock(&kernel->library->bounds->measuring);
    return out;
}

/* Counts the elements whose bits are all set; `first` is the bit of the first one. */
static uint64_t count_written(const unsigned char *marks, uint64_t first, uint64_t size,
                              unsigned char *written, uint64_t count)
{
    uint64_t found = 0;

    for (uint64_t i = 0; i < count; i++) {
        bool whole = true;
        for (uint64_t bit = first + i * size; bit < first + (i + 1) * size; bit++)
            whole = whole && (marks[bit / 8] >> bit % 8 & 1);
        if (written)
            written[i] = whole;
        found += whole;
    }
    return found;
}

static uint64_t ask_written(const custub_kernel *kernel, const custubi_measured *measured,
                            uint32_t pointer, unsigned char *written, uint64_t count,
                            custub_error *error)
{
    const custubi_measured_pointer *at = &measured->pointers[pointer];
    const custub_pointer_info *info = &kernel->info->pointers[pointer];
    const uint64_t bytes = mark_bytes(info, &at->extent);
    const uint64_t first = word_of(at->extent.base);
    const uint64_t size = element_size_of(info);
    unsigned char *marks = malloc(bytes ? bytes : 1);
    uint64_t found = 0;
    int result = marks ? CUSTUBI_SUCCESS : CUSTUBI_OUT_OF_MEMORY;

    if (!result)
        result =
            custubi_cu.copy_to_host(marks, measured->measures[pointer].marks + first, bytes, NULL);
    if (!result)
        result = custubi_cu.stream_synchronize(NULL);
    if (result)
        custubi_fault_driver(kernel->info, error, "cuMemcpyDtoHAsync", result,
                             "asking what it wrote to '%s'", info->name);
    else
        found = count_written(marks, at->pointer - first * 8, size, written, count);
    free(marks);
    return found;
}

uint64_t custub_bounds_written(const custub_kernel *kernel, uint32_t pointer,
                               unsigned char *written, uint64_t count, custub_error *error)
{
    const custubi_measured *measured = begin_question(kernel, pointer, error);
    const custub_pointer_info *info;
    uint64_t most, found = 0;

    if (!measured)
        return 0;
    info = &kernel->info->pointers[pointer];
    most = bytes_at(&measured->pointers[pointer]) / element_size_of(info);
    if (count > most || (count && measured->measures[pointer].marks == CUSTUB_BOUNDS_NO_MARKS))
        custubi_fault(kernel->info, error, CUSTUB_ERROR_INVALID_ARGUMENT,
                      "asking which of %llu elements of '%s' it wrote: %s",
                      (unsigned long long)count, info->name,
                      (info->flags & CUSTUB_POINTER_READ_ONLY) ? "they are const"
                      : count > most                           ? "there are not as many"
                                                               : "their end is not known");
    else if (count)
        found = ask_written(kernel, measured, pointer, written, count, error);
    custubi_mutex_unlock(&kernel->library->bounds->measuring);
    return found;
}
