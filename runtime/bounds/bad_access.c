#include "bounds/bad_access.h"

#include <string.h>

#include "error/fault.h"
#include "error/quantity.h"

/* A bad access, as far as it is known. */
typedef struct bad_access {
    const custub_kernel_info *info;
    const custubi_bounded_kernel *kernel;
    const custub_bounds_record *record;
    const custub_bounds_site *site;
    bool is_misaligned; /* it is inside */
    const char *strings;
    custub_error *error;
} bad_access;

static const char *verb_of(const bad_access *of)
{
    static const char *const verbs[] = {"reads", "writes", "atomically updates"};

    return verbs[of->site->access];
}

/* The bytes of the access. Those of a copy in bulk are only known when it is made. */
static uint32_t bytes_of(const bad_access *of)
{
    return of->site->bytes ? of->site->bytes : of->record->accessed;
}

/* "reads 4 bytes at " */
static void say_bytes(const bad_access *of)
{
    custubi_error_append(of->error, "%s %u byte%s at ", verb_of(of), (unsigned int)bytes_of(of),
                         bytes_of(of) == 1 ? "" : "s");
}

#define BULK_ALIGN 16u /* "PTX ISA", cp.async.bulk */

static void say_alignment(const bad_access *of)
{
    uint32_t align = of->site->bytes ? of->site->bytes : BULK_ALIGN;

    custubi_fault_numbers(of->error, align, of->record->address % align);
    custubi_error_append(of->error, ", which must be a multiple of %u", (unsigned int)align);
}

/* Notes the bytes that the access needs of those that there are; 0 before the first one. */
static void note_numbers(const bad_access *of, int64_t offset)
{
    custubi_fault_numbers(of->error, offset < 0 ? 0 : (uint64_t)offset + bytes_of(of),
                          of->record->bytes);
}

/* --- One pointer ----------------------------------------------------------------------------- */

/* The value of the pointer, from which an index counts. With a count the extent begins there. Else
 * it is the last launch's, if that one had this extent. */
static bool find_pointer(const bad_access *of, const custub_pointer_info *pointer, uint64_t *out)
{
    const custubi_seen_pointer *seen;

    *out = of->record->base;
    if (pointer->count.code)
        return true;
    seen = &of->kernel->seen[of->site->index];
    *out = atomic_load_explicit(&seen->pointer, memory_order_relaxed);
    return atomic_load_explicit(&seen->base, memory_order_relaxed) == of->record->base &&
           atomic_load_explicit(&seen->bytes, memory_order_relaxed) == of->record->bytes;
}

static void say_offset(const bad_access *of, const char *name, int64_t offset)
{
    uint64_t size = offset < 0 ? 0 - (uint64_t)offset : (uint64_t)offset;

    say_bytes(of);
    custubi_error_append(of->error, "%s %c %llu byte%s", name, offset < 0 ? '-' : '+',
                         (unsigned long long)size, size == 1 ? "" : "s");
}

/* "reads in[1000]"; "reads 16 bytes at in[998]" if that is not one element; "reads 4 bytes at in +
 * 4001 bytes" if none begins there. */
static void say_element(const bad_access *of, const custub_pointer_info *pointer, int64_t offset)
{
    int64_t size = custubi_phrase_is_bytes(pointer) ? 0 : (int64_t)pointer->element_size;

    if (!size || offset % size) {
        say_offset(of, pointer->name, offset);
        return;
    }
    if (bytes_of(of) == pointer->element_size)
        custubi_error_append(of->error, "%s ", verb_of(of));
    else
        say_bytes(of);
    custubi_error_append(of->error, "%s[%lld]", pointer->name, (long long)(offset / size));
}

/* ", the contract allows w * h = 1000 floats" */
static void say_contract(const bad_access *of, const custub_pointer_info *pointer)
{
    bool in_bytes = (pointer->flags & CUSTUB_POINTER_SIZED) || custubi_phrase_is_bytes(pointer);
    uint64_t count = of->record->bytes / (in_bytes ? 1 : pointer->element_size);

    custubi_error_append(of->error, ", the contract allows ");
    custubi_phrase_count(of->error, pointer->count.text, count);
    custubi_error_append(of->error, " ");
    custubi_phrase_unit(of->error, pointer, in_bytes, count);
}

