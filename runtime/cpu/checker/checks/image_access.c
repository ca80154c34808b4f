#include "checker/checks/image_access.h"

#include "checker/checks/access_finding.h"
#include "checker/checks/checked_block.h"

#include <inttypes.h>

/* Bytes. An access this close to an image's variables may be meant for one of them. */
#define NEAR ((uintptr_t)64 * 1024)

static void access_variable(cpu_check_worker *w, const cpu_check_image *image, uintptr_t address,
                            size_t size, uint32_t access, const void *frame, cpu_check_hint *hint)
{
    const cpu_check_objects *objects = &image->objects;
    const cpu_check_object *object = cpu_check_object_at(objects, address);
    uintptr_t end;

    if (object && size <= object->size - (address - object->begin)) {
        if (object->is_constant && access & CUSTUB_CPU_ACCESS_WRITE)
            cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 5u),
                           CPU_CHECK_ILLEGAL_ADDRESS,
                           "%s of %zu bytes of the constant '%s', which kernels may not write",
                           cpu_check_verb(access), size, cpu_check_object_name(object).text);
        if (hint && address % size == 0)
            *hint = (cpu_check_hint){object->begin, object->size - size + 1, NULL};
        return;
    }
    object = cpu_check_object_nearest(objects, address);
    if (!object)
        return; /* a stripped image: its variables are unknown */
    end = object->begin + object->size;
    cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 6u), CPU_CHECK_ILLEGAL_ADDRESS,
                   "out of bounds: %s of %zu bytes at 0x%" PRIxPTR ", %" PRIuPTR
                   " bytes %s the variable '%s' of %zu bytes",
                   cpu_check_verb(access), size, address,
                   address < object->begin ? object->begin - address
                   : address < end         ? address - object->begin
                                           : address - end,
                   address < object->begin ? "before"
                   : address < end         ? "into"
                                           : "after the end of",
                   cpu_check_object_name(object).text, object->size);
}

/* Checks an access to code, constants or tables, which kernels may only read. */
static void access_constant(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                            const void *frame)
{
    if (access & CUSTUB_CPU_ACCESS_WRITE)
        cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 5u), CPU_CHECK_ILLEGAL_ADDRESS,
                       "%s of %zu bytes at 0x%" PRIxPTR
                       ", in the kernels' code or constants, which kernels may not write",
                       cpu_check_verb(access), size, address);
}

static void access_segments(cpu_check_worker *w, const cpu_check_image *image, uintptr_t address,
                            size_t size, uint32_t access, const void *frame, cpu_check_hint *hint)
{
    if (address - image->variables < image->variables_end - image->variables)
        access_variable(w, image, address, size, access, frame, hint);
    else
        access_constant(w, address, size, access, frame);
}

bool cpu_check_access_image(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                            const void *frame, cpu_check_hint *hint)
{
    if (address - w->image->begin < w->image->end - w->image->begin) {
        access_segments(w, w->image, address, size, access, frame, hint);
        return true;
    }
    return address - (uintptr_t)w->runner->services < sizeof(custub_cpu_services) &&
           !(access & CUSTUB_CPU_ACCESS_WRITE);
}

/* How far an address is from [begin, end). */
static uintptr_t distance(uintptr_t address, uintptr_t begin, uintptr_t end)
{
    return address < begin ? begin - address : address < end ? 0 : address - end + 1;
}

/* Nothing known is at the address. Reports the access as one beyond the nearest variable or image,
 * which was probably meant. */
static void stop_beyond(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                        const void *frame)
{
    const cpu_check_image *image = w->image;
    const uintptr_t block = w->shared_block;
    uintptr_t near = NEAR;
    cpu_check_range range;

    if (cpu_check_memory_nearest(address, &range) &&
        distance(address, range.base, range.base + range.size) < near)
        near = distance(address, range.base, range.base + range.size);
    if (block && distance(address, block, block + image->shared_size) < near)
        cpu_check_shared_missed(w, address, size, access, frame);
    if (distance(address, image->variables, image->variables_end) < near)
        access_variable(w, image, address, size, access, frame, NULL);
    cpu_check_stop_outside(w, address, size, access, frame);
}

/* The variable may be in another image: all images of the process share the inline variables of the
 * first one that has them. */
void cpu_check_access_elsewhere(cpu_check_worker *w, uintptr_t address, size_t size,
                                uint32_t access, const void *frame)
{
    const cpu_check_image *image = cpu_check_image_at(address);
    const cpu_check_image *own = w->image;

    if (image && access & CUSTUB_CPU_ACCESS_WRITE &&
        address - image->variables >= image->variables_end - image->variables &&
        distance(address, own->variables, own->variables_end) < NEAR) /* images can be adjacent */
        access_variable(w, own, address, size, access, frame, NULL);
    else if (image)
        access_segments(w, image, address, size, access, frame, NULL);
    else if (w->kinds & CPU_CHECK_MEMORY)
        stop_beyond(w, address, size, access, frame);
}