/* ", the driver knows 4000 bytes there, and 96 before it" */
static void say_memory(const bad_access *of, uint64_t pointer)
{
    uint64_t before = pointer - of->record->base;

    if (before > of->record->bytes)
        before = of->record->bytes;
    custubi_error_append(of->error, ", the driver knows %llu bytes there",
                         (unsigned long long)(of->record->bytes - before));
    if (before)
        custubi_error_append(of->error, ", and %llu before it", (unsigned long long)before);
}

/* An index has no beginning if it is not known of which launch the extent is. */
static void say_far(const bad_access *of, const char *name)
{
    const custub_bounds_record *record = of->record;
    bool below = record->address < record->base;
    uint64_t end = record->base + record->bytes;

    say_bytes(of);
    custubi_error_append(of->error,
                         "0x%llx, %llu bytes %s of the %llu bytes that the driver knows at '%s'",
                         (unsigned long long)record->address,
                         (unsigned long long)(below ? record->base - record->address
                                              : record->address < end ? end - record->address
                                                                      : record->address - end),
                         below                   ? "before the beginning"
                         : record->address < end ? "before the end"
                                                 : "behind the end",
                         (unsigned long long)record->bytes, name);
}

static void say_pointer(const bad_access *of)
{
    const custub_pointer_info *pointer = &of->info->pointers[of->site->index];
    uint64_t begin;
    bool known = find_pointer(of, pointer, &begin);
    int64_t offset = (int64_t)(of->record->address - begin);

    if (of->error) {
        custubi_error_name(of->error->parameter, pointer->name);
        of->error->parameter_index = (int32_t)pointer->param;
    }
    note_numbers(of, (int64_t)(of->record->address - of->record->base));
    if (of->is_misaligned) {
        say_offset(of, pointer->name, offset);
        say_alignment(of);
    } else if (!of->record->base && !of->record->bytes) {
        say_element(of, pointer, offset);
        custubi_error_append(of->error, ", and '%s' is null", pointer->name);
    } else if (!known) {
        say_far(of, pointer->name);
    } else {
        say_element(of, pointer, offset);
        if (pointer->count.code)
            say_contract(of, pointer);
        else
            say_memory(of, begin);
    }
}

/* --- Any pointer ----------------------------------------------------------------------------- */

/* Where an address is, seen from memory that it is not in, or not as a whole. */
typedef struct neighbour {
    const char *name;
    uint64_t distance; /* bytes */
    bool below;        /* the memory begins behind the address */
    bool inside;       /* the address is in the memory, the access ends behind it */
} neighbour;

static bool find_nearest(const bad_access *of, neighbour *out)
{
    const uint64_t address = of->record->address;

    memset(out, 0, sizeof(*out));
    for (uint32_t i = 0; of->kernel->seen && i < of->info->pointer_count; i++) {
        const custubi_seen_pointer *seen = &of->kernel->seen[i];
        uint64_t base = atomic_load_explicit(&seen->base, memory_order_relaxed);
        uint64_t bytes = atomic_load_explicit(&seen->bytes, memory_order_relaxed);
        neighbour one = {of->info->pointers[i].name, 0, address < base, address - base < bytes};
        if (!base)
            continue;
        one.distance = one.below    ? base - address
                       : one.inside ? base + bytes - address
                                    : address - (base + bytes);
        if (!out->name || one.inside || one.distance < out->distance)
            *out = one;
        if (one.inside)
            break;
    }
    return out->name != NULL;
}

static void say_address(const bad_access *of)
{
    neighbour nearest;

    note_numbers(of, (int64_t)(of->record->address - of->record->base));
    say_bytes(of);
    custubi_error_append(of->error, "0x%llx", (unsigned long long)of->record->address);
    if (of->is_misaligned) {
        say_alignment(of);
        return;
    }
    custubi_error_append(of->error, ", which is in none of the launch's buffers");
    if (!find_nearest(of, &nearest))
        return;
    if (nearest.inside)
        custubi_error_append(of->error, "; it begins in '%s', %llu bytes before its end",
                             nearest.name, (unsigned long long)nearest.distance);
    else
        custubi_error_append(of->error, "; nearest is '%s', %llu bytes %s", nearest.name,
                             (unsigned long long)nearest.distance,
                             nearest.below ? "before its beginning" : "behind its end");
}

/* --- Variables ------------------------------------------------------------------------------- */

static void say_variable(const bad_access *of)
{
    const char *name = of->strings + of->site->name;
    int64_t offset = (int64_t)(of->record->address - of->record->base);

    note_numbers(of, offset);
    say_bytes(of);
    custubi_error_append(of->error, "byte %lld of ", (long long)offset);
    if (of->site->origin == CUSTUB_BOUNDS_OF_VARIABLE)
        custubi_error_append(of->error, "the variable '%s'", name);
    else if (*name)
        custubi_error_append(of->error, "the shared memory '%s'", name);
    else
        custubi_error_append(of->error, "the dynamic shared memory");
    if (of->is_misaligned)
        say_alignment(of);
    else
        custubi_error_append(of->error, ", which has %llu", (unsigned long long)of->record->bytes);
}

/* --- The whole ------------------------------------------------------------------------------- */

static void say_access(const bad_access *of)
{
    switch (of->site->origin) {
    case CUSTUB_BOUNDS_OF_VARIABLE:
    case CUSTUB_BOUNDS_OF_SHARED:
        say_variable(of);
        break;
    case CUSTUB_BOUNDS_OF_POINTER:
        if (of->site->index < of->info->pointer_count) {
            say_pointer(of);
            break;
        }
        /* fall through */
    default:
        say_address(of);
    }
}

/* Compilers give line 0 to code that is of no line. */
static bool has_place(const custub_bounds_site *site)
{
    return site->file && (site->line || site->caller_line);
}

/* " [helper.cuh:8, in load_row, called at smooth.cu:17]" */
static void say_place(const bad_access *of)
{
    const custub_bounds_site *site = of->site;

    if (!has_place(site)) {
        custubi_error_append(of->error, site->file
                                            ? "; the compiler names no line"
                                            : "; its line is not known, compile with -lineinfo");
        custubi_fault_end(of->error, CUSTUB_ERROR_OUT_OF_BOUNDS);
        return;
    }
    if (of->error) {
        custubi_error_name(of->error->file, of->strings + site->file);
        of->error->line = (int32_t)site->line;
    }
    custubi_error_append(of->error, " [%s", of->strings + site->file);
    if (site->line)
        custubi_error_append(of->error, ":%u", (unsigned int)site->line);
    if (site->function)
        custubi_error_append(of->error, ", in %.64s", of->strings + site->function);
    if (site->caller_line)
        custubi_error_append(of->error, ", called at %s:%u", of->strings + site->caller_file,
                             (unsigned int)site->caller_line);
    custubi_error_append(of->error, "]");
}

static bool is_inside(const custub_bounds_record *record)
{
    return record->site & CUSTUB_BOUNDS_MISALIGNED ||
           (record->accessed <= record->bytes &&
            record->address - record->base <= record->bytes - record->accessed);
}

void custubi_bad_access_say(const custubi_bounds *bounds, uint32_t kernel,
                            const custub_bounds_record *record, custub_error *error)
{
    const uint32_t site = record->site & ~CUSTUB_BOUNDS_MISALIGNED;
    const bad_access of = {.info = &bounds->info->kernels[kernel],
                           .kernel = &bounds->kernels[kernel],
                           .record = record,
                           .site = &bounds->table.sites[site],
                           .is_misaligned = is_inside(record),
                           .strings = bounds->table.strings,
                           .error = error};

    custubi_fault_begin(of.info, error, CUSTUB_ERROR_OUT_OF_BOUNDS);
    if (!site || site >= bounds->table.head->site_count) {
        /* it ended before it was written */
        custubi_error_append(error, "a thread accesses memory outside its buffers");
        custubi_fault_end(error, CUSTUB_ERROR_OUT_OF_BOUNDS);
        return;
    }
    custubi_error_append(error, "block (%u,%u,%u), thread (%u,%u,%u) ",
                         (unsigned int)record->block[0], (unsigned int)record->block[1],
                         (unsigned int)record->block[2], (unsigned int)record->thread[0],
                         (unsigned int)record->thread[1], (unsigned int)record->thread[2]);
    say_access(&of);
    say_place(&of);
}
